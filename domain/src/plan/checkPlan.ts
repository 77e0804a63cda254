/** Is every segment of a drive where it may be? Judged on the segments of the geometry read back, not on its points. */
import {
  type BodySize,
  type Box,
  boxOf,
  type PolygonXY,
  type PolylineXY,
  polygonsIntersect,
  sweepBody,
  type WayCheck,
  wayCheck,
  type XY,
} from '@greensward/geometry'
import type { Position } from '../course/course.ts'
import { boxesMeet, frameAround, positionOf } from '../course/courseGeometry.ts'
import {
  forbiddenGround,
  type GroundInput,
  type GroundObstacle,
  missionGround,
  obstaclesBeside,
  targetFeature,
} from './missionGround.ts'
import { turnCheckOf, turnGroundOf } from './turnGround.ts'

/** A line to drive. Without word of the blade it counts as on. */
export interface DrivenPath {
  readonly points: readonly Position[]
  readonly bladeOn?: boolean
}

export interface PlanViolation {
  /** `bodyInObstacle`: the middle of the mower keeps out, but not all of its body. */
  readonly kind: 'leavesBoundary' | 'crossesObstacle' | 'bodyInObstacle' | 'noGround'
  /** Number of the path (leg) and of the segment in it, counted from 0. */
  readonly path: number
  readonly segment: number
  /** Where the segment begins. */
  readonly at: Position
  /** The obstacle that is crossed or reached into, or the boundary that is left; null when the target is gone from the map. */
  readonly featureId: string | null
  readonly title: string
}

/**
 * MAVLink carries positions in steps of 1e-7 degrees, so a point read back is up to 8 mm from the planned one, and the
 * planner itself keeps to a boundary within 1 cm.
 */
export const CHECK_TOLERANCE_M = 0.02

/** A body that reaches into an obstacle by less than this is none of the planner's doing, but of its rounding. */
const BODY_TOLERANCE_M = 0.05

/** So far from anything on a course that a way never gets there. */
const EVERYWHERE: PolygonXY = {
  outer: [
    [-1e6, -1e6],
    [1e6, -1e6],
    [1e6, 1e6],
    [-1e6, 1e6],
  ],
  holes: [],
}

/** Prepares the check of ways against an optional boundary and obstacles, with the tolerance of what comes over MAVLink. */
export const wayCheckOf = (boundary: PolygonXY | undefined, obstacles: readonly PolygonXY[]): WayCheck =>
  wayCheck([boundary ?? EVERYWHERE], obstacles, CHECK_TOLERANCE_M)

/** A ground to judge drives on and, where it is known, how large the machine is that drives. */
export type CheckInput = GroundInput & { readonly body?: BodySize }

/**
 * Every segment of the paths that leaves the target's boundary or crosses an obstacle; none means that the drive is safe on
 * this map. With the blade off the ground to turn on beside the target counts as inside. A road has no boundary, only obstacles. With a body, all of it has to keep out of obstacles, turning included,
 * and of those beside the boundary, too; the paths are then driven one after the other.
 */
export const checkPaths = (paths: readonly DrivenPath[], input: CheckInput): PlanViolation[] => {
  const ground = groundOf(input)
  if (ground === undefined) {
    const at = paths[0]?.points[0] ?? [0, 0]
    return [{ kind: 'noGround', path: 0, segment: 0, at, featureId: null, title: '' }]
  }
  return judgePaths(paths, ground, input.body)
}

