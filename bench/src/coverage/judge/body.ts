/** Where the body of the machine is on a drive: which metres are too near to an obstacle, and which too far over the edge. */
import type { Leg, LegKind, MachineBody, PolygonXY, XY } from '@greensward/geometry'
import { awayFromEdgeM, type Edge, type EdgeGrid, edgeGrid, edgesOf, NEAR_M } from './edges.ts'

/** Metres of the drive, by kind of leg. A turn on the spot counts the way of the body's corner. */
export type MetresByKind = Readonly<Record<LegKind, number>>

export interface BodyVerdict {
  /** On which the body comes nearer to an obstacle than its margin. */
  readonly nearObstacleM: MetresByKind
  /** On which a part of the body is in an obstacle. */
  readonly inObstacleM: MetresByKind
  /** Least distance between body and an obstacle; infinite where all are farther than a machine reaches. */
  readonly leastGapM: number
  /** On which the body reaches farther over the edge of the field than is permitted. */
  readonly overEdgeM: MetresByKind
  readonly farthestOverM: number
}

/** Beyond the edge of a field is grass; the product lets a body reach this far over it. */
export const PERMITTED_OVER_EDGE_M = 0.3
/** Waypoints are thinned by as much. */
const TOLERANCE_M = 0.02
const STEP_M = 0.25
const TURN_STEP_RAD = Math.PI / 18
const SAME_M = 1e-6

/** A rectangle: `ahead` and `aside` are half its length and half its width. */
interface Pose {
  readonly at: XY
  readonly angle: number
  readonly ahead: number
  readonly aside: number
}

const turned = (from: number, to: number): number => Math.atan2(Math.sin(to - from), Math.cos(to - from))

/** Every rectangle that the body covers: straight on in short steps, turning at each corner. */
const sweep = (
  legs: readonly Leg[],
  body: MachineBody,
  visit: (pose: Pose, kind: LegKind, metres: number) => void,
): void => {
  const [ahead, aside] = [body.lengthM / 2, body.widthM / 2]
  let before: { readonly at: XY; readonly angle: number | undefined } | undefined
  for (const { kind, points } of legs)
    for (const at of points) {
      const from = before?.at ?? at
      const wayM = Math.hypot(at[0] - from[0], at[1] - from[1])
      if (wayM < SAME_M) {
        before ??= { at, angle: undefined }
        continue
      }
      const angle = Math.atan2(at[1] - from[1], at[0] - from[0])
      const turn = before?.angle === undefined ? 0 : turned(before.angle, angle)
      const turns = Math.ceil(Math.abs(turn) / TURN_STEP_RAD)
      for (let k = 1; k < turns; k++)
        visit(
          { at: from, angle: angle - turn + (turn * k) / turns, ahead, aside },
          kind,
          (Math.hypot(ahead, aside) * Math.abs(turn)) / turns,
        )
      const steps = Math.ceil(wayM / STEP_M)
      const half = wayM / steps / 2
      for (let k = 0; k < steps; k++) {
        const t = (k + 0.5) / steps
        const middle: XY = [from[0] + (at[0] - from[0]) * t, from[1] + (at[1] - from[1]) * t]
        visit({ at: middle, angle, ahead: ahead + half, aside }, kind, wayM / steps)
      }
      before = { at, angle }
    }
}

const onEarth = ({ at, angle }: Pose, along: number, across: number): XY => {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return [at[0] + along * cos - across * sin, at[1] + along * sin + across * cos]
}

/** The point seen from the body: how far ahead, how far to its left. */
const fromBody = ({ at, angle }: Pose, [x, y]: XY): XY => {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const [dx, dy] = [x - at[0], y - at[1]]
  return [dx * cos + dy * sin, dy * cos - dx * sin]
}

/** Whether a line crosses or touches a rectangle round the origin: what is left of it between each pair of sides. */
const crosses = ([a, b]: Edge, halves: XY): boolean => {
  let [first, last] = [0, 1]
  for (const axis of [0, 1] as const) {
    const step = b[axis] - a[axis]
    const [low, high] = [-halves[axis] - a[axis], halves[axis] - a[axis]]
    if (step === 0) {
      if (low > 0 || high < 0) return false
      continue
    }
    first = Math.max(first, Math.min(low / step, high / step))
    last = Math.min(last, Math.max(low / step, high / step))
  }
  return first <= last
}

