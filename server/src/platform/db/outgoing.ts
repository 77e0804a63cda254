/** The queues of outgoing messages in the database: nothing is lost with a process, and of several servers one sends it. */
import type { Database, Tx } from './database.ts'

/** Waits 1, 4, 9 ... minutes between tries. */
const MOST_TRIES = 8
const MINUTE_MS = 60_000

export interface Outgoing<Row extends { readonly id: string; readonly tries: number }> {
  /** Takes the first that is due and locks it, passing over what another server has locked. */
  take(tx: Tx, now: Date): Promise<Row | undefined>
  remove(tx: Tx, id: string): Promise<void>
  postpone(tx: Tx, id: string, change: { readonly tries: number; readonly dueAt: Date }): Promise<void>
}

/**
 * Sends one that is due, if there is one. It stays locked while it is sent, so that no other server takes it; a crash in
 * between sends it again rather than never.
 * @returns whether there was one
 */
export const sendNext = async <Row extends { readonly id: string; readonly tries: number }>(
  db: Database,
  queue: Outgoing<Row>,
  now: Date,
  send: (row: Row, tx: Tx) => Promise<void>,
  onFailure: (error: unknown, isLast: boolean) => void,
): Promise<boolean> =>
  db.transaction(async tx => {
    const row = await queue.take(tx, now)
    if (row === undefined) return false
    try {
      await send(row, tx)
      await queue.remove(tx, row.id)
    } catch (error) {
      const tries = row.tries + 1
      const isLast = tries >= MOST_TRIES
      onFailure(error, isLast)
      if (isLast) await queue.remove(tx, row.id)
      else await queue.postpone(tx, row.id, { tries, dueAt: new Date(now.getTime() + tries * tries * MINUTE_MS) })
    }
    return true
  })
