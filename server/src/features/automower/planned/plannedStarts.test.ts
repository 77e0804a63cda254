/** Planned starts of Automowers: what is released starts at its time, and nothing else. */
import { calls, type PlannedStart } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { addDays, type CourseMode, dayOf, WEEKDAYS } from '@greensward/domain'
import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { automowerStarts } from '../../../platform/db/schema/index.ts'
import { readTimeZone } from '../../../shared/missionLife/machinesStore.ts'
import { AutomowerStage } from '../../../testing/automowerStage.ts'
import { endReleases } from './plannedStore.ts'

const MINUTE_MS = 60_000
const WAIT = { timeout: 20_000 }
const as = 'ROLE_GREENKEEPER'
const START = '{"data":{"type":"StartInWorkArea","attributes":{"duration":90,"workAreaId":7}}}'
const { automowerStarts: planned, automower: automowers } = lateCalls

let stage: AutomowerStage
let zone: string

beforeAll(async () => {
  stage = await AutomowerStage.open()
  zone = await readTimeZone(stage.server.app.ctx.db)
}, 120_000)
afterAll(() => stage?.close())
beforeEach(async () => {
  await stage.reset()
  await stage.server.app.ctx.db.delete(automowerStarts)
  await switchTo('normal')
})

const now = () => stage.server.clock.now()
const clockOf = (at: Date): string =>
  at.toLocaleTimeString('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' })
const inMinutes = (minutes: number): Date => new Date(now().getTime() + minutes * MINUTE_MS)
const fields = (change: object = {}) => ({
  ...{ machineId: '0b1c', areaId: '7', weekdays: [...WEEKDAYS], at: clockOf(inMinutes(2)), minutes: 90 },
  ...change,
})
const plan = async (change: object = {}): Promise<PlannedStart> =>
  (await stage.server.call(as, planned.create, { body: fields(change) })).result
const release = ({ id, updatedAt }: PlannedStart, until = dayOf(inMinutes(2), zone)) =>
  stage.server.call(as, planned.release, { params: { id }, body: { until, updatedAt } })
const released = async (until?: string): Promise<PlannedStart> => (await release(await plan(), until)).result
const list = async () => (await stage.server.call(as, planned.list)).result.items
const only = async (): Promise<PlannedStart | undefined> => (await list())[0]
/** Its time comes; what was read of the mower counts for ten minutes. */
const passes = async (minutes = 3): Promise<void> => {
  stage.server.clock.advance(minutes * MINUTE_MS)
  await stage.server.signInAgain()
}
const starts = () => stage.bodies().filter(body => body === START)
const outcome = async () => (await only())?.last?.outcome
/** Longer than the server takes to look. */
const looked = (): Promise<void> => new Promise(done => setTimeout(done, 1_500))
const switchTo = (mode: CourseMode) => stage.server.call('ROLE_MANAGER', calls.courseMode.change, { body: { mode } })
const notices = async () => {
  const { items } = (await stage.server.call(as, calls.notifications.list)).result
  return items.filter(({ kind }) => kind === 'automowerNotStartedIn')
}

test('SAFE-17g a planned start is sent at its time once a person has released it, once a day, and is recorded with who did', async () => {
  const item = await plan()
  expect(item).toMatchObject({ machineName: 'Nursery', areaName: 'Range', release: null, nextAt: null, last: null })
  await passes()
  await looked()
  expect(starts()).toEqual([])
  const again = fields({ at: clockOf(inMinutes(2)) })
  const { at } = again
  const { result: moved } = await stage.server.call(as, planned.update, {
    params: { id: item.id },
    body: { at, updatedAt: item.updatedAt },
  })
  const until = addDays(dayOf(inMinutes(2), zone), 1)
  const { result } = await release(moved, until)
  expect(result.release).toEqual({ until, by: expect.stringMatching(/./) })
  expect(clockOf(new Date(result.nextAt ?? ''))).toBe(at)
  await passes()
  await expect.poll(outcome, WAIT).toBe('started')
  expect(starts()).toEqual([START])
  await looked()
  expect(starts()).toEqual([START])
  const after = await only()
  expect(new Date(after?.nextAt ?? '').getTime() - new Date(result.nextAt ?? '').getTime()).toBeGreaterThan(
    22 * 60 * MINUTE_MS,
  )
  expect(await stage.lines()).toContainEqual(
    expect.objectContaining({
      action: 'automower.request',
      who: 'system',
      releasedBy: result.release?.by,
      minutes: 90,
    }),
  )
  expect(await notices()).toEqual([])
})

