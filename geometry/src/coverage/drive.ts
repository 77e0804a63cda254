import { distanceM, lengthM, nearestOnLine, withoutRepeats } from '../polyline.ts'
import type { PolylineXY, XY } from '../units.ts'
import type { Connection, Connector } from './connect.ts'
import type { Pose } from './dubins.ts'
import { driveChain, ringsOfChain } from './lapDrive.ts'
import type { LapChain } from './laps.ts'
import type { Leg, LegKind } from './plan.ts'
import type { RingWay } from './ring.ts'
import type { RoundTurn, TurnShape } from './roundTurn.ts'

/** A swath as it is driven. */
export interface SwathDrive {
  readonly entry: Pose
  readonly exit: Pose
  /** A half turn with the blade on into the next swath, where there is room for it. */
  readonly turn?: RoundTurn | undefined
}

export interface DriveRequest {
  readonly swaths: readonly SwathDrive[]
  /** The chain along the outer edge comes first. */
  readonly chains: readonly LapChain[]
  readonly when: 'before' | 'after'
  readonly connector: Connector
  readonly minTurnRadiusM: number
  readonly widthM: number
  readonly start?: XY | undefined
  readonly end?: XY | undefined
}

export interface Drive {
  readonly legs: readonly Leg[]
  readonly drivenSwaths: readonly boolean[]
  readonly drivenChains: readonly boolean[]
  readonly pivots: number
  readonly mowingTurns: readonly TurnShape[]
}

/** Swath ends this many widths from a lap turn on it. */
const TURNS_ON = 1.6

/**
 * Strings laps and swaths together into one drive. The laps along the outer edge come first (or last); the laps round
 * anything inside come just before the first swath that ends there (or after the last one), because from that end
 * they are one turn away, while a round trip to all of them would cost transits.
 */
export const stringTogether = (request: DriveRequest): Drive => {
  const { swaths, chains, when, connector, minTurnRadiusM } = request
  const legs: Leg[] = []
  let here: Pose | undefined
  let pivots = 0

  const add = (kind: LegKind, bladeOn: boolean, points: PolylineXY): void => {
    const line = withoutRepeats(points, 1e-6)
    if (line.length > 1 && lengthM(line) > 1e-6) legs.push({ kind, bladeOn, points: line })
  }
  const addConnection = (connection: Connection): void => {
    if (connection.pivots) pivots++
    const short = lengthM(connection.points) < Math.PI * minTurnRadiusM + 3 * request.widthM
    add(connection.direct && short ? 'turn' : 'transit', false, connection.points)
  }
  /** Drives on to a pose; false when there is no way. */
  const goTo = (pose: Pose): boolean => {
    if (here !== undefined) {
      if (distanceM(here.at, pose.at) < 1e-9 && Math.cos(here.angle - pose.angle) > 0.999) return true
      const connection = connector.connect(here, pose)
      if (connection === undefined) return false
      addConnection(connection)
    } else if (request.start !== undefined) {
      const way = connector.reach(request.start, pose)
      // A start outside the field is where the mower is brought from; the drive then begins at the edge of the plan.
      if (way !== undefined) addConnection({ ...way, direct: false })
    }
    return true
  }

  const inwards = when === 'before'
  const { visits, trips } = whenToVisit(request)
  const drivenChains = chains.map(() => false)
  const goRound = (index: number, to: Pose | undefined): void => {
    const chain = chains[index]
    if (chain === undefined) return
    const from = here ?? (request.start && { at: request.start, angle: 0 })
    const drive = driveChain(
      ringsOfChain(chain, inwards),
      connector,
      minTurnRadiusM,
      here ?? (to === undefined ? from : undefined),
      to,
    )
    if (drive === undefined || !goTo(drive.entry)) return
    drivenChains[index] = true
    drive.rounds.forEach((round, i) => {
      const level = inwards ? i : drive.rounds.length - 1 - i
      goRoundWithTrips(
        round,
        trips.filter(trip => trip.host === index && trip.lap === level),
      )
      const lane = drive.lanes[i]
      if (lane !== undefined) addConnection(lane)
    })
    here = drive.exit
  }
  /** Drives a lap and, from where it comes nearest to them, the chains that hang on it. */
  const goRoundWithTrips = (round: PolylineXY, hanging: readonly Trip[]): void => {
    const stops = hanging
      .flatMap(({ chain, near }) => {
        const place = nearestOnLine(round, near)
        return place === undefined ? [] : [{ chain, place }]
      })
      .sort((a, b) => a.place.alongM - b.place.alongM)
    let rest: PolylineXY = round
    let restFrom = 0
    for (const { chain, place } of stops) {
      const a = round[place.segment]
      const b = round[place.segment + 1]
      if (a === undefined || b === undefined || distanceM(a, b) < 1e-6) continue
      add('lap', true, [...rest.slice(0, place.segment + 1 - restFrom), place.point])
      const pose: Pose = { at: place.point, angle: Math.atan2(b[1] - a[1], b[0] - a[0]) }
      here = pose
      goRound(chain, pose)
      goTo(pose)
      rest = [place.point, ...round.slice(place.segment + 1)]
      // The first point of the rest stands for all corners up to the segment of the stop.
      restFrom = place.segment
    }
    add('lap', true, rest)
  }

  const drivenSwaths = swaths.map(() => false)
  /** Where the last turn has led into the next swath. */
  let turnedInto: XY | undefined
  const mowingTurns: TurnShape[] = []
  for (let i = 0; i <= swaths.length; i++) {
    const swath = swaths[i]
    for (const chain of visits[i] ?? []) goRound(chain, swath?.entry)
    if (swath === undefined || (turnedInto === undefined && !goTo(swath.entry))) continue
    drivenSwaths[i] = true
    const turn = visits[i + 1]?.length === 0 && i + 1 < swaths.length ? swath.turn : undefined
    add('swath', true, [turnedInto ?? swath.entry.at, turn?.exit ?? swath.exit.at])
    here = swath.exit
    turnedInto = turn?.entry
    if (turn === undefined) continue
    for (const { bladeOn, points } of turn.pieces) add('turn', bladeOn, points)
    mowingTurns.push(turn.mown)
  }
  if (request.end !== undefined && here !== undefined) {
    // Driven backwards in thought: the place of rest asks for no direction, as the start does.
    const back = connector.reach(request.end, { at: here.at, angle: here.angle + Math.PI })
    if (back !== undefined) addConnection({ points: [...back.points].reverse(), direct: false, pivots: back.pivots })
  }
  return { legs, drivenSwaths, drivenChains, pivots, mowingTurns }
}

