/** One part's drive out of its cell. */
import { setSpeedMps } from '../coverage/metrics/setSpeed.ts'
import type { CoveragePlan } from '../coverage/plan.ts'
import { planCoverage } from '../coverage/planCoverage.ts'
import type { CoverageRequest, PassDirection } from '../coverage/request.ts'
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

/** A machine and its index into the request's mowers, in the order of the cells. */
export interface Seat {
  readonly index: number
  readonly mower: SplitMower
}

/** The same machine as a point, whose parts are planned several times as fast. */
export const asPoint = ({ index, mower: { body: _, ...mower } }: Seat): Seat => ({ index, mower })

/** One way to order a cell's drive: laps first or last, sweeping to the left or to the right, laps as asked or turned round. */
export interface Order {
  readonly lapsWhen: 'before' | 'after'
  readonly sweep: 'left' | 'right'
  readonly turnedRound: boolean
}

export const requestOf = (
  request: SplitRequest,
  boundary: PolygonXY,
  mower: SplitMower,
  { lapsWhen, lapDirection, start, end }: PartOrder,
): CoverageRequest => {
  const { headingDeg, headland, turnScheme, obstacles } = request
  const { bodyWidthM: _, timeFactor: __, start: ___, ...machine } = mower
  return {
    headingDeg,
    turnScheme,
    obstacles,
    ...machine,
    boundary,
    headland: { ...headland, when: lapsWhen, direction: lapDirection },
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
  }
}

export const partOf = (
  request: SplitRequest,
  field: PolygonXY,
  { frame, cells }: Cut,
  seat: number,
  { index, mower }: Seat,
  { lapsWhen, sweep, turnedRound }: Order,
): SplitPart => {
  const cell = cells[seat] ?? field
  const others = cells.filter((_, i) => i !== seat)
  const { overlapM, workingWidthM, start, speeds, timeFactor = 1 } = mower
  const { rounded = exactly } = request
  const side = rounded(sideOf(cell, frame, sweep === 'left' ? 'right' : 'left'))
  const away = rounded(sideOf(cell, frame, sweep))
  // Headland passes that come first begin where the mower comes from; the swaths after them end far from the seam.
  const lapDirection = turnedRound ? opposite(request.headland.direction) : request.headland.direction
  const order: PartOrder =
    lapsWhen === 'before'
      ? { lapsWhen, lapDirection, end: away, ...(start === undefined ? {} : { start }) }
      : { lapsWhen, lapDirection, start: side }
  const over = Math.max(overlapM / 2, 0.005)
  const planOn = (ground: PolygonXY): CoveragePlan => planCoverage(requestOf(request, ground, mower, order))
  const reachWith = (seamEnds: readonly XY[]): PolygonXY => {
    const { outer, holes } = reachOf(cell, request.boundary, over, seamEnds, workingWidthM)
    return { outer: outer.map(rounded), holes: holes.map(hole => hole.map(rounded)) }
  }
  let reach = reachWith(seamEndsOf(cell, others, field))
  let plan = planOn(reach)
  if (!keepsOut(plan, others, over)) {
    reach = reachWith([])
    plan = planOn(reach)
  }
  const [first] = plan.legs
  const entry = first?.points[0]
  const way = start === undefined || entry === undefined ? [] : [start, entry]
  const finishS = (lengthM(way) / speeds.transitMps + plan.stats.durationS) * timeFactor
  return { mower: index, cell, reach, order, plan, way, finishS }
}

const exactly = (point: XY): XY => point

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

/** Machines leave one yard side by side, so their ways to the field say nothing about the field: only the wait counts. */
export const lineOf = ({ way, plan }: SplitPart, { speeds, timeFactor = 1 }: SplitMower): Timeline =>
  timelineOf(
    plan.legs.map(leg => ({ points: leg.points, speedMps: setSpeedMps(leg, speeds) })),
    lengthM(way) / speeds.transitMps,
    STEP_S,
    timeFactor,
  )
