import type { PolylineXY, XY } from '../../units.ts'

/** A place and the direction of travel there: an angle in radians counter-clockwise from east. */
export interface Pose {
  readonly at: XY
  readonly angle: number
}

export const isSamePose = (a: Pose, b: Pose): boolean =>
  a.at[0] === b.at[0] && a.at[1] === b.at[1] && a.angle === b.angle

/** A left turn, a right turn or a straight way, as long as its arc (metres). */
interface Piece {
  readonly turn: -1 | 0 | 1
  readonly lengthM: number
}

export interface DubinsPath {
  readonly lengthM: number
  readonly pieces: readonly [Piece, Piece, Piece]
}

const TURN = 2 * Math.PI
const wrap = (angle: number): number => {
  const turned = angle % TURN
  const positive = turned < 0 ? turned + TURN : turned
  // Rounding must not turn "straight on" into a full circle.
  return TURN - positive < 1e-9 ? 0 : positive
}

/** The turns of the six kinds of path: left is 1, right is -1. */
const KINDS = [
  [1, 0, 1],
  [-1, 0, -1],
  [1, 0, -1],
  [-1, 0, 1],
  [-1, 1, -1],
  [1, -1, 1],
] as const

/** The three arcs of each kind, in radii; what is asked for between two poses is asked so often that it must not cost memory. */
const arcs = new Float64Array(3 * KINDS.length)

/**
 * Works out `arcs`, infinite where a kind does not exist (L. E. Dubins 1957; formulas after Shkel and Lumelsky 2001).
 */
const workOut = (from: Pose, to: Pose, radiusM: number): void => {
  const dx = (to.at[0] - from.at[0]) / radiusM
  const dy = (to.at[1] - from.at[1]) / radiusM
  const d = Math.sqrt(dx * dx + dy * dy)
  const direction = d === 0 ? 0 : Math.atan2(dy, dx)
  const a = wrap(from.angle - direction)
  const b = wrap(to.angle - direction)
  const sa = Math.sin(a)
  const sb = Math.sin(b)
  const ca = Math.cos(a)
  const cb = Math.cos(b)
  const cab = Math.cos(a - b)
  arcs.fill(Number.POSITIVE_INFINITY)
  const lsl = 2 + d * d - 2 * cab + 2 * d * (sa - sb)
  if (lsl >= -1e-9) {
    const at = Math.atan2(cb - ca, d + sa - sb)
    arcs[0] = wrap(at - a)
    arcs[1] = Math.sqrt(Math.max(0, lsl))
    arcs[2] = wrap(b - at)
  }
  const rsr = 2 + d * d - 2 * cab + 2 * d * (sb - sa)
  if (rsr >= -1e-9) {
    const at = Math.atan2(ca - cb, d - sa + sb)
    arcs[3] = wrap(a - at)
    arcs[4] = Math.sqrt(Math.max(0, rsr))
    arcs[5] = wrap(at - b)
  }
  const lsr = -2 + d * d + 2 * cab + 2 * d * (sa + sb)
  if (lsr >= 0) {
    const p = Math.sqrt(lsr)
    const at = Math.atan2(-ca - cb, d + sa + sb) - Math.atan2(-2, p)
    arcs[6] = wrap(at - a)
    arcs[7] = p
    arcs[8] = wrap(at - b)
  }
  const rsl = -2 + d * d + 2 * cab - 2 * d * (sa + sb)
  if (rsl >= 0) {
    const p = Math.sqrt(rsl)
    const at = Math.atan2(ca + cb, d - sa - sb) - Math.atan2(2, p)
    arcs[9] = wrap(a - at)
    arcs[10] = p
    arcs[11] = wrap(b - at)
  }
  const rlr = (6 - d * d + 2 * cab + 2 * d * (sa - sb)) / 8
  if (Math.abs(rlr) <= 1) {
    const p = TURN - Math.acos(rlr)
    const t = a - Math.atan2(ca - cb, d - sa + sb) + p / 2
    arcs[12] = wrap(t)
    arcs[13] = wrap(p)
    arcs[14] = wrap(a - b - t + p)
  }
  const lrl = (6 - d * d + 2 * cab + 2 * d * (sb - sa)) / 8
  if (Math.abs(lrl) <= 1) {
    const p = TURN - Math.acos(lrl)
    const t = -a + Math.atan2(-ca + cb, d + sa - sb) + p / 2
    arcs[15] = wrap(t)
    arcs[16] = wrap(p)
    arcs[17] = wrap(b - a - t + p)
  }
}

