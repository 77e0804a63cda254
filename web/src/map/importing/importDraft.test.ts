import type { CourseFeature } from '@greensward/domain'
import { expect, test } from 'vitest'
import { importDiff } from './importDraft.ts'

const feature = (id: string, kind: CourseFeature['kind'], coordinates = [-2.81, 52.74]): CourseFeature =>
  ({ id, kind, geometry: { type: 'Point', coordinates } }) as CourseFeature
const present = [feature('a', 'zone'), feature('b', 'note'), feature('c', 'road'), feature('d', 'markedArea')]
const read = { features: [feature('n', 'zone')] }

test('adding takes nothing away', () => {
  expect(importDiff(read, present, 'add')).toEqual({ added: read.features, updated: [], removed: [] })
})

test('replacing takes away what a file describes and keeps notes and marked areas', () => {
  expect(importDiff(read, present, 'replace').removed.map(({ id }) => id)).toEqual(['a', 'c'])
})

test('a course that lies elsewhere leaves nothing of the old one behind', () => {
  const elsewhere = { features: [feature('n', 'zone', [-82.02, 33.5])] }
  expect(importDiff(elsewhere, present, 'replace').removed).toEqual(present)
})
