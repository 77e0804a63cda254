import { expect, test } from 'vitest'
import { cartReaders } from './cartNotices.ts'

test('notifies cart staff of all that carts do, greenkeepers of closed areas, and everybody of an emergency', () => {
  const readers = (level: Parameters<typeof cartReaders>[0]) => new Set(cartReaders(level))
  expect(readers('info')).toEqual(new Set(['ROLE_ADMIN', 'ROLE_MANAGER', 'ROLE_BUGGY_ADMIN', 'ROLE_TEST_USER']))
  expect(readers('warning').has('ROLE_GREENKEEPER')).toBe(true)
  expect(readers('warning').has('ROLE_BUGGY_BAR')).toBe(false)
  expect(readers('alarm').has('ROLE_BUGGY_BAR')).toBe(true)
})
