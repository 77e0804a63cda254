import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { courseProblem } from '@greensward/domain'
import { planRounds, type RoundsProblem } from '@greensward/geometry'
import { type BenchCourse, besideEachOther, courseInput, obstacleCorners, readBenchCourse } from './fleetCourse.ts'

const USAGE = 'usage: npm run bench:rounds -- --courses DIR [--course NAME] [--mowers 1,3,8]'

const { values } = parseArgs({
  options: {
    courses: { type: 'string' },
    course: { type: 'string' },
    mowers: { type: 'string', default: '1,3,8' },
  },
})

interface Row {
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
  /** Zones that a mower could mow and no route leads to. */
  readonly noWay: number
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

const benchRow = (course: BenchCourse, mowers: number, fleet: Row['fleet']): Row => {
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
  const noWay = solved.left.filter(index => machinesFor(problem, index).length > 0 && !hasWay(index)).length
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
    left: solved.left.length - noWay,
  }
}

const show = (cells: readonly (string | number)[]): void => {
  console.log(cells.map((cell, i) => (i < 2 ? String(cell).padEnd(20) : String(cell).padStart(10))).join(' '))
}

const coursesOf = (folder: string): BenchCourse[] => {
  const courses = readdirSync(folder)
    .filter(file => file.endsWith('.geojson') && (values.course === undefined || file.includes(values.course)))
    .sort()
    .map(file => readBenchCourse(file.replace(/(-surfaces)?\.geojson$/, ''), join(folder, file)))
  const bySize = courses.toSorted((a, b) => b.zones.length - a.zones.length)
  const [largest, second] = bySize
  return largest === undefined || second === undefined ? courses : [...courses, besideEachOther(largest, second)]
}

const bench = (folder: string): void => {
  const rows: Row[] = []
  show([
    'course',
    'fleet',
    'mowers',
    'zones',
    'corners',
    'network s',
    'order s',
    'hours',
    'bound',
    'ratio',
    'no way',
    'left',
  ])
  for (const course of coursesOf(folder)) {
    for (const fleet of ['equal', 'mixed'] as const)
      for (const mowers of values.mowers.split(',').map(Number)) {
        const row = benchRow(course, mowers, fleet)
        rows.push(row)
        show([
          row.course,
          row.fleet,
          row.mowers,
          row.zones,
          row.corners,
          row.networkS.toFixed(2),
          row.orderS.toFixed(2),
          row.makespanH.toFixed(2),
          row.boundH.toFixed(2),
          row.ratio.toFixed(3),
          row.noWay,
          row.left,
        ])
      }
  }
  console.log(JSON.stringify({ bench: 'rounds', rows }))
}

if (values.courses === undefined) {
  console.error(USAGE)
  process.exitCode = 2
} else bench(values.courses)
