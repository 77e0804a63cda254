import { calls } from '@greensward/contract'
import { type Dish, type OrderStatus, orderStatus } from '@greensward/domain'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dishPhotos } from '../../platform/db/schema/index.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const DISH = {
  name: 'Pie',
  description: 'With peas.',
  translations: { de: { name: 'Pastete', description: 'Mit Erbsen.' } },
  allergens: ['gluten' as const],
  priceMinor: 990,
  currency: 'GBP',
  isAvailable: true,
  soldOutUntil: null as string | null,
  servedFrom: null as string | null,
  servedTo: null as string | null,
  sort: 0,
}
const addCategory = async (name: string) =>
  (await server.call('ROLE_BUGGY_BAR', calls.categories.create, { body: { name, translations: {}, sort: 0 } })).result
const addDish = async (categoryId: string, given: Partial<typeof DISH> = {}) =>
  (await server.call('ROLE_BUGGY_BAR', calls.dishes.create, { body: { ...DISH, categoryId, ...given } })).result
const servedNames = async (categoryId: string, at?: string): Promise<readonly string[]> => {
  const { categories } = (
    await server.call('ROLE_BUGGY_BAR', calls.menu.get, { query: at === undefined ? {} : { at } })
  ).result
  return categories.find(({ id }) => id === categoryId)?.dishes.map(({ name }) => name) ?? []
}

describe('the menu', () => {
  it('shows golfers the dishes served at the time, in order', async () => {
    const { id } = await addCategory('Kitchen')
    await addDish(id, { name: 'Second', sort: 2 })
    await addDish(id, { name: 'First', sort: 1 })
    await addDish(id, { name: 'Off', isAvailable: false })
    await addDish(id, { name: 'Breakfast', servedFrom: '07:00', servedTo: '11:00', sort: 3 })
    await addDish(id, { name: 'Sold out', soldOutUntil: '2026-07-04T18:00:00.000Z', sort: 4 })
    expect(await servedNames(id, '2026-07-04T12:00:00Z')).toEqual(['First', 'Second'])
    expect(await servedNames(id, '2026-07-04T08:00:00Z')).toEqual(['First', 'Second', 'Breakfast'])
    expect(await servedNames(id, '2026-07-04T19:00:00Z')).toEqual(['First', 'Second', 'Sold out'])
  })

  it('is put into another order as a whole, or not at all', async () => {
    const { id: categoryId } = await addCategory('Sorted')
    const dishes: Dish[] = []
    for (const name of ['A', 'B', 'C']) dishes.push(await addDish(categoryId, { name }))
    const [a = '', b = '', c = ''] = dishes.map(({ id }) => id)
    const sort = (ids: string[]) =>
      server.call('ROLE_BUGGY_BAR', calls.menu.sort, { body: { of: 'dishes', categoryId, ids } })
    expect((await sort([c, a, b])).status).toBe(200)
    expect(await servedNames(categoryId)).toEqual(['C', 'A', 'B'])
    expect((await sort([a, b])).error.kind).toBe('conflict')
    expect((await sort([a, a, b])).error.fields).toEqual({ 'body.ids': { code: 'namesTwice', params: {} } })
    expect(await servedNames(categoryId)).toEqual(['C', 'A', 'B'])
  })
})

