import { calls } from '@greensward/contract'
import { addDays, dayOf, type Mission, momentOf } from '@greensward/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roundHoles, rounds } from '../../platform/db/schema/index.ts'
import { type Lawns, seedLawns } from '../../testing/lawn.ts'
import { sendTeeSheet } from '../../testing/sendTeeSheet.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const as = 'ROLE_GREENKEEPER'
const zone = 'Europe/Dublin'

let server: TestServer
let lawns: Lawns
/** A day that no other test uses. */
let nextDay: string

beforeAll(async () => {
  server = await startTestServer()
  await server.call('ROLE_ADMIN', calls.settings.update, { body: { timeZone: zone } }).then(answer => answer.result)
  lawns = await seedLawns(server)
  nextDay = addDays(dayOf(server.clock.now(), zone), 1)
  // Early in the day, with all of it ahead.
  server.clock.advance(momentOf(nextDay, 5, 0, zone).getTime() - server.clock.now().getTime())
  await server.signInAgain()
})
afterAll(() => server?.close())

const newDay = (): string => {
  nextDay = addDays(nextDay, 20)
  return nextDay
}
const at = (day: string, hour: number, minute = 0): string => momentOf(day, hour, minute, zone).toISOString()
const sheetOf = async (day: string) => (await server.call(as, calls.teeSheets.get, { params: { day } })).result
const put = (day: string, times: readonly string[], updatedAt: string | null, hole = 1) =>
  server.call(as, calls.teeSheets.put, {
    params: { day },
    body: { teeTimes: times.map(time => ({ at: time, hole, players: 4 })), updatedAt },
  })
const remove = (day: string, updatedAt: string) =>
  server.call(as, calls.teeSheets.remove, { params: { day }, query: { updatedAt } })
const playOf = async (day: string) =>
  (await server.call(as, calls.missions.play, { query: { day } })).result.items.map(({ teeTime, from }) => [
    teeTime,
    from,
  ])

test('a day without a tee sheet has the tee times of the patterns, and again after its own are removed', async () => {
  const day = newDay()
  const pattern = {
    firstAt: '07:30',
    everyMinutes: 10,
    until: '07:40',
    holes: [1],
    weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const,
  }
  const patterns = [{ ...pattern, weekdays: [...pattern.weekdays] }]
  const beyond = await server.call(as, calls.teeSheets.update, {
    body: { patterns: [{ ...pattern, holes: [40], weekdays: ['mon'] }], updatedAt: null },
  })
  expect(beyond.error.fields).toMatchObject({ 'body.patterns.0.holes': { code: 'noSuchHole' } })
  const first = (await server.call(as, calls.teeSheets.update, { body: { patterns, updatedAt: null } })).result
  expect(first).toMatchObject({ marginMinutes: 20, patterns: [{ firstAt: '07:30' }] })
  // Somebody else read the settings before.
  const late = await server.call(as, calls.teeSheets.update, { body: { patterns: [], updatedAt: null } })
  expect(late.error.kind).toBe('conflict')
  expect(await sheetOf(day)).toMatchObject({ source: 'pattern', updatedAt: null })
  expect((await sheetOf(day)).teeTimes.map(one => one.at)).toEqual([at(day, 7, 30), at(day, 7, 40)])

  const { updatedAt, ...sheet } = (await put(day, [], null)).result
  expect(sheet).toMatchObject({ source: 'hand', teeTimes: [] })
  expect(await playOf(day)).toEqual([])
  expect((await remove(day, at(day, 1))).error.kind).toBe('conflict')
  expect((await remove(day, updatedAt ?? '')).status).toBe(200)
  expect(await playOf(day)).toEqual([
    [at(day, 7, 30), at(day, 7, 30)],
    [at(day, 7, 40), at(day, 7, 40)],
  ])
  expect((await remove(day, updatedAt ?? '')).status).toBe(404)
  const { updatedAt: version } = first
  const after = await server.call(as, calls.teeSheets.update, {
    body: { patterns: [], marginMinutes: 30, updatedAt: version },
  })
  expect(after.result).toMatchObject({ patterns: [], marginMinutes: 30 })
})

