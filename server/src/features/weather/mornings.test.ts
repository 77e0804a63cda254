/** Dew and frost: proposed from the stored hours of the weather, kept at five o'clock, and compared with what came. */
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { addDays, clockOf, type Day, dayOf, momentOf } from '@greensward/domain'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mornings, weatherHours } from '../../platform/db/schema/index.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const as = 'ROLE_GREENKEEPER'
const zone = 'Europe/Dublin'
const HOUR_MS = 3_600_000

let server: TestServer
let today: Day

/** Half past four of the next day. */
const nextMorning = async (): Promise<void> => {
  const next = addDays(dayOf(server.clock.now(), zone), 1)
  server.clock.advance(momentOf(next, 4, 30, zone).getTime() - server.clock.now().getTime())
  today = next
  await server.signInAgain()
}
const clockTo = async (hour: number): Promise<void> => {
  server.clock.advance(momentOf(today, hour, 0, zone).getTime() - server.clock.now().getTime())
  await server.signInAgain()
}

beforeAll(async () => {
  server = await startTestServer()
  await server.call('ROLE_ADMIN', calls.settings.update, { body: { timeZone: zone } }).then(found => found.result)
})
afterAll(() => server?.close())
beforeEach(async () => {
  await server.app.ctx.db.delete(mornings)
  await server.app.ctx.db.delete(weatherHours)
  await nextMorning()
})

/** Dries between seven and eight. */
const DEWY = [9, 9, 9.5, 10, 12, 14, 16, 17, 18]
const DRY = DEWY.map(() => 18)
const FROSTY = [-2, -2, -1.5, -1, -0.5, 1, 5, 6, 7]

interface Hours {
  readonly isObserved?: boolean
  readonly dewPointC?: number
  readonly windMps?: number | null
  readonly updatedAt?: Date
}
const hours = async (temperatures: readonly number[], given: Hours = {}): Promise<void> => {
  const { isObserved = false, dewPointC = 8.8, windMps = 1, updatedAt = server.clock.now() } = given
  const from = momentOf(today, 4, 0, zone).getTime()
  const figures = { isObserved, dewPointC, windMps, source: 'test', samples: 1, updatedAt }
  await server.app.ctx.db
    .insert(weatherHours)
    .values(temperatures.map((temperatureC, n) => ({ ...figures, temperatureC, at: new Date(from + n * HOUR_MS) })))
}
const forget = () => server.app.ctx.db.delete(weatherHours)
const get = async (day: Day = today) =>
  (await server.call('ROLE_TEST_USER', lateCalls.mornings.get, { params: { day } })).result
const list = async () => (await server.call('ROLE_TEST_USER', lateCalls.mornings.list)).result.items
const see = (body: object, day: Day = today, role: 'ROLE_GREENKEEPER' | 'ROLE_TEST_USER' = as) =>
  server.call(role, lateCalls.mornings.see, { params: { day }, body: body as never })
const clock = (at: string | null | undefined): string | undefined =>
  at == null ? undefined : clockOf(new Date(at), zone)
const readWeather = (): void => server.app.ctx.events.emit('weatherChanged', {})

test('without weather nothing is proposed, and the figures that are missing are named', async () => {
  const missing = ['temperatureC', 'dewPointC', 'windMps']
  expect((await get()).now).toMatchObject({ missing, dewUntil: null, frostUntil: null, hours: [] })
  await hours(DEWY, { windMps: null })
  expect((await get()).now).toMatchObject({ missing: ['windMps'], dewUntil: null })
})

