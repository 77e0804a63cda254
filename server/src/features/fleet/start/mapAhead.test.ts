/** The rest of a mission on a changed map, judged by the planner's own functions. */
import {
  bodyOf,
  type CourseFeature,
  checkDrive,
  checkPlan,
  type MissionPlan,
  type MissionTarget,
  type Mower,
  type Position,
  wayToStart,
  type ZoneType,
} from '@greensward/domain'
import { expect, test } from 'vitest'
import { at, rectangle } from '../../../testing/ground.ts'
import type { FleetParts } from '../fleetParts.ts'
import type { ActiveMission } from '../mission/activeMission.ts'
import { driveOf } from '../mission/missionDrive.ts'
import { faultAhead } from './mapAhead.ts'

const BLADE = { kind: 'relay', index: 0 } as const
const mower = { id: 'mower', widthM: 1.6, transitSpeedMps: 2, bladeSwitch: BLADE } as unknown as Mower
const ZONE = '00000000-0000-4000-8000-000000000001'
const TYPE = '00000000-0000-4000-8000-000000000002'
const zoneTypes: ZoneType[] = [
  {
    id: TYPE,
    name: 'Lawn',
    color: '#17A73F',
    directions: ['12-6'],
    allowsIntersection: false,
    mowable: true,
    updatedAt: '2026-05-01T05:00:00.000Z',
  },
]
const lawn: CourseFeature = {
  type: 'Feature',
  id: ZONE,
  kind: 'zone',
  geometry: { type: 'Polygon', coordinates: rectangle(0, 0, 60, 20) },
  properties: {
    title: 'Lawn',
    zoneTypeId: TYPE,
    holeId: null,
    hiddenForMower: false,
    hiddenForBuggy: false,
    rainModeRestricted: false,
  },
}
const pond = (eastM: number, northM: number): CourseFeature => ({
  type: 'Feature',
  id: '00000000-0000-4000-8000-000000000003',
  kind: 'radius',
  geometry: { type: 'Point', coordinates: at(eastM, northM) },
  properties: { title: 'Pond', appliesTo: 'mowers', radiusM: 1 },
})

const plan = {
  legs: [{ kind: 'swath', bladeOn: true, speedMps: 1, points: [at(5, 5), at(55, 5), at(55, 12), at(5, 12)] }],
} as unknown as MissionPlan
const drive = driveOf(plan, mower, [])
/** The items of the corners of the plan, in its order. */
const seqs = drive.items.flatMap(({ position, command }, seq) =>
  position !== undefined && command === 16 && seq > 0 ? [seq] : [],
)

interface Stage {
  readonly features: readonly CourseFeature[]
  /** The corner that it drives to. */
  readonly corner: number
  readonly position?: Position
  readonly target?: MissionTarget
}

const fault = async ({ features, corner, position = at(30, 5), target = { kind: 'zone', featureId: ZONE } }: Stage) => {
  const parts = {
    garage: { mowers: new Map([[mower.id, mower]]) },
    view: { telemetryOf: () => ({ position }) },
    planner: {
      checkPlan: async ({ legs }: MissionPlan) =>
        checkPlan({ legs }, { features, zoneTypes, target, body: bodyOf(mower) }),
      checkDrive: async (paths: readonly (readonly Position[])[]) =>
        checkDrive(paths, { features, zoneTypes, occupied: [] }, bodyOf(mower)),
      way: async (from: Position, to: Position, widthM: number) =>
        wayToStart({ features, zoneTypes, from, to, widthM, occupied: [] }) ?? null,
    },
  } as unknown as FleetParts
  const active = {
    mowerId: mower.id,
    target,
    plan,
    approach: [],
    from: { leg: 0, point: 0 },
    drive,
    seq: seqs[corner] ?? expect.fail('the plan has no such corner'),
  } as unknown as ActiveMission
  const said = await faultAhead(parts, active)
  return said === undefined ? null : [said.code, said.params.reason ?? null, said.params.title ?? null]
}

test('SAFE-13c a map on which the rest of a mission is safe has no fault', async () => {
  expect(await fault({ features: [lawn], corner: 1 })).toBeNull()
  expect(await fault({ features: [lawn, pond(30, -10)], corner: 1 })).toBeNull()
})

test('SAFE-13c a pond on what a mower still mows is a fault, and one behind it is not', async () => {
  expect(await fault({ features: [lawn, pond(30, 12)], corner: 1 })).toEqual(['mapAhead', 'crossesObstacle', 'Pond'])
  // The row that it is on counts as a whole.
  expect(await fault({ features: [lawn, pond(30, 5)], corner: 1 })).toEqual(['mapAhead', 'crossesObstacle', 'Pond'])
  expect(await fault({ features: [lawn, pond(30, 5)], corner: 3 })).toBeNull()
  expect(await fault({ features: [lawn, pond(30, 13.5)], corner: 1 })).toEqual(['mapAhead', 'bodyInObstacle', 'Pond'])
})

test('SAFE-13c a zone that shrinks or vanishes under a mission is a fault', async () => {
  const small = { ...lawn, geometry: { type: 'Polygon', coordinates: rectangle(0, 0, 60, 8) } } as CourseFeature
  expect(await fault({ features: [small], corner: 1 })).toEqual(['mapAhead', 'leavesBoundary', 'Lawn'])
  expect(await fault({ features: [], corner: 1 })).toEqual(['mapAhead', 'noGround', ''])
})

test('SAFE-13c a pond on the way to the start of a mission is a fault', async () => {
  const position = at(-20, 5)
  expect(await fault({ features: [lawn], corner: 0, position })).toBeNull()
  expect(await fault({ features: [lawn, pond(-10, 5)], corner: 0, position })).toEqual(['mapApproach', null, null])
  expect(await fault({ features: [lawn, pond(-10, 5)], corner: 1, position })).toBeNull()
})

test('SAFE-13c a pond ahead of a drive without mowing is a fault', async () => {
  const target = { kind: 'drive', featureId: ZONE } as unknown as MissionTarget
  expect(await fault({ features: [lawn], corner: 1, target })).toBeNull()
  expect(await fault({ features: [lawn, pond(30, 12)], corner: 1, target })).toEqual([
    'mapAhead',
    'crossesObstacle',
    'Pond',
  ])
  expect(await fault({ features: [lawn, pond(30, 5)], corner: 3, target })).toBeNull()
})
