import { type BodyOf, calls, type ResultOf } from '@greensward/contract'
import { addDays, dayOf, type RoleSlug, type StaffJob } from '@greensward/domain'
import { desc } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audit } from '../../platform/db/schema/index.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const HEAD: RoleSlug = 'ROLE_GREENKEEPER'
const STAFF: RoleSlug = 'ROLE_BUGGY_BAR'
const OTHER: RoleSlug = 'ROLE_BUGGY_ADMIN'
const MINUTE_MS = 60_000
const DAY = '2030-06-03'

let server: TestServer
let kindId = ''
const holeIds = Array.from({ length: 18 }, () => crypto.randomUUID())

beforeAll(async () => {
  server = await startTestServer()
  const { revision } = (await server.call('ROLE_ADMIN', calls.map.get)).result
  const added = holeIds.map((id, index) => ({
    type: 'Feature' as const,
    id,
    kind: 'hole' as const,
    geometry: {
      type: 'LineString' as const,
      coordinates: [
        [-2.8 + index * 0.001, 52.7],
        [-2.8 + index * 0.001, 52.703],
      ] as [number, number][],
    },
    properties: {
      name: String(index + 1),
      baseAngle: 0,
      par: 4,
      rating: 1,
      pass: 12,
      sort: index + 1,
      isActive: true,
      view: null,
    },
  }))
  const put = await server.call('ROLE_ADMIN', calls.map.change, {
    body: { baseRevision: revision, label: 'Holes', added, updated: [], removed: [] },
  })
  expect(put.status).toBe(200)
  kindId = (await server.call(HEAD, calls.jobKinds.create, { body: { name: 'Cups', minutes: 5 } })).result.id
})
afterAll(() => server?.close())

type Plan = BodyOf<typeof calls.jobs.plan>

const plan = async (over: Partial<Plan> = {}, role = HEAD) =>
  server.call(role, calls.jobs.plan, {
    body: { day: DAY, kindId, places: [{ holeId: holeIds[0] ?? '' }], personIds: [], minutes: null, note: '', ...over },
  })
const planned = async (over: Partial<Plan> = {}): Promise<StaffJob> => {
  const [job] = (await plan(over)).result.items
  if (job === undefined) throw new Error('no job was planned')
  return job
}
const list = async (day: string) => (await server.call(HEAD, calls.jobs.list, { query: { day } })).result.items
const mine = async (role: RoleSlug, day = DAY) =>
  (await server.call(role, calls.jobs.mine, { query: { day } })).result.items
const step = (role: RoleSlug, id: string, over: Partial<BodyOf<typeof calls.jobs.step>>) =>
  server.call(role, calls.jobs.step, {
    params: { id },
    body: { step: 'start', at: server.clock.now().toISOString(), minutes: null, reason: null, ...over },
  })
const clear = async (day: string) => {
  const ids = (await list(day)).map(({ id }) => id)
  if (ids.length > 0) await server.call(HEAD, calls.jobs.remove, { body: { ids } })
}
/** Access tokens last a quarter of an hour. */
const pass = async (minutes: number): Promise<void> => {
  server.clock.advance(minutes * MINUTE_MS)
  await server.signInAgain()
}
const lastAudit = async () => (await server.app.ctx.db.select().from(audit).orderBy(desc(audit.id)).limit(1))[0]

test('shares a job on 18 holes among five people in one call, in the order of the holes', async () => {
  const roles: readonly RoleSlug[] = ['ROLE_ADMIN', 'ROLE_MANAGER', HEAD, OTHER, STAFF]
  const personIds = roles.map(role => server.userIds[role])
  const answer = await plan({ places: holeIds.toReversed().map(holeId => ({ holeId })), personIds })
  expect(answer.result.items).toHaveLength(18)
  const jobs = await list(DAY)
  expect(jobs.map(({ place }) => place)).toEqual(holeIds.map((_, index) => String(index + 1)))
  expect(jobs.map(({ person }) => personIds.indexOf(person?.id ?? 0))).toEqual([
    0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4,
  ])
  expect(jobs[0]).toMatchObject({ kind: 'Cups', plannedMinutes: 5, status: 'planned', minutes: null })
  expect(await lastAudit()).toMatchObject({ who: 'Test Greenkeeper', action: 'job.plan', subjectId: DAY })
  await clear(DAY)
})

