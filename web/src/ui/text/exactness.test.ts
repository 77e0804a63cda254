import { expect, test } from 'vitest'
import { exactnessText } from './exactness.ts'

const measure = { length: (metres: number) => `${metres} m` }

test('a machine without a fix says in metres how exact its position is, and one with a fix does not', () => {
  expect(exactnessText({ fixType: null, accuracyM: 0.04 }, measure)).toBe('± 0.1 m')
  expect(exactnessText({ fixType: null, accuracyM: 1.5 }, measure)).toBe('± 1.5 m')
  expect(exactnessText({ fixType: 'rtkFixed', accuracyM: 0.04 }, measure)).toBeNull()
  expect(exactnessText({ fixType: null, accuracyM: null }, measure)).toBeNull()
  expect(exactnessText(undefined, measure)).toBeNull()
})