const arcsM = (kind: number, radiusM: number): number =>
  ((arcs[3 * kind] ?? 0) + (arcs[3 * kind + 1] ?? 0) + (arcs[3 * kind + 2] ?? 0)) * radiusM

/**
 * All ways of at most three pieces between two poses for a vehicle that only drives forward and turns no tighter than
 * `radiusM` > 0, the shortest first.
 */
export const dubinsPaths = (from: Pose, to: Pose, radiusM: number): DubinsPath[] => {
  workOut(from, to, radiusM)
  const found: DubinsPath[] = []
  KINDS.forEach((turns, kind) => {
    const lengthM = arcsM(kind, radiusM)
    if (!Number.isFinite(lengthM)) return
    const piece = (i: 0 | 1 | 2): Piece => ({ turn: turns[i], lengthM: (arcs[3 * kind + i] ?? 0) * radiusM })
    found.push({ lengthM, pieces: [piece(0), piece(1), piece(2)] })
  })
  return found.sort((x, y) => x.lengthM - y.lengthM)
}

/** Length of the shortest of them. */
export const dubinsM = (from: Pose, to: Pose, radiusM: number): number => {
  workOut(from, to, radiusM)
  let leastM = Number.POSITIVE_INFINITY
  for (let kind = 0; kind < KINDS.length; kind++) leastM = Math.min(leastM, arcsM(kind, radiusM))
  return leastM
}

/** Points of a path whose straight chords stay within `toleranceM` of its arcs, both ends included. */
export const dubinsPoints = (from: Pose, to: Pose, path: DubinsPath, radiusM: number, toleranceM: number): XY[] => {
  const step = 2 * Math.acos(Math.max(0.5, 1 - toleranceM / radiusM))
  const points: XY[] = [from.at]
  let [x, y] = from.at
  let angle = from.angle
  for (const { turn, lengthM } of path.pieces) {
    if (lengthM < 1e-9) continue
    if (turn === 0) {
      x += Math.cos(angle) * lengthM
      y += Math.sin(angle) * lengthM
      points.push([x, y])
      continue
    }
    const total = lengthM / radiusM
    const count = Math.max(1, Math.ceil(total / step - 1e-6))
    const centreX = x - Math.sin(angle) * radiusM * turn
    const centreY = y + Math.cos(angle) * radiusM * turn
    for (let i = 1; i <= count; i++) {
      const at = angle + (turn * total * i) / count
      x = centreX + Math.sin(at) * radiusM * turn
      y = centreY - Math.cos(at) * radiusM * turn
      points.push([x, y])
    }
    angle += turn * total
  }
  points[points.length - 1] = to.at
  return points
}

/** The shortest manoeuvre between two poses that suits, in points. */
export type Manoeuvres = (from: Pose, to: Pose, suits: (points: PolylineXY) => boolean) => PolylineXY | undefined

/** Manoeuvres of one radius > 0; those between the poses asked for last are remembered for other grounds. */
export const createManoeuvres = (radiusM: number, toleranceM: number): Manoeuvres => {
  let lastFrom: Pose | undefined
  let lastTo: Pose | undefined
  let paths: readonly DubinsPath[] = []
  let drawn: XY[][] = []
  return (from, to, suits) => {
    if (from !== lastFrom || to !== lastTo) {
      paths = dubinsPaths(from, to, radiusM)
      drawn = []
      lastFrom = from
      lastTo = to
    }
    for (const [i, path] of paths.entries()) {
      const points = drawn[i] ?? dubinsPoints(from, to, path, radiusM, toleranceM)
      drawn[i] = points
      if (suits(points)) return points
    }
    return undefined
  }
}
