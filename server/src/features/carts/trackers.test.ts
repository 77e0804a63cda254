import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { type CourseFeature, decodeOwntracks } from '@greensward/domain'
import { fixture } from '@greensward/testing/fixtures'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notifications, positions, telemetryChunks } from '../../platform/db/schema/index.ts'
import { at as groundAt } from '../../testing/ground.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { trackersOf } from '../../testing/trackers.ts'

const RECORDED = fileURLToPath(new URL('../../../../../shared/data/trackers/', import.meta.url))
const isAbsent = !existsSync(RECORDED)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const { newCart, liveCart, osmand, owntracks, seconds } = trackersOf(() => server)

interface Case {
  readonly title?: string
  readonly protocol: 'osmand' | 'owntracks'
  readonly request: { method: string; path: string; headers?: Record<string, string>; body?: string }
  readonly expect: {
    readonly accepted: boolean
    readonly httpStatus: number
    readonly valid?: boolean
    readonly time?: string
    readonly latitude?: number
    readonly longitude?: number
    readonly speed_mps?: number
    readonly course?: number
  }
}
const casesOf = (file: string): readonly Case[] => JSON.parse(readFileSync(file, 'utf8')).cases

const expectAnswered = async (one: Case): Promise<void> => {
  const cart = await newCart()
  const { method, path, headers, body } = one.request
  const response = await fetch(
    `${server.url}/api/track/${one.protocol}${path.slice(1)}${path.includes('?') ? '&' : '?'}key=${cart.key}`,
    { method, ...(headers === undefined ? {} : { headers }), ...(body === undefined ? {} : { body }) },
  )
  // Here the key says who sends it, so that OwnTracks needs no name; other receivers refuse it.
  const isNameless = one.protocol === 'owntracks' && body !== undefined && !/"(tid|topic)"/.test(body)
  expect(response.status).toBe(isNameless ? 200 : one.expect.httpStatus)
  if (isNameless) return
  const text = await response.text()
  expect(text).toBe(one.protocol === 'owntracks' && response.ok ? '[]' : '')
  const shown = (await liveCart(cart.id))?.telemetry
  const { latitude, longitude, speed_mps: speed, course } = one.expect
  if (!one.expect.accepted || one.expect.valid === false || latitude === undefined || longitude === undefined) {
    expect(shown).toMatchObject({ position: null, link: 'never', ageMs: null })
    return
  }
  expect(shown?.position?.[0]).toBeCloseTo(longitude, 6)
  expect(shown?.position?.[1]).toBeCloseTo(latitude, 6)
  const isUnknown = /"(?:speed|vel)": ?-1/.test(one.request.body ?? '')
  if (speed !== undefined && !isUnknown) expect(shown?.speedMps).toBeCloseTo(speed, 3)
  if (course !== undefined && course !== 0) expect(shown?.headingDeg).toBeCloseTo(course, 6)
  if (one.expect.time?.startsWith('20') === true)
    expect(shown?.ageMs).toBeCloseTo(server.clock.now().getTime() - Date.parse(one.expect.time), -1)
}

const expectPhoneAnswered = async (file: string): Promise<void> => {
  const cart = await newCart()
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const latitudes: string[] = []
  for (const line of lines) {
    const message: unknown = JSON.parse(line.slice(line.indexOf('{')))
    const decoded = decodeOwntracks(message)
    const response = await owntracks(cart.key, message)
    const isAnswered = decoded.ok || decoded.error.reason === 'notAPosition'
    expect(response.status).toBe(isAnswered ? 200 : 400)
    if (isAnswered) expect(await response.json()).toEqual([])
    if (decoded.ok && decoded.value.position !== null) latitudes.push(decoded.value.position[1].toFixed(6))
  }
  const shown = (await liveCart(cart.id))?.telemetry
  expect(shown?.link).toBe('lost')
  expect(latitudes).toContain(shown?.position?.[1].toFixed(6))
}

/** Sends the drive twice. */
const expectDriveStoredOnce = async (file: string): Promise<void> => {
  const cart = await newCart()
  const gpx = readFileSync(file, 'utf8')
  const points = [...gpx.matchAll(/lat="([\d.]+)" lon="(-?[\d.]+)"[^>]*>[\s\S]*?<time>([^<]+)</g)]
  expect(points.length).toBeGreaterThan(50)
  for (let round = 0; round < 2; round += 1)
    for (const [, lat, lon, time] of points) {
      const response = await osmand(cart.key, `lat=${lat}&lon=${lon}&timestamp=${time}&accuracy=5`)
      expect(response.status).toBe(200)
    }
  const rows = () => server.app.ctx.db.select().from(positions).where(eq(positions.vehicleId, cart.id))
  await expect.poll(async () => (await rows()).length, { timeout: 8_000 }).toBeGreaterThan(points.length / 2)
  const times = (await rows()).map(({ at }) => at.getTime())
  expect(new Set(times).size).toBe(times.length)
  expect(times.length).toBeLessThanOrEqual(points.length)
}

