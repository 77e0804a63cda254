/**
 * How fast grass grows by the temperature, and when it wants to be cut again by that. Light, water and nutrients are left out, as
 * in the growth potential of PACE Turf (W. Gelernter and L. Stowell), in degrees Celsius as M. Woods writes it.
 */
import { z } from 'zod'
import { addDays, type Day, daysBetween } from '../common/zonedTime.ts'

export const grassType = z.enum(['cool', 'warm'])
export type GrassType = z.infer<typeof grassType>

/** Best temperature, how far growth reaches to its sides, and where growing degree days begin; all in °C. */
const TYPES = {
  cool: { bestC: 20, spreadC: 5.5, baseC: 0 },
  warm: { bestC: 31, spreadC: 7, baseC: 10 },
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

/** Growing degree days of one day. */
export const degreeDays = (meanC: number, grass: GrassType): number => Math.max(0, meanC - TYPES[grass].baseC)

/** Of a type of zone. */
export const growthSettings = z
  .strictObject({
    grass: grassType,
    /** Height of cut, in millimetres. */
    heightMm: z.number().min(1).max(200),
    /** How much it grows in a day at its best temperature, in millimetres. */
    mmPerDay: z.number().min(0.1).max(30),
    /** Days between two cuts, in any weather. */
    leastDays: z.number().int().min(1).max(90),
    mostDays: z.number().int().min(1).max(90),
  })
  .refine(({ leastDays, mostDays }) => leastDays <= mostDays, { path: ['mostDays'] })
export type GrowthSettings = z.infer<typeof growthSettings>

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

/**
 * Growth on the days after a cut, up to a day that is included; the day of the cut itself is not counted.
 * @returns undefined where the weather of a day is missing
 */
export const growthSince = (
  settings: Pick<GrowthSettings, 'grass' | 'mmPerDay'>,
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
    sum += degreeDays(meanC, settings.grass)
  }
  return { grownMm, degreeDays: sum }
}

/**
 * Why a zone is due on its day: it has `grown` to its limit, or grew so fast or slowly that the `least` or `most` interval decides,
 * or the fixed interval counts because there is no `weather` or nobody set it up for growth (`fixed`).
 */
export type CutReason =
  | { readonly code: 'grown' | 'least' | 'most'; readonly grownMm: number; readonly limitMm: number }
  | { readonly code: 'weather' | 'fixed'; readonly intervalDays: number }

export interface NextCut {
  readonly day: Day
  readonly reason: CutReason
  /** Whether that day has come. */
  readonly isDue: boolean
}

export interface GrowingZone {
  /** Null where the type of the zone is not set up for growth. */
  readonly settings: GrowthSettings | null
  /** The fixed interval; null is never due. */
  readonly intervalDays: number | null
  readonly lastCut: Day
  readonly today: Day
  /** Of the days since the last cut, and of those to come as far as they are forecast. */
  readonly means: readonly DayMean[]
}

/** The next cut by growth, within the least and most interval; by the fixed interval where the weather is not known up to today. */
export const nextCut = (zone: GrowingZone): NextCut | undefined => {
  const { settings, intervalDays, lastCut, today } = zone
  const grown = settings === null ? undefined : byGrowth(zone, settings)
  if (grown !== undefined) return grown
  if (intervalDays === null) return undefined
  const day = addDays(lastCut, intervalDays)
  return { day, isDue: day <= today, reason: { code: settings === null ? 'fixed' : 'weather', intervalDays } }
}

const byGrowth = ({ lastCut, today, means }: GrowingZone, settings: GrowthSettings): NextCut | undefined => {
  const soFar = growthSince(settings, lastCut, today < lastCut ? lastCut : today, means)
  if (soFar === undefined) return undefined
  const limitMm = growthLimitMm(settings)
  const [first, last] = [addDays(lastCut, settings.leastDays), addDays(lastCut, settings.mostDays)]
  const at = dayOfLimit(settings, lastCut, last, means, limitMm)
  const due = (day: Day, code: 'grown' | 'least' | 'most'): NextCut => ({
    day,
    isDue: day <= today,
    reason: { code, grownMm: soFar.grownMm, limitMm },
  })
  if (at === undefined) return due(last, 'most')
  return at < first ? due(first, 'least') : due(at, 'grown')
}

/**
 * The first day on which the limit is reached; undefined where that is not before the last. Beyond the forecast it grows on as on
 * the mean of the last three known days.
 */
const dayOfLimit = (
  settings: GrowthSettings,
  lastCut: Day,
  last: Day,
  means: readonly DayMean[],
  limitMm: number,
): Day | undefined => {
  const known = meansOf(means)
  const recent: number[] = []
  let grownMm = 0
  for (let n = 1; n <= daysBetween(lastCut, last); n++) {
    const day = addDays(lastCut, n)
    const meanC = known.get(day)
    if (meanC !== undefined) recent.push(meanC)
    const latest = recent.slice(-3)
    if (latest.length === 0) return undefined
    const used = meanC ?? latest.reduce((sum, each) => sum + each, 0) / latest.length
    grownMm += growthPotential(used, settings.grass) * settings.mmPerDay
    if (grownMm >= limitMm) return day
  }
  return undefined
}