test('shows staff their own and the open jobs alone', async () => {
  const own = await planned({ personIds: [server.userIds[STAFF]] })
  const open = await planned({ places: [{ name: 'Tenth tee' }] })
  await planned({ personIds: [server.userIds[OTHER]] })
  expect((await mine(STAFF)).map(({ id }) => id)).toEqual([own.id, open.id])
  expect((await server.call(STAFF, calls.jobs.list, { query: { day: DAY } })).status).toBe(403)
  await clear(DAY)
})

test('keeps the minutes from start to end, and who took an open job', async () => {
  const job = await planned()
  await step(STAFF, job.id, { step: 'start' })
  await pass(7)
  const done = (await step(STAFF, job.id, { step: 'done' })).result
  expect(done).toMatchObject({
    status: 'done',
    minutes: 7,
    plannedMinutes: 5,
    person: { id: server.userIds[STAFF], fullname: 'Test Buggy bar' },
  })
  expect(await lastAudit()).toMatchObject({
    action: 'job.done',
    details: { kind: 'Cups', place: 'Hole 1', minutes: 7 },
  })
  await clear(DAY)
})

test('takes steps of a phone that was without a network, in their own time and once', async () => {
  const job = await planned({ personIds: [server.userIds[STAFF]] })
  const pressed = server.clock.now().getTime()
  await pass(60)
  const at = (minutes: number) => new Date(pressed + minutes * MINUTE_MS).toISOString()
  await step(STAFF, job.id, { step: 'start', at: at(2) })
  const done = (await step(STAFF, job.id, { step: 'done', at: at(14) })).result
  expect(done).toMatchObject({ status: 'done', minutes: 12, startedAt: at(2), endedAt: at(14) })
  // The answer was lost, so the phone sends both again.
  expect((await step(STAFF, job.id, { step: 'start', at: at(2) })).result).toEqual(done)
  expect((await step(STAFF, job.id, { step: 'done', at: at(14) })).result).toEqual(done)
  await clear(DAY)
})

test('an old step does not undo a newer one, and a clock that is ahead does not block the next', async () => {
  const job = await planned({ personIds: [server.userIds[STAFF]] })
  const tomorrow = new Date(server.clock.now().getTime() + 86_400_000).toISOString()
  const started = (await step(STAFF, job.id, { step: 'start', at: tomorrow })).result
  expect(started.startedAt).toBe(server.clock.now().toISOString())
  await pass(3)
  await step(HEAD, job.id, { step: 'done' })
  const late = new Date(server.clock.now().getTime() - MINUTE_MS).toISOString()
  expect((await step(STAFF, job.id, { step: 'notDone', at: late, reason: 'Too wet' })).result.status).toBe('done')
  await clear(DAY)
})

test('needs a reason for what was not done, and reopens it', async () => {
  const job = await planned({ personIds: [server.userIds[STAFF]] })
  const refused = await step(STAFF, job.id, { step: 'notDone' })
  expect(refused.error.fields).toMatchObject({ 'body.reason': { code: 'required' } })
  const notDone = (await step(STAFF, job.id, { step: 'notDone', reason: 'Too wet' })).result
  expect(notDone).toMatchObject({ status: 'notDone', reason: 'Too wet', minutes: null })
  server.clock.advance(1_000)
  expect((await step(STAFF, job.id, { step: 'reopen' })).result).toMatchObject({ status: 'planned', reason: null })
  await clear(DAY)
})

test('refuses to end another person’s job, except to who plans', async () => {
  const job = await planned({ personIds: [server.userIds[OTHER]] })
  const refused = await step(STAFF, job.id, { step: 'done' })
  expect(refused).toMatchObject({ status: 403, error: { code: 'jobNotYours' } })
  const done = (await step(HEAD, job.id, { step: 'done', minutes: 9 })).result
  expect(done).toMatchObject({ minutes: 9, person: { id: server.userIds[OTHER] } })
  await clear(DAY)
})

