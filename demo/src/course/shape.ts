/** The forms a golf course is made of, and how far two of them are apart. Metres; rings are not repeated at the end. */
import type { Ring, XY } from '@greensward/geometry'
import { between, type Chance } from './chance.ts'
import { type Centreline, smoothRing } from './curve.ts'

const DEG = Math.PI / 180

/** An irregular round form; `bend` curves it like a kidney (1 / metres), the angle is that of its long axis from east. */
export interface BlobForm {
  readonly centre: XY
  readonly halfLengthM: number
  readonly halfWidthM: number
  readonly angleRad: number
  readonly bendPerM?: number
  /** 0 is an ellipse, 0.2 quite wild. */
  readonly unrest: number
}

export const blob = (form: BlobForm, next: Chance, stepM = 1.5): Ring => {
  const phases = [2, 3, 4, 5].map(lobes => ({ lobes, phase: between(next, 0, 2 * Math.PI), share: next() }))
  const corners: XY[] = []
  const count = 48
  const cos = Math.cos(form.angleRad)
  const sin = Math.sin(form.angleRad)
  for (let i = 0; i < count; i++) {
    const turn = (i / count) * 2 * Math.PI
    const swing = phases.reduce((sum, p) => sum + (Math.cos(p.lobes * turn + p.phase) * p.share) / (p.lobes - 0.5), 0)
    const reach = 1 + form.unrest * swing
    const u = Math.cos(turn) * form.halfLengthM * reach
    const v = Math.sin(turn) * form.halfWidthM * reach + (form.bendPerM ?? 0) * u * u
    corners.push([form.centre[0] + u * cos - v * sin, form.centre[1] + u * sin + v * cos])
  }
  return smoothRing(corners, stepM)
}

/** A rectangle with rounded corners; `angleRad` is the direction of its length, from east. */
export const roundedBox = (centre: XY, lengthM: number, widthM: number, angleRad: number, cornerM: number): Ring => {
  const cos = Math.cos(angleRad)
  const sin = Math.sin(angleRad)
  const ring: XY[] = []
  const quarter: readonly (readonly [number, number, number])[] = [
    [1, 1, 0],
    [-1, 1, 90],
    [-1, -1, 180],
    [1, -1, 270],
  ]
  for (const [sideU, sideV, fromDeg] of quarter) {
    const cu = sideU * (lengthM / 2 - cornerM)
    const cv = sideV * (widthM / 2 - cornerM)
    const steps = cornerM > 0 ? 4 : 0
    for (let k = 0; k <= steps; k++) {
      const turn = (fromDeg + (steps === 0 ? 0 : (90 * k) / steps)) * DEG
      const u = cu + cornerM * Math.cos(turn)
      const v = cv + cornerM * Math.sin(turn)
      ring.push([centre[0] + u * cos - v * sin, centre[1] + u * sin + v * cos])
    }
  }
  return ring
}

/** A strip along a line between two places of it, its ends rounded over `capM`. */
export const corridor = (
  line: Centreline,
  fromM: number,
  toM: number,
  capM: number,
  halfWidthM: (alongM: number, side: 1 | -1) => number,
  stepM = 3,
): Ring => {
  const cap = Math.min(capM, (toM - fromM) / 2.2)
  const stations: { alongM: number; share: number }[] = []
  const capSteps = 9
  for (let k = 1; k <= capSteps; k++) {
    const turn = (k / capSteps) * 90 * DEG
    stations.push({ alongM: fromM + cap * (1 - Math.cos(turn)), share: Math.sin(turn) })
  }
  const middleSteps = Math.max(1, Math.ceil((toM - fromM - 2 * cap) / 6))
  for (let k = 1; k < middleSteps; k++) {
    stations.push({ alongM: fromM + cap + ((toM - fromM - 2 * cap) * k) / middleSteps, share: 1 })
  }
  for (let k = capSteps; k >= 1; k--) {
    const turn = (k / capSteps) * 90 * DEG
    stations.push({ alongM: toM - cap * (1 - Math.cos(turn)), share: Math.sin(turn) })
  }
  const left = stations.map(({ alongM, share }) => line.place(alongM, share * halfWidthM(alongM, 1)))
  const right = stations.map(({ alongM, share }) => line.place(alongM, -share * halfWidthM(alongM, -1))).reverse()
  return smoothRing([line.place(fromM), ...left, line.place(toM), ...right], stepM)
}

export interface Box {
  readonly minX: number
  readonly minY: number
  readonly maxX: number
  readonly maxY: number
}

export const boxOf = (ring: readonly XY[]): Box => {
  let minX = Number.POSITIVE_INFINITY
  let minY = Number.POSITIVE_INFINITY
  let maxX = Number.NEGATIVE_INFINITY
  let maxY = Number.NEGATIVE_INFINITY
  for (const [x, y] of ring) {
    minX = Math.min(minX, x)
    minY = Math.min(minY, y)
    maxX = Math.max(maxX, x)
    maxY = Math.max(maxY, y)
  }
  return { minX, minY, maxX, maxY }
}

/** Twice the signed area by the shoelace formula, halved; positive when counter-clockwise. */
export const signedAreaM2 = (ring: Ring): number => {
  let sum = 0
  for (let i = 0; i < ring.length; i++) {
    const a = ring[i] ?? [0, 0]
    const b = ring[(i + 1) % ring.length] ?? [0, 0]
    sum += a[0] * b[1] - b[0] * a[1]
  }
  return sum / 2
}

export const contains = (ring: Ring, [x, y]: XY): boolean => {
  let inside = false
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const a = ring[i] ?? [0, 0]
    const b = ring[j] ?? [0, 0]
    if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside
  }
  return inside
}

const squaredDistanceM2 = ([x, y]: XY, a: XY, b: XY): number => {
  const dx = b[0] - a[0]
  const dy = b[1] - a[1]
  const squared = dx * dx + dy * dy
  const share = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - a[0]) * dx + (y - a[1]) * dy) / squared))
  const [offX, offY] = [x - a[0] - share * dx, y - a[1] - share * dy]
  return offX * offX + offY * offY
}

/** Distance of a point from a chain, or from a ring's edge when `closed`. */
export const chainDistanceM = (point: XY, chain: readonly XY[], closed: boolean): number => {
  let best = Number.POSITIVE_INFINITY
  const count = closed ? chain.length : chain.length - 1
  for (let i = 0; i < count; i++) {
    const a = chain[i] ?? point
    const b = chain[(i + 1) % chain.length] ?? point
    best = Math.min(best, squaredDistanceM2(point, a, b))
  }
  return Math.sqrt(best)
}

/**
 * How far two forms are apart, 0 when one reaches into the other; anything from `enoughM` on is returned as `enoughM`.
 * Corners are a step or two apart and the forms smooth, so corner-to-edge distances find every meeting.
 */
export const apartM = (ring: Ring, other: readonly XY[], closed: boolean, enoughM: number): number => {
  const a = boxOf(ring)
  const b = boxOf(other)
  const gap = Math.max(a.minX - b.maxX, b.minX - a.maxX, a.minY - b.maxY, b.minY - a.maxY)
  if (gap >= enoughM) return enoughM
  let best = enoughM
  for (const point of other) {
    if (contains(ring, point)) return 0
    best = Math.min(best, chainDistanceM(point, ring, true))
  }
  for (const point of ring) {
    if (closed && contains(other, point)) return 0
    best = Math.min(best, chainDistanceM(point, other, closed))
  }
  return best
}
