import { freeSpaceOf } from '../coverage/freeSpace.ts'
import type { CoveragePlan, CoverageWarning, Leg } from '../coverage/plan.ts'
import { planCoverage } from '../coverage/planCoverage.ts'
import type { CoverageRequest, CoverageSpeeds, LapDirection } from '../coverage/request.ts'
import { difference, intersection, offset, union } from '../polygon/clipper.ts'
import { wayCheck } from '../polygon/fence.ts'
import { areaM2, boxOf, ringsOf } from '../polygon/measure.ts'
import { distanceM, distanceToLineM, lengthM, simplifyRing } from '../polyline.ts'
import { shortestPath } from '../shortestPath.ts'
import type { PolygonXY, PolylineXY, Ring, XY } from '../units.ts'
import { type CutFrame, cellsBetween, cutFrame, measureAcross } from './cells.ts'
import { leastApartM, type Timeline, timelineOf } from './timeline.ts'

/** One of the machines that share a field. */
export interface SplitMower {
  readonly workingWidthM: number
  readonly overlapM: number
  readonly minTurnRadiusM: number
  readonly speeds: CoverageSpeeds
  /** The machine's own width. */
  readonly bodyWidthM: number
  /** Where it is; absent, nobody knows. */
  readonly start?: XY
  readonly batteryRangeM?: number
}

export interface SplitRequest
  extends Omit<
    CoverageRequest,
    'workingWidthM' | 'overlapM' | 'minTurnRadiusM' | 'speeds' | 'start' | 'end' | 'batteryRangeM'
  > {
  /** At least one, in the order of the answer's `mower`. */
  readonly mowers: readonly SplitMower[]
}

/** What makes one part's drive out of its cell: when its laps come and where it is to begin or end. */
export interface PartOrder {
  readonly lapsWhen: 'before' | 'after'
  readonly lapDirection: LapDirection | readonly LapDirection[]
  readonly start?: XY
  readonly end?: XY
}

export interface SplitPart {
  /** Index into the request's mowers. */
  readonly mower: number
  /** This part's own ground; the cells of two parts have no ground in common. */
  readonly cell: PolygonXY
  /**
   * Where the blade may cut: the cell, and over each seam half of the lap that neighbouring swaths have. Where a seam ends a width
   * more, as long as the machine's middle keeps to its cell.
   */
  readonly reach: PolygonXY
  readonly order: PartOrder
  readonly plan: CoveragePlan
  /** From the mower to the start of its plan, round the other cells; empty where nobody knows where the mower is. */
  readonly way: PolylineXY
  /** Way and drive, in seconds from a common start. */
  readonly finishS: number
}

export type SplitWarning =
  | CoverageWarning
  | {
      readonly kind: 'tooSmallToSplit' | 'finishApart' | 'tooNear' | 'wayThroughCell'
      readonly message: string
    }

export interface MowerSplit {
  /** One for each mower, along the cuts; empty with a reason in `warnings` where the field cannot be split. */
  readonly parts: readonly SplitPart[]
  /** What no part mows. */
  readonly uncovered: readonly PolygonXY[]
  readonly warnings: readonly SplitWarning[]
  /** (latest finish - earliest finish) / latest finish, 0 to 1. */
  readonly spread: number
  /** How near, middle to middle, the two machines come that have least to spare, when all start within 20 s. */
  readonly leastApartM: number
  /** What is asked for between the middles of these two. */
  readonly clearanceM: number
}

/** Kept between the sides of two machines: a machine's corners swing out in a turn, and both may be off their line. */
export const SIDE_CLEARANCE_M = 0.5

/** So far apart may the starts of two parts be without the machines coming near each other. */
const START_SLACK_S = 20

/** Finish times that differ by no more than this share are together. */
export const FINISH_TOGETHER = 0.03

/** More room than is asked for is taken where it costs nothing: machines are seldom where they should be to the second. */
const ROOM_M = 10

const STEP_S = 0.5
const ROUNDS = 9
const THIN_M = 0.003

/** The distance that the middles of two machines keep, metres. */
export const machineClearanceM = (a: Pick<SplitMower, 'bodyWidthM'>, b: Pick<SplitMower, 'bodyWidthM'>): number =>
  (a.bodyWidthM + b.bodyWidthM) / 2 + SIDE_CLEARANCE_M

