import { areaM2, contains, type XY } from '@greensward/geometry'
import { describe, expect, test } from 'vitest'
import { wayCheckOf } from './checkPlan.ts'
import { at, box, FAIRWAY, frame, radius, restriction, ZONE_TYPES, zone } from './course.fixture.ts'
import type { CourseFeature, Position } from './course.ts'
import { MOST_FENCE_CORNERS, missionFence } from './missionFence.ts'

const lawn = zone(1, FAIRWAY, box(0, 0, 100, 40))
const metres = (ring: readonly Position[]): XY[] => ring.map(place => frame.toLocal(place))

const fenceOf = (features: readonly CourseFeature[], path: readonly XY[], approach = 1) =>
  missionFence({
    features,
    zoneTypes: ZONE_TYPES,
    target: { kind: 'zone', featureId: lawn.id },
    path: path.map(([x, y]) => at(x, y)),
    approach,
    widthM: 1.6,
  })

/** Back and forth across the lawn, after a way from outside it. */
const drive: readonly XY[] = [
  [-40, 20],
  [2, 2],
  [2, 38],
  [50, 38],
  [50, 2],
  [98, 2],
]

describe('missionFence', () => {
  test('holds the mower where it stands, the whole drive, and no more than the zone and its way', () => {
    const fence = fenceOf([lawn], drive)
    const ring = metres(fence?.boundary ?? [])
    for (const place of drive) expect(contains({ outer: ring, holes: [] }, place)).toBe(true)
    expect(contains({ outer: ring, holes: [] }, [-20, 25])).toBe(false)
    expect(contains({ outer: ring, holes: [] }, [50, 44])).toBe(false)
    // The lawn with a metre round it, and 40 m of a way not five metres wide.
    expect(areaM2({ outer: ring, holes: [] })).toBeLessThan(102.2 * 42.2 + 45 * 5)
    expect(fence?.obstacles).toEqual([])
  })

  test('lies outside what the server itself watches, so that a wheel on the edge is nobody’s alarm', () => {
    const ring = metres(fenceOf([lawn], drive)?.boundary ?? [])
    const corners = box(-0.7, -0.7, 100.7, 40.7)
    for (const corner of corners) expect(contains({ outer: ring, holes: [] }, corner)).toBe(true)
  })

  test('keeps the mower out of what is closed to it, beside its way as well, and of nothing that it drives through', () => {
    const pond = restriction(2, box(20, 15, 30, 25))
    const bed = restriction(3, box(-25, 16, -20, 19))
    const carts = restriction(4, box(60, 10, 70, 20), 'carts')
    const far = restriction(5, box(300, 300, 310, 310))
    const fence = fenceOf([lawn, pond, bed, carts, far], drive)
    const rings = (fence?.obstacles ?? []).map(metres)
    expect(rings.filter(ring => contains({ outer: ring, holes: [] }, [25, 20]))).toHaveLength(1)
    expect(rings.filter(ring => contains({ outer: ring, holes: [] }, [65, 15]))).toEqual([])
    expect(rings.filter(ring => contains({ outer: ring, holes: [] }, [305, 305]))).toEqual([])
    const blocks = rings.map(outer => ({ outer, holes: [] }))
    expect(wayCheckOf(undefined, blocks).pathInside(drive)).toBe(true)
  })

  test('tells of round places as circles, which take one item of the autopilot’s memory', () => {
    const fence = fenceOf([lawn, radius(7, [30, 20], 3)], drive)
    expect(fence?.obstacles).toEqual([])
    expect(fence?.circles).toEqual([{ center: at(30, 20), radiusM: 3 }])
    expect(fenceOf([lawn, radius(7, [50, 20], 3)], drive)?.circles).toEqual([])
  })

  test('does not lock a mower out of the ground that it stands on', () => {
    const yard = restriction(2, box(-50, 10, -30, 30))
    expect(fenceOf([lawn, yard], drive)?.obstacles).toEqual([])
  })

  test('is drawn more coarsely where there are more corners than an autopilot holds, and still holds the drive', () => {
    const wavy = zone(
      1,
      FAIRWAY,
      Array.from({ length: 400 }, (_, i): XY => {
        const angle = (i / 400) * 2 * Math.PI
        const radius = 40 + 3 * Math.sin(angle * 40)
        return [50 + radius * Math.cos(angle), 20 + radius * Math.sin(angle)]
      }),
    )
    const path: XY[] = [
      [-60, 20],
      [20, 20],
      [80, 30],
      [50, 50],
    ]
    const fence = fenceOf([wavy], path)
    const corners = (fence?.boundary.length ?? 0) + (fence?.obstacles ?? []).reduce((sum, ring) => sum + ring.length, 0)
    expect(corners).toBeLessThanOrEqual(MOST_FENCE_CORNERS)
    const ring = { outer: metres(fence?.boundary ?? []), holes: [] }
    for (const place of path) expect(contains(ring, place)).toBe(true)
    for (const place of metres(wavy.geometry.coordinates[0] ?? [])) expect(contains(ring, place)).toBe(true)
  })

  test('has no fence for a target that is gone, or for no drive', () => {
    expect(fenceOf([], drive)).toBeUndefined()
    expect(fenceOf([lawn], [[0, 0]])).toBeUndefined()
  })
})
