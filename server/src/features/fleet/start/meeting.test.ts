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
  /** It has its mission and does not drive yet. */
  readonly isUploading?: boolean
  /** Where it drives to, or undefined for one that stands. */
  readonly to?: Position
  readonly kind?: 'drive' | 'zone'
}

const missionOf = (id: string, { here, to, kind = 'drive', isUploading = false }: Seen): ActiveMission | undefined => {
  if (to === undefined) return undefined
  const legs = [{ kind: 'transit', bladeOn: false, speedMps: 2, points: [here, to] }] as unknown as MissionPlan['legs']
  return {
    mowerId: id,
    status: isUploading ? 'uploading' : 'working',
    target: { kind, featureId: `to ${id}` },
    plan: { legs },
    approach: [],
    from: { leg: 0, point: 0 },
    drive: driveOf({ legs }, machine(id), []),
    seq: 0,
    isInside: false,
  } as unknown as ActiveMission
}

/** The other mower that the first one is about to meet. */
const met = (first: Seen, second: Seen): string | undefined => {
  const seen: Readonly<Record<string, Seen>> = { first, second }
  const parts = {
    garage: { mowers: new Map(Object.keys(seen).map(id => [id, machine(id)])) },
    view: {
      missionOf: (id: string) => (seen[id] === undefined ? undefined : missionOf(id, seen[id])),
      telemetryOf: (id: string) => ({ position: seen[id]?.here ?? null }),
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

test('SAFE-6g two that meet on their approaches are stopped, and one that leaves a narrow yard is not', () => {
  const mows = (here: Position, to: Position, isUploading = false): Seen => ({ here, to, kind: 'zone', isUploading })
  expect(met(mows(at(0, 0), at(100, 0)), mows(at(22, 0), at(-60, 0)))).toBe('second')
  expect(met(mows(at(0, 0), at(100, 0)), mows(at(22, 4), at(-60, 4)))).toBeUndefined()
  expect(met(mows(at(0, 0), at(100, 0)), { here: at(0, 2.1) })).toBeUndefined()
  expect(met(mows(at(0, 0), at(100, 0)), mows(at(0, 2.1), at(100, 2.1), true))).toBeUndefined()
})
