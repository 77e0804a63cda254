import { type BodyOf, calls } from '@greensward/contract'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audit, missionSeries, standingPlans } from '../../platform/db/schema/index.ts'
import { type Lawns, seedLawns } from '../../testing/lawn.ts'
import { standingPlanBody } from '../../testing/sampleItems.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const as = 'ROLE_GREENKEEPER'
/** A Monday; the course is in the zone of the test server's settings. */
const MONDAY = '2030-06-03'
const TUESDAY = '2030-06-04'

let server: TestServer
let lawns: Lawns
let typeId = ''
beforeAll(async () => {
  server = await startTestServer()
  lawns = await seedLawns(server)
  typeId = lawns.zones[0].properties.zoneTypeId
})
afterAll(() => server?.close())

type Body = BodyOf<typeof calls.standingPlans.create>

const add = (over: Partial<Body> = {}, role: 'ROLE_GREENKEEPER' | 'ROLE_TEST_USER' = as) =>
  server.call(role, calls.standingPlans.create, { body: { ...standingPlanBody(typeId), ...over } })
const days = async (from: string, to: string) =>
  (await server.call(as, calls.standingPlans.days, { query: { from, to } })).result.items
const remove = (id: string) => server.call(as, calls.standingPlans.remove, { params: { id } })
const lastAudit = async () => (await server.app.ctx.db.select().from(audit).orderBy(desc(audit.id)).limit(1))[0]

test('keeps a plan as it was saved, records who saved it, and makes its jobs', async () => {
  const made = (await add({ repeat: { kind: 'weekdays', days: ['mon'], until: null } })).result
  expect(await lastAudit()).toMatchObject({
    who: 'Test Greenkeeper',
    action: 'standingPlan.create',
    subjectId: made.id,
  })
  const { items } = (await server.call('ROLE_TEST_USER', calls.standingPlans.list, { query: {} })).result
  expect(items).toEqual([made])
  const [monday, tuesday] = await days(MONDAY, TUESDAY)
  expect(monday?.jobs.map(({ featureId }) => featureId).sort()).toEqual(lawns.zones.map(({ id }) => id).sort())
  expect(monday?.jobs[0]).toMatchObject({ planId: made.id, missionId: null, mowers: [] })
  expect(tuesday?.jobs).toEqual([])
  await remove(made.id)
  expect(await lastAudit()).toMatchObject({ action: 'standingPlan.delete', subjectId: made.id })
  expect((await days(MONDAY, MONDAY))[0]?.jobs).toEqual([])
})

test('ends a job before the margin of the first group on its hole, by the tee sheet of the day', async () => {
  const made = (await add({ aheadOfPlay: true, from: '04:00', until: '12:00' })).result
  const [before] = await days(MONDAY, MONDAY)
  const endOf = (day: typeof before) => day?.jobs.find(({ featureId }) => featureId === lawns.zones[0].id)?.endsAt
  expect(endOf(before)).toBe(`${MONDAY}T12:00:00.000Z`)
  await server.call(as, calls.teeSheets.put, {
    params: { day: MONDAY },
    body: { teeTimes: [{ at: `${MONDAY}T06:30:00.000Z`, hole: 1, players: 4 }], updatedAt: null },
  })
  expect(endOf((await days(MONDAY, MONDAY))[0])).toBe(`${MONDAY}T06:10:00.000Z`)
  expect(endOf((await days(TUESDAY, TUESDAY))[0])).toBe(`${TUESDAY}T12:00:00.000Z`)
  await remove(made.id)
})

