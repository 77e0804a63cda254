import { driveS } from '../../pace.ts'
import { distanceM, lengthM, nearestOnLine, withoutRepeats } from '../../polyline.ts'
import type { PolylineXY, XY } from '../../units.ts'
import type { HeadlandPass, PassChain } from '../headland/headlandPasses.ts'
import { tightBends, tightlyDriven } from '../headland/tightBends.ts'
import { setSpeedMps } from '../metrics/setSpeed.ts'
import type { Leg, LegKind } from '../plan.ts'
import type { CoverageSpeeds } from '../request.ts'
import { type Connection, type Connector, connectToPass } from '../turns/connect.ts'
import type { Pose } from '../turns/dubins.ts'
import { type ChainDrives, type ChainPath, chainDrivesOf } from './driveHeadland.ts'
import { linkKind } from './links.ts'
import { type Loop, loopsOf, pastInnerTipM, pastNoTip } from './loops.ts'
import { otherDrives } from './partialSwaths.ts'
import type { PathRequest, SwathPath } from './pathRequest.ts'
import { type Trip, type Visits, whenToVisit } from './visits.ts'
import { visitsInPassing } from './visitsInPassing.ts'

export interface CoveragePath {
  readonly legs: readonly Leg[]
  readonly drivenSwaths: readonly boolean[]
  readonly drivenChains: readonly boolean[]
  /** Where links turn tighter than the radius: the start and the end of each such link. */
  readonly pivots: readonly (readonly [XY, XY])[]
  /** Where headland passes bend tighter than the radius. */
  readonly tightBends: readonly XY[]
  /** Where a headland pass and a loop at its corner together bend tighter than the radius. */
  readonly bendsAtLoops: readonly XY[]
  /** Stretches that are mown beyond the tips of headland passes. */
  readonly pastTips: readonly PolylineXY[]
  /** Links on which the body reaches farther over the edge of the field than it should. */
  readonly overEdge: number
}

/** Where on a headland pass it is entered, as shares of the way round from the best place: others are tried where no way leads there. */
const PLACES_TO_ENTER = [0, 0.5, 0.25, 0.75] as const

/** One path while it is put together. */
class PathBuilder {
  private readonly request: PathRequest
  private readonly drives: ChainDrives
  private readonly chains: readonly PassChain[]
  private readonly connector: Connector
  private readonly minTurnRadiusM: number
  private readonly legs: Leg[]
  private readonly inwards: boolean
  private readonly sequences: readonly (readonly SwathPath[])[]
  private readonly visits: Visits['visits']
  private readonly trips: readonly Trip[]
  private readonly drivenChains: boolean[]
  private readonly drivenSwaths: boolean[][]
  private readonly tightBends: XY[] = []
  private readonly bendsAtLoops: XY[] = []
  private readonly pastTips: PolylineXY[] = []
  /** Where the path ends so far. */
  private here: Pose | undefined
  private overEdge = 0
  private lastLink: { readonly from: Pose; readonly to: Pose; readonly found: Connection | undefined } | undefined
  private readonly pivots: (readonly [XY, XY])[] = []

  constructor(
    request: PathRequest,
    sequences: readonly (readonly SwathPath[])[],
    { visits, trips }: Visits,
    drives: ChainDrives,
  ) {
    this.request = request
    this.drives = drives
    const chains = request.chains
    this.chains = chains
    this.connector = request.connector
    this.minTurnRadiusM = request.minTurnRadiusM
    this.legs = []
    this.inwards = request.when === 'before'
    this.sequences = sequences
    this.visits = visits
    this.trips = trips
    this.drivenChains = chains.map(() => false)
    this.drivenSwaths = sequences.map(sequence => sequence.map(() => false))
  }

  private add(kind: LegKind, bladeOn: boolean, points: PolylineXY): void {
    const { legs } = this
    const line = withoutRepeats(points, 1e-6)
    if (line.length > 1 && lengthM(line) > 1e-6) legs.push({ kind, bladeOn, points: line })
  }

  private addConnection(connection: Connection): void {
    const { request } = this
    const [first] = connection.points
    const last = connection.points[connection.points.length - 1]
    if (connection.pivots && first !== undefined && last !== undefined) this.pivots.push([first, last])
    if (connection.overEdge === true) this.overEdge++
    this.add(linkKind(connection, request), false, connection.points)
  }

  /** The way between two poses, which is mostly asked for again when it is driven. */
  private link(from: Pose, to: Pose): Connection | undefined {
    const { connector, lastLink } = this
    if (lastLink?.from === from && lastLink.to === to) return lastLink.found
    const found = connector.connect(from, to)
    this.lastLink = { from, to, found }
    return found
  }

