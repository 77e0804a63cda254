import type { CourseFeature } from '@greensward/domain'
import { expect, test } from 'vitest'
import { importDiff } from './importDraft.ts'

const feature = (id: string, kind: CourseFeature['kind']): CourseFeature => ({ id, kind }) as CourseFeature
const present = [feature('a', 'zone'), feature('b', 'note'), feature('c', 'road'), feature('d', 'markedArea')]
const read = { features: [feature('n', 'zone')] }

test('adding takes nothing away', () => {
  expect(importDiff(read, present, 'add')).toEqual({ added: read.features, updated: [], removed: [] })
})

test('replacing takes away what a file describes and keeps notes and marked areas', () => {
  expect(importDiff(read, present, 'replace').removed.map(({ id }) => id)).toEqual(['a', 'c'])
})
