/** Every service that a club may connect takes a connection and never says a word: the server does not wait for any of them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Lawns, seedLawns } from '../testing/lawn.ts'
import { SilentServices } from '../testing/silentServices.ts'
import { startTestServer, type TestServer } from '../testing/testServer.ts'

const as = 'ROLE_ADMIN'

let dataDir: string
let server: TestServer
let webhookId: string
let services: SilentServices
let lawns: Lawns
const restart = async (): Promise<void> => {
  server = await startTestServer({ dataDir, isRunning: true, config: { outgoingPrivate: true } })
}

/** What is not asked at once after a start, or only at somebody's press; nobody waits for the answers here. */
const press = (): Promise<unknown> =>
  Promise.allSettled([
    server.call(as, calls.weather.test, {
      body: { provider: 'json', address: services.address('weather'), role: 'forecast' },
    }),
    server.call(as, lateCalls.automower.test, {
      body: { signInAddress: services.address('automower'), address: services.address('automower') },
    }),
    server.call(as, calls.teeSheets.testAddress, { body: { address: services.address('teeSheet', '/tee.ics') } }),
    server.call(as, lateCalls.webhooks.test, { params: { id: webhookId } }),
    server.call(as, lateCalls.sms.test, {
      body: { to: '+49 151 1', address: services.address('sms', '/send'), body: '{"to": "{to}", "text": "{text}"}' },
    }),
    server.call(null, lateCalls.oidc.start, { body: {} }),
    server.call(as, lateCalls.baseMap.test, {
      body: {
        baseMapUrl: services.address('baseMap', '/{z}/{x}/{y}.png'),
        ...{ defaultZoom: 16, minNativeZoom: 10, maxNativeZoom: 18, centerLon: -2, centerLat: 53 },
      },
    }),
  ])

beforeAll(async () => {
  services = await SilentServices.open()
  dataDir = mkdtempSync(join(tmpdir(), 'greensward-silent-'))
  await restart()
  lawns = await seedLawns(server)
  webhookId = await services.connect((call, given) => server.call(as, call, given))
})
afterAll(async () => {
  await server?.close()
  services?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('with every service silent at once the server starts, shows its pages, stops, checks a start, and ends', async () => {
  await server.close()
  const before = services.givenUp()
  await restart()
  // Ready, and nobody has given up on anything to get there.
  expect(services.givenUp()).toBe(before)
  const pressed = press()
  await expect.poll(() => services.unasked(), { timeout: 30_000 }).toEqual([])

  const held = services.givenUp()
  const pages = [
    server.call(as, calls.map.get),
    server.call(as, calls.settings.get),
    server.call(as, calls.garage.list),
    server.call(as, calls.missions.list),
    server.call(as, calls.weather.state),
    server.call(as, lateCalls.mqtt.state),
    server.call(as, lateCalls.automower.get),
    server.call(null, lateCalls.operation.health),
  ]
  expect((await Promise.all(pages)).map(({ status }) => status)).toEqual(pages.map(() => 200))
  expect((await server.call('ROLE_GREENKEEPER', calls.mowers.stopAll)).status).toBe(200)
  expect(
    (await server.call('ROLE_GREENKEEPER', calls.mowers.stop, { params: { id: lawns.mowers[0].id } })).status,
  ).toBe(200)
  const mission = (await server.call('ROLE_GREENKEEPER', calls.missions.create, { body: lawns.request() })).result
  const gate = await server.call('ROLE_GREENKEEPER', calls.missions.gate, { params: { id: mission.id } })
  expect(gate.status).toBe(200)
  // Its mower is not connected: the checks say so at once.
  const started = await server.call('ROLE_GREENKEEPER', calls.missions.start, { params: { id: mission.id } })
  expect([started.status, started.error.kind]).toEqual([409, 'gateRefused'])
  // All of it while every one of them was still to answer.
  expect([services.givenUp(), services.unasked()]).toEqual([held, []])

  await server.close()
  await pressed
  await restart()
}, 120_000)
