/** Curves of a drawing become chords within 5 cm of them, in each unit and at each scale of a block. */
import { distanceToLineM, localFrame, signedAreaM2, type XY } from '@greensward/geometry'
import { describe, expect, test } from 'vitest'
import { preview } from '../../testing/importFile.ts'
import { splinePath } from './curves.ts'

const ALLOWED_M = 0.05
const EAST = 520_600
const NORTH = 5_844_400
/** Of UTM at that place, 0.3 degrees of longitude from the middle of its zone. */
const GRID = 0.999_605

type Group = readonly [code: number, value: number | string]
const lines = (groups: readonly Group[]): string => groups.map(([code, value]) => `${code}\n${value}\n`).join('')
const entity = (type: string, groups: readonly Group[]): string => lines([[0, type], [8, 'ROAD'], ...groups])
const drawing = (entities: string, { insunits = 6, blocks = '' } = {}): string =>
  lines([
    [0, 'SECTION'],
    [2, 'HEADER'],
    [9, '$INSUNITS'],
    [70, insunits],
    [0, 'ENDSEC'],
    [0, 'SECTION'],
    [2, 'BLOCKS'],
  ]) +
  blocks +
  lines([
    [0, 'ENDSEC'],
    [0, 'SECTION'],
    [2, 'ENTITIES'],
  ]) +
  entities +
  lines([
    [0, 'ENDSEC'],
    [0, 'EOF'],
  ])

/** The places of the only thing of a drawing in metres from the centre of its curves, on the grid. */
const read = (file: string, epsg = 32_630): XY[] => {
  const { features, refused, groups } = preview(file, { epsg })
  expect(refused).toEqual([])
  const [only] = features
  if (features.length !== 1 || only === undefined)
    throw new Error(`${features.length} features of ${JSON.stringify(groups)}`)
  const line = only.geometry.type === 'Polygon' ? only.geometry.coordinates[0] : only.geometry.coordinates
  const places = line as readonly (readonly [number, number])[]
  const frame = localFrame(places[0] ?? [0, 0])
  return places.map(place => frame.toLocal([place[0], place[1]]))
}

/** The centre of the circle through three places of a line. */
const centreOf = (line: readonly XY[]): XY => {
  const [a, b, c] = [0, 1 / 3, 2 / 3].map(part => line[Math.floor(part * (line.length - 1))] ?? ([0, 0] as const))
  const [[ax, ay], [bx, by], [cx, cy]] = [a ?? [0, 0], b ?? [0, 0], c ?? [0, 0]]
  const d = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by))
  const [a2, b2, c2] = [ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy]
  return [
    (a2 * (by - cy) + b2 * (cy - ay) + c2 * (ay - by)) / d,
    (a2 * (cx - bx) + b2 * (ax - cx) + c2 * (bx - ax)) / d,
  ]
}

/** How far the corners and the middles of the chords are from the circle of this radius. */
const awayFromCircle = (line: readonly XY[], radius: number): number => {
  const [x, y] = centreOf(line)
  return Math.max(
    ...line.flatMap((place, i) => {
      const next = line[i + 1] ?? place
      const middle = [(place[0] + next[0]) / 2, (place[1] + next[1]) / 2] as const
      return [place, middle].map(one => Math.abs(Math.hypot(one[0] - x, one[1] - y) - radius))
    }),
  )
}

const at = (x: number, y: number, codes: readonly [number, number] = [10, 20]): Group[] => [
  [codes[0], EAST + x],
  [codes[1], NORTH + y],
]
/** A quarter of a circle as a rational spline, as CAD programs export arcs. */
const quarter = (r: number): Group[] => [
  [70, 4],
  [71, 2],
  ...[0, 0, 0, 1, 1, 1].map((knot): Group => [40, knot]),
  ...[1, Math.SQRT1_2, 1].map((weight): Group => [41, weight]),
  ...at(r, 0),
  ...at(r, r),
  ...at(0, r),
]

