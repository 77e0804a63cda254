import { areaM2, contains, type XY } from '@greensward/geometry'
import { describe, expect, test } from 'vitest'
import { at, box, FAIRWAY, frame, radius, restriction, ZONE_TYPES, zone } from '../course/course.fixture.ts'
import type { CourseFeature, Position } from '../course/course.ts'
import { wayCheckOf } from '../plan/checkPlan.ts'
import { missionFence } from './missionFence.ts'

const lawn = zone(1, FAIRWAY, box(0, 0, 100, 40))
const metres = (ring: readonly Position[]): XY[] => ring.map(place => frame.toLocal(place))

const fenceOf = (features: readonly CourseFeature[], path: readonly XY[], approach = 1, mostItems = 84) =>
  missionFence({
    features,
    zoneTypes: ZONE_TYPES,
    target: { kind: 'zone', featureId: lawn.id },
    path: path.map(([x, y]) => at(x, y)),
    approach,
    mower: { minTurnRadiusM: 0.4 },
    mostItems,
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

const distanceToRingM = ([x, y]: XY, ring: readonly XY[]): number =>
  Math.min(
    ...ring.map(([bx, by], i) => {
      const [ax, ay] = ring.at(i - 1) ?? [bx, by]
      const length2 = (bx - ax) ** 2 + (by - ay) ** 2
      const along =
        length2 === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length2))
      return Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay))
    }),
  )

