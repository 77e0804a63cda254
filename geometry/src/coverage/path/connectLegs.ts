import { boxesMeet, boxOf } from '../../polygon/measure.ts'
import { distanceM, lengthM, nearestOnLine, withoutRepeats } from '../../polyline.ts'
import type { PolylineXY, XY } from '../../units.ts'
import type { PassChain } from '../headland/headlandPasses.ts'
import { type RingWay, ringWay } from '../headland/ring.ts'
import type { Leg, LegKind } from '../plan.ts'
import { type Connection, type Connector, connectToPass } from '../turns/connect.ts'
import type { Pose } from '../turns/dubins.ts'
import type { RoundTurn, TurnShape } from '../turns/roundTurn.ts'
import { type ChainPath, driveChain, ringsOfChain } from './driveHeadland.ts'

/** A swath as it is driven. */
export interface SwathPath {
  readonly entry: Pose
  readonly exit: Pose
  /** Corners between the two. */
  readonly bends: PolylineXY
  /** A half turn with the blade on into the next swath, where there is room for it. */
  readonly turn?: RoundTurn | undefined
}

export interface PathRequest {
  readonly swaths: readonly SwathPath[]
  /** Strings of swaths that are each mown in the middle of an outer headland pass. */
  readonly asides: readonly (readonly SwathPath[])[]
  /** The chain along the outer edge comes first. */
  readonly chains: readonly PassChain[]
  readonly when: 'before' | 'after'
  readonly connector: Connector
  readonly minTurnRadiusM: number
  readonly widthM: number
  /** Straight way before a headland pass, where there is room for it. */
  readonly leadInM: number
  readonly start?: XY | undefined
  readonly end?: XY | undefined
}

export interface CoveragePath {
  readonly legs: readonly Leg[]
  readonly drivenSwaths: readonly boolean[]
  readonly drivenChains: readonly boolean[]
  readonly pivots: number
  readonly mowingTurns: readonly TurnShape[]
}

/** Where on a headland pass it is entered, as shares of the way round from the best place: others are tried where no way leads there. */
const PLACES_TO_ENTER = [0, 0.5, 0.25, 0.75] as const

/** Swath ends this many widths from a headland pass turn on it. */
const TURNS_ON = 1.6

/** One path while it is put together. */
class PathBuilder {
  private readonly request: PathRequest
  private readonly chains: readonly PassChain[]
  private readonly connector: Connector
  private readonly minTurnRadiusM: number
  private readonly legs: Leg[]
  private readonly inwards: boolean
  private readonly sequences: readonly (readonly SwathPath[])[]
  private readonly visits: readonly number[][][]
  private readonly trips: readonly Trip[]
  private readonly drivenChains: boolean[]
  private readonly drivenSwaths: boolean[][]
  private readonly mowingTurns: TurnShape[]
  /** Where the path ends so far. */
  private here: Pose | undefined
  private pivots = 0

  constructor(request: PathRequest) {
    this.request = request
    const chains = request.chains
    this.chains = chains
    this.connector = request.connector
    this.minTurnRadiusM = request.minTurnRadiusM
    this.legs = []
    this.inwards = request.when === 'before'
    const sequences = [request.swaths, ...request.asides]
    this.sequences = sequences
    const plan = whenToVisit(request, sequences)
    this.visits = plan.visits
    this.trips = plan.trips
    this.drivenChains = chains.map(() => false)
    this.drivenSwaths = sequences.map(sequence => sequence.map(() => false))
    this.mowingTurns = []
  }

  private add(kind: LegKind, bladeOn: boolean, points: PolylineXY): void {
    const { legs } = this
    const line = withoutRepeats(points, 1e-6)
    if (line.length > 1 && lengthM(line) > 1e-6) legs.push({ kind, bladeOn, points: line })
  }

  private addConnection(connection: Connection): void {
    const { minTurnRadiusM, request } = this
    if (connection.pivots) this.pivots++
    const short = lengthM(connection.points) < Math.PI * minTurnRadiusM + 3 * request.widthM
    this.add(connection.direct && short ? 'turn' : 'transit', false, connection.points)
  }

  /** Adds the path to a pose; false without a possible path. */
  private goTo(pose: Pose, leadInM = 0): boolean {
    const { connector, request } = this
    if (this.here !== undefined) {
      if (distanceM(this.here.at, pose.at) < 1e-9 && Math.cos(this.here.angle - pose.angle) > 0.999) return true
      const connection = connectToPass(connector, this.here, pose, leadInM)
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
    const { chains, connector, minTurnRadiusM, inwards, trips, drivenChains, request } = this
    const chain = chains[index]
    if (chain === undefined) return
    const from = this.here ?? (request.start && { at: request.start, angle: 0 })
    const rings = ringsOfChain(chain, inwards)
    const before = this.here ?? (to === undefined ? from : undefined)
    let path: ChainPath | undefined
    let deadEnd: ChainPath | undefined
    for (const share of PLACES_TO_ENTER) {
      const tried = driveChain(rings, connector, minTurnRadiusM, before, to, request.leadInM, share)
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
      this.goRoundWithTrips(
        round,
        trips.filter(trip => trip.host === index && trip.pass === level),
      )
      const lane = path.lanes[i]
      if (lane !== undefined) this.addConnection(lane)
    })
    this.here = path.exit
  }