describe('a plan that is tried out before it is saved', () => {
  const tryOut = (over: Partial<Body> = {}, replaces: string | null = null) =>
    server.call(as, calls.standingPlans.tryOut, {
      body: { ...standingPlanBody(typeId), firstDay: MONDAY, from: '05:00', until: '10:00', ...over, replaces },
    })

  test('adds hours of its mowers to each of its days, and changes nothing', async () => {
    const { result } = await tryOut({ repeat: { kind: 'weekdays', days: ['mon', 'wed'], until: null } })
    expect(result).toMatchObject({ days: 2, left: [] })
    const added = result.mowers.reduce((sum, { addedS }) => sum + addedS, 0)
    // Two lawns of 240 m² with a deck of 2 m at 1.5 m/s are two minutes and some, on each of two days.
    expect(added).toBeGreaterThan(2 * 120)
    expect(added).toBeLessThan(2 * 1_800)
    expect((await days(MONDAY, MONDAY))[0]?.jobs).toEqual([])
  })

  test('names what does not fit, and adds nothing where it replaces a plan that is the same', async () => {
    const short = await tryOut({
      from: '05:00',
      until: '05:01',
      repeat: { kind: 'weekdays', days: ['mon'], until: null },
    })
    expect(short.result.left.map(({ day, title }) => [day, title]).toSorted()).toEqual([
      [MONDAY, 'Lawn'],
      [MONDAY, 'Wet lawn'],
    ])
    const { result: made } = await add({ firstDay: MONDAY, from: '05:00', until: '10:00' })
    expect((await tryOut({ name: made.name }, made.id)).result).toEqual({ days: 0, mowers: [], left: [] })
    await remove(made.id)
  })

  test('names what no mower can do', async () => {
    const putInService = async (inService: boolean): Promise<void> => {
      for (const { id, updatedAt } of (await server.call(as, calls.mowers.list, { query: {} })).result.items) {
        const changed = await server.call(as, calls.mowers.update, { params: { id }, body: { inService, updatedAt } })
        expect(changed.status).toBe(200)
      }
    }
    await putInService(true)
    const { result } = await tryOut({ repeat: { kind: 'weekdays', days: ['mon'], until: null } })
    await putInService(false)
    expect(result.left.map(({ title, reason }) => [title, reason]).toSorted()).toEqual([
      ['Lawn', 'noMachine'],
      ['Wet lawn', 'noMachine'],
    ])
  })

  test('is refused as a plan that is saved would be, and to those who may not plan', async () => {
    expect((await tryOut({ zoneTypeIds: [], zoneIds: [] })).error).toMatchObject({ kind: 'invalid' })
    expect((await tryOut({}, '00000000-0000-4000-8000-00000000dead')).status).toBe(404)
    const body = { ...standingPlanBody(typeId), replaces: null }
    expect((await server.call('ROLE_TEST_USER', calls.standingPlans.tryOut, { body })).status).toBe(403)
  })
})

test('is closed to roles that may not plan missions', async () => {
  expect((await add({}, 'ROLE_TEST_USER')).status).toBe(403)
  expect((await server.call('ROLE_BUGGY_BAR', calls.standingPlans.list, { query: {} })).status).toBe(403)
  const query = { from: MONDAY, to: MONDAY }
  expect((await server.call('ROLE_BUGGY_BAR', calls.standingPlans.days, { query })).status).toBe(403)
})

test('refuses a change of a plan that somebody else has changed', async () => {
  const made = (await add()).result
  const change = (until: string) =>
    server.call(as, calls.standingPlans.update, {
      params: { id: made.id },
      body: { until, updatedAt: made.updatedAt },
    })
  const first = await change('10:00')
  expect(first.result).toMatchObject({ until: '10:00', zoneTypeIds: [typeId] })
  expect(await change('11:00')).toMatchObject({ status: 409, error: { kind: 'conflict', details: first.result } })
  await remove(made.id)
})

test('copies a plan under another name', async () => {
  const made = (await add({ priority: 'high' })).result
  const copy = (
    await server.call(as, calls.standingPlans.copy, { params: { id: made.id }, body: { name: 'Greens again' } })
  ).result
  expect(copy).toEqual({ ...made, id: copy.id, name: 'Greens again', updatedAt: copy.updatedAt })
  expect(copy.id).not.toBe(made.id)
  expect(await lastAudit()).toMatchObject({ action: 'standingPlan.create', subjectId: copy.id })
  const gone = await server.call(as, calls.standingPlans.copy, {
    params: { id: crypto.randomUUID() },
    body: { name: 'Nothing' },
  })
  expect(gone.status).toBe(404)
  await Promise.all([remove(made.id), remove(copy.id)])
})

