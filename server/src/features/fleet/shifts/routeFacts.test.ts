/** Whether the mower of a route can take its next task, by its own mode and speed. */
import { SILENT_TELEMETRY, type Telemetry } from '@greensward/domain'
import { expect, test } from 'vitest'
import type { FleetView } from '../fleetView.ts'
import type { ControlledMower } from '../mower/controlledMower.ts'
import { isAtRest } from './routeFacts.ts'

const readiness = (telemetry: Partial<Telemetry>, hasBegun: boolean) => {
  const view = { telemetryOf: () => ({ ...SILENT_TELEMETRY, ...telemetry }) } as unknown as FleetView
  return isAtRest({ view }, { id: 'mower', state: 'idle' } as ControlledMower, hasBegun)
}

test.each([
  ['driven by remote control', { mode: 'manual', speedMps: 1 }, 'otherHand'],
  ['driven at an unknown speed', { mode: 'guided', speedMps: null }, 'otherHand'],
  ['standing in MANUAL, as after it was switched on', { mode: 'manual', speedMps: 0.05 }, 'ready'],
  ['rolling out in HOLD', { mode: 'hold', speedMps: 1 }, 'ready'],
] as const)('SAFE-13b before its first task a mower %s', (_, telemetry, expected) => {
  expect(readiness(telemetry, false)).toBe(expected)
})

test('SAFE-13b between two tasks any mode that the server did not set is of another hand, also where it stands', () => {
  expect(readiness({ mode: 'manual', speedMps: 0 }, true)).toBe('otherHand')
  expect(readiness({ mode: 'hold', speedMps: 0 }, true)).toBe('ready')
})
