/** When two mowers of which one is on a drive are stopped, though their start checks expected otherwise. */

import type { MissionPlan, Mower, Position } from '@greensward/domain'
import { expect, test } from 'vitest'
import { at } from '../../../testing/ground.ts'
import type { FleetParts } from '../fleetParts.ts'
import type { ActiveMission } from '../mission/activeMission.ts'
import { driveOf } from '../mission/missionDrive.ts'
import { meeting } from './sharing.ts'

const machine = (id: string): Mower =>
  ({ id, name: id, widthM: 2, transitSpeedMps: 2, bladeSwitch: { kind: 'relay', index: 0 } }) as unknown as Mower

interface Seen {
  readonly here: Position
  /** Of its mission; it drives where this is left out. */
  readonly status?: ActiveMission['status']
  /** It has reached its zone. */
  readonly isOnRows?: boolean
  /** Where it drives to, or undefined for one that stands. */
  readonly to?: Position
  readonly kind?: 'drive' | 'zone'
  /** Without a mission of ours, at this speed. */
  readonly unplannedMps?: number
}

const missionOf = (
  id: string,
  { here, to, kind = 'drive', status = 'working', isOnRows = false }: Seen,
): ActiveMission | undefined => {
  if (to === undefined) return undefined
  const legs = [{ kind: 'transit', bladeOn: false, speedMps: 2, points: [here, to] }] as unknown as MissionPlan['legs']
  const drive = driveOf({ legs }, machine(id), [])
  return {
    mowerId: id,
    status,
    target: { kind, featureId: `to ${id}` },
    plan: { legs },
    approach: [],
    from: { leg: 0, point: 0 },
    drive,
    seq: isOnRows ? drive.items.length - 1 : 0,
    isInside: isOnRows,
    boundary: null,
  } as unknown as ActiveMission
}

/** The other mower that the first one is about to meet. */
const met = (first: Seen, second: Seen): string | undefined => {
  const seen: Readonly<Record<string, Seen>> = { first, second }
  const parts = {
    garage: { mowers: new Map(Object.keys(seen).map(id => [id, machine(id)])) },
    view: {
      missionOf: (id: string) => (seen[id] === undefined ? undefined : missionOf(id, seen[id])),
      telemetryOf: (id: string) => ({
        link: 'live',
        position: seen[id]?.here ?? null,
        speedMps: seen[id]?.unplannedMps ?? null,
        headingDeg: null,
      }),
      drivesUnplanned: (id: string) => seen[id]?.unplannedMps !== undefined,
      lastPositionOf: (id: string) => seen[id]?.here ?? null,
      missions: () => [],
    },
  } as unknown as FleetParts
  return meeting(parts, 'first')
}

test('SAFE-6f two that drive towards each other are stopped while both still have room to brake', () => {
  expect(met({ here: at(0, 0), to: at(100, 0) }, { here: at(40, 0), to: at(-60, 0) })).toBeUndefined()
  expect(met({ here: at(0, 0), to: at(100, 0) }, { here: at(22, 0), to: at(-60, 0) })).toBe('second')
})

test('SAFE-6f one that blocks the way is met, and one beside it is not', () => {
  expect(met({ here: at(0, 0), to: at(100, 0) }, { here: at(10, 0) })).toBe('second')
  expect(met({ here: at(0, 0), to: at(100, 0) }, { here: at(10, 2.5) })).toBeUndefined()
  expect(met({ here: at(0, 0), to: at(100, 0) }, { here: at(50, 0) })).toBeUndefined()
})

test('SAFE-6f a drive crosses the row of a mower that mows only with room', () => {
  const mows = (fromM: number): Seen => ({ here: at(10, fromM), to: at(10, 60), kind: 'zone' })
  expect(met({ here: at(0, 0), to: at(100, 0) }, mows(-10))).toBe('second')
  expect(met({ here: at(0, 0), to: at(100, 0) }, mows(12))).toBeUndefined()
})

