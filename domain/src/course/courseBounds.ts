/** The bounds of the course in the map settings, and whether an import fits into them. */
import type { CourseFeature, Position } from './course.ts'
import type { MapSettings } from './settings.ts'

type Bounds = Pick<MapSettings, 'topLeftLon' | 'topLeftLat' | 'bottomRightLon' | 'bottomRightLat'>

/** About 200 m around the course, so that a first edit does not meet the bounds at once. */
const MARGIN_DEG = 0.002

const positionsOf = (feature: CourseFeature): readonly Position[] => {
  const { geometry } = feature
  return geometry.type === 'Point'
    ? [geometry.coordinates]
    : geometry.type === 'LineString'
      ? geometry.coordinates
      : geometry.coordinates.flat()
}

/** Undefined where there is nothing to be bounded. */
export const boundsAround = (features: readonly CourseFeature[]): Bounds | undefined => {
  const positions = features.flatMap(positionsOf)
  if (positions.length === 0) return undefined
  const bounds = { topLeftLon: 180, topLeftLat: -90, bottomRightLon: -180, bottomRightLat: 90 }
  for (const [lon, lat] of positions) {
    bounds.topLeftLon = Math.min(bounds.topLeftLon, lon)
    bounds.topLeftLat = Math.max(bounds.topLeftLat, lat)
    bounds.bottomRightLon = Math.max(bounds.bottomRightLon, lon)
    bounds.bottomRightLat = Math.min(bounds.bottomRightLat, lat)
  }
  return {
    topLeftLon: Math.max(-180, bounds.topLeftLon - MARGIN_DEG),
    topLeftLat: Math.min(90, bounds.topLeftLat + MARGIN_DEG),
    bottomRightLon: Math.min(180, bounds.bottomRightLon + MARGIN_DEG),
    bottomRightLat: Math.max(-90, bounds.bottomRightLat - MARGIN_DEG),
  }
}

export const unionOf = (a: Bounds, b: Bounds): Bounds => ({
  topLeftLon: Math.min(a.topLeftLon, b.topLeftLon),
  topLeftLat: Math.max(a.topLeftLat, b.topLeftLat),
  bottomRightLon: Math.max(a.bottomRightLon, b.bottomRightLon),
  bottomRightLat: Math.min(a.bottomRightLat, b.bottomRightLat),
})

/** Without the margin: objects inside need no change of the settings. */
export const liesWithin = (features: readonly CourseFeature[], bounds: Bounds): boolean =>
  features
    .flatMap(positionsOf)
    .every(
      ([lon, lat]) =>
        lon >= bounds.topLeftLon &&
        lon <= bounds.bottomRightLon &&
        lat <= bounds.topLeftLat &&
        lat >= bounds.bottomRightLat,
    )
