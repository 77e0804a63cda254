import { describe, expect, test } from 'vitest'
import { type HindranceFacts, hindranceOf } from './missionHindrance.ts'

const NOW = Date.parse('2026-05-04T05:00:00Z')
const facts = (changed: {
  readonly mission?: Partial<HindranceFacts['mission']>
  readonly mower?: Partial<NonNullable<HindranceFacts['mower']>>
  readonly battery?: number | null
  readonly isCharging?: boolean | null
}): HindranceFacts => ({
  mission: {
    status: 'planned',
    bladeId: 'blade',
    startsAt: '2026-05-04T06:00:00Z',
    target: { kind: 'zone', featureId: 'zone' },
    stats: { battery: 0.5 },
    ...changed.mission,
  },
  mower: { inService: false, bladeId: 'blade', ...changed.mower },
  battery: changed.battery === undefined ? 0.9 : changed.battery,
  isCharging: changed.isCharging ?? false,
  nowMs: NOW,
})

describe('what keeps a mower from its mission', () => {
  test('nothing, for a mower that is fit', () => {
    expect(hindranceOf(facts({}))).toBeNull()
  })

  test('a mower in service', () => {
    expect(hindranceOf(facts({ mower: { inService: true } }))).toBe('inService')
  })

  test('a mower in service, before it is expected back and not after', () => {
    const mower = { inService: true, serviceUntil: '2026-05-04T06:30:00Z' }
    expect(hindranceOf(facts({ mower }))).toBe('inService')
    expect(hindranceOf(facts({ mower, mission: { startsAt: null } }))).toBe('inService')
    expect(hindranceOf(facts({ mower, mission: { startsAt: '2026-05-04T06:30:00Z' } }))).toBeNull()
  })

  test('a mower that was deleted', () => {
    expect(hindranceOf({ ...facts({}), mower: undefined })).toBe('mowerGone')
  })

  test('no blade, or another one than the plan was made for', () => {
    expect(hindranceOf(facts({ mower: { bladeId: null } }))).toBe('noBlade')
    expect(hindranceOf(facts({ mower: { bladeId: 'other' } }))).toBe('otherBlade')
  })

  test('a drive along a road needs no blade', () => {
    const target = { kind: 'road', featureId: 'road' } as const
    expect(hindranceOf(facts({ mission: { target }, mower: { bladeId: null } }))).toBeNull()
  })

  test('a battery below the estimate and its reserve', () => {
    expect(hindranceOf(facts({ battery: 0.59 }))).toBe('batteryLow')
    expect(hindranceOf(facts({ battery: 0.6 }))).toBeNull()
  })

  test('a low battery does not count while it charges, hours ahead, or unknown', () => {
    expect(hindranceOf(facts({ battery: 0.1, isCharging: true }))).toBeNull()
    expect(hindranceOf(facts({ battery: 0.1, mission: { startsAt: '2026-05-04T08:00:00Z' } }))).toBeNull()
    expect(hindranceOf(facts({ battery: null }))).toBeNull()
  })

  test('a low battery counts for a mission that waits for a press', () => {
    expect(hindranceOf(facts({ battery: 0.1, mission: { startsAt: null } }))).toBe('batteryLow')
  })

  test('only planned missions are judged', () => {
    for (const status of ['working', 'stopped', 'done', 'missed'] as const)
      expect(hindranceOf(facts({ mission: { status }, mower: { inService: true } }))).toBeNull()
  })
})
