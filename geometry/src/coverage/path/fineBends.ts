import { distanceM } from '../../polyline.ts'
import type { PolylineXY, XY } from '../../units.ts'
import type { KeepsMargin } from '../field/body.ts'
import type { Leg } from '../plan.ts'

/** A smaller bend does not swing a corner of the body out, radians. */
const LEAST_BEND_RAD = 0.05

/** A chord of an arc has at most this many turning radii; a longer one is a straight piece. */
const LONGEST_CHORD = 1

/** A piece this many times as long as a chord does not belong to the same arc. */
const OTHER_ARC = 2

/** How often the chords of an arc are halved. */
const MOST_HALVINGS = 2

/**
 * A drive with shorter chords where the body would come nearer to an obstacle than its margin. An arc is driven as chords, at whose ends
 * a corner of the body swings out farther than on the arc: the shorter the chords, the less.
 */
export const fineBends = (legs: readonly Leg[], radiusM: number, keepsMargin: KeepsMargin): readonly Leg[] => {
  let fine = legs
  for (let k = 0; k < MOST_HALVINGS; k++) {
    const halved = halvedWhereNear(fine, radiusM, keepsMargin)
    if (halved === fine) break
    fine = halved
  }
  return fine
}

const halvedWhereNear = (legs: readonly Leg[], radiusM: number, keepsMargin: KeepsMargin): readonly Leg[] => {
  // Legs begin where the one before ends.
  const drive = legs.flatMap(({ points }, i) => (i === 0 ? points : points.slice(1)))
  const near = drive.map((at, i) => {
    const [before, next] = [drive[i - 1], drive[i + 1]]
    if (before === undefined || next === undefined || Math.abs(bendRad(before, at, next)) < LEAST_BEND_RAD) return false
    return !keepsMargin(at, angleOf(before, at), angleOf(at, next))
  })
  if (!near.some(is => is)) return legs
  let from = 0
  return legs.map(leg => {
    const first = from
    from += leg.points.length - 1
    const last = from
    const points = leg.points.flatMap((at, k) => {
      const i = first + k
      const isNear = i < last && (near[i] === true || near[i + 1] === true)
      const middle = isNear ? arcMiddle(drive, i, radiusM) : undefined
      return middle === undefined ? [at] : [at, middle]
    })
    return { ...leg, points }
  })
}

/** The middle of the arc that a chord of a line belongs to, by the bends at its ends; undefined where it belongs to none. */
const arcMiddle = (line: PolylineXY, index: number, radiusM: number): XY | undefined => {
  const [before, a, b, next] = [line[index - 1], line[index], line[index + 1], line[index + 2]]
  if (before === undefined || a === undefined || b === undefined || next === undefined) return undefined
  const chordM = distanceM(a, b)
  if (chordM > LONGEST_CHORD * radiusM) return undefined
  const [first, last] = [bendRad(before, a, b), bendRad(a, b, next)]
  if (first * last <= 0) return undefined
  // A bend from a straight piece into an arc is all of the arc's, one between two of its chords half of each.
  const share = (besideM: number): number => (besideM > OTHER_ARC * chordM ? 1 : 0.5)
  const turned = first * share(distanceM(before, a)) + last * share(distanceM(b, next))
  const turn = Math.sign(turned) * Math.min(Math.abs(turned), chordM / radiusM)
  const raisedM = (chordM / 2) * Math.tan(turn / 4)
  return [
    (a[0] + b[0]) / 2 + ((b[1] - a[1]) * raisedM) / chordM,
    (a[1] + b[1]) / 2 - ((b[0] - a[0]) * raisedM) / chordM,
  ]
}

const bendRad = (a: XY, b: XY, c: XY): number => {
  const [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]]
  return Math.atan2(ux * vy - uy * vx, ux * vx + uy * vy)
}

const angleOf = (a: XY, b: XY): number => Math.atan2(b[1] - a[1], b[0] - a[0])
