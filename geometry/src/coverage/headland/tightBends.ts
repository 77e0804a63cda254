import { distanceM } from '../../polyline.ts'
import type { PolylineXY, Ring, XY } from '../../units.ts'

/** Chords may be this far from the arc that a machine drives along them. */
const CHORD_M = 0.02

/** The directions of chords are rounded, too. */
const SLACK_RAD = 0.1

/**
 * Where a closed drive bends tighter than the radius: the sharpest corner of each such bend. None does for a radius of 0.
 * @param looped corners at which the drive does not bend but loops
 */
export const tightBends = (ring: Ring, radiusM: number, looped: ReadonlySet<XY> = new Set()): XY[] => {
  const n = ring.length
  if (radiusM === 0 || n < 3) return []
  const corner = (i: number): XY => ring[i % n] ?? [0, 0]
  const steps = ring.map((at, i) => distanceM(at, corner(i + 1)))
  const stepAt = (i: number): number => steps[i % n] ?? 0
  const turns = ring.map((at, i) => (looped.has(at) ? 0 : turnAt(corner(i + n - 1), at, corner(i + 1))))
  // An arc of chords bends at its corners alone, so that it has turned by one chord more than its length says.
  const slack = SLACK_RAD + 2 * Math.acos(Math.max(0.5, 1 - CHORD_M / radiusM))
  /** How many corners behind one the bend from it becomes too tight; undefined where it does not. */
  const tightAfter = (from: number): number | undefined => {
    let turned = 0
    let alongM = 0
    for (let k = 0; k < n && alongM <= radiusM; k++) {
      turned += turns[(from + k) % n] ?? 0
      if (Math.abs(turned) > alongM / radiusM + slack) return k
      alongM += stepAt(from + k)
    }
    return undefined
  }
  const sharpest = (from: number, to: number): XY => {
    let best = from
    for (let i = from; i <= to; i++) if (Math.abs(turns[i % n] ?? 0) > Math.abs(turns[best % n] ?? 0)) best = i
    return corner(best)
  }
  const places: XY[] = []
  let sinceM = Number.POSITIVE_INFINITY
  for (let i = 0; i < n; i++) {
    const after = tightAfter(i)
    // What bends within two radii of a place is named by it.
    if (after !== undefined && sinceM > 2 * radiusM) {
      places.push(sharpest(i, i + after))
      sinceM = 0
    }
    sinceM += stepAt(i)
  }
  const [first] = places
  const last = places[places.length - 1]
  // The ring may begin in the middle of a bend.
  if (places.length > 1 && first !== undefined && last !== undefined && distanceM(first, last) < radiusM) places.pop()
  return places
}

/** The angle by which a drive turns at `b`, radians. */
const turnAt = (a: XY, b: XY, c: XY): number => {
  const [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]]
  return Math.atan2(ux * vy - uy * vx, ux * vx + uy * vy)
}

/** The direction of a chord is off by less than this, on a drive that has been thinned. */
const DRIVEN_SLACK_RAD = Math.PI / 36

/** Points nearer to the one before than this say nothing about a direction. */
const SAME_M = 0.01

/**
 * Where a drive bends tighter than the radius, though neither of its legs does: a pass may bend about as tightly as allowed up to a corner
 * at which the drive loops in the same direction.
 * @param lines legs of one drive
 * @param asked whether the bend may begin on a leg
 */
export const tightlyDriven = (lines: readonly PolylineXY[], asked: readonly boolean[], radiusM: number): XY[] => {
  const drive: { at: XY; isAsked: boolean }[] = []
  for (const [i, line] of lines.entries())
    for (const at of line) {
      const last = drive.at(-1)
      if (last === undefined || distanceM(last.at, at) > SAME_M) drive.push({ at, isAsked: asked[i] === true })
    }
  const pointAt = (i: number): XY => drive[i]?.at ?? [0, 0]
  const turns = drive.map(({ at }, i) =>
    i === 0 || i + 1 === drive.length ? 0 : turnAt(pointAt(i - 1), at, pointAt(i + 1)),
  )
  const slack = DRIVEN_SLACK_RAD + Math.sqrt((8 * CHORD_M) / radiusM)
  const places: XY[] = []
  for (let i = 1; i + 1 < drive.length; i++) {
    let turned = 0
    let alongM = 0
    for (let k = i; k + 1 < drive.length && alongM <= Math.PI * radiusM; k++) {
      turned += turns[k] ?? 0
      if (Math.abs(turned) > alongM / radiusM + slack) {
        if (drive[i]?.isAsked === true && drive[i + 1]?.isAsked === true) places.push(pointAt(i))
        i = k
        break
      }
      alongM += distanceM(pointAt(k), pointAt(k + 1))
    }
  }
  return places
}