  /** Adds the path to a pose; false without a possible path. */
  private goTo(pose: Pose, leadInM = 0): boolean {
    const { connector, request } = this
    if (this.here !== undefined) {
      if (distanceM(this.here.at, pose.at) < 1e-9 && Math.cos(this.here.angle - pose.angle) > 0.999) return true
      const connection = leadInM > 0 ? connectToPass(connector, this.here, pose, leadInM) : this.link(this.here, pose)
      if (connection === undefined) return false
      this.addConnection(connection)
    } else if (request.start !== undefined) {
      const way = connector.reach(request.start, pose)
      // A start outside the field is where the mower is brought from; the drive then begins at the edge of the plan.
      if (way !== undefined) this.addConnection({ ...way, direct: false })
    }
    return true
  }

  private goRound(index: number, to: Pose | undefined): void {
    const { chains, connector, drives, inwards, trips, drivenChains, request } = this
    const chain = chains[index]
    if (chain === undefined) return
    const from = this.here ?? (request.start && { at: request.start, angle: 0 })
    const before = this.here ?? (to === undefined ? from : undefined)
    let path: ChainPath | undefined
    let deadEnd: ChainPath | undefined
    for (const share of PLACES_TO_ENTER) {
      const tried = drives.drive(index, before, to, share)
      if (tried !== undefined && to !== undefined && connector.connect(tried.exit, to) === undefined) {
        deadEnd ??= tried
        continue
      }
      if (tried === undefined || !this.goTo(tried.entry, request.leadInM)) continue
      path = tried
      break
    }
    // A chain that may be entered but not left would keep the drive from all that follows.
    const isTrap = this.here !== undefined && to !== undefined && connector.connect(this.here, to) !== undefined
    if (path === undefined && deadEnd !== undefined && !isTrap && this.goTo(deadEnd.entry, request.leadInM))
      path = deadEnd
    if (path === undefined) return
    drivenChains[index] = true
    path.rounds.forEach((round, i) => {
      const level = inwards ? i : path.rounds.length - 1 - i
      const pass = chain[level]
      if (pass === undefined) return
      this.goRoundWithTrips(
        pass,
        round,
        trips.filter(trip => trip.host === index && trip.pass === level),
      )
      const lane = path.lanes[i]
      if (lane !== undefined) this.addConnection(lane)
    })
    this.here = path.exit
  }

  /** Drives a headland pass, with a loop at each corner that is too tight, and what hangs on it from where it comes nearest. */
  private goRoundWithTrips(pass: HeadlandPass, round: PolylineXY, hanging: readonly Trip[]): void {
    const { widthM, pitchM, pastTips } = this.request
    const pastTipM = pastTips && pass.level > 0 ? pastInnerTipM(widthM, pitchM) : pastNoTip
    const loops = loopsOf(pass.tightBends, round, this.connector, this.minTurnRadiusM, pastTipM)
    const looped = new Set(loops.flatMap(({ corners }) => corners))
    this.tightBends.push(...(looped.size === 0 ? pass.tightBends : tightBends(pass.ring, this.minTurnRadiusM, looped)))
    const firstLeg = this.legs.length
    const stops = [...hanging.flatMap(trip => tripStop(trip, round)), ...loops.map(loopStop)]
    stops.sort((a, b) => a.alongM - b.alongM)
    let rest: PolylineXY = round
    let restFrom = 0
    for (const { to, leaveAt, leaveIndex, resume, resumeIndex } of stops) {
      this.add('lap', true, [...rest.slice(0, Math.max(0, leaveIndex + 1 - restFrom)), leaveAt])
      if (to.kind === 'loop') {
        const tip = round[leaveIndex]
        if (tip !== undefined && distanceM(tip, leaveAt) > 1e-6) this.pastTips.push([tip, leaveAt])
        this.addConnection(to.connection)
      }
      this.here = resume
      const before = this.progress()
      if (to.kind === 'chain') this.goRound(to.index, resume)
      else if (to.kind === 'swaths') this.mow(to.index, resume)
      // A trip from which no way leads back is not made.
      if (!this.goTo(resume)) this.restore(before)
      this.here = resume
      rest = [resume.at, ...round.slice(resumeIndex + 1)]
      // The first point of the rest replaces all corners up to where the drive continues.
      restFrom = resumeIndex
    }
    this.add('lap', true, rest)
    if (loops.length > 0) this.noteBendsAtLoops(this.legs.slice(firstLeg))
  }

