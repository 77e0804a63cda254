import type { CourseFeature } from '@greensward/domain'
import type { ShapeChange } from '../canvas/shapeEditor.ts'

/** The feature with the shape it was dragged into; undefined where the shape is not of its kind. */
export const reshaped = (feature: CourseFeature, { geometry, radiusM }: ShapeChange): CourseFeature | undefined => {
  if (feature.kind === 'radius') {
    return geometry.type !== 'Point'
      ? undefined
      : {
          ...feature,
          geometry,
          properties: { ...feature.properties, radiusM: radiusM ?? feature.properties.radiusM },
        }
  }
  switch (feature.kind) {
    case 'zone':
      return geometry.type === 'Polygon' ? { ...feature, geometry } : undefined
    case 'restriction':
      return geometry.type === 'Polygon' ? { ...feature, geometry } : undefined
    case 'missionArea':
      return geometry.type === 'Polygon' ? { ...feature, geometry } : undefined
    case 'area':
      return geometry.type === 'Polygon' ? { ...feature, geometry } : undefined
    case 'markedArea':
      return geometry.type === 'Polygon' ? { ...feature, geometry } : undefined
    case 'road':
      return geometry.type === 'LineString' ? { ...feature, geometry } : undefined
    case 'hole':
      return geometry.type === 'LineString' ? { ...feature, geometry } : undefined
    default:
      return geometry.type === 'Point' ? { ...feature, geometry } : undefined
  }
}
