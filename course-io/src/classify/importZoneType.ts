import type { ZoneType } from '@greensward/domain'

/** The zone type that a word of a file means, such as `green` the type 'Greens'. */
export const zoneTypeFor = (zoneTypes: readonly ZoneType[], word: string): ZoneType | undefined => {
  const plain = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '')
  const wanted = plain(word)
  const exact = zoneTypes.find(({ name }) => plain(name) === wanted || plain(name) === `${wanted}s`)
  const holding = exact ?? zoneTypes.find(({ name }) => wanted !== '' && plain(name).includes(wanted))
  if (holding !== undefined || word !== 'driving range') return holding
  // A practice ground is mown like a fairway where the course has no type of its own for it.
  return zoneTypes.find(({ name }) => PRACTICE.test(name)) ?? zoneTypeFor(zoneTypes, 'fairway')
}

/** What a type of practice grounds is called in the product's languages. */
const PRACTICE = /practice|range|driving|übung|práctica|practica/i
