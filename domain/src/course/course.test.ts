import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { lineGeometry, polygonGeometry, position } from './course.ts'

const strange = fc.oneof(
  fc.constantFrom(null, undefined, 'here', [], [1], [1, 2, 3], [Number.NaN, 2], [2, Number.POSITIVE_INFINITY], {}),
  fc.tuple(fc.double({ min: -400, max: 400 }), fc.double({ min: -200, max: 200 })),
)
const sound = fc.tuple(fc.double({ min: -180, max: 180, noNaN: true }), fc.double({ min: -90, max: 90, noNaN: true }))

test('positions that are read in one loop are those that the schema of one position takes, fault for fault', () => {
  const oneByOne = z.array(position).min(2)
  fc.assert(
    fc.property(fc.array(fc.oneof({ weight: 6, arbitrary: sound }, strange), { minLength: 2 }), coordinates => {
      const line = lineGeometry.safeParse({ type: 'LineString', coordinates })
      const each = oneByOne.safeParse(coordinates)
      expect(line.success).toBe(each.success)
      expect(line.error?.issues.map(({ path }) => path)).toEqual(
        each.error?.issues.map(({ path }) => ['coordinates', ...path]),
      )
      if (line.success) expect(line.data.coordinates).toEqual(coordinates)
    }),
  )
})

test('a ring of two corners is refused, and a corner off the earth by its number', () => {
  const paths = (ring: readonly (readonly number[])[]) =>
    polygonGeometry.safeParse({ type: 'Polygon', coordinates: [ring] }).error?.issues.map(({ path }) => path)
  expect(
    paths([
      [1, 2],
      [3, 4],
      [1, 2],
    ]),
  ).toEqual([['coordinates', 0]])
  expect(
    paths([
      [1, 2],
      [3, 4],
      [500, 2],
      [1, 2],
    ]),
  ).toEqual([['coordinates', 0, 2, 0]])
})
