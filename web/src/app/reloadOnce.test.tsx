import { expect, test } from 'vitest'
import { reloadForMissingParts } from './reloadOnce.ts'

test('a missing part reloads the page once, and a second miss is left to the error page', () => {
  let reloads = 0
  let now = 1_000_000
  reloadForMissingParts(
    () => {
      reloads += 1
    },
    () => now,
  )
  const miss = (): boolean => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
  expect(miss()).toBe(false)
  expect(miss()).toBe(true)
  expect(reloads).toBe(1)
  now += 120_000
  expect(miss()).toBe(false)
  expect(reloads).toBe(2)
})
