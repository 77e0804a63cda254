import { expect, test } from 'vitest'
import { rectangle } from '../coverage/shapes.fixture.ts'
import { pathInside } from '../polygon/fence.ts'
import { lengthM } from '../polyline.ts'
import type { PolygonXY, XY } from '../units.ts'
import { roadNetwork } from './roadNetwork.ts'

const EVERYWHERE: PolygonXY = { outer: rectangle(-1e4, -1e4, 2e4, 2e4), holes: [] }
const pond: PolygonXY = { outer: rectangle(40, -30, 20, 60), holes: [] }

test('without roads the way is straight', () => {
  const { lengthM: way, path } = roadNetwork({
    roads: [],
    blocked: [],
    places: [
      [0, 0],
      [30, 40],
    ],
  })
  expect(way(0, 1)).toBeCloseTo(50, 9)
  expect(path(0, 1)).toEqual([
    [0, 0],
    [30, 40],
  ])
  expect(way(0, 0)).toBe(0)
})

test('a road beside the straight way is taken, a long way round is not', () => {
  const places: XY[] = [
    [0, 0],
    [300, 0],
  ]
  const near = roadNetwork({
    roads: [
      [
        [0, 10],
        [300, 10],
      ],
    ],
    blocked: [],
    places,
  })
  expect(near.path(0, 1)?.filter(([, y]) => y === 10).length).toBeGreaterThan(5)
  expect(near.lengthM(0, 1)).toBeLessThan(325)
  const far = roadNetwork({
    roads: [
      [
        [0, 10],
        [0, 900],
        [300, 900],
        [300, 10],
      ],
    ],
    blocked: [],
    places,
  })
  expect(far.path(0, 1)).toHaveLength(2)
})

test('roads are changed where they cross, and where one nearly ends on another', () => {
  const places: XY[] = [
    [0, 0],
    [200, 150],
  ]
  const crossing = roadNetwork({
    roads: [
      [
        [-10, 0],
        [400, 0],
      ],
      [
        [200, -100],
        [200, 160],
      ],
    ],
    blocked: [],
    places,
  })
  expect(crossing.lengthM(0, 1)).toBeCloseTo(350, 0)
  const meeting = roadNetwork({
    roads: [
      [
        [-10, 0],
        [400, 0],
      ],
      [
        [200, 1.5],
        [200, 160],
      ],
    ],
    blocked: [],
    places,
  })
  expect(meeting.lengthM(0, 1)).toBeCloseTo(350, 0)
})

test('no way leads through what is blocked: neither the grass nor a road', () => {
  const places: XY[] = [
    [0, 0],
    [100, 0],
  ]
  for (const roads of [
    [],
    [
      [
        [0, 0],
        [100, 0],
      ] as XY[],
    ],
  ]) {
    const network = roadNetwork({ roads, blocked: [pond], places })
    const path = network.path(0, 1) ?? []
    expect(path.length).toBeGreaterThan(2)
    expect(pathInside([EVERYWHERE], [pond], path)).toBe(true)
    expect(lengthM(path)).toBeCloseTo(network.lengthM(0, 1), 6)
  }
})

test('finds no route out of a closed wall', () => {
  const wall: PolygonXY = { outer: rectangle(-20, -20, 40, 40), holes: [rectangle(-10, -10, 20, 20)] }
  const network = roadNetwork({
    roads: [],
    blocked: [wall],
    places: [
      [0, 0],
      [100, 0],
    ],
  })
  expect(network.lengthM(0, 1)).toBe(Number.POSITIVE_INFINITY)
  expect(network.path(0, 1)).toBeUndefined()
})

test('there and back are equally long', () => {
  const network = roadNetwork({
    roads: [
      [
        [0, 20],
        [60, 70],
        [150, 40],
      ],
    ],
    blocked: [pond],
    places: [
      [0, 0],
      [120, 10],
      [70, 90],
    ],
  })
  for (const [a, b] of [
    [0, 1],
    [1, 2],
    [0, 2],
  ] as const)
    expect(network.lengthM(a, b)).toBeCloseTo(network.lengthM(b, a), 6)
})

