/** A judge of the body's sweep that shares nothing with the planner: rectangles along the drive, corner by corner. */
import type { PolygonXY, Ring, XY } from '../../units.ts'
import type { Leg } from '../plan.ts'

const inRing = (ring: Ring, [x, y]: XY): boolean => {
  let inside = false
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[i] ?? [0, 0]
    const [bx, by] = ring[j] ?? [0, 0]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
}
const isIn = ({ outer, holes }: PolygonXY, at: XY): boolean =>
  inRing(outer, at) && !holes.some(hole => inRing(hole, at))

const awayFromSegmentM = ([x, y]: XY, [ax, ay]: XY, [bx, by]: XY): number => {
  const [dx, dy] = [bx - ax, by - ay]
  const square = dx * dx + dy * dy
  const t = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / square))
  return Math.hypot(ax + t * dx - x, ay + t * dy - y)
}
const awayM = ({ outer, holes }: PolygonXY, at: XY): number => {
  let leastM = Number.POSITIVE_INFINITY
  for (const ring of [outer, ...holes])
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++)
      leastM = Math.min(leastM, awayFromSegmentM(at, ring[j] ?? at, ring[i] ?? at))
  return leastM
}

const STEP_M = 0.2
const TURN_STEP_RAD = Math.PI / 18
const EDGE_STEP_M = 0.3

/** Points along the outline of a body that is at `at` and points along `angle`. */
const outline = (at: XY, angle: number, widthM: number, lengthM: number): XY[] => {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const points: XY[] = []
  const add = (ahead: number, aside: number): void => {
    points.push([at[0] + ahead * cos - aside * sin, at[1] + ahead * sin + aside * cos])
  }
  for (let aside = -widthM / 2; aside <= widthM / 2 + 1e-9; aside += EDGE_STEP_M) {
    add(lengthM / 2, aside)
    add(-lengthM / 2, aside)
  }
  for (let ahead = -lengthM / 2; ahead <= lengthM / 2 + 1e-9; ahead += EDGE_STEP_M) {
    add(ahead, widthM / 2)
    add(ahead, -widthM / 2)
  }
  return points
}

export interface Sweep {
  /** Deepest that any point of the body comes into an obstacle, metres; 0 where none does. */
  readonly intoObstacleM: number
  /** Farthest that any point of the body reaches over the edge of the field, metres. */
  readonly overEdgeM: number
}

export const sweepOf = (
  legs: readonly Leg[],
  body: { readonly widthM: number; readonly lengthM: number },
  field: PolygonXY,
  obstacles: readonly PolygonXY[],
): Sweep => {
  let intoObstacleM = 0
  let overEdgeM = 0
  const reachM = Math.hypot(body.widthM, body.lengthM) / 2
  const judge = (at: XY, angle: number): void => {
    // Far from an edge nothing of the body can be beyond it.
    const close = obstacles.filter(obstacle => isIn(obstacle, at) || awayM(obstacle, at) <= reachM)
    const isAtEdge = !isIn(field, at) || awayM(field, at) <= reachM
    if (close.length === 0 && !isAtEdge) return
    for (const point of outline(at, angle, body.widthM, body.lengthM)) {
      for (const obstacle of close)
        if (isIn(obstacle, point)) intoObstacleM = Math.max(intoObstacleM, awayM(obstacle, point))
      if (isAtEdge && !isIn(field, point)) overEdgeM = Math.max(overEdgeM, awayM(field, point))
    }
  }
  const line = legs.flatMap(({ points }) => points)
  let heading: number | undefined
  for (let i = 1; i < line.length; i++) {
    const a: XY = line[i - 1] ?? [0, 0]
    const b: XY = line[i] ?? [0, 0]
    const lengthM = Math.hypot(b[0] - a[0], b[1] - a[1])
    if (lengthM < 1e-6) continue
    const angle = Math.atan2(b[1] - a[1], b[0] - a[0])
    if (heading !== undefined) {
      const turn = Math.atan2(Math.sin(angle - heading), Math.cos(angle - heading))
      const steps = Math.ceil(Math.abs(turn) / TURN_STEP_RAD)
      for (let k = 1; k < steps; k++) judge(a, heading + (turn * k) / steps)
    }
    const steps = Math.max(1, Math.ceil(lengthM / STEP_M))
    for (let k = 0; k <= steps; k++)
      judge([a[0] + ((b[0] - a[0]) * k) / steps, a[1] + ((b[1] - a[1]) * k) / steps], angle)
    heading = angle
  }
  return { intoObstacleM, overEdgeM }
}
