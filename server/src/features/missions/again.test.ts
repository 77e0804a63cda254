import { calls } from '@greensward/contract'
import type { Mission } from '@greensward/domain'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Lawns, seedLawns } from '../../testing/lawn.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const as = 'ROLE_GREENKEEPER'

let server: TestServer
let lawns: Lawns
let ended: Mission
beforeAll(async () => {
  server = await startTestServer()
  lawns = await seedLawns(server)
})
afterAll(() => server?.close())

const plan = async (): Promise<Mission> => {
  const body = lawns.request({ direction: 'auto', angleOffsetDeg: 10, cleaningCycles: 1 })
  return (await server.call(as, calls.missions.create, { body })).result
}
const again = (mission: Mission, body: { mowerId?: string; startsAt?: string | null } = {}) =>
  server.call(as, calls.missions.again, { params: { id: mission.id }, body })

beforeEach(async () => {
  const mission = await plan()
  await server.call(as, calls.missions.cancel, { params: { id: mission.id } })
  ended = (await server.call(as, calls.missions.get, { params: { id: mission.id } })).result
})

test('a mission that has ended is planned again as a new one, and stays as it is', async () => {
  const mission = (await again(ended)).result
  expect(mission.id).not.toBe(ended.id)
  expect(mission).toMatchObject({
    status: 'planned',
    title: ended.title,
    target: ended.target,
    mowerId: ended.mowerId,
    bladeId: ended.bladeId,
    direction: ended.direction,
    angleOffsetDeg: 10,
    cleaningCycles: 1,
    startsAt: null,
    series: null,
    progress: 0,
    createdBy: 'Test Greenkeeper',
  })
  const logs = (await server.call(as, calls.missions.logs, { params: { id: mission.id } })).result
  expect(logs.items).toMatchObject([{ status: 'planned', said: { code: 'plannedAgain' } }])
  expect((await server.call(as, calls.missions.get, { params: { id: ended.id } })).result.status).toBe('cancelled')
})

test('another mower takes it with the blade that is fitted to it', async () => {
  const [, other] = lawns.mowers
  const mission = (await again(ended, { mowerId: other.id })).result
  expect(mission).toMatchObject({ mowerId: other.id, bladeId: other.bladeId })
})

test('a mission that has not ended is not planned again', async () => {
  const mission = await plan()
  expect((await again(mission)).status).toBe(409)
})

test('a mower in service, one without a blade and one that is not there are refused by name', async () => {
  const [, other] = lawns.mowers
  const params = { id: other.id }
  const change = async (body: { inService?: boolean; bladeId?: string | null }): Promise<void> => {
    const { updatedAt } = (await server.call(as, calls.mowers.get, { params })).result
    expect((await server.call(as, calls.mowers.update, { params, body: { ...body, updatedAt } })).status).toBe(200)
  }
  await change({ inService: true })
  const refused = await again(ended, { mowerId: other.id })
  expect(refused).toMatchObject({
    status: 422,
    error: { fields: { 'body.mowerId': { code: 'inService', params: { mower: other.name } } } },
  })
  await change({ inService: false, bladeId: null })
  expect(await again(ended, { mowerId: other.id })).toMatchObject({
    status: 422,
    error: { fields: { 'body.mowerId': { code: 'noBladeFitted', params: { mower: other.name } } } },
  })
  await change({ bladeId: other.bladeId })
  expect((await again(ended, { mowerId: crypto.randomUUID() })).status).toBe(422)
})

test('people who may not plan may not plan again', async () => {
  const answer = await server.call('ROLE_BUGGY_ADMIN', calls.missions.again, { params: { id: ended.id }, body: {} })
  expect(answer.status).toBe(403)
})

test('taking a mower out of work names how many planned missions that hinders, once', async () => {
  const [mower] = lawns.mowers
  await plan()
  const planned = (await server.call(as, calls.missions.list, { query: { mowerId: mower.id, status: 'planned' } }))
    .result
  const params = { id: mower.id }
  const { updatedAt } = (await server.call(as, calls.mowers.get, { params })).result
  const inService = (await server.call(as, calls.mowers.update, { params, body: { inService: true, updatedAt } }))
    .result
  const renamed = { name: 'Renamed', updatedAt: inService.updatedAt }
  await server.call(as, calls.mowers.update, { params, body: renamed })
  const hindered = async () =>
    (await server.call(as, calls.notifications.list, { query: { subjectId: mower.id } })).result.items.filter(
      ({ kind }) => kind === 'missionsHindered',
    )
  await vi.waitFor(async () => expect(await hindered()).toHaveLength(1), 10_000)
  expect((await hindered())[0]).toMatchObject({ level: 'warning', values: { count: planned.total } })
})
