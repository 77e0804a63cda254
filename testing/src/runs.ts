/** How much is tried: a part of it in `npm test`, all of it in `npm run test:full`. */

/** Set by `npm run test:full`. */
const isFull = process.env.TEST_FULL === '1'

/** How often a property is tried: a tenth in `npm test`. */
export const runs = (inFull: number): number => (isFull ? inFull : Math.ceil(inFull / 10))

/**
 * What is tried of a list that many things are tried with: every sixth in `npm test`, which begins with another one for each thing.
 * @param thing number of the thing, from 0
 */
export const sixthOf = <T>(all: readonly T[], thing: number): readonly T[] =>
  isFull ? all : all.filter((_, i) => (i + thing) % 6 === 0)