  private noteBendsAtLoops(legs: readonly Leg[]): void {
    const { tightBends, bendsAtLoops, minTurnRadiusM } = this
    const lines = legs.map(({ points }) => points)
    const onPass = legs.map(({ kind }) => kind === 'lap')
    for (const place of tightlyDriven(lines, onPass, minTurnRadiusM))
      if (!tightBends.some(at => distanceM(at, place) < 2 * minTurnRadiusM)) bendsAtLoops.push(place)
  }

  /** @param onwards where the drive continues behind the last swath, if that is known */
  private mow(index: number, onwards?: Pose): void {
    const { sequences, visits, drivenSwaths } = this
    const sequence = sequences[index] ?? []
    const gaps = visits[index] ?? []
    const driven = drivenSwaths[index] ?? []
    /** Where the last turn has led into the next swath. */
    let turnedInto: XY | undefined
    for (let i = 0; i <= sequence.length; i++) {
      const swath = sequence[i]
      for (const chain of gaps[i] ?? []) this.goRound(chain, swath?.entry)
      if (swath === undefined) continue
      const next = gaps[i + 1]?.length === 0 ? sequence[i + 1] : undefined
      const last = i + 1 < sequence.length || onwards === undefined ? [] : [onwards]
      const goals = next === undefined ? last : bothEnds(next)
      const drive = this.enter(swath, goals, turnedInto !== undefined)
      if (drive === undefined) continue
      driven[i] = true
      const turn = next === undefined ? undefined : drive.turn
      this.add('swath', true, [turnedInto ?? drive.entry.at, ...drive.bends, turn?.exit ?? drive.exit.at])
      this.here = drive.exit
      turnedInto = turn?.entry
      if (turn === undefined) continue
      for (const { bladeOn, points } of turn.pieces) this.add('turn', bladeOn, points)
    }
  }

  /**
   * Goes to a swath and returns how it is driven: as asked, the other way round, or not up to its end, so that one of the goals can be
   * reached from it. Undefined where the swath cannot be reached, or where the drive would not get out of it.
   */
  private enter(swath: SwathPath, goals: readonly Pose[], isEntered: boolean): SwathPath | undefined {
    const { here } = this
    const isReached = ({ entry }: SwathPath): boolean =>
      isEntered || here === undefined || this.link(here, entry) !== undefined
    const leadsOn = ({ exit, turn }: SwathPath): boolean =>
      turn !== undefined || goals.length === 0 || goals.some(goal => this.link(exit, goal) !== undefined)
    const go = (drive: SwathPath): SwathPath | undefined => (isEntered || this.goTo(drive.entry) ? drive : undefined)
    const isUsual = isReached(swath)
    if (isUsual && leadsOn(swath)) return go(swath)
    const other = otherDrives(swath, LEAST_OTHER_WIDTHS * this.request.widthM, isEntered).find(
      ({ entry, exit }) =>
        (isEntered || here === undefined || keepsInside(this.link(here, entry))) &&
        (goals.length === 0 || goals.some(goal => keepsInside(this.link(exit, goal)))),
    )
    if (other !== undefined) return go(other)
    const isTrap = here !== undefined && goals.some(goal => this.link(here, goal) !== undefined)
    return isUsual && (isEntered || !isTrap) ? go(swath) : undefined
  }

  private progress(): Progress {
    const { legs, drivenChains, drivenSwaths } = this
    return {
      legs: legs.length,
      tightBends: this.tightBends.length,
      bendsAtLoops: this.bendsAtLoops.length,
      pastTips: this.pastTips.length,
      pivots: this.pivots.length,
      overEdge: this.overEdge,
      chains: [...drivenChains],
      swaths: drivenSwaths.map(sequence => [...sequence]),
    }
  }

  private restore(before: Progress): void {
    const { legs, drivenChains, drivenSwaths } = this
    legs.length = before.legs
    this.tightBends.length = before.tightBends
    this.bendsAtLoops.length = before.bendsAtLoops
    this.pastTips.length = before.pastTips
    this.pivots.length = before.pivots
    this.overEdge = before.overEdge
    before.chains.forEach((driven, i) => {
      drivenChains[i] = driven
    })
    before.swaths.forEach((sequence, i) => {
      drivenSwaths[i] = sequence
    })
  }