test('dew and frost are proposed for the hours of the course, from measured figures before forecast ones', async () => {
  await hours(DEWY)
  const { now, measured } = await get()
  expect([clock(now?.dewUntil), now?.frostUntil, now?.hours.length, measured]).toEqual(['08:00', null, 9, null])
  // It is colder than was forecast, and the wind is that of the forecast.
  await hours([-2, -2], { isObserved: true, dewPointC: -2.5, windMps: null })
  const colder = (await get()).now
  expect(colder?.hours[0]).toMatchObject({ isObserved: true, temperatureC: -2, dewPointC: -2.5, windMps: 1 })
  expect(clock(colder?.frostUntil)).toMatch(/^05:\d0$/)
  expect(clock(colder?.dewUntil)).toBe('08:00')
})

test('a forecast that was not renewed for half a day is not used', async () => {
  await hours(DEWY, { updatedAt: new Date(server.clock.now().getTime() - 13 * HOUR_MS) })
  expect((await get()).now).toMatchObject({ missing: ['temperatureC', 'dewPointC', 'windMps'], dewUntil: null })
})

test('what was proposed at five is kept beside what was measured and seen, and starts or holds nothing', async () => {
  await hours(FROSTY, { dewPointC: -2.5 })
  readWeather()
  await expect.poll(async () => (await get()).proposed?.grass.frostUntil).toBeTypeOf('string')
  const { proposed } = await get()
  await clockTo(6)
  await forget()
  await hours(DRY)
  readWeather()
  // The proposal for tomorrow is written by the same reading.
  await expect.poll(async () => (await get(addDays(today, 1))).proposed).not.toBeNull()
  expect(await get()).toMatchObject({ proposed, now: { frostUntil: null }, measured: null, seen: null })
  await hours(FROSTY, { isObserved: true, dewPointC: -2.5 })
  await clockTo(13)
  const gone = momentOf(today, 9, 10, zone).toISOString()
  const seen = (await see({ grass: 'frost', until: gone })).result
  expect(seen).toMatchObject({ seen: { grass: 'frost', until: gone } })
  const [first] = await list()
  expect(first).toMatchObject({ day: today, proposed, seen: seen.seen })
  expect(clock(first?.measured?.frostUntil)).toMatch(/^0[89]:\d0$/)
  expect((await server.call(as, calls.courseMode.get)).result.mode).toBe('normal')
  await see({ grass: 'dry', until: null })
  expect((await get()).seen?.grass).toBe('dry')
})

test('a morning is kept for two weeks', async () => {
  for (const daysAgo of [15, 14, 1])
    await server.app.ctx.db.insert(mornings).values({
      day: addDays(today, -daysAgo),
      seen: 'dew',
      seenBy: 'Ada Field',
      seenAt: server.clock.now(),
    })
  readWeather()
  await expect
    .poll(async () => (await server.app.ctx.db.select().from(mornings)).map(({ day }) => day).sort())
    .toEqual([-14, -1, 0, 1].map(days => addDays(today, days)))
  expect((await list()).map(({ day }) => day)).toEqual([today, addDays(today, -1), addDays(today, -14)])
})

test('what cannot have been seen is refused', async () => {
  const gone = momentOf(today, 4, 10, zone).toISOString()
  expect((await see({ grass: 'dew', until: null }, today, 'ROLE_TEST_USER')).status).toBe(403)
  expect((await see({ grass: 'snow', until: null })).status).toBe(422)
  expect((await see({ grass: 'dry', until: gone })).error.fields).toMatchObject({
    'body.until': { code: 'notAcceptable' },
  })
  const later = await see({ grass: 'dew', until: momentOf(today, 9, 0, zone).toISOString() })
  expect(later.error.fields).toMatchObject({ 'body.until': { code: 'notPast' } })
  const other = await see({ grass: 'dew', until: gone }, addDays(today, -1))
  expect(other.error.fields).toMatchObject({ 'body.until': { code: 'otherDay' } })
  expect((await see({ grass: 'dew', until: null }, addDays(today, 1))).status).toBe(422)
  expect((await see({ grass: 'dew', until: null }, addDays(today, -15))).status).toBe(404)
  expect((await see({ grass: 'dew', until: null }, '2026-02-30')).status).toBe(422)
})
