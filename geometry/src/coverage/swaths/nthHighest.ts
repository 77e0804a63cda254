/** The n-th highest of numbers `from` to `to`, counted from 1, for n near 1 or near their count; -Infinity where there are fewer. */
export const nthHighest = (values: Float64Array, n: number, from = 0, to = values.length): number => {
  const count = to - from
  if (n > count) return Number.NEGATIVE_INFINITY
  const fromBelow = count - n + 1 < n
  const rounds = fromBelow ? count - n + 1 : n
  const sign = fromBelow ? -1 : 1
  // Each round finds the next one of a falling row; equal values follow each other by their place.
  let bound = Number.POSITIVE_INFINITY
  let boundAt = -1
  for (let round = 0; round < rounds; round++) {
    let best = Number.NEGATIVE_INFINITY
    let bestAt = to
    for (let i = from; i < to; i++) {
      const value = sign * (values[i] ?? 0)
      if (value > bound || (value === bound && i <= boundAt)) continue
      if (value > best || (value === best && bestAt === to)) {
        best = value
        bestAt = i
      }
    }
    bound = best
    boundAt = bestAt
  }
  return sign * bound
}
