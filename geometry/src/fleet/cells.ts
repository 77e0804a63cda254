import { intersection, offset } from '../polygon/clipper.ts'
import { areaM2, boxOf, ringsOf, totalAreaM2 } from '../polygon/measure.ts'
import type { PolygonXY, XY } from '../units.ts'

/** Metres along a direction and across it, to the left; and back. */
export interface CutFrame {
  into(point: XY): XY
  outOf(point: XY): XY
}

export const cutFrame = (headingDeg: number): CutFrame => {
  const angle = Math.PI / 2 - (headingDeg * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return {
    into: ([x, y]) => [x * cos + y * sin, y * cos - x * sin],
    outOf: ([along, across]) => [along * cos - across * sin, along * sin + across * cos],
  }
}

/** How much of a field is to the right of a line across a direction, asked the other way round. */
export interface Measure {
  readonly from: number
  readonly to: number
  /** The place across at which this share of the area, 0 to 1, is to the right. */
  acrossAt(share: number): number
}

const SLICES = 400

export const measureAcross = (field: PolygonXY, frame: CutFrame): Measure => {
  const rings = ringsOf([field]).map(ring => ring.map(frame.into))
  const box = boxOf(rings.flat())
  const step = (box.maxY - box.minY) / SLICES
  const sums = new Float64Array(SLICES + 1)
  for (let i = 0; i < SLICES; i++) sums[i + 1] = (sums[i] ?? 0) + chordsM(rings, box.minY + (i + 0.5) * step) * step
  const whole = sums[SLICES] ?? 0
  return {
    from: box.minY,
    to: box.maxY,
    acrossAt: share => {
      const wanted = share * whole
      const i = sums.findIndex(sum => sum >= wanted)
      if (i <= 0) return i === 0 ? box.minY : box.maxY
      const [before, after] = [sums[i - 1] ?? 0, sums[i] ?? 0]
      const part = after > before ? (wanted - before) / (after - before) : 0
      return box.minY + (i - 1 + part) * step
    },
  }
}

/** How much of the line at `across` is inside the rings. */
const chordsM = (rings: readonly (readonly XY[])[], across: number): number => {
  const at: number[] = []
  for (const ring of rings) {
    let before = ring[ring.length - 1]
    for (const corner of ring) {
      if (before !== undefined && corner[1] > across !== before[1] > across)
        at.push(corner[0] + ((before[0] - corner[0]) * (across - corner[1])) / (before[1] - corner[1]))
      before = corner
    }
  }
  at.sort((a, b) => a - b)
  let sum = 0
  for (let i = 1; i < at.length; i += 2) sum += (at[i] ?? 0) - (at[i - 1] ?? 0)
  return sum
}

/** Pieces that are this near to each other touch: cutting rounds to a tenth of a millimetre. */
const TOUCH_M = 0.002

/** Less than this in common is a corner that touches a corner, which no machine gets through. */
const LEAST_CONTACT_M2 = TOUCH_M

/**
 * Cuts a field into one connected cell for each strip between neighbouring cuts, right to left. What a strip holds beside its
 * largest piece goes to the neighbour that it touches most; undefined where a strip holds nothing at all or a cell would
 * not hang together.
 * @param cuts places across the direction, rising
 */
export const cellsBetween = (field: PolygonXY, frame: CutFrame, cuts: readonly number[]): PolygonXY[] | undefined => {
  const box = boxOf(field.outer.map(frame.into))
  const [west, east] = [box.minX - 1, box.maxX + 1]
  const lines = [box.minY - 1, ...cuts, box.maxY + 1]
  const cells: PolygonXY[][] = []
  let left: PolygonXY[] = []
  for (const [i, low] of lines.slice(0, -1).entries()) {
    const high = lines[i + 1] ?? low
    const corners: XY[] = [
      [west, low],
      [east, low],
      [east, high],
      [west, high],
    ]
    const pieces = intersection([field], [{ outer: corners.map(frame.outOf), holes: [] }])
    const largest = pieces.reduce<PolygonXY | undefined>(
      (best, piece) => (best === undefined || areaM2(piece) > areaM2(best) ? piece : best),
      undefined,
    )
    if (largest === undefined) return undefined
    cells.push([largest])
    left.push(...pieces.filter(piece => piece !== largest))
  }
  for (let rounds = left.length; left.length > 0 && rounds > 0; rounds--) {
    const still: PolygonXY[] = []
    for (const piece of left) {
      const near = offset([piece], TOUCH_M)
      const contacts = cells.map(cell => totalAreaM2(intersection(cell, near)))
      const most = contacts.indexOf(Math.max(...contacts))
      if ((contacts[most] ?? 0) > LEAST_CONTACT_M2 * TOUCH_M) cells[most]?.push(piece)
      else still.push(piece)
    }
    if (still.length === left.length) break
    left = still
  }
  const whole = cells.map(pieces => offset(offset(pieces, TOUCH_M / 2, 'mitre'), -TOUCH_M / 2, 'mitre'))
  const joined = whole.flatMap(pieces => (pieces.length === 1 ? pieces : []))
  return joined.length === cells.length ? joined : undefined
}