test('gives several jobs to one person; what has ended stays with who ended it', async () => {
  const ended = await planned({ personIds: [server.userIds[OTHER]] })
  await step(OTHER, ended.id, { step: 'done' })
  const running = await planned({ personIds: [server.userIds[OTHER]] })
  await step(OTHER, running.id, { step: 'start' })
  const body = { ids: [ended.id, running.id], personId: server.userIds[STAFF] }
  const { items } = (await server.call(HEAD, calls.jobs.give, { body })).result
  expect(items).toMatchObject([{ id: running.id, status: 'planned', startedAt: null, person: { id: body.personId } }])
  expect((await list(DAY)).find(({ id }) => id === ended.id)?.person?.id).toBe(server.userIds[OTHER])
  expect((await server.call(STAFF, calls.jobs.give, { body })).status).toBe(403)
  await clear(DAY)
})

test('a deletion can be taken back', async () => {
  const job = await planned()
  const body = { ids: [job.id] }
  await server.call(HEAD, calls.jobs.remove, { body })
  expect(await list(DAY)).toEqual([])
  expect((await step(STAFF, job.id, {})).status).toBe(404)
  await server.call(HEAD, calls.jobs.restore, { body })
  expect(await lastAudit()).toMatchObject({ action: 'job.restore' })
  expect((await list(DAY)).map(({ id }) => id)).toEqual([job.id])
  await clear(DAY)
})

test('refuses a change of a job that somebody else has changed, and a correction before its end', async () => {
  const job = await planned()
  const change = (over: Partial<BodyOf<typeof calls.jobs.update>>) =>
    server.call(HEAD, calls.jobs.update, { params: { id: job.id }, body: { updatedAt: job.updatedAt, ...over } })
  expect((await change({ minutes: 3 })).error.fields).toMatchObject({ 'body.minutes': { code: 'notAcceptable' } })
  expect((await change({ note: 'Back left' })).result.note).toBe('Back left')
  expect((await change({ note: 'Front' })).status).toBe(409)
  await clear(DAY)
})

test('jobs keep the name of their kind: it follows a new one, and outlives a deletion', async () => {
  const kind = (await server.call(HEAD, calls.jobKinds.create, { body: { name: 'Divots', minutes: 8 } })).result
  await planned({ kindId: kind.id })
  await server.call(HEAD, calls.jobKinds.update, {
    params: { id: kind.id },
    body: { name: 'Divots and marks', updatedAt: kind.updatedAt },
  })
  expect((await list(DAY))[0]?.kind).toBe('Divots and marks')
  expect((await server.call(HEAD, calls.jobKinds.remove, { params: { id: kind.id } })).status).toBe(200)
  expect((await list(DAY))[0]).toMatchObject({ kind: 'Divots and marks', kindId: null })
  await clear(DAY)
})