  /** Drives a headland pass and, from where it comes nearest to them, the chains that hang on it. */
  private goRoundWithTrips(round: PolylineXY, hanging: readonly Trip[]): void {
    const stops = hanging
      .flatMap(({ to, near }) => {
        const place = nearestOnLine(round, near)
        return place === undefined ? [] : [{ to, place }]
      })
      .sort((a, b) => a.place.alongM - b.place.alongM)
    let rest: PolylineXY = round
    let restFrom = 0
    for (const { to, place } of stops) {
      const a = round[place.segment]
      const b = round[place.segment + 1]
      if (a === undefined || b === undefined || distanceM(a, b) < 1e-6) continue
      this.add('lap', true, [...rest.slice(0, place.segment + 1 - restFrom), place.point])
      const pose: Pose = { at: place.point, angle: Math.atan2(b[1] - a[1], b[0] - a[0]) }
      this.here = pose
      const before = this.progress()
      if (to.kind === 'chain') this.goRound(to.index, pose)
      else this.mow(to.index)
      // A trip from which no way leads back is not made.
      if (!this.goTo(pose)) this.restore(before)
      this.here = pose
      rest = [place.point, ...round.slice(place.segment + 1)]
      // The first point of the rest replaces all corners up to the segment of the stop.
      restFrom = place.segment
    }
    this.add('lap', true, rest)
  }

  private mow(index: number): void {
    const { sequences, visits, drivenSwaths, mowingTurns } = this
    const sequence = sequences[index] ?? []
    const gaps = visits[index] ?? []
    /** Where the last turn has led into the next swath. */
    let turnedInto: XY | undefined
    for (let i = 0; i <= sequence.length; i++) {
      const swath = sequence[i]
      for (const chain of gaps[i] ?? []) this.goRound(chain, swath?.entry)
      if (swath === undefined || (turnedInto === undefined && !this.goTo(swath.entry))) continue
      const driven = drivenSwaths[index]
      if (driven !== undefined) driven[i] = true
      const turn = gaps[i + 1]?.length === 0 && i + 1 < sequence.length ? swath.turn : undefined
      this.add('swath', true, [turnedInto ?? swath.entry.at, ...swath.bends, turn?.exit ?? swath.exit.at])
      this.here = swath.exit
      turnedInto = turn?.entry
      if (turn === undefined) continue
      for (const { bladeOn, points } of turn.pieces) this.add('turn', bladeOn, points)
      mowingTurns.push(turn.mown)
    }
  }

  private progress(): Progress {
    const { legs, drivenChains, drivenSwaths, mowingTurns } = this
    return {
      legs: legs.length,
      turns: mowingTurns.length,
      pivots: this.pivots,
      chains: [...drivenChains],
      swaths: drivenSwaths.map(sequence => [...sequence]),
    }
  }

  private restore(before: Progress): void {
    const { legs, drivenChains, drivenSwaths, mowingTurns } = this
    legs.length = before.legs
    mowingTurns.length = before.turns
    this.pivots = before.pivots
    before.chains.forEach((driven, i) => {
      drivenChains[i] = driven
    })
    before.swaths.forEach((sequence, i) => {
      drivenSwaths[i] = sequence
    })
  }

  build(): CoveragePath {
    const { connector, legs, drivenChains, drivenSwaths, mowingTurns, request } = this
    this.mow(0)
    if (request.end !== undefined && this.here !== undefined) {
      // Driven backwards in thought: the place of rest asks for no direction, as the start does.
      const back = connector.reach(request.end, { at: this.here.at, angle: this.here.angle + Math.PI })
      if (back !== undefined)
        this.addConnection({ points: [...back.points].reverse(), direct: false, pivots: back.pivots })
    }
    return { legs, drivenSwaths: drivenSwaths.flat(), drivenChains, pivots: this.pivots, mowingTurns }
  }
}

/**
 * Connects headland passes and swaths into one path. The passes along the outer edge come first (or last). The passes
 * around anything inside come just before the first swath that ends there (or after the last one): from that end they
 * are one turn away, while a round trip to all of them would cost transits.
 */
export const connectLegs = (request: PathRequest): CoveragePath => new PathBuilder(request).build()

/** The state before a trip, to undo it. */
interface Progress {
  readonly legs: number
  readonly turns: number
  readonly pivots: number
  readonly chains: readonly boolean[]
  readonly swaths: readonly boolean[][]
}

