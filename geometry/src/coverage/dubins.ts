import type { XY } from '../units.ts'

/** A place and the direction of travel there: an angle in radians counter-clockwise from east. */
export interface Pose {
  readonly at: XY
  readonly angle: number
}

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

/**
 * All ways of at most three pieces between two poses for a vehicle that only drives forward and turns no tighter than
 * `radiusM` > 0, the shortest first (L. E. Dubins 1957; formulas after Shkel and Lumelsky 2001).
 */
export const dubinsPaths = (from: Pose, to: Pose, radiusM: number): DubinsPath[] => {
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
  const found: DubinsPath[] = []
  const add = (turns: readonly [-1 | 1, -1 | 0 | 1, -1 | 1], t: number, p: number, q: number): void => {
    const lengths = [wrap(t), turns[1] === 0 ? p : wrap(p), wrap(q)] as const
    found.push({
      lengthM: (lengths[0] + lengths[1] + lengths[2]) * radiusM,
      pieces: [
        { turn: turns[0], lengthM: lengths[0] * radiusM },
        { turn: turns[1], lengthM: lengths[1] * radiusM },
        { turn: turns[2], lengthM: lengths[2] * radiusM },
      ],
    })
  }
  const lsl = 2 + d * d - 2 * cab + 2 * d * (sa - sb)
  if (lsl >= -1e-9) {
    const at = Math.atan2(cb - ca, d + sa - sb)
    add([1, 0, 1], at - a, Math.sqrt(Math.max(0, lsl)), b - at)
  }
  const rsr = 2 + d * d - 2 * cab + 2 * d * (sb - sa)
  if (rsr >= -1e-9) {
    const at = Math.atan2(ca - cb, d - sa + sb)
    add([-1, 0, -1], a - at, Math.sqrt(Math.max(0, rsr)), at - b)
  }
  const lsr = -2 + d * d + 2 * cab + 2 * d * (sa + sb)
  if (lsr >= 0) {
    const p = Math.sqrt(lsr)
    const at = Math.atan2(-ca - cb, d + sa + sb) - Math.atan2(-2, p)
    add([1, 0, -1], at - a, p, at - b)
  }
  const rsl = -2 + d * d + 2 * cab - 2 * d * (sa + sb)
  if (rsl >= 0) {
    const p = Math.sqrt(rsl)
    const at = Math.atan2(ca + cb, d - sa - sb) - Math.atan2(2, p)
    add([-1, 0, 1], a - at, p, b - at)
  }
  const rlr = (6 - d * d + 2 * cab + 2 * d * (sa - sb)) / 8
  if (Math.abs(rlr) <= 1) {
    const p = TURN - Math.acos(rlr)
    const t = a - Math.atan2(ca - cb, d - sa + sb) + p / 2
    add([-1, 1, -1], t, p, a - b - t + p)
  }
  const lrl = (6 - d * d + 2 * cab + 2 * d * (sb - sa)) / 8
  if (Math.abs(lrl) <= 1) {
    const p = TURN - Math.acos(lrl)
    const t = -a + Math.atan2(-ca + cb, d + sa - sb) + p / 2
    add([1, -1, 1], t, p, b - a - t + p)
  }
  return found.sort((x, y) => x.lengthM - y.lengthM)
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
