/**
 * A limited number of the fixes, spread evenly over their time: a long gap in the network keeps its whole path.
 * @param fixes in the order of their time
 */
export const thinned = <F extends { readonly at: string }>(fixes: readonly F[], most: number): readonly F[] => {
  const left = fixes.map(fix => ({ fix, ms: Date.parse(fix.at) }))
  while (left.length > most) {
    let densest = 1
    let leastMs = Number.POSITIVE_INFINITY
    for (let n = 1; n < left.length - 1; n += 1) {
      const spanMs = (left[n + 1]?.ms ?? 0) - (left[n - 1]?.ms ?? 0)
      if (spanMs < leastMs) [densest, leastMs] = [n, spanMs]
    }
    left.splice(densest, 1)
  }
  return left.map(({ fix }) => fix)
}
