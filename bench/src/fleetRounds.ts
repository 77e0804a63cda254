/** The rounds of a fleet on real courses, against a bound that no plan is below. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  blockedAreas,
  type CourseMower,
  type CoursePlanInput,
  type CourseZone,
  courseProblem,
} from '@greensward/domain'
import {
  contains,
  difference,
  distanceToLineM,
  type LocalFrame,
  type PolygonXY,
  planRounds,
  type RoundsProblem,
  union,
  type XY,
} from '@greensward/geometry'
import { pricedBoundS } from './fleetBound.ts'
import { type BenchCourse, besideEachOther, courseInput, obstacleCorners, readBenchCourse } from './fleetCourse.ts'

export interface FleetRow {
  readonly course: string
  readonly fleet: 'equal' | 'mixed'
  readonly mowers: number
  readonly zones: number
  readonly corners: number
  readonly networkS: number
  readonly orderS: number
  readonly makespanH: number
  readonly boundH: number
  readonly ratio: number
  /** Zones that a mower could mow and that open ground joins with its home, but no route leads to. */
  readonly noWay: number
  /** Zones that a mower could mow, but obstacles enclose. */
  readonly enclosed: number
  /** Zones left out for another reason. */
  readonly left: number
}

/** Seconds of the process on the processor, and what it made. */
export const timed = <T>(run: () => T): { readonly made: T; readonly cpuS: number } => {
  const before = process.cpuUsage()
  const made = run()
  const { user, system } = process.cpuUsage(before)
  return { made, cpuS: (user + system) / 1e6 }
}

/** Where each machine begins and ends a job. */
interface Placed {
  readonly work: readonly ({ readonly entry: number; readonly exit: number } | undefined)[]
}

/** The shortest route to a zone from any place where a machine may be before. */
export const leastWayM = (
  { jobs, travelM }: Pick<RoundsProblem, 'travelM'> & { readonly jobs: readonly Placed[] },
  home: number,
  m: number,
  index: number,
): number => {
  const entry = jobs[index]?.work[m]?.entry
  if (entry === undefined) return Number.POSITIVE_INFINITY
  return jobs.reduce(
    (least, { work }, k) => {
      const exit = work[m]?.exit
      return k === index || exit === undefined ? least : Math.min(least, travelM(exit, entry))
    },
    travelM(home, entry),
  )
}

/**
 * Fluid lower bound of rounds, seconds: each zone costs a mower its work and the shortest route to it from any place where that
 * mower may be before.
 */
const fluidBoundS = (problem: RoundsProblem, left: ReadonlySet<number>): number => {
  const costs = problem.jobs.flatMap((job, index): (readonly number[])[] => {
    if (left.has(index)) return []
    return [
      problem.machines.map(({ home, speedMps }, m) => {
        const work = job.work[m]
        if (work === undefined) return Number.POSITIVE_INFINITY
        return leastWayM(problem, home, m, index) / speedMps + work.durationS
      }),
    ]
  })
  return pricedBoundS(costs)
}

/** The machines that can mow a zone. */
const machinesFor = ({ jobs, machines }: RoundsProblem, job: number) =>
  machines.flatMap(({ home }, m) => {
    const work = jobs[job]?.work[m]
    return work === undefined ? [] : [{ home, work }]
  })

/** Farther than any course reaches, metres. */
const AROUND_M = 10_000

/** Whether open ground joins a zone with the home of a mower that may mow it; by the areas alone, without the routes. */
const joinedByGround = (input: CoursePlanInput, frame: LocalFrame): ((job: number) => boolean) => {
  const placesOf = ({ id, at }: CourseMower, { work }: CourseZone): readonly XY[] => {
    const entry = work[id]?.entry
    return entry === undefined ? [] : [frame.toLocal(at), frame.toLocal(entry)]
  }
  const blockedFor = blockedAreas(
    input,
    frame,
    input.mowers.flatMap(mower => input.zones.flatMap(zone => placesOf(mower, zone))),
  )
  const everywhere: PolygonXY = {
    outer: [
      [-AROUND_M, -AROUND_M],
      [AROUND_M, -AROUND_M],
      [AROUND_M, AROUND_M],
      [-AROUND_M, AROUND_M],
    ],
    holes: [],
  }
  const open = new Map(input.mowers.map(({ widthM }) => [widthM, difference([everywhere], union(blockedFor(widthM)))]))
  /** A place in an obstacle steps out of it, to the nearest piece. */
  const pieceAt = (pieces: readonly PolygonXY[], place: XY): PolygonXY | undefined => {
    const awayM = ({ outer, holes }: PolygonXY): number =>
      Math.min(...[outer, ...holes].map(ring => distanceToLineM([...ring, ...ring.slice(0, 1)], place)))
    return pieces.find(piece => contains(piece, place)) ?? pieces.toSorted((a, b) => awayM(a) - awayM(b))[0]
  }
  return job =>
    input.mowers.some(mower => {
      const zone = input.zones[job]
      const [home, entry] = zone === undefined ? [] : placesOf(mower, zone)
      if (zone === undefined || home === undefined || entry === undefined) return false
      if (mower.zoneTypeIds !== null && !mower.zoneTypeIds.includes(zone.zoneTypeId)) return false
      const pieces = open.get(mower.widthM) ?? []
      return pieceAt(pieces, home) === pieceAt(pieces, entry)
    })
}

/** Plans the rounds of a course, with the processor's seconds for its routes and for their order. */
export const fleetRow = (course: BenchCourse, mowers: number, fleet: FleetRow['fleet']): FleetRow => {
  const input = courseInput(course, mowers, fleet)
  const { made: problem, cpuS: networkS } = timed(() => {
    const made = courseProblem(input)
    // Routes are searched when they are first asked for.
    for (const { work } of made.jobs) for (const own of work) if (own !== undefined) made.travelM(own.exit, own.entry)
    return made
  })
  const { made: solved, cpuS: orderS } = timed(() => planRounds(problem))
  const boundS = fluidBoundS(problem, new Set(solved.left))
  const hasWay = (index: number): boolean =>
    machinesFor(problem, index).some(({ home, work }) => Number.isFinite(problem.travelM(home, work.entry)))
  const cutOff = solved.left.filter(index => machinesFor(problem, index).length > 0 && !hasWay(index))
  const isJoined = cutOff.length === 0 ? () => false : joinedByGround(input, problem.frame)
  const noWay = cutOff.filter(index => isJoined(index)).length
  return {
    course: course.name,
    fleet,
    mowers,
    zones: course.zones.length,
    corners: obstacleCorners(course),
    networkS,
    orderS,
    makespanH: solved.makespanS / 3_600,
    boundH: boundS / 3_600,
    ratio: solved.makespanS / boundS,
    noWay,
    enclosed: cutOff.length - noWay,
    left: solved.left.length - cutOff.length,
  }
}

/** The courses of a folder whose names have a text in them, and the two largest side by side. */
export const fleetCourses = (folder: string, named = ''): BenchCourse[] => {
  const courses = readdirSync(folder)
    .filter(file => file.endsWith('.geojson') && file.includes(named))
    .sort()
    .map(file => readBenchCourse(file.replace(/(-surfaces)?\.geojson$/, ''), join(folder, file)))
  const bySize = courses.toSorted((a, b) => b.zones.length - a.zones.length)
  const [largest, second] = bySize
  return largest === undefined || second === undefined ? courses : [...courses, besideEachOther(largest, second)]
}