test('a change needs the newest sheet, its own day and a hole of the course', async () => {
  const day = newDay()
  const first = (await put(day, [at(day, 8)], null)).result
  expect((await put(day, [at(day, 9)], null)).error.kind).toBe('conflict')
  expect((await put(day, [at(day, 9)], first.updatedAt)).result.teeTimes).toMatchObject([{ at: at(day, 9) }])
  const wrong = await put(day, [at(addDays(day, 1), 9)], null, 70)
  expect(wrong.status).toBe(422)
  expect(wrong.error.fields).toMatchObject({
    'body.teeTimes.0.at': { code: 'otherDay' },
    'body.teeTimes.0.hole': { code: 'noSuchHole' },
  })
  expect((await server.call(as, calls.teeSheets.get, { params: { day: 'today' } })).status).toBe(422)
})

test('an import is shown first and stored for each of its days only when it is applied', async () => {
  const [day, other] = [newDay(), newDay()]
  await put(day, [at(day, 8), at(day, 9)], null)
  const text = `Time,Date,Hole\n07:30,${day},1\n07:40,${other},\n25:00,,\n`
  const preview = (await sendTeeSheet(server, calls.teeSheets.preview, { day, text })).result
  expect(preview.days.map(({ day: on, before, source, count }) => [on, before, source, count])).toEqual([
    [day, 2, 'hand', 1],
    [other, 0, 'pattern', 1],
  ])
  expect(preview).toMatchObject({ format: 'csv', faults: [{ line: 4, code: 'teeSheetTime' }], faultCount: 1 })
  expect((await sheetOf(day)).teeTimes).toHaveLength(2)
  const versions = JSON.stringify(preview.days.map(({ day: on, updatedAt }) => ({ day: on, updatedAt })))
  expect((await sendTeeSheet(server, calls.teeSheets.import, { day, text, versions })).status).toBe(200)
  expect(await sheetOf(day)).toMatchObject({ source: 'import', teeTimes: [{ at: at(day, 7, 30) }] })
  expect(await sheetOf(other)).toMatchObject({ source: 'import', teeTimes: [{ at: at(other, 7, 40) }] })
})

test('an import of a day that somebody changed since its preview stores nothing', async () => {
  const [day, other] = [newDay(), newDay()]
  const text = `Time,Date\n07:30,${day}\n07:40,${other}\n`
  const preview = (await sendTeeSheet(server, calls.teeSheets.preview, { day, text })).result
  const versions = JSON.stringify(preview.days.map(({ day: on, updatedAt }) => ({ day: on, updatedAt })))
  await put(other, [at(other, 12)], null)
  const refused = await sendTeeSheet(server, calls.teeSheets.import, { day, text, versions })
  expect(refused.error.kind).toBe('conflict')
  expect(await sheetOf(day)).toMatchObject({ source: 'pattern' })
  expect(await sheetOf(other)).toMatchObject({ source: 'hand', teeTimes: [{ at: at(other, 12) }] })
})

test.each([
  ['no tee times', { text: 'Name\nMoore\n' }, 'body.file', 'noTeeTimes'],
  ['no day', { text: 'Time\n07:30\n', day: 'soon' }, 'body.day', 'day'],
  ['versions that are not JSON', { text: 'Time\n07:30\n', versions: '{' }, 'body.versions', 'notJson'],
  ['versions of another shape', { text: 'Time\n07:30\n', versions: '[1]' }, 'body.versions', 'notAcceptable'],
])('an import with %s is refused with its reason', async (_, fields, field, code) => {
  const answer = await sendTeeSheet(server, calls.teeSheets.import, { day: newDay(), ...fields })
  expect(answer.error.fields).toMatchObject({ [field]: { code } })
})

test('an import of more than 5 MB is refused', async () => {
  const text = `Time\n${'07:30\n'.repeat(900_000)}`
  const answer = await sendTeeSheet(server, calls.teeSheets.preview, { day: newDay(), text })
  expect(answer.error).toMatchObject({ code: 'fileTooLarge', params: { count: 5 } })
})

test('a mission at the time of a group gets that group and a slot without one', async () => {
  const day = newDay()
  await put(day, [at(day, 7, 30)], null)
  const slots = await server.call(as, calls.missions.slots, {
    body: {
      missionId: null,
      mowerId: lawns.mowers[0].id,
      target: { kind: 'zone', featureId: lawns.zones[0].id },
      startsAt: at(day, 7, 15),
      durationS: 1_800,
    },
  })
  const [group] = slots.result.play
  expect(group).toMatchObject({ cartName: '', teeTime: at(day, 7, 30), from: at(day, 7, 30) })
  expect(slots.result.free[0]?.startsAt).toBe(group?.to)
})

