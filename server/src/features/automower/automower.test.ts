/** The maker's service of Automowers over HTTP: a service of the test that speaks its protocol, and one that does not. */
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { audit, automower } from '../../platform/db/schema/index.ts'
import { AutomowerServiceOfTest, KEY, mowerOf, SECRET, says, taken } from '../../testing/automowerService.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const as = 'ROLE_MANAGER'
const MINUTE_MS = 60_000
const WAIT = { timeout: 30_000 }

let server: TestServer
let service: AutomowerServiceOfTest

beforeAll(async () => {
  server = await startTestServer({ config: { outgoingPrivate: true } })
  service = await new AutomowerServiceOfTest().open()
})
afterAll(async () => {
  service?.close()
  await server?.close()
})
beforeEach(async () => {
  await server.app.ctx.db.delete(automower)
  service.reset()
})

const state = async () => (await server.call(as, lateCalls.automower.get)).result
const account = () => service.account()
const withoutEnabled = () => {
  const { enabled: _, eventsAddress: __, ...rest } = account()
  return rest
}
const change = (body: object) => server.call(as, lateCalls.automower.update, { body })
const readings = () => service.readings()
const advance = async (ms: number): Promise<void> => {
  server.clock.advance(ms)
  await server.signInAgain()
}
/** Saving makes the server look whether it is time. */
const look = () => change({ enabled: true }).then(found => found.result)
const becomes = (expected: object) => expect.poll(state, WAIT).toMatchObject(expected)

test('signs in, reads the mowers, and shows what each does and can', async () => {
  await change(account()).then(found => found.result)
  await becomes({ problem: null, answeredAt: expect.any(String), requests: 1 })
  const { machines } = await state()
  expect(machines).toEqual([
    {
      id: '0b1c',
      name: 'Nursery',
      model: 'HUSQVARNA CEORA',
      can: {
        followsPath: false,
        mowsWorkArea: true,
        positionRateHz: 1 / 30,
        stopLatency: { via: 'makersCloud', withinS: 200 },
        blade: 'own',
        charge: 'own',
        returnToBase: 'own',
        fence: false,
        signing: false,
      },
      activity: 'mowing',
      faultCode: null,
      isConfirmable: false,
      nextStartAt: null,
      stayOutZones: [],
      inService: false,
      message: null,
      areaId: null,
      battery: 0.64,
      position: [-0.6412, 51.3921],
      isConnected: true,
      reportedAt: '2026-05-01T05:30:00.000Z',
      areas: [
        { id: '7', name: 'Range', isEnabled: true, progress: 0.4, completedAt: null, zoneId: null },
        { id: '0', name: '', isEnabled: false, progress: null, completedAt: null, zoneId: null },
      ],
    },
  ])
  expect(service.asked.at(-1)?.headers).toMatchObject({
    authorization: 'Bearer a-token',
    'authorization-provider': 'husqvarna',
    'x-api-key': KEY,
  })
})

test('a mower that reports less can do less, and nothing unknown becomes a figure', async () => {
  service.mowers = says({
    data: [
      mowerOf({
        battery: undefined,
        capabilities: { position: false, workAreas: false },
        mower: { activity: 'NOT_APPLICABLE', state: 'ERROR', errorCode: 13 },
        metadata: { connected: false, statusTimestamp: 0 },
        workAreas: undefined,
        positions: [],
      }),
    ],
  })
  await change(account())
  await becomes({ answeredAt: expect.any(String) })
  expect((await state()).machines[0]).toMatchObject({
    can: { mowsWorkArea: false, positionRateHz: 0 },
    activity: 'failed',
    faultCode: 13,
    battery: null,
    position: null,
    isConnected: false,
    reportedAt: null,
    areas: [],
  })
})

test('key and secret are never shown, not even in the record, and do not go to another address', async () => {
  expect(JSON.stringify((await change(account())).result)).not.toContain(KEY)
  const [row] = await server.app.ctx.db.select().from(automower)
  expect(row?.sealedSecret).toEqual(expect.any(String))
  expect(JSON.stringify([row, await state()])).not.toContain(SECRET)
  expect(await state()).toMatchObject({ hasApplicationKey: true, hasSecret: true })
  const recorded = await server.app.ctx.db.select().from(audit).where(eq(audit.subjectId, 'automower'))
  expect(JSON.stringify([recorded, await state()])).not.toContain(KEY)
  expect((await change({ address: `${service.origin}/v2` })).error.fields).toEqual({
    'body.applicationKey': { code: 'empty', params: {} },
    'body.secret': { code: 'empty', params: {} },
  })
  expect((await state()).address).toBe(`${service.origin}/v1`)
})

