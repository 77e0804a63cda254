/** How deep a value is nested; whatever walks it afterwards may then do so by recursion. */

/** The deepest thing of ours, the corners of a polygon in a change of the map, has eleven. */
export const MOST_LEVELS = 64

export const isDeeperThan = (value: unknown, levels: number): boolean => {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const item of Object.values(value)) if (isDeeperThan(item, levels - 1)) return true
  return false
}