test('a calendar has its times as long as it is released, and none of one that nobody released', async () => {
  const { server } = stage
  const feed = { name: 'Mine', mowerId: null, language: 'en' as const }
  const { secret } = (await server.call(as, lateCalls.calendarFeeds.create, { body: feed })).result
  const events = async () => {
    const text = await (await fetch(`${server.url}/api/calendar/${secret}.ics`)).text()
    const found = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map(each => new ICAL.Event(each))
    return found.filter(({ summary }) => summary.startsWith('Planned start'))
  }
  const item = await plan()
  expect(await events()).toEqual([])
  const until = addDays(dayOf(inMinutes(2), zone), 2)
  const { result } = await release(item, until)
  const [first, ...others] = await events()
  expect(others).toHaveLength(2)
  expect(first?.summary).toBe('Planned start: Nursery · Range')
  expect(first?.description).toBe(`Released by ${result.release?.by}`)
  expect(first?.startDate.toJSDate().toISOString()).toBe(result.nextAt)
  expect(first?.duration.toSeconds()).toBe(90 * 60)
  await stage.pause()
  await expect.poll(events, WAIT).toEqual([])
})

test('SAFE-17g a pause, a park and stop all end the release', async () => {
  const item = await plan()
  const presses = [
    () => stage.pause(),
    () => stage.server.call(as, automowers.park, { params: { id: '0b1c' } }),
    () => stage.server.call(as, calls.mowers.stopAll),
  ]
  for (const press of presses) {
    const today = (await only()) ?? item
    expect((await release(today)).result.release).not.toBeNull()
    // One that was released before the press, by the clock of the server.
    stage.server.clock.advance(1_000)
    await press()
    await expect.poll(async () => (await only())?.release, WAIT).toBeNull()
  }
  const { id } = (await release((await only()) ?? item)).result
  // As a stop does that the database takes late, after another release.
  const stop = { machineId: '0b1c', areaId: null, givenUntil: new Date(now().getTime() - 1_000) }
  await endReleases(stage.server.app.ctx.db, stop)
  expect((await only())?.release).not.toBeNull()
  await stage.server.call(as, planned.revoke, { params: { id } }).then(answer => answer.result)
  await passes()
  await looked()
  expect(starts()).toEqual([])
})

test('SAFE-17g a change of the plan or of the zone of its area ends the release, and a person revokes it', async () => {
  const first = await released()
  const body = { minutes: 60, updatedAt: first.updatedAt }
  const changed = (await stage.server.call(as, planned.update, { params: { id: first.id }, body })).result
  expect(changed).toMatchObject({ minutes: 60, release: null })
  const second = (await release(changed)).result
  const zoneId = stage.lawns.zones[1].id
  const params = { id: '0b1c', areaId: '7' }
  await stage.server.call('ROLE_MANAGER', automowers.mapArea, { params, body: { zoneId } }).then(done => done.result)
  expect((await only())?.release).toBeNull()
  const third = (await release(second)).result
  expect(third.release).not.toBeNull()
  await switchTo('frostDelay')
  await passes()
  await expect.poll(outcome, WAIT).toBe('waits')
  const { result } = await stage.server.call('ROLE_BUGGY_BAR', planned.revoke, { params: { id: third.id } })
  expect(result).toMatchObject({ release: null, last: null })
  await switchTo('normal')
  await passes(1)
  await looked()
  expect(stage.bodies()).toEqual([])
})

test('SAFE-17g one that the checks refuse waits for half an hour, and starts as soon as they pass', async () => {
  await released()
  await switchTo('frostDelay')
  await passes()
  await looked()
  expect([starts(), await outcome()]).toEqual([[], 'waits'])
  const waiting = await only()
  expect(waiting?.last).toMatchObject({ at: waiting?.nextAt, why: { code: 'refusal' } })
  await switchTo('normal')
  await passes(1)
  await expect.poll(outcome, WAIT).toBe('started')
  expect(starts()).toEqual([START])
})

