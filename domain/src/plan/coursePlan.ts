/** A whole course for a fleet: which mower mows which zone, in which order and when, and how it gets there. */
import {
  type BusySpan,
  contains,
  type LocalFrame,
  offset,
  type PolygonXY,
  planRounds,
  type RoadNetwork,
  type RoundJob,
  roadNetwork,
  type Stop,
  type Work,
  type XY,
} from '@greensward/geometry'
import { z } from 'zod'
import { headingDeg, id, instant } from '../common/text.ts'
import { type CourseFeature, type Position, position } from '../course/course.ts'
import { frameAround, polygonXY, positionOf } from '../course/courseGeometry.ts'
import type { ZoneType } from '../garage/garage.ts'
import { direction } from '../mission/direction.ts'
import {
  type ChargingProblem,
  type MowerHome,
  planWithCharges,
  type ShiftReason,
  type SolvedRounds,
} from './courseCharges.ts'
import { forbiddenGround } from './missionGround.ts'
import { isOnCourse } from './planDrive.ts'

/** Why a zone is mown by nobody. */
export const leftReason = z.enum(['noMower', 'noWay', 'noTime', 'battery'])
export type LeftReason = z.infer<typeof leftReason>

export const courseStop = z.strictObject({
  featureId: id,
  /** Leaves the place before; begins and ends to mow. */
  leavesAt: instant,
  startsAt: instant,
  endsAt: instant,
  /** The way there. */
  way: z.array(position),
  wayM: z.number(),
  direction,
  headingDeg,
  areaM2: z.number(),
})
export type CourseStop = z.infer<typeof courseStop>

export const courseRound = z.strictObject({
  mowerId: id,
  bladeId: id,
  stops: z.array(courseStop),
  /** Null for a mower with nothing to do. */
  endsAt: instant.nullable(),
  /** Ways and mowing. */
  lengthM: z.number(),
  /** Of a full battery; above 1 with charges in between. */
  battery: z.number(),
  /** At its base in between, up to a share of a full battery. A shift drives it there. */
  charges: z.array(z.strictObject({ from: instant, until: instant, share: z.number() })),
})
export type CourseRound = z.infer<typeof courseRound>

export const coursePlan = z.strictObject({
  rounds: z.array(courseRound),
  left: z.array(z.strictObject({ featureId: id, reason: leftReason })),
  /** When the last mower is done; null where there is nothing to do. */
  endsAt: instant.nullable(),
  mapRevision: z.number().int(),
})
export type CoursePlan = z.infer<typeof coursePlan>

/** The effort of one mower for a zone: the plan of a mission in four figures. */
export interface ZoneWork {
  readonly durationS: number
  readonly lengthM: number
  readonly areaM2: number
  readonly entry: Position
  readonly exit: Position
  /** Its point that is farthest from the mower's base; absent without one. */
  readonly farthest?: Position
  readonly headingDeg: number
  readonly direction: z.infer<typeof direction>
}

export interface CourseZone {
  readonly featureId: string
  readonly zoneTypeId: string
  /** How much it matters, above 0: the days since it was last mown, for one. */
  readonly weight: number
  /** When nobody may mow it: other missions, closed holes, rain. */
  readonly busy: readonly { readonly from: number; readonly to: number }[]
  /** By mower id; absent where the zone is not for this mower. */
  readonly work: Readonly<Record<string, ZoneWork>>
}

export interface CourseMower {
  readonly id: string
  readonly bladeId: string
  readonly at: Position
  readonly widthM: number
  readonly transitSpeedMps: number
  /** Metres it can drive with what its battery holds. */
  readonly rangeM: number
  readonly fullRangeM: number
  /** Absent without a base: it stays where its last zone ends. */
  readonly home?: MowerHome | undefined
  /** The types of zones it may mow; null for all. */
  readonly zoneTypeIds: readonly string[] | null
  /** Its other missions. */
  readonly busy: readonly { readonly from: number; readonly to: number }[]
}