/** Something that is driven from the headland pass that passes nearest to it: a chain that no swath ends at, or a string of swaths. */
interface Trip {
  readonly to: { readonly kind: 'chain' | 'swaths'; readonly index: number }
  readonly host: number
  readonly pass: number
  readonly near: XY
}

/**
 * For every gap between the swaths of each sequence (0 is before the first) the chains that are driven in it, and the
 * trips that leave from headland passes.
 */
const whenToVisit = (
  { chains, when, widthM }: PathRequest,
  sequences: readonly (readonly SwathPath[])[],
): { visits: number[][][]; trips: Trip[] } => {
  const visits: number[][][] = sequences.map(sequence => Array.from({ length: sequence.length + 1 }, () => []))
  const trips: Trip[] = []
  const main = visits[0] ?? []
  const outer = when === 'before' ? 0 : main.length - 1
  const places = sequences.map(placesOf)
  chains.forEach((chain, index) => {
    const outermost = chain[0]
    if (index === 0 || outermost === undefined) {
      main[outer]?.push(index)
      return
    }
    const innermost = chain[chain.length - 1] ?? outermost
    for (const [sequence, at] of places.entries()) {
      const gap = touchingGap(innermost.ring, at, when, widthM * TURNS_ON)
      if (gap === undefined) continue
      visits[sequence]?.[gap]?.push(index)
      return
    }
    const trip = nearestHost({ kind: 'chain', index }, outermost.ring, chains, index)
    if (trip === undefined) main[outer]?.push(index)
    else trips.push(trip)
  })
  // Only the outer headland passes are sure to be driven elsewhere than in the middle of the string itself.
  sequences.forEach((sequence, index) => {
    const ends = [sequence[0]?.entry.at, sequence[sequence.length - 1]?.exit.at].flatMap(at =>
      at === undefined ? [] : [at],
    )
    const trip = index === 0 ? undefined : nearestHost({ kind: 'swaths', index }, ends, chains, 1)
    if (trip !== undefined) trips.push(trip)
  })
  // The outer headland passes keep their place at the very beginning or end.
  if (when === 'after') main[outer]?.push(...(main[outer]?.splice(0, 1) ?? []))
  return { visits, trips }
}

/** Corners of a ring that are asked how near another headland pass comes; a few are enough. */
const CORNERS_ASKED = 24

/** The headland pass of one of the first `hosts` chains that comes nearest to one of some places. */
const nearestHost = (
  to: Trip['to'],
  places: readonly XY[],
  chains: readonly PassChain[],
  hosts: number,
): Trip | undefined => {
  const step = Math.max(1, Math.floor(places.length / CORNERS_ASKED))
  const around = boxOf(places)
  let best: Trip | undefined
  let bestM = Number.POSITIVE_INFINITY
  for (let host = 0; host < hosts; host++)
    for (const [pass, { ring }] of (chains[host] ?? []).entries()) {
      if (!boxesMeet(around, boxOf(ring), bestM)) continue
      const closed = [...ring, ...ring.slice(0, 1)]
      for (let i = 0; i < places.length; i += step) {
        const at = places[i]
        const place = at && nearestOnLine(closed, at)
        if (place === undefined || place.distanceM >= bestM) continue
        bestM = place.distanceM
        best = { to, host, pass, near: place.point }
      }
    }
  return best
}

/** The gap between swaths from which a ring is one turn away; undefined where no swath ends at it. */
const touchingGap = (
  ring: readonly XY[],
  { exits, entries }: SwathPlaces,
  when: 'before' | 'after',
  nearM: number,
): number | undefined => {
  const box = boxOf(ring)
  let way: RingWay | undefined
  const touches = (places: Float64Array, i: number): boolean => {
    const x = places[2 * i] ?? 0
    const y = places[2 * i + 1] ?? 0
    if (x < box.minX - nearM || x > box.maxX + nearM || y < box.minY - nearM || y > box.maxY + nearM) return false
    way ??= ringWay(ring)
    return way.nearest([x, y]).awayM <= nearM
  }
  const count = entries.length / 2
  if (when === 'before') {
    for (let i = 0; i < count; i++) {
      if (touches(entries, i)) return i
      if (touches(exits, i)) return i + 1
    }
  } else
    for (let i = count - 1; i >= 0; i--) {
      if (touches(exits, i)) return i + 1
      if (touches(entries, i)) return i
    }
  return undefined
}

/** x and y of where each swath is entered and left. */
interface SwathPlaces {
  readonly entries: Float64Array
  readonly exits: Float64Array
}

const placesOf = (swaths: readonly SwathPath[]): SwathPlaces => {
  const entries = new Float64Array(swaths.length * 2)
  const exits = new Float64Array(swaths.length * 2)
  swaths.forEach(({ entry, exit }, i) => {
    entries.set(entry.at, 2 * i)
    exits.set(exit.at, 2 * i)
  })
  return { entries, exits }
}
