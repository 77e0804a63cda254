/** A queue that serves its owners in turn: each waits for their own work, and for a turn of the others at most. */
export interface FairQueue<Item> {
  readonly size: number
  sizeOf(owner: string): number
  add(owner: string, item: Item): void
  /** The oldest item of the owner whose turn it is among those that `mayRun` lets through. */
  take(mayRun: (owner: string) => boolean): { readonly owner: string; readonly item: Item } | undefined
  /** @returns false where the item is not in the queue any more */
  remove(owner: string, item: Item): boolean
  /** Everything that waits, which leaves the queue empty. */
  empty(): Item[]
}

export const createFairQueue = <Item>(): FairQueue<Item> => {
  // A Map keeps the order of its keys: a served owner moves to its end.
  const waiting = new Map<string, Item[]>()
  let size = 0
  return {
    get size() {
      return size
    },
    sizeOf: owner => waiting.get(owner)?.length ?? 0,
    add: (owner, item) => {
      const own = waiting.get(owner)
      if (own === undefined) waiting.set(owner, [item])
      else own.push(item)
      size += 1
    },
    take: mayRun => {
      for (const [owner, items] of waiting) {
        if (!mayRun(owner)) continue
        const item = items.shift()
        waiting.delete(owner)
        if (items.length > 0) waiting.set(owner, items)
        if (item === undefined) continue
        size -= 1
        return { owner, item }
      }
      return undefined
    },
    remove: (owner, item) => {
      const items = waiting.get(owner)
      const at = items?.indexOf(item) ?? -1
      if (items === undefined || at < 0) return false
      items.splice(at, 1)
      if (items.length === 0) waiting.delete(owner)
      size -= 1
      return true
    },
    empty: () => {
      const all = [...waiting.values()].flat()
      waiting.clear()
      size = 0
      return all
    },
  }
}
