/** A map that changes while the server of the mowers is down, on the real stack: a second server changes it meanwhile. */
import { calls } from '@greensward/contract'
import type { FeatureOf } from '@greensward/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FieldRig, openFieldRig } from '../../../testing/fieldRig.ts'
import { rectangle } from '../../../testing/ground.ts'
import { databaseOf } from '../../../testing/testDatabase.ts'
import { startTestServer } from '../../../testing/testServer.ts'

const as = 'ROLE_GREENKEEPER'
let rig: FieldRig

beforeAll(async () => {
  rig = await openFieldRig({ speed: 1, mowers: 1 })
}, 120_000)
afterAll(() => rig?.close())

/** By another server, while the one of the mowers is away. */
const changeWhileAway = async (added: FeatureOf<'restriction'>): Promise<void> => {
  const databaseUrl = await databaseOf(rig.dataDir)
  if (databaseUrl === undefined) throw new Error('There is no database')
  const second = await startTestServer({ config: { databaseUrl, isGateway: false } })
  try {
    const { revision } = (await second.call(as, calls.map.get)).result
    await rig.killServer()
    const body = { baseRevision: revision, label: 'Change', added: [added], updated: [], removed: [] }
    await second.call(as, calls.map.change, { body }).then(answer => answer.result)
  } finally {
    await second.close()
  }
  await rig.startServer()
}

const pond = (eastM: number): FeatureOf<'restriction'> => ({
  type: 'Feature',
  id: crypto.randomUUID(),
  kind: 'restriction',
  geometry: { type: 'Polygon', coordinates: rectangle(eastM, -20, 5, 60) },
  properties: { title: 'Pond', appliesTo: 'both' },
})

test('SAFE-13c a mower is stopped when its server is back and a new pond is on its path, and not for one elsewhere', async () => {
  const [mower] = rig.mowers
  if (mower === undefined) throw new Error('There is no mower')
  const { id } = await rig.plan(mower)
  const isFound = async (times: number) => {
    const { items } = (await rig.call(calls.missions.logs, { params: { id } })).result
    return items.filter(({ why }) => why?.includes('after a restart of the server')).length === times
  }
  await rig.call(calls.missions.start, { params: { id } })
  await rig.until('it mows', async () => (await rig.vehicle(mower.id)).telemetry.bladeOn === true)
  // Its wheels turn and it does not move: so it still drives its mission when the server is back.
  rig.fault('1 stuck on')
  await changeWhileAway(pond(400))
  await rig.until('it is found driving', () => isFound(1))
  expect((await rig.mission(id)).status).toBe('working')
  await changeWhileAway(pond(10))
  const stopped = await rig.until('it is stopped', async () => {
    const mission = await rig.mission(id)
    return mission.status === 'stopped' ? mission : undefined
  })
  expect(stopped.statusReason).toMatch(/Pond/)
  await rig.until('it holds', async () => (await rig.vehicle(mower.id)).telemetry.mode === 'hold')
}, 180_000)
