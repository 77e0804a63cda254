/** A database of the browser's own: what has to outlive a gap in the network and a device that restarts. */

/** Of each store, the field that is its key; null where the key is given with the value. */
type Stores<N extends string> = Readonly<Record<N, string | null>>

/** Asks one store; done when it is on the disk. */
export type Within<N extends string> = <T>(
  name: N,
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
) => Promise<T>

export const browserDatabase = <N extends string>(database: string, stores: Stores<N>): Within<N> => {
  const open = (): Promise<IDBDatabase> =>
    new Promise((resolve, reject) => {
      const request = indexedDB.open(database, 1)
      request.onupgradeneeded = () => {
        for (const [name, keyPath] of Object.entries<string | null>(stores))
          request.result.createObjectStore(name, keyPath === null ? {} : { keyPath })
      }
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  return async (name, mode, ask) => {
    const opened = await open()
    try {
      return await new Promise((resolve, reject) => {
        const transaction = opened.transaction(name, mode)
        const request = ask(transaction.objectStore(name))
        transaction.oncomplete = () => resolve(request.result)
        transaction.onerror = () => reject(transaction.error)
        transaction.onabort = () => reject(transaction.error)
      })
    } finally {
      opened.close()
    }
  }
}
