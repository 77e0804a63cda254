/** The browser's own database: what has to outlive a gap in the network and a tablet that restarts. */
const DATABASE = 'greensward-player'
/** Unsent orders, by their request; and readings and unsent positions, by name. */
type Store = 'orders' | 'kept'

const opened = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('orders', { keyPath: 'requestId' })
      request.result.createObjectStore('kept')
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Done when it is on the disk. */
export const within = async <T>(
  name: Store,
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> => {
  const database = await opened()
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(name, mode)
      const request = ask(transaction.objectStore(name))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onerror = () => reject(transaction.error)
      transaction.onabort = () => reject(transaction.error)
    })
  } finally {
    database.close()
  }
}
