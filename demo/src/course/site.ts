/** Where the invented course is, and the flat frame every shape of it is drawn in. */
import { type LocalFrame, localFrame } from '@greensward/geometry'

export const COURSE_NAME = 'Larkmere'
export const TIME_ZONE = 'Europe/London'

/** Degrees, EPSG:4326. Open country in a temperate climate; no golf course is there. */
export const CENTRE: readonly [lon: number, lat: number] = [-2.8137, 52.7412]

/** Half the side of the square that map and rasters cover, in metres. */
export const HALF_SIDE_M = 500

export const siteFrame: LocalFrame = localFrame(CENTRE)

export interface Bounds {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** The square in degrees. */
export const siteBounds = (): Bounds => {
  const [west, south] = siteFrame.toLonLat([-HALF_SIDE_M, -HALF_SIDE_M])
  const [east, north] = siteFrame.toLonLat([HALF_SIDE_M, HALF_SIDE_M])
  return { west, south, east, north }
}

/** Degrees with nine decimals (0.1 mm), so that files stay small and comparisons exact. */
export const toPosition = (point: readonly [number, number]): [lon: number, lat: number] => {
  const [lon, lat] = siteFrame.toLonLat(point)
  return [Number(lon.toFixed(9)), Number(lat.toFixed(9))]
}
