import { expect, test } from 'vitest'
import { patternsFor } from './pattern.ts'

test('leaves the choice among the patterns of the zone type', () => {
  expect(patternsFor('auto', { patterns: ['concentric', 'straight'] }, false)).toEqual(['concentric', 'straight'])
})

test('mows in straight rows where no zone type says otherwise', () => {
  expect(patternsFor('auto', undefined, false)).toEqual(['straight'])
  expect(patternsFor('auto', {}, false)).toEqual(['straight'])
})

test('takes the pattern that a person forces, also where the zone type does not allow it', () => {
  expect(patternsFor('concentric', { patterns: ['straight'] }, false)).toEqual(['concentric'])
})

test('mows the part of one of several mowers in straight rows', () => {
  expect(patternsFor('concentric', { patterns: ['concentric'] }, true)).toEqual(['straight'])
})
