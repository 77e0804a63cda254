/** The times of one trip: from a base, or from where a machine is, over some jobs in order. */
import { type Fit, fitFirst, type Span } from './openSpans.ts'
import type { MachineTable } from './shiftTables.ts'

/** Energies are sums of many terms: less than this is not missing. */
export const TINY = 1e-9

/**
 * A trip that grows job by job. As it grows it may need more energy and start later. So its times are known as a function of its
 * start: jobs that wait for their windows end at `soonestEndS` at least, the others `sumS` after the start, and no job is pushed
 * out of its span by a start until `latestS`.
 */
export class TripClock {
  /** Seconds of all drives and jobs. */
  sumS = 0
  soonestEndS = Number.NEGATIVE_INFINITY
  latestS = Number.POSITIVE_INFINITY
  /** The longest wait on the course before a job that was just added. */
  waitS = 0
  /** Energy to start with, and what the trip uses. */
  needed = 0
  used = 0
  drivenM = 0
  /** Weights of the jobs, and weights times their starts after the trip's start, added up. */
  weight = 0
  weightedS = 0
  /** Jobs walked over: what the search counts. */
  steps = 0
  private open: readonly Span[] = []
  private readonly table: MachineTable
  private readonly weights: Float64Array
  private readonly sPerM: number
  private readonly fit: Fit = { startS: 0, fromS: 0, latestS: 0 }

  constructor(table: MachineTable, weights: Float64Array) {
    this.table = table
    this.weights = weights
    this.sPerM = 1 / table.machine.speedMps
  }

  /** Begins a trip without jobs, for which the machine is available in these spans. */
  begin(open: readonly Span[]): void {
    this.open = open
    this.sumS = 0
    this.soonestEndS = Number.NEGATIVE_INFINITY
    this.latestS = Number.POSITIVE_INFINITY
    this.needed = 0
    this.used = 0
    this.drivenM = 0
    this.weight = 0
    this.weightedS = 0
  }

  /** When the last job ends if the trip starts then, at `latestS` at the latest. */
  endS(startS: number): number {
    return Math.max(this.soonestEndS, startS + this.sumS)
  }

  /** The energy to start with if this job is added. */
  neededWith(job: number, wayM: number): number {
    const { machine, needed } = this.table
    return Math.max(this.needed, this.used + wayM * machine.energyPerM + (needed[job] ?? 0))
  }

  /** Adds a job; false where no start of it is open. The caller walks again if the trip starts after `latestS`. */
  add(job: number, wayM: number, startS: number): boolean {
    const { table, fit } = this
    this.steps++
    const wayS = wayM * this.sPerM
    const workS = table.durationS[job] ?? 0
    const reachedS = this.endS(startS) + wayS
    if (!fitFirst(table.fields[job] ?? [], this.open, reachedS, wayS, workS, fit)) return false
    const weight = this.weights[job] ?? 0
    this.waitS = fit.startS - reachedS
    this.latestS = Math.min(this.latestS, fit.latestS - this.sumS - wayS)
    this.soonestEndS = Math.max(this.soonestEndS + wayS, fit.fromS) + workS
    this.weight += weight
    this.weightedS += weight * (this.sumS + wayS)
    this.sumS += wayS + workS
    this.needed = this.neededWith(job, wayM)
    this.used += wayM * table.machine.energyPerM + (table.energy[job] ?? 0)
    this.drivenM += wayM
    return true
  }

  /** When it is home from the last job, `homeM` away, if the trip starts then; infinite where it may not drive any more. */
  homeS(homeM: number, startS: number): number {
    const wayS = homeM * this.sPerM
    return arrivalS(this.open, this.endS(startS), wayS)
  }
}

/** The end of a drive that begins at `fromS` or when the machine is available; infinite if it never is. */
export const arrivalS = (open: readonly Span[], fromS: number, wayS: number): number => {
  for (const span of open) {
    const leavesS = Math.max(fromS, span.fromS)
    if (leavesS + wayS <= span.untilS) return leavesS + wayS
  }
  return Number.POSITIVE_INFINITY
}
