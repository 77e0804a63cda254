/** Rounds of a course whose mowers charge in between, by the planner of shifts. */
import {
  type ChargePiece,
  planShift,
  type RoundsProblem,
  type Shift,
  type ShiftMachine,
  type ShiftProblem,
  type Span,
  type Stop,
} from '@greensward/geometry'
import type { Position } from '../course/course.ts'

/** The base at which a mower ends. Energies in shares of a full charge. */
export interface MowerHome {
  readonly at: Position
  /** Undefined where it does not charge by itself, or its rate is unknown. */
  readonly charge: readonly ChargePiece[] | undefined
  /** Stays in the battery when it is home. */
  readonly reserve: number
  /** Of a drive with the blade off. */
  readonly energyPerM: number
}

/** Energies of a mower, with its home where it has one. */
export interface ChargingMower {
  readonly home: MowerHome | undefined
  /** What it begins with. */
  readonly energy: number
  /** Stays in the battery of one without a home. */
  readonly reserve: number
  readonly mowingPerM: number
}

export interface SolvedRound {
  /** With the place from which it drives to each. */
  readonly stops: readonly (Stop & { readonly from: number })[]
  readonly charges: readonly (Span & { readonly share: number })[]
  /** Of its drives home. */
  readonly homeM: number
}

/** @typeParam R why a job is left out */
export interface SolvedRounds<R> {
  readonly rounds: readonly SolvedRound[]
  readonly left: readonly { readonly job: number; readonly reason: R }[]
}

/** Why the planner of shifts leaves a job out. */
export type ShiftReason = Shift['left'][number]['reason']

export interface ChargingProblem extends RoundsProblem {
  /** The place of each machine's home on the course; undefined without one. */
  readonly bases: readonly (number | undefined)[]
  /** For each job and machine the point of the job that is farthest from that home. */
  readonly farthest: readonly (readonly (number | undefined)[])[]
}

/** What the other missions of a mower leave of the whole time. */
const freeSpans = (busy: RoundsProblem['machines'][number]['busy'], horizonS: number): Span[] | undefined => {
  if (busy.length === 0) return undefined
  const free: Span[] = []
  let fromS = 0
  for (const span of busy.toSorted((a, b) => a.fromS - b.fromS)) {
    if (span.fromS > fromS) free.push({ fromS, untilS: Math.min(span.fromS, horizonS) })
    fromS = Math.max(fromS, span.toS)
  }
  if (fromS < horizonS) free.push({ fromS, untilS: horizonS })
  return free
}

const problemOf = (
  { jobs, machines, travelM, horizonS, bases, farthest }: ChargingProblem,
  mowers: readonly ChargingMower[],
): ShiftProblem => ({
  travelM: (from, to) => (from === to ? 0 : travelM(from, to)),
  horizonS,
  machines: machines.map(({ home: place, speedMps, busy }, m): ShiftMachine => {
    const { home, energy = 1, reserve = 0, mowingPerM = 0 } = mowers[m] ?? {}
    const base = bases[m]
    const hasHome = home !== undefined && base !== undefined
    return {
      place,
      energy,
      reserve: hasHome ? home.reserve : reserve,
      energyPerM: hasHome ? home.energyPerM : mowingPerM,
      speedMps,
      base: hasHome ? { place: base, charge: home.charge } : undefined,
      available: freeSpans(busy, horizonS),
    }
  }),
  jobs: jobs.map(({ work, weight, busy }, j) => ({
    weight,
    busy: busy.map(({ fromS, toS }) => ({ fromS, untilS: toS })),
    work: work.map((own, m) => {
      const base = bases[m]
      if (own === undefined) return undefined
      const { durationS, lengthM, entry, exit } = own
      const ends = [entry, exit, farthest[j]?.[m] ?? exit]
      return {
        durationS,
        energy: lengthM * (mowers[m]?.mowingPerM ?? 0),
        entry,
        exit,
        farthestHomeM: base === undefined ? 0 : Math.max(...ends.map(end => (end === base ? 0 : travelM(end, base)))),
      }
    }),
  })),
})

/** As many charges as fit into the time; every mower with a home is there at its end. */
export const planWithCharges = (
  problem: ChargingProblem,
  mowers: readonly ChargingMower[],
): SolvedRounds<ShiftReason> => {
  const { travelM } = problem
  const { routes, left } = planShift(problemOf(problem, mowers))
  return {
    rounds: routes.map((tasks): SolvedRound => {
      const stops: (Stop & { from: number })[] = []
      const charges: (Span & { share: number })[] = []
      let homeM = 0
      let drive: { readonly fromS: number; readonly from: number; readonly to: number } | undefined
      for (const task of tasks) {
        const { fromS, untilS, from, to } = task
        if (task.kind === 'drive') drive = { fromS, from, to }
        else if (task.kind === 'charge') charges.push({ fromS, untilS, share: Math.min(1, task.energyAfter) })
        else if (task.kind === 'returnToBase') homeM += from === to ? 0 : travelM(from, to)
        else if (task.kind === 'mow') {
          const wayM = drive === undefined || drive.from === drive.to ? 0 : travelM(drive.from, drive.to)
          const leavesS = drive?.fromS ?? fromS
          stops.push({
            job: task.job,
            leavesS,
            startsS: fromS,
            endsS: untilS,
            travelM: wayM,
            from: drive?.from ?? from,
          })
          drive = undefined
        }
      }
      return { stops, charges, homeM }
    }),
    left,
  }
}
