import { calls } from '@greensward/contract'
import { addDays, dayOf, momentOf } from '@greensward/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Lawns, seedLawns } from '../../testing/lawn.ts'
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
    body: { patterns: [{ ...pattern, holes: [40], weekdays: ['mon'] }] },
  })
  expect(beyond.error.fields).toMatchObject({ 'body.patterns.0.holes': { code: 'noSuchHole' } })
  expect((await server.call(as, calls.teeSheets.update, { body: { patterns } })).status).toBe(200)
  expect(await sheetOf(day)).toMatchObject({ source: 'pattern', updatedAt: null })
  expect((await sheetOf(day)).teeTimes.map(one => one.at)).toEqual([at(day, 7, 30), at(day, 7, 40)])

  expect((await put(day, [], null)).result).toMatchObject({ source: 'hand', teeTimes: [] })
  expect(await playOf(day)).toEqual([])
  expect((await server.call(as, calls.teeSheets.remove, { params: { day } })).status).toBe(200)
  expect(await playOf(day)).toEqual([
    [at(day, 7, 30), at(day, 7, 30)],
    [at(day, 7, 40), at(day, 7, 40)],
  ])
  expect((await server.call(as, calls.teeSheets.remove, { params: { day } })).status).toBe(404)
  await server.call(as, calls.teeSheets.update, { body: { patterns: [] } })
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
  const body = { day, text: `Time,Date,Hole\n07:30,${day},1\n07:40,${other},\n25:00,,\n` }
  const preview = (await server.call(as, calls.teeSheets.preview, { body })).result
  expect(preview.days.map(({ day: on, before, teeTimes }) => [on, before, teeTimes.length])).toEqual([
    [day, 2, 1],
    [other, 0, 1],
  ])
  expect(preview.faults).toMatchObject([{ line: 4, code: 'teeSheetTime' }])
  expect((await sheetOf(day)).teeTimes).toHaveLength(2)
  expect((await server.call(as, calls.teeSheets.import, { body })).status).toBe(200)
  expect(await sheetOf(day)).toMatchObject({ source: 'import', teeTimes: [{ at: at(day, 7, 30) }] })
  expect(await sheetOf(other)).toMatchObject({ source: 'import', teeTimes: [{ at: at(other, 7, 40) }] })
  const none = await server.call(as, calls.teeSheets.import, { body: { day, text: 'Name\nMoore\n' } })
  expect(none.error.fields).toMatchObject({ 'body.text': { code: 'noTeeTimes' } })
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

test('staff without the right to plan read a tee sheet and cannot change it', async () => {
  const day = newDay()
  const read = await server.call('ROLE_BUGGY_ADMIN', calls.teeSheets.get, { params: { day } })
  expect(read.status).toBe(200)
  const body = { teeTimes: [], updatedAt: null }
  expect((await server.call('ROLE_BUGGY_ADMIN', calls.teeSheets.put, { params: { day }, body })).status).toBe(403)
})