/** One transparent pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('the photo of a dish', () => {
  const send = (dishId: string, data: Uint8Array) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(data)], { type: 'image/jpeg' }), 'holiday.jpg')
    return fetch(`${server.url}/api/dishes/${dishId}/photo`, {
      method: 'PUT',
      headers: { 'x-api-key': server.tokens.ROLE_BUGGY_BAR },
      body: form,
    })
  }
  const read = (dishId: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/dishes/${dishId}/photo`, {
      headers: { 'x-api-key': server.tokens.ROLE_TEST_USER, ...headers },
    })

  it('comes back with the type of its bytes, under any file name, until it is taken away', async () => {
    const dish = await addDish((await addCategory('Pictures')).id)
    expect(dish.photo).toBeNull()
    expect((await read(dish.id)).status).toBe(404)
    expect((await send(dish.id, PNG)).status).toBe(200)
    const answer = await read(dish.id)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await answer.arrayBuffer()).equals(PNG)).toBe(true)
    expect((await read(dish.id, { 'if-none-match': answer.headers.get('etag') ?? '' })).status).toBe(304)
    const removed = await server.call('ROLE_BUGGY_BAR', calls.dishes.removePhoto, { params: { id: dish.id } })
    expect(removed.result.photo).toBeNull()
    expect((await read(dish.id)).status).toBe(404)
  })

  it('comes back without its metadata of position and camera', async () => {
    const dish = await addDish((await addCategory('Places')).id)
    const metadata = Buffer.from('\0\0\0\x13tEXt52.5200 N 13.4050 E\0\0\0\0', 'latin1')
    expect(
      (await send(dish.id, Buffer.concat([PNG.subarray(0, 33), metadata, PNG.subarray(33), metadata]))).status,
    ).toBe(200)
    expect(Buffer.from(await (await read(dish.id)).arrayBuffer()).equals(PNG)).toBe(true)
  })

  it('tells nothing of place and camera though it was kept when that was not yet left out', async () => {
    const dish = await addDish((await addCategory('Old places')).id)
    expect((await send(dish.id, PNG)).status).toBe(200)
    const metadata = Buffer.from('\0\0\0\x13tEXt52.5200 N 13.4050 E\0\0\0\0', 'latin1')
    for (const [data, served] of [
      [Buffer.concat([PNG.subarray(0, 33), metadata, PNG.subarray(33)]), PNG],
      [PNG.subarray(0, 60), undefined],
    ] as const) {
      await server.app.ctx.db.update(dishPhotos).set({ data }).where(eq(dishPhotos.dishId, dish.id))
      const answer = await read(dish.id)
      expect(answer.status).toBe(served === undefined ? 404 : 200)
      if (served !== undefined) expect(Buffer.from(await answer.arrayBuffer()).equals(served)).toBe(true)
    }
  })

  it('is refused when it is not a picture, too large in bytes or in pixels', async () => {
    const dish = await addDish((await addCategory('Refused')).id)
    const huge = Buffer.from(PNG)
    huge.writeUInt32BE(60_000, 16)
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><script>1</script></svg>')
    for (const [data, code] of [
      [Buffer.from('no picture'), 'photoType'],
      [svg, 'photoType'],
      [PNG.subarray(0, 60), 'photoCutOff'],
      [Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'photoHeic'],
      [Buffer.concat([PNG, Buffer.alloc(2 * 1024 * 1024)]), 'photoSize'],
      [huge, 'photoSide'],
    ] as const) {
      const answer = await send(dish.id, data)
      expect(answer.status).toBe(422)
      expect(await answer.json()).toMatchObject({ error: { fields: { 'body.file': { code } } } })
    }
    expect((await send('7d444840-9dc0-41d1-b245-5ffdce74fad2', PNG)).status).toBe(404)
  })
})

describe('an order', () => {
  const order = (lines: readonly { dishId: string; quantity: number }[], cartId: string | null = null) =>
    server.call('ROLE_BUGGY_BAR', calls.orders.create, { body: { lines: [...lines], cartId } })

  it('is numbered by day of the course, and keeps its names and prices', async () => {
    const dish = await addDish((await addCategory('Bar')).id, { name: 'Tea', priceMinor: 260 })
    const cart = (
      await server.call('ROLE_BUGGY_ADMIN', calls.carts.create, {
        body: { name: 'Cart 7', inService: false, home: null },
      })
    ).result
    const first = (await order([{ dishId: dish.id, quantity: 3 }], cart.id)).result
    expect(first).toMatchObject({ status: 'new', cartName: 'Cart 7', totalMinor: 780, currency: 'GBP' })
    const [second, third] = await Promise.all([
      order([{ dishId: dish.id, quantity: 1 }]),
      order([{ dishId: dish.id, quantity: 1 }]),
    ])
    expect([second.result.number, third.result.number].sort()).toEqual([first.number + 1, first.number + 2])
    await server.call('ROLE_BUGGY_BAR', calls.dishes.update, {
      params: { id: dish.id },
      body: { name: 'Green tea', priceMinor: 300, updatedAt: dish.updatedAt },
    })
    const { items } = (await server.call('ROLE_BUGGY_BAR', calls.orders.list, { query: { open: 'true' } })).result
    expect(items.find(({ id }) => id === first.id)?.lines).toEqual([
      { dishId: dish.id, name: 'Tea', priceMinor: 260, quantity: 3 },
    ])
    await expect
      .poll(async () =>
        (await server.call('ROLE_BUGGY_BAR', calls.notifications.list)).result.items.map(({ kind }) => kind),
      )
      .toContain('newOrderFromCart')
    server.clock.advance(24 * 3_600_000)
    await server.signInAgain()
    expect((await order([{ dishId: dish.id, quantity: 1 }])).result.number).toBe(1)
  })

  it('names each dish that is not served, and is then not taken at all', async () => {
    const { id: categoryId } = await addCategory('Late')
    const good = await addDish(categoryId)
    const off = await addDish(categoryId, { name: 'Off', isAvailable: false })
    const refused = await order([
      { dishId: good.id, quantity: 1 },
      { dishId: off.id, quantity: 1 },
      { dishId: '7d444840-9dc0-41d1-b245-5ffdce74fad2', quantity: 1 },
    ])
    expect(refused.error.fields).toEqual({
      'body.lines.1.dishId': { code: 'notServedNow', params: { dish: 'Off' } },
      'body.lines.2.dishId': { code: 'noSuchDish', params: {} },
    })
    const dollars = await addDish(categoryId, { name: 'Burger', currency: 'USD' })
    const mixed = await order([
      { dishId: good.id, quantity: 1 },
      { dishId: dollars.id, quantity: 1 },
    ])
    expect(mixed.error.fields).toEqual({ 'body.lines.1.dishId': { code: 'otherCurrency', params: {} } })
  })

  it('moves on step by step; of two people who move it at once one gets a conflict', async () => {
    const dish = await addDish((await addCategory('Steps')).id)
    let current = (await order([{ dishId: dish.id, quantity: 1 }])).result
    const move = (status: OrderStatus, updatedAt = current.updatedAt) =>
      server.call('ROLE_BUGGY_BAR', calls.orders.move, { params: { id: current.id }, body: { status, updatedAt } })
    expect(Object.keys((await move('delivered')).error.fields ?? {})).toEqual(['body.status'])
    const both = await Promise.all([move('accepted'), move('accepted')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const won = both.find(({ status }) => status === 200)
    if (won !== undefined) current = won.result
    for (const status of ['ready', 'delivered'] as const) current = (await move(status)).result
    for (const status of orderStatus.options) expect((await move(status)).status).toBe(422)
    const { items } = (await server.call('ROLE_BUGGY_BAR', calls.orders.list, { query: { open: 'true' } })).result
    expect(items.map(({ id }) => id)).not.toContain(current.id)
  })

  it('is not for greenkeepers', async () => {
    expect((await server.call('ROLE_GREENKEEPER', calls.orders.list)).status).toBe(403)
  })
})
