/** A token bucket for each name: it limits the burst and the average rate. */
export interface RateLimit {
  /** @param count that many at once, which pass together or not at all */
  passes(name: string, count?: number): boolean
}

/** Names beyond this many are forgotten, those first that have their bucket full again. */
const MOST_NAMES = 10_000

export const createRateLimit = (perSecond: number, atOnce: number, nowMs: () => number): RateLimit => {
  const buckets = new Map<string, { tokens: number; atMs: number }>()
  const filled = ({ tokens, atMs }: { tokens: number; atMs: number }, now: number): number =>
    Math.min(atOnce, tokens + ((now - atMs) / 1_000) * perSecond)
  return {
    passes: (name, count = 1) => {
      const now = nowMs()
      const known = buckets.get(name)
      if (known === undefined && buckets.size >= MOST_NAMES) {
        for (const [old, bucket] of buckets) if (filled(bucket, now) >= atOnce) buckets.delete(old)
        if (buckets.size >= MOST_NAMES) return false
      }
      const tokens = known === undefined ? atOnce : filled(known, now)
      const passes = tokens >= count
      buckets.set(name, { tokens: passes ? tokens - count : tokens, atMs: now })
      return passes
    },
  }
}
