/** Alarms of trackers, and programs that send positions in a form of their own. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notifications } from '../../platform/db/schema/index.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { trackersOf } from '../../testing/trackers.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const { newCart, liveCart, osmand, owntracks, seconds } = trackersOf(() => server)

describe('the routes of the trackers', () => {
  it('notifies of an SOS once however often it is repeated, also without a position', async () => {
    const cart = await newCart()
    const place = `lat=51&lon=0&accuracy=3`
    await osmand(cart.key, `${place}&timestamp=${seconds(1)}&alarm=sos`)
    await osmand(cart.key, `${place}&timestamp=${seconds(2)}&alarm=sos,lowBattery`)
    await osmand(cart.key, `timestamp=${seconds(3)}&alarm=sos`)
    const notified = async () =>
      (await server.app.ctx.db.select().from(notifications).where(eq(notifications.subjectId, cart.id)))
        .map(({ level, kind, values }) => [level, kind, values.alarm].join(' '))
        .sort()
    await expect.poll(notified).toEqual(['alarm cartAlarm sos', 'warning cartAlarm lowBattery'])
    server.clock.advance(5 * 60_000 + 1)
    await server.signInAgain()
    await osmand(cart.key, `timestamp=${seconds()}&alarm=sos`)
    await expect.poll(async () => (await notified()).length).toBe(3)
  })

  it('notifies of ever new alarms of one tracker a few times only, and of an SOS all the same', async () => {
    const cart = await newCart()
    for (let i = 0; i < 12; i += 1) await osmand(cart.key, `alarm=word${i}`)
    await osmand(cart.key, 'alarm=sos')
    const alarms = async () =>
      (await server.app.ctx.db.select().from(notifications).where(eq(notifications.subjectId, cart.id))).map(
        ({ values }) => values.alarm,
      )
    await expect.poll(alarms).toContain('sos')
    expect((await alarms()).length).toBe(6)
  })

  it('counts each position of a batch, and takes a batch that was too many later', async () => {
    const cart = await newCart()
    const timestamp = seconds(-10) * 1_000
    const location = { properties: { timestamp }, geometry: { coordinates: [0, 51] } }
    const locations = Array.from({ length: 1_500 }, () => location)
    const send = async () =>
      (
        await fetch(`${server.url}/api/track/osmand?id=${cart.key}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ locations }),
        })
      ).status
    expect([await send(), await send(), await send(), await send()]).toEqual([200, 200, 429, 429])
    server.clock.advance(60_000)
    expect(await send()).toBe(200)
  })

  it('takes a batch of Overland and answers as it expects', async () => {
    const cart = await newCart()
    const location = (s: number, lat: number) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [0, lat] },
      properties: {
        timestamp: new Date(seconds(s) * 1_000).toISOString(),
        speed: 2,
        course: 90,
        horizontal_accuracy: 4,
        battery_level: 0.5,
      },
    })
    const send = (id: string) =>
      fetch(`${server.url}/api/track/osmand?id=${id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ locations: [location(-4, 51.00001), { type: 'Feature' }, location(-2, 51.00002)] }),
      })
    const answer = await send(cart.key)
    expect([answer.status, await answer.json()]).toEqual([200, { result: 'ok' }])
    expect((await send('nobody')).status).toBe(400)
    const shown = (await liveCart(cart.id))?.telemetry
    expect(shown?.position?.[1]).toBeCloseTo(51.00002, 6)
    expect(shown).toMatchObject({ speedMps: 2, headingDeg: 90 })
  })

  it('takes what a Traccar server forwards, in knots, with its alarms', async () => {
    const cart = await newCart()
    const forward = await fetch(`${server.url}/api/track/osmand?id=${cart.key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        device: { id: 3, uniqueId: '8652', name: 'Cart' },
        position: {
          deviceId: 3,
          fixTime: new Date(seconds() * 1_000).toISOString(),
          valid: true,
          latitude: 51.00003,
          longitude: 0,
          speed: 10,
          course: 90,
          accuracy: 0,
          attributes: { alarm: 'tow', batteryLevel: 80 },
        },
      }),
    })
    expect(forward.status).toBe(200)
    expect((await liveCart(cart.id))?.telemetry).toMatchObject({ speedMps: expect.closeTo(5.144, 2), headingDeg: 90 })
    const kinds = async () =>
      (await server.app.ctx.db.select().from(notifications).where(eq(notifications.subjectId, cart.id))).map(
        ({ kind }) => kind,
      )
    await expect.poll(kinds).toContain('cartAlarm')
  })

  it('takes OwnTracks without a name, a card with a large picture, and a body without a content type', async () => {
    const cart = await newCart()
    const place = { _type: 'location', lat: 51.00004, lon: 0, tst: seconds() }
    expect((await owntracks(cart.key, place)).status).toBe(200)
    expect((await liveCart(cart.id))?.telemetry.position?.[1]).toBeCloseTo(51.00004, 6)
    expect((await owntracks(cart.key, { _type: 'card', name: 'Greta', face: 'A'.repeat(300_000) })).status).toBe(200)
    const untyped = await fetch(`${server.url}/api/track/owntracks?key=${cart.key}`, {
      method: 'POST',
      body: new Uint8Array(Buffer.from(JSON.stringify({ ...place, lat: 51.00005, tst: seconds(1) }))),
    })
    expect(untyped.status).toBe(200)
    expect((await liveCart(cart.id))?.telemetry.position?.[1]).toBeCloseTo(51.00005, 6)
  })
})