describe('missionFence', () => {
  test('holds the position of the mower, the whole drive, and no more than the zone and its route', () => {
    const fence = fenceOf([lawn], drive)
    const ring = metres(fence?.boundary ?? [])
    for (const place of drive) expect(contains({ outer: ring, holes: [] }, place)).toBe(true)
    expect(contains({ outer: ring, holes: [] }, [-20, 25])).toBe(false)
    expect(contains({ outer: ring, holes: [] }, [50, 44])).toBe(false)
    // The lawn with a metre round it, and 40 m of a way not seven metres wide.
    expect(areaM2({ outer: ring, holes: [] })).toBeLessThan(102.2 * 42.2 + 45 * 7)
    expect(fence?.obstacles).toEqual([])
  })

  test('is outside what the server itself watches, so that a wheel on the edge raises no alarm', () => {
    const ring = metres(fenceOf([lawn], drive)?.boundary ?? [])
    const corners = box(-0.55, -0.55, 100.55, 40.55)
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

  test('sends round areas as circles, which take one item of the autopilot’s memory', () => {
    const fence = fenceOf([lawn, radius(7, [30, 20], 3)], drive)
    expect(fence?.obstacles).toEqual([])
    expect(fence?.circles).toEqual([{ center: at(30, 20), radiusM: 3 }])
    expect(fenceOf([lawn, radius(7, [50, 20], 3)], drive)?.circles).toEqual([])
  })

  test('does not lock a mower out of its own position', () => {
    const yard = restriction(2, box(-50, 10, -30, 30))
    expect(fenceOf([lawn, yard], drive)?.obstacles).toEqual([])
  })

  /** A round lawn of 400 corners, whose edge waves to and fro by this much. */
  const wavy = (byM: number) =>
    zone(
      1,
      FAIRWAY,
      Array.from({ length: 400 }, (_, i): XY => {
        const angle = (i / 400) * 2 * Math.PI
        const radiusM = 40 + byM * Math.sin(angle * 40)
        return [50 + radiusM * Math.cos(angle), 20 + radiusM * Math.sin(angle)]
      }),
    )
  const across: XY[] = [
    [-60, 20],
    [20, 20],
    [80, 30],
    [50, 50],
  ]
  const itemsOf = (fence: ReturnType<typeof fenceOf>): number =>
    (fence?.boundary.length ?? 0) +
    (fence?.circles.length ?? 0) +
    (fence?.obstacles ?? []).reduce((sum, ring) => sum + ring.length, 0)

  test('is drawn more coarsely where an autopilot stores fewer corners, to its inside, and still holds the drive', () => {
    const round = restriction(
      3,
      Array.from({ length: 60 }, (_, i): XY => {
        const angle = (i / 60) * 2 * Math.PI
        return [50 + 6 * Math.cos(angle), 5 + 4 * Math.sin(angle)]
      }),
    )
    const lawnWithPond = wavy(0.3)
    for (const most of [255, 84, 50]) {
      const fence = fenceOf([lawnWithPond, round], across, 1, most)
      expect(itemsOf(fence)).toBeLessThanOrEqual(most)
      expect(itemsOf(fence)).toBeGreaterThan(10)
      const ring = metres(fence?.boundary ?? [])
      expect(wayCheckOf({ outer: ring, holes: [] }, []).pathInside(across)).toBe(true)
      // The lawn and a metre; and to each side of the way the 2.3 m that a mower may use of it, a metre, and how far the line strays.
      for (const [x, y] of ring) {
        const fromLawnM = Math.hypot(x - 50, y - 20) - 40.3
        const fromWayM = x < 20 ? Math.hypot(Math.max(0, -60 - x), y - 20) : Number.POSITIVE_INFINITY
        expect(Math.min(fromLawnM - 1, fromWayM - 4.25)).toBeLessThan(0.02)
      }
      const [obstacle = []] = (fence?.obstacles ?? []).map(metres)
      for (const place of metres(round.geometry.type === 'Polygon' ? (round.geometry.coordinates[0] ?? []) : []))
        expect(contains({ outer: obstacle, holes: [] }, place) || distanceToRingM(place, obstacle) < 0.06).toBe(true)
    }
  })

  test.each([0.6, 0.8, 1, 1.2, 1.4, 1.6])(
    'keeps the line round an obstacle half a metre from a way that passes it at %d m, however few corners there are',
    passesM => {
      // A bunker of many corners on a lawn of many more, whose line has to be coarse, and a way half round the bunker.
      const bunker = restriction(
        3,
        Array.from({ length: 90 }, (_, i): XY => {
          const angle = (i / 90) * 2 * Math.PI
          return [
            50 + (6 + 0.3 * Math.sin(angle * 15)) * Math.cos(angle),
            20 + (6 + 0.3 * Math.sin(angle * 15)) * Math.sin(angle),
          ]
        }),
      )
      const way = Array.from({ length: 37 }, (_, i): XY => {
        const angle = (i / 36) * Math.PI
        return [50 + (6.3 + passesM) * Math.cos(angle), 20 + (6.3 + passesM) * Math.sin(angle)]
      })
      for (const most of [255, 120, 100, 84]) {
        const rings = (fenceOf([wavy(0.7), bunker], way, 1, most)?.obstacles ?? []).map(metres)
        expect(rings.length).toBe(1)
        for (const ring of rings)
          for (const place of way)
            expect(distanceToRingM(place, ring)).toBeGreaterThan(Math.min(0.5, passesM - 0.1) - 0.02)
      }
    },
  )

  test('lets a drive follow the edge of other grass that is cut out of its zone, and ends a metre beyond that edge', () => {
    const green = box(30, 10, 50, 30)
    const [first = at(0, 0)] = green.map(([x, y]) => at(x, y))
    const hole = [...green.map(([x, y]) => at(x, y)), first]
    const around = { ...lawn, geometry: { ...lawn.geometry, coordinates: [...lawn.geometry.coordinates, hole] } }
    const along: readonly XY[] = [
      [5, 5],
      [29.9, 9.9],
      [50.1, 9.9],
      [50.1, 30.1],
      [95, 35],
    ]
    for (const most of [255, 84, 20]) {
      const [ring = [], ...more] = (fenceOf([around as CourseFeature], along, 1, most)?.obstacles ?? []).map(metres)
      expect(more).toEqual([])
      for (const [x, y] of ring) expect(Math.max(Math.abs(x - 40), Math.abs(y - 20))).toBeCloseTo(9, 1)
      expect(contains({ outer: ring, holes: [] }, [31.2, 11.2])).toBe(true)
    }
  })

  test('is none where no ring of so few corners keeps inside and holds the drive', () => {
    expect(itemsOf(fenceOf([wavy(3)], across, 1, 255))).toBeGreaterThan(60)
    expect(fenceOf([wavy(3)], across, 1, 60)).toBeUndefined()
  })

  test('has no fence for a target that is gone, or for no drive', () => {
    expect(fenceOf([], drive)).toBeUndefined()
    expect(fenceOf([lawn], [[0, 0]])).toBeUndefined()
  })
})
