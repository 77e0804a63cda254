import type { PlannedJob } from '@greensward/contract'
import { expect, test } from 'vitest'
import type { Ground } from '../useGround.ts'
import { standingRequest } from './standingRequest.ts'

const job = (featureId: string, over: Partial<PlannedJob> = {}): PlannedJob => ({
  planId: 'plan',
  featureId,
  title: featureId,
  zoneTypeId: 'green',
  areaM2: 500,
  startsAt: '2030-06-01T04:00:00.000Z',
  endsAt: '2030-06-01T08:00:00.000Z',
  mowers: [],
  priority: 'normal',
  aheadOfPlay: false,
  direction: 'auto',
  pattern: 'auto',
  turnScheme: 'oneInOne',
  cleaningCycles: 1,
  cleanUpPass: 'everyDay',
  startsByItself: true,
  missionId: null,
  firstGroupAt: null,
  ...over,
})
const ground = {
  features: [],
  zoneTypes: [],
  blades: [],
  mowers: [
    { id: 'wren', inService: false, bladeId: 'reel' },
    { id: 'robin', inService: false, bladeId: 'deck' },
    { id: 'rook', inService: true, bladeId: 'reel' },
    { id: 'bare', inService: false, bladeId: null },
  ],
} as unknown as Ground
const NIGHT_BEFORE = Date.parse('2030-05-31T20:00:00.000Z')
const of = (jobs: readonly PlannedJob[], nowMs = NIGHT_BEFORE) =>
  standingRequest(jobs, '2030-06-01', 'Saturday', ground, nowMs)

test('asks for all zones with their own windows, in a course that holds them all', () => {
  const { request } = of([
    job('a'),
    job('b', { startsAt: '2030-06-01T18:00:00.000Z', endsAt: '2030-06-02T04:00:00.000Z', priority: 'high' }),
  ])
  expect(request).toMatchObject({
    zoneIds: ['b', 'a'],
    startsAt: '2030-06-01T04:00:00.000Z',
    endsAt: '2030-06-02T04:00:00.000Z',
    mowers: [
      { mowerId: 'wren', zoneTypeIds: null },
      { mowerId: 'robin', zoneTypeIds: null },
    ],
  })
  expect(request?.wishes?.map(({ featureId, day, startsAt }) => [featureId, day, startsAt])).toEqual([
    ['b', '2030-06-01', '2030-06-01T18:00:00.000Z'],
    ['a', '2030-06-01', '2030-06-01T04:00:00.000Z'],
  ])
})

test('plans no zone twice: those with a mission are left out', () => {
  const { request, made } = of([job('a', { missionId: 'm' }), job('b')])
  expect(request?.zoneIds).toEqual(['b'])
  expect(made.map(({ featureId }) => featureId)).toEqual(['a'])
  expect(of([job('a', { missionId: 'm' })]).request).toBeUndefined()
})

test('takes only mowers that are ready and have the blade of the plan', () => {
  const only = (mowerId: string, bladeId: string | null) => ({ mowers: [{ mowerId, bladeId }] })
  const { request, noMower } = of([
    job('a', only('wren', 'reel')),
    job('b', only('robin', 'reel')),
    job('c', only('rook', null)),
    job('d', only('bare', null)),
  ])
  expect(request?.mowers).toEqual([{ mowerId: 'wren', zoneTypeIds: null }])
  expect(request?.wishes?.[0]?.mowerIds).toEqual(['wren'])
  expect(noMower.map(({ featureId }) => featureId)).toEqual(['b', 'c', 'd'])
})

test('begins no earlier than now, and leaves out what is over', () => {
  const now = Date.parse('2030-06-01T06:00:00.000Z')
  const { request, late } = of([job('a'), job('b', { endsAt: '2030-06-01T05:00:00.000Z' })], now)
  expect(request?.startsAt).toBe('2030-06-01T06:00:30.000Z')
  expect(late.map(({ featureId }) => featureId)).toEqual(['b'])
})

test('plans three hundred zones in one go, those of the highest priority first', () => {
  const jobs = Array.from({ length: 302 }, (_, n) => job(`z${n}`, n === 301 ? { priority: 'high' } : {}))
  const { request, beyond } = of(jobs)
  expect(request?.zoneIds).toHaveLength(300)
  expect(request?.zoneIds[0]).toBe('z301')
  expect(beyond.map(({ featureId }) => featureId)).toEqual(['z299', 'z300'])
})
