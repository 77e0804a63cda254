import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { at } from '../../testing/ground.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
let cartId: string
let token: string
beforeAll(async () => {
  server = await startTestServer()
  const zoneTypeId = (await server.call('ROLE_ADMIN', calls.zoneTypes.list, { query: {} })).result.items[0]?.id
  const coordinates = [at(0, 0), at(0, 300)]
  const square = [at(0, 100), at(40, 100), at(40, 200), at(0, 200), at(0, 100)]
  await server.call('ROLE_ADMIN', calls.map.change, {
    body: {
      baseRevision: 0,
      label: 'Course',
      added: [
        {
          type: 'Feature',
          id: crypto.randomUUID(),
          kind: 'road',
          geometry: { type: 'LineString', coordinates },
          properties: { title: 'Path', type: 'cartPath' },
        },
        ...(zoneTypeId === undefined
          ? []
          : [
              {
                type: 'Feature' as const,
                id: crypto.randomUUID(),
                kind: 'zone' as const,
                geometry: { type: 'Polygon' as const, coordinates: [square] },
                properties: {
                  title: 'Fairway',
                  zoneTypeId,
                  holeId: null,
                  hiddenForMower: false,
                  hiddenForBuggy: false,
                  rainModeRestricted: false,
                },
              },
            ]),
      ],
      updated: [],
      removed: [],
    },
  })
  const body = { name: 'Cart 7', inService: false, home: null }
  cartId = (await server.call('ROLE_ADMIN', calls.carts.create, { body })).result.id
  await vi.waitFor(async () => {
    const seen = await server.call('ROLE_ADMIN', lateCalls.player.ofCart, { params: { id: cartId } })
    expect(seen.result.revision).toBe(1)
  }, 5_000)
  const { code } = (await server.call('ROLE_ADMIN', lateCalls.cartAccess.pair, { params: { id: cartId } })).result
  token = (await server.call(null, lateCalls.player.pair, { body: { code } })).result.token
})
afterAll(() => server.close())

const drive = async (x: number): Promise<void> => {
  for (let n = 0; n < 12; n += 1) {
    server.clock.advance(1_000)
    const fix = { at: server.clock.now().toISOString(), accuracyM: 2, speedMps: 3, headingDeg: 0 }
    await server.as(token, lateCalls.player.report, { body: { fixes: [{ ...fix, position: at(x, 100 + n * 3) }] } })
  }
}
const seen = async () => (await server.as(token, lateCalls.player.get)).result

it('previews its changes, keeps carts to the paths, and is undone once', async () => {
  await drive(40)
  expect((await seen()).state.noGo).toEqual([])
  const preview = (await server.call('ROLE_MANAGER', calls.courseMode.preview, { query: { mode: 'cartPathsOnly' } }))
    .result
  expect(preview).toMatchObject({ cartsOffPaths: 1, missionsStopped: [], cartMessage: 'text', cartsNotified: 1 })
  const body = { mode: 'cartPathsOnly' as const, text: 'Wet ground: paths only' }
  const { now } = (await server.call('ROLE_MANAGER', calls.courseMode.change, { body })).result
  expect(now).toMatchObject({ mode: 'cartPathsOnly', undoTo: 'normal', by: 'Test Manager' })
  await vi.waitFor(async () => expect((await seen()).mode).toBe('cartPathsOnly'), 5_000)
  expect((await seen()).messages).toMatchObject([{ kind: 'text', text: 'Wet ground: paths only' }])
  await drive(40)
  expect((await seen()).state.noGo).toMatchObject([{ kind: 'paths', isBlocked: true }])
  await drive(4)
  expect((await seen()).state.noGo).toEqual([])
  const back = (await server.call('ROLE_MANAGER', calls.courseMode.undo, {})).result
  expect(back.now).toMatchObject({ mode: 'normal', undoTo: null })
  await vi.waitFor(async () => expect((await seen()).mode).toBe('normal'), 5_000)
  // The messages that it sent to carts end with it; the rules sent the one about a closed area.
  expect((await seen()).messages.filter(({ kind }) => kind !== 'noGo')).toEqual([])
  expect((await server.call('ROLE_MANAGER', calls.courseMode.undo, {})).error.kind).toBe('conflict')
})

it('calls every cart back in lightning and withdraws that with the next mode; nobody else may switch', async () => {
  for (const role of ['ROLE_GREENKEEPER', 'ROLE_BUGGY_ADMIN', 'ROLE_BUGGY_BAR', 'ROLE_TEST_USER'] as const)
    expect((await server.call(role, calls.courseMode.change, { body: { mode: 'closed' } })).status).toBe(403)
  await server.call('ROLE_ADMIN', calls.courseMode.change, { body: { mode: 'lightning' } })
  const callsBack = async () => (await seen()).messages.filter(({ kind }) => kind === 'callBack').length
  expect(await callsBack()).toBe(1)
  const again = await server.call('ROLE_ADMIN', calls.courseMode.change, { body: { mode: 'lightning' } })
  expect(again.error.kind).toBe('conflict')
  const preview = (await server.call('ROLE_ADMIN', calls.courseMode.preview, { query: { mode: 'normal' } })).result
  expect(preview).toMatchObject({ messagesLifted: 1, cartMessage: null, cartsNotified: 0 })
  await server.call('ROLE_ADMIN', calls.courseMode.change, { body: { mode: 'normal' } })
  expect(await callsBack()).toBe(0)
  const { items } = (await server.call('ROLE_ADMIN', calls.notifications.list, { query: {} })).result
  expect(items.find(({ kind, values }) => kind === 'courseModeChanged' && values.reason === 'lightning')).toMatchObject(
    {
      level: 'alarm',
    },
  )
})