describe('curves with a radius of 300 m', () => {
  const r = 300
  test.each([
    ['a circle', entity('CIRCLE', [...at(0, 0), [40, r]])],
    ['an arc', entity('ARC', [...at(0, 0), [40, r], [50, 20], [51, 250]])],
    ['an ellipse of equal axes', entity('ELLIPSE', [...at(0, 0), [11, r], [21, 0], [40, 1], [41, 0], [42, 4]])],
    [
      'a polyline with a bulge',
      entity('LWPOLYLINE', [[90, 2], [70, 0], ...at(r, 0), [42, Math.SQRT2 - 1], ...at(0, r)]),
    ],
    ['a rational spline', entity('SPLINE', quarter(r))],
  ])('%s is within 5 cm', (_, curve) => {
    expect(awayFromCircle(read(drawing(curve)), r / GRID)).toBeLessThan(ALLOWED_M)
  })

  test('a circle in a drawing in millimetres is within 5 cm and has no more chords', () => {
    const circle = lines([
      [0, 'CIRCLE'],
      [8, 'ROAD'],
      [10, EAST * 1_000],
      [20, NORTH * 1_000],
      [40, r * 1_000],
    ])
    const line = read(drawing(circle, { insunits: 4 }))
    expect(awayFromCircle(line, r / GRID)).toBeLessThan(ALLOWED_M)
    expect(line.length).toBeLessThan(400)
  })

  test('a circle of one unit in a block that is inserted 300 times as large is within 5 cm', () => {
    const blocks = lines([
      [0, 'BLOCK'],
      [2, 'TANK'],
      [10, 0],
      [20, 0],
      [0, 'CIRCLE'],
      [8, '0'],
      [10, 0],
      [20, 0],
      [40, 1],
      [0, 'ENDBLK'],
    ])
    const insert = entity('INSERT', [[2, 'TANK'], ...at(0, 0), [41, r], [42, r]])
    expect(awayFromCircle(read(drawing(insert, { blocks })), r / GRID)).toBeLessThan(ALLOWED_M)
  })

  test('a hatch with an arc is within 5 cm of its area', () => {
    const hatch = lines([
      [0, 'HATCH'],
      [8, 'ROUGH'],
      [91, 1],
      [92, 1],
      [93, 1],
      [72, 2],
      ...at(0, 0),
      [40, 150],
      [50, 0],
      [51, 360],
      [73, 1],
    ])
    const full = Math.PI * (150 / GRID) ** 2
    const missing = full - Math.abs(signedAreaM2(read(drawing(hatch))))
    expect(missing).toBeGreaterThan(0)
    expect(missing).toBeLessThan(ALLOWED_M * 2 * Math.PI * 150)
  })
})

test('a small circle is round, with few chords', () => {
  const line = read(drawing(entity('CIRCLE', [...at(0, 0), [40, 2]])))
  expect(awayFromCircle(line, 2 / GRID)).toBeLessThan(ALLOWED_M)
  expect(line.length).toBeLessThan(30)
})

test('chords of a cubic spline are within the error of it, at their middles too', () => {
  const points: readonly XY[] = [
    [0, 0],
    [900, 700],
    [-500, 700],
    [400, 0],
  ]
  const curve = Array.from({ length: 20_001 }, (_, i): XY => {
    const t = i / 20_000
    const shares = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3]
    const sum = (axis: 0 | 1): number => shares.reduce((all, share, j) => all + share * (points[j]?.[axis] ?? 0), 0)
    return [sum(0), sum(1)]
  })
  const path = splinePath(0.02, { degree: 3, knots: [0, 0, 0, 0, 1, 1, 1, 1], points })
  expect(path.length).toBeLessThan(300)
  for (const [i, [x, y]] of path.entries()) {
    const [nextX, nextY] = path[i + 1] ?? [x, y]
    expect(distanceToLineM(curve, [x, y])).toBeLessThan(0.001)
    expect(distanceToLineM(curve, [(x + nextX) / 2, (y + nextY) / 2])).toBeLessThan(0.021)
  }
  expect(path.at(-1)).toEqual([400, 0])
})

test('a spline with a coordinate that cannot be read, and what is in the paper space, are left out', () => {
  const { features, ignored } = preview(
    drawing(
      entity('CIRCLE', [...at(0, 0), [40, 20]]) +
        entity('SPLINE', [
          [71, 3],
          [11, 'x'],
          [21, 3],
          [11, 4],
          [21, 4],
        ]) +
        entity('SPLINE', [[67, 1], ...quarter(40)]),
    ),
    { epsg: 32_630 },
  )
  expect(features).toHaveLength(1)
  expect(ignored).toMatchObject({ 'DXF SPLINE': 1 })
})
