/** Judges changes of the map by its rules: small ones at once, large ones in a thread. */

import { checkFeatures } from '@greensward/domain'
import { refuse } from '../../platform/http/refusal.ts'
import { jsonInSlices } from '../../platform/threads/jsonInSlices.ts'
import { createThreadPool, ThreadCrash, ThreadTimeout } from '../../platform/threads/threadPool.ts'
import { hasMoreCorners } from '../../shared/course/corners.ts'

/** More corners than this take longer than the event loop may wait. */
const MOST_CORNERS = 2_000

export type CheckInput = Parameters<typeof checkFeatures>[0]
type CheckAnswer = ReturnType<typeof checkFeatures>

/** The course as text: copying it to a thread as it is holds the event loop up, copying text does not. */
export interface CheckRequest {
  readonly json: string
  readonly busyZoneIds: CheckInput['busyZoneIds']
}

export interface CourseChecks {
  /** @throws Refusal invalid where it takes too long, unavailable */
  check(input: CheckInput): Promise<CheckAnswer>
  close(): Promise<void>
}

const isSmall = ({ features, diff }: CheckInput): boolean =>
  !hasMoreCorners([...diff.added, ...diff.updated.map(([, after]) => after), ...features], MOST_CORNERS)

export const createCourseChecks = (): CourseChecks => {
  const pool = createThreadPool<CheckRequest, CheckAnswer>({
    script: new URL('./checkThread.ts', import.meta.url),
    size: 1,
    timeoutMs: 60_000,
    maxMemoryMb: 1_024,
    endIdleAfterMs: 30_000,
  })
  return {
    check: async input => {
      if (isSmall(input)) return checkFeatures(input)
      try {
        const { busyZoneIds, ...rest } = input
        return await pool.run({ json: await jsonInSlices(rest), busyZoneIds })
      } catch (error) {
        if (error instanceof ThreadTimeout) return refuse('checkTooSlow')
        if (error instanceof ThreadCrash) return refuse('unavailable')
        throw error
      }
    },
    close: () => pool.close(),
  }
}