describe('limits', () => {
  test('it is read each five minutes with one sign-in, and not before', async () => {
    // Another account than that of the tests before, which is signed in already.
    await change({ ...account(), address: `${service.origin}/v1/` })
    await becomes({ requests: 1, answeredAt: expect.any(String) })
    await advance(4 * MINUTE_MS)
    await look()
    await advance(2 * MINUTE_MS)
    await look()
    await becomes({ requests: 2 })
    await expect.poll(readings, WAIT).toBe(2)
    expect(service.asked.filter(({ path }) => path === '/token')).toHaveLength(1)
  })

  test('readings leave requests to people, and nobody asks once the month is used up', async () => {
    await change({ ...account(), enabled: false })
    const month = server.clock.now().toISOString().slice(0, 7)
    await server.app.ctx.db.update(automower).set({ month, requests: 9_500 })
    await look()
    const tried = await server.call(as, lateCalls.automower.test, { body: {} })
    expect(tried.result).toEqual({ problem: null, detail: '', machines: 1 })
    expect(await state()).toMatchObject({ requests: 9_501, readingBudget: 9_500, budget: 10_000, answeredAt: null })
    await server.app.ctx.db.update(automower).set({ requests: 10_000 })
    expect((await server.call(as, lateCalls.automower.test, { body: {} })).result.problem).toBe('budgetSpent')
    expect(readings()).toBe(1)
    await advance(32 * 24 * 60 * MINUTE_MS)
    await look()
    await becomes({ requests: 1, answeredAt: expect.any(String) })
  })

  test('it is read again once the clock of the server was set back', async () => {
    await change(account())
    await becomes({ requests: 1, answeredAt: expect.any(String) })
    const day = new Date(server.clock.now().getTime() + 24 * 60 * MINUTE_MS)
    await server.app.ctx.db.update(automower).set({ triedAt: day, notBefore: day })
    await look()
    await becomes({ requests: 2, notBefore: null })
    // A second server, whose clock is a little behind, does not ask as well.
    const soon = new Date(server.clock.now().getTime() + MINUTE_MS)
    await server.app.ctx.db.update(automower).set({ triedAt: soon })
    await look()
    await expect.poll(readings, WAIT).toBe(2)
  })

  test('a service that limits its rate is left alone for as long as it asks', async () => {
    const until = new Date(server.clock.now().getTime() + 30 * MINUTE_MS).toUTCString()
    service.mowers = reply => void reply.writeHead(429, { 'retry-after': until }).end()
    await change(account())
    await becomes({ problem: 'rateLimited', notBefore: expect.any(String) })
    await advance(25 * MINUTE_MS)
    await look()
    expect(readings()).toBe(1)
    service.mowers = says({ data: [] })
    await advance(10 * MINUTE_MS)
    await look()
    await becomes({ problem: null, notBefore: null, machines: [] })
  })
})

describe('a service that fails', () => {
  test('keeps what was known, says why, and is asked more seldom', async () => {
    await change(account())
    await becomes({ answeredAt: expect.any(String) })
    service.mowers = reply => void reply.end('<html>')
    await advance(6 * MINUTE_MS)
    await look()
    await becomes({ problem: 'notUnderstood', machines: [{ name: 'Nursery' }] })
    await advance(6 * MINUTE_MS)
    await look()
    expect(readings()).toBe(2)
  })

  test('a list that does not keep to the protocol is not believed in part', async () => {
    service.mowers = says({ data: [mowerOf(), mowerOf({ battery: { batteryPercent: 640 } })] })
    await change(account())
    await becomes({ problem: 'notUnderstood', machines: [] })
  })

  test('a key that is refused is reported as such, by the sign-in and by the list', async () => {
    const tried = await server.call(as, lateCalls.automower.test, { body: { ...withoutEnabled(), secret: 'no' } })
    expect(tried.result).toMatchObject({ problem: 'keyRefused', machines: 0 })
    service.mowers = reply => void reply.writeHead(401).end()
    await change(account())
    await becomes({ problem: 'keyRefused' })
  })

  test('one that never answers holds up neither a page nor a save', async () => {
    service.mowers = () => undefined
    const begunAt = performance.now()
    expect((await change(account())).result).toMatchObject({ enabled: true, hasSecret: true })
    expect(await state()).toMatchObject({ problem: null, answeredAt: null })
    // The service is given fifteen seconds.
    expect(performance.now() - begunAt).toBeLessThan(14_000)
    service.server.closeAllConnections()
    await becomes({ problem: expect.stringMatching(/^(notReached|tooSlow)$/) })
  })
})

