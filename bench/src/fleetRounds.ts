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
const timed = <T>(run: () => T): { readonly made: T; readonly cpuS: number } => {
  const before = process.cpuUsage()
  const made = run()
  const { user, system } = process.cpuUsage(before)
  return { made, cpuS: (user + system) / 1e6 }
}

const BOUND_STEPS = 4_000

/**
 * Fluid lower bound, seconds: work flows freely between the mowers, so that all finish together. Each zone costs a mower its work
 * and the shortest route to it from any place where that mower may be before; no zone is faster than its own fastest mower.
 * With prices p on the time of the mowers, adding up to 1, no plan is shorter than the sum over zones of the cheapest
 * p x cost. The search raises the price of mowers that are asked for most; any prices give a valid bound.
 */
const fluidBoundS = ({ jobs, machines, travelM }: RoundsProblem, left: ReadonlySet<number>): number => {
  const costs = jobs.flatMap((job, index): (readonly number[])[] => {
    if (left.has(index)) return []
    return [
      machines.map(({ home, speedMps }, m) => {
        const work = job.work[m]
        if (work === undefined) return Number.POSITIVE_INFINITY
        const before = jobs.flatMap((other, k) => (k === index ? [] : (other.work[m]?.exit ?? [])))
        const wayM = before.reduce(
          (least, exit) => Math.min(least, travelM(exit, work.entry)),
          travelM(home, work.entry),
        )
        return wayM / speedMps + work.durationS
      }),
    ]
  })
  const longestS = costs.reduce((longest, cost) => Math.max(longest, Math.min(...cost)), 0)
  let best = 0
  let prices = machines.map(() => 1 / machines.length)
  for (let step = 0; step < BOUND_STEPS; step++) {
    const loads = machines.map(() => 0)
    let bound = 0
    for (const cost of costs) {
      const priced = cost.map((s, m) => s * (prices[m] ?? 0))
      const cheapest = Math.min(...priced)
      const equal = priced.flatMap((price, m) => (price <= cheapest * (1 + 1e-9) ? [m] : []))
      for (const m of equal) loads[m] = (loads[m] ?? 0) + (cost[m] ?? 0) / equal.length
      bound += cheapest
    }
    best = Math.max(best, bound)
    const most = Math.max(...loads, 1e-9)
    const raised = prices.map((price, m) => price * Math.exp((0.5 / Math.sqrt(step + 1)) * ((loads[m] ?? 0) / most)))
    const sum = raised.reduce((a, b) => a + b, 0)
    prices = raised.map(price => price / sum)
  }
  return Math.max(best, longestS)
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