describe('requests of our own making', () => {
  it.each(casesOf(fixture('trackers/requests.json')))('$title', expectAnswered)

  it('answers a phone with OwnTracks by an empty list, line by line, and shows it', () =>
    expectPhoneAnswered(fixture('trackers/phone.rec')))

  it(
    'stores a drive whole and once, however often it is sent',
    () => expectDriveStoredOnce(fixture('trackers/drive.gpx')),
    20_000,
  )
})

describe.skipIf(isAbsent)('recorded requests of trackers, skipped where the recordings are absent', () => {
  const cases = isAbsent ? [] : casesOf(`${RECORDED}cases.json`)
  it.each(cases.map((one, index) => [index + 1, one] as const))('answers and shows number %d', (_, one) =>
    expectAnswered(one),
  )

  it('answers a phone with OwnTracks by an empty list, line by line, and shows it', () =>
    expectPhoneAnswered(`${RECORDED}owntracks-demo-iphone.rec`))

  it(
    'stores a drive whole and once, however often it is sent',
    () => expectDriveStoredOnce(`${RECORDED}gpxpy-car-around-visnjan.gpx`),
    20_000,
  )
})

describe('the routes of the trackers', () => {
  it('takes Traccar Client by GET, by POST, as a form and as JSON, and OwnTracks', async () => {
    const cart = await newCart()
    const place = (n: number) => `lat=51.0000${n}&lon=0.00001&accuracy=3&timestamp=${seconds(n)}`
    expect((await osmand(cart.key, place(1))).status).toBe(200)
    expect((await osmand(cart.key, place(2), { method: 'POST' })).status).toBe(200)
    const form = await fetch(`${server.url}/api/track/osmand`, {
      method: 'POST',
      body: new URLSearchParams(`id=${cart.key}&${place(3)}`),
    })
    expect(form.status).toBe(200)
    const json = await fetch(`${server.url}/api/track/osmand`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        device_id: cart.key,
        location: {
          timestamp: new Date(seconds(4) * 1_000).toISOString(),
          coords: { latitude: 51.00004, longitude: 0.00001, accuracy: 3, speed: 2, heading: 90, altitude: 1 },
        },
      }),
    })
    expect(json.status).toBe(200)
    expect((await liveCart(cart.id))?.telemetry).toMatchObject({ speedMps: 2, headingDeg: 90 })
    const own = await owntracks(cart.key, {
      _type: 'location',
      tid: 'C1',
      lat: 51.00005,
      lon: 0.00001,
      tst: seconds(5),
    })
    expect(own.status).toBe(200)
    expect((await liveCart(cart.id))?.telemetry.position?.[1]).toBeCloseTo(51.00005, 6)
  })

  it('refuses a wrong key, an ended one and a name without the reason, and a new key ends the old one', async () => {
    const cart = await newCart()
    const place = `lat=51&lon=0&timestamp=${seconds()}`
    const newer = (await server.call('ROLE_ADMIN', lateCalls.cartAccess.newKey, { params: { id: cart.id } })).result.key
    for (const wrong of [cart.key, 'x'.repeat(24), '', 'x'.repeat(500), cart.id]) {
      const answer = await osmand(wrong, place)
      expect([answer.status, await answer.text()]).toEqual([400, ''])
    }
    expect((await owntracks(cart.key, { _type: 'location', tid: 'C1', lat: 51, lon: 0, tst: seconds() })).status).toBe(
      400,
    )
    const json = await fetch(`${server.url}/api/track/osmand`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ device_id: cart.key, location: {} }),
    })
    expect(json.status).toBe(404)
    expect((await osmand(newer, place)).status).toBe(200)
    await server.call('ROLE_ADMIN', lateCalls.cartAccess.removeKey, { params: { id: cart.id } })
    expect((await osmand(newer, place)).status).toBe(400)
    const access = await server.call('ROLE_MANAGER', lateCalls.cartAccess.get, { params: { id: cart.id } })
    expect(access.result).toEqual({ key: null, devices: [] })
  })

  it('slows down guessing, and accepts valid keys meanwhile', async () => {
    const cart = await newCart()
    const statuses = new Set<number>()
    for (let n = 0; n < 60; n += 1) statuses.add((await osmand(`guess${n}`, 'lat=1&lon=1')).status)
    expect([...statuses].sort()).toEqual([400, 429])
    expect((await osmand(cart.key, 'lat=51&lon=0')).status).toBe(200)
    server.clock.advance(120_000)
    expect((await osmand('guess', 'lat=1&lon=1')).status).toBe(400)
  })

  it('accepts a batch after a gap in any order, and drops repeated, jumping and future positions', async () => {
    const cart = await newCart()
    const send = (s: number, lat: number) => osmand(cart.key, `lat=${lat}&lon=0&accuracy=3&timestamp=${seconds(s)}`)
    await send(-40, 51.0001)
    await send(-20, 51.0003)
    await send(-30, 51.0002)
    await send(-20, 51.0003)
    await send(-10, 51.5)
    await send(600, 51.0004)
    const shown = (await liveCart(cart.id))?.telemetry
    expect(shown?.position?.[1]).toBeCloseTo(51.0003, 6)
    expect(shown?.ageMs).toBeGreaterThanOrEqual(20_000)
    expect(shown?.link).toBe('stale')
    const rows = () =>
      server.app.ctx.db.select({ lat: positions.lat }).from(positions).where(eq(positions.vehicleId, cart.id))
    await expect
      .poll(async () => (await rows()).map(({ lat }) => lat).sort(), { timeout: 8_000 })
      .toEqual([51.0001, 51.0002, 51.0003])
    const chunks = () => server.app.ctx.db.select().from(telemetryChunks).where(eq(telemetryChunks.vehicleId, cart.id))
    server.clock.advance(20_000)
    await expect.poll(async () => (await chunks()).length, { timeout: 8_000 }).toBeGreaterThan(0)
  }, 25_000)

  it('tells offline from standing, after a minute without a position', async () => {
    const cart = await newCart()
    await osmand(cart.key, `lat=51&lon=0&accuracy=3&speed=0&timestamp=${seconds()}`)
    expect((await liveCart(cart.id))?.cart?.standing).toBe('standing')
    server.clock.advance(61_000)
    await expect.poll(async () => (await liveCart(cart.id))?.cart?.standing, { timeout: 4_000 }).toBe('offline')
    expect((await liveCart(cart.id))?.telemetry.link).toBe('lost')
  })

  it('finds the hole, a stay and a closed place by the settings, and tells staff and the cart once', async () => {
    const hole = crypto.randomUUID()
    const pond = crypto.randomUUID()
    const box = [groundAt(200, 300), groundAt(260, 300), groundAt(260, 360), groundAt(200, 360), groundAt(200, 300)]
    const features: CourseFeature[] = [
      {
        type: 'Feature',
        id: hole,
        kind: 'hole',
        geometry: { type: 'LineString', coordinates: [groundAt(0, 0), groundAt(0, 300)] },
        properties: { name: '1', baseAngle: 0, par: 4, rating: 1, pass: 14, sort: 1, isActive: true, view: null },
      },
      {
        type: 'Feature',
        id: pond,
        kind: 'restriction',
        geometry: { type: 'Polygon', coordinates: [box] },
        properties: { title: 'New turf', appliesTo: 'carts' },
      },
    ]
    await server.call('ROLE_ADMIN', calls.map.change, {
      body: { baseRevision: 0, label: 'A hole', added: features, updated: [], removed: [] },
    })
    await expect.poll(async () => (await liveCart((await newCart()).id)) !== undefined).toBe(true)
    const cart = await newCart()
    const step = async (east: number, north: number): Promise<void> => {
      server.clock.advance(1_000)
      const [lon, lat] = groundAt(east, north)
      await osmand(cart.key, `lat=${lat}&lon=${lon}&accuracy=2&timestamp=${server.clock.now().getTime()}`)
    }
    for (let s = 0; s < 30; s += 1) await step(3, s * 5)
    expect((await liveCart(cart.id))?.cart).toMatchObject({ holeId: hole, standing: 'driving', noGo: [] })
    expect((await liveCart(cart.id))?.telemetry.headingDeg).toBeLessThan(5)
    for (let s = 0; s < 40; s += 1) await step(3 + s * 5.5, 150 + Math.min(180, s * 6))
    const inside = (await liveCart(cart.id))?.cart
    expect(inside?.noGo).toEqual([{ id: pond, title: 'New turf', kind: 'noGo', isBlocked: true }])
    for (let s = 0; s < 130; s += 1) await step(330, 330)
    expect((await liveCart(cart.id))?.cart).toMatchObject({ standing: 'staying', noGo: [] })
    const notified = async () =>
      (await server.app.ctx.db.select().from(notifications).where(eq(notifications.subjectId, cart.id)))
        .map(({ kind, values }) => `${kind} ${values.minutes ?? ''}`.trim())
        .sort()
    await expect.poll(notified).toEqual(['cartBlocked', 'cartStaying 2'])
    const messages = await server.call('ROLE_MANAGER', lateCalls.cartMessages.list, { query: { cartId: cart.id } })
    expect(messages.result.items.map(({ kind, text }) => [kind, text])).toEqual([['noGo', 'New turf']])
    // Players wait for minutes at every tee and green; a cart that waits as long as the whole hole may take is stuck.
    const stand = async (minutes: number): Promise<void> => {
      for (let s = 0; s < minutes * 60; s += 10) {
        server.clock.advance(9_000)
        await step(3, 200)
      }
    }
    for (let s = 0; s < 60; s += 1) await step(330 - Math.min(327, s * 6), 200)
    await stand(15)
    await server.signInAgain()
    expect((await liveCart(cart.id))?.cart).toMatchObject({ holeId: hole, standing: 'staying' })
    await expect.poll(notified).toEqual(['cartBlocked', 'cartStaying 14', 'cartStaying 2'])
  }, 30_000)
})
