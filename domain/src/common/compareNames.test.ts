import { expect, test } from 'vitest'
import { compareNames } from './compareNames.ts'

test('numbers in names count as numbers', () => {
  expect(['Mower 10', 'Mower 2', 'Mower 1'].toSorted((a, b) => compareNames(a, b))).toEqual([
    'Mower 1',
    'Mower 2',
    'Mower 10',
  ])
})

test('letters come in the order of the language', () => {
  const inOrder = (language: string): string[] => ['ñ', 'o', 'n'].toSorted((a, b) => compareNames(a, b, language))
  expect(inOrder('es')).toEqual(['n', 'ñ', 'o'])
  const umlauts = (language: string): string[] => ['zu', 'äu'].toSorted((a, b) => compareNames(a, b, language))
  expect(umlauts('de')).toEqual(['äu', 'zu'])
  expect(umlauts('sv')).toEqual(['zu', 'äu'])
})
