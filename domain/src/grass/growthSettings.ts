/** How a type of zone grows, and when its zones are due: what people set, and what the server answers. */
import { z } from 'zod'
import { fieldFault } from '../common/fieldFault.ts'
import { courseDay } from '../schedule/repeats.ts'

export const grassType = z.enum(['cool', 'warm'])
export type GrassType = z.infer<typeof grassType>

/** Of a type of zone. */
export const growthSettings = z
  .strictObject({
    grass: grassType,
    /** Growing degree days are counted above this temperature, in °C; usual is 0 for the cool season and 10 for the warm one. */
    baseC: z.number().min(-10).max(20),
    /** Height of cut, in millimetres. */
    heightMm: z.number().min(1).max(200),
    /** How much it grows in a day at its best temperature, in millimetres. */
    mmPerDay: z.number().min(0.1).max(30),
    /** Days between two cuts, in any weather. */
    leastDays: z.number().int().min(1).max(90),
    mostDays: z.number().int().min(1).max(90),
  })
  .refine(({ leastDays, mostDays }) => leastDays <= mostDays, { path: ['mostDays'], message: fieldFault('belowLeast') })
export type GrowthSettings = z.infer<typeof growthSettings>

const grown = { grownMm: z.number(), limitMm: z.number() }

/**
 * Why a zone is due on its day: it has `grown` to its limit, or grew so fast or slowly that the `least` or `most` interval decides,
 * or the fixed interval counts because the `weather` of days is missing or nobody set it up for growth (`fixed`); or a quarter of
 * it was `never` cut.
 */
export const cutReason = z.discriminatedUnion('code', [
  z.strictObject({ code: z.enum(['grown', 'least', 'most']), ...grown }),
  /** `since` is the first day without weather. */
  z.strictObject({ code: z.literal('weather'), intervalDays: z.number(), since: courseDay }),
  z.strictObject({ code: z.literal('fixed'), intervalDays: z.number() }),
  z.strictObject({ code: z.literal('never') }),
])
export type CutReason = z.infer<typeof cutReason>

export const nextCutShape = z.strictObject({
  day: courseDay,
  reason: cutReason,
  /** Whether that day has come. */
  isDue: z.boolean(),
})
export type NextCut = z.infer<typeof nextCutShape>