interface Cut {
  readonly frame: CutFrame
  readonly cells: readonly PolygonXY[]
}

interface Trial {
  readonly parts: readonly SplitPart[]
  readonly spread: number
  /** Two machines would come nearer than their clearance. */
  readonly isNear: boolean
}

/** Machines that come near each other weigh as much as parts that end a third apart. */
const faultOf = ({ spread, isNear }: Trial): number => spread + (isNear ? 0.33 : 0)

/** One way to order a cell's drive: laps first or last, sweeping to the left or to the right, laps as asked or turned round. */
interface Order {
  readonly lapsWhen: 'before' | 'after'
  readonly sweep: 'left' | 'right'
  readonly turnedRound: boolean
}

const ORDERS: readonly Order[] = [false, true].flatMap(turnedRound =>
  (['right', 'left'] as const).flatMap(sweep =>
    (['before', 'after'] as const).map((lapsWhen): Order => ({ lapsWhen, sweep, turnedRound })),
  ),
)
const FIRST_ORDER: Order = { lapsWhen: 'before', sweep: 'right', turnedRound: false }
const SECOND_ORDER: Order = { lapsWhen: 'after', sweep: 'left', turnedRound: false }

/**
 * Splits a field among machines so that they finish together. Every cell hangs together and is cut along the swaths where the
 * field's shape allows it, across them where that balances better. The drives are ordered so that two machines are never at
 * the same stretch of their common seam at the same time.
 */
export const splitForMowers = (request: SplitRequest): MowerSplit => {
  const { mowers } = request
  const asked = { lapsWhen: request.laps.when, lapDirection: request.laps.direction }
  const whole = planCoverage(requestOf(request, request.boundary, mowers[0], asked))
  const nothing = (warnings: readonly SplitWarning[]): MowerSplit => ({
    parts: [],
    uncovered: whole.uncovered,
    warnings,
    spread: 0,
    leastApartM: Number.POSITIVE_INFINITY,
    clearanceM: 0,
  })
  const tooSmall = (message: string): MowerSplit => nothing([{ kind: 'tooSmallToSplit', message }])
  if (mowers.length === 0) return tooSmall('there is no mower')
  if (whole.legs.length === 0) return nothing(whole.warnings)
  const space = freeSpaceOf(request.boundary, request.obstacles, undefined)
  if (space === undefined) return nothing(whole.warnings)
  const fixed = { ...request, headingDeg: whole.headingDeg }

  let best: Trial | undefined
  for (const turnDeg of [0, 90, 45, 135]) {
    const trial = balanced(fixed, space.field, cutFrame(whole.headingDeg + turnDeg))
    if (trial !== undefined && (best === undefined || faultOf(trial) < faultOf(best) - 0.005)) best = trial
    if (best !== undefined && best.spread <= FINISH_TOGETHER && !best.isNear) break
  }
  if (best === undefined) return tooSmall(`the field cannot be cut into ${mowers.length} parts`)
  return answerOf(fixed, best, [...space.cutOff])
}

const requestOf = (
  request: SplitRequest,
  boundary: PolygonXY,
  mower: SplitMower | undefined,
  { lapsWhen, lapDirection, start, end }: PartOrder,
): CoverageRequest => {
  const { mowers: _, laps, ...rest } = request
  const { workingWidthM = 0, overlapM = 0, minTurnRadiusM = 0, batteryRangeM } = mower ?? {}
  return {
    ...rest,
    boundary,
    workingWidthM,
    overlapM,
    minTurnRadiusM,
    speeds: mower?.speeds ?? { mowingMps: 1, transitMps: 1, turningMps: 1 },
    laps: { ...laps, when: lapsWhen, direction: lapDirection },
    ...(batteryRangeM === undefined ? {} : { batteryRangeM }),
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
  }
}

/** Who mows which cell, from right to left: who stands farther to the right, so that no way leads through another's cell. */
const seatsOf = (mowers: readonly SplitMower[], frame: CutFrame): readonly number[] => {
  const across = ({ start }: SplitMower): number => (start === undefined ? 0 : frame.into(start)[1])
  return mowers
    .map((mower, index) => ({ index, at: across(mower) }))
    .sort((a, b) => a.at - b.at || a.index - b.index)
    .map(({ index }) => index)
}

