/** Flat spans: from, to, from, to... What is between `starts[i]` and `starts[i + 1]` belongs to line i. */
export interface SpansOfLines {
  readonly starts: Int32Array
  readonly xs: Float64Array
}

/** Writes spans `aFrom` to `aTo` of `a` less those of `b`, both in order, to the start of `out`; returns how many numbers that are. */
export const lessSpans = (
  a: Float64Array,
  aFrom: number,
  aTo: number,
  b: Float64Array,
  bFrom: number,
  bTo: number,
  out: Float64Array,
): number => {
  let n = 0
  let k = bFrom
  for (let i = aFrom; i + 1 < aTo; i += 2) {
    let from = a[i] ?? 0
    const to = a[i + 1] ?? 0
    while (k + 1 < bTo && (b[k + 1] ?? 0) <= from) k += 2
    for (let j = k; j + 1 < bTo; j += 2) {
      const hole = b[j] ?? 0
      if (hole >= to) break
      if (hole > from) {
        out[n++] = from
        out[n++] = hole
      }
      const end = b[j + 1] ?? 0
      if (end > from) from = end
    }
    if (from < to) {
      out[n++] = from
      out[n++] = to
    }
  }
  return n
}

/** Puts spans `first` to `end` of a list in order and joins those that meet, in place; returns where they end then. */
export const joinSpans = (spans: Float64Array, first: number, end: number): number => {
  for (let i = first + 2; i < end; i += 2) {
    const from = spans[i] ?? 0
    const to = spans[i + 1] ?? 0
    let at = i
    for (; at > first && (spans[at - 2] ?? 0) > from; at -= 2) {
      spans[at] = spans[at - 2] ?? 0
      spans[at + 1] = spans[at - 1] ?? 0
    }
    spans[at] = from
    spans[at + 1] = to
  }
  let last = first
  for (let i = first; i < end; i += 2) {
    const from = spans[i] ?? 0
    const to = spans[i + 1] ?? 0
    if (last > first && from <= (spans[last - 1] ?? 0)) {
      if (to > (spans[last - 1] ?? 0)) spans[last - 1] = to
      continue
    }
    spans[last++] = from
    spans[last++] = to
  }
  return last
}

/** Length of spans `from` to `to` of a list. */
export const spansLength = (spans: Float64Array, from: number, to: number): number => {
  let sum = 0
  for (let i = from; i + 1 < to; i += 2) sum += (spans[i + 1] ?? 0) - (spans[i] ?? 0)
  return sum
}
