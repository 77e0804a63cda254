/** A server that runs, a broker, and a mower of the garage for it: what the tests of each protocol on brokers need. */
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { AuditAction } from '@greensward/domain'
import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect } from 'vitest'
import { audit } from '../platform/db/schema/index.ts'
import { at } from './ground.ts'
import { type Lawns, seedLawns } from './lawn.ts'
import { openBroker } from './mqttBroker.ts'
import { startTestServer, type TestServer } from './testServer.ts'

export const as = 'ROLE_MANAGER'
export const WAIT = { timeout: 30_000, interval: 250 }
export const LOGIN = { user: 'greensward', password: 'a secret of the broker' }

/** Of one test file: it starts before its tests and ends after them. */
export const brokerMowerStage = () => brokerMowerStageOn(() => openBroker())

/** On another broker than the usual one. */
export const brokerMowerStageOn = <B extends { close(): Promise<void> }>(open: () => Promise<B>) => {
  let server: TestServer
  let lawns: Lawns
  let broker: B
  beforeAll(async () => {
    server = await startTestServer({ config: { outgoingPrivate: true }, isRunning: true })
    lawns = await seedLawns(server)
    broker = await open()
  }, 120_000)
  afterAll(async () => {
    await broker?.close()
    await server?.close()
  })
  const id = (): string => lawns.mowers[0].id
  const params = () => ({ id: id() })
  const vehicle = async () => {
    const { items } = (await server.call(as, calls.live.vehicles)).result
    return items.find(one => one.id === id()) ?? expect.fail('The mower is not among the vehicles')
  }
  return {
    call: ((...input: Parameters<TestServer['call']>) => server.call(...input)) as TestServer['call'],
    server: () => server,
    lawns: () => lawns,
    broker: () => broker,
    id,
    params,
    vehicle,
    /** After its link was removed. A link that comes again before that is the same one, with its last report and stop. */
    isGone: () => expect.poll(async () => (await vehicle()).telemetry.link, WAIT).toBe('never'),
    isLive: () => expect.poll(async () => (await vehicle()).telemetry.link, WAIT).toBe('live'),
    /** What it cannot do is refused, each with its status. */
    tryToMove: async (): Promise<readonly number[]> => {
      const can = (await server.call(as, lateCalls.capabilities.get, { params: params() })).result
      expect(can).toMatchObject({ followsPath: false, fence: false, signing: false, blade: 'own' })
      const body = lawns.request()
      const mission = (await server.call('ROLE_GREENKEEPER', calls.missions.create, { body })).result
      expect(mission.mowerId).toBe(id())
      const refused = [
        await server.call(as, calls.missions.start, { params: { id: mission.id } }),
        await server.call(as, calls.mowers.start, { params: params() }),
        await server.call(as, calls.mowers.driveTo, { params: params(), body: { to: [...at(5, 5)] } }),
        await server.call(as, calls.pairing.newKey, { params: params(), body: { send: false } }),
      ]
      await server.call('ROLE_GREENKEEPER', calls.missions.remove, { params: { id: mission.id } })
      return refused.map(({ status }) => status)
    },
    stop: async () => (await server.call(as, calls.mowers.stop, { params: params() })).result,
    stopAll: async () => (await server.call(as, calls.mowers.stopAll)).result,
    /** The newest first. */
    recorded: (action: AuditAction) =>
      server.app.ctx.db
        .select()
        .from(audit)
        .where(and(eq(audit.action, action), eq(audit.subjectId, id())))
        .orderBy(desc(audit.id)),
  }
}