/** Distance between the body and an edge; 0 where they meet. */
const gapToEdgeM = (pose: Pose, [a, b]: Edge): number => {
  const edge: Edge = [fromBody(pose, a), fromBody(pose, b)]
  const { ahead, aside } = pose
  if (crosses(edge, [ahead, aside])) return 0
  const toEnd = ([x, y]: XY): number => Math.hypot(Math.max(0, Math.abs(x) - ahead), Math.max(0, Math.abs(y) - aside))
  const corners: XY[] = [
    [ahead, aside],
    [ahead, -aside],
    [-ahead, aside],
    [-ahead, -aside],
  ]
  return Math.min(toEnd(edge[0]), toEnd(edge[1]), ...corners.map(corner => awayFromEdgeM(corner, edge)))
}

/** Shares of half a length at which points of the outline are looked at. */
const SHARES = [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1]

const outlineOf = (pose: Pose): XY[] =>
  SHARES.flatMap(share => [
    onEarth(pose, pose.ahead, share * pose.aside),
    onEarth(pose, -pose.ahead, share * pose.aside),
    onEarth(pose, share * pose.ahead, pose.aside),
    onEarth(pose, share * pose.ahead, -pose.aside),
  ])

/** Farthest that the body reaches over the edge of the field. */
const overEdgeM = (field: EdgeGrid, pose: Pose): number => {
  const awayM = field.awayM(pose.at)
  if (field.contains(pose.at) && awayM > Math.hypot(pose.ahead, pose.aside)) return 0
  let farthestM = 0
  for (const point of outlineOf(pose))
    if (!field.contains(point)) farthestM = Math.max(farthestM, Math.min(NEAR_M, field.awayM(point)))
  return farthestM
}

interface Obstacle {
  readonly grid: EdgeGrid
  readonly box: readonly [west: number, south: number, east: number, north: number]
}

const obstacleOf = (polygon: PolygonXY): Obstacle => {
  const corners = edgesOf(polygon).map(([corner]) => corner)
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  const least = (values: number[]): number => values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY) - NEAR_M
  const most = (values: number[]): number => values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY) + NEAR_M
  return { grid: edgeGrid(polygon), box: [least(xs), least(ys), most(xs), most(ys)] }
}

const gapToObstacleM = ({ grid, box }: Obstacle, pose: Pose, farM: number): number => {
  const [x, y] = pose.at
  if (x < box[0] || y < box[1] || x > box[2] || y > box[3]) return Number.POSITIVE_INFINITY
  if (grid.contains(pose.at)) return 0
  if (grid.awayM(pose.at) > Math.hypot(pose.ahead, pose.aside) + farM) return Number.POSITIVE_INFINITY
  let leastM = Number.POSITIVE_INFINITY
  for (const edge of grid.near(pose.at)) leastM = Math.min(leastM, gapToEdgeM(pose, edge))
  return leastM
}

const nothing = (): Record<LegKind, number> => ({ lap: 0, swath: 0, turn: 0, transit: 0 })

/** @param field whose outer edge the body may reach over a little; its holes count only where they are obstacles */
export const judgeBody = (
  legs: readonly Leg[],
  body: MachineBody,
  field: PolygonXY,
  obstacles: readonly PolygonXY[],
): BodyVerdict => {
  const edge = edgeGrid({ outer: field.outer, holes: [] })
  const keptOut = obstacles.map(obstacleOf)
  const [nearObstacle, inObstacle, overEdge] = [nothing(), nothing(), nothing()]
  let [leastGapM, farthestOverM] = [Number.POSITIVE_INFINITY, 0]
  sweep(legs, body, (pose, kind, metres) => {
    for (const obstacle of keptOut) {
      const gapM = gapToObstacleM(obstacle, pose, body.marginM)
      leastGapM = Math.min(leastGapM, gapM)
      if (gapM < body.marginM - TOLERANCE_M) nearObstacle[kind] += metres
      if (gapM === 0) inObstacle[kind] += metres
    }
    const overM = overEdgeM(edge, pose)
    farthestOverM = Math.max(farthestOverM, overM)
    if (overM > PERMITTED_OVER_EDGE_M + TOLERANCE_M) overEdge[kind] += metres
  })
  return { nearObstacleM: nearObstacle, inObstacleM: inObstacle, leastGapM, overEdgeM: overEdge, farthestOverM }
}
