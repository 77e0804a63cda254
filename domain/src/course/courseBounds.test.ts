import { expect, test } from 'vitest'
import type { CourseFeature, Position } from './course.ts'
import { boundsAround, liesWithin, unionOf } from './courseBounds.ts'

const place = (...coordinates: Position): CourseFeature => ({
  type: 'Feature',
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'wc',
  geometry: { type: 'Point', coordinates },
  properties: { title: 'WC' },
})
const here = [place(-2.8, 52.7), place(-2.79, 52.71)]
const far = [place(10, 50)]

test('an import is within the bounds that were drawn around it', () => {
  const bounds = boundsAround(here)
  expect(bounds !== undefined && liesWithin(here, bounds)).toBe(true)
  expect(bounds !== undefined && liesWithin(far, bounds)).toBe(false)
})

test('the union contains both courses while one replaces the other', () => {
  const a = boundsAround(here)
  const b = boundsAround(far)
  if (a === undefined || b === undefined) throw new Error('two courses have bounds')
  expect(liesWithin([...here, ...far], unionOf(a, b))).toBe(true)
})

test('nothing has no bounds', () => {
  expect(boundsAround([])).toBeUndefined()
})
