/** Calendars as programs that subscribe read them; the parser here is not the library that writes them. */
import { type BodyOf, calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { addDays, dayOf, momentOf } from '@greensward/domain'
import { desc, eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audit, calendarFeeds, missions, servicePlans, shifts, users } from '../../platform/db/schema/index.ts'
import { type Lawns, seedLawns } from '../../testing/lawn.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { writeCalendar } from './writeCalendar.ts'

const as = 'ROLE_GREENKEEPER'
const zone = 'Europe/Dublin'

let server: TestServer
let lawns: Lawns
beforeAll(async () => {
  server = await startTestServer({ config: { publicUrl: 'https://course.example.org/' } })
  const body = { timeZone: zone, courseName: 'Links; old, new' }
  await server.call('ROLE_ADMIN', calls.settings.update, { body }).then(found => found.result)
  lawns = await seedLawns(server)
})
afterAll(() => server?.close())

const create = async (
  changes: Partial<BodyOf<typeof lateCalls.calendarFeeds.create>> = {},
  role: Parameters<TestServer['call']>[0] = as,
) =>
  (
    await server.call(role, lateCalls.calendarFeeds.create, {
      body: { name: 'Mine', mowerId: null, language: 'en', ...changes },
    })
  ).result
const fetchFeed = (secret: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api/calendar/${secret}.ics`, { headers })
const eventsOf = (text: string): ICAL.Event[] =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map(each => new ICAL.Event(each))
const read = async (secret: string): Promise<ICAL.Event[]> => eventsOf(await (await fetchFeed(secret)).text())
const titled = (events: readonly ICAL.Event[], title: string): ICAL.Event => {
  const found = events.find(({ summary }) => summary === title)
  if (found === undefined) throw new Error(`No ${title} among ${events.map(({ summary }) => summary).join('; ')}`)
  return found
}

describe('a calendar feed', () => {
  test('has missions, shifts, service and own jobs, each at its time', async () => {
    const { db } = server.app.ctx
    const tomorrow = addDays(dayOf(server.clock.now(), zone), 1)
    const startsAt = momentOf(tomorrow, 6, 0, zone).toISOString()
    const request = lawns.request({ title: 'Greens, front; nine', startsAt, slotS: 3_600 })
    const mission = (await server.call(as, calls.missions.create, { body: request })).result
    await db.insert(shifts).values({
      day: tomorrow,
      name: 'Early',
      fromAt: momentOf(tomorrow, 5, 0, zone),
      untilAt: momentOf(tomorrow, 9, 0, zone),
      createdBy: 'Test',
      createdAt: server.clock.now(),
      updatedAt: server.clock.now(),
    })
    const plan = { everyDays: 30, checklist: ['Change the oil', 'Grind the reels; check them'] }
    await db.insert(servicePlans).values({ vehicleId: mission.mowerId, startedAt: server.clock.now(), ...plan })
    const kind = (await server.call('ROLE_ADMIN', calls.jobKinds.create, { body: { name: 'Cups', minutes: 5 } })).result
    await server
      .call('ROLE_ADMIN', calls.jobs.plan, {
        body: {
          day: tomorrow,
          kindId: kind.id,
          places: [{ name: 'Putting green' }],
          personIds: [server.userIds[as]],
          minutes: null,
          note: '',
        },
      })
      .then(found => found.result)
    const { secret } = await create()
    const events = await read(secret)
    const [mower] = (await server.call(as, calls.mowers.list)).result.items.filter(({ id }) => id === mission.mowerId)
    const mows = titled(events, `Greens, front; nine · ${mower?.name}`)
    expect(mows.startDate.toJSDate().toISOString()).toBe(startsAt)
    expect(mows.endDate.toJSDate().toISOString()).toBe(momentOf(tomorrow, 7, 0, zone).toISOString())
    expect(mows.component.getFirstPropertyValue('url')).toBe(`https://course.example.org/missions/${mission.id}`)
    expect(titled(events, 'Shift: Early').endDate.toJSDate()).toEqual(momentOf(tomorrow, 9, 0, zone))
    const service = titled(events, `Service: ${mower?.name}`)
    expect([service.startDate.isDate, service.startDate.toString()]).toEqual([
      true,
      dayOf(new Date(server.clock.now().getTime() + 30 * 86_400_000), zone),
    ])
    expect(service.description.split('\n').slice(1)).toEqual(['- Change the oil', '- Grind the reels; check them'])
    expect(titled(events, 'Cups · Putting green').startDate.toString()).toBe(tomorrow)

    const german = await read((await create({ language: 'de', mowerId: mission.mowerId })).secret)
    expect(german.map(({ summary }) => summary).sort()).toEqual(['Greens, front; nine', `Wartung: ${mower?.name}`])
    const others = lawns.request({}).mowerId
    expect(others).toBe(mission.mowerId)

    await server.call(as, calls.missions.bulk, { body: { action: 'cancel', ids: [mission.id] } })
    const cancelled = titled(await read(secret), `Greens, front; nine · ${mower?.name}`)
    expect(cancelled.component.getFirstPropertyValue('status')).toBe('CANCELLED')
    await db.delete(missions).where(eq(missions.id, mission.id))
  })

  test('is sent whole once and then only when something changed', async () => {
    const { secret } = await create()
    const first = await fetchFeed(secret)
    expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    const etag = first.headers.get('etag') ?? ''
    server.clock.advance(5 * 60_000)
    expect((await fetchFeed(secret, { 'if-none-match': `"other", W/${etag}` })).status).toBe(304)
    await server.signInAgain()
    const tomorrow = addDays(dayOf(server.clock.now(), zone), 1)
    const body = lawns.request({ startsAt: momentOf(tomorrow, 12, 0, zone).toISOString() })
    await server.call(as, calls.missions.create, { body }).then(found => found.result)
    const later = await fetchFeed(secret, { 'if-none-match': etag })
    expect(later.status).toBe(200)
    expect(later.headers.get('etag')).not.toBe(etag)
  })

  test('is shown once, stored as a hash, and closed by its owner alone', async () => {
    const { id, secret, beginning } = await create({ name: 'Phone' })
    expect(secret.startsWith(beginning)).toBe(true)
    const stored = JSON.stringify(await server.app.ctx.db.select().from(calendarFeeds))
    expect(stored).not.toContain(secret.slice(12))
    const listed = (await server.call(as, lateCalls.calendarFeeds.list)).result.items
    expect(listed.find(each => each.id === id)).toMatchObject({ name: 'Phone', lastUsedAt: null })
    expect(JSON.stringify(listed)).not.toContain(secret.slice(12))
    expect((await fetchFeed(secret)).status).toBe(200)
    expect((await server.call('ROLE_MANAGER', lateCalls.calendarFeeds.remove, { params: { id } })).status).toBe(404)
    await server.call(as, lateCalls.calendarFeeds.remove, { params: { id } }).then(found => found.result)
    expect((await fetchFeed(secret)).status).toBe(404)
    expect((await fetchFeed('gsc_guess')).status).toBe(404)
    const [line] = await server.app.ctx.db.select().from(audit).orderBy(desc(audit.id)).limit(1)
    expect(line).toMatchObject({ action: 'calendarFeed.delete', details: { name: 'Phone', beginning } })
  })

  test('shows no more than its owner may read today', async () => {
    const mowerId = lawns.request({}).mowerId
    const body = { name: 'Bar', mowerId, language: 'en' } as const
    expect((await server.call('ROLE_BUGGY_BAR', lateCalls.calendarFeeds.create, { body })).status).toBe(403)
    const own = await read((await create({}, 'ROLE_BUGGY_BAR')).secret)
    expect(own.filter(({ uid }) => !uid.startsWith('job-'))).toEqual([])
    const { secret } = await create({ mowerId }, 'ROLE_TEST_USER')
    expect((await fetchFeed(secret)).status).toBe(200)
    const { db } = server.app.ctx
    const person = eq(users.id, server.userIds.ROLE_TEST_USER)
    await db.update(users).set({ role: 'ROLE_BUGGY_BAR' }).where(person)
    expect((await fetchFeed(secret)).status).toBe(404)
    await db.update(users).set({ role: 'ROLE_TEST_USER' }).where(person)
  })
})

