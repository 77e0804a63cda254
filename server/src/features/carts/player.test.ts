import { calls, type ResultOf } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { tea } from '../../testing/tea.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
let cartId: string
beforeAll(async () => {
  server = await startTestServer()
  cartId = await newCart('Cart 7')
})
afterAll(() => server.close())

const newCart = async (name: string): Promise<string> => {
  const body = { name, inService: false, home: null }
  const { id } = (await server.call('ROLE_ADMIN', calls.carts.create, { body })).result
  // The garage tells the carts of a new one after it has answered.
  await vi.waitFor(async () => {
    expect((await server.call('ROLE_ADMIN', lateCalls.player.ofCart, { params: { id } })).status).toBe(200)
  }, 5_000)
  return id
}

const pair = async (id: string): Promise<string> => {
  const { code } = (await server.call('ROLE_BUGGY_ADMIN', lateCalls.cartAccess.pair, { params: { id } })).result
  return (await server.call(null, lateCalls.player.pair, { body: { code } })).result.token
}

describe('the tablet of a cart', () => {
  it('is paired by a code that works once and for ten minutes, and loses access when it is revoked', async () => {
    const { code } = (await server.call('ROLE_MANAGER', lateCalls.cartAccess.pair, { params: { id: cartId } })).result
    const paired = await server.call(null, lateCalls.player.pair, {
      body: { code: code.toUpperCase(), name: 'Tablet 7' },
    })
    expect(paired.result.cart).toEqual({ id: cartId, name: 'Cart 7' })
    expect((await server.call(null, lateCalls.player.pair, { body: { code } })).error.kind).toBe('wrongCode')
    const late = (await server.call('ROLE_MANAGER', lateCalls.cartAccess.pair, { params: { id: cartId } })).result.code
    server.clock.advance(600_000)
    expect((await server.call(null, lateCalls.player.pair, { body: { code: late } })).error.kind).toBe('wrongCode')
    const { token } = paired.result
    expect((await server.as(token, lateCalls.player.get)).result.cart.name).toBe('Cart 7')
    await server.signInAgain()
    const { devices } = (await server.call('ROLE_ADMIN', lateCalls.cartAccess.get, { params: { id: cartId } })).result
    expect(devices).toMatchObject([{ name: 'Tablet 7', lastSeenAt: expect.any(String) }])
    await server.call('ROLE_ADMIN', lateCalls.cartAccess.removeDevice, {
      params: { id: cartId, deviceId: devices[0]?.id ?? '' },
    })
    expect((await server.as(token, lateCalls.player.get)).status).toBe(401)
  })

  it('reports its position, also those buffered in a gap, and staff see it', async () => {
    const token = await pair(cartId)
    const now = server.clock.now().getTime()
    const fixes = [9, 6, 3, 3, 0].map(ago => ({
      at: new Date(now - ago * 1_000).toISOString(),
      position: [0.0001 * (10 - ago), 51] as [number, number],
      accuracyM: 4,
      speedMps: null,
      headingDeg: null,
    }))
    const { taken } = (await server.as(token, lateCalls.player.report, { body: { fixes } })).result
    expect(taken).toBe(4)
    const seen = (await server.call('ROLE_TEST_USER', lateCalls.player.ofCart, { params: { id: cartId } })).result
    expect(seen.telemetry.position?.[0]).toBeCloseTo(0.001, 6)
    expect(seen.telemetry).toMatchObject({ link: 'live', accuracyM: 4 })
    expect(seen.state.standing).toBe('driving')
    expect((await server.as(token, lateCalls.player.course)).result.features).toEqual([])
  })

  it('receives messages to one, to some and to all carts, and reports which were seen', async () => {
    const [other, token] = [await newCart('Cart 8'), await pair(cartId)]
    const send = (body: Parameters<typeof server.call<typeof lateCalls.cartMessages.send>>[2]) =>
      server.call('ROLE_BUGGY_ADMIN', lateCalls.cartMessages.send, body)
    expect((await send({ body: { to: [cartId], kind: 'text', text: ' Fog at nine ' } })).result.total).toBe(1)
    expect((await send({ body: { to: 'all', kind: 'callBack' } })).result.total).toBe(2)
    const lock = (await send({ body: { to: [cartId, other], kind: 'lock', text: 'Closed' } })).result.items.find(
      message => message.cartId === cartId,
    )
    expect((await send({ body: { to: [crypto.randomUUID()], kind: 'lock' } })).error.kind).toBe('invalid')
    expect((await send({ body: { to: [cartId], kind: 'text', text: ' ' } })).error.kind).toBe('invalid')
    const state = async () => (await server.as(token, lateCalls.player.get)).result
    const kinds = ({ messages }: ResultOf<typeof lateCalls.player.get>) => messages.map(({ kind }) => kind).toSorted()
    expect(kinds(await state())).toEqual(['callBack', 'lock', 'text'])
    expect((await state()).lock?.id).toBe(lock?.id)
    expect((await state()).messages.map(({ from }) => from)).toEqual([null, null, null])
    for (const { id } of (await state()).messages) {
      const { result } = await server.as(token, lateCalls.player.seen, { params: { id } })
      expect(result.from).toBeNull()
    }
    expect(kinds(await state())).toEqual(['callBack', 'lock'])
    await server.call('ROLE_MANAGER', lateCalls.cartMessages.lift, { params: { id: lock?.id ?? '' } })
    expect((await state()).lock).toBeNull()
    const { items } = (await server.call('ROLE_BUGGY_BAR', lateCalls.cartMessages.list, { query: { cartId } })).result
    expect(items.map(({ seenAt }) => seenAt !== null)).toEqual([true, true, true])
    const foreign = (await server.call('ROLE_ADMIN', lateCalls.cartMessages.list, { query: { cartId: other } })).result
    const notMine = { params: { id: foreign.items[0]?.id ?? '' } }
    expect((await server.as(token, lateCalls.player.seen, notMine)).error.kind).toBe('notFound')
  })

  it('orders from the menu once, however often the order is sent', async () => {
    const token = await pair(cartId)
    const category = (
      await server.call('ROLE_ADMIN', calls.categories.create, { body: { name: 'Drinks', translations: {}, sort: 1 } })
    ).result
    const dish = (await server.call('ROLE_ADMIN', calls.dishes.create, { body: tea(category.id) })).result
    expect((await server.as(token, lateCalls.player.menu)).result.categories[0]?.dishes[0]?.name).toBe('Tea')
    const body = { requestId: crypto.randomUUID(), lines: [{ dishId: dish.id, quantity: 2 }], note: 'no sugar' }
    const answers = await Promise.all([1, 2, 3].map(() => server.as(token, lateCalls.player.order, { body })))
    expect(new Set(answers.map(({ result }) => result.id)).size).toBe(1)
    expect(answers[0]?.result).toMatchObject({ cartName: 'Cart 7', totalMinor: 500, status: 'new' })
    expect((await server.as(token, lateCalls.player.orders)).result.total).toBe(1)
    const atBar = (await server.call('ROLE_BUGGY_BAR', calls.orders.list, {})).result
    expect(atBar.total).toBe(1)
  })

  it('sends the bar twenty orders a minute and no more', async () => {
    const [token, neighbour] = [await pair(cartId), await pair(cartId)]
    const { categories } = (await server.as(token, lateCalls.player.menu)).result
    const lines = [{ dishId: categories[0]?.dishes[0]?.id ?? '', quantity: 99 }]
    const order = async (as: string) =>
      (await server.as(as, lateCalls.player.order, { body: { requestId: crypto.randomUUID(), lines, note: '' } }))
        .status
    const statuses = await Promise.all(Array.from({ length: 30 }, () => order(token)))
    expect(statuses.filter(status => status === 200).length).toBe(20)
    expect(statuses.filter(status => status === 429).length).toBe(10)
    expect(await order(neighbour)).toBe(200)
  })
})
