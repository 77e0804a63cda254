import type { PolygonXY, Ring, XY } from '../units.ts'

/** West, south, east and north edge of a box, metres. */
export interface Box {
  readonly minX: number
  readonly minY: number
  readonly maxX: number
  readonly maxY: number
}

/** Area of a ring in square metres, positive when its corners run counter-clockwise. */
export const signedAreaM2 = (ring: Ring): number => {
  const first = ring[0]
  if (first === undefined) return 0
  // Working from the first corner keeps the products small, hence exact, far away from the frame's origin.
  const [x0, y0] = first
  let twice = 0
  let px = 0
  let py = 0
  for (let i = 1; i < ring.length; i++) {
    const corner = ring[i] ?? first
    const qx = corner[0] - x0
    const qy = corner[1] - y0
    twice += px * qy - qx * py
    px = qx
    py = qy
  }
  return twice / 2
}

/** Area in square metres, holes taken off. */
export const areaM2 = (polygon: PolygonXY): number =>
  Math.abs(signedAreaM2(polygon.outer)) - polygon.holes.reduce((sum, hole) => sum + Math.abs(signedAreaM2(hole)), 0)

/** Total area of polygons that do not overlap, square metres. */
export const totalAreaM2 = (polygons: readonly PolygonXY[]): number =>
  polygons.reduce((sum, polygon) => sum + areaM2(polygon), 0)

/** The rings of polygons, outer ones and holes alike. */
export const ringsOf = (polygons: readonly PolygonXY[]): Ring[] =>
  polygons.flatMap(polygon => [polygon.outer, ...polygon.holes])

/** The box round some points; turned inside out (min > max) when there are none. */
export const boxOf = (points: readonly XY[]): Box => {
  let minX = Number.POSITIVE_INFINITY
  let minY = Number.POSITIVE_INFINITY
  let maxX = Number.NEGATIVE_INFINITY
  let maxY = Number.NEGATIVE_INFINITY
  for (const point of points) {
    const x = point[0]
    const y = point[1]
    if (x < minX) minX = x
    if (x > maxX) maxX = x
    if (y < minY) minY = y
    if (y > maxY) maxY = y
  }
  return { minX, minY, maxX, maxY }
}

/** A box that is larger by this many metres on each side. */
export const grownBox = ({ minX, minY, maxX, maxY }: Box, byM: number): Box => ({
  minX: minX - byM,
  minY: minY - byM,
  maxX: maxX + byM,
  maxY: maxY + byM,
})

/** Whether two boxes are at most `marginM` apart. */
export const boxesMeet = (a: Box, b: Box, marginM = 0): boolean =>
  a.minX <= b.maxX + marginM && b.minX <= a.maxX + marginM && a.minY <= b.maxY + marginM && b.minY <= a.maxY + marginM
