/** Missions without room are moved together: to their own hour of a day, or the next one that is free. */
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { addDays, dayOf, type Mission, momentOf } from '@greensward/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Lawns, type NewMission, seedLawns } from '../../testing/lawn.ts'
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
  nextDay = addDays(dayOf(server.clock.now(), zone), 3)
})
afterAll(() => server?.close())

const day = (): string => {
  nextDay = addDays(nextDay, 3)
  return nextDay
}
const at = (on: string, hour: number, minute = 0): string => momentOf(on, hour, minute, zone).toISOString()
const create = async (changes: Partial<NewMission>): Promise<Mission> =>
  (await server.call(as, calls.missions.create, { body: lawns.request({ slotS: 1_800, ...changes }) })).result
const get = async (id: string): Promise<Mission> =>
  (await server.call(as, calls.missions.get, { params: { id } })).result
const putOff = (
  ids: readonly string[],
  to: string,
  earliest: string | null = null,
  role: typeof as | 'ROLE_BUGGY_ADMIN' = as,
) => server.call(role, lateCalls.missionTimes.putOff, { body: { ids: [...ids], day: to, earliest } })

test('each keeps its own hour and its plan on the next day', async () => {
  const on = day()
  const next = addDays(on, 1)
  const [six, seven] = [await create({ startsAt: at(on, 6) }), await create({ startsAt: at(on, 7) })]
  const { result } = await putOff([seven.id, six.id], next)
  expect(result).toMatchObject({
    moved: [
      { id: seven.id, startsAt: at(next, 7) },
      { id: six.id, startsAt: at(next, 6) },
    ],
    stayed: [],
  })
  expect(await get(six.id)).toMatchObject({ status: 'planned', startsAt: at(next, 6), stats: six.stats })
  const { items } = (await server.call(as, calls.missions.logs, { params: { id: six.id } })).result
  expect(items.at(-1)?.why).toBe(`Moved from ${on} 06:00 to ${next} 06:00; its plan stays`)
})

test('later on the same day they follow one another, past what the mower does then', async () => {
  const on = day()
  const other = await create({ startsAt: at(on, 15, 40), slotS: 1_200 })
  const left = [await create({ startsAt: at(on, 6) }), await create({ startsAt: at(on, 7) })]
  const { result } = await putOff(
    left.map(({ id }) => id),
    on,
    at(on, 15),
  )
  expect(result.moved.map(({ startsAt }) => startsAt)).toEqual([at(on, 15), at(on, 16)])
  expect((await get(other.id)).startsAt).toBe(at(on, 15, 40))
})

test('golfers keep a mission off its own hour: it waits for the last group, and one without a free time stays', async () => {
  const on = day()
  const mission = await create({ startsAt: at(addDays(on, -1), 9) })
  const sheet = (await server.call(as, calls.teeSheets.get, { params: { day: on } })).result
  const teeTimes = [8, 8.25, 8.5, 8.75, 9].map(hour => ({
    at: at(on, Math.floor(hour), (hour % 1) * 60),
    hole: 1,
    players: 4,
  }))
  const put = await server.call(as, calls.teeSheets.put, {
    params: { day: on },
    body: { teeTimes, updatedAt: sheet.updatedAt },
  })
  expect(put.status).toBe(200)
  const { result } = await putOff([mission.id], on)
  // The last group tees off at nine, takes 12 min, and may be ten minutes late.
  expect(result.moved).toMatchObject([{ startsAt: at(on, 9, 22) }])
  const late = await putOff([mission.id], on, at(addDays(on, 1), 0))
  expect(late.result).toMatchObject({
    moved: [],
    stayed: [{ id: mission.id, why: { code: 'noRoomOnDay', params: { day: on, minutes: expect.any(Number) } } }],
  })
  expect((await get(mission.id)).startsAt).toBe(at(on, 9, 22))
})

test('what is not planned any more stays as it is, with the reason', async () => {
  const on = day()
  const mission = await create({ startsAt: at(on, 6) })
  expect((await server.call(as, calls.missions.cancel, { params: { id: mission.id } })).status).toBe(200)
  const unknown = crypto.randomUUID()
  expect((await putOff([mission.id, unknown], on)).result).toMatchObject({
    moved: [],
    stayed: [
      { id: mission.id, why: { code: 'notPlannedNow' } },
      { id: unknown, title: '', why: { code: 'notPlannedNow' } },
    ],
  })
})

test('a day that is over, an empty list and a person who plans nothing are refused', async () => {
  const mission = await create({ startsAt: at(day(), 6) })
  const past = await putOff([mission.id], addDays(dayOf(server.clock.now(), zone), -1))
  expect(past.status).toBe(422)
  expect(past.error.fields).toHaveProperty(['body.day'])
  expect((await putOff([], nextDay)).status).toBe(422)
  expect((await putOff([mission.id], nextDay, null, 'ROLE_BUGGY_ADMIN')).status).toBe(403)
})
