/** The past of all vehicles together. */

import { id, instant, missionLogLine, replayTrack } from '@greensward/domain'
import { z } from 'zod'
import { call } from './call.ts'

/** The most steps in one answer: an hour in seconds, a day in steps of half a minute. */
export const MOST_REPLAY_STEPS = 3_600
/** A day of the course is as long on the day the clocks go back. */
export const MOST_REPLAY_RUNS_S = 25 * 3_600

/** A mission as a replay shows it: what it was, and every change of its state up to the end of the span. */
export const replayRun = z.strictObject({
  missionId: id,
  title: z.string(),
  featureId: id,
  mowerId: id,
  bladeId: id,
  /** Oldest first; begins before the span where the mission did. */
  changes: z.array(missionLogLine),
})
export type ReplayRun = z.infer<typeof replayRun>

export const replayCalls = {
  replay: {
    tracks: call({
      method: 'GET',
      path: 'vehicles/tracks',
      who: 'operations.read',
      query: z.strictObject({
        from: instant,
        to: instant,
        stepS: z.coerce.number().int().min(1).max(600).default(1),
        /** This one alone. */
        vehicleId: id.optional(),
      }),
      result: z.strictObject({ from: instant, stepS: z.number().int(), tracks: z.array(replayTrack) }),
    }),
    runs: call({
      method: 'GET',
      path: 'vehicles/runs',
      who: 'operations.read',
      query: z.strictObject({ from: instant, to: instant }),
      result: z.strictObject({ items: z.array(replayRun) }),
    }),
  },
} as const
