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
