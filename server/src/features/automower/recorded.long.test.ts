/** The maker's answers as others have recorded them, served to the real server: they are not part of the project. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lateCalls } from '@greensward/contract/late'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AutomowerServiceOfTest } from '../../testing/automowerService.ts'
import { type Lawns, seedLawns } from '../../testing/lawn.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const RECORDED = join(import.meta.dirname, '../../../../../shared/data/automower')
const recorded = (name: string): string => readFileSync(join(RECORDED, `${name}.json`), 'utf8')
const WAIT = { timeout: 30_000 }
const as = 'ROLE_MANAGER'
const { automower } = lateCalls

describe.skipIf(!existsSync(RECORDED))('recorded answers (skipped where ../shared/data/automower is absent)', () => {
  let server: TestServer
  let service: AutomowerServiceOfTest
  let lawns: Lawns

  beforeAll(async () => {
    server = await startTestServer({ config: { outgoingPrivate: true } })
    lawns = await seedLawns(server)
    service = await new AutomowerServiceOfTest().open()
    service.mowers = reply => void reply.end(recorded('high_feature_mower'))
    service.actions = reply => void reply.writeHead(202).end(recorded('control_response'))
    const body = { ...service.account(), events: true }
    await server.call(as, automower.update, { body }).then(answer => answer.result)
  }, 120_000)
  afterAll(async () => {
    service?.close()
    await server?.close()
  })

  const state = async () => (await server.call(as, automower.get)).result
  const becomes = (expected: object) => expect.poll(state, WAIT).toMatchObject(expected)
  const machine = async () => (await state()).machines[0] ?? expect.fail('The mower is not listed')
  const press = async (areaId: string) =>
    server.call(as, automower.startArea, { params: { id: (await machine()).id, areaId }, body: { minutes: 60 } })

  test('a mower is started in a work area that is a zone, paused and parked', async () => {
    await becomes({ problem: null, eventsState: 'connected', machines: [{ name: 'Test Mower 1' }] })
    const { id } = await machine()
    const params = { id, areaId: '123456' }
    await server
      .call(as, automower.mapArea, { params, body: { zoneId: lawns.zones[0].id } })
      .then(answer => answer.result)
    expect((await press('123456')).result).toEqual({ problem: null, detail: '' })
    for (const call of [automower.pause, automower.park])
      expect((await server.call(as, call, { params: { id } })).result).toEqual({ problem: null, detail: '' })
    expect(service.requests().map(({ body }) => JSON.parse(body).data)).toEqual([
      { type: 'StartInWorkArea', attributes: { duration: 60, workAreaId: 123_456 } },
      { type: 'Pause' },
      { type: 'ParkUntilFurtherNotice' },
    ])
  })

  test('events change what they are about, and those that are not read change nothing', async () => {
    for (const other of ['calendar_event', 'calendar_event_work_area', 'cutting_height_event', 'headlights_event'])
      service.send(recorded(`events/${other}`))
    service.send(recorded('events/planner_event'))
    for (const one of ['battery', 'mower', 'position', 'message']) service.send(recorded(`events/${one}_event`))
    await becomes({ machines: [{ message: { code: 3, severity: 'warning' } }] })
    expect(await machine()).toMatchObject({
      ...{ battery: 0.77, activity: 'mowing', areaId: '78555', position: [14.4787133, 57.70074] },
      ...{ name: 'Test Mower 1', faultCode: null, isConnected: true },
    })
  })

  test('an error that the maker writes is a refusal with its reason, for a start and for a reading', async () => {
    const error = (status: number) => (reply: { writeHead(status: number): { end(text: string): void } }) =>
      void reply.writeHead(status).end(recorded('error'))
    service.actions = error(400)
    expect((await press('123456')).result).toEqual({ problem: 'httpStatus', detail: 'It answered 400' })
    service.actions = error(403)
    expect((await press('123456')).result).toMatchObject({ problem: 'keyRefused' })
    service.mowers = error(500)
    const { signInAddress, address, applicationKey, secret } = service.account()
    const body = { signInAddress, address, applicationKey, secret }
    expect((await server.call(as, automower.test, { body })).result).toMatchObject({ problem: 'httpStatus' })
  })
})