test('pauses a plan until a day, and ends the pause', async () => {
  const made = (await add()).result
  const pause = (pausedUntil: string | null, updatedAt: string) =>
    server.call(as, calls.standingPlans.pause, { params: { id: made.id }, body: { pausedUntil, updatedAt } })
  const paused = (await pause(TUESDAY, made.updatedAt)).result
  expect(await lastAudit()).toMatchObject({ action: 'standingPlan.pause', subjectId: made.id })
  expect((await days(MONDAY, TUESDAY)).map(({ jobs }) => jobs.length)).toEqual([0, lawns.zones.length])
  expect((await pause(null, made.updatedAt)).status).toBe(409)
  expect((await pause(null, paused.updatedAt)).result.pausedUntil).toBeNull()
  expect(await lastAudit()).toMatchObject({ action: 'standingPlan.continue', subjectId: made.id })
  expect((await days(MONDAY, MONDAY))[0]?.jobs).toHaveLength(lawns.zones.length)
  await remove(made.id)
})

test('names the mission that does a job; a cancelled one does none', async () => {
  const made = (await add()).result
  const [lawn] = lawns.zones
  const body = lawns.request({
    target: { kind: 'zone', featureId: lawn.id },
    startsAt: `${MONDAY}T15:00:00.000Z`,
  })
  const mission = (await server.call(as, calls.missions.create, { body })).result
  const missionIds = async () =>
    Object.fromEntries(
      (await days(MONDAY, TUESDAY)).map(({ day, jobs }) => [
        day,
        jobs.find(({ featureId }) => featureId === lawn.id)?.missionId,
      ]),
    )
  expect(await missionIds()).toEqual({ [MONDAY]: mission.id, [TUESDAY]: null })
  await server.call(as, calls.missions.cancel, { params: { id: mission.id } })
  expect(await missionIds()).toEqual({ [MONDAY]: null, [TUESDAY]: null })
  await remove(made.id)
})

test('stays changeable when a mower that it names is deleted', async () => {
  const {
    id: _,
    driveTime: _driveTime,
    energyUse: _energyUse,
    refuelled: _refuelled,
    updatedAt: _at,
    ...fields
  } = lawns.mowers[0]
  const spare = (await server.call(as, calls.mowers.create, { body: { ...fields, name: 'Spare', systemId: 77 } }))
    .result
  const made = (await add({ mowers: [{ mowerId: spare.id, bladeId: null, zoneTypeIds: null }] })).result
  await server.call(as, calls.mowers.remove, { params: { id: spare.id } })
  const changed = await server.call(as, calls.standingPlans.update, {
    params: { id: made.id },
    body: { name: 'Greens of the week', updatedAt: made.updatedAt },
  })
  expect(changed.result.name).toBe('Greens of the week')
  const [monday] = await days(MONDAY, MONDAY)
  expect(monday?.jobs).toEqual([])
  expect(monday?.left.map(({ reason }) => reason)).toEqual(lawns.zones.map(() => 'noMower'))
  await remove(made.id)
})

describe('a series of missions', () => {
  const start = '2030-01-07T06:00:00.000Z'
  const everyThird = { kind: 'everyDays' as const, days: 3, until: null }
  const begin = async (over: Parameters<Lawns['request']>[0] = {}) =>
    (
      await server.call(as, calls.missions.create, {
        body: {
          ...lawns.request({ startsAt: start, cleaningCycles: 2, direction: 'auto', ...over }),
          repeat: everyThird,
        },
      })
    ).result
  const turn = (missionId: string) => server.call(as, calls.standingPlans.fromSeries, { body: { missionId } })

  test('becomes a plan with all its choices, which takes over on the next of its days', async () => {
    const mission = await begin()
    const plan = (await turn(mission.id)).result
    expect(plan).toMatchObject({
      name: mission.title,
      zoneIds: [mission.target.featureId],
      repeat: everyThird,
      firstDay: '2030-01-10',
      mowers: [{ mowerId: mission.mowerId, bladeId: mission.bladeId, zoneTypeIds: null }],
      direction: 'auto',
      cleaningCycles: 2,
      cleanUpPass: mission.cleanUpPass,
    })
    const week = await days('2030-01-07', '2030-01-13')
    expect(week.filter(({ jobs }) => jobs.length > 0).map(({ day }) => day)).toEqual(['2030-01-10', '2030-01-13'])
    // What the series has planned stays, and nothing is planned by it any more.
    expect((await server.call(as, calls.missions.get, { params: { id: mission.id } })).result.status).toBe('planned')
    expect((await turn(mission.id)).error).toMatchObject({ code: 'seriesOver' })
    await remove(plan.id)
  })

  test('stays as it is where a plan cannot hold its choices', async () => {
    const mission = await begin({ startsAt: '2030-02-07T06:00:00.000Z', angleOffsetDeg: 10 })
    expect((await turn(mission.id)).error).toMatchObject({ code: 'seriesNotAPlan' })
    const [row] = await server.app.ctx.db
      .select()
      .from(missionSeries)
      .where(eq(missionSeries.id, mission.series?.id ?? ''))
    expect(row?.repeat.until).toBeNull()
  })

  test('is needed: a mission that comes once becomes no plan', async () => {
    const mission = (await server.call(as, calls.missions.create, { body: lawns.request() })).result
    expect((await turn(mission.id)).error).toMatchObject({ code: 'noSeries' })
    expect((await turn(crypto.randomUUID())).status).toBe(404)
  })
})

