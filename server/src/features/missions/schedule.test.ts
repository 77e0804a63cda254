import { calls } from '@greensward/contract'
import { addDays, clockOf, dayOf, type Mission, momentOf, type ScheduleRefusal } from '@greensward/domain'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Lawns, type NewMission, seedLawns } from '../../testing/lawn.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const as = 'ROLE_GREENKEEPER'
const zone = 'Europe/Dublin'
const HOUR_MS = 3_600_000

let server: TestServer
let lawns: Lawns
/** A day that no other test uses. */
let nextDay: string

beforeAll(async () => {
  server = await startTestServer()
  await server.call('ROLE_ADMIN', calls.settings.update, { body: { timeZone: zone } }).then(answer => answer.result)
  lawns = await seedLawns(server)
  nextDay = addDays(dayOf(server.clock.now(), zone), 20)
})
afterAll(() => server?.close())

const day = (): string => {
  nextDay = addDays(nextDay, 20)
  return nextDay
}
const at = (on: string, hour: number, minute = 0): string => momentOf(on, hour, minute, zone).toISOString()
const create = async (changes: Partial<NewMission>) =>
  server.call(as, calls.missions.create, { body: lawns.request(changes) })
const get = async (id: string): Promise<Mission> =>
  (await server.call(as, calls.missions.get, { params: { id } })).result
const logOf = async (id: string): Promise<string[]> =>
  (await server.call(as, calls.missions.logs, { params: { id } })).result.items.map(({ who, why }) => `${who}: ${why}`)
const refusalOf = (error: { details?: unknown }): ScheduleRefusal => error.details as ScheduleRefusal
const list = async (query: Parameters<typeof server.call<typeof calls.missions.list>>[2] = {}): Promise<Mission[]> =>
  (await server.call(as, calls.missions.list, query)).result.items
const move = (mission: Mission, body: Record<string, unknown>) =>
  server.call(as, calls.missions.update, {
    params: { id: mission.id },
    body: { ...body, updatedAt: mission.updatedAt },
  })