describe('repeated jobs', () => {
  const today = () => dayOf(server.clock.now(), 'UTC')
  const body = () => ({
    kindId,
    places: [{ holeId: holeIds[1] ?? '' }, { holeId: holeIds[0] ?? '' }, { name: 'Putting green' }],
    personIds: [server.userIds[STAFF]],
    minutes: 6,
    note: '',
    repeat: { kind: 'daily' as const, until: null },
    firstDay: '2020-01-01',
    pausedUntil: null,
  })
  const add = async (): Promise<ResultOf<typeof calls.jobRepeats.create>> =>
    (await server.call(HEAD, calls.jobRepeats.create, { body: body() })).result
  const remove = (id: string) => server.call(HEAD, calls.jobRepeats.remove, { params: { id } })

  test('come on each of their days a week ahead, once', async () => {
    const made = await add()
    const day = addDays(today(), 3)
    const [first, again] = [await list(day), await list(day)]
    expect(first.map(({ place }) => place)).toEqual(['1', '2', 'Putting green'])
    expect(first[0]).toMatchObject({ plannedMinutes: 6, person: { id: server.userIds[STAFF] }, repeatId: made.id })
    expect(again).toEqual(first)
    expect(await list(addDays(today(), 8))).toEqual([])
    expect(await list(addDays(today(), -1))).toEqual([])
    await remove(made.id)
    expect(await list(day)).toEqual([])
  })

  test('two screens that open a day at once make it once', async () => {
    const made = await add()
    const day = addDays(today(), 2)
    await Promise.all([list(day), list(day), mine(STAFF, day)])
    expect(await list(day)).toHaveLength(3)
    await remove(made.id)
  })

  test('leave a day as a person changed it, and follow their repeat otherwise', async () => {
    const made = await add()
    const day = addDays(today(), 1)
    const [first, second, third] = await list(day)
    if (first === undefined || second === undefined || third === undefined) throw new Error('three jobs come')
    await server.call(HEAD, calls.jobs.remove, { body: { ids: [first.id] } })
    await server.call(HEAD, calls.jobs.give, { body: { ids: [second.id], personId: null } })
    const changed = await server.call(HEAD, calls.jobRepeats.update, {
      params: { id: made.id },
      body: { minutes: 11, updatedAt: made.updatedAt },
    })
    expect(changed.status).toBe(200)
    expect((await list(day)).map(({ place, plannedMinutes }) => [place, plannedMinutes])).toEqual([
      ['2', 6],
      ['Putting green', 11],
    ])
    expect((await server.call(HEAD, calls.jobKinds.remove, { params: { id: kindId } })).error.code).toBe('inUse')
    await remove(made.id)
    await clear(day)
  })
})

test('sums the minutes by person and kind, and counts those that are unknown', async () => {
  const day = '2030-07-01'
  const ids = [server.userIds[STAFF]]
  const [first, second] = [await planned({ day, personIds: ids }), await planned({ day, personIds: ids })]
  const third = await planned({ day, personIds: ids })
  await step(STAFF, first.id, { step: 'done', minutes: 12 })
  await step(STAFF, second.id, { step: 'notDone', minutes: 4, reason: '=closed' })
  await step(STAFF, third.id, { step: 'done' })
  const query = { from: day, to: day }
  expect((await server.call(HEAD, calls.jobs.hours, { query })).result.items).toEqual([
    { personId: ids[0], person: 'Test Buggy bar', kind: 'Cups', minutes: 16, jobs: 3, unknown: 1 },
  ])
  const file = await fetch(`${server.url}/api/jobs/export?from=${day}&to=${day}`, {
    headers: { 'x-api-key': server.tokens[HEAD] },
  })
  const lines = (await file.text()).trim().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[0]).toContain('Day,Person,Kind,Place')
  // A spreadsheet must not run what a person typed.
  expect(lines.some(line => line.includes("'=closed"))).toBe(true)
  expect((await server.call(STAFF, calls.jobs.hours, { query })).status).toBe(403)
})

const nowhere = crypto.randomUUID()
test.each<[string, Partial<Plan>, string, string]>([
  ['a kind that is none', { kindId: nowhere }, 'body.kindId', 'noSuchJobKind'],
  ['a hole that is none', { places: [{ holeId: nowhere }] }, 'body.places.0', 'notOnMap'],
  ['a place twice', { places: [{ name: 'Shed' }, { name: 'Shed' }] }, 'body.places.1', 'listedTwice'],
  ['a person who is none', { personIds: [999_999] }, 'body.personIds.0', 'noSuchPerson'],
  ['a day that is none', { day: '2030-02-30' }, 'body.day', 'day'],
])('refuses %s at its field', async (_, over, field, code) => {
  const answer = await plan(over)
  expect(answer.status).toBe(422)
  expect(answer.error.fields).toMatchObject({ [field]: { code } })
})

test('a test user may not be given a job', async () => {
  const answer = await plan({ personIds: [server.userIds.ROLE_TEST_USER] })
  expect(answer.error.fields).toMatchObject({ 'body.personIds.0': { code: 'noSuchPerson' } })
})