test('the margin of a mission is the time from its end to the first group on its hole, for every day of a period', async () => {
  const day = newDay()
  const next = addDays(day, 1)
  await put(day, [at(day, 7, 30), at(day, 7, 40)], null)
  await put(next, [at(next, 9)], null)
  const target = { kind: 'zone', featureId: lawns.zones[0].id } as const
  const planned = [at(day, 4), at(day, 7, 35), at(next, 4), at(next, 20)]
  const missions: Mission[] = []
  for (const startsAt of planned) {
    const body = lawns.request({ target, startsAt, mowerId: lawns.mowers[0].id })
    missions.push((await server.call(as, calls.missions.create, { body })).result)
  }
  const { days, missions: found } = (
    await server.call(as, calls.missions.margins, { query: { from: addDays(day, -1), to: next } })
  ).result
  expect(days).toEqual([
    { day: addDays(day, -1), groups: 0, firstAt: null, lastAt: null },
    { day, groups: 2, firstAt: at(day, 7, 30), lastAt: at(day, 7, 40) },
    { day: next, groups: 1, firstAt: at(next, 9), lastAt: at(next, 9) },
  ])
  const of = (index: number) => found.find(({ missionId }) => missionId === missions[index]?.id)
  const doneAt = (index: number) => Date.parse(planned[index] ?? '') + (missions[index]?.stats.durationS ?? 0) * 1_000
  expect(of(0)).toMatchObject({
    play: null,
    margin: {
      groupAt: at(day, 7, 30),
      isFirst: true,
      minutes: Math.floor((Date.parse(at(day, 7, 30)) - doneAt(0)) / 60_000),
      wantedMinutes: 30,
    },
  })
  expect(of(1)).toMatchObject({ play: { teeTime: at(day, 7, 30), isFirst: true } })
  expect(of(1)?.margin?.minutes).toBeLessThan(0)
  expect(of(2)).toMatchObject({ play: null, margin: { groupAt: at(next, 9), isFirst: true } })
  // After the last group nobody comes within twelve hours.
  expect(of(3)).toBeUndefined()
  const long = await server.call(as, calls.missions.margins, { query: { from: day, to: addDays(day, 62) } })
  expect(long.error.fields).toMatchObject({ 'query.to': { code: 'daysAfterFrom' } })
})

test('a group that is out with a cart is expected at the pace of its cart, and no longer by the tee sheet', async () => {
  const now = server.clock.now().getTime()
  const inMinutes = (minutes: number): string => new Date(now + minutes * 60_000).toISOString()
  await put(dayOf(new Date(now), zone), [inMinutes(5), inMinutes(40)], null)
  const target = { kind: 'zone', featureId: lawns.zones[0].id } as const
  const next = async () =>
    (
      await server.call(as, calls.missions.slots, {
        body: { missionId: null, mowerId: lawns.mowers[1].id, target, startsAt: inMinutes(15), durationS: 60 },
      })
    ).result
  // Its hole takes twelve minutes, so by the tee sheet the first group is there from 5 to 17 minutes from now.
  expect(await next()).toMatchObject({ play: [{ teeTime: inMinutes(5), isFirst: true }], margin: { minutes: -11 } })
  const id = crypto.randomUUID()
  const begun = new Date(now - 2 * 60_000)
  await server.app.ctx.db.insert(rounds).values({ id, cartName: 'Cart 3', startedAt: begun })
  await server.app.ctx.db.insert(roundHoles).values({
    ...{ roundId: id, number: 0, holeId: lawns.hole.id, holeName: '13', begunAt: begun, minutes: null },
    ...{ stayedMinutes: 0, passMinutes: 12, reachedGreen: false },
  })
  // It started seven minutes early and has left by then: the group behind it is the next.
  expect(await next()).toMatchObject({
    play: [],
    margin: { groupAt: inMinutes(40), isFirst: false, minutes: 24 },
  })
  await server.app.ctx.db.delete(rounds)
})

test('staff without the right to plan read a tee sheet and cannot change it', async () => {
  const day = newDay()
  const read = await server.call('ROLE_BUGGY_ADMIN', calls.teeSheets.get, { params: { day } })
  expect(read.status).toBe(200)
  const body = { teeTimes: [], updatedAt: null }
  expect((await server.call('ROLE_BUGGY_ADMIN', calls.teeSheets.put, { params: { day }, body })).status).toBe(403)
})