/** Ponds of eight corners in a grid, each between its neighbours, so that most straight ways are blocked. */
const pondGrid = (count: number, columns: number): PolygonXY[] =>
  Array.from({ length: count }, (_, i) => ({
    outer: Array.from({ length: 8 }, (__, k): XY => {
      const angle = (k / 8) * 2 * Math.PI
      return [(i % columns) * 60 + 22 * Math.cos(angle), Math.floor(i / columns) * 60 + 22 * Math.sin(angle)]
    }),
    holes: [],
  }))

test.each([60, 90, 130])('goes round the obstacles of a course with %i ponds of eight corners', count => {
  const columns = Math.ceil(Math.sqrt(count))
  const blocked = pondGrid(count, columns)
  const places: XY[] = Array.from({ length: columns - 1 }, (_, i): XY => [i * 60 + 30, i * 60 + 30])
  const { lengthM: way, path } = roadNetwork({ roads: [], blocked, places })
  for (const [from, a] of places.entries())
    for (const [to, b] of places.entries()) {
      if (from === to) continue
      expect(way(from, to)).toBeLessThan(1.3 * Math.hypot(b[0] - a[0], b[1] - a[1]))
      expect(pathInside([EVERYWHERE], blocked, path(from, to) ?? [])).toBe(true)
    }
})

test('crosses open grass between two courses that is wider than corners reach', () => {
  const west = pondGrid(25, 5)
  const east = west.map(({ outer, holes }) => ({ outer: outer.map(([x, y]): XY => [x + 1_000, y]), holes }))
  const places: XY[] = [
    [90, 90],
    [1_150, 150],
  ]
  const { lengthM: way, path } = roadNetwork({ roads: [], blocked: [...west, ...east], places })
  expect(way(0, 1)).toBeLessThan(1.05 * Math.hypot(1_060, 60))
  expect(way(1, 0)).toBeCloseTo(way(0, 1), 6)
  expect(pathInside([EVERYWHERE], [...west, ...east], path(0, 1) ?? [])).toBe(true)
})

test('crosses no wall between two courses, however wide the grass is', () => {
  const west = pondGrid(25, 5)
  const east = west.map(({ outer, holes }) => ({ outer: outer.map(([x, y]): XY => [x + 1_000, y]), holes }))
  const wall: PolygonXY = { outer: rectangle(-300, -300, 1_000, 1_000), holes: [rectangle(-290, -290, 980, 980)] }
  const places: XY[] = [
    [90, 90],
    [1_150, 150],
  ]
  const { lengthM: way, path } = roadNetwork({ roads: [], blocked: [...west, ...east, wall], places })
  expect(way(0, 1)).toBe(Number.POSITIVE_INFINITY)
  expect(path(0, 1)).toBeUndefined()
})

test('goes round the obstacles of a course with more than 6,000 corners', () => {
  const blocked = pondGrid(784, 28)
  const places: XY[] = [
    [30, 30],
    [1_590, 1_590],
    [1_590, 30],
  ]
  const { lengthM: way, path } = roadNetwork({ roads: [], blocked, places })
  expect(way(0, 1)).toBeLessThan(1.05 * Math.hypot(1_560, 1_560))
  expect(way(0, 2)).toBeLessThan(1.05 * 1_560)
  expect(pathInside([EVERYWHERE], blocked, path(0, 1) ?? [])).toBe(true)
})

test('a place within the edge of an obstacle takes the shortest way out of it, and then goes round', () => {
  const places: XY[] = [
    [41, 0],
    [100, 0],
  ]
  const { path, lengthM: way } = roadNetwork({ roads: [], blocked: [pond], places })
  const route = path(0, 1) ?? []
  expect(route.slice(0, 2)).toEqual([
    [41, 0],
    [expect.closeTo(39.95, 6), expect.closeTo(0, 6)],
  ])
  expect(pathInside([EVERYWHERE], [pond], route.slice(1))).toBe(true)
  expect(lengthM(route)).toBeCloseTo(way(0, 1), 6)
})