export interface CoursePlanInput {
  readonly features: readonly CourseFeature[]
  readonly zoneTypes: readonly ZoneType[]
  readonly zones: readonly CourseZone[]
  readonly mowers: readonly CourseMower[]
  /** Milliseconds since 1970: nothing begins before and ends after. */
  readonly fromMs: number
  readonly toMs: number
  readonly mapRevision: number
}

/** A fifth of the battery stays for the way home and for what nobody foresaw. */
const USABLE_BATTERY = 1 / 1.2

/** Kept beside a mower on its way between the zones. */
const SIDE_M = 0.3

/** Time for the upload and the pre-start checks, before a mission drives. */
export const START_DURATION_S = 60

/** The places, routes, jobs and machines of a course, as the search for rounds takes them. */
export interface CourseProblem extends ChargingProblem {
  readonly frame: LocalFrame
  readonly network: RoadNetwork
}

/** Measures the routes between the zones and states what is to be planned; jobs and machines are in the input's order. */
export const courseProblem = (input: CoursePlanInput): CourseProblem => {
  const { zones, mowers, fromMs, toMs } = input
  // Machines of one kind begin and end a zone at the same places, which are then looked up once.
  const numbers = new Map<string, number>()
  const places: RoutePlace[] = []
  const numberOf = (at: Position, widthM: number): number => {
    const key = [...at, widthM].join(' ')
    const known = numbers.get(key)
    if (known !== undefined) return known
    numbers.set(key, places.length)
    return places.push({ at, widthM }) - 1
  }
  const homes = mowers.map(({ at, widthM }) => numberOf(at, widthM))
  const numbered = zones.map(zone => ({
    zone,
    works: mowers.map(({ id: mowerId, widthM }): Work | undefined => {
      const work = zone.work[mowerId]
      return (
        work && {
          durationS: work.durationS + START_DURATION_S,
          lengthM: work.lengthM,
          entry: numberOf(work.entry, widthM),
          exit: numberOf(work.exit, widthM),
        }
      )
    }),
  }))
  const bases = mowers.map(({ home, widthM }) =>
    home === undefined || !isOnCourse(input.features, home.at) ? undefined : numberOf(home.at, widthM),
  )
  const farthest = zones.map(zone =>
    mowers.map(({ id, widthM }, m) => {
      const point = bases[m] === undefined ? undefined : zone.work[id]?.farthest
      return point === undefined ? undefined : numberOf(point, widthM)
    }),
  )
  const frame = frameAround(places.map(({ at }) => at))
  const network = courseNetwork(input, frame, places)
  const spans = (busy: CourseMower['busy']): BusySpan[] =>
    busy.map(({ from, to }) => ({ fromS: (from - fromMs) / 1_000, toS: (to - fromMs) / 1_000 }))
  const jobs = numbered.map(
    ({ zone, works }): RoundJob => ({
      work: mowers.map(({ zoneTypeIds }, index) =>
        zoneTypeIds === null || zoneTypeIds.includes(zone.zoneTypeId) ? works[index] : undefined,
      ),
      weight: zone.weight,
      busy: spans(zone.busy),
    }),
  )
  const machines = mowers.map(({ transitSpeedMps, rangeM, busy }, index) => ({
    home: homes[index] ?? 0,
    speedMps: transitSpeedMps,
    rangeM: rangeM * USABLE_BATTERY,
    busy: spans(busy),
  }))
  const travelM = (from: number, to: number): number => network.lengthM(from, to)
  return { jobs, machines, travelM, horizonS: (toMs - fromMs) / 1_000, frame, network, bases, farthest }
}

const REASONS: Readonly<Record<ShiftReason | LeftReason, LeftReason>> = {
  noMachine: 'noMower',
  noMower: 'noMower',
  noWay: 'noWay',
  energy: 'battery',
  battery: 'battery',
  window: 'noTime',
  noTime: 'noTime',
}

