/**
 * The machine's body on its way. The centre of the blade is also the centre of the body, a rectangle that points the way
 * it drives. Where the centre may be follows from how far the body reaches from it.
 */
import { difference, offset, union } from '../../polygon/clipper.ts'
import { ringContains } from '../../polygon/contains.ts'
import { type Fence, fenceOf } from '../../polygon/fence.ts'
import { boxesMeet, boxOf } from '../../polygon/measure.ts'
import type { PolygonXY, PolylineXY, Ring, XY } from '../../units.ts'
import type { CoverageRequest, MachineBody } from '../request.ts'
import { type Connection, type Connector, connectorOf } from '../turns/connect.ts'
import { createManoeuvres, isSamePose, type Pose } from '../turns/dubins.ts'
import { sweepBody } from './sweepBody.ts'

/** How far a corner of the body swings out of its way on an arc of that radius; on the spot it is half the diagonal. */
export const swingM = ({ widthM, lengthM }: MachineBody, radiusM: number): number =>
  Math.hypot(radiusM + widthM / 2, lengthM / 2) - radiusM

/** Beyond the edge of the field the body may reach this far: what is there is grass unless the map names an obstacle. */
export const OVERHANG_M = 0.3

/** Arcs are driven as chords, at whose ends the corner swings out a little more. */
const ARC_MARGIN_M = 0.12

/** Lines along an obstacle are this much inside the ground that ways may use, so that their own ends are on it. */
const SLACK_M = 0.02

/** Areas that are drawn side by side may be this far apart, twice, and are one ground all the same. */
export const GROUND_GAP_M = 0.1

/** Area for the centre of the machine, from the most comfortable to the last resort. */
export interface BodyField {
  /** The field with its obstacles. */
  readonly whole: readonly PolygonXY[]
  /** Where it may turn with its radius: the body stays within its overhang though the steering is off by the margin. */
  readonly turning: readonly PolygonXY[]
  /** The same, with the body on the ground beside the field that it may turn on, too; empty where there is none. */
  readonly turningOutside: readonly PolygonXY[]
  /** Where it may drive straight on. */
  readonly driving: readonly PolygonXY[]
  /** Clear of obstacles alone: the body may reach over the edge of the field. */
  readonly clear: readonly PolygonXY[]
  /** Where it may turn on the spot. */
  readonly pivoting: readonly PolygonXY[]
  /** Where it may turn on the spot clear of obstacles, though over the edge of the field. */
  readonly pivotingClear: readonly PolygonXY[]
  /**
   * Where its side keeps so far from obstacles beyond the margin: it may drive straight on, and bend as far as `keepsOut` allows. Without
   * obstacles there are no necks, and all of it is `pivotingClear`.
   */
  readonly narrow: ((sideM: number) => readonly PolygonXY[]) | undefined
  /** Whether the body driven along a line stays out of the obstacles. */
  readonly keepsOut: (line: PolylineXY) => boolean
  readonly keepsMargin: KeepsMargin
}

/** Whether the corners of the body that swing out keep their margin to obstacles where it turns from one angle to another. */
export type KeepsMargin = (at: XY, fromRad: number, toRad: number) => boolean

/**
 * @param field and obstacles in the frame of the plan
 * @param blocked obstacles with their clearance, as the field was cut by
 */
export const bodyFieldOf = (
  field: readonly PolygonXY[],
  solid: readonly { readonly polygons: readonly PolygonXY[]; readonly clearanceM: number }[],
  { workingWidthM, minTurnRadiusM }: Pick<CoverageRequest, 'workingWidthM' | 'minTurnRadiusM'>,
  body: MachineBody,
  turnGround: readonly PolygonXY[] = [],
): BodyField => {
  const halfM = workingWidthM / 2
  /** Obstacles grown to where the centre of a headland pass along them drives, or farther. */
  const keptOut = (leastM: number): PolygonXY[] =>
    union(solid.flatMap(({ polygons, clearanceM }) => offset(polygons, Math.max(clearanceM + halfM - SLACK_M, leastM))))
  const within = (insetM: number, out: readonly PolygonXY[]): PolygonXY[] => {
    const inner = insetM > 0 ? offset(field, -insetM) : union(field)
    return out.length === 0 ? inner : difference(inner, out)
  }
  const turnInsetM = Math.max(halfM + SLACK_M, swingM(body, minTurnRadiusM) + body.marginM - OVERHANG_M)
  const driveInsetM = Math.max(0, Math.min(halfM - SLACK_M, body.widthM / 2 - OVERHANG_M))
  const pivotInsetM = Math.max(0, swingM(body, 0) - OVERHANG_M)
  const near = keptOut(0)
  const turning = within(turnInsetM, near)
  const clear = within(0, near)
  const wide =
    turnGround.length === 0
      ? []
      : offset(
          offset([...field, ...turnGround], GROUND_GAP_M),
          -(swingM(body, minTurnRadiusM) + body.marginM + GROUND_GAP_M),
        )
  const far = keptOut(swingM(body, 0) + body.marginM)
  const obstacles = solid.flatMap(({ polygons }) => polygons)
  return {
    whole: field,
    turning,
    turningOutside: wide.length === 0 ? [] : union([...turning, ...difference(wide, near)]),
    driving: within(driveInsetM, near),
    clear,
    pivoting: within(pivotInsetM, far),
    pivotingClear: solid.length === 0 ? clear : within(0, far),
    narrow:
      solid.length === 0
        ? undefined
        : sideM =>
            within(0, union(solid.flatMap(({ polygons }) => offset(polygons, body.widthM / 2 + body.marginM + sideM)))),
    keepsOut: keepsOutOf(obstacles, body),
    keepsMargin: keepsMarginOf(obstacles, body),
  }
}

