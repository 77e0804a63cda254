/** What is proposed for a hole whose course has not said it. */

/** Par by length, as the World Handicap System guides for men: up to 240 m, up to 450 m, beyond. */
export const parByLength = (metres: number): number => (metres <= 240 ? 3 : metres <= 450 ? 4 : 5)

/** Minutes a group may take on a hole of this par; a rule of thumb of four and a half hours for a round. */
export const paceMinutes = (par: number): number => Math.min(120, 3 * par + 3)

const NUMBER = /\d{1,3}/

/** The number in the name of a hole, such as 7 of 'Hole 7'; null where there is none. */
export const holeNumber = (name: string | undefined): number | null => {
  const number = Number(NUMBER.exec(name ?? '')?.[0] ?? Number.NaN)
  return number >= 1 ? number : null
}

/**
 * The lowest number that no hole has, in a name like those of the others.
 * @param names of all holes that there are
 */
export const nextHole = (names: readonly string[]): { readonly name: string; readonly number: number } => {
  const taken = new Set(names.map(holeNumber))
  let number = 1
  while (taken.has(number)) number++
  const alike = names.find(name => holeNumber(name) !== null)
  return { name: alike === undefined ? String(number) : alike.replace(NUMBER, String(number)), number }
}
