/** The past of all vehicles together. */
import { z } from 'zod'
import { replayTrack } from '../replayTrack.ts'
import { instant } from '../text.ts'
import { call } from './call.ts'

/** So many steps at the most in one answer: an hour in seconds, a day in steps of half a minute. */
export const MOST_REPLAY_STEPS = 3_600

export const replayCalls = {
  replay: {
    tracks: call({
      method: 'GET',
      path: 'vehicles/tracks',
      who: 'operations.read',
      summary: 'Where all vehicles were in a span of time, one place for each step',
      query: z.strictObject({
        from: instant,
        to: instant,
        stepS: z.coerce.number().int().min(1).max(600).default(1),
      }),
      result: z.strictObject({ from: instant, stepS: z.number().int(), tracks: z.array(replayTrack) }),
    }),
  },
} as const
