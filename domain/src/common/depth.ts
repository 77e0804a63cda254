/** The nesting depth of a value, checked first so that later code may recurse through the value. */

/** The deepest thing of ours, the corners of a polygon in a change of the map, has eleven. */
export const MOST_LEVELS = 64

export const isDeeperThan = (value: unknown, levels: number): boolean => {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const item of Object.values(value)) if (isDeeperThan(item, levels - 1)) return true
  return false
}
