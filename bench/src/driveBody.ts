/** Where the body of a driven mower was, judged corner by corner and apart from the planner. */
import { boxOf, type CoveragePlan, contains, type PolygonXY, type XY } from '@greensward/geometry'

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

const STEP_M = 0.2
const TURN_STEP_RAD = Math.PI / 18

/** Deepest that any of a body driven along a plan comes into an obstacle, looked at in every 20 cm and 10 degrees. */
export const deepestInto = (
  { legs }: CoveragePlan,
  { widthM, lengthM }: { readonly widthM: number; readonly lengthM: number },
  obstacles: readonly PolygonXY[],
): number => {
  const reachM = Math.hypot(widthM, lengthM) / 2
  const boxed = obstacles.map(obstacle => ({ obstacle, box: boxOf(obstacle.outer) }))
  let deepestM = 0
  const look = (at: XY, heading: number): void => {
    for (const { obstacle, box } of boxed) {
      const isNear =
        at[0] > box.minX - reachM && at[0] < box.maxX + reachM && at[1] > box.minY - reachM && at[1] < box.maxY + reachM
      if (!isNear) continue
      for (const place of outlineOf(at, heading, widthM, lengthM))
        deepestM = Math.max(deepestM, insideM(obstacle, place))
    }
  }
  const line = legs.flatMap(({ points }) => points)
  let before: number | undefined
  for (let i = 1; i < line.length; i++) {
    const a: XY = line[i - 1] ?? [0, 0]
    const b: XY = line[i] ?? [0, 0]
    const wayM = Math.hypot(b[0] - a[0], b[1] - a[1])
    if (wayM < 1e-6) continue
    const heading = Math.atan2(b[0] - a[0], b[1] - a[1])
    if (before !== undefined) {
      const turn = Math.atan2(Math.sin(heading - before), Math.cos(heading - before))
      const steps = Math.ceil(Math.abs(turn) / TURN_STEP_RAD)
      for (let k = 1; k < steps; k++) look(a, before + (turn * k) / steps)
    }
    const steps = Math.ceil(wayM / STEP_M)
    for (let k = 0; k <= steps; k++)
      look([a[0] + ((b[0] - a[0]) * k) / steps, a[1] + ((b[1] - a[1]) * k) / steps], heading)
    before = heading
  }
  return deepestM
}