/** One charge for each mower. */
const planWithOneCharge = (problem: CourseProblem): SolvedRounds<LeftReason> => {
  const { frame: _, network, bases: __, farthest: ___, ...rounds } = problem
  const { jobs, machines, horizonS } = rounds
  const solved = planRounds(rounds)
  return {
    rounds: solved.rounds.map((stops, m) => {
      const exitOf = (stop: Stop | undefined): number | undefined => stop && jobs[stop.job]?.work[m]?.exit
      const from = (i: number): number => exitOf(stops[i - 1]) ?? machines[m]?.home ?? 0
      return { stops: stops.map((stop, i) => ({ ...stop, from: from(i) })), charges: [], homeM: 0 }
    }),
    left: solved.left.flatMap(index => {
      const job = jobs[index]
      const reason = job && whyLeft(job, machines, network, solved.rounds, jobs, horizonS)
      return reason === undefined ? [] : [{ job: index, reason }]
    }),
  }
}

/**
 * Plans rounds: every zone once, no mower twice at a time, all done as early as the fleet can. Where a mower has a charger, all are
 * planned as a shift is, with as many charges as fit. What cannot be mown is left out with the reason; of what does not fit all
 * together the weightiest is kept.
 */
export const planCourse = (input: CoursePlanInput): CoursePlan => {
  const { zones, mowers, fromMs } = input
  const problem = courseProblem(input)
  const { jobs, bases, network, frame } = problem
  const charging = mowers.map(({ home, rangeM, fullRangeM }) => ({
    home,
    energy: rangeM / fullRangeM,
    reserve: (rangeM / fullRangeM) * (1 - USABLE_BATTERY),
    mowingPerM: 1 / fullRangeM,
  }))
  const solved = bases.every(base => base === undefined)
    ? planWithOneCharge(problem)
    : planWithCharges(problem, charging)
  const moment = (s: number): string => new Date(fromMs + Math.round(s) * 1_000).toISOString()
  const rounds = mowers.map((mower, index): CourseRound => {
    const { stops, charges, homeM } = solved.rounds[index] ?? { stops: [], charges: [], homeM: 0 }
    let lengthM = homeM
    const courseStops = stops.flatMap((stop): CourseStop[] => {
      const zone = zones[stop.job]
      const work = jobs[stop.job]?.work[index]
      const planned = zone?.work[mower.id]
      if (zone === undefined || work === undefined || planned === undefined) return []
      const way = network.path(stop.from, work.entry) ?? []
      lengthM += stop.travelM + work.lengthM
      return [
        {
          featureId: zone.featureId,
          leavesAt: moment(stop.leavesS),
          startsAt: moment(stop.startsS),
          endsAt: moment(stop.endsS),
          way: way.map(point => positionOf(frame, point)),
          wayM: stop.travelM,
          direction: planned.direction,
          headingDeg: planned.headingDeg,
          areaM2: planned.areaM2,
        },
      ]
    })
    return {
      mowerId: mower.id,
      bladeId: mower.bladeId,
      stops: courseStops,
      endsAt: courseStops.at(-1)?.endsAt ?? null,
      lengthM,
      battery: lengthM / mower.fullRangeM,
      charges: charges.map(({ fromS, untilS, share }) => ({ from: moment(fromS), until: moment(untilS), share })),
    }
  })
  const ends = rounds.flatMap(({ endsAt }) => endsAt ?? []).toSorted()
  return {
    rounds,
    left: solved.left.flatMap(({ job, reason }) => {
      const zone = zones[job]
      return zone === undefined ? [] : [{ featureId: zone.featureId, reason: REASONS[reason] }]
    }),
    endsAt: ends.at(-1) ?? null,
    mapRevision: input.mapRevision,
  }
}

interface Machine {
  readonly home: number
  readonly speedMps: number
  readonly rangeM: number
}

/**
 * Why nobody mows it, by the mower that is nearest to it: it has no charge for it at the end of its round, or no time. What no mower can do
 * and where none gets to comes before that.
 */
