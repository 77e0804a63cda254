import type { Mission, MissionStatus, Mower } from '@greensward/domain'
import { expect, test } from 'vitest'
import { mowerStatus } from './mowerStatus.ts'

const mower = { id: 'm', inService: false } as Mower
const now = new Date('2026-11-20T05:42:00Z')
const mission = (status: MissionStatus, startsAt: string | null): Mission => ({ status, startsAt }) as Mission

test.each([
  ['a lost link outweighs a working mission', 'lost', [mission('working', null)], 'offline'],
  [
    'a stopped mission is said before a planned one',
    'live',
    [mission('planned', null), mission('stopped', null)],
    'stopped',
  ],
  ['a plan for today is named', 'live', [mission('planned', '2026-11-20T06:30:00.000Z')], 'planned'],
  ['a plan for next week leaves the mower idle', 'live', [mission('planned', '2026-11-28T06:30:00.000Z')], 'idle'],
  ['a stale link is not yet lost, and no longer what it was', 'stale', [mission('working', null)], 'stale'],
] as const)('%s', (_, link, missions, expected) => {
  expect(mowerStatus({ mower, link, missions, drivesForeign: false, now }).kind).toBe(expected)
})

test('a mower in service shows as in service for every link and command', () => {
  expect(
    mowerStatus({ mower: { ...mower, inService: true }, link: 'lost', missions: [], drivesForeign: false, now }).kind,
  ).toBe('service')
})

test('a mower that drives without a start from here shows it, also in service, unless its link is lost', () => {
  const driving = { missions: [mission('stopped', null)], drivesForeign: true, now }
  expect(mowerStatus({ mower, link: 'live', ...driving }).kind).toBe('foreign')
  expect(mowerStatus({ mower: { ...mower, inService: true }, link: 'live', ...driving }).kind).toBe('foreign')
  expect(mowerStatus({ mower, link: 'lost', ...driving }).kind).toBe('offline')
})

test.each([
  ['mowing', 'working'],
  ['goingHome', 'working'],
  ['unknown', 'working'],
  ['paused', 'stopped'],
  ['failed', 'stopped'],
  ['charging', 'idle'],
] as const)('a mower that plans its own path and is %s shows as %s', (activity, expected) => {
  expect(mowerStatus({ mower, link: 'live', missions: [], drivesForeign: false, activity, now }).kind).toBe(expected)
  expect(mowerStatus({ mower, link: 'lost', missions: [], drivesForeign: false, activity, now }).kind).toBe('offline')
})

test('without a connection of the page nothing is known of a silent mower, and what is recent still counts', () => {
  const cut = { mower, missions: [mission('working', null)], drivesForeign: false, isCut: true, now }
  for (const link of ['stale', 'lost', 'never'] as const) expect(mowerStatus({ ...cut, link }).kind).toBe('unknown')
  expect(mowerStatus({ ...cut, link: 'live' }).kind).toBe('working')
})
