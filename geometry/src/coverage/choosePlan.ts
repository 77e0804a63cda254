/** Which of several plans of one field is taken. */
import type { CoveragePlan } from './plan.ts'
import { UNCUT_ALLOWED } from './tolerancePreset.ts'

/**
 * Seconds of driving that a square metre less to mow by hand is worth. Elsewhere the planner pays 12 to 25 for one: a short swath with
 * its two turns, a loop at a corner. Of 20 to 40 any number chooses nearly the same plans.
 */
const S_FOR_M2 = 30

/** Share of a field that a pattern may leave uncut beyond what the most thorough one does, where all leave much. */
const UNCUT_FOR_PATTERN = 0.001

export const secondsOf = ({ legs, stats }: CoveragePlan): number =>
  legs.length === 0 ? Number.POSITIVE_INFINITY : stats.durationS

const leastOf = (plans: readonly CoveragePlan[], costOf: (plan: CoveragePlan) => number): CoveragePlan =>
  plans.reduce((best, plan) => (costOf(plan) < costOf(best) ? plan : best))

export const quickestOf = (plans: readonly CoveragePlan[]): CoveragePlan => leastOf(plans, secondsOf)

/**
 * The plan of the pattern that costs least, what it leaves uncut included. None is taken that leaves more than people accept of what a
 * disc reaches, if another one does not.
 * @param reachedM2 what a disc of the working width reaches of the field; asked for only where it matters
 */
export const cheapestPattern = (
  plans: readonly CoveragePlan[],
  wholeM2: number,
  reachedM2: () => number,
): CoveragePlan => {
  const mostM2 = Math.max(...plans.map(({ stats }) => stats.coveredM2))
  const costOf = (plan: CoveragePlan): number => secondsOf(plan) + S_FOR_M2 * (mostM2 - plan.stats.coveredM2)
  const cheapest = leastOf(plans, costOf)
  const leavesLittle = ({ stats }: CoveragePlan, ofM2: number): boolean =>
    stats.coveredM2 + UNCUT_ALLOWED * wholeM2 >= ofM2
  const leavesNoMore = ({ stats }: CoveragePlan): boolean => stats.coveredM2 + UNCUT_FOR_PATTERN * wholeM2 >= mostM2
  if (leavesNoMore(cheapest) || leavesLittle(cheapest, wholeM2)) return cheapest
  const ofM2 = reachedM2()
  return leastOf(
    plans.filter(plan => leavesNoMore(plan) || leavesLittle(plan, ofM2)),
    costOf,
  )
}