describe('a slot', () => {
  test('is refused where the mower or the field is taken, and the next free one is proposed', async () => {
    const on = day()
    const first = (await create({ title: 'First', startsAt: at(on, 6), slotS: 3_600 })).result
    const sameMower = await create({
      startsAt: at(on, 6, 30),
      target: { kind: 'zone', featureId: lawns.zones[1].id },
    })
    expect(sameMower.status).toBe(409)
    expect(sameMower.error.kind).toBe('scheduleConflict')
    expect(refusalOf(sameMower.error).conflicts).toMatchObject([
      { kind: 'mower', title: 'First', missionId: first.id, from: at(on, 6), to: at(on, 7) },
    ])
    expect(refusalOf(sameMower.error).free[0]?.startsAt).toBe(at(on, 7))
    const sameGround = await create({ startsAt: at(on, 5, 59), mowerId: lawns.mowers[1].id, slotS: 600 })
    expect(refusalOf(sameGround.error).conflicts).toMatchObject([{ kind: 'zone', title: 'First' }])
    expect((await create({ startsAt: refusalOf(sameGround.error).free[0]?.startsAt ?? null })).status).toBe(200)
  })

  test('two requests at the same moment: only one gets it', async () => {
    const on = day()
    const answers = await Promise.all([1, 2, 3].map(() => create({ startsAt: at(on, 6) })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test('is refused while the hole is played, by its timetable', async () => {
    const map = (await server.call(as, calls.map.get)).result
    const hole = map.features.find(({ id }) => id === lawns.hole.id)
    if (hole?.kind !== 'hole') throw new Error('The hole is gone')
    const played = {
      ...hole,
      properties: { ...hole.properties, closedTimes: [{ days: ['sat' as const], from: '07:30', to: '18:00' }] },
    }
    const change = (from: typeof hole, to: typeof hole) =>
      server
        .call(as, calls.map.change, {
          body: { baseRevision: map.revision, label: 'Play', added: [], updated: [[from, to]], removed: [] },
        })
        .then(answer => answer.result)
    await change(hole, played)
    const saturday = '2032-05-01'
    const refused = await create({ startsAt: at(saturday, 8) })
    expect(refusalOf(refused.error)).toMatchObject({
      conflicts: [{ kind: 'closed', title: '13', from: at(saturday, 7, 30), to: at(saturday, 18) }],
      free: [{ startsAt: at(saturday, 18) }, {}, {}],
    })
    const closed = (await server.call(as, calls.missions.closed, { query: { from: saturday, to: saturday } })).result
    expect(closed.items).toMatchObject([{ title: '13', featureIds: [lawns.zones[0].id] }])
    expect((await create({ startsAt: at('2032-05-02', 8) })).status).toBe(200)
    await change(played, hole)
  })

  test('is refused for a mower in service, and is free once that is expected back', async () => {
    const [, mower] = lawns.mowers
    const { updatedAt } = (
      await server.call(as, calls.mowers.update, {
        params: { id: mower.id },
        body: { inService: true, updatedAt: mower.updatedAt },
      })
    ).result
    const wanted = day()
    const refused = await create({ startsAt: at(wanted, 6), mowerId: mower.id })
    expect(refusalOf(refused.error)).toMatchObject({ conflicts: [{ kind: 'service', title: 'Rook 2' }], free: [] })
    const params = { id: mower.id }
    const back = at(wanted, 8)
    const expected = await server.call(as, calls.mowers.update, { params, body: { serviceUntil: back, updatedAt } })
    const before = await create({ startsAt: at(wanted, 6), mowerId: mower.id })
    expect(refusalOf(before.error)).toMatchObject({
      conflicts: [{ kind: 'service', title: 'Rook 2', to: back }],
      free: [{ startsAt: back }, {}, {}],
    })
    const ended = { inService: false, updatedAt: expected.result.updatedAt }
    expect((await server.call(as, calls.mowers.update, { params, body: ended })).status).toBe(200)
  })

  test('is refused today in rain mode where the field may not be mown wet, and only there', async () => {
    const rain = (rainMode: 'true' | 'false') =>
      server.call(as, calls.settings.update, { body: { rainMode } }).then(answer => answer.result)
    await rain('true')
    const soon = new Date(server.clock.now().getTime() + 60_000).toISOString()
    const wet = { kind: 'zone', featureId: lawns.zones[1].id } as const
    const refused = await create({ startsAt: soon, target: wet })
    expect(refusalOf(refused.error).conflicts).toMatchObject([{ kind: 'rain' }])
    const dry = await create({ startsAt: soon })
    expect(dry.status).toBe(200)
    await rain('false')
  })

  test('may be longer than the plan and never shorter', async () => {
    const on = day()
    const mission = (await create({ startsAt: at(on, 6) })).result
    const longer = (await move(mission, { slotS: 7_200 })).result
    expect(longer.slotS).toBe(7_200)
    const refused = await move(longer, { slotS: 60 })
    expect(refusalOf(refused.error).conflicts).toMatchObject([{ kind: 'tooShort' }])
  })

  test('is moved without another choice of how to mow', async () => {
    const on = day()
    const mission = (await create({ startsAt: at(on, 6), pattern: 'straight', cleanUpPass: 'byDay' })).result
    const moved = (await move(mission, { startsAt: at(on, 7) })).result
    expect(moved).toMatchObject({ startsAt: at(on, 7), pattern: 'straight', cleanUpPass: 'byDay' })
  })

  test('is moved with a line in the log that names both times, and never into the past', async () => {
    const on = day()
    const mission = (await create({ startsAt: at(on, 6) })).result
    const moved = (await move(mission, { startsAt: at(on, 7, 30) })).result
    expect(moved.startsAt).toBe(at(on, 7, 30))
    expect(await logOf(mission.id)).toContain(`Test Greenkeeper: Moved from ${on} 06:00 to ${on} 07:30; planned again`)
    const past = await move(moved, { startsAt: '2020-01-01T06:00:00.000Z' })
    expect(past.error.fields).toEqual({ 'body.startsAt': { code: 'inThePast', params: {} } })
  })
})

describe('a series', () => {
  const tomorrow = (): string => addDays(dayOf(server.clock.now(), zone), 1)
  const occurrences = async (seriesId: string): Promise<Mission[]> =>
    (await list({ query: { perPage: 500, sort: 'startsAt' } })).filter(({ series }) => series?.id === seriesId)
  const begin = async (changes: Partial<NewMission>): Promise<Mission[]> => {
    const first = (await create({ startsAt: at(tomorrow(), 5, 30), ...changes })).result
    const id = first.series?.id ?? ''
    await expect.poll(async () => (await occurrences(id)).length, { timeout: 20_000 }).toBeGreaterThan(1)
    let before = 0
    await expect
      .poll(
        async () => {
          const now = (await occurrences(id)).length
          const settled = now === before
          before = now
          return settled
        },
        { timeout: 20_000, interval: 600 },
      )
      .toBe(true)
    return occurrences(id)
  }
  const clean = async (): Promise<void> => {
    const planned = (await list({ query: { perPage: 500, status: 'planned' } })).filter(({ series }) => series !== null)
    for (const mission of planned)
      await server.call(as, calls.missions.skip, { params: { id: mission.id }, body: { scope: 'following' } })
  }

  test('is planned two weeks ahead, each day once, at the same time of the clock', async () => {
    const missions = await begin({ repeat: { kind: 'everyDays', days: 3, until: null } })
    expect(missions.map(({ series }) => series?.day)).toEqual([0, 3, 6, 9, 12].map(n => addDays(tomorrow(), n)))
    expect(new Set(missions.map(({ startsAt }) => clockOf(new Date(startsAt ?? 0), zone)))).toEqual(new Set(['05:30']))
    expect(await logOf(missions[1]?.id ?? '')).toEqual(['system: Planned as an occurrence of its series'])

    const [, second, third, fourth] = missions
    if (second === undefined || third === undefined || fourth === undefined) throw new Error('Too few occurrences')
    // One moved, one skipped, one deleted: the others stay, and none of the three comes back.
    const day = second.series?.day ?? ''
    const moved = (await move(second, { startsAt: at(day, 8) })).result
    expect(moved.series?.day).toBe(day)
    expect((await logOf(second.id)).at(-1)).toContain('Only this occurrence was moved')
    const skipped = await server.call(as, calls.missions.skip, { params: { id: third.id }, body: { scope: 'one' } })
    expect(skipped.result).toEqual({ skipped: 1 })
    expect(await get(third.id)).toMatchObject({
      status: 'cancelled',
      statusReason: 'Skipped by Test Greenkeeper; the others of its series stay',
    })
    await server.call(as, calls.missions.remove, { params: { id: fourth.id } }).then(answer => answer.result)
    // Two days pass, and another is planned at the end.
    server.clock.advance(48 * HOUR_MS)
    await server.signInAgain()
    await create({
      title: 'Wakes the planning',
      startsAt: at(tomorrow(), 20),
      repeat: { kind: 'daily', until: tomorrow() },
    })
    const seriesId = missions[0]?.series?.id ?? ''
    await expect.poll(async () => (await occurrences(seriesId)).length, { timeout: 20_000 }).toBe(5)
    expect((await occurrences(seriesId)).map(({ series, status }) => `${series?.day} ${status}`)).toEqual([
      `${missions[0]?.series?.day} planned`,
      `${day} planned`,
      `${third.series?.day} cancelled`,
      `${missions[4]?.series?.day} planned`,
      `${addDays(missions[4]?.series?.day ?? '', 3)} planned`,
    ])
    await clean()
  }, 60_000)

  test('names its coming days that have no mission yet, and none that is settled', async () => {
    const missions = await begin({ repeat: { kind: 'everyDays', days: 5, until: null } })
    const [first, second] = missions
    if (first?.series == null || second === undefined) throw new Error('Too few occurrences')
    const { id: seriesId, day } = first.series
    // A day that somebody deleted is settled too.
    await server.call(as, calls.missions.remove, { params: { id: second.id } }).then(answer => answer.result)
    const span = { from: addDays(day, -7), to: addDays(day, 22) }
    const { items } = (await server.call(as, calls.missions.seriesDays, { query: span })).result
    expect(items.filter(item => item.seriesId === seriesId)).toEqual(
      [15, 20].map(n => ({
        seriesId,
        day: addDays(day, n),
        title: first.title,
        startsAt: at(addDays(day, n), 5, 30),
        mowerId: first.mowerId,
      })),
    )
    const tooLong = await server.call(as, calls.missions.seriesDays, { query: { from: day, to: addDays(day, 80) } })
    expect(tooLong.error.fields).toHaveProperty(['query.to'])
    await clean()
  }, 60_000)

  test('leaves its coming days free in what is proposed to a person', async () => {
    const missions = await begin({ repeat: { kind: 'everyDays', days: 5, until: null }, slotS: 3_600 })
    const coming = addDays(missions[0]?.series?.day ?? '', 20)
    // Another mission of the same mower ends as the series begins, beyond the days that are planned.
    await create({ startsAt: at(coming, 4, 30), slotS: 3_600 }).then(answer => answer.result)
    const asked = { startsAt: at(coming, 4, 45), mowerId: missions[0]?.mowerId ?? '', slotS: 3_600 }
    const refused = await create(asked)
    expect(refused.status).toBe(409)
    expect(refusalOf(refused.error).free[0]?.startsAt).toBe(at(coming, 6, 30))
    // The day is proposed nowhere, and nobody is refused it.
    expect((await create({ ...asked, startsAt: at(coming, 5, 30) })).status).toBe(200)
    await clean()
  }, 60_000)

  test('is changed from one occurrence on, the ones before stay as they were', async () => {
    const missions = await begin({ repeat: { kind: 'everyDays', days: 4, until: null }, startsAt: at(tomorrow(), 9) })
    const second = missions[1]
    if (second === undefined) throw new Error('Too few occurrences')
    const on = second.series?.day ?? ''
    const changed = (await move(second, { startsAt: at(addDays(on, 1), 10), scope: 'following' })).result
    expect(changed.series?.id).not.toBe(second.series?.id)
    const next = changed.series?.id ?? ''
    await expect.poll(async () => (await occurrences(next)).length, { timeout: 20_000 }).toBeGreaterThan(1)
    const all = await occurrences(next)
    expect(all.slice(0, 2).map(({ startsAt }) => startsAt)).toEqual([at(addDays(on, 1), 10), at(addDays(on, 5), 10)])
    expect((await occurrences(second.series?.id ?? '')).map(({ id }) => id)).toEqual([missions[0]?.id])
    await clean()
  }, 60_000)

  test('moves a day to the next free slot where its slot is taken, and logs it', async () => {
    const on = addDays(tomorrow(), 1)
    const inTheWay = (await create({ title: 'Early bird', startsAt: at(on, 5, 15), slotS: 3_600 })).result
    const missions = await begin({ repeat: { kind: 'daily', until: addDays(tomorrow(), 2) } })
    const second = missions.find(({ series }) => series?.day === on)
    expect(second?.startsAt).toBe(at(on, 6, 15))
    expect((await logOf(second?.id ?? '')).at(-1)).toBe('system: Moved from 05:30 to 06:15: The mower is on Early bird')
    await clean()
    await server.call(as, calls.missions.cancel, { params: { id: inTheWay.id } })
  }, 60_000)

  test.each([
    [{ repeat: { kind: 'daily', until: null }, startsAt: null }, 'timeNeeded'],
    [
      { repeat: { kind: 'weekdays', days: ['mon'], until: null }, startsAt: '2032-05-01T06:00:00.000Z' },
      'notOnFirstDay',
    ],
  ] as const)('%j is refused by field', async (changes, code) => {
    const { error } = await create(changes as Partial<NewMission>)
    expect(error.fields?.['body.repeat']).toEqual({ code, params: {} })
  })
})

test('the history shows earlier runs of the same field, how long they drove and what they reached', async () => {
  const run = (await create({ title: 'Ran once' })).result
  const other = (await create({ title: 'Looks back' })).result
  await server.app.ctx.db.execute(sql`
    update missions set status = 'done', progress = 0.97, started_at = now() - interval '2 hours', ended_at = now()
    where id = ${run.id}`)
  await server.app.ctx.db.execute(sql`
    insert into mission_runs (mission_id, mower_id, started_at, ended_at, from_seq, outcome) values
      (${run.id}, ${run.mowerId}, now() - interval '2 hours', now() - interval '110 minutes', 0, 'stopped'),
      (${run.id}, ${run.mowerId}, now() - interval '5 minutes', now(), 7, 'done')`)
  const history = (await server.call(as, calls.missions.history, { params: { id: other.id } })).result
  expect(history.total).toBe(1)
  expect(history.items).toMatchObject([
    { missionId: run.id, status: 'done', coverage: 0.97, drivenS: 900, stops: 1, sameSeries: false },
  ])
  expect(history.items[0]?.plannedS).toBeCloseTo(run.stats.durationS)
})

describe('an uploaded plan', () => {
  const file = async (id: string): Promise<Record<string, unknown>> =>
    (await server.call(as, calls.missions.qgcPlan, { params: { id } })).result as Record<string, unknown>

  test('is checked, drives the mission, and stays when only its time changes', async () => {
    const on = day()
    const mission = (await create({ cleaningCycles: 2, startsAt: at(on, 6) })).result
    const other = (await create({ cleaningCycles: 0, startsAt: at(on, 12) })).result
    const uploaded = (
      await server.call(as, calls.missions.putPlan, {
        params: { id: other.id },
        body: { qgcPlan: await file(mission.id), updatedAt: other.updatedAt },
      })
    ).result
    expect(uploaded.planSource).toBe('uploaded')
    expect(uploaded.stats.lengthM).toBeCloseTo(mission.stats.lengthM, 0)
    const moved = (await move(uploaded, { startsAt: at(on, 13), title: 'Later' })).result
    expect(moved).toMatchObject({ planSource: 'uploaded', title: 'Later', stats: uploaded.stats })
    expect((await move(moved, { direction: '3-9' })).result.planSource).toBe('computed')
    const preview = await server.call(as, calls.missions.preview, {
      body: { ...lawns.request(), qgcPlan: await file(mission.id) },
    })
    expect(preview.result.plan.stats.lengthM).toBeCloseTo(mission.stats.lengthM, 0)
  })

  test('is refused with the reason where it leaves the field or is not a plan', async () => {
    const mission = (await create({})).result
    const wet = { kind: 'zone', featureId: lawns.zones[1].id } as const
    const elsewhere = await create({ target: wet, qgcPlan: await file(mission.id) })
    expect(elsewhere.error).toMatchObject({
      kind: 'planRefused',
      params: expect.objectContaining({ title: 'Wet lawn' }),
    })
    const none = await server.call(as, calls.missions.putPlan, {
      params: { id: mission.id },
      body: { qgcPlan: { fileType: 'Plan' }, updatedAt: mission.updatedAt },
    })
    expect(none.error).toMatchObject({
      kind: 'planRefused',
      code: 'planPartWrong',
      params: { path: 'version', expected: 1 },
    })
    expect((await get(mission.id)).planSource).toBe('computed')
  })
})

test('the table is exported as CSV in which no formula runs', async () => {
  await create({ title: '=cmd|calc' }).then(answer => answer.result)
  const answer = await fetch(`${server.url}/api/missions/export?search=%3Dcmd`, {
    headers: { 'x-api-key': server.tokens[as] },
  })
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const table = await answer.text()
  expect(table).toContain(`'=cmd|calc,planned,,Lawn,12 to 6,Rook 1,Deck,,,`)
  const found = await list({ query: { search: 'rook 1', perPage: 5 } })
  expect(found.length).toBeGreaterThan(0)
})
