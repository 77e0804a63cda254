import { describe, expect, test } from 'vitest'
import { roomOf } from './roomOf.ts'

const parts = { topPx: 64, bottomPx: 160, hasDistances: true }

describe("the free part of the golfer's map", () => {
  test('of a phone on its side is the left half in its full height, beside the distances', () => {
    const { padding, distancesPx } = roomOf({ width: 844, height: 390 }, parts)
    expect(padding).toEqual({ top: 8, right: 422, bottom: 8, left: 184 })
    expect(distancesPx).toBe(8)
    // A message makes the parts at the right higher, and moves the hole nowhere.
    expect(roomOf({ width: 844, height: 390 }, { ...parts, topPx: 190 }).padding).toEqual(padding)
  })

  test('of a phone on its side has the whole left half where no distances are shown', () => {
    expect(roomOf({ width: 844, height: 390 }, { ...parts, hasDistances: false }).padding.left).toBe(0)
  })

  test('of an upright screen is between the hole and the buttons', () => {
    const { padding, distancesPx } = roomOf({ width: 390, height: 844 }, parts)
    expect(padding).toEqual({ top: 88, right: 0, bottom: 188, left: 0 })
    expect(distancesPx).toBe(92)
  })

  test('is unknown below until the buttons are measured', () => {
    for (const height of [390, 844])
      expect(roomOf({ width: 600, height }, { ...parts, bottomPx: 0 }).padding.bottom).toBe(0)
  })
})
