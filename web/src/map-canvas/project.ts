/** Between the wire (EPSG:4326, [lon, lat]) and the screen (EPSG:3857). */

import type { Position } from '@greensward/domain'
import { fromLonLat, toLonLat } from 'ol/proj.js'

export type Coordinate = [x: number, y: number]

export const toMap = (position: Position): Coordinate => {
  const [x = 0, y = 0] = fromLonLat(position)
  return [x, y]
}

export const toPosition = (coordinate: readonly number[]): Position => {
  const [lon = 0, lat = 0] = toLonLat([...coordinate])
  return [lon, lat]
}

const EARTH_RADIUS_M = 6_378_137

/** True metres on the ground for one unit of EPSG:3857 at this position: the projection stretches by 1 / cos(latitude). */
export const groundMetresPerUnit = (y: number): number => 1 / Math.cosh(y / EARTH_RADIUS_M)
