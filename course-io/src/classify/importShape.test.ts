import { box, frame, GREEN, ringAt, zone } from '@greensward/domain/testing'
import type { XY } from '@greensward/geometry'
import { cpuTimeMs } from '@greensward/testing/cpuTime'
import { describe, expect, test } from 'vitest'
import { golf, line, point, read } from '../testing/elements.ts'
import type { ImportElement } from './importElement.ts'

describe('shapes of an import', () => {
  const bowTie: readonly XY[] = [
    [0, 0],
    [20, 20],
    [20, 0],
    [0, 20],
  ]
  test('a bow-tie is taken apart and says so, with the place', () => {
    const { features, refused } = read([golf('green', bowTie)])
    expect(features).toHaveLength(2)
    expect(refused).toMatchObject([{ source: 'way/green', reason: 'selfIntersection', repaired: true }])
    const [x, y] = frame.toLocal(refused[0]?.at ?? [0, 0])
    expect(Math.hypot(x - 10, y - 10)).toBeLessThan(0.01)
  })

  test('an own zone that narrows to a point is taken apart and keeps its properties', () => {
    const corners: readonly XY[] = [
      [0, 0],
      [10, 0],
      [10, 10],
      [30, 10],
      [30, 30],
      [10, 30],
      [10, 10],
      [0, 10],
    ]
    const own = zone(1, GREEN, corners, { title: 'Two greens' })
    const { features, refused } = read([{ id: 'own/1', tags: {}, geometry: null, own }])
    expect(features.map(({ kind, properties }) => ({ kind, properties }))).toEqual(
      [1, 2].map(() => ({ kind: 'zone', properties: own.properties })),
    )
    expect(new Set(features.map(({ id }) => id)).size).toBe(2)
    expect(refused).toMatchObject([{ source: 'own/1', reason: 'selfIntersection', repaired: true }])
  })

  test('an own zone whose edges meet once they are rounded is taken apart and says so', () => {
    const degrees = 1e-4
    // The notch ends 0.03 mm above the lower edge.
    const corners: readonly XY[] = [
      [0, 0],
      [4, 0],
      [4, 4],
      [2.5, 4],
      [2, 3e-6],
      [1.5, 4],
      [0, 4],
      [0, 0],
    ]
    const ring = corners.map(([x, y]): [number, number] => [7 + x * degrees, 51 + y * degrees])
    const own = { ...zone(1, GREEN, box(0, 0, 10, 10)), geometry: { type: 'Polygon' as const, coordinates: [ring] } }
    const { features, refused } = read([{ id: 'own/1', tags: {}, geometry: null, own }])
    expect(features).toHaveLength(2)
    expect(new Set(features.map(({ id }) => id)).size).toBe(2)
    expect(refused).toMatchObject([{ source: 'own/1', reason: 'selfIntersection', repaired: true, at: [7.0002, 51] }])
    for (const { geometry } of features) {
      const places = geometry.type === 'Polygon' ? geometry.coordinates.flat() : []
      expect(places.length).toBeGreaterThan(3)
      expect(places).toEqual(places.map(place => place.map(degree => Number(degree.toFixed(9)))))
    }
  })

  test('an area of more rings than the map takes is refused and says how many it has', () => {
    const holes = Array.from({ length: 1_000 }, (_, i) => {
      const [x, y] = [(i % 40) * 3 + 1, Math.floor(i / 40) * 3 + 1]
      return ringAt(box(x, y, x + 1, y + 1))
    })
    const coordinates = [ringAt(box(0, 0, 130, 130)), ...holes]
    const { features, refused } = read([
      { id: 'a', tags: { golf: 'rough' }, geometry: { type: 'Polygon', coordinates } },
    ])
    expect(features).toEqual([])
    expect(refused).toMatchObject([
      { reason: 'tooManyRings', code: 'areaTooManyRings', params: { count: 1_001, most: 1_000 }, repaired: false },
    ])
  })

  test('an unclosed ring is closed; an open line of an area is refused with the place of its end', () => {
    const unclosed = ringAt(box(0, 0, 10, 10)).slice(0, -1)
    const closed = read([{ id: 'a', tags: { golf: 'green' }, geometry: { type: 'Polygon', coordinates: [unclosed] } }])
    expect(closed.features).toHaveLength(1)
    expect(closed.refused).toMatchObject([{ reason: 'unclosed', repaired: true }])
    const open = read([
      line({ golf: 'green' }, [
        [0, 0],
        [10, 0],
        [10, 30],
      ]),
    ])
    expect(open.features).toEqual([])
    expect(open.refused).toMatchObject([{ reason: 'unclosed', repaired: false, becomes: 'zone' }])
    expect(frame.toLocal(open.refused[0]?.at ?? [0, 0])[1]).toBeCloseTo(30, 2)
  })

  test('corners drawn twice are taken once', () => {
    const twice = box(0, 0, 10, 10).flatMap(([x, y]): XY[] => [
      [x, y],
      [x + 0.001, y],
      [x, y],
    ])
    const { features, refused } = read([golf('green', twice)])
    expect(refused).toEqual([])
    const geometry = features[0]?.geometry
    expect(geometry?.type === 'Polygon' && geometry.coordinates[0]).toHaveLength(5)
  })

  const bad: readonly (readonly [string, ImportElement, string])[] = [
    [
      'two corners',
      golf('green', [
        [0, 0],
        [10, 0],
      ]),
      'tooFewCorners',
    ],
    [
      'no area',
      golf('green', [
        [0, 0],
        [10, 0],
        [20, 0],
      ]),
      'zeroArea',
    ],
    ['a point for a green', point({ golf: 'green' }, [0, 0]), 'wrongGeometry'],
    ['a point for a hole', point({ golf: 'hole' }, [0, 0]), 'wrongGeometry'],
    ['no shape', { id: 'x', tags: { golf: 'green' }, geometry: null }, 'unreadableShape'],
    [
      'latitude before longitude, far off the earth',
      {
        id: 'x',
        tags: { golf: 'green' },
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [10, 200],
              [11, 200],
              [11, 201],
              [10, 200],
            ],
          ],
        },
      },
      'outOfRange',
    ],
  ]
  test.each(bad)('refuses %s', (_, element, reason) => {
    const { features, refused } = read([element])
    expect(features).toEqual([])
    expect(refused).toMatchObject([{ reason, repaired: false }])
  })

  test('a fairway has the corner of a bunker on its edge as a corner of its own', () => {
    const positions = (...corners: (readonly [number, number])[]) => [...corners, ...corners.slice(0, 1)]
    const outer = positions([12.34573, 51.23463], [12.3457, 51.23472], [12.3453, 51.23472], [12.34533, 51.23463])
    const bunker = positions([12.34572, 51.23466], [12.34562, 51.23465], [12.34562, 51.23469])
    const area = (kind: string, coordinates: (readonly [number, number])[][]): ImportElement => ({
      id: kind,
      tags: { golf: kind },
      geometry: { type: 'Polygon', coordinates: coordinates.map(ring => ring.map(corner => [...corner])) },
    })
    const cut = read([area('fairway', [outer]), area('bunker', [bunker])])
    const drawn = read([area('fairway', [outer, bunker])])
    for (const { features, refused } of [cut, drawn]) {
      expect(refused).toEqual([])
      const [outline] = features[0]?.geometry.coordinates ?? []
      expect(outline).toContainEqual(bunker[0])
    }
  })

  test('a scribble of 19 000 corners is refused at once instead of being repaired for minutes', () => {
    const scribble = Array.from({ length: 19_000 }, (_, i): XY => [100 * Math.cos(i * 2.4), 100 * Math.sin(i * 2.4)])
    const began = cpuTimeMs()
    expect(read([golf('green', scribble)]).refused).toMatchObject([{ reason: 'selfIntersection', repaired: false }])
    expect(cpuTimeMs() - began).toBeLessThan(2_000)
  })
})
