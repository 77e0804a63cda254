import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

it('lets the clock of the demo run ahead, and refuses that by name where real machines are', () => {
  expect(readConfig({ CLOCK_AHEAD_S: '3600' }).clockAheadS).toBe(3_600)
  expect(readConfig({ DEMO: 'off' }).clockAheadS).toBe(0)
  expect(() => readConfig({ DEMO: 'off', CLOCK_AHEAD_S: '3600' })).toThrow(/CLOCK_AHEAD_S/)
  for (const odd of ['-1', '1.5', 'soon', '99999999999'])
    expect(() => readConfig({ CLOCK_AHEAD_S: odd })).toThrow(/CLOCK_AHEAD_S/)
})