/** A chain that no swath ends at: it is driven from the lap that passes nearest to it. */
interface Trip {
  readonly chain: number
  readonly host: number
  readonly lap: number
  readonly near: XY
}

/** For every gap between swaths (0 is before the first) the chains that are driven in it, and those that hang on laps. */
const whenToVisit = ({ swaths, chains, when, widthM }: DriveRequest): { visits: number[][]; trips: Trip[] } => {
  const visits: number[][] = Array.from({ length: swaths.length + 1 }, () => [])
  const trips: Trip[] = []
  const outer = when === 'before' ? 0 : swaths.length
  chains.forEach((chain, index) => {
    const outermost = chain[0]
    if (index === 0 || outermost === undefined) {
      visits[outer]?.push(index)
      return
    }
    const innermost = chain[chain.length - 1] ?? outermost
    const { gap, touches } = touchingGap(innermost.ring, swaths, when, widthM * TURNS_ON)
    const trip = touches ? undefined : nearestHost(index, chains)
    if (trip === undefined) visits[gap]?.push(index)
    else trips.push(trip)
  })
  // The outer laps keep their place at the very beginning or end.
  if (when === 'after') visits[outer]?.push(...(visits[outer]?.splice(0, 1) ?? []))
  return { visits, trips }
}

/** Corners of a ring that are asked how near another lap comes; a few tell enough. */
const CORNERS_ASKED = 24

const nearestHost = (index: number, chains: readonly LapChain[]): Trip | undefined => {
  const ring = chains[index]?.[0]?.ring ?? []
  const step = Math.max(1, Math.floor(ring.length / CORNERS_ASKED))
  let best: Trip | undefined
  let bestM = Number.POSITIVE_INFINITY
  for (let host = 0; host < index; host++)
    for (const [lap, { ring: passing }] of (chains[host] ?? []).entries())
      for (let i = 0; i < ring.length; i += step) {
        const corner = ring[i]
        const place = corner && nearestOnLine([...passing, ...passing.slice(0, 1)], corner)
        if (place === undefined || place.distanceM >= bestM) continue
        bestM = place.distanceM
        best = { chain: index, host, lap, near: place.point }
      }
  return best
}

const touchingGap = (
  ring: readonly XY[],
  swaths: readonly SwathDrive[],
  when: 'before' | 'after',
  nearM: number,
): { gap: number; touches: boolean } => {
  let minX = Number.POSITIVE_INFINITY
  let minY = Number.POSITIVE_INFINITY
  let maxX = Number.NEGATIVE_INFINITY
  let maxY = Number.NEGATIVE_INFINITY
  for (const [x, y] of ring) {
    minX = Math.min(minX, x)
    minY = Math.min(minY, y)
    maxX = Math.max(maxX, x)
    maxY = Math.max(maxY, y)
  }
  const boxAwayM = ([x, y]: XY): number => {
    const dx = Math.max(minX - x, 0, x - maxX)
    const dy = Math.max(minY - y, 0, y - maxY)
    return Math.sqrt(dx * dx + dy * dy)
  }
  let way: RingWay | undefined
  let nearest = 0
  let nearestM = Number.POSITIVE_INFINITY
  let touching: number | undefined
  const look = (gap: number, at: XY): boolean => {
    if (boxAwayM(at) >= Math.max(nearM, Math.min(nearestM, Number.MAX_VALUE))) return false
    way ??= ringsOfChain([{ level: 0, ring }], true)[0]
    const awayM = way?.nearest(at).awayM ?? Number.POSITIVE_INFINITY
    if (awayM < nearestM) {
      nearestM = awayM
      nearest = gap
    }
    if (awayM > nearM) return false
    touching = gap
    return true
  }
  if (when === 'before') {
    for (const [i, swath] of swaths.entries())
      if (look(i, swath.entry.at) || look(i + 1, swath.exit.at)) return { gap: touching ?? 0, touches: true }
  } else {
    for (let i = swaths.length - 1; i >= 0; i--) {
      const swath = swaths[i]
      if (swath !== undefined && (look(i + 1, swath.exit.at) || look(i, swath.entry.at)))
        return { gap: touching ?? 0, touches: true }
    }
  }
  return { gap: nearest, touches: false }
}
