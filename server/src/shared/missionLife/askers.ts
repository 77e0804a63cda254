/** For whom the planner works: each asker waits for their own questions, and a question that nobody waits for ends. */

import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyReply } from 'fastify'
import { leavingOf } from '../../platform/http/leaving.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { RunCancelled, ThreadsBusy } from '../../platform/threads/threadPool.ts'

export interface Asker {
  /** Owners are served in turn. */
  readonly owner: string
  /** Ends what the asker still waits for. */
  readonly signal?: AbortSignal
}

/** A person at a call: what he asks ends when he hangs up. */
export const askerOf = ({ id }: { readonly id: number }, reply: FastifyReply): Asker => ({
  owner: String(id),
  signal: leavingOf(reply),
})

export interface Askers {
  /** The asker of the work that runs, undefined for the server itself. */
  readonly current: Asker | undefined
  asking<T>(asker: Asker, work: () => Promise<T>): Promise<T>
  /** As `asking`, and ends what the same owner asked before under this name. @throws Refusal superseded to that earlier one */
  latest<T>(name: string, asker: Asker, work: () => Promise<T>): Promise<T>
}

const BUSY_S = 5

/** The answer to a caller whose question left the queue unanswered. @throws Refusal, or the error itself */
export const refuseUnanswered = (error: unknown): never => {
  if (error instanceof ThreadsBusy)
    return error.of === 'owner'
      ? refuse(
          'ownPlansWaiting',
          {},
          {
            retryAfterS: BUSY_S,
          },
        )
      : refuse('plansWaiting', {}, { retryAfterS: BUSY_S })
  if (error instanceof RunCancelled) return refuse('superseded')
  throw error
}

export const createAskers = (): Askers => {
  const store = new AsyncLocalStorage<Asker>()
  const newest = new Map<string, AbortController>()
  return {
    get current() {
      return store.getStore()
    },
    asking: (asker, work) => store.run(asker, work),
    latest: async (name, asker, work) => {
      const key = `${name} ${asker.owner}`
      const mine = new AbortController()
      newest.get(key)?.abort()
      newest.set(key, mine)
      const signal = AbortSignal.any([mine.signal, ...(asker.signal === undefined ? [] : [asker.signal])])
      try {
        return await store.run({ owner: asker.owner, signal }, work)
      } finally {
        if (newest.get(key) === mine) newest.delete(key)
      }
    },
  }
}