const whyLeft = (
  job: RoundJob,
  machines: readonly Machine[],
  network: RoadNetwork,
  rounds: readonly (readonly Stop[])[],
  jobs: readonly RoundJob[],
  horizonS: number,
): LeftReason => {
  const reasons = job.work.flatMap((work, index): LeftReason[] => {
    const machine = machines[index]
    if (work === undefined || machine === undefined) return []
    const stops = rounds[index] ?? []
    const last = stops.at(-1)
    const place = last === undefined ? machine.home : (jobs[last.job]?.work[index]?.exit ?? machine.home)
    const wayM = network.lengthM(place, work.entry)
    if (!Number.isFinite(wayM)) return ['noWay']
    const drivenM = stops.reduce((sum, stop) => sum + stop.travelM + (jobs[stop.job]?.work[index]?.lengthM ?? 0), 0)
    const isInTime = (last?.endsS ?? 0) + wayM / machine.speedMps + work.durationS <= horizonS
    return [isInTime && drivenM + wayM + work.lengthM > machine.rangeM ? 'battery' : 'noTime']
  })
  return (['battery', 'noTime', 'noWay'] as const).find(reason => reasons.includes(reason)) ?? 'noMower'
}

/** A place between which routes are asked for, and the width of the mowers that use it. */
export interface RoutePlace {
  readonly at: Position
  readonly widthM: number
}

/** Routes between places of one width: a narrow mower gets through where a wide one does not. */
export const courseNetwork = (
  input: Pick<CoursePlanInput, 'features' | 'zoneTypes' | 'fromMs'>,
  frame: LocalFrame,
  routePlaces: readonly RoutePlace[],
): RoadNetwork => {
  const places = routePlaces.map(({ at }) => frame.toLocal(at))
  const roads = input.features.flatMap(feature =>
    feature.kind === 'road' ? [feature.geometry.coordinates.map(place => frame.toLocal(place))] : [],
  )
  const blockedFor = blockedAreas(input, frame, places)
  const numbers = new Int32Array(places.length)
  const networks = new Map<number, RoadNetwork>()
  for (const widthM of new Set(routePlaces.map(place => place.widthM))) {
    const own: XY[] = []
    routePlaces.forEach((place, index) => {
      if (place.widthM === widthM) numbers[index] = own.push(places[index] ?? [0, 0]) - 1
    })
    networks.set(widthM, roadNetwork({ roads, blocked: blockedFor(widthM), places: own }))
  }
  const networkFrom = (from: number): RoadNetwork | undefined => networks.get(routePlaces[from]?.widthM ?? 0)
  return {
    lengthM: (from, to) => networkFrom(from)?.lengthM(numbers[from] ?? 0, numbers[to] ?? 0) ?? Number.POSITIVE_INFINITY,
    path: (from, to) => networkFrom(from)?.path(numbers[from] ?? 0, numbers[to] ?? 0),
  }
}

/** What the middle of a mower of some width keeps out of between the zones. */
export const blockedAreas = (
  input: Pick<CoursePlanInput, 'features' | 'zoneTypes' | 'fromMs'>,
  frame: LocalFrame,
  places: readonly XY[],
): ((widthM: number) => PolygonXY[]) => {
  const areas = keptOut(input, frame, places)
  return widthM => areas.flatMap(polygon => offset([polygon], widthM / 2 + SIDE_M, 'mitre'))
}

/**
 * What no way between the zones leads through. A mower may be in the area of its shed, and an area may hold the whole course.
 */
const keptOut = (
  { features, zoneTypes, fromMs }: Pick<CoursePlanInput, 'features' | 'zoneTypes' | 'fromMs'>,
  frame: LocalFrame,
  places: readonly XY[],
): PolygonXY[] => {
  const areas = features.flatMap(feature => (feature.kind === 'area' ? [polygonXY(frame, feature.geometry)] : []))
  const forbidden = forbiddenGround(frame, features, zoneTypes, new Date(fromMs).toISOString())
  return [...forbidden.map(({ polygon }) => polygon), ...areas].filter(
    polygon => !places.some(place => contains(polygon, place)),
  )
}