const balanced = (request: SplitRequest, field: PolygonXY, frame: CutFrame): Trial | undefined => {
  const { mowers } = request
  const seats = seatsOf(mowers, frame)
  const measure = measureAcross(field, frame)
  const pace = (seat: number): number => {
    const mower = mowers[seat]
    return mower === undefined ? 0 : (mower.workingWidthM - mower.overlapM) * mower.speeds.mowingMps
  }
  const paces = seats.map(pace)
  let shares = normal(paces)
  let orders: readonly Order[] = seats.map((_, i) => (i % 2 === 0 ? FIRST_ORDER : SECOND_ORDER))
  let best: Trial | undefined
  for (let round = 0; round < ROUNDS; round++) {
    const cuts = runningSums(shares)
      .slice(0, -1)
      .map(share => measure.acrossAt(share))
    const cells = cellsBetween(field, frame, cuts)
    if (cells === undefined) break
    const cut = { frame, cells }
    const build = (seat: number, order: Order): SplitPart => partOf(request, field, cut, seat, seats[seat] ?? 0, order)
    if (round === 2 || (round === 5 && best?.isNear !== false)) orders = apartOrders(request, seats, build)
    const parts = seats.map((_, seat) => build(seat, orders[seat] ?? FIRST_ORDER))
    if (parts.some(({ plan }) => plan.legs.length === 0)) break
    // The first rounds are driven in another order than the last ones, so they do not count.
    if (round >= 2) {
      const trial = { parts, spread: spreadOf(parts), isNear: comeNear(request, parts) }
      if (best === undefined || faultOf(trial) < faultOf(best)) best = trial
      if (faultOf(best) < 0.004) break
    }
    const mean = parts.reduce((sum, { finishS }) => sum + finishS, 0) / parts.length
    // Half steps at the end, for whole swaths come and go and the full step would jump over the balance.
    const damp = round < 4 ? 1 : 0.5
    shares = normal(shares.map((share, i) => share * (mean / (parts[i]?.finishS ?? mean)) ** damp))
  }
  return best
}

const comeNear = (request: SplitRequest, parts: readonly SplitPart[]): boolean => {
  const lines = parts.map(part => ({ part, line: lineOf(part, request.mowers[part.mower]) }))
  return lines.some(({ part, line }, i) =>
    lines
      .slice(i + 1)
      .some(
        other => leastApartM(line, other.line, START_SLACK_S) < clearanceBetween(request, part.mower, other.part.mower),
      ),
  )
}

const normal = (values: readonly number[]): number[] => {
  const sum = values.reduce((a, b) => a + b, 0)
  return values.map(value => value / sum)
}

const runningSums = (values: readonly number[]): number[] => {
  let sum = 0
  return values.map(value => {
    sum += value
    return sum
  })
}

const spreadOf = (parts: readonly SplitPart[]): number => {
  const finishes = parts.map(({ finishS }) => finishS)
  const latest = Math.max(...finishes)
  return latest > 0 ? (latest - Math.min(...finishes)) / latest : 0
}

