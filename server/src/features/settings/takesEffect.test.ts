import { type Channel, calls } from '@greensward/contract'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
const sockets: Socket[] = []
beforeAll(async () => {
  server = await startTestServer()
  for (const role of ['ROLE_GREENKEEPER', 'ROLE_TEST_USER'] as const) {
    const { token } = (await server.call(role, calls.live.config)).result
    const socket = io(server.url, { query: { token }, reconnection: false, forceNew: true })
    sockets.push(socket)
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', () => resolve())
      socket.once('connect_error', reject)
    })
  }
})
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  await server?.close()
})

/** The next message that every open browser receives. */
const everybodyReceives = (channel: Channel) =>
  Promise.all(sockets.map(socket => new Promise<{ message: unknown }>(resolve => socket.once(channel, resolve))))

test('a zone type that is changed is announced in every browser, and applies to the next change of the map', async () => {
  const made = everybodyReceives('settings')
  const body = {
    name: 'Green',
    color: '#17A73F',
    directions: ['12-6' as const],
    allowsIntersection: false,
    mowable: true,
  }
  const type = (await server.call('ROLE_GREENKEEPER', calls.zoneTypes.create, { body })).result
  expect((await made).map(({ message }) => message)).toEqual([{ subject: 'zoneTypes' }, { subject: 'zoneTypes' }])

  const zone = (east: number) => ({
    type: 'Feature' as const,
    id: crypto.randomUUID(),
    kind: 'zone' as const,
    geometry: {
      type: 'Polygon' as const,
      coordinates: [
        [
          [east, 52],
          [east + 0.001, 52],
          [east + 0.001, 52.001],
          [east, 52.001],
          [east, 52],
        ] as [number, number][],
      ],
    },
    properties: {
      title: 'Z',
      zoneTypeId: type.id,
      holeId: null,
      hiddenForMower: false,
      hiddenForBuggy: false,
      rainModeRestricted: false,
    },
  })
  const add = (east: number) =>
    server.call('ROLE_GREENKEEPER', calls.map.change, {
      body: { baseRevision: 0, label: 'A zone', added: [zone(east)], updated: [], removed: [] },
    })
  expect((await add(-1)).status).toBe(200)
  expect((await add(-1.0005)).error.kind).toBe('zoneIntersects')
  const changed = everybodyReceives('settings')
  const { updatedAt } = type
  await server
    .call('ROLE_GREENKEEPER', calls.zoneTypes.update, {
      params: { id: type.id },
      body: { updatedAt, allowsIntersection: true, color: '#FF00FF' },
    })
    .then(answer => answer.result)
  expect((await changed).map(({ message }) => message)).toEqual([{ subject: 'zoneTypes' }, { subject: 'zoneTypes' }])
  expect((await add(-1.0005)).status).toBe(200)
})

test('map settings are announced too, and their bounds hold for the next change', async () => {
  const changed = everybodyReceives('settings')
  await server
    .call('ROLE_MANAGER', calls.settings.update, {
      body: { topLeftLon: -1.1, topLeftLat: 52.1, bottomRightLon: -0.9, bottomRightLat: 51.9, minZoom: 15 },
    })
    .then(answer => answer.result)
  expect((await changed).map(({ message }) => message)).toEqual([{ subject: 'map' }, { subject: 'map' }])
  const far = {
    type: 'Feature' as const,
    id: crypto.randomUUID(),
    kind: 'wc' as const,
    geometry: { type: 'Point' as const, coordinates: [-2, 52] as [number, number] },
    properties: { title: 'Far' },
  }
  const refused = await server.call('ROLE_MANAGER', calls.map.change, {
    body: { baseRevision: 0, label: 'Far', added: [far], updated: [], removed: [] },
  })
  expect(refused.error).toMatchObject({
    code: 'beyondBoundsOfCourse',
    fields: { 'body.added.0.geometry': { code: 'beyondBounds' } },
  })
})
