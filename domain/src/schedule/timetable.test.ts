import { expect, test } from 'vitest'
import { type Timetable, timetableSpans } from './timetable.ts'

const HOUR_MS = 3_600_000
const zone = 'Europe/Dublin'
const day = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to) })
const shown = (entries: Timetable, from: string, to: string): string[] =>
  timetableSpans(entries, zone, day(from, to)).map(
    span => `${new Date(span.from).toISOString()} ${(span.to - span.from) / HOUR_MS} h`,
  )

test('play from half past seven to nine at weekends', () => {
  const play: Timetable = [{ days: ['sat', 'sun'], from: '07:30', to: '09:00' }]
  expect(shown(play, '2026-11-16T00:00:00Z', '2026-11-23T00:00:00Z')).toEqual([
    '2026-11-21T07:30:00.000Z 1.5 h',
    '2026-11-22T07:30:00.000Z 1.5 h',
  ])
})

test('a night lasts until the next morning, and is an hour shorter or longer when the clock changes', () => {
  const night: Timetable = [{ days: ['sat'], from: '22:00', to: '05:00' }]
  expect(shown(night, '2026-11-22T01:00:00Z', '2026-11-22T02:00:00Z')).toEqual(['2026-11-21T22:00:00.000Z 7 h'])
  expect(shown(night, '2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z')).toEqual(['2026-03-28T22:00:00.000Z 6 h'])
  expect(shown(night, '2026-10-24T12:00:00Z', '2026-10-25T12:00:00Z')).toEqual(['2026-10-24T21:00:00.000Z 8 h'])
})
