/** Chance for tests: the same deviates from the same seed. */

/** Normal deviates: mulberry32 and Box-Muller. */
export const noise = (seed: number): (() => number) => {
  const uniform = chance(seed)
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
}

/** Even between 0 and 1: mulberry32. */
export const chance = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
