/** Work areas of Automowers as zones of the course: chosen by a person, and shown on the zone with what is mown. */
import { lateCalls } from '@greensward/contract/late'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { audit } from '../../platform/db/schema/index.ts'
import { AutomowerServiceOfTest, mowerOf, says } from '../../testing/automowerService.ts'
import { type Lawns, seedLawns } from '../../testing/lawn.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const as = 'ROLE_MANAGER'
const WAIT = { timeout: 60_000 }

let server: TestServer
let service: AutomowerServiceOfTest
let lawns: Lawns

beforeAll(async () => {
  server = await startTestServer({ config: { outgoingPrivate: true } })
  lawns = await seedLawns(server)
  service = await new AutomowerServiceOfTest().open()
  service.mowers = says({
    data: [
      mowerOf({
        mower: { activity: 'MOWING', state: 'IN_OPERATION', errorCode: 0, workAreaId: 7 },
        workAreas: [
          { workAreaId: 7, name: 'Range', enabled: true, progress: 63, lastTimeCompleted: 1_790_000_000 },
          { workAreaId: 0, name: '', enabled: true },
        ],
      }),
    ],
  })
  await server.call(as, lateCalls.automower.update, { body: service.account() })
  const machines = async () => (await server.call(as, lateCalls.automower.get)).result.machines
  await vi.waitFor(async () => expect(await machines()).toHaveLength(1), WAIT)
}, 120_000)
afterAll(async () => {
  service?.close()
  await server?.close()
})

const choose = (areaId: string, zoneId: string | null, role: Parameters<TestServer['call']>[0] = as) =>
  server.call(role, lateCalls.automower.mapArea, { params: { id: '0b1c', areaId }, body: { zoneId } })
const onZone = async () =>
  (await server.call('ROLE_GREENKEEPER', lateCalls.automower.onZone, { params: { id: lawns.zones[0].id } })).result
    .items

test('the zone of an area shows who mows it, how far it is and when it was done last', async () => {
  expect(await onZone()).toEqual([])
  const { machines } = (await choose('7', lawns.zones[0].id)).result
  expect(machines[0]?.areas.map(({ zoneId }) => zoneId)).toEqual([lawns.zones[0].id, null])
  expect(await onZone()).toEqual([
    {
      ...{ name: 'Nursery', areaName: 'Range', isMowing: true, progress: 0.63 },
      completedAt: expect.stringMatching(/^2026-09-21T/),
      reportedAt: '2026-05-01T05:30:00.000Z',
    },
  ])
  const lines = await server.app.ctx.db
    .select()
    .from(audit)
    .where(and(eq(audit.action, 'settings.update'), eq(audit.subjectId, '0b1c')))
  expect(lines).toMatchObject([
    { details: { areaId: '7', before: { zoneId: null }, after: { zoneId: lawns.zones[0].id } } },
  ])
  await choose('7', null)
  expect(await onZone()).toEqual([])
})

test('what is not there, and people who may not, change nothing', async () => {
  expect((await choose('8', lawns.zones[0].id)).status).toBe(404)
  expect((await choose('7', crypto.randomUUID())).status).toBe(404)
  expect((await choose('7', lawns.zones[0].id, 'ROLE_GREENKEEPER')).status).toBe(403)
  expect(await onZone()).toEqual([])
})

test('a zone shows nothing of mowers that are not read any more', async () => {
  await choose('0', lawns.zones[0].id)
  expect(await onZone()).toMatchObject([{ areaName: '', isMowing: false, progress: null, completedAt: null }])
  await server.call(as, lateCalls.automower.update, { body: { enabled: false } })
  expect(await onZone()).toEqual([])
})