const partOf = (
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
  // Laps that come first begin where the mower comes from; the swaths after them end far from the seam.
  const lapDirection = turnedRound ? opposite(request.laps.direction) : request.laps.direction
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

const turned = (direction: LapDirection): LapDirection => (direction === 'clockwise' ? 'counterClockwise' : 'clockwise')

const opposite = (directions: PartOrder['lapDirection']): PartOrder['lapDirection'] =>
  typeof directions === 'string' ? turned(directions) : directions.map(turned)

/** Corners this near to a line lie on it: cutting rounds to a tenth of a millimetre. */
const ON_LINE_M = 0.003

const closed = (ring: Ring): PolylineXY => [...ring, ...ring.slice(0, 1)]

/** Where a cell's seams meet the edge of the field. */
const seamEndsOf = (cell: PolygonXY, others: readonly PolygonXY[], field: PolygonXY): readonly XY[] => {
  const edges = ringsOf([field]).map(closed)
  const theirs = ringsOf(others).map(closed)
  const on = (lines: readonly PolylineXY[], corner: XY): boolean =>
    lines.some(line => distanceToLineM(line, corner) < ON_LINE_M)
  return ringsOf([cell])
    .flat()
    .filter(corner => on(edges, corner) && on(theirs, corner))
}

const DISC_CORNERS = 32

const discRound = ([x, y]: XY, radiusM: number): PolygonXY => ({
  outer: Array.from({ length: DISC_CORNERS }, (_, i): XY => {
    const angle = (2 * Math.PI * i) / DISC_CORNERS
    return [x + radiusM * Math.cos(angle), y + radiusM * Math.sin(angle)]
  }),
  holes: [],
})

/** Round the whole frame: further out is nothing. */
const EVERYWHERE: PolygonXY = {
  outer: [
    [-1e6, -1e6],
    [1e6, -1e6],
    [1e6, 1e6],
    [-1e6, 1e6],
  ],
  holes: [],
}

/** Whether the machine's middle never comes into another's cell by more than it may cut over the seam. */
const keepsOut = ({ legs }: CoveragePlan, others: readonly PolygonXY[], over: number): boolean => {
  const check = wayCheck([EVERYWHERE], offset(others, -over), ON_LINE_M)
  return legs.every(({ points }) => check.pathInside(points))
}

/**
 * Where the blade of a cell may cut: the cell and half a lap over its seams. Where a seam meets the edge of the field a width more,
 * so that the machine, its middle still on its own side, turns where the seam ends and two round corners leave nothing between them.
 */
const reachOf = (
  cell: PolygonXY,
  boundary: PolygonXY,
  over: number,
  seamEnds: readonly XY[],
  widthM: number,
): PolygonXY => {
  const ends = seamEnds.map(end => discRound(end, widthM))
  const grown = intersection(union(offset([cell], over), ends), [boundary])
  const largest = grown.reduce<PolygonXY | undefined>(
    (best, piece) => (best === undefined || areaM2(piece) > areaM2(best) ? piece : best),
    undefined,
  )
  const { outer, holes } = largest ?? cell
  return { outer: simplifyRing(outer, THIN_M), holes: holes.map(hole => simplifyRing(hole, THIN_M)) }
}

/** The corner of the cell that lies farthest to one side. */
const sideOf = ({ outer }: PolygonXY, frame: CutFrame, side: 'left' | 'right'): XY => {
  const sign = side === 'left' ? 1 : -1
  let best: XY = outer[0] ?? [0, 0]
  for (const corner of outer) if (sign * (frame.into(corner)[1] - frame.into(best)[1]) > 0) best = corner
  return best
}

const speedOf = ({ kind, bladeOn }: Leg, { mowingMps, transitMps, turningMps }: CoverageSpeeds): number =>
  kind === 'turn' ? turningMps : bladeOn ? mowingMps : transitMps

/** Machines leave one yard side by side, so their ways to the field say nothing about the field: only the wait counts. */
const lineOf = ({ way, plan }: SplitPart, mower: SplitMower | undefined): Timeline => {
  const speeds = mower?.speeds ?? { mowingMps: 1, transitMps: 1, turningMps: 1 }
  return timelineOf(
    plan.legs.map(leg => ({ points: leg.points, speedMps: speedOf(leg, speeds) })),
    lengthM(way) / speeds.transitMps,
    STEP_S,
  )
}

/** Of all ways to order the drives the one that keeps neighbours farthest apart, up to what is asked for; then the quickest. */
const apartOrders = (
  request: SplitRequest,
  seats: readonly number[],
  build: (seat: number, order: Order) => SplitPart,
): readonly Order[] => {
  const tried = seats.map((index, seat) =>
    ORDERS.map(order => {
      const part = build(seat, order)
      return { order, part, line: lineOf(part, request.mowers[index]) }
    }),
  )
  interface Chain {
    readonly orders: readonly Order[]
    readonly apartM: number
    readonly finishS: number
    readonly last: (typeof tried)[number][number]
  }
  const better = (a: Chain, b: Chain): boolean =>
    a.apartM > b.apartM + 1e-9 || (a.apartM > b.apartM - 1e-9 && a.finishS < b.finishS)
  let chains: Chain[] = (tried[0] ?? []).map(last => ({
    orders: [last.order],
    apartM: Number.POSITIVE_INFINITY,
    finishS: last.part.finishS,
    last,
  }))
  for (const [seat, choices] of tried.entries()) {
    if (seat === 0) continue
    const enough = clearanceBetween(request, seats[seat - 1], seats[seat]) + ROOM_M
    chains = choices.flatMap(last => {
      const grown = chains.map(chain => ({
        orders: [...chain.orders, last.order],
        apartM: Math.min(chain.apartM, enough, leastApartM(chain.last.line, last.line, START_SLACK_S)),
        finishS: Math.max(chain.finishS, last.part.finishS),
        last,
      }))
      const [first, ...rest] = grown
      return first === undefined ? [] : [rest.reduce((best, chain) => (better(chain, best) ? chain : best), first)]
    })
  }
  const [first, ...rest] = chains
  return first === undefined ? [] : rest.reduce((best, chain) => (better(chain, best) ? chain : best), first).orders
}

const clearanceBetween = ({ mowers }: SplitRequest, a: number | undefined, b: number | undefined): number => {
  const [one, other] = [mowers[a ?? 0], mowers[b ?? 0]]
  return one === undefined || other === undefined ? 0 : machineClearanceM(one, other)
}

const answerOf = (request: SplitRequest, { parts: drawn }: Trial, cutOff: readonly PolygonXY[]): MowerSplit => {
  const warnings: SplitWarning[] = []
  const parts = drawn.map((part, i) => {
    const [start, entry] = part.way
    if (start === undefined || entry === undefined) return part
    const others = drawn.filter((_, k) => k !== i).map(({ cell }) => cell)
    const way = wayAround(start, entry, others)
    if (way === undefined)
      warnings.push({
        kind: 'wayThroughCell',
        message: `mower ${part.mower + 1} cannot get to its part but through another's`,
      })
    const speedMps = request.mowers[part.mower]?.speeds.transitMps ?? 1
    return way === undefined
      ? part
      : { ...part, way, finishS: part.finishS + (lengthM(way) - distanceM(start, entry)) / speedMps }
  })
  const lines = parts.map(part => lineOf(part, request.mowers[part.mower]))
  let leastM = Number.POSITIVE_INFINITY
  let clearanceM = 0
  parts.forEach((one, i) => {
    parts.slice(i + 1).forEach((other, k) => {
      const [a, b] = [lines[i], lines[i + 1 + k]]
      if (a === undefined || b === undefined) return
      const neededM = clearanceBetween(request, one.mower, other.mower)
      const apartM = leastApartM(a, b, START_SLACK_S)
      if (apartM - neededM >= leastM - clearanceM) return
      leastM = apartM
      clearanceM = neededM
    })
  })
  if (leastM < clearanceM)
    warnings.push({
      kind: 'tooNear',
      message: `two machines come within ${leastM.toFixed(1)} m of each other when they start together`,
    })
  const finalSpread = spreadOf(parts)
  if (finalSpread > FINISH_TOGETHER)
    warnings.push({
      kind: 'finishApart',
      message: `the parts end ${Math.round(finalSpread * 100)} % apart`,
    })
  const kinds = new Set<string>()
  for (const warning of parts.flatMap(({ plan }) => plan.warnings)) {
    if (kinds.has(warning.kind)) continue
    kinds.add(warning.kind)
    warnings.push(warning)
  }
  // What one part leaves at a seam another may have cut.
  const uncovered = parts.flatMap(({ plan }, i) => {
    const mown = parts.filter((_, k) => k !== i).map(({ reach }) => reach)
    const theirs = parts.filter((_, k) => k !== i).flatMap(other => other.plan.uncovered)
    const covered = mown.length === 0 ? [] : difference(mown, theirs)
    return covered.length === 0 ? [...plan.uncovered] : difference(plan.uncovered, union(covered))
  })
  return { parts, uncovered: [...uncovered, ...cutOff], warnings, spread: finalSpread, leastApartM: leastM, clearanceM }
}

/** How far a way may lead aside, metres. */
const DETOUR_M = 60

const wayAround = (from: XY, to: XY, cells: readonly PolygonXY[]): PolylineXY | undefined => {
  const box = boxOf([from, to, ...cells.flatMap(({ outer }) => outer)])
  const corners: XY[] = [
    [box.minX - DETOUR_M, box.minY - DETOUR_M],
    [box.maxX + DETOUR_M, box.minY - DETOUR_M],
    [box.maxX + DETOUR_M, box.maxY + DETOUR_M],
    [box.minX - DETOUR_M, box.maxY + DETOUR_M],
  ]
  return shortestPath(difference([{ outer: corners, holes: [] }], cells), from, to)
}
