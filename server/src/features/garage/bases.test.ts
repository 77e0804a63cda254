import { calls } from '@greensward/contract'
import type { Base } from '@greensward/domain'
import { desc } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { audit } from '../../platform/db/schema/index.ts'
import { mowerBody } from '../../testing/sampleItems.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
let systemId = 10
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const BAY: Omit<Base, 'id' | 'updatedAt'> = {
  name: 'Bay 1',
  position: [-2.8, 52.7],
  headingDeg: 0,
  approach: [[-2.8, 52.6999]],
  hasCharger: true,
  mowerId: null,
}

const addBase = (values: Partial<typeof BAY> = {}) =>
  server.call('ROLE_GREENKEEPER', calls.bases.create, { body: { ...BAY, ...values } })

const addMower = async (): Promise<string> => {
  systemId += 1
  const body = { ...mowerBody('', 0), bladeId: null, systemId, bladeSwitch: { kind: 'relay' as const, index: 0 } }
  return (await server.call('ROLE_GREENKEEPER', calls.mowers.create, { body })).result.id
}

it('returns a base as it was saved, and records who saved it', async () => {
  const saved = (await addBase()).result
  const read = (await server.call('ROLE_TEST_USER', calls.bases.get, { params: { id: saved.id } })).result
  expect(read).toEqual({ ...BAY, id: saved.id, updatedAt: saved.updatedAt })
  const [line] = await server.app.ctx.db.select().from(audit).orderBy(desc(audit.id)).limit(1)
  expect(line).toMatchObject({ who: 'Test Greenkeeper', action: 'base.create', subjectId: saved.id })
})

it('refuses bases to roles that may not edit mowers', async () => {
  expect((await server.call('ROLE_TEST_USER', calls.bases.create, { body: BAY })).status).toBe(403)
  expect((await server.call('ROLE_BUGGY_BAR', calls.bases.list, { query: {} })).status).toBe(403)
})

it('gives a mower one base at most, also of two at the same time', async () => {
  const mowerId = await addMower()
  const answers = await Promise.all([addBase({ name: 'East', mowerId }), addBase({ name: 'West', mowerId })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)
  const first = answers.find(({ status }) => status === 200)?.result
  expect(refused?.error).toMatchObject({
    code: 'mowerHasBase',
    fields: { 'body.mowerId': { code: 'parksAt', params: { base: first?.name } } },
  })
  const again = await server.call('ROLE_GREENKEEPER', calls.bases.update, {
    params: { id: first?.id ?? '' },
    body: { headingDeg: 90, updatedAt: first?.updatedAt ?? '' },
  })
  expect(again.result).toMatchObject({ headingDeg: 90, mowerId })
})

it('frees the base of a mower that is deleted', async () => {
  const mowerId = await addMower()
  const { id } = (await addBase({ mowerId })).result
  await server.call('ROLE_GREENKEEPER', calls.mowers.remove, { params: { id: mowerId } })
  expect((await server.call('ROLE_ADMIN', calls.bases.get, { params: { id } })).result.mowerId).toBeNull()
})

it('refuses a mower that does not exist, a heading beyond the circle and an approach as long as a road', async () => {
  const unknown = await addBase({ mowerId: crypto.randomUUID() })
  expect(unknown.error.fields).toEqual({ 'body.mowerId': { code: 'noSuchMower', params: {} } })
  expect((await addBase({ headingDeg: 360 })).error.fields).toHaveProperty(['body.headingDeg'])
  const far = await addBase({ approach: [[-2.8, 52.698]] })
  expect(far.error.fields).toEqual({ 'body.approach': { code: 'approachTooLong', params: { maximum: 100 } } })
})
