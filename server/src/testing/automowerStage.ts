/** A server that reads one Automower of a service of the test: two of its work areas are lawns of the course. */
import { lateCalls } from '@greensward/contract/late'
import { asc, gt } from 'drizzle-orm'
import { expect } from 'vitest'
import { audit, automower } from '../platform/db/schema/index.ts'
import { AutomowerServiceOfTest, mowerOf, says } from './automowerService.ts'
import { type Lawns, seedLawns } from './lawn.ts'
import { startTestServer, type TestServer } from './testServer.ts'

const manager = 'ROLE_MANAGER'
const greenkeeper = 'ROLE_GREENKEEPER'
const params = { id: '0b1c' }

export const PARKED = {
  ...{ activity: 'PARKED_IN_CS', state: 'IN_OPERATION' },
  ...{ errorCode: 0, isErrorConfirmable: false },
}
export const AREAS = [
  { workAreaId: 7, name: 'Range', enabled: true, progress: 40 },
  { workAreaId: 8, name: 'Wet', enabled: true },
  { workAreaId: 9, name: 'New', enabled: false },
]
/** The answer to a request that the maker took. */
export const TAKEN = { problem: null, detail: '' }

export class AutomowerStage {
  readonly server: TestServer
  readonly service: AutomowerServiceOfTest
  readonly lawns: Lawns
  /** The last line of the record before a test. */
  #recorded = 0

  private constructor(server: TestServer, service: AutomowerServiceOfTest, lawns: Lawns) {
    this.server = server
    this.service = service
    this.lawns = lawns
  }

  static async open(): Promise<AutomowerStage> {
    const server = await startTestServer({ config: { outgoingPrivate: true } })
    return new AutomowerStage(server, await new AutomowerServiceOfTest().open(), await seedLawns(server))
  }

  async close(): Promise<void> {
    this.service.close()
    await this.server.close()
  }

  /** As before each test: the mower is parked, its area 7 is the lawn, and 8 the one that rain mode restricts. */
  async reset(): Promise<void> {
    const { server, service, lawns } = this
    await server.signInAgain()
    await server.app.ctx.db.delete(automower)
    service.reset()
    await this.report({})
    for (const [areaId, zone] of [['7', lawns.zones[0]] as const, ['8', lawns.zones[1]] as const])
      await server
        .call(manager, lateCalls.automower.mapArea, { params: { ...params, areaId }, body: { zoneId: zone.id } })
        .then(answer => answer.result)
    const [last] = (await server.app.ctx.db.select().from(audit).orderBy(asc(audit.id))).slice(-1)
    this.#recorded = last?.id ?? 0
  }

  /** The service reports the mower like this from now on, and the server has read it. */
  async report(attributes: object): Promise<void> {
    const { server, service } = this
    service.mowers = says({ data: [mowerOf({ mower: PARKED, workAreas: AREAS, ...attributes })] })
    await server.app.ctx.db.update(automower).set({ triedAt: null, answeredAt: null })
    const { update, get } = lateCalls.automower
    await server.call(manager, update, { body: service.account() }).then(answer => answer.result)
    const answeredAt = async () => (await server.call(manager, get)).result.answeredAt
    await expect.poll(answeredAt, { timeout: 30_000 }).not.toBe(null)
  }

  start(areaId = '7', minutes = 60, role: Parameters<TestServer['call']>[0] = greenkeeper) {
    const { startArea } = lateCalls.automower
    return this.server.call(role, startArea, { params: { ...params, areaId }, body: { minutes } })
  }

  resume() {
    return this.server.call(greenkeeper, lateCalls.automower.resume, { params })
  }

  pause() {
    return this.server.call(greenkeeper, lateCalls.automower.pause, { params })
  }

  /** Of the requests that the maker got. */
  bodies(): string[] {
    return this.service.requests().map(({ body }) => body)
  }

  /** What this test wrote to the record about mowers. */
  async lines() {
    const rows = await this.server.app.ctx.db
      .select()
      .from(audit)
      .where(gt(audit.id, this.#recorded))
      .orderBy(asc(audit.id))
    return rows
      .filter(({ subject }) => subject === 'automower')
      .map(({ action, who, details }) => ({ action, who, ...(details as object) }))
  }
}
