import { expect, test } from 'vitest'
import { wayBack } from './wayBack.ts'

test.each(['/map', '/missions?page=2', '/'])('after signing in the way leads back to %s', from => {
  expect(wayBack(from)).toEqual({ from })
})

test.each([
  '//evil.example.org',
  '/\\evil.example.org',
  'https://evil.example.org',
  'javascript:alert(1)',
  'map',
  '',
  7,
  undefined,
])('no link leads from the sign-in to another site: %s', from => {
  expect(wayBack(from)).toEqual({})
})
