/** What a shift is planned from, and the plan. Times are seconds from its beginning, energies shares of a full charge. */
import type { ChargePiece } from './chargeCurve.ts'
import type { Span } from './openSpans.ts'

/** The effort of a job for one machine. */
export interface ShiftWork {
  readonly durationS: number
  readonly energy: number
  /** Places, as numbers of the problem's table. */
  readonly entry: number
  readonly exit: number
  /** The drive to the base from the point of the job that is farthest from it; 0 for a machine without a base. */
  readonly farthestHomeM: number
}

export interface ShiftJob {
  /** One for each machine; undefined where that machine cannot do it. */
  readonly work: readonly (ShiftWork | undefined)[]
  /** How much it matters, above 0. */
  readonly weight: number
  /** The whole work is in one of them; undefined for the whole shift. */
  readonly windows?: readonly Span[] | undefined
  /** Times at which no machine may do it. */
  readonly busy?: readonly Span[] | undefined
}

export interface ShiftBase {
  readonly place: number
  /** Undefined for a base without a charger. */
  readonly charge?: readonly ChargePiece[] | undefined
}

export interface ShiftMachine {
  /** Where it is. */
  readonly place: number
  /** When it is there and free; 0 unless it says so. */
  readonly fromS?: number | undefined
  /** What it has then. */
  readonly energy: number
  /** Stays in the battery when it is home from the worst point of each task. */
  readonly reserve: number
  /** Of a drive with the blade off. */
  readonly energyPerM: number
  readonly speedMps: number
  /** It ends there; undefined for a machine that stays where its last job ends. */
  readonly base?: ShiftBase | undefined
  /**
   * When it may drive and mow; outside of these spans it is at its base, if it has one, and may charge. Undefined for the whole
   * shift.
   */
  readonly available?: readonly Span[] | undefined
  /** It is home by then. */
  readonly latestReturnS?: number | undefined
}

export interface ShiftProblem {
  readonly jobs: readonly ShiftJob[]
  readonly machines: readonly ShiftMachine[]
  /** Metres from place to place; infinite without a route. */
  readonly travelM: (from: number, to: number) => number
  /** All machines are home by then. */
  readonly horizonS: number
}

interface TaskTimes {
  readonly fromS: number
  readonly untilS: number
  readonly energyBefore: number
  readonly energyAfter: number
  /** Where it begins and ends. */
  readonly from: number
  readonly to: number
}

/** A drive is to the job that follows it. */
export type ShiftTask = TaskTimes &
  (
    | { readonly kind: 'drive' | 'mow'; readonly job: number }
    | { readonly kind: 'returnToBase' | 'charge' | 'wait'; readonly job?: undefined }
  )

/**
 * Why a job is left out: no machine is able to do it; no route leads to it and home again; it needs more energy than a machine
 * has; its own windows are too short; or only together with the other jobs there is no time for it.
 */
export type LeftReason = 'noMachine' | 'noWay' | 'energy' | 'window' | 'noTime'

/** A change that makes a job fit beside all jobs of the plan. */
export type Remedy =
  /** The shift, this job's last window and the return of the machine last until then. */
  | { readonly kind: 'until'; readonly machine: number; readonly untilS: number }
  /** The machine begins with this energy. */
  | { readonly kind: 'chargeFirst'; readonly machine: number; readonly share: number }
  /** Another machine like this one, at its base if it has one, and full. */
  | { readonly kind: 'oneMoreMachine'; readonly like: number }

export interface LeftJob {
  readonly job: number
  readonly reason: LeftReason
  /** Each of them is enough; the planner has made a plan with each. */
  readonly remedies: readonly Remedy[]
}

export interface Shift {
  /** For each machine its tasks in order, one after the other. */
  readonly routes: readonly (readonly ShiftTask[])[]
  readonly left: readonly LeftJob[]
  /** When the last machine is done and home. */
  readonly makespanS: number
  /** Machines that are not at their base and cannot get there. */
  readonly stranded: readonly number[]
}