test('SAFE-17g one that is refused all that time is given up with the reason, and people are notified', async () => {
  await released()
  await switchTo('frostDelay')
  await passes(34)
  await expect.poll(outcome, WAIT).toBe('notStarted')
  expect((await only())?.last?.why).toMatchObject({ code: 'refusal' })
  await expect.poll(async () => (await notices()).length, WAIT).toBe(1)
  expect(await notices()).toMatchObject([{ level: 'warning', values: { mower: 'Nursery', area: 'Range' } }])
  await switchTo('normal')
  await looked()
  expect(starts()).toEqual([])
})

test('SAFE-17g one that the maker does not take is not sent again', async () => {
  const before = (await notices()).length
  stage.service.actions = reply => void reply.writeHead(500).end()
  await released()
  await passes()
  await expect.poll(outcome, WAIT).toBe('notStarted')
  expect((await only())?.last?.why).toMatchObject({ code: 'startNotTaken' })
  await expect.poll(async () => (await notices()).length, WAIT).toBe(before + 1)
  await looked()
  expect(starts()).toEqual([START])
})

test('SAFE-17g another account, or none, ends the release', async () => {
  const update = (body: object) => stage.server.call('ROLE_MANAGER', automowers.update, { body })
  const item = await released()
  await update({ events: true })
  expect((await only())?.release).not.toBeNull()
  await update({ enabled: false })
  expect((await only())?.release).toBeNull()
  await update({ enabled: true, events: false })
  expect((await release((await only()) ?? item)).result.release).not.toBeNull()
  await update({ applicationKey: 'of another club' })
  expect((await only())?.release).toBeNull()
})

test('SAFE-17g one whose server ended before the answer is not sent again, and people are notified', async () => {
  const before = (await notices()).length
  const { id } = await released()
  const last = { at: now().toISOString(), outcome: 'asked', why: null } as const
  await stage.server.app.ctx.db.update(automowerStarts).set({ doneDay: dayOf(inMinutes(2), zone), last })
  await passes(4)
  await expect.poll(outcome, WAIT).toBe('notStarted')
  expect(await only()).toMatchObject({ id, last: { at: last.at, why: { code: 'startUnanswered' } } })
  await expect.poll(async () => (await notices()).length, WAIT).toBe(before + 1)
  await looked()
  expect(starts()).toEqual([])
  expect((await notices()).length).toBe(before + 1)
})

test('what makes no sense is refused at its field, and only those who may do so plan and release', async () => {
  const refused = async (change: object) => {
    const { error } = await stage.server.call(as, planned.create, { body: fields(change) })
    return Object.keys(error.fields ?? {})
  }
  expect(await refused({ machineId: 'another' })).toEqual(['body.machineId'])
  expect(await refused({ areaId: '77' })).toEqual(['body.areaId'])
  expect(await refused({ weekdays: [] })).toEqual(['body.weekdays'])
  expect(await refused({ weekdays: ['mon', 'mon'] })).toEqual(['body.weekdays'])
  expect(await refused({ at: '25:00' })).toEqual(['body.at'])
  expect(await refused({ minutes: 10 })).toEqual(['body.minutes'])
  const item = await plan()
  const today = dayOf(now(), zone)
  for (const until of [addDays(today, -1), addDays(today, 14)])
    expect(Object.keys((await release(item, until)).error.fields ?? {})).toEqual(['body.until'])
  expect((await release({ ...item, updatedAt: '2026-01-01T00:00:00.000Z' }, today)).status).toBe(409)
  expect((await release(await plan({ areaId: '9' }), today)).error.code).toBe('workAreaOff')
  for (const role of ['ROLE_TEST_USER', 'ROLE_BUGGY_ADMIN', 'ROLE_BUGGY_BAR'] as const) {
    expect((await stage.server.call(role, planned.create, { body: fields() })).status).toBe(403)
    const body = { until: today, updatedAt: item.updatedAt }
    expect((await stage.server.call(role, planned.release, { params: { id: item.id }, body })).status).toBe(403)
  }
  await stage.server.call(as, planned.remove, { params: { id: item.id } }).then(answer => answer.result)
  expect((await list()).map(({ areaId }) => areaId)).toEqual(['9'])
  expect((await stage.server.call(as, planned.remove, { params: { id: item.id } })).status).toBe(404)
})
