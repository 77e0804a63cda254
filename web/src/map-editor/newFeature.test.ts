import { courseFeature, FEATURE_KINDS, type Position } from '@greensward/domain'
import { expect, test } from 'vitest'
import { newFeature } from './newFeature.ts'

const points: readonly Position[] = [
  [0, 0],
  [0.001, 0],
  [0.001, 0.001],
]
const parts = {
  id: '00000000-0000-4000-8000-000000000001',
  points,
  title: 'New',
  zoneTypeId: '00000000-0000-4000-8000-000000000002',
  author: 'Mara Holt',
  now: '2026-11-20T05:42:00.000Z',
  holes: [],
}

test.each(FEATURE_KINDS)('a drawn %s is a feature as the contract wants it', kind => {
  expect(courseFeature.safeParse(newFeature({ ...parts, kind })).success).toBe(true)
})

test('two corners do not make an area and one point does not make a line', () => {
  expect(newFeature({ ...parts, kind: 'zone', points: points.slice(0, 2) })).toBeUndefined()
  expect(newFeature({ ...parts, kind: 'road', points: points.slice(0, 1) })).toBeUndefined()
})

/** Of a hole drawn straight to the north. */
const holeOf = (metres: number, holes: readonly string[]) => {
  const made = newFeature({
    ...parts,
    kind: 'hole',
    holes,
    points: [
      [0, 0],
      [0, metres / 110_574],
    ],
  })
  return made?.kind === 'hole' ? made.properties : undefined
}

test('a new hole gets the lowest free number, named like the others', () => {
  expect(holeOf(300, [])).toMatchObject({ name: '1', sort: 1 })
  expect(holeOf(300, ['Hole 1', 'Hole 3', 'Hole 4'])).toMatchObject({ name: 'Hole 2', sort: 2 })
  expect(holeOf(300, ['1', '2'])).toMatchObject({ name: '3', sort: 3 })
})

test('its par is proposed from its length, and the minutes from its par', () => {
  expect(holeOf(132, [])).toMatchObject({ par: 3, pass: 12 })
  expect(holeOf(380, [])).toMatchObject({ par: 4, pass: 15 })
  expect(holeOf(510, [])).toMatchObject({ par: 5, pass: 18 })
})
