/** One part's drive out of its cell. */
import type { CoveragePlan, Leg } from '../coverage/plan.ts'
import { planCoverage } from '../coverage/planCoverage.ts'
import type { CoverageRequest, CoverageSpeeds, PassDirection } from '../coverage/request.ts'
import { lengthM } from '../polyline.ts'
import type { PolygonXY, XY } from '../units.ts'
import type { CutFrame } from './cells.ts'
import { keepsOut, reachOf, seamEndsOf } from './reach.ts'
import type { PartOrder, SplitMower, SplitPart, SplitRequest } from './split.ts'
import { type Timeline, timelineOf } from './timeline.ts'

const STEP_S = 0.5

export interface Cut {
  readonly frame: CutFrame
  readonly cells: readonly PolygonXY[]
}

/** One way to order a cell's drive: laps first or last, sweeping to the left or to the right, laps as asked or turned round. */
export interface Order {
  readonly lapsWhen: 'before' | 'after'
  readonly sweep: 'left' | 'right'
  readonly turnedRound: boolean
}

export const requestOf = (
  request: SplitRequest,
  boundary: PolygonXY,
  mower: SplitMower | undefined,
  { lapsWhen, lapDirection, start, end }: PartOrder,
): CoverageRequest => {
  const { mowers: _, headland, ...rest } = request
  const { workingWidthM = 0, overlapM = 0, minTurnRadiusM = 0, batteryRangeM } = mower ?? {}
  return {
    ...rest,
    boundary,
    workingWidthM,
    overlapM,
    minTurnRadiusM,
    speeds: mower?.speeds ?? { mowingMps: 1, transitMps: 1, turningMps: 1 },
    headland: { ...headland, when: lapsWhen, direction: lapDirection },
    ...(batteryRangeM === undefined ? {} : { batteryRangeM }),
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
  }
}

export const partOf = (
  request: SplitRequest,
  field: PolygonXY,
  { frame, cells }: Cut,
  seat: number,
  index: number,
  { lapsWhen, sweep, turnedRound }: Order,
): SplitPart => {
  const mower = request.mowers[index]
  const cell = cells[seat] ?? field
  const others = cells.filter((_, i) => i !== seat)
  const { overlapM = 0, workingWidthM = 0 } = mower ?? {}
  const side = sideOf(cell, frame, sweep === 'left' ? 'right' : 'left')
  const away = sideOf(cell, frame, sweep)
  const start = mower?.start
  // Headland passes that come first begin where the mower comes from; the swaths after them end far from the seam.
  const lapDirection = turnedRound ? opposite(request.headland.direction) : request.headland.direction
  const order: PartOrder =
    lapsWhen === 'before'
      ? { lapsWhen, lapDirection, end: away, ...(start === undefined ? {} : { start }) }
      : { lapsWhen, lapDirection, start: side }
  const over = Math.max(overlapM / 2, 0.005)
  const planOn = (ground: PolygonXY): CoveragePlan => planCoverage(requestOf(request, ground, mower, order))
  let reach = reachOf(cell, request.boundary, over, seamEndsOf(cell, others, field), workingWidthM)
  let plan = planOn(reach)
  if (!keepsOut(plan, others, over)) {
    reach = reachOf(cell, request.boundary, over, [], workingWidthM)
    plan = planOn(reach)
  }
  const [first] = plan.legs
  const entry = first?.points[0]
  const way = start === undefined || entry === undefined ? [] : [start, entry]
  const finishS = lengthM(way) / (mower?.speeds.transitMps ?? 1) + plan.stats.durationS
  return { mower: index, cell, reach, order, plan, way, finishS }
}

const turned = (direction: PassDirection): PassDirection =>
  direction === 'clockwise' ? 'counterClockwise' : 'clockwise'

const opposite = (directions: PartOrder['lapDirection']): PartOrder['lapDirection'] =>
  typeof directions === 'string' ? turned(directions) : directions.map(turned)

/** The corner of the cell that is farthest to one side. */
const sideOf = ({ outer }: PolygonXY, frame: CutFrame, side: 'left' | 'right'): XY => {
  const sign = side === 'left' ? 1 : -1
  let best: XY = outer[0] ?? [0, 0]
  for (const corner of outer) if (sign * (frame.into(corner)[1] - frame.into(best)[1]) > 0) best = corner
  return best
}

const speedOf = ({ kind, bladeOn }: Leg, { mowingMps, transitMps, turningMps }: CoverageSpeeds): number =>
  kind === 'turn' ? turningMps : bladeOn ? mowingMps : transitMps

/** Machines leave one yard side by side, so their ways to the field say nothing about the field: only the wait counts. */
export const lineOf = ({ way, plan }: SplitPart, mower: SplitMower | undefined): Timeline => {
  const speeds = mower?.speeds ?? { mowingMps: 1, transitMps: 1, turningMps: 1 }
  return timelineOf(
    plan.legs.map(leg => ({ points: leg.points, speedMps: speedOf(leg, speeds) })),
    lengthM(way) / speeds.transitMps,
    STEP_S,
  )
}