describe('the text of a calendar', () => {
  const entry = { uid: 'a', title: 'A', text: '', isCancelled: false, updatedAt: new Date(0), url: undefined }
  const write = (entries: Parameters<typeof writeCalendar>[1], name = 'Links') =>
    writeCalendar({ name, language: 'en' }, entries)

  test.each([
    ['in spring', '2026-03-29', 1, '2026-03-29T01:30:00.000Z'],
    ['in autumn, after the hour that comes twice', '2026-10-25', 3, '2026-10-25T03:30:00.000Z'],
  ])('keeps a clock of the day on which it changes %s', (_, day, hour, expected) => {
    const from = momentOf(day, hour + (hour === 1 ? 1 : 0), 30, zone)
    const [event] = eventsOf(write([{ ...entry, at: { from, to: new Date(from.getTime() + 3_600_000) } }]))
    expect(event?.startDate.toJSDate().toISOString()).toBe(expected)
    expect(event?.duration.toSeconds()).toBe(3_600)
    expect(event?.startDate.zone.tzid).toBe('UTC')
  })

  test('is whole for a day of 23 or 25 hours', () => {
    for (const day of ['2026-03-29', '2026-10-25']) {
      const [event] = eventsOf(write([{ ...entry, at: { day } }]))
      expect([event?.startDate.toString(), event?.endDate.toString()]).toEqual([day, addDays(day, 1)])
    }
  })

  test('keeps what people type, in lines that are not too long', () => {
    const title = `Grün, 7; "x" \\ ${'ä'.repeat(90)}`
    const text = write([{ ...entry, title, text: 'one\ntwo', at: { day: '2026-05-01' } }], 'Links; old, new')
    const calendar = new ICAL.Component(ICAL.parse(text))
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
    for (const name of ['NAME', 'X-WR-CALNAME']) expect(text).toContain(`\r\n${name}:Links\\; old\\, new\r\n`)
    const [event] = eventsOf(text)
    expect([event?.summary, event?.description]).toEqual([title, 'one\ntwo'])
    const lines = text.split('\r\n')
    expect(Math.max(...lines.map(each => Buffer.byteLength(each)))).toBeLessThanOrEqual(75)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })
})
