import { describe, expect, it } from 'vitest'
import { loupePlace } from './loupe.ts'

const FINGER_PX = 40
const free = (): boolean => true

describe('the loupe over a finger', () => {
  it('is above the finger if there is room', () => {
    const { x, y, radiusPx } = loupePlace(200, 400, 390, free)
    expect(x).toBe(200)
    expect(y + radiusPx).toBeLessThan(400 - FINGER_PX)
  })
  it('steps aside at the top of the map, to the side with room, and is never under the finger', () => {
    for (const x of [0, 60, 194, 196, 330, 390]) {
      for (const y of [0, 40, 100, 160]) {
        const place = loupePlace(x, y, 390, free)
        expect(Math.hypot(place.x - x, place.y - y)).toBeGreaterThan(place.radiusPx)
        expect(place.y - place.radiusPx).toBeGreaterThanOrEqual(0)
      }
    }
  })
  it('steps aside for a tool bar above', () => {
    const { x, y } = loupePlace(47, 222, 390, (_, top) => top > 140)
    expect([x, y]).toEqual([159, 222])
  })
  it('stays on the map at its edges', () => {
    for (const x of [-20, 0, 195, 390, 420]) {
      const place = loupePlace(x, 500, 390, free)
      expect(place.x - place.radiusPx).toBeGreaterThanOrEqual(0)
      expect(place.x + place.radiusPx).toBeLessThanOrEqual(390)
    }
  })
})
