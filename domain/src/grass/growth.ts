/**
 * How fast grass grows by the temperature, and when it wants to be cut again by that. Light, water and nutrients are left out, as
 * in the growth potential of PACE Turf (W. Gelernter and L. Stowell), in degrees Celsius as M. Woods writes it.
 */
import { addDays, type Day, daysBetween } from '../common/zonedTime.ts'
import type { GrassType, GrowthSettings, NextCut } from './growthSettings.ts'

/** Best temperature, and how far growth reaches to its sides, in °C. */
const TYPES = {
  cool: { bestC: 20, spreadC: 5.5 },
  warm: { bestC: 31, spreadC: 7 },
} as const

/**
 * 0 to 1 by the mean temperature of a day. Heat beyond the best temperature slows grass of the cool season; that of the warm
 * season grows as well as at its best, by the model as PACE Turf changed it.
 */
export const growthPotential = (meanC: number, grass: GrassType): number => {
  const { bestC, spreadC } = TYPES[grass]
  if (grass === 'warm' && meanC >= bestC) return 1
  return Math.exp(-0.5 * ((meanC - bestC) / spreadC) ** 2)
}

/** Growing degree days of one day, above a base temperature. */
export const degreeDays = (meanC: number, baseC: number): number => Math.max(0, meanC - baseC)

/** A cut takes a third of the leaf at most, so the leaf may grow by half the height of cut before. */
export const growthLimitMm = ({ heightMm }: Pick<GrowthSettings, 'heightMm'>): number => heightMm / 2

/** The mean temperature of a day of the course, measured or forecast. */
export interface DayMean {
  readonly day: Day
  readonly meanC: number
}

/** What has grown since a cut. */
export interface Growth {
  readonly grownMm: number
  readonly degreeDays: number
}

/** The mean of each day by its date; a day that is named twice has the last. */
const meansOf = (means: readonly DayMean[]): ReadonlyMap<Day, number> =>
  new Map(means.map(({ day, meanC }) => [day, meanC]))

/** The first day after a cut whose weather is missing, up to a day that is included; undefined where all are known. */
const firstUnknown = (known: ReadonlyMap<Day, number>, lastCut: Day, until: Day): Day | undefined => {
  for (let day = addDays(lastCut, 1); day <= until; day = addDays(day, 1)) if (!known.has(day)) return day
  return undefined
}

/**
 * Growth on the days after a cut, up to a day that is included; the day of the cut itself is not counted.
 * @returns undefined where the weather of a day is missing
 */
export const growthSince = (
  settings: Pick<GrowthSettings, 'grass' | 'mmPerDay' | 'baseC'>,
  lastCut: Day,
  until: Day,
  means: readonly DayMean[],
): Growth | undefined => {
  const known = meansOf(means)
  let [grownMm, sum] = [0, 0]
  for (let day = addDays(lastCut, 1); day <= until; day = addDays(day, 1)) {
    const meanC = known.get(day)
    if (meanC === undefined) return undefined
    grownMm += growthPotential(meanC, settings.grass) * settings.mmPerDay
    sum += degreeDays(meanC, settings.baseC)
  }
  return { grownMm, degreeDays: sum }
}

export interface GrowingZone {
  /** Null where the type of the zone is not set up for growth. */
  readonly settings: GrowthSettings | null
  /** The fixed interval; null is never due, unless the type grows. */
  readonly intervalDays: number | null
  /** A day in the future predicts the cut after that one. */
  readonly lastCut: Day
  readonly today: Day
  /** Of the days since the last cut, and of those to come as far as they are forecast. */
  readonly means: readonly DayMean[]
}

/**
 * The next cut by growth, within the least and most interval. By the fixed interval where the weather is not known up to today, or
 * by the most interval where there is no fixed one.
 */
export const nextCut = (zone: GrowingZone): NextCut | undefined => {
  const { settings, intervalDays, lastCut, today } = zone
  const known = meansOf(zone.means)
  const since = settings === null ? undefined : firstUnknown(known, lastCut, today)
  if (settings !== null && since === undefined && known.size > 0) return byGrowth(zone, settings)
  const days = intervalDays ?? settings?.mostDays
  if (days === undefined) return undefined
  const day = addDays(lastCut, days)
  return {
    day,
    isDue: day <= today,
    reason:
      settings === null
        ? { code: 'fixed', intervalDays: days }
        : { code: 'weather', intervalDays: days, since: since ?? today },
  }
}

const byGrowth = ({ lastCut, today, means }: GrowingZone, settings: GrowthSettings): NextCut => {
  const soFar = growthSince(settings, lastCut, today, means)
  const limitMm = growthLimitMm(settings)
  const [first, last] = [addDays(lastCut, settings.leastDays), addDays(lastCut, settings.mostDays)]
  const at = dayOfLimit(settings, lastCut, last, means, limitMm)
  const due = (day: Day, code: 'grown' | 'least' | 'most'): NextCut => ({
    day,
    isDue: day <= today,
    reason: { code, grownMm: soFar?.grownMm ?? 0, limitMm },
  })
  if (at === undefined) return due(last, 'most')
  return at < first ? due(first, 'least') : due(at, 'grown')
}