/** `checkPaths` on a ground that is known already. */
export const judgePaths = (
  paths: readonly DrivenPath[],
  { frame, boundary, turnGround, obstacles, beside }: JudgedGround,
  body: BodySize | undefined,
): PlanViolation[] => {
  const boxed = (obstacle: GroundObstacle) => ({ obstacle, box: boxOf(obstacle.polygon.outer) })
  const checks = obstacles.map(obstacle => ({
    ...boxed(obstacle),
    check: wayCheckOf(undefined, [obstacle.polygon]),
  }))
  const field = boundary && wayCheckOf(boundary.polygon, [])
  const turning = boundary && field && turnCheckOf(boundary.polygon, turnGround, field, body, CHECK_TOLERANCE_M)
  const lines: PolylineXY[] = []
  const crossings = new Set<string>()
  const violations: PlanViolation[] = []
  for (const [path, { points, bladeOn = true }] of paths.entries()) {
    const line: PolylineXY = points.map(position => frame.toLocal(position))
    forEachSegment(line, (a, b, segment) => {
      const found = { path, segment, at: positionOf(frame, a) }
      const isInside = bladeOn
        ? field?.segmentInside(a, b)
        : turning?.segmentOn(line[segment - 1] ?? lines.at(-1)?.at(-2), a, b)
      if (boundary !== undefined && isInside === false)
        violations.push({ kind: 'leavesBoundary', ...found, featureId: boundary.featureId, title: boundary.title })
      const box = boxOf([a, b])
      for (const { obstacle, box: around, check } of checks)
        if (boxesMeet(box, around) && !check.segmentInside(a, b)) {
          const { featureId, title } = obstacle
          crossings.add(`${path} ${segment} ${featureId}`)
          violations.push({ kind: 'crossesObstacle', ...found, featureId, title })
        }
    })
    lines.push(line)
  }
  if (body === undefined) return violations
  for (const { path, segment, obstacle } of reachedInto(lines, body, [...obstacles, ...beside].map(boxed))) {
    const { featureId, title } = obstacle
    if (crossings.has(`${path} ${segment} ${featureId}`)) continue
    const at = positionOf(frame, lines[path]?.[segment] ?? [0, 0])
    violations.push({ kind: 'bodyInObstacle', path, segment, at, featureId, title })
  }
  return violations
}

interface Reach {
  readonly path: number
  readonly segment: number
  readonly obstacle: GroundObstacle
}

/** Obstacles that the body comes into, once for each segment. Each line is driven right after the one before it. */
const reachedInto = (
  lines: readonly PolylineXY[],
  body: BodySize,
  obstacles: readonly { readonly obstacle: GroundObstacle; readonly box: Box }[],
): readonly Reach[] => {
  const found = new Map<string, Reach>()
  const whole = lines.flat()
  const places = lines.flatMap((line, path) => line.map((_, segment) => ({ path, segment })))
  sweepBody(whole, body, (covered, i) => {
    const place = places[i]
    const around = boxOf(covered.outer)
    for (const { obstacle, box } of obstacles) {
      if (place === undefined || !boxesMeet(around, box)) continue
      const key = `${i} ${obstacle.featureId}`
      if (!found.has(key) && polygonsIntersect(covered, obstacle.polygon, BODY_TOLERANCE_M))
        found.set(key, { ...place, obstacle })
    }
  })
  return [...found.values()]
}

/** `checkPaths` for a plan as it is stored; `path` counts its legs. */
export const checkPlan = (plan: { readonly legs: readonly DrivenPath[] }, input: CheckInput): PlanViolation[] => {
  // The way from the end of one leg to the start of the next is driven too, so it belongs to the next leg.
  const paths = plan.legs.map((leg, i): DrivenPath => {
    const end = plan.legs[i - 1]?.points.at(-1)
    const start = leg.points[0]
    const joined = end === undefined || (end[0] === start?.[0] && end[1] === start?.[1])
    return joined ? leg : { ...leg, points: [end, ...leg.points] }
  })
  return checkPaths(paths, input)
}

const forEachSegment = (line: PolylineXY, visit: (a: XY, b: XY, segment: number) => void): void => {
  let previous = line[0]
  for (const [i, point] of line.entries()) {
    // A single point counts as a segment without length, so that it is judged as well.
    if (previous !== undefined && (i > 0 || line.length === 1)) visit(previous, point, Math.max(0, i - 1))
    previous = point
  }
}

interface JudgedGround {
  readonly frame: ReturnType<typeof frameAround>
  readonly boundary: GroundObstacle | undefined
  /** Beside the boundary, for the blade off. */
  readonly turnGround: readonly PolygonXY[]
  readonly obstacles: readonly GroundObstacle[]
  readonly beside: readonly GroundObstacle[]
}

const groundOf = (input: GroundInput): JudgedGround | undefined => {
  const feature = targetFeature(input.features, input.target)
  if (feature?.kind === 'road') {
    const frame = frameAround(feature.geometry.coordinates)
    return {
      frame,
      boundary: undefined,
      turnGround: [],
      obstacles: forbiddenGround(frame, input.features, input.zoneTypes, input.at),
      beside: [],
    }
  }
  const ground = missionGround(input)
  if (!ground.ok) return undefined
  const { frame, target, boundary, obstacles } = ground.value
  return {
    frame,
    boundary: { featureId: target.id, title: target.properties.title, polygon: boundary },
    turnGround: turnGroundOf(ground.value, input),
    obstacles,
    beside: obstaclesBeside(ground.value, input),
  }
}
