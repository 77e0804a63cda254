/**
 * Events that have to be recorded because they have happened, such as those of the fleet. Entries of one key follow each other;
 * while the database is away they wait and are tried again, so that a stop never waits for a record and no record is lost.
 */
import type { Logger } from 'pino'
import { databaseFailure } from './database.ts'

export interface Journal {
  /** Writes after everything entered for this key before; never rejects. */
  enter(key: string, what: string, write: () => Promise<void>): Promise<void>
  /** Entries that are not written yet. */
  readonly waiting: number
  /** Resolves once everything entered is written, or after `timeoutMs`. */
  settled(timeoutMs: number): Promise<void>
  close(): void
}

const RETRY_MS = 1_000

export const createJournal = (log: Logger): Journal => {
  const last = new Map<string, Promise<void>>()
  const sleepers = new Set<() => void>()
  let waiting = 0
  let closed = false

  const sleep = (ms: number): Promise<void> =>
    new Promise(resolve => {
      const wake = (): void => {
        clearTimeout(timer)
        sleepers.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      sleepers.add(wake)
    })

  const write = async (what: string, work: () => Promise<void>): Promise<void> => {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        const failure = databaseFailure(error)
        const again = failure === 'unavailable' || failure === 'contention'
        if (!again) log.error({ err: error, what }, 'A record could not be written')
        if (!again || closed) return
        log.warn({ what, failure }, 'A record waits for the database')
        await sleep(RETRY_MS)
      }
    }
  }

  return {
    enter: (key, what, work) => {
      waiting += 1
      const entry = (last.get(key) ?? Promise.resolve())
        .then(() => write(what, work))
        .finally(() => {
          waiting -= 1
          if (last.get(key) === entry) last.delete(key)
        })
      last.set(key, entry)
      return entry
    },
    get waiting() {
      return waiting
    },
    settled: async timeoutMs => {
      await Promise.race([Promise.all(last.values()), sleep(timeoutMs)])
    },
    close: () => {
      closed = true
      for (const wake of sleepers) wake()
    },
  }
}