/** Ways through necks are looked for with this much beside the margin, so that they keep to the middle of a neck. */
const NECK_SIDES_M = [0.5, 0.35, 0.2, SLACK_M] as const

/** Of the margin for tracking this may be lost at the corners of a way through a neck. */
const NECK_GIVES_M = 0.1

const keepsOutOf = (solid: readonly PolygonXY[], body: MachineBody): ((line: PolylineXY) => boolean) => {
  const boxed = solid.map(polygon => ({ polygon, box: boxOf(polygon.outer), fence: lazy(() => fenceOf([polygon])) }))
  const roomM = 2 * Math.max(0, body.marginM - NECK_GIVES_M)
  const room = { widthM: body.widthM + roomM, lengthM: body.lengthM + roomM }
  const reachM = Math.hypot(room.widthM, room.lengthM) / 2
  return line => {
    const whole = boxOf(line)
    const near = boxed.filter(({ box }) => boxesMeet(whole, box, reachM))
    if (near.length === 0) return true
    let isOut = true
    sweepBody(line, room, covered => {
      if (!isOut) return
      const around = boxOf(covered.outer)
      isOut = !near.some(
        ({ polygon, box, fence }) => boxesMeet(around, box) && meetsObstacle(covered.outer, polygon, fence()),
      )
    })
    return isOut
  }
}

/** The same in bends, as lines are thinned by as much. */
const BEND_GIVES_M = 0.019

const keepsMarginOf = (solid: readonly PolygonXY[], { widthM, lengthM, marginM }: MachineBody): KeepsMargin => {
  const fence = lazy(() => fenceOf(solid))
  const roomM = marginM - BEND_GIVES_M
  const keeps = ([x, y]: XY, angle: number, ahead: number, aside: number): boolean => {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    return fence().distanceM([x + ahead * cos - aside * sin, y + ahead * sin + aside * cos], roomM) >= roomM
  }
  return (at, fromRad, toRad) => {
    if (solid.length === 0 || roomM <= 0) return true
    const outwards = (Math.sin(toRad - fromRad) > 0 ? -1 : 1) * (widthM / 2)
    return keeps(at, fromRad, lengthM / 2, outwards) && keeps(at, toRad, -lengthM / 2, outwards)
  }
}

/** Whether a convex area has ground in common with an obstacle: an edge of it, or all of one in the other. */
const meetsObstacle = (covered: Ring, { outer }: PolygonXY, fence: Fence): boolean => {
  const [corner] = covered
  const [first] = outer
  if (corner === undefined || first === undefined) return false
  if (covered.some((at, i) => !fence.clear(at, covered[(i + 1) % covered.length] ?? at))) return true
  return fence.contains(corner) || ringContains(covered, first)
}

/** Links that are remembered at most: the connector lives as long as the field, while the form's angle is moved. */
const MOST_KNOWN = 5000

const lazy = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

type Find = (from: Pose, to: Pose) => Connection | undefined

interface KnownLink {
  readonly from: Pose
  readonly to: Pose
  readonly found: Connection | undefined
}

const numbers = new Float64Array(6)
const words = new Int32Array(numbers.buffer)

/** One number of the six that two poses consist of, mostly another one for other poses. */
const hashOf = (from: Pose, to: Pose): number => {
  numbers[0] = from.at[0]
  numbers[1] = from.at[1]
  numbers[2] = from.angle
  numbers[3] = to.at[0]
  numbers[4] = to.at[1]
  numbers[5] = to.angle
  let hash = 0
  for (const word of words) hash = Math.imul(hash ^ word ^ (hash >>> 15), 0x2c1b3c6d)
  return hash
}

/** A chain of headland passes is tried from several places, each with links that are then driven, or were tried before. */
const remembered = (find: Find): Find => {
  const known = new Map<number, KnownLink>()
  return (from, to) => {
    const hash = hashOf(from, to)
    const before = known.get(hash)
    if (before !== undefined && isSamePose(before.from, from) && isSamePose(before.to, to)) return before.found
    const found = find(from, to)
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(hash, { from, to, found })
    return found
  }
}

