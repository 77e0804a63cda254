/** Shifts of a fleet that charges, on real courses, against a bound that no plan is below. */
import { courseProblem } from '@greensward/domain'
import {
  ChargeCurve,
  planShift,
  type RoundsProblem,
  type Shift,
  type ShiftMachine,
  type ShiftProblem,
  type ShiftTask,
  tasksUnderWay,
} from '@greensward/geometry'
import { pricedBoundS } from './fleetBound.ts'
import { type BenchCourse, courseInput } from './fleetCourse.ts'
import { type FleetRow, leastWayM, timed } from './fleetRounds.ts'

export interface ShiftRow {
  readonly course: string
  readonly fleet: FleetRow['fleet']
  readonly mowers: number
  readonly missions: number
  readonly charges: number
  /** Hours that all mowers together drive to jobs and home. */
  readonly driveH: number
  readonly planS: number
  readonly againS: number
  readonly makespanH: number
  readonly boundH: number
  readonly ratio: number
  readonly left: number
}

/** A full charge mows 12 km and drives 24 km; it fills fast to four fifths. */
const MOWING_PER_M = 1 / 12_000
const DRIVING_PER_M = 1 / 24_000
const RESERVE = 0.1
const FIRST_ENERGY = 0.8
const CHARGE = [
  { untilShare: 0.8, perHour: 0.5 },
  { untilShare: 1, perHour: 0.25 },
]

/** A zone that takes more of a charge is mown in several missions, as on the server. */
const MOST_ENERGY = 0.4

/** The farthest corner of a part of a zone from where it is entered. */
const ACROSS_M = 100

/** The rounds of a course as a shift: with chargers where the mowers are parked, and the way home. */
const shiftProblem = ({ jobs, machines, travelM, horizonS }: RoundsProblem): ShiftProblem => ({
  jobs: jobs.flatMap(({ work, weight }) => {
    const longestM = work.reduce((most, own) => Math.max(most, own?.lengthM ?? 0), 0)
    const parts = Math.max(1, Math.ceil((longestM * MOWING_PER_M) / MOST_ENERGY))
    const part = work.map((own, m) => {
      const home = machines[m]?.home ?? 0
      return (
        own && {
          durationS: own.durationS / parts,
          energy: (own.lengthM * MOWING_PER_M) / parts,
          entry: own.entry,
          exit: own.exit,
          farthestHomeM: Math.max(travelM(own.entry, home), travelM(own.exit, home)) + ACROSS_M,
        }
      )
    })
    return Array.from({ length: parts }, () => ({ work: part, weight }))
  }),
  machines: machines.map(
    ({ home, speedMps }): ShiftMachine => ({
      place: home,
      energy: FIRST_ENERGY,
      reserve: RESERVE,
      energyPerM: DRIVING_PER_M,
      speedMps,
      base: { place: home, charge: CHARGE },
    }),
  ),
  travelM,
  horizonS,
})

/**
 * Fluid lower bound with energy, seconds: work and charges flow freely. Each job costs a machine its work, the shortest drive to it
 * and the fastest charge of the energy of both; what a machine has at first beyond its reserve is a credit. The bound without
 * energy is the better one where hardly anything is charged. Drives home between charges are not in it, so it is far below any
 * plan where the base is far from the work.
 */
const boundS = (problem: ShiftProblem, left: ReadonlySet<number>): number => {
  const { leastS } = new ChargeCurve(CHARGE)
  const costs = (isCharged: boolean): (readonly number[])[] =>
    problem.jobs.flatMap((job, index) =>
      left.has(index)
        ? []
        : [
            problem.machines.map(({ place, speedMps, energyPerM }, m) => {
              const work = job.work[m]
              if (work === undefined) return Number.POSITIVE_INFINITY
              const wayM = leastWayM(problem, place, m, index)
              const energy = isCharged ? work.energy + wayM * energyPerM : 0
              return wayM / speedMps + work.durationS + energy * leastS
            }),
          ],
    )
  const credits = problem.machines.map(({ energy, reserve }) => (energy - reserve) * leastS)
  return Math.max(pricedBoundS(costs(false)), pricedBoundS(costs(true), credits))
}

const hoursOf = ({ routes }: Shift, kinds: readonly ShiftTask['kind'][]): number =>
  routes.flat().reduce((sum, { kind, fromS, untilS }) => sum + (kinds.includes(kind) ? untilS - fromS : 0), 0) / 3_600

/** Plans a shift on a course, and again without its first machine after a third of it. */
export const shiftRow = (course: BenchCourse, mowers: number, fleet: FleetRow['fleet']): ShiftRow => {
  const problem = shiftProblem(courseProblem(courseInput(course, mowers, fleet)))
  // Routes are searched when they are first asked for: that is the network's time.
  for (const { work } of problem.jobs)
    for (const own of work) if (own !== undefined) problem.travelM(own.exit, own.entry)
  const { made: shift, cpuS: planS } = timed(() => planShift(problem))
  const nowS = shift.makespanS / 3
  const fixed = tasksUnderWay(shift.routes, nowS)
  const broken = {
    ...problem,
    machines: problem.machines.map((machine, m) => (m === 0 ? { ...machine, available: [] } : machine)),
  }
  const { cpuS: againS } = timed(() => planShift(broken, { fixed, nowS, routes: shift.routes }))
  const lowest = boundS(problem, new Set(shift.left.map(({ job }) => job)))
  return {
    course: course.name,
    fleet,
    mowers,
    missions: problem.jobs.length,
    charges: shift.routes.flat().filter(({ kind }) => kind === 'charge').length,
    driveH: hoursOf(shift, ['drive', 'returnToBase']),
    planS,
    againS,
    makespanH: shift.makespanS / 3_600,
    boundH: lowest / 3_600,
    ratio: shift.makespanS / lowest,
    left: shift.left.length,
  }
}
