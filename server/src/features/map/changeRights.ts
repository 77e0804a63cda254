import {
  type Action,
  type CourseDiff,
  type CourseFeature,
  type FeatureKind,
  may,
  type RoleSlug,
} from '@greensward/domain'

/** The right it takes to add, change or remove this feature. */
const actionFor = (feature: CourseFeature): Action => {
  switch (feature.kind) {
    case 'note':
      return 'map.editNotes'
    case 'road':
      return 'map.editRoads'
    case 'restriction':
    case 'radius':
      // A no-go for carts alone belongs to the staff who look after the carts.
      return feature.properties.appliesTo === 'carts' ? 'map.editRoads' : 'map.edit'
    default:
      return 'map.edit'
  }
}

/** Every right that a diff takes; a feature that becomes another kind of no-go takes both. */
export const actionsFor = (diff: CourseDiff): ReadonlySet<Action> =>
  new Set([...diff.added, ...diff.removed, ...diff.updated.flat()].map(actionFor))

/** Whether a role may change any feature of a kind; which ones depends on the feature. */
export const mayEditKind = (role: RoleSlug, kind: FeatureKind): boolean => {
  switch (kind) {
    case 'note':
      return may(role, 'map.editNotes')
    case 'road':
    case 'restriction':
    case 'radius':
      return may(role, 'map.editRoads')
    default:
      return may(role, 'map.edit')
  }
}
