import { calls } from '@greensward/contract'
import { type Mower, may, ROLE_SLUGS } from '@greensward/domain'
import { desc } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { audit } from '../db/schema/index.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const MOWER: Omit<Mower, 'id' | 'updatedAt'> = {
  name: 'Rook',
  color: '#0B7390',
  bladeId: null,
  systemId: 7,
  widthM: 2,
  minTurnRadiusM: 1,
  transitSpeedMps: 2,
  turningSpeedMps: 1,
  batteryRangeM: 10_000,
  bladeSwitch: { kind: 'servo', channel: 9, onPwm: 1_900, offPwm: 1_100 },
  inService: false,
}

const PIE = {
  name: 'Pie',
  description: '',
  translations: {},
  allergens: [],
  priceMinor: 990,
  currency: 'GBP',
  isAvailable: true,
  soldOutUntil: null,
  servedFrom: null,
  servedTo: null,
  sort: 1,
}

const addBlade = async (name: string) =>
  (await server.call('ROLE_GREENKEEPER', calls.blades.create, { body: { name, widthM: 1.5, missionSpeedMps: 1 } }))
    .result

describe('a table', () => {
  it('returns an added item, and lists it by page, order and search', async () => {
    for (const name of ['Émile', 'anna', 'Zoë', 'Reel 10', 'Bert 100%', 'reel 2']) await addBlade(name)
    const list = async (query: Record<string, string | number>) =>
      (await server.call('ROLE_TEST_USER', calls.blades.list, { query })).result
    expect((await list({ sort: 'name' })).items.map(({ name }) => name)).toEqual([
      'anna',
      'Bert 100%',
      'Émile',
      'reel 2',
      'Reel 10',
      'Zoë',
    ])
    expect((await list({ sort: '-name', perPage: 1, page: 2 })).items.map(({ name }) => name)).toEqual(['Reel 10'])
    expect((await list({ search: 'ÉMI' })).items.map(({ name }) => name)).toEqual(['Émile'])
    expect(await list({ search: '%' })).toMatchObject({ total: 1 })
    const refused = await server.call('ROLE_ADMIN', calls.blades.list, { query: { sort: 'password' } })
    expect(refused.error.fields).toEqual({ 'query.sort': { code: 'notASortField', params: {} } })
  })

  it('refuses a change of an item that somebody else has changed, and returns the present one', async () => {
    const read = await addBlade('Shared')
    const change = (name: string) =>
      server.call('ROLE_MANAGER', calls.blades.update, {
        params: { id: read.id },
        body: { name, updatedAt: read.updatedAt },
      })
    const first = await change('Mine')
    const second = await change('Yours')
    expect(second.error.kind).toBe('conflict')
    expect(second.error.details).toEqual(first.result)
    expect(first.result.updatedAt > read.updatedAt).toBe(true)
  })

  it('lets one of several changes at the same time win', async () => {
    const read = await addBlade('Contested')
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        server.call('ROLE_MANAGER', calls.blades.update, {
          params: { id: read.id },
          body: { name: `Contested ${index}`, updatedAt: read.updatedAt },
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  })

  it('records every change with its person and its details', async () => {
    const blade = await addBlade('Recorded')
    await server.call('ROLE_MANAGER', calls.blades.remove, { params: { id: blade.id } })
    const [line] = await server.app.ctx.db.select().from(audit).orderBy(desc(audit.id)).limit(1)
    expect(line).toMatchObject({
      userId: server.userIds.ROLE_MANAGER,
      who: 'Test Manager',
      action: 'blade.delete',
      subjectId: blade.id,
    })
    expect((await server.call('ROLE_ADMIN', calls.blades.get, { params: { id: blade.id } })).status).toBe(404)
  })
})

describe('an item in use', () => {
  it('cannot be deleted: a blade on a mower, a category with dishes', async () => {
    const blade = await addBlade('Fitted')
    const mower = (await server.call('ROLE_ADMIN', calls.mowers.create, { body: { ...MOWER, bladeId: blade.id } }))
      .result
    expect(mower.bladeSwitch).toEqual(MOWER.bladeSwitch)
    expect((await server.call('ROLE_ADMIN', calls.blades.remove, { params: { id: blade.id } })).error).toMatchObject({
      kind: 'conflict',
      code: 'bladeFitted',
      params: { who: 'Rook' },
    })
    const category = (
      await server.call('ROLE_BUGGY_BAR', calls.categories.create, {
        body: { name: 'Lunch', translations: {}, sort: 1 },
      })
    ).result
    const dish = { ...PIE, categoryId: category.id }
    expect((await server.call('ROLE_BUGGY_BAR', calls.dishes.create, { body: dish })).status).toBe(200)
    const refused = await server.call('ROLE_BUGGY_BAR', calls.categories.remove, { params: { id: category.id } })
    expect(refused.error).toMatchObject({
      code: 'categoryInUse',
      params: { count: 1 },
      message: '1 dish is in this category',
    })
  })

  it('cannot be pointed at when it does not exist', async () => {
    const body = { ...PIE, categoryId: crypto.randomUUID() }
    expect((await server.call('ROLE_ADMIN', calls.dishes.create, { body })).error.fields).toEqual({
      'body.categoryId': { code: 'noSuchCategory', params: {} },
    })
    const mower = { ...MOWER, systemId: 8, bladeId: crypto.randomUUID() }
    expect((await server.call('ROLE_ADMIN', calls.mowers.create, { body: mower })).error.fields).toEqual({
      'body.bladeId': { code: 'noSuchBlade', params: {} },
    })
  })

  it('keeps system ids apart', async () => {
    const answer = await server.call('ROLE_ADMIN', calls.mowers.create, { body: { ...MOWER, name: 'Second' } })
    expect(answer.error.fields).toEqual({ 'body.systemId': { code: 'belongsTo', params: { who: 'Rook' } } })
  })
})

describe('the garage', () => {
  it('shows the fuel that somebody noted, until it is removed', async () => {
    const body = { name: 'Cart with a tank', inService: false, home: null, fuelLitresPer100Km: 7.5 }
    const cart = (await server.call('ROLE_ADMIN', calls.carts.create, { body })).result
    const shown = async () =>
      (await server.call('ROLE_ADMIN', calls.garage.list)).result.items.find(row => row.id === cart.id)
    expect((await shown())?.fuelLitresPer100Km).toBe(7.5)
    const change = (value: number | null, updatedAt: string) =>
      server.call('ROLE_ADMIN', calls.carts.update, {
        params: { id: cart.id },
        body: { fuelLitresPer100Km: value, updatedAt },
      })
    expect((await change(-1, cart.updatedAt)).error.fields).toHaveProperty(['body.fuelLitresPer100Km'])
    expect((await change(null, cart.updatedAt)).status).toBe(200)
    expect((await shown())?.fuelLitresPer100Km).toBeNull()
    await server.call('ROLE_ADMIN', calls.carts.remove, { params: { id: cart.id } })
  })

  it('shows mowers and carts together, and nothing that is not known', async () => {
    await server.call('ROLE_BUGGY_ADMIN', calls.carts.create, {
      body: { name: 'Cart 1', inService: true, home: [0, 51] },
    })
    const { items } = (await server.call('ROLE_TEST_USER', calls.garage.list)).result
    expect(items).toEqual([
      expect.objectContaining({
        title: 'Rook',
        vehicleType: 'mower',
        status: 'offline',
        bladeName: 'Fitted',
        distanceKm: null,
      }),
      expect.objectContaining({
        title: 'Cart 1',
        vehicleType: 'golfCart',
        status: 'service',
        fuelLitresPer100Km: null,
      }),
    ])
  })
})

describe('settings', () => {
  it('merge the changes of different people', async () => {
    await Promise.all([
      server.call('ROLE_ADMIN', calls.settings.update, { body: { courseName: 'Old Links' } }),
      server.call('ROLE_MANAGER', calls.settings.update, { body: { timeZone: 'Europe/Dublin' } }),
    ])
    const { result } = await server.call('ROLE_APPLICANT', calls.settings.get)
    expect(result).toMatchObject({
      courseName: 'Old Links',
      timeZone: 'Europe/Dublin',
      rainMode: 'false',
      totalFieldArea: 0,
    })
  })
  it('refuse contradictions, and then change nothing', async () => {
    const answer = await server.call('ROLE_ADMIN', calls.settings.update, {
      body: { courseName: 'X', minZoom: 22, maxZoom: 20 },
    })
    expect(Object.keys(answer.error.fields ?? {})).toContain('body.minZoom')
    expect((await server.call('ROLE_ADMIN', calls.settings.get)).result.courseName).toBe('Old Links')
  })
  it('list all seven roles to everybody', async () => {
    const { items } = (await server.call('ROLE_APPLICANT', calls.settings.roles)).result
    expect(items.map(({ slug }) => slug)).toEqual(ROLE_SLUGS)
  })
})

describe('notifications', () => {
  const notice = (level: 'info' | 'alarm', subject: 'mower' | 'cart') =>
    server.app.ctx.events.emit('notice', {
      level,
      subject,
      subjectId: null,
      kind: 'linkLost',
      values: { title: 'Rook' },
    })
  const listed = async (role: 'ROLE_GREENKEEPER' | 'ROLE_BUGGY_BAR') =>
    (await server.call(role, calls.notifications.list)).result

  it('reach the roles that may see their subject, unread until read', async () => {
    notice('alarm', 'mower')
    notice('info', 'cart')
    await expect.poll(async () => (await listed('ROLE_GREENKEEPER')).total).toBe(2)
    expect(await listed('ROLE_BUGGY_BAR')).toMatchObject({ total: 1, unread: 1 })
    expect(may('ROLE_BUGGY_BAR', 'operations.read')).toBe(false)
    await server.call('ROLE_GREENKEEPER', calls.notifications.readAll)
    expect(await listed('ROLE_GREENKEEPER')).toMatchObject({ total: 2, unread: 0 })
    expect(await listed('ROLE_BUGGY_BAR')).toMatchObject({ unread: 1 })
  })
  it('are acknowledged by one named person', async () => {
    const alarm = (await listed('ROLE_GREENKEEPER')).items.find(({ level }) => level === 'alarm')
    const take = (role: 'ROLE_GREENKEEPER' | 'ROLE_MANAGER' | 'ROLE_BUGGY_BAR') =>
      server.call(role, calls.notifications.acknowledge, { params: { id: alarm?.id ?? '' } })
    expect((await take('ROLE_BUGGY_BAR')).status).toBe(404)
    expect((await take('ROLE_GREENKEEPER')).result.acknowledgedBy).toBe('Test Greenkeeper')
    expect((await take('ROLE_MANAGER')).error).toMatchObject({
      code: 'acknowledgedAlready',
      params: { who: 'Test Greenkeeper' },
    })
  })
})
