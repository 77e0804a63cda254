import type { Mission } from '@greensward/domain'
import { expect, test } from 'vitest'
import { dayGround } from './dayGround.ts'
import { awayShare, changeOf, leastEnd, movedBy, onDay, type Place, snapped } from './place.ts'
import type { Grab } from './useMover.ts'

const at = (text: string): number => Date.parse(text)
const place: Place = { from: at('2026-03-28T05:30:00Z'), to: at('2026-03-28T06:15:00Z'), mowerId: 'a' }
const mission = { stats: { durationS: 2_520 } } as unknown as Mission

test('blocks snap to five minutes', () => {
  expect(new Date(snapped(at('2026-03-28T05:32:29Z'))).toISOString()).toBe('2026-03-28T05:30:00.000Z')
  expect(new Date(snapped(at('2026-03-28T05:32:31Z'))).toISOString()).toBe('2026-03-28T05:35:00.000Z')
})

test('a block moved to another day keeps its clock time and its length, also over a change of the clock', () => {
  const moved = onDay(place, '2026-03-29', 'Europe/Dublin')
  expect(new Date(moved.from).toISOString()).toBe('2026-03-29T04:30:00.000Z')
  expect(moved.to - moved.from).toBe(place.to - place.from)
})

test('a block in the hour that comes twice stays where it is when it is dropped on its own day', () => {
  const second: Place = { from: at('2026-10-25T01:30:00Z'), to: at('2026-10-25T02:30:00Z'), mowerId: 'a' }
  expect(onDay(second, '2026-10-25', 'Europe/Dublin')).toEqual(second)
  expect(new Date(onDay(second, '2026-10-26', 'Europe/Dublin').from).toISOString()).toBe('2026-10-26T01:30:00.000Z')
})

test('by keyboard past the night without its hour, a block has its own clock time again', () => {
  const early: Place = { from: at('2026-03-28T01:30:00Z'), to: at('2026-03-28T02:15:00Z'), mowerId: 'a' }
  const ground = dayGround('Europe/Dublin', at('2026-03-01T00:00:00Z'), () => null)
  const grab: Grab = { mission: {} as Mission, before: early, place: early, mode: 'move', by: 'keyboard' }
  const changed = ground.placeByKey('ArrowRight', false, grab)
  expect(changed && new Date(changed.from).toISOString()).toBe('2026-03-29T01:30:00.000Z')
  const after = ground.placeByKey('ArrowRight', false, { ...grab, place: changed ?? early })
  expect(after && new Date(after.from).toISOString()).toBe('2026-03-30T00:30:00.000Z')
})

test('a change names only what changed', () => {
  expect(changeOf(mission, place, place)).toEqual({})
  expect(changeOf(mission, place, movedBy(place, 3_600_000))).toEqual({ startsAt: '2026-03-28T06:30:00.000Z' })
  expect(changeOf(mission, place, { ...place, mowerId: 'b' })).toEqual({ mowerId: 'b' })
  expect(changeOf(mission, place, { ...place, to: place.to + 900_000 })).toEqual({ slotS: 3_600 })
  expect(
    changeOf(mission, { ...place, to: place.to + 900_000 }, { ...place, to: leastEnd(mission, place.from) }),
  ).toEqual({
    slotS: null,
  })
})

test('the lane of a mower in service is closed until it is back, and on no day after that', () => {
  const now = at('2026-03-28T09:00:00Z')
  const mower = { inService: true, serviceUntil: '2026-03-29T06:00:00Z' }
  const day = (date: string) => ({ from: at(`${date}T00:00:00Z`), to: at(`${date}T00:00:00Z`) + 24 * 3_600_000 })
  const shares = ['2026-03-28', '2026-03-29', '2026-03-30'].map(date => awayShare(mower, day(date), now))
  expect(shares).toEqual([1, 0.25, 0])
  expect(awayShare({ ...mower, inService: false }, day('2026-03-28'), now)).toBe(0)
  expect(awayShare({ inService: true }, day('2027-03-28'), now)).toBe(1)
})
