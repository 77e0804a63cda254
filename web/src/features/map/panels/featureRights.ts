/** The roles that may change each kind of feature; the server decides by the same table. */
import { type CourseFeature, FEATURE_KINDS, type FeatureKind } from '@greensward/domain'
import type { Rights } from './inspectorContext.ts'

export const mayChange = (feature: CourseFeature, rights: Rights): boolean => {
  switch (feature.kind) {
    case 'note':
      return rights.mayEditNotes
    case 'road':
      return rights.mayEditRoads
    case 'restriction':
    case 'radius':
      return rights.mayEditMap || (rights.mayEditRoads && feature.properties.appliesTo === 'carts')
    default:
      return rights.mayEditMap
  }
}

/** Kinds of which a person may draw new objects. */
export const drawableKinds = (rights: Rights): readonly FeatureKind[] =>
  FEATURE_KINDS.filter(kind =>
    kind === 'note' ? rights.mayEditNotes : kind === 'road' ? rights.mayEditRoads : rights.mayEditMap,
  )
