import type { CourseFeature, Hole } from '@greensward/domain'

interface Change {
  readonly added: CourseFeature[]
  readonly updated: [CourseFeature, CourseFeature][]
  readonly removed: CourseFeature[]
}

/** The holes in this order: what changes is the figure they are sorted by, of as few as need another. */
export const sortingOf = (holes: readonly Hole[], ids: readonly string[]): Change => {
  const ordered = ids.flatMap(id => holes.find(hole => hole.id === id) ?? [])
  return {
    added: [],
    updated: ordered.flatMap((hole, index): [CourseFeature, CourseFeature][] =>
      hole.properties.sort === index + 1
        ? []
        : [[hole, { ...hole, properties: { ...hole.properties, sort: index + 1 } }]],
    ),
    removed: [],
  }
}

/** A hole's removal, and with it what belonged to it: its zones and mission areas then belong to no hole. */
export const removalOf = (hole: Hole, features: readonly CourseFeature[]): Change => ({
  added: [],
  updated: features.flatMap((feature): [CourseFeature, CourseFeature][] => {
    if (feature.kind === 'zone' && feature.properties.holeId === hole.id)
      return [[feature, { ...feature, properties: { ...feature.properties, holeId: null } }]]
    if (feature.kind === 'missionArea' && feature.properties.holeId === hole.id)
      return [[feature, { ...feature, properties: { ...feature.properties, holeId: null } }]]
    return []
  }),
  removed: [hole],
})
