import type { ZoneType } from '@greensward/domain'

/** The zone type that a word of a file means, such as `green` the type 'Greens'. */
export const zoneTypeFor = (zoneTypes: readonly ZoneType[], word: string): ZoneType | undefined => {
  const plain = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '')
  const wanted = plain(word)
  const exact = zoneTypes.find(({ name }) => plain(name) === wanted || plain(name) === `${wanted}s`)
  const holding = exact ?? zoneTypes.find(({ name }) => wanted !== '' && plain(name).includes(wanted))
  // A practice ground is mown like a fairway where the course has no type of its own for it.
  return holding ?? (word === 'driving range' ? zoneTypeFor(zoneTypes, 'fairway') : undefined)
}
