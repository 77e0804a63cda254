import { expect, test } from 'vitest'
import { fairway } from '../../map-editor/fakeCanvas.fixture.ts'
import { emptyDraft, proposedTitle, requestOf, startsAtOf } from './missionDraft.ts'

const now = new Date('2026-03-28T12:00:00Z')
const ids = {
  featureId: '0190a1b2-0000-7000-8000-000000000001',
  mowerId: '0190a1b2-0000-7000-8000-000000000002',
  bladeId: '0190a1b2-0000-7000-8000-000000000003',
}

test('a new draft proposes the next morning of the course', () => {
  expect(emptyDraft(new Date('2026-11-20T23:30:00Z'), 'Europe/Dublin')).toMatchObject({
    day: '2026-11-21',
    clock: '05:30',
  })
  expect(emptyDraft(new Date('2026-11-20T23:30:00Z'), 'Asia/Tokyo')).toMatchObject({ day: '2026-11-22' })
})

test.each([
  ['Europe/Dublin', '2026-03-28', '2026-03-28T05:30:00.000Z'],
  ['Europe/Dublin', '2026-03-29', '2026-03-29T04:30:00.000Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T10:30:00.000Z'],
  ['Asia/Tokyo', '2026-11-21', '2026-11-20T20:30:00.000Z'],
])('05:30 in %s on %s is %s, also on the days the clocks change', (zone, day, expected) => {
  expect(startsAtOf({ ...emptyDraft(now, zone), when: 'later', day }, zone)?.toISOString()).toBe(expected)
})

test('a mission without a time never starts by itself', () => {
  const draft = { ...emptyDraft(now, 'UTC'), ...ids, when: 'now' as const, startsByItself: true }
  expect(requestOf(draft, 'Fairway 13', 'UTC')).toMatchObject({ startsAt: null, startsByItself: false })
})

test.each([
  { featureId: undefined },
  { mowerId: undefined },
  { bladeId: undefined },
  { when: 'later' as const, clock: '' },
])('makes no request without %j', missing => {
  expect(requestOf({ ...emptyDraft(now, 'UTC'), ...ids, ...missing }, 'Fairway 13', 'UTC')).toBeUndefined()
})

test('a series is called by its zone: each of its missions has a direction of its own', () => {
  expect(proposedTitle(fairway, '12-6')).toBe('Zone 1, 12-6')
  expect(proposedTitle(fairway, null)).toBe('Zone 1')
})
