/** When planned starts are due, by the clock of the course. */
import { expect, test } from 'vitest'
import { dueStart, nextStart, releasedTimes, type StartTimes } from './startTimes.ts'

const BERLIN = 'Europe/Berlin'
/** Sunday, before the clocks go forward and after. */
const RELEASED = new Date('2026-03-27T10:00:00Z')
const start = (change: Partial<StartTimes> = {}): StartTimes => ({
  ...{ weekdays: ['sat', 'sun', 'mon'], at: '05:30', releasedUntil: '2026-04-05', releasedAt: RELEASED, doneDay: null },
  ...change,
})
const due = (now: string, change: Partial<StartTimes> = {}) =>
  dueStart(start(change), new Date(now), BERLIN)?.at.toISOString()
const next = (now: string, change: Partial<StartTimes> = {}) =>
  nextStart(start(change), new Date(now), BERLIN)?.at.toISOString()

test('it is due at its time of its days, also where the clocks go forward', () => {
  expect(due('2026-03-28T04:29:59Z')).toBeUndefined()
  expect(due('2026-03-28T04:30:00Z')).toBe('2026-03-28T04:30:00.000Z')
  expect(due('2026-03-29T03:30:00Z', { doneDay: '2026-03-28' })).toBe('2026-03-29T03:30:00.000Z')
  // Tuesday is none of its days.
  expect(due('2026-03-31T12:00:00Z', { doneDay: '2026-03-30' })).toBeUndefined()
})

test('without a release, before it and after its last day it is never due', () => {
  const at = '2026-03-28T05:00:00Z'
  expect(due(at, { releasedUntil: null, releasedAt: null })).toBeUndefined()
  expect(due(at, { releasedUntil: '2026-03-27' })).toBeUndefined()
  expect(due(at, { releasedAt: new Date('2026-03-28T04:30:01Z') })).toBeUndefined()
  expect(due(at, { releasedAt: new Date('2026-03-28T04:29:00Z') })).toBe('2026-03-28T04:30:00.000Z')
})

test('what was carried out is not due again, nor is what was due before it', () => {
  expect(due('2026-03-28T05:00:00Z', { doneDay: '2026-03-28' })).toBeUndefined()
  expect(due('2026-03-28T05:00:00Z', { doneDay: '2026-03-29' })).toBeUndefined()
})

test('one of shortly before midnight is due after it, and the older of two first', () => {
  expect(due('2026-03-28T23:05:00Z', { at: '23:55' })).toBe('2026-03-28T22:55:00.000Z')
  expect(due('2026-03-29T04:00:00Z')).toBe('2026-03-28T04:30:00.000Z')
})

test('the next one is shown as long as it waits, and none after the release', () => {
  expect(next('2026-03-27T11:00:00Z')).toBe('2026-03-28T04:30:00.000Z')
  expect(next('2026-03-28T04:45:00Z')).toBe('2026-03-28T04:30:00.000Z')
  expect(next('2026-03-28T05:01:00Z')).toBe('2026-03-29T03:30:00.000Z')
  expect(next('2026-03-28T04:45:00Z', { doneDay: '2026-03-28' })).toBe('2026-03-29T03:30:00.000Z')
  expect(next('2026-03-30T05:00:00Z', { releasedUntil: '2026-03-31' })).toBeUndefined()
  expect(next('2026-03-27T11:00:00Z', { releasedUntil: null, releasedAt: null })).toBeUndefined()
})

test('all times of a release are those of its days from its moment on, also what was carried out', () => {
  const times = (change: Partial<StartTimes> = {}) => releasedTimes(start(change), BERLIN).map(({ day }) => day)
  const all = ['2026-03-28', '2026-03-29', '2026-03-30', '2026-04-04', '2026-04-05']
  expect(times()).toEqual(all)
  expect(times({ doneDay: '2026-03-29' })).toEqual(all)
  expect(times({ releasedAt: new Date('2026-03-28T04:30:01Z') })).toEqual(all.slice(1))
  expect(times({ releasedUntil: null, releasedAt: null })).toEqual([])
})
