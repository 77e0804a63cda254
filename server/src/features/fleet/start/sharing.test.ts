import type { MissionPlan, MissionTarget, Mower } from '@greensward/domain'
import { expect, test } from 'vitest'
import { at } from '../../../testing/ground.ts'
import type { FleetParts } from '../fleetParts.ts'
import { sharing } from './sharing.ts'

const machine = (id: string): Mower => ({ id, name: id, widthM: 2, transitSpeedMps: 2 }) as unknown as Mower
const CELL = [at(0, 0), at(20, 0), at(20, 40), at(0, 0)]
const target = { kind: 'zone', featureId: 'lawn', cell: CELL } as unknown as MissionTarget
const legs = [
  { kind: 'swath', bladeOn: true, speedMps: 1.5, points: [at(5, 0), at(5, 40)] },
] as unknown as MissionPlan['legs']

/** What a start on a part of a zone finds of another mower 20 m away on that zone. */
const found = (isUnplanned: boolean) => {
  const parts = {
    course: { read: async () => ({ revision: 1, features: [] }) },
    garage: { mowers: new Map(['mine', 'other'].map(id => [id, machine(id)])) },
    view: {
      missionOf: () => undefined,
      telemetryOf: () => ({ position: at(5, 0) }),
      lastPositionOf: () => at(25, 20),
      drivesUnplanned: (id: string) => isUnplanned && id === 'other',
    },
  } as unknown as FleetParts
  const subject = { target, plan: { legs } as unknown as MissionPlan, stopped: undefined }
  return sharing(parts, [machine('other')], subject, machine('mine'), undefined)
}

test('SAFE-6g a zone on which a mower drives without a mission is not free, and one at rest far enough away counts as beside', async () => {
  expect(await found(true)).toMatchObject({ otherMowersInZone: ['other'], mowersBeside: [] })
  expect(await found(false)).toMatchObject({ otherMowersInZone: [], mowersBeside: ['other'] })
})
