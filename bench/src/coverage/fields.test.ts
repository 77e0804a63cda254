import { localFrame, type XY } from '@greensward/geometry'
import { describe, expect, it } from 'vitest'
import { longestExtentDeg, smoothed } from './fields.ts'

/** 40 by 10 m, its long side at this heading. */
const turnedRectangle = (headingDeg: number): XY[] => {
  const angle = ((90 - headingDeg) * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const corners: XY[] = [
    [0, 0],
    [40, 0],
    [40, 10],
    [0, 10],
  ]
  return corners.map(([x, y]): XY => [x * cos - y * sin + 5, x * sin + y * cos - 3])
}

describe('longestExtentDeg', () => {
  it('is the heading of the long side of a rectangle', () => {
    for (const headingDeg of [10, 45, 90, 135, 170])
      expect(longestExtentDeg(turnedRectangle(headingDeg))).toBeCloseTo(headingDeg, 6)
  })
})

describe('smoothed', () => {
  it('rounds every corner and keeps the rest of the outline', () => {
    const outer = turnedRectangle(90)
    const field = { name: '', cls: '', polygon: { outer, holes: [] }, frame: localFrame([0, 0]), alongDeg: 90 }
    const corners = smoothed(field).polygon.outer
    expect(corners).toHaveLength(16)
    // No corner of the rectangle is left, and none of the new ones is outside of it.
    for (const [x, y] of corners) {
      expect(outer).not.toContainEqual([x, y])
      expect(x >= 5 - 1e-9 && x <= 45 + 1e-9 && y >= -3 - 1e-9 && y <= 7 + 1e-9).toBe(true)
    }
  })
})
