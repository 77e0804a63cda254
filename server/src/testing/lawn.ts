/** Two mowers and two lawns 60 m apart, on which missions can be planned. */

import { type BodyOf, calls } from '@greensward/contract'
import type { FeatureOf, Mower } from '@greensward/domain'
import { at, rectangle } from './ground.ts'
import type { TestServer } from './testServer.ts'

const as = 'ROLE_GREENKEEPER'

export type NewMission = BodyOf<typeof calls.missions.create>

export interface Lawns {
  readonly mowers: readonly [Mower, Mower]
  readonly zones: readonly [FeatureOf<'zone'>, FeatureOf<'zone'>]
  readonly hole: FeatureOf<'hole'>
  request(changes?: Partial<NewMission>): NewMission
}

/** @param sizeM how far each lawn reaches east and north */
export const seedLawns = async (server: TestServer, sizeM: readonly [number, number] = [20, 12]): Promise<Lawns> => {
  const blade = (
    await server.call(as, calls.blades.create, { body: { name: 'Deck', widthM: 2, missionSpeedMps: 1.5 } })
  ).result
  const zoneType = (
    await server.call(as, calls.zoneTypes.create, {
      body: { name: 'Lawn', color: '#17A73F', directions: ['12-6', '3-9'], allowsIntersection: false, mowable: true },
    })
  ).result
  const mower = async (name: string, systemId: number): Promise<Mower> =>
    (
      await server.call(as, calls.mowers.create, {
        body: {
          name,
          color: '#0B7390',
          bladeId: blade.id,
          systemId,
          widthM: 1.6,
          minTurnRadiusM: 0,
          transitSpeedMps: 2,
          turningSpeedMps: 0.8,
          batteryRangeM: 20_000,
          bladeSwitch: { kind: 'relay', index: 0 },
          inService: false,
        },
      })
    ).result
  const hole: FeatureOf<'hole'> = {
    type: 'Feature',
    id: crypto.randomUUID(),
    kind: 'hole',
    geometry: { type: 'LineString', coordinates: [at(0, 0), at(0, 100)] },
    properties: { name: '13', baseAngle: 0, par: 4, rating: 1, pass: 12, sort: 1, isActive: true, view: null },
  }
  const zone = (title: string, eastM: number, holeId: string | null): FeatureOf<'zone'> => ({
    type: 'Feature',
    id: crypto.randomUUID(),
    kind: 'zone',
    geometry: { type: 'Polygon', coordinates: rectangle(eastM, 0, ...sizeM) },
    properties: {
      title,
      zoneTypeId: zoneType.id,
      holeId,
      hiddenForMower: false,
      hiddenForBuggy: false,
      rainModeRestricted: title === 'Wet lawn',
    },
  })
  const mowers = [await mower('Rook 1', 1), await mower('Rook 2', 2)] as const
  const zones = [zone('Lawn', 0, hole.id), zone('Wet lawn', 60, null)] as const
  await server
    .call(as, calls.map.change, {
      body: { baseRevision: 0, label: 'Lawns', added: [hole, ...zones], updated: [], removed: [] },
    })
    .then(answer => answer.result)
  return {
    mowers,
    zones,
    hole,
    request: (changes = {}) => ({
      title: 'Mow the lawn',
      target: { kind: 'zone', featureId: zones[0].id },
      mowerId: mowers[0].id,
      bladeId: blade.id,
      direction: '12-6',
      angleOffsetDeg: 0,
      turnScheme: 'oneInOne',
      cleaningCycles: 0,
      startsAt: null,
      startsByItself: false,
      ...changes,
    }),
  }
}
