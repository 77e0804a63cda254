/** Smooth lines through a few given points, and rings drawn along them. Metres in the site's frame. */
import { type Ring, simplifyLine, type XY } from '@greensward/geometry'

export const distanceM = (a: XY, b: XY): number => Math.hypot(b[0] - a[0], b[1] - a[1])

const mix = (a: number, b: number, share: number): number => a + (b - a) * share

/** Points at even steps of about `stepM` along a chain; both ends stay. */
export const resample = (chain: readonly XY[], stepM: number): XY[] => {
  const first = chain[0]
  const last = chain.at(-1)
  if (first === undefined || last === undefined) return []
  let total = 0
  for (let i = 1; i < chain.length; i++) total += distanceM(chain[i - 1] ?? first, chain[i] ?? first)
  const count = Math.max(1, Math.round(total / stepM))
  const step = total / count
  const points: XY[] = [first]
  let travelled = 0
  let wanted = step
  for (let i = 1; i < chain.length; i++) {
    const a = chain[i - 1] ?? first
    const b = chain[i] ?? first
    const length = distanceM(a, b)
    while (wanted <= travelled + length && points.length < count) {
      const share = length === 0 ? 0 : (wanted - travelled) / length
      points.push([mix(a[0], b[0], share), mix(a[1], b[1], share)])
      wanted += step
    }
    travelled += length
  }
  points.push(last)
  return points
}

const catmullRom = (p0: XY, p1: XY, p2: XY, p3: XY, u: number): XY => {
  const axis = (a: number, b: number, c: number, d: number): number =>
    0.5 * (2 * b + (c - a) * u + (2 * a - 5 * b + 4 * c - d) * u * u + (3 * b - a - 3 * c + d) * u * u * u)
  return [axis(p0[0], p1[0], p2[0], p3[0]), axis(p0[1], p1[1], p2[1], p3[1])]
}

/** A Catmull-Rom curve through all points, at even steps. */
export const smoothLine = (through: readonly XY[], stepM: number): XY[] => {
  const dense: XY[] = []
  for (let i = 0; i + 1 < through.length; i++) {
    const p1 = through[i]
    const p2 = through[i + 1]
    if (p1 === undefined || p2 === undefined) continue
    const p0: XY = through[i - 1] ?? [2 * p1[0] - p2[0], 2 * p1[1] - p2[1]]
    const p3: XY = through[i + 2] ?? [2 * p2[0] - p1[0], 2 * p2[1] - p1[1]]
    const pieces = Math.max(4, Math.ceil(distanceM(p1, p2)))
    for (let k = 0; k < pieces; k++) dense.push(catmullRom(p0, p1, p2, p3, k / pieces))
  }
  const last = through.at(-1)
  if (last !== undefined) dense.push(last)
  return resample(dense, stepM)
}

/** Corners that move a ring's edge by less than this say nothing: half the course's corners are left out so. */
const RING_TOLERANCE_M = 0.02

/** The same for a closed ring; the first point is not repeated. */
export const smoothRing = (through: readonly XY[], stepM: number): Ring => {
  const count = through.length
  const at = (i: number): XY => through[((i % count) + count) % count] ?? [0, 0]
  const dense: XY[] = []
  for (let i = 0; i < count; i++) {
    const pieces = Math.max(4, Math.ceil(distanceM(at(i), at(i + 1)) * 2))
    for (let k = 0; k < pieces; k++) dense.push(catmullRom(at(i - 1), at(i), at(i + 1), at(i + 2), k / pieces))
  }
  dense.push(at(0))
  return simplifyLine(resample(dense, stepM), RING_TOLERANCE_M).slice(0, -1)
}

/** A line that knows how far along it one is; before its start and after its end it runs on straight. */
export interface Centreline {
  readonly points: readonly XY[]
  readonly lengthM: number
  /** The place `alongM` from the start and `leftM` to the left (negative: to the right). */
  place(alongM: number, leftM?: number): XY
  /** Unit vector of travel. */
  tangent(alongM: number): XY
  /** The nearest point of the line: how far along, how far to the left. */
  project(point: XY): { alongM: number; leftM: number; distanceM: number }
}

export const centreline = (through: readonly XY[], stepM = 2): Centreline => {
  const points = smoothLine(through, stepM)
  const along: number[] = [0]
  for (let i = 1; i < points.length; i++) {
    along.push((along[i - 1] ?? 0) + distanceM(points[i - 1] ?? [0, 0], points[i] ?? [0, 0]))
  }
  const lengthM = along.at(-1) ?? 0
  const even = lengthM / Math.max(1, points.length - 1)
  const point = (i: number): XY => points[Math.min(points.length - 1, Math.max(0, i))] ?? [0, 0]
  const tangent = (alongM: number): XY => {
    // A central difference over a few metres keeps offset lines free of the kinks that single segments have.
    const i = Math.round(alongM / even)
    const last = points.length - 1
    const reach = 3
    const a = point(Math.min(last - 1, Math.max(0, i - reach)))
    const b = point(Math.max(1, Math.min(last, i + reach)))
    const length = distanceM(a, b)
    return [(b[0] - a[0]) / length, (b[1] - a[1]) / length]
  }
  const onLine = (alongM: number): XY => {
    if (alongM <= 0 || alongM >= lengthM) {
      const end = alongM <= 0 ? point(0) : point(points.length - 1)
      const beyond = alongM <= 0 ? alongM : alongM - lengthM
      const [tx, ty] = tangent(alongM <= 0 ? 0 : lengthM)
      return [end[0] + tx * beyond, end[1] + ty * beyond]
    }
    const i = Math.min(points.length - 2, Math.floor(alongM / even))
    const share = alongM / even - i
    const a = point(i)
    const b = point(i + 1)
    return [mix(a[0], b[0], share), mix(a[1], b[1], share)]
  }
  return {
    points,
    lengthM,
    tangent,
    place: (alongM, leftM = 0) => {
      const [x, y] = onLine(alongM)
      const [tx, ty] = tangent(alongM)
      return [x - ty * leftM, y + tx * leftM]
    },
    project: ([x, y]) => {
      // The lines are long and gentle: the nearest of every eighth point shows where to look closely.
      const stride = 8
      let near = 0
      for (let i = 0; i < points.length; i += stride) {
        if (distanceM(point(i), [x, y]) < distanceM(point(near), [x, y])) near = i
      }
      let best = { alongM: 0, leftM: 0, distanceM: Number.POSITIVE_INFINITY }
      const last = Math.min(points.length - 2, near + stride)
      for (let i = Math.max(0, near - stride); i <= last; i++) {
        const a = point(i)
        const b = point(i + 1)
        const dx = b[0] - a[0]
        const dy = b[1] - a[1]
        const length = Math.hypot(dx, dy)
        const share = ((x - a[0]) * dx + (y - a[1]) * dy) / (length * length)
        const onSegment = Math.min(1, Math.max(0, share))
        const away = Math.hypot(x - a[0] - onSegment * dx, y - a[1] - onSegment * dy)
        if (away < best.distanceM) {
          const leftM = ((y - a[1]) * dx - (x - a[0]) * dy) / length
          const beyond = (i === 0 && share < 0) || (i + 2 === points.length && share > 1)
          best = { alongM: (along[i] ?? 0) + (beyond ? share : onSegment) * length, leftM, distanceM: away }
        }
      }
      return best
    },
  }
}
