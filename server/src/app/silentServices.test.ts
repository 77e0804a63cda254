/** Every service that a club may connect takes a connection and never says a word: the server does not wait for any of them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Lawns, seedLawns } from '../testing/lawn.ts'
import { startTestServer, type TestServer } from '../testing/testServer.ts'

const as = 'ROLE_ADMIN'

interface Silent {
  readonly port: number
  readonly sockets: Set<Socket>
  /** Connections that ended, because somebody gave up or was done. */
  ended: number
  readonly listener: Server
}

const KINDS = ['weather', 'mqtt', 'automower', 'teeSheet', 'ntrip', 'webhook', 'sms', 'oidc', 'baseMap'] as const
type Kind = (typeof KINDS)[number]
const silent = {} as Record<Kind, Silent>

const openSilent = (): Promise<Silent> =>
  new Promise(resolve => {
    const listener = createServer(socket => {
      one.sockets.add(socket)
      socket.on('error', () => undefined)
      socket.resume().on('close', () => {
        one.sockets.delete(socket)
        one.ended += 1
      })
    })
    const one: Silent = { listener, sockets: new Set(), ended: 0, port: 0 }
    listener.listen(0, '127.0.0.1', () =>
      resolve(Object.assign(one, { port: (listener.address() as AddressInfo).port })),
    )
  })
const address = (kind: Kind, path = ''): string => `http://127.0.0.1:${silent[kind].port}${path}`
const givenUp = (): number => KINDS.reduce((sum, kind) => sum + silent[kind].ended, 0)
const unasked = (kinds: readonly Kind[]): readonly Kind[] => kinds.filter(kind => silent[kind].sockets.size === 0)

let dataDir: string
let server: TestServer
let webhookId: string
let lawns: Lawns
const restart = async (): Promise<void> => {
  server = await startTestServer({ dataDir, isRunning: true, config: { outgoingPrivate: true } })
}

/** Switches all of them on. What is only asked when somebody presses something is asked by `press`. */
const connectAll = async (): Promise<void> => {
  const done = async (answer: Promise<{ readonly status: number }>): Promise<void> =>
    expect((await answer).status).toBe(200)
  await done(
    server.call(as, calls.weather.update, { body: { enabled: true, provider: 'json', address: address('weather') } }),
  )
  await done(
    server.call(as, lateCalls.mqtt.update, {
      body: { enabled: true, address: `mqtt://127.0.0.1:${silent.mqtt.port}`, prefix: 'course' },
    }),
  )
  await done(
    server.call(as, lateCalls.automower.update, {
      body: {
        ...{ enabled: true, applicationKey: 'key', secret: 'secret' },
        ...{ signInAddress: address('automower'), address: address('automower') },
      },
    }),
  )
  await done(
    server.call(as, calls.teeSheets.changeAddress, {
      body: { address: address('teeSheet', '/tee.ics'), updatedAt: null },
    }),
  )
  await done(
    server.call(as, calls.link.update, {
      body: { correctionsEnabled: true, casterHost: '127.0.0.1', casterPort: silent.ntrip.port, mountpoint: 'NEAR' },
    }),
  )
  const webhook = { name: 'Club', address: address('webhook', '/hook'), kinds: ['missionDone' as const], enabled: true }
  webhookId = (await server.call(as, lateCalls.webhooks.create, { body: webhook })).result.id
  await done(
    server.call(as, lateCalls.sms.update, {
      body: { enabled: true, address: address('sms', '/send'), body: '{"to": "{to}", "text": "{text}"}' },
    }),
  )
  await done(
    server.call(as, lateCalls.oidc.update, {
      body: { enabled: true, label: 'Club ID', issuer: address('oidc'), clientId: 'greensward', secret: 'secret' },
    }),
  )
}

/** What is not asked at once after a start, or only at somebody's press; nobody waits for the answers here. */
const press = (): Promise<unknown> =>
  Promise.allSettled([
    server.call(as, calls.weather.test, { body: { provider: 'json', address: address('weather'), role: 'forecast' } }),
    server.call(as, lateCalls.automower.test, {
      body: { signInAddress: address('automower'), address: address('automower') },
    }),
    server.call(as, calls.teeSheets.testAddress, { body: { address: address('teeSheet', '/tee.ics') } }),
    server.call(as, lateCalls.webhooks.test, { params: { id: webhookId } }),
    server.call(as, lateCalls.sms.test, {
      body: { to: '+49 151 1', address: address('sms', '/send'), body: '{"to": "{to}", "text": "{text}"}' },
    }),
    server.call(null, lateCalls.oidc.start, { body: {} }),
    server.call(as, lateCalls.baseMap.test, {
      body: {
        baseMapUrl: address('baseMap', '/{z}/{x}/{y}.png'),
        ...{ defaultZoom: 16, minNativeZoom: 10, maxNativeZoom: 18, centerLon: -2, centerLat: 53 },
      },
    }),
  ])

beforeAll(async () => {
  for (const kind of KINDS) silent[kind] = await openSilent()
  dataDir = mkdtempSync(join(tmpdir(), 'greensward-silent-'))
  await restart()
  lawns = await seedLawns(server)
  await connectAll()
})
afterAll(async () => {
  await server?.close()
  for (const { listener, sockets } of Object.values(silent)) {
    for (const socket of sockets) socket.destroy()
    listener.close()
  }
  rmSync(dataDir, { recursive: true, force: true })
})

test('with every service silent at once the server starts, shows its pages, stops, checks a start, and ends', async () => {
  await server.close()
  const before = givenUp()
  await restart()
  // Ready, and nobody has given up on anything to get there.
  expect(givenUp()).toBe(before)
  const pressed = press()
  await expect.poll(() => unasked(KINDS), { timeout: 30_000 }).toEqual([])

  const held = givenUp()
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
  expect([givenUp(), unasked(KINDS)]).toEqual([held, []])

  await server.close()
  await pressed
  await restart()
}, 120_000)
