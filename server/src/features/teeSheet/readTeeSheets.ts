/** Reads tee sheets of files and addresses in a thread, so that a large or hostile one blocks nothing. */
import type { Day } from '@greensward/domain'
import { numberedHoles } from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import { createThreadPool, RunCancelled, ThreadCrash, ThreadTimeout } from '../../platform/threads/threadPool.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import { readTimeZone } from '../../shared/missionLife/machinesStore.ts'
import type { TeeSheetAnswer, TeeSheetInput } from './teeSheetThread.ts'

/** Of a file, and of what an address answers. */
export const TEE_SHEET_BYTES = 5 * 1024 * 1024

export interface TeeSheetReader {
  /**
   * @param day of lines without a date; of a calendar the first day that is read
   * @param owner people wait for their own files alone
   * @returns undefined for a file that takes too long or too much memory to read
   */
  read(
    source: TeeSheetInput['source'],
    day: Day,
    owner: string,
    signal?: AbortSignal,
  ): Promise<TeeSheetAnswer | undefined>
  close(): Promise<void>
}

export const createTeeSheetReader = (ctx: Context, course: CurrentCourse): TeeSheetReader => {
  const pool = createThreadPool<TeeSheetInput, TeeSheetAnswer>({
    script: new URL('./teeSheetThread.ts', import.meta.url),
    size: 1,
    timeoutMs: 60_000,
    maxMemoryMb: 512,
    mostWaitingEach: 3,
    mostWaiting: 20,
    endIdleAfterMs: 2_000,
  })
  return {
    read: async (source, day, owner, signal) => {
      const [zone, { features }] = [await readTimeZone(ctx.db), await course.read()]
      const holeCount = numberedHoles(features).length
      try {
        return await pool.run({ source, day, zone, holeCount }, { owner, signal })
      } catch (error) {
        if (error instanceof RunCancelled) throw error
        if (!(error instanceof ThreadTimeout || error instanceof ThreadCrash)) throw error
        ctx.log.warn({ err: error }, 'A tee sheet could not be read')
        return undefined
      }
    },
    close: () => pool.close(),
  }
}