test('SAFE-6f one that follows at its own speed is not stopped, and one that passes on the next road is not', () => {
  expect(met({ here: at(0, 0), to: at(100, 0) }, { here: at(20, 0), to: at(120, 0) })).toBeUndefined()
  expect(met({ here: at(0, 0), to: at(100, 0) }, { here: at(22, 4), to: at(-60, 4) })).toBeUndefined()
})

const mows = (here: Position, to: Position, seen: Partial<Seen> = {}): Seen => ({ here, to, kind: 'zone', ...seen })

test('SAFE-6g two that meet on their approaches are stopped, and one that leaves a narrow yard is not', () => {
  expect(met(mows(at(0, 0), at(100, 0)), mows(at(22, 0), at(-60, 0)))).toBe('second')
  expect(met(mows(at(0, 0), at(100, 0)), mows(at(22, 4), at(-60, 4)))).toBeUndefined()
  expect(met(mows(at(0, 0), at(100, 0)), { here: at(0, 2.1) })).toBeUndefined()
  expect(met(mows(at(0, 0), at(100, 0)), mows(at(0, 2.1), at(100, 2.1), { status: 'uploading' }))).toBeUndefined()
})

const onRows = { isOnRows: true }

test.each<[string, Partial<Seen>]>([
  ['on its approach', {}],
  ['on its rows', onRows],
])('SAFE-6f a mower %s is stopped before one that was stopped in its way', (_, seen) => {
  const first = mows(at(0, 0), at(100, 0), seen)
  const stopped = (eastM: number, northM: number): Seen => ({
    here: at(eastM, northM),
    to: at(eastM, 60),
    status: 'stopped',
  })
  expect(met(first, stopped(9, 0))).toBe('second')
  expect(met(first, stopped(9, 1.9))).toBe('second')
  // Without a mission, such as one that a person has driven there.
  expect(met(first, { here: at(9, 0) })).toBe('second')
  expect(met(first, stopped(40, 0))).toBeUndefined()
})

test.each<[string, Partial<Seen>]>([
  ['on its approach', {}],
  ['on its rows', onRows],
])('SAFE-6f a mower %s is not stopped for one parked as far from it as its start checks ask', (_, seen) => {
  for (const besideM of [2.3, 2.6])
    for (const offLineM of [-0.1, 0, 0.1])
      for (let eastM = -12; eastM < 12; eastM += 0.25)
        expect(met(mows(at(0, offLineM), at(100, 0), seen), { here: at(eastM, besideM) })).toBeUndefined()
})

test('SAFE-6f a mower on its rows is stopped for one on a drive across them, and not for one on the rows beside them', () => {
  const first = mows(at(0, 0), at(100, 0), onRows)
  expect(met(first, { here: at(10, 8), to: at(10, -60) })).toBe('second')
  expect(met(first, mows(at(10, 8), at(10, -60)))).toBe('second')
  expect(met(first, { here: at(60, 8), to: at(60, -60) })).toBeUndefined()
  expect(met(first, mows(at(12, 2.2), at(-60, 2.2), onRows))).toBeUndefined()
})

test.each<[string, Seen]>([
  ['on a drive', { here: at(0, 0), to: at(100, 0) }],
  ['on its approach', mows(at(0, 0), at(100, 0))],
  ['on its rows', mows(at(0, 0), at(100, 0), onRows)],
])('SAFE-6f a mower %s is stopped before one that drives near it without a mission, wherever to', (_, first) => {
  // In the time that the first one needs to stop, 4 s and 2 s more: 8 m of its own and 6 m of the other one.
  expect(met(first, { here: at(8, 7), unplannedMps: 1 })).toBe('second')
  expect(met(first, { here: at(8, 9), unplannedMps: 1 })).toBeUndefined()
  expect(met(first, { here: at(8, 7) })).toBeUndefined()
})