/** A ground that links may be on. */
interface Level {
  readonly connector: () => Connector
  readonly holds: (at: XY) => boolean
  readonly mayPivot: boolean
  /** One that all of it is part of: a manoeuvre that does not fit there does not fit here. */
  readonly widest: Level | undefined
}

/** Tries the ground that leaves the body most room first; a way that keeps clear of no obstacle is none. */
export const bodyConnectorOf = (
  ground: BodyField,
  { workingWidthM, minTurnRadiusM }: Pick<CoverageRequest, 'workingWidthM' | 'minTurnRadiusM'>,
  toleranceM: number,
): Connector => {
  const turnsOnSpot = minTurnRadiusM === 0
  const manoeuvres = createManoeuvres(minTurnRadiusM, toleranceM)
  // Made when a way asks for it: most plans need the first one or two alone.
  const levelOn = (
    make: () => readonly PolygonXY[],
    mayPivot: boolean,
    widest?: Level,
    keepsOut?: (line: PolylineXY) => boolean,
  ): Level => {
    const polygons = lazy(make)
    const fence = lazy(() => fenceOf(polygons()))
    const connector = lazy(() =>
      connectorOf(polygons(), fence(), workingWidthM, minTurnRadiusM, toleranceM, keepsOut, manoeuvres),
    )
    const holds = (at: XY): boolean => polygons().length > 0 && fence().contains(at)
    return { connector, holds, mayPivot, widest }
  }
  const clear = levelOn(() => ground.clear, turnsOnSpot)
  const inside = [
    levelOn(() => ground.turning, turnsOnSpot),
    levelOn(() => ground.turningOutside, turnsOnSpot),
    levelOn(() => ground.driving, turnsOnSpot, clear),
    levelOn(() => ground.pivoting, true, clear),
  ]
  const levels = [
    ...inside,
    clear,
    levelOn(() => ground.pivotingClear, true, clear),
    ...(ground.narrow === undefined ? [] : necksOf(ground.narrow)),
  ]
  function necksOf(narrow: (sideM: number) => readonly PolygonXY[]): Level[] {
    // Not driven on itself: most manoeuvres cross an obstacle or the edge, which is known before the ground of a neck is made.
    const between = levelOn(() => ground.whole, true, undefined, ground.keepsOut)
    return NECK_SIDES_M.map(sideM => levelOn(() => narrow(sideM), true, between, ground.keepsOut))
  }
  const first = (
    from: XY | undefined,
    to: XY,
    ask: (connector: Connector) => Connection | undefined,
    among: readonly Level[] = levels,
    mayFit: (level: Level) => boolean = () => true,
  ): Connection | undefined => {
    for (let i = 0; i < among.length; i++) {
      const level = among[i]
      if (level === undefined || !mayFit(level)) continue
      if ((from !== undefined && !level.holds(from)) || !level.holds(to)) continue
      const found = ask(level.connector())
      if (found === undefined || (found.pivots && !level.mayPivot)) continue
      return i < inside.length ? found : { ...found, overEdge: true }
    }
    return undefined
  }
  /** Most manoeuvres that do not fit on the first ground fit on none, which the widest ones tell without the others. */
  const directOn = (from: Pose, to: Pose, among?: readonly Level[]): Connection | undefined => {
    let asked: Level | undefined
    let fitted = true
    const mayFit = ({ widest }: Level): boolean => {
      if (widest === undefined) return true
      if (widest !== asked) fitted = widest.connector().direct(from, to) !== undefined
      asked = widest
      return fitted
    }
    return first(from.at, to.at, connector => connector.direct(from, to), among, mayFit)
  }
  const connect = remembered((from, to) => first(from.at, to.at, connector => connector.connect(from, to)))
  const direct = remembered((from, to) => directOn(from, to))
  return {
    connect,
    direct,
    directInside: (from, to) => directOn(from, to, inside),
    // A start may be outside of everything that may be driven on.
    reach: (from, to) => first(undefined, to.at, connector => connector.reach(from, to)),
    wayM: (from, to) => {
      for (const { connector, holds } of levels) {
        const wayM = holds(from) && holds(to) ? connector().wayM(from, to) : Number.POSITIVE_INFINITY
        if (Number.isFinite(wayM)) return wayM
      }
      return Number.POSITIVE_INFINITY
    },
  }
}

/** The fence of the ground on which turns with the blade on may be. */
export const turnFenceOf = (ground: BodyField): Fence => fenceOf(ground.turning)

/**
 * How far the rim of the blade keeps from an obstacle, so that the body of a machine on a headland pass along it stays out: its side
 * with the margin, and its corner where the headland pass bends.
 * @param leastM what the rim keeps in any case
 */
export const rimClearanceM = (
  body: MachineBody,
  workingWidthM: number,
  minTurnRadiusM: number,
  leastM: number,
): number =>
  Math.max(
    leastM,
    Math.max(body.widthM / 2 + body.marginM, swingM(body, minTurnRadiusM) + Math.max(ARC_MARGIN_M, body.marginM)) -
      workingWidthM / 2,
  )
