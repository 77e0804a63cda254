import { describe, expect, test } from 'vitest'
import { type Closed, conflictsOf, freeSlots, nextFreeSlot, type Occupation, type Wanted } from './conflicts.ts'

const at = (clock: string): number => Date.parse(`2026-11-20T${clock}:00.000Z`)
const shown = (span: { from: number; to: number } | undefined): string =>
  span === undefined ? 'none' : [span.from, span.to].map(ms => new Date(ms).toISOString().slice(11, 16)).join('-')

const mission = (missionId: string, mowerId: string, featureId: string, from: string, to: string): Occupation => ({
  missionId,
  title: missionId,
  mowerId,
  featureId,
  from: at(from),
  to: at(to),
})
const wanted = (from: string, to: string, changes: Partial<Wanted> = {}): Wanted => ({
  missionId: 'mine',
  mowerId: 'rook2',
  featureId: 'fairway13',
  from: at(from),
  to: at(to),
  leastMs: 40 * 60_000,
  ...changes,
})
const closed = (kind: Closed['kind'], title: string, from: string, to: string): Closed => ({
  kind,
  title,
  from: at(from),
  to: at(to),
})
const others = [
  mission('fairway 13 by rook 1', 'rook1', 'fairway13', '05:10', '06:22'),
  mission('fairway 14', 'rook2', 'fairway14', '06:30', '07:25'),
  mission('mine', 'rook2', 'fairway13', '05:45', '06:28'),
]

describe('what is against a slot', () => {
  test.each<[string, Wanted, Closed[], string[]]>([
    ['another mower on the same zone', wanted('05:45', '06:28'), [], ['zone fairway 13 by rook 1']],
    ['the same mower elsewhere', wanted('06:40', '07:30', { featureId: 'green1' }), [], ['mower fairway 14']],
    ['both', wanted('06:00', '06:50'), [], ['zone fairway 13 by rook 1', 'mower fairway 14']],
    ['nothing where one ends as the other begins', wanted('07:25', '08:08'), [], []],
    ['nothing of its own old place', wanted('08:00', '08:45'), [], []],
    ['play on the hole', wanted('07:25', '08:08'), [closed('closed', 'Hole 13', '07:30', '09:00')], ['closed Hole 13']],
    ['rain', wanted('08:00', '08:45'), [closed('rain', '', '00:00', '23:59')], ['rain ']],
    ['a slot shorter than the plan', wanted('08:00', '08:10'), [], ['tooShort ']],
  ])('%s', (_, slot, times, expected) => {
    expect(conflictsOf(slot, { others, closed: times }).map(({ kind, title }) => `${kind} ${title}`)).toEqual(expected)
  })

  test('a mower in service has no time at all, and its line no end', () => {
    const service: Closed = { kind: 'service', title: 'Rook 2', from: -Infinity, to: Infinity }
    expect(conflictsOf(wanted('08:00', '08:45'), { others: [], closed: [service] })).toEqual([
      { kind: 'service', title: 'Rook 2', missionId: null, from: null, to: null },
    ])
    expect(nextFreeSlot(wanted('08:00', '08:45'), { others: [], closed: [service] }, at('05:00'), at('23:00'))).toBe(
      undefined,
    )
  })

  test('missions of one group share their ground, though never a mower', () => {
    const group = others.map(other => ({ ...other, groupId: 'both' }))
    expect(conflictsOf(wanted('05:45', '06:28', { groupId: 'both' }), { others: group, closed: [] })).toEqual([])
    expect(conflictsOf(wanted('06:40', '07:30', { groupId: 'both' }), { others: group, closed: [] })).toHaveLength(1)
  })

  test('features that share ground count as one', () => {
    const slot = wanted('05:45', '06:28', { featureId: 'area13' })
    expect(conflictsOf(slot, { others, closed: [] })).toEqual([])
    expect(conflictsOf(slot, { others, closed: [], sharedGround: new Set(['fairway13']) })).toHaveLength(1)
  })
})

describe('the next free slot', () => {
  test.each<[string, Wanted, Closed[], string]>([
    ['the wanted one where nothing is against it', wanted('08:00', '08:43'), [], '08:00-08:43'],
    ['behind the other mower and its own next mission', wanted('05:45', '06:28'), [], '07:25-08:08'],
    [
      'behind the play that follows',
      wanted('05:45', '06:28'),
      [closed('closed', 'Hole 13', '07:30', '09:00')],
      '09:00-09:43',
    ],
    ['never in the past', wanted('04:00', '04:43'), [], '07:25-08:08'],
    ['as long as the plan at least', wanted('08:00', '08:10'), [], '08:00-08:40'],
    ['none where the day is over', wanted('05:45', '06:28'), [closed('closed', 'Hole', '06:00', '21:00')], 'none'],
  ])('%s', (_, slot, times, expected) => {
    expect(shown(nextFreeSlot(slot, { others, closed: times }, at('05:00'), at('20:00')))).toBe(expected)
  })

  test('several are proposed one after the other', () => {
    const slots = freeSlots(wanted('05:45', '06:28'), { others, closed: [] }, at('05:00'), at('23:00'), 3)
    expect(slots.map(shown)).toEqual(['07:25-08:08', '08:08-08:51', '08:51-09:34'])
  })

  test('golfers who are expected are nothing against a slot, and none is proposed amid them', () => {
    const golfers = [{ from: at('07:40'), to: at('08:20') }]
    const facts = { others: [], closed: [], golfers }
    const slot = wanted('08:00', '08:43')
    expect(conflictsOf(slot, facts)).toEqual([])
    expect(freeSlots(slot, facts, at('05:00'), at('23:00'), 2).map(shown)).toEqual(['08:20-09:03', '09:03-09:46'])
  })

  test('a coming day of a series is nothing against a slot, and none is proposed where it takes mower or field', () => {
    const coming = [
      mission('other machine elsewhere', 'rook1', 'fairway14', '07:25', '08:00'),
      mission('own mower', 'rook2', 'fairway14', '07:30', '08:10'),
      mission('same field', 'rook1', 'fairway13', '08:40', '09:00'),
    ]
    const facts = { others, closed: [], coming }
    expect(conflictsOf(wanted('07:30', '08:13'), facts)).toEqual([])
    expect(shown(nextFreeSlot(wanted('05:45', '06:28'), facts, at('05:00'), at('20:00')))).toBe('09:00-09:43')
  })
})
