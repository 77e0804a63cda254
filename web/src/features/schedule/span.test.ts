import { expect, test } from 'vitest'
import { overlaps, placeInRows, spanOf } from './span.ts'

const at = (time: string): string => `2026-11-20T${time}:00.000Z`
const ms = (time: string): number => Date.parse(at(time))
const mission = (change: object) => ({
  startsAt: at('06:30'),
  startedAt: null,
  endedAt: null,
  status: 'planned' as const,
  slotS: null,
  stats: { durationS: 3_600 },
  ...change,
})

test.each([
  ['planned', mission({}), ['06:30', '07:30']],
  ['missed, which keeps its planned place', mission({ status: 'missed', endedAt: at('06:40') }), ['06:30', '07:30']],
  ['working, started late', mission({ status: 'working', startedAt: at('06:50') }), ['06:50', '07:50']],
  ['working longer than planned', mission({ status: 'working', startedAt: at('05:00') }), ['05:00', '07:00']],
  ['done', mission({ status: 'done', startedAt: at('06:35'), endedAt: at('07:10') }), ['06:35', '07:10']],
])('the span of a mission that is %s', (_, given, [from, to]) => {
  expect(spanOf(given, ms('07:00'))).toEqual({ from: ms(from ?? ''), to: ms(to ?? '') })
})

test('a mission without a time has no span', () => {
  expect(spanOf(mission({ startsAt: null }), ms('07:00'))).toBeUndefined()
})

test('missions without a gap share a row, overlapping ones do not', () => {
  const span = (from: string, to: string) => ({ item: `${from}-${to}`, span: { from: ms(from), to: ms(to) } })
  const placed = placeInRows([
    span('07:00', '08:00'),
    span('06:00', '07:00'),
    span('06:30', '07:30'),
    span('06:45', '06:50'),
  ])
  expect(placed.map(({ item, row }) => [item, row])).toEqual([
    ['06:00-07:00', 0],
    ['06:30-07:30', 1],
    ['06:45-06:50', 2],
    ['07:00-08:00', 0],
  ])
  expect(overlaps({ from: 1, to: 2 }, { from: 2, to: 3 })).toBe(false)
})
