import { distanceM } from '../../polyline.ts'
import type { Ring, XY } from '../../units.ts'
import type { Pose } from '../turns/dubins.ts'

/** A closed way, measured along, that can be entered anywhere. */
export interface RingWay {
  readonly lengthM: number
  /** The place `alongM` metres from its first corner (round and round) and the way it runs there. */
  poseAt(alongM: number): Pose
  /** The corner beside a place, or the place itself: no drive begins with a step shorter than a mower strays from its line. */
  settled(alongM: number): number
  /** Metres along it to the place nearest to a point, and how far that is. */
  nearest(point: XY): { alongM: number; awayM: number }
  /** The whole round from a place back to it. */
  roundFrom(alongM: number): XY[]
}

const LEAST_STEP_M = 0.15

export const ringWay = (ring: Ring): RingWay => {
  const n = ring.length
  const sums = new Float64Array(n + 1)
  const corner = (i: number): XY => ring[i % n] ?? [0, 0]
  for (let i = 0; i < n; i++) sums[i + 1] = (sums[i] ?? 0) + distanceM(corner(i), corner(i + 1))
  const total = sums[n] ?? 0
  const wrapped = (alongM: number): number => ((alongM % total) + total) % total
  /** The edge that holds a place: the last one that starts at or before it. */
  const edgeAt = (alongM: number): number => {
    let low = 0
    let high = n - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((sums[middle] ?? 0) <= alongM) low = middle
      else high = middle - 1
    }
    return low
  }
  const poseAt = (alongM: number): Pose => {
    const s = wrapped(alongM)
    const i = edgeAt(s)
    const a = corner(i)
    const b = corner(i + 1)
    const step = (sums[i + 1] ?? 0) - (sums[i] ?? 0)
    const t = step === 0 ? 0 : (s - (sums[i] ?? 0)) / step
    return { at: [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t], angle: Math.atan2(b[1] - a[1], b[0] - a[0]) }
  }
  return {
    lengthM: total,
    poseAt,
    settled: alongM => {
      const s = wrapped(alongM)
      const i = edgeAt(s)
      const [fromM, toM] = [s - (sums[i] ?? 0), (sums[i + 1] ?? 0) - s]
      if (Math.min(fromM, toM) > LEAST_STEP_M) return alongM
      return fromM < toM ? alongM - fromM : alongM + toM
    },
    nearest: ([x, y]) => {
      let alongM = 0
      let least = Number.POSITIVE_INFINITY
      let a = corner(0)
      for (let i = 0; i < n; i++) {
        const b = corner(i + 1)
        const dx = b[0] - a[0]
        const dy = b[1] - a[1]
        const square = dx * dx + dy * dy
        const share = square === 0 ? 0 : ((x - a[0]) * dx + (y - a[1]) * dy) / square
        const t = share > 0 ? Math.min(share, 1) : 0
        const awayX = a[0] + t * dx - x
        const awayY = a[1] + t * dy - y
        const away = awayX * awayX + awayY * awayY
        if (away < least) {
          least = away
          alongM = (sums[i] ?? 0) + t * ((sums[i + 1] ?? 0) - (sums[i] ?? 0))
        }
        a = b
      }
      return { alongM, awayM: Math.sqrt(least) }
    },
    roundFrom: alongM => {
      const s = wrapped(alongM)
      const first = edgeAt(s)
      const at = poseAt(s).at
      const line: XY[] = [at]
      for (let k = 1; k <= n; k++) {
        const next = corner(first + k)
        const last = line[line.length - 1]
        if (last !== undefined && distanceM(last, next) > 1e-4) line.push(next)
      }
      const last = line[line.length - 1]
      if (last !== undefined && line.length > 2 && distanceM(last, at) < 1e-4) line.pop()
      line.push(at)
      return line
    },
  }
}