describe('requests', () => {
  const requests = () => service.requests()
  const pause = (id = '0b1c', role: Parameters<TestServer['call']>[0] = 'ROLE_GREENKEEPER') =>
    server.call(role, lateCalls.automower.pause, { params: { id } })
  const connect = async () => {
    await change(account())
    await becomes({ answeredAt: expect.any(String) })
  }

  test('passes a pause to the maker, records it and reads the mowers a minute later', async () => {
    await connect()
    expect((await pause()).result).toEqual({ problem: null, detail: '' })
    expect(requests()).toEqual([
      expect.objectContaining({
        path: '/v1/mowers/0b1c/actions',
        body: '{"data":{"type":"Pause"}}',
        headers: expect.objectContaining({ 'content-type': 'application/vnd.api+json', 'x-api-key': KEY }),
      }),
    ])
    await becomes({ requests: 2 })
    await advance(1.5 * MINUTE_MS)
    await look()
    await becomes({ requests: 3 })
    const park = await server.call(as, lateCalls.automower.park, { params: { id: '0b1c' } })
    expect(park.result.problem).toBe(null)
    expect(requests().at(-1)?.body).toBe('{"data":{"type":"ParkUntilFurtherNotice"}}')
    const recorded = async () =>
      (await server.app.ctx.db.select().from(audit).where(eq(audit.subject, 'automower')).orderBy(audit.id)).map(
        ({ action, details }) => [action, details],
      )
    await expect.poll(recorded, WAIT).toEqual([
      ['automower.request', { name: 'Nursery', request: 'pause' }],
      ['automower.pause', { name: 'Nursery', problem: null, detail: '' }],
      ['automower.request', { name: 'Nursery', request: 'park' }],
      ['automower.park', { name: 'Nursery', problem: null, detail: '' }],
    ])
  })

  test('SAFE-17f: parks until its next schedule a mower that mows, and none that may be parked for good', async () => {
    const parkUntilNext = (role: Parameters<TestServer['call']>[0] = 'ROLE_GREENKEEPER') =>
      server.call(role, lateCalls.automower.parkUntilNext, { params: { id: '0b1c' } })
    const mows = async (): Promise<void> => {
      const statusTimestamp = server.clock.now().getTime()
      service.mowers = says({ data: [mowerOf({ metadata: { connected: true, statusTimestamp } })] })
      await look()
      await becomes({ machines: [{ activity: 'mowing', reportedAt: new Date(statusTimestamp).toISOString() }] })
    }
    await connect()
    await advance(6 * MINUTE_MS)
    await mows()
    expect((await parkUntilNext('ROLE_APPLICANT')).status).toBe(403)
    expect((await parkUntilNext()).result).toEqual({ problem: null, detail: '' })
    expect(requests().map(({ body }) => body)).toEqual(['{"data":{"type":"ParkUntilNextSchedule"}}'])
    const lines = async () =>
      (await server.app.ctx.db.select().from(audit).where(eq(audit.subject, 'automower')).orderBy(audit.id))
        .slice(-2)
        .map(({ action, details }) => [action, details])
    await expect.poll(lines, WAIT).toEqual([
      ['automower.request', { name: 'Nursery', request: 'parkUntilNext' }],
      ['automower.parkUntilNext', { name: 'Nursery', problem: null, detail: '' }],
    ])
    for (const [activity, shown] of [
      ['PARKED_IN_CS', 'parked'],
      ['CHARGING', 'charging'],
      ['GOING_HOME', 'goingHome'],
    ]) {
      service.mowers = says({ data: [mowerOf({ mower: { activity, state: 'IN_OPERATION', errorCode: 0 } })] })
      await advance(6 * MINUTE_MS)
      await look()
      await becomes({ machines: [{ activity: shown }] })
      const refused = await parkUntilNext()
      expect([refused.status, refused.error.code]).toEqual([409, 'automowerNotMowing'])
    }
    await advance(6 * MINUTE_MS)
    await mows()
    await server.call(as, lateCalls.automower.park, { params: { id: '0b1c' } }).then(found => found.result)
    // It still counts as mowing: the park is on its way.
    expect((await parkUntilNext()).status).toBe(409)
    expect(requests()).toHaveLength(2)
  })

  test('records a request before it is sent, also by Stop all', async () => {
    await connect()
    const { db } = server.app.ctx
    const lines = async () =>
      (await db.select().from(audit).where(eq(audit.subject, 'automower')).orderBy(audit.id)).map(
        ({ action, who }) => `${action} ${who}`,
      )
    const before = await lines()
    let seen: string[] = []
    service.actions = async reply => {
      seen = (await lines()).slice(before.length)
      taken(reply)
    }
    await pause()
    expect(seen).toEqual(['automower.request Test Greenkeeper'])
    await expect.poll(lines, WAIT).toHaveLength(before.length + 2)
    await server.call('ROLE_GREENKEEPER', calls.mowers.stopAll)
    await expect.poll(() => seen.length, WAIT).toBe(3)
    expect(seen.at(-1)).toBe('automower.request Test Greenkeeper')
  })

  test('signs in again after a withdrawn token, and pauses beyond the budget', async () => {
    await connect()
    await server.app.ctx.db.update(automower).set({ requests: 10_000 })
    let refusals = 1
    service.actions = reply => {
      refusals -= 1
      if (refusals >= 0) reply.writeHead(401).end()
      else taken(reply)
    }
    expect((await pause()).result.problem).toBe(null)
    expect(requests()).toHaveLength(2)
  })

  test('says why the maker did not take it, and asks nothing of a mower that it does not have', async () => {
    await connect()
    service.actions = reply => void reply.writeHead(500).end()
    expect((await pause()).result).toEqual({ problem: 'httpStatus', detail: 'It answered 500' })
    expect((await pause('../token')).status).toBe(404)
    expect((await pause('0b1c', 'ROLE_TEST_USER')).status).toBe(403)
    await change({ enabled: false })
    expect((await pause()).status).toBe(404)
    expect(requests()).toHaveLength(1)
  })

  test('sends a pause again after a refusal for its rate, a second later', async () => {
    await connect()
    let refusals = 1
    service.actions = reply => {
      refusals -= 1
      if (refusals >= 0) reply.writeHead(429).end()
      else taken(reply)
    }
    expect((await pause()).result.problem).toBe(null)
    expect(requests()).toHaveLength(2)
    await becomes({ requests: 3 })
  })

  test('Stop all pauses every mower, moving ones first, and raises an alarm for each failed request', async () => {
    service.mowers = says({
      data: [
        { ...mowerOf({ mower: { activity: 'CHARGING', state: 'IN_OPERATION', errorCode: 0 } }), id: 'at rest' },
        mowerOf(),
      ],
    })
    await connect()
    expect((await server.call('ROLE_GREENKEEPER', calls.mowers.stopAll)).status).toBe(200)
    await expect
      .poll(() => requests().map(({ path }) => path), WAIT)
      .toEqual(['/v1/mowers/0b1c/actions', '/v1/mowers/at%20rest/actions'])
    service.actions = reply => void reply.writeHead(500).end()
    await server.call('ROLE_GREENKEEPER', calls.mowers.stopAll)
    const first = async () => (await server.call(as, calls.notifications.list)).result.items[0]
    await expect
      .poll(first, WAIT)
      .toMatchObject({ level: 'alarm', kind: 'stopNotConfirmed', values: { mower: 'Nursery' } })
  })
})

test('people who may not change settings read it and change nothing', async () => {
  const { status } = await server.call('ROLE_TEST_USER', lateCalls.automower.update, { body: { enabled: false } })
  expect(status).toBe(403)
})