/** How many of the last known days say how it grows on beyond the forecast. */
const RECENT_DAYS = 3

/** Sums of decimals are not exact. */
const ROUNDING_MM = 1e-9

const meanOf = (latest: readonly number[]): number => latest.reduce((sum, each) => sum + each, 0) / latest.length

/** Of the last known days up to one that is included; of none of them it is not a number. */
const recentMean = (known: ReadonlyMap<Day, number>, until: Day): number =>
  meanOf(
    [...known]
      .filter(([day]) => day <= until)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .slice(-RECENT_DAYS)
      .map(([, meanC]) => meanC),
  )

/**
 * The last day on which a cut takes a third at most: on the next one the limit is passed. Undefined where that is not before the
 * last. Beyond the forecast it grows on as on the mean of the last three known days.
 */
const dayOfLimit = (
  settings: GrowthSettings,
  lastCut: Day,
  last: Day,
  means: readonly DayMean[],
  limitMm: number,
): Day | undefined => {
  const known = meansOf(means)
  const recent = [...known]
    .filter(([day]) => day <= lastCut)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, meanC]) => meanC)
  let grownMm = 0
  for (let n = 1; n <= daysBetween(lastCut, last) + 1; n++) {
    const day = addDays(lastCut, n)
    const meanC = known.get(day)
    if (meanC !== undefined) recent.push(meanC)
    const latest = recent.slice(-RECENT_DAYS)
    if (latest.length === 0) return undefined
    const used = meanC ?? meanOf(latest)
    grownMm += growthPotential(used, settings.grass) * settings.mmPerDay
    if (grownMm > limitMm + ROUNDING_MM) return addDays(day, -1)
  }
  return undefined
}

/**
 * The newest day on which a zone was last cut and, as it is known today, is due on a day or before it; undefined where no interval
 * says so. What was cut later is not due by then, so it splits a zone of which parts were cut on different days.
 */
export const newestDueCut = (zone: Omit<GrowingZone, 'lastCut'>, by: Day): Day | undefined => {
  const most = Math.max(zone.settings?.mostDays ?? 0, zone.intervalDays ?? 0)
  for (let n = 0; n <= most + daysBetween(by, zone.today); n++) {
    const lastCut = addDays(zone.today, -n)
    const next = nextCut({ ...zone, lastCut })
    if (next === undefined) return undefined
    if (next.day <= by) return lastCut
  }
  return undefined
}

/** Cuts that the days of a span ask for. */
export interface WantedCuts {
  readonly cuts: number
  /** Those of them that growth asks for; the others come from a fixed interval. */
  readonly byGrowth: number
}

/**
 * Each day asks for a part of a cut: one by the number of days after which a zone would be due on it. So the cuts of two spans add
 * up, and it does not matter when the zone was cut in fact.
 * @param means of the days, of the most interval before them, and of the day after them
 * @returns undefined where no interval says how often
 */
export const wantedCuts = (
  { settings, intervalDays }: Pick<GrowingZone, 'settings' | 'intervalDays'>,
  days: readonly Day[],
  means: readonly DayMean[],
): WantedCuts | undefined => {
  const fixedDays = intervalDays ?? settings?.mostDays
  if (fixedDays === undefined) return undefined
  const known = meansOf(means)
  let [cuts, byGrowth] = [0, 0]
  for (const day of days) {
    const grown = settings === null ? { days: 0, isKnown: false } : daysUntilDue(settings, day, known)
    const part = 1 / (grown.isKnown ? grown.days : Math.max(grown.days, fixedDays))
    cuts += part
    if (grown.isKnown) byGrowth += part
  }
  return { cuts, byGrowth }
}

/**
 * A zone that was cut this many days before is due on a day by growth, one that was cut later is not; see `nextCut`. Where the
 * weather is missing before that, the days up to the first one without.
 */
const daysUntilDue = (
  settings: GrowthSettings,
  due: Day,
  known: ReadonlyMap<Day, number>,
): { readonly days: number; readonly isKnown: boolean } => {
  if (!known.has(due)) return { days: 1, isKnown: false }
  const limitMm = growthLimitMm(settings)
  const grows = (meanC: number): number => growthPotential(meanC, settings.grass) * settings.mmPerDay
  // It is due on the last day before the limit is passed, so the next day counts.
  let grownMm = grows(known.get(addDays(due, 1)) ?? recentMean(known, due))
  for (let days = 1; ; days++) {
    const meanC = known.get(addDays(due, 1 - days))
    if (meanC === undefined) return { days, isKnown: false }
    grownMm += grows(meanC)
    const isGrown = days >= settings.leastDays && grownMm > limitMm + ROUNDING_MM
    if (isGrown || days >= settings.mostDays) return { days, isKnown: true }
  }
}
