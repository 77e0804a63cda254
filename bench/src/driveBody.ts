/** Where the body of a driven mower was, judged corner by corner and apart from the planner. */
import { contains, type PolygonXY, type XY } from '@greensward/geometry'

const awayFromSegmentM = (at: XY, a: XY, b: XY): number => {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const t = Math.max(0, Math.min(1, ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / Math.max(1e-9, dx * dx + dy * dy)))
  return Math.hypot(at[0] - a[0] - t * dx, at[1] - a[1] - t * dy)
}

const awayM = ({ outer, holes }: PolygonXY, at: XY): number =>
  Math.min(
    ...[outer, ...holes].flatMap(ring =>
      ring.map((corner, i) => awayFromSegmentM(at, corner, ring[(i + 1) % ring.length] ?? corner)),
    ),
  )

/** Metres outside of a polygon; 0 inside. */
export const outsideM = (polygon: PolygonXY, at: XY): number => (contains(polygon, at) ? 0 : awayM(polygon, at))

/** Metres inside of a polygon; 0 outside. */
export const insideM = (polygon: PolygonXY, at: XY): number => (contains(polygon, at) ? awayM(polygon, at) : 0)

/** Corners of the body and the middles of its sides. @param heading radians clockwise from north */
export const outlineOf = (at: XY, heading: number, widthM: number, lengthM: number): XY[] => {
  const [sin, cos] = [Math.sin(heading), Math.cos(heading)]
  const parts = [-1, 0, 1].flatMap(ahead => [-1, 0, 1].map(aside => [ahead, aside] as const))
  return parts
    .filter(([ahead, aside]) => ahead !== 0 || aside !== 0)
    .map(([ahead, aside]): XY => {
      const [forward, right] = [(ahead * lengthM) / 2, (aside * widthM) / 2]
      return [at[0] + forward * sin + right * cos, at[1] + forward * cos - right * sin]
    })
}
