import { describe, expect, it } from 'vitest'
import { circle, comb, rectangle } from './coverage/shapes.fixture.ts'
import { pathInside } from './polygon/fence.ts'
import { lengthM } from './polyline.ts'
import { shortestPath } from './shortestPath.ts'
import type { PolygonXY } from './units.ts'

const field: PolygonXY = { outer: rectangle(0, 0, 20, 10), holes: [rectangle(8, 2, 4, 8 - 1)] }

describe('shortestPath', () => {
  it('is straight where nothing is in the way', () => {
    expect(shortestPath([field], [1, 1], [19, 1])).toEqual([
      [1, 1],
      [19, 1],
    ])
  })

  it('bends round a hole on the shorter side', () => {
    const path = shortestPath([field], [1, 6], [19, 6]) ?? []
    const overTop = 2 * Math.hypot(7, 3) + 4
    expect(lengthM(path)).toBeGreaterThan(overTop - 0.01)
    expect(lengthM(path)).toBeLessThan(overTop + 0.1)
    expect(pathInside([field], [], path)).toBe(true)
  })

  it('finds no way between pieces that do not touch', () => {
    const apart = [field, { outer: rectangle(30, 0, 5, 5), holes: [] }]
    expect(shortestPath(apart, [1, 1], [32, 2])).toBeUndefined()
  })

  it('finds no way to a place outside', () => {
    expect(shortestPath([field], [1, 1], [10, 5])).toBeUndefined()
    expect(shortestPath([field], [30, 1], [30, 5])).toBeUndefined()
  })

  it('starts and ends on an edge', () => {
    const path = shortestPath([field], [0, 5], [20, 5]) ?? []
    expect(path[0]).toEqual([0, 5])
    expect(path[path.length - 1]).toEqual([20, 5])
    expect(pathInside([field], [], path)).toBe(true)
  })

  it('goes out of one tooth of a comb and into another', () => {
    const free = [{ outer: comb(5, 4, 3, 20), holes: [circle(16, -4, 2)] }]
    const path = shortestPath(free, [2, 19], [30, 19]) ?? []
    expect(path.length).toBeGreaterThan(3)
    expect(pathInside(free, [], path)).toBe(true)
    expect(lengthM(path)).toBeLessThan(19 + 19 + 28 + 6)
  })
})
