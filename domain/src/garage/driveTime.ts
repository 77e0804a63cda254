/** How long a mower takes for its drives beside what the time model says, learned from its finished missions. */
import { z } from 'zod'

const LEAST_FACTOR = 0.7
const GREATEST_FACTOR = 1.5

export const driveTime = z.strictObject({
  /** Driven seconds for each modelled one. */
  factor: z.number().min(LEAST_FACTOR).max(GREATEST_FACTOR),
  /** How many missions it was learned from. */
  missions: z.number().int().positive(),
})
export type DriveTime = z.infer<typeof driveTime>

/** A shorter mission says little: its start and its end are a large part of it. */
const WHOLE_WEIGHT_S = 600
/** Beyond these a mission was not driven as planned, or by another clock, and says nothing. */
const LEAST_RATIO = 0.6
const GREATEST_RATIO = 1.7
/** No mission moves the factor by more than its gain times this: one odd day spoils no prediction. */
const MOST_SURPRISE = 0.2
/** So old missions fade, as blades wear and grass grows. */
const LEAST_GAIN = 0.2

/** What is known of a mower after one more mission; the same as before where the mission says nothing. */
export const learnDriveTime = (
  known: DriveTime | null,
  { modelledS, drivenS }: { readonly modelledS: number; readonly drivenS: number },
): DriveTime | null => {
  const ratio = drivenS / modelledS
  if (!(ratio >= LEAST_RATIO && ratio <= GREATEST_RATIO)) return known
  const { factor, missions } = known ?? { factor: 1, missions: 0 }
  // The model itself counts as half a mission.
  const gain = Math.max(LEAST_GAIN, 1 / (missions + 1.5)) * Math.min(1, modelledS / WHOLE_WEIGHT_S)
  const surprise = Math.max(-MOST_SURPRISE, Math.min(MOST_SURPRISE, ratio - factor))
  return {
    factor: Math.max(LEAST_FACTOR, Math.min(GREATEST_FACTOR, factor + gain * surprise)),
    missions: missions + 1,
  }
}

/** Of a mower without missions it is 1. */
export const driveTimeFactor = ({ driveTime: known }: { readonly driveTime?: DriveTime | null | undefined }): number =>
  known?.factor ?? 1
