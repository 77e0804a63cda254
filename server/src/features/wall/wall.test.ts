import { type Call, calls } from '@greensward/contract'
import { allCalls } from '@greensward/contract/all'
import { lateCalls } from '@greensward/contract/late'
import { dayOf } from '@greensward/domain'
import { desc } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '../../platform/db/schema/index.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const newCode = async (): Promise<string> => (await server.call('ROLE_ADMIN', lateCalls.walls.pair)).result.code
const redeem = (code: string, name = 'Mess room') => server.call(null, lateCalls.walls.redeem, { body: { code, name } })
const lastAudit = async () => (await server.app.ctx.db.select().from(audit).orderBy(desc(audit.id)).limit(1))[0]

test('a code pairs one display, which reads the day with the jobs of people', async () => {
  const day = dayOf(server.clock.now(), 'UTC')
  const kind = (await server.call('ROLE_ADMIN', calls.jobKinds.create, { body: { name: 'Cups', minutes: 5 } })).result
  const places = [{ name: 'Putting green' }]
  await server.call('ROLE_ADMIN', calls.jobs.plan, {
    body: { day, kindId: kind.id, places, personIds: [], minutes: null, note: '' },
  })
  const code = await newCode()
  const { token } = (await redeem(code.toUpperCase())).result
  expect(await lastAudit()).toMatchObject({ action: 'wall.paired', who: 'system', details: { name: 'Mess room' } })
  expect((await redeem(code)).error.code).toBe('wrongCode')
  const shown = (await server.as(token, lateCalls.walls.get)).result
  expect(shown).toMatchObject({ day, shifts: [], jobs: [{ kind: 'Cups', place: 'Putting green' }] })
  expect(shown.at).toBe(server.clock.now().toISOString())
  const { items } = (await server.call('ROLE_ADMIN', lateCalls.walls.list)).result
  expect(items).toMatchObject([{ name: 'Mess room', lastSeenAt: server.clock.now().toISOString() }])
})

test('a display reads its day and nothing else, and nobody else reads that', async () => {
  const { token } = (await redeem(await newCode())).result
  const others: readonly Call[] = Object.values(allCalls)
    .flatMap(group => Object.values<Call>(group))
    .filter(call => call.method === 'GET' && !call.path.includes('{') && call.who !== 'anyone')
  for (const call of others) {
    const { status } = await fetch(`${server.url}/api/${call.path}`, { headers: { 'x-api-key': token } })
    expect([call.path, status]).toEqual([call.path, call === lateCalls.walls.get ? 200 : 401])
  }
  expect((await server.call('ROLE_ADMIN', lateCalls.walls.get)).status).toBe(401)
})

test('a revoked display reads nothing more', async () => {
  const { token } = (await redeem(await newCode(), 'Shed')).result
  const { items } = (await server.call('ROLE_ADMIN', lateCalls.walls.list)).result
  const id = items.find(({ name }) => name === 'Shed')?.id ?? ''
  expect((await server.call('ROLE_GREENKEEPER', lateCalls.walls.remove, { params: { id } })).status).toBe(403)
  expect((await server.call('ROLE_ADMIN', lateCalls.walls.remove, { params: { id } })).status).toBe(200)
  expect(await lastAudit()).toMatchObject({ action: 'wall.remove', details: { name: 'Shed' } })
  expect((await server.as(token, lateCalls.walls.get)).status).toBe(401)
  expect((await server.call('ROLE_ADMIN', lateCalls.walls.remove, { params: { id } })).status).toBe(404)
})

test('a code that is ten minutes old pairs nothing', async () => {
  const code = await newCode()
  server.clock.advance(10 * 60_000)
  expect((await redeem(code)).error.code).toBe('wrongCode')
})
