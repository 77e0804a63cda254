/**
 * What a person did and the server does not know yet. Each is kept in the browser's database from the press until the
 * server's answer, so that it outlives a gap in the network and a device that restarts.
 */
import type { Within } from './browserDatabase.ts'

export interface Unsent {
  readonly requestId: string
  readonly madeAtMs: number
  /** The server's refusal; it is not sent again. */
  readonly refusal: string | null
}

export interface Outbox<T extends Unsent> {
  /** Called when something was added or removed. */
  onChange(listener: () => void): () => void
  /** Those of one owner, such as a cart or a person; the oldest first. */
  of(owner: string): Promise<readonly T[]>
  put(item: T): Promise<void>
  remove(requestId: string): Promise<void>
  /**
   * Sends what waits, one after the other and from one page at a time.
   * @param send rejects where it did not arrive, or was refused
   * @param refusalOf the text of a refusal; null where it only did not arrive, and keeps waiting
   */
  send(owner: string, send: (item: T) => Promise<unknown>, refusalOf: (error: unknown) => string | null): Promise<void>
}

/**
 * @param lock the name that pages share, so that one of them sends
 * @param store its key is `requestId`
 */
export const openOutbox = <N extends string, T extends Unsent>(
  within: Within<N>,
  store: N,
  lock: string,
  ownerOf: (item: T) => string,
): Outbox<T> => {
  const listeners = new Set<() => void>()
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  const of = async (owner: string): Promise<readonly T[]> => {
    const all = await within<T[]>(store, 'readonly', own => own.getAll())
    return all.filter(item => ownerOf(item) === owner).sort((a, b) => a.madeAtMs - b.madeAtMs)
  }
  const put = async (item: T): Promise<void> => {
    await within(store, 'readwrite', own => own.put(item))
    tell()
  }
  const remove = async (requestId: string): Promise<void> => {
    await within(store, 'readwrite', own => own.delete(requestId))
    tell()
  }
  return {
    onChange: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    of,
    put,
    remove,
    send: async (owner, send, refusalOf) => {
      const run = async (): Promise<void> => {
        for (const item of await of(owner)) {
          if (item.refusal !== null) continue
          try {
            await send(item)
            await remove(item.requestId)
          } catch (error) {
            const refusal = refusalOf(error)
            if (refusal === null) return
            await put({ ...item, refusal })
          }
        }
      }
      await ('locks' in navigator ? navigator.locks.request(lock, run) : run())
    },
  }
}