const nowhere = crypto.randomUUID()
test.each<[string, Partial<Body>, string, string]>([
  ['nothing to mow', { zoneTypeIds: [] }, 'body.zoneTypeIds', 'noZoneChosen'],
  ['a type that is none', { zoneTypeIds: [nowhere] }, 'body.zoneTypeIds.0', 'noSuchZoneType'],
  ['a zone that is none', { zoneIds: [nowhere] }, 'body.zoneIds.0', 'notOnMap'],
  ['a zone left out twice', { exceptZoneIds: [nowhere, nowhere] }, 'body.exceptZoneIds.0', 'notOnMap'],
  [
    'a mower that is none',
    { mowers: [{ mowerId: nowhere, bladeId: null, zoneTypeIds: null }] },
    'body.mowers.0.mowerId',
    'noSuchMower',
  ],
  ['a direction that the type forbids', { direction: 'diagonal-left' }, 'body.direction', 'notADirection'],
  ['a day that is none', { firstDay: '2030-02-30' }, 'body.firstDay', 'day'],
  ['a window without a clock', { from: '7:00' }, 'body.from', 'clockTime'],
])('refuses %s at its field', async (_, over, field, code) => {
  const answer = await add(over)
  expect(answer.status).toBe(422)
  expect(answer.error.fields).toMatchObject({ [field]: { code } })
})

test.each([
  ['more than 92 days', '2030-01-01', '2030-04-03', 'query.to', 'daysAfterFrom'],
  ['an end before the start', '2030-01-02', '2030-01-01', 'query.to', 'notAfterFrom'],
  ['days beyond every calendar', '9999-12-31', '9999-12-31', 'query.to', 'tooFarAhead'],
  ['days before every calendar', '0001-01-01', '0001-01-02', 'query.from', 'inThePast'],
])('refuses %s', async (_, from, to, field, code) => {
  const answer = await server.call(as, calls.standingPlans.days, { query: { from, to } })
  expect(answer.status).toBe(422)
  expect(answer.error.fields).toMatchObject({ [field]: { code } })
})

test('computes 92 days in one call', async () => {
  const made = (await add()).result
  const items = await days('2030-01-01', '2030-04-02')
  expect(items).toHaveLength(92)
  expect(items.every(({ jobs }) => jobs.length === lawns.zones.length)).toBe(true)
  await remove(made.id)
})

test('takes as many plans as a course may have, also of two that are added at once', async () => {
  const made = (await add()).result
  const [row] = await server.app.ctx.db.select().from(standingPlans)
  if (row === undefined) throw new Error('the plan is not stored')
  const others = Array.from({ length: 98 }, (_, n) => ({ ...row, id: crypto.randomUUID(), name: `Plan ${n}` }))
  await server.app.ctx.db.insert(standingPlans).values(others)
  const copy = () => server.call(as, calls.standingPlans.copy, { params: { id: made.id }, body: { name: 'Copy' } })
  const answers = await Promise.all([add(), copy()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.error).toMatchObject({
    code: 'standingPlansFull',
    params: { count: 100 },
  })
})
