import type { CourseFeature } from '@greensward/domain'
import { expect, test } from 'vitest'
import { patchedMap } from './patchedMap.ts'

const garage = (id: string, title: string): CourseFeature => ({
  type: 'Feature',
  id,
  kind: 'garage',
  geometry: { type: 'Point', coordinates: [-6.2, 53.3] },
  properties: { title },
})

const known = { revision: 4, features: [garage('a', 'Old shed'), garage('b', 'Barn')] }

test('a change that follows on what is known is applied to it', () => {
  expect(
    patchedMap(known, { revision: 5, upserted: [garage('a', 'New shed'), garage('c', 'Hut')], removed: ['b'] }),
  ).toEqual({ revision: 5, features: [garage('a', 'New shed'), garage('c', 'Hut')] })
})

test('a change that is known already changes nothing', () => {
  expect(patchedMap(known, { revision: 4, upserted: [], removed: ['a'] })).toBe(known)
})

test('a change after one that was missed cannot be applied', () => {
  expect(patchedMap(known, { revision: 6, upserted: [], removed: ['a'] })).toBeUndefined()
})

test('a change that comes without its features is read from the server', () => {
  expect(patchedMap(known, { revision: 5, removed: [] })).toBeUndefined()
})
