/** Whether a mower can finish its task and still get home, before it starts and while it drives. Shares are 0 to 1 of full. */

export interface EnergyTask {
  /** What the battery or tank has now. */
  readonly has: number
  /** What is left of the task takes, by what is known of the mower. */
  readonly task: number
  /** The way home from the worst point of the task; null for a mower without a base. */
  readonly home: number | null
  /** Kept for what nobody expects. */
  readonly reserve: number
  /** On this task so far; absent before it has started. */
  readonly soFar?: { readonly used: number; readonly expected: number }
}

export interface EnergyPromise {
  readonly holds: boolean
  readonly has: number
  /** The sum of the three below. */
  readonly needs: number
  readonly task: number
  readonly home: number
  readonly reserve: number
  /** What it lacks; 0 where the promise holds. */
  readonly short: number
  /** It gets home with its reserve while it has at least this much; null for a mower without a base. */
  readonly homeFrom: number | null
}

/** Less than this used, or expected to be, says nothing of a task yet: percentages are whole. */
const TELLING_SHARE = 0.05
/** What was measured counts within these times what was expected. */
const LEAST_FACTOR = 0.8
const GREATEST_FACTOR = 3
/** Whole percentages are off by up to a half. */
const ROUNDING = 0.005

/** How much more, or less, this task takes than expected. */
const measuredFactor = ({ soFar }: EnergyTask): number => {
  if (soFar === undefined || !(Math.max(soFar.used, soFar.expected) >= TELLING_SHARE)) return 1
  const factor = soFar.used / soFar.expected
  return Math.max(LEAST_FACTOR, Math.min(GREATEST_FACTOR, Number.isNaN(factor) ? 1 : factor))
}

/**
 * The promise of rule 5: energy for the task, the way home from its worst point, and the reserve. What a running task was measured
 * to take counts for the rest of it and for the way home.
 */
export const energyPromise = (given: EnergyTask): EnergyPromise => {
  const factor = measuredFactor(given)
  const { has, reserve } = given
  const task = given.task * factor
  const home = (given.home ?? 0) * factor
  const needs = task + home + reserve
  const isRunning = given.soFar !== undefined
  const short = Math.max(0, needs - has)
  return {
    holds: short <= (isRunning ? ROUNDING : 1e-9),
    has,
    needs,
    task,
    home,
    reserve,
    short,
    homeFrom: given.home === null ? null : home + reserve,
  }
}
