import { expect, test } from 'vitest'
import type { GateLine } from '../mission/startGate.ts'
import { chargeToStart } from './chargeToStart.ts'
import { withBreak } from './routeLife.ts'
import { mow, returnHome, routeOf, taskOf } from './shift.fixture.ts'

const short: GateLine = {
  check: 'battery',
  verdict: 'refused',
  reason: 'shortHome',
  values: { havePercent: 51, neededPercent: 52.4, chargePercent: 53 },
}
const warned: GateLine = { check: 'fix', verdict: 'warned', reason: 'rtkFloat', values: {} }
const busy: GateLine = { check: 'mowerFree', verdict: 'refused', reason: 'busy', values: { title: 'Other' } }

const task = mow('a')
const route = routeOf([task, mow('b')])

test('SAFE-13n a mission that only the charge refuses is started after a charge', () => {
  expect(chargeToStart(route, task, [warned, short])).toBe(0.53)
  expect(chargeToStart(route, task, [{ ...short, reason: 'short' }])).toBe(0.53)
})

test('SAFE-13n anything else that refuses it pauses the route', () => {
  expect(chargeToStart(route, task, [warned])).toBeUndefined()
  expect(chargeToStart(route, task, [short, busy])).toBeUndefined()
  for (const reason of ['tooLong', 'tooLongHome', 'tooLow', 'unknown', 'lowVoltage', 'failsafeActed', 'askAgain'])
    expect([reason, chargeToStart(route, task, [{ ...short, reason }])]).toEqual([reason, undefined])
})

test('SAFE-13n a drive, a mission that a person stopped, and one that was charged for already pause the route', () => {
  const home = returnHome('home')
  expect(chargeToStart(routeOf([home]), home, [short])).toBeUndefined()
  const stopped = mow('a', { mayResume: true })
  expect(chargeToStart(routeOf([stopped]), stopped, [short])).toBeUndefined()
  const charged = withBreak(route, task, [home, taskOf({ kind: 'charge', untilShare: 0.6 })])
  expect(chargeToStart(charged, task, [short])).toBeUndefined()
})