  build(): CoveragePath {
    const { connector, legs, drivenChains, drivenSwaths, request } = this
    this.mow(0)
    if (request.end !== undefined && this.here !== undefined) {
      // Driven backwards in thought: the place of rest asks for no direction, as the start does.
      const back = connector.reach(request.end, { at: this.here.at, angle: this.here.angle + Math.PI })
      if (back !== undefined) this.addConnection({ ...back, points: [...back.points].reverse(), direct: false })
    }
    return {
      legs,
      drivenSwaths: drivenSwaths.flat(),
      drivenChains,
      pivots: this.pivots,
      tightBends: this.tightBends,
      bendsAtLoops: this.bendsAtLoops,
      pastTips: this.pastTips,
      overEdge: this.overEdge,
    }
  }
}

/** A shorter piece of a swath is not worth the links to it. */
const LEAST_OTHER_WIDTHS = 2

/** Another drive along a swath is not worth a place where the body or the radius is not kept. */
const keepsInside = (link: Connection | undefined): boolean =>
  link !== undefined && !link.pivots && link.overEdge !== true

/** The starts of a swath driven either way. */
const bothEnds = ({ entry, exit }: SwathPath): Pose[] => [entry, { at: exit.at, angle: exit.angle + Math.PI }]

/**
 * Connects headland passes and swaths into one path. The passes along the outer edge come first (or last). The passes around anything
 * inside are driven where the drive comes by, between the two swaths where that takes least time. That is estimated for each of them
 * alone, so the drive is compared with one where they come just before the first swath that ends there (or after the last one).
 */
export const connectLegs = (request: PathRequest): CoveragePath => {
  const sequences = [request.swaths, ...request.asides]
  const atTouch = whenToVisit(request, sequences)
  const drives = chainDrivesOf(request)
  const path = new PathBuilder(request, sequences, atTouch, drives).build()
  const passing = visitsInPassing(request, sequences, atTouch, drives)
  if (passing === undefined) return path
  const other = new PathBuilder(request, sequences, passing, drives).build()
  return isBetter(other, path, request.speeds) ? other : path
}

/** Seconds that a place where the body or the radius is not kept may cost to be avoided. */
const WARNED_S = 30

/** Whether a path misses less than another one, or no more and is quicker, with no warning that the other one has not. */
const isBetter = (path: CoveragePath, than: CoveragePath, speeds: CoverageSpeeds): boolean => {
  const missed = ({ drivenSwaths, drivenChains }: CoveragePath): number =>
    [...drivenSwaths, ...drivenChains].filter(driven => !driven).length
  const tight = ({ pivots, tightBends }: CoveragePath): number => pivots.length + tightBends.length
  const costS = (of: CoveragePath): number => secondsOf(of, speeds) + WARNED_S * (tight(of) + of.overEdge)
  const addsWarning = (tight(path) > 0 && tight(than) === 0) || (path.overEdge > 0 && than.overEdge === 0)
  if (addsWarning || missed(path) > missed(than)) return false
  return missed(path) < missed(than) || costS(path) < costS(than)
}

const secondsOf = ({ legs }: CoveragePath, speeds: CoverageSpeeds): number =>
  driveS(legs.map(leg => ({ points: leg.points, speedMps: setSpeedMps(leg, speeds) })))

/** The state before a trip, to undo it. */
interface Progress {
  readonly legs: number
  readonly pivots: number
  readonly overEdge: number
  readonly tightBends: number
  readonly bendsAtLoops: number
  readonly pastTips: number
  readonly chains: readonly boolean[]
  readonly swaths: readonly boolean[][]
}

/** Where the drive leaves a headland pass behind one of its points, what it does then, and where it continues. */
interface Stop {
  readonly to: Trip['to'] | { readonly kind: 'loop'; readonly connection: Connection }
  readonly alongM: number
  readonly leaveAt: XY
  readonly leaveIndex: number
  readonly resume: Pose
  readonly resumeIndex: number
}

const tripStop = ({ to, near }: Trip, round: PolylineXY): Stop[] => {
  const place = nearestOnLine(round, near)
  if (place === undefined) return []
  const { point, segment, alongM } = place
  const a = round[segment]
  const b = round[segment + 1]
  if (a === undefined || b === undefined || distanceM(a, b) < 1e-6) return []
  const resume: Pose = { at: point, angle: Math.atan2(b[1] - a[1], b[0] - a[0]) }
  return [{ to, alongM, leaveAt: point, leaveIndex: segment, resume, resumeIndex: segment }]
}

const loopStop = ({ index, corners, alongM, from, to, connection }: Loop): Stop => ({
  to: { kind: 'loop', connection },
  alongM,
  leaveAt: from.at,
  leaveIndex: index,
  resume: to,
  resumeIndex: index + corners.length - 1,
})
