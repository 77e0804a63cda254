/** The mower's own map: metres from an origin, its x axis turned. Both ways, for what it reports and what it is sent. */
import { type LonLat, localFrame, type XY } from '@greensward/geometry'

const DEG = Math.PI / 180

export interface MapFrame {
  toLonLat(point: XY): LonLat
  toMap(position: LonLat): XY
  /** @param theta radians, counted to the left from the x axis. @returns degrees clockwise from north */
  headingOf(theta: number): number
}

/**
 * @param origin where the map has 0, 0
 * @param xAxisDeg of its x axis, clockwise from north
 */
export const mapFrame = (origin: LonLat, xAxisDeg: number): MapFrame => {
  const frame = localFrame(origin)
  const sin = Math.sin(xAxisDeg * DEG)
  const cos = Math.cos(xAxisDeg * DEG)
  return {
    // The y axis is a quarter turn to the left of the x axis.
    toLonLat: ([x, y]) => frame.toLonLat([x * sin - y * cos, x * cos + y * sin]),
    toMap: position => {
      const [east, north] = frame.toLocal(position)
      return [east * sin + north * cos, north * sin - east * cos]
    },
    headingOf: theta => (((xAxisDeg - theta / DEG) % 360) + 360) % 360,
  }
}
