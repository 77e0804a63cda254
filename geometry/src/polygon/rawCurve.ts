/** Closed curves that may cross themselves and each other; ring r has the corners `starts[r]` to `starts[r + 1] - 1`. */
export interface RawCurve {
  readonly x: number[]
  readonly y: number[]
  readonly starts: number[]
}

/** Where segments cross. Segment i leads from corner i to the next of its ring; each crossing is two entries, 2c and 2c + 1. */
export interface Crossings {
  readonly segments: readonly number[]
  /** How far along its segment an entry is, from 0 to 1. */
  readonly along: readonly number[]
  /** x and y of each crossing. */
  readonly places: readonly number[]
  /** 1 where the other segment comes from the right, -1 where it comes from the left. */
  readonly turns: readonly number[]
}

/** Lines that come nearer than this without crossing clearly leave room for doubt. */
const DOUBT_M = 1e-9

/**
 * All crossings, found by sweeping along the longer side of the curve; undefined where lines touch or overlap, or where
 * there are more than `most`.
 */
export const crossingsOf = ({ x, y, starts }: RawCurve, most = Number.POSITIVE_INFINITY): Crossings | undefined => {
  const count = x.length
  const segments: number[] = []
  const along: number[] = []
  const places: number[] = []
  const turns: number[] = []
  if (count === 0) return { segments, along, places, turns }
  const next = new Int32Array(count)
  const lowX = new Float64Array(count)
  const highX = new Float64Array(count)
  const lowY = new Float64Array(count)
  const highY = new Float64Array(count)
  let minX = Number.POSITIVE_INFINITY
  let minY = Number.POSITIVE_INFINITY
  let maxX = Number.NEGATIVE_INFINITY
  let maxY = Number.NEGATIVE_INFINITY
  for (let r = 0; r + 1 < starts.length; r++) {
    const from = starts[r] ?? 0
    const to = starts[r + 1] ?? 0
    for (let i = from; i < to; i++) {
      const k = i + 1 < to ? i + 1 : from
      next[i] = k
      const ax = x[i] ?? 0
      const bx = x[k] ?? 0
      const ay = y[i] ?? 0
      const by = y[k] ?? 0
      lowX[i] = Math.min(ax, bx)
      highX[i] = Math.max(ax, bx)
      lowY[i] = Math.min(ay, by)
      highY[i] = Math.max(ay, by)
      if (ax < minX) minX = ax
      if (ax > maxX) maxX = ax
      if (ay < minY) minY = ay
      if (ay > maxY) maxY = ay
    }
  }
  const alongX = maxX - minX >= maxY - minY
  const low = alongX ? lowX : lowY
  const high = alongX ? highX : highY
  const acrossLow = alongX ? lowY : lowX
  const acrossHigh = alongX ? highY : highX
  const origin = alongX ? minX : minY
  // Sorting into bins is enough: within one bin every segment meets every other in any order.
  const scale = (count - 1) / Math.max(alongX ? maxX - minX : maxY - minY, 1e-9)
  const bins = new Int32Array(count + 1)
  for (let i = 0; i < count; i++) {
    const bin = Math.floor(((low[i] ?? 0) - origin) * scale) + 1
    bins[bin] = (bins[bin] ?? 0) + 1
  }
  for (let i = 0; i < count; i++) bins[i + 1] = (bins[i + 1] ?? 0) + (bins[i] ?? 0)
  const order = new Int32Array(count)
  for (let i = 0; i < count; i++) {
    const bin = Math.floor(((low[i] ?? 0) - origin) * scale)
    const at = bins[bin] ?? 0
    bins[bin] = at + 1
    order[at] = i
  }

  const open = new Int32Array(count)
  let openCount = 0
  const binM = 1 / scale
  for (let place = 0; place < count; place++) {
    const i = order[place] ?? 0
    const k = next[i] ?? 0
    const iLow = low[i] ?? 0
    const iHigh = high[i] ?? 0
    const iAcrossLow = acrossLow[i] ?? 0
    const iAcrossHigh = acrossHigh[i] ?? 0
    const ax = x[i] ?? 0
    const ay = y[i] ?? 0
    const ux = (x[k] ?? 0) - ax
    const uy = (y[k] ?? 0) - ay
    const doubtI = DOUBT_M * Math.sqrt(ux * ux + uy * uy)
    let stay = 0
    for (let o = 0; o < openCount; o++) {
      const j = open[o] ?? 0
      const jHigh = high[j] ?? 0
      // A later one may still begin up to a bin before this one.
      if (jHigh < iLow - binM) continue
      open[stay++] = j
      if ((acrossHigh[j] ?? 0) < iAcrossLow || (acrossLow[j] ?? 0) > iAcrossHigh) continue
      if (jHigh < iLow || (low[j] ?? 0) > iHigh) continue
      const m = next[j] ?? 0
      if (m === i || k === j) continue
      const cx = x[j] ?? 0
      const cy = y[j] ?? 0
      const dx = x[m] ?? 0
      const dy = y[m] ?? 0
      const s1 = ux * (cy - ay) - uy * (cx - ax)
      const s2 = ux * (dy - ay) - uy * (dx - ax)
      if ((s1 > doubtI && s2 > doubtI) || (s1 < -doubtI && s2 < -doubtI)) continue
      const vx = dx - cx
      const vy = dy - cy
      const doubtJ = DOUBT_M * Math.sqrt(vx * vx + vy * vy)
      const t1 = vx * (ay - cy) - vy * (ax - cx)
      const t2 = vx * (ay + uy - cy) - vy * (ax + ux - cx)
      if ((t1 > doubtJ && t2 > doubtJ) || (t1 < -doubtJ && t2 < -doubtJ)) continue
      if (Math.abs(s1) <= doubtI || Math.abs(s2) <= doubtI || Math.abs(t1) <= doubtJ || Math.abs(t2) <= doubtJ)
        return undefined
      const t = t1 / (t1 - t2)
      const crossing = ux * vy - uy * vx > 0 ? 1 : -1
      if (segments.length >= most * 2) return undefined
      segments.push(i, j)
      along.push(t, s1 / (s1 - s2))
      places.push(ax + ux * t, ay + uy * t)
      turns.push(crossing, -crossing)
    }
    openCount = stay
    open[openCount++] = i
  }
  return { segments, along, places, turns }
}
