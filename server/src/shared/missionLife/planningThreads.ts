/** The threads that plan: who asks, in which turn, and what a question without an answer is refused with. */
import { refuse } from '../../platform/http/refusal.ts'
import { createThreadPool, ThreadTimeout } from '../../platform/threads/threadPool.ts'
import { type Askers, createAskers, refuseUnanswered } from './askers.ts'
import type { PlanQuestions } from './planThread.ts'

/** Asked by the server itself while a mission starts, resumes or drives: it waits behind nobody's plan. */
const URGENT: ReadonlySet<keyof PlanQuestions> = new Set([
  'way',
  'wayHome',
  'fence',
  'checkPaths',
  'checkPlan',
  'drive',
  'checkDrive',
])
/** Of one person, and of everybody, that wait for a thread. */
const MOST_WAITING_EACH = 8
const MOST_WAITING = 64

export interface PlanningThreads {
  /** Counts all questions of `work` for one person, who waits in turn with the others. */
  readonly asking: Askers['asking']
  /** As `asking`; a newer question of the same name and person ends the older. @throws Refusal superseded */
  readonly latest: Askers['latest']
  /** Asks the planning threads. @throws Refusal planRefused where it takes too long, tooManyRequests, unavailable, superseded */
  ask<K extends keyof PlanQuestions>(kind: K, input: PlanQuestions[K]['input']): Promise<PlanQuestions[K]['answer']>
  close(): Promise<void>
}

export const openPlanningThreads = (): PlanningThreads => {
  const pool = createThreadPool<{ kind: keyof PlanQuestions; input: unknown }, never>({
    script: new URL('./planThread.ts', import.meta.url),
    size: 3,
    reserved: 1,
    timeoutMs: 30_000,
    maxMemoryMb: 1_024,
    mostRunningEach: 1,
    mostWaitingEach: MOST_WAITING_EACH,
    mostWaiting: MOST_WAITING,
  })
  const askers = createAskers()
  pool.warm()
  return {
    asking: askers.asking,
    latest: askers.latest,
    ask: async (kind, input) => {
      try {
        const asker = askers.current
        return await pool.run(
          { kind, input },
          { owner: asker?.owner ?? 'server', urgent: asker === undefined && URGENT.has(kind), signal: asker?.signal },
        )
      } catch (error) {
        if (error instanceof ThreadTimeout) return refuse('planningTooSlow')
        return refuseUnanswered(error)
      }
    },
    close: () => pool.close(),
  }
}
