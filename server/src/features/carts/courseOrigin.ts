/** The origin of the metres of carts. */
import type { CourseMap, Position } from '@greensward/domain'

/** Beyond this the course has moved elsewhere, and its metres are counted from there. */
const FRAME_REACH_DEG = 0.2

export const originOf = ({ features }: CourseMap): Position => {
  const holes = features.filter(({ kind }) => kind === 'hole')
  const geometry = (holes[0] ?? features[0])?.geometry
  if (geometry === undefined) return [0, 0]
  if (geometry.type === 'Point') return geometry.coordinates
  return (geometry.type === 'LineString' ? geometry.coordinates[0] : geometry.coordinates[0]?.[0]) ?? [0, 0]
}

export const isFar = ([lon, lat]: readonly [number, number], [otherLon, otherLat]: Position): boolean =>
  Math.abs(lon - otherLon) > FRAME_REACH_DEG || Math.abs(lat - otherLat) > FRAME_REACH_DEG
