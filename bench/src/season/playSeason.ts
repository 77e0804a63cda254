/** A season of one type of zone: on which days it is cut, and what has grown then. */
import {
  type Day,
  type DayMean,
  daysBetween,
  type GrowthSettings,
  growthLimitMm,
  growthSince,
  nextCut,
} from '@greensward/domain'

/** A day as it came, and as it was forecast; means in °C. */
export interface SeasonDay {
  readonly day: Day
  readonly meanC: number
  readonly forecastC: number
}

export interface SeasonResult {
  readonly cuts: number
  /** Days at whose end more had grown than a cut may take by the one-third rule. */
  readonly daysOver: number
  /** The most that had grown before a cut, in millimetres. */
  readonly mostGrownMm: number
}

export interface CutRule {
  /** Null cuts at the fixed interval. */
  readonly settings: GrowthSettings | null
  readonly intervalDays: number
}

/**
 * Cuts on each day on which the rule says that the zone is due. A day is decided in its morning: the days before it are measured, its
 * own mean and the next one are forecast. The zone is cut on the day before the season. A cut takes all that has grown, without the rest of its
 * day, as the model counts it.
 * @param truth how the grass really grows, also where the rule does not know it
 */
export const playSeason = (days: readonly SeasonDay[], rule: CutRule, truth: GrowthSettings): SeasonResult => {
  const real: DayMean[] = days.map(({ day, meanC }) => ({ day, meanC }))
  const limitMm = growthLimitMm(truth)
  let [cuts, daysOver, mostGrownMm] = [0, 0, 0]
  let lastCut: Day | undefined
  for (const [i, { day }] of days.entries()) {
    // The first day stands for the cut before the season.
    if (lastCut === undefined) {
      lastCut = day
      continue
    }
    const grownMm = growthSince(truth, lastCut, day, real)?.grownMm ?? 0
    mostGrownMm = Math.max(mostGrownMm, grownMm)
    const forecast = days.slice(i, i + 2).map(each => ({ day: each.day, meanC: each.forecastC }))
    const means = [...real.slice(Math.max(0, i - daysBetween(lastCut, day) - 3), i), ...forecast]
    const isDue = nextCut({ ...rule, lastCut, today: day, means })?.isDue === true
    if (grownMm > limitMm) daysOver++
    if (!isDue) continue
    cuts++
    lastCut = day
  }
  return { cuts, daysOver, mostGrownMm }
}
