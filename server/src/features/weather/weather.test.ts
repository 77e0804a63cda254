import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { calls } from '@greensward/contract'
import {
  addDays,
  clockOf,
  dayOf,
  type Mission,
  momentOf,
  type Notification,
  type RainProposal,
  startOfDay,
  type WeatherReport,
  type WeatherState,
} from '@greensward/domain'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rainProposals, weather } from '../../platform/db/schema/index.ts'
import { createCurrentCourse } from '../../shared/course/currentCourse.ts'
import { type Lawns, type NewMission, seedLawns } from '../../testing/lawn.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { createRainReschedule } from '../missions/rainReschedule.ts'

const as = 'ROLE_GREENKEEPER'
const zone = 'Europe/Dublin'
const HOUR_MS = 3_600_000

let server: TestServer
let lawns: Lawns
let station: Server
/** The answer of the weather station, and the questions that it got. */
let answer: string
let asked: IncomingMessage[] = []

beforeAll(async () => {
  server = await startTestServer({ config: { outgoingPrivate: true } })
  await server.call('ROLE_ADMIN', calls.settings.update, { body: { timeZone: zone } }).then(found => found.result)
  lawns = await seedLawns(server)
  station = createServer((request, reply) => {
    asked.push(request)
    reply.end(answer)
  })
  await new Promise<void>(done => station.listen(0, '127.0.0.1', done))
  // Early in the day, with all of it ahead.
  const tomorrow = addDays(dayOf(server.clock.now(), zone), 1)
  server.clock.advance(momentOf(tomorrow, 4, 0, zone).getTime() - server.clock.now().getTime())
  await server.signInAgain()
})
afterAll(async () => {
  station?.close()
  await server?.close()
})
beforeEach(async () => {
  await server.app.ctx.db.delete(rainProposals)
  await server.app.ctx.db.delete(weather)
  await rainMode('false')
  asked = []
})

const rainMode = (is: 'true' | 'false') =>
  server.call(as, calls.settings.update, { body: { rainMode: is } }).then(found => found.result)
const address = (): string => `http://127.0.0.1:${(station.address() as AddressInfo).port}/now.json`
const ago = (hours: number): string => new Date(server.clock.now().getTime() - hours * HOUR_MS).toISOString()
const says = (report: Partial<WeatherReport>): void => {
  answer = JSON.stringify({ at: ago(0), rainMmPerH: 0, ...report })
}
const switchOn = (body: object = {}) =>
  server
    .call('ROLE_MANAGER', calls.weather.update, { body: { enabled: true, address: address(), dryingH: 2, ...body } })
    .then(found => found.result)
const read = async (): Promise<WeatherState> => (await server.call('ROLE_MANAGER', calls.weather.read)).result
const hasRainMode = async (): Promise<string> => (await server.call(as, calls.settings.get)).result.rainMode
const open = async (): Promise<RainProposal> => {
  const { proposal } = await read()
  if (proposal?.state !== 'open') throw new Error(`Nothing is proposed: ${JSON.stringify(proposal)}`)
  return proposal
}
const notices = async (kind: string): Promise<Notification[]> =>
  (await server.call(as, calls.notifications.list, { query: { perPage: 500 } })).result.items.filter(
    item => item.kind === kind,
  )

describe('a weather source', () => {
  test('is off until somebody with the right names an address, and is then asked with its token', async () => {
    expect((await server.call(as, calls.weather.settings)).result).toMatchObject({ enabled: false, address: '' })
    expect((await server.call('ROLE_MANAGER', calls.weather.read)).error.kind).toBe('conflict')
    expect((await server.call(as, calls.weather.update, { body: { enabled: false } })).status).toBe(403)
    const empty = await server.call('ROLE_MANAGER', calls.weather.update, { body: { enabled: true } })
    expect(empty.error.fields).toEqual({ 'body.address': { code: 'empty', params: {} } })
    says({ rainMmPerH: 0 })
    expect(await switchOn({ token: 'over-the-hills' })).toMatchObject({ hasToken: true })
    const state = await read()
    expect(state).toMatchObject({
      sources: [{ role: 'forecast', problem: null }],
      report: { rainMmPerH: 0 },
      wetUntil: null,
      proposal: null,
    })
    expect(asked.at(-1)?.headers.authorization).toBe('Bearer over-the-hills')
    const { rows } = await server.app.ctx.db.execute(sql`select sealed_token from weather`)
    expect(JSON.stringify(rows)).not.toContain('hills')
    await switchOn({ token: '' })
    await read()
    expect(asked.at(-1)?.headers.authorization).toBeUndefined()
  })

  test('does not get the token of the address before it', async () => {
    says({ rainMmPerH: 0 })
    expect(await switchOn({ token: 'over-the-hills' })).toMatchObject({ hasToken: true })
    const { address } = (await server.call(as, calls.weather.settings)).result
    expect(await switchOn({ address: `${address}?station=2` })).toMatchObject({ hasToken: false })
    await read()
    expect(asked.at(-1)).toMatchObject({ url: expect.stringContaining('station=2') })
    expect(asked.at(-1)?.headers.authorization).toBeUndefined()
  })

  test.each([
    ['not JSON', () => 'It rains', 'notUnderstood'],
    ['no report', () => '{"rain": true}', 'notUnderstood'],
    ['of four hours ago', () => JSON.stringify({ at: ago(4), rainMmPerH: 9 }), 'tooOld'],
    ['longer than a report is', () => 'x'.repeat(1_100_000), 'tooLarge'],
  ])('whose answer is %s proposes nothing and says what is wrong', async (_, said, problem) => {
    answer = said()
    await switchOn()
    expect(await read()).toMatchObject({ sources: [{ problem }], proposal: null })
    expect(await hasRainMode()).toBe('false')
  })

  test('inside the network is not asked where the server does not allow it', async () => {
    const guarded = await startTestServer()
    try {
      says({ rainMmPerH: 9 })
      await guarded
        .call('ROLE_MANAGER', calls.weather.update, { body: { enabled: true, address: address() } })
        .then(found => found.result)
      const state = (await guarded.call('ROLE_MANAGER', calls.weather.read)).result
      expect(state).toMatchObject({ sources: [{ problem: 'forbiddenAddress' }], report: null })
      expect(asked).toEqual([])
    } finally {
      await guarded.close()
    }
  })
})

describe('rain', () => {
  test('is a proposal and switches nothing; accepting it switches rain mode on', async () => {
    says({ rainMmPerH: 3 })
    await switchOn()
    const proposal = await open()
    expect(proposal).toMatchObject({ kind: 'rainModeOn', reason: 'raining', rainMmPerH: 3 })
    expect(await hasRainMode()).toBe('false')
    await expect
      .poll(async () => (await notices('rainModeProposed')).map(({ subjectId }) => subjectId))
      .toContain(proposal.id)
    const refused = await server.call('ROLE_BUGGY_ADMIN', calls.weather.accept, { params: { id: proposal.id } })
    expect(refused.status).toBe(403)
    const accepted = (await server.call(as, calls.weather.accept, { params: { id: proposal.id } })).result
    expect(accepted).toMatchObject({ state: 'accepted', answeredBy: 'Test Greenkeeper' })
    expect(await hasRainMode()).toBe('true')
    const again = await server.call(as, calls.weather.decline, { params: { id: proposal.id } })
    expect(again.error).toMatchObject({
      kind: 'conflict',
      code: 'proposalAnswered',
      params: { who: 'Test Greenkeeper' },
    })
    // It keeps raining: no further question.
    expect((await read()).proposal).toMatchObject({ id: proposal.id, state: 'accepted' })
    says({ rainMmPerH: 0 })
    const end = await open()
    expect(end).toMatchObject({ kind: 'rainModeOff', reason: 'dry' })
    expect(await hasRainMode()).toBe('true')
    await server.call(as, calls.weather.accept, { params: { id: end.id } }).then(found => found.result)
    expect(await hasRainMode()).toBe('false')
  })

  test('that was declined is not asked again before the weather has changed', async () => {
    says({ rainMmPerH: 3 })
    await switchOn()
    const first = await open()
    await server.call(as, calls.weather.decline, { params: { id: first.id } }).then(found => found.result)
    says({ rainMmPerH: 5 })
    expect((await read()).proposal).toMatchObject({ id: first.id, state: 'declined' })
    says({ rainMmPerH: 0 })
    await read()
    says({ rainMmPerH: 3 })
    expect((await open()).id).not.toBe(first.id)
  })

  test('asks no longer once the rain ended before anybody answered', async () => {
    says({ rainMmPerH: 3 })
    await switchOn()
    const { id } = await open()
    says({ rainMmPerH: 0 })
    expect((await read()).proposal).toMatchObject({ id, state: 'lapsed' })
    const late = await server.call(as, calls.weather.accept, { params: { id } })
    expect(late.error.code).toBe('weatherChanged')
    expect(await hasRainMode()).toBe('false')
  })
})

describe('work on wet fields', () => {
  const today = (): string => dayOf(server.clock.now(), zone)
  const at = (day: string, hour: number, minute = 0): string => momentOf(day, hour, minute, zone).toISOString()
  const wet = () => ({ kind: 'zone', featureId: lawns.zones[1].id }) as const
  const create = async (changes: Partial<NewMission>): Promise<Mission> =>
    (await server.call(as, calls.missions.create, { body: lawns.request({ target: wet(), ...changes }) })).result
  const get = async (id: string): Promise<Mission> =>
    (await server.call(as, calls.missions.get, { params: { id } })).result
  const lastLine = async (id: string): Promise<string> => {
    const line = (await server.call(as, calls.missions.logs, { params: { id } })).result.items.at(-1)
    return `${line?.who}: ${line?.why}`
  }
  const moved = (id: string, from: string) =>
    expect.poll(async () => (await get(id)).startsAt, { timeout: 10_000 }).not.toBe(from)
  const clean = async (): Promise<void> => {
    const { items } = (await server.call(as, calls.missions.list, { query: { status: 'planned', perPage: 500 } }))
      .result
    await server.call(as, calls.missions.bulk, { body: { action: 'cancel', ids: items.map(({ id }) => id) } })
  }

  test('is moved to the same hour of the next day with a free slot, with the reason; dry fields and work in the dry stay', async () => {
    const early = await create({ title: 'Early', startsAt: at(today(), 6) })
    const late = await create({ title: 'Late', startsAt: at(today(), 8), slotS: 3_600 })
    const taken = await create({ title: 'Taken', startsAt: at(addDays(today(), 1), 8), slotS: 3_600 })
    const other = { kind: 'zone', featureId: lawns.zones[0].id } as const
    const dry = await create({ title: 'Dry', startsAt: at(today(), 12), target: other })
    await rainMode('true')
    await moved(early.id, at(today(), 6))
    await moved(late.id, at(today(), 8))
    expect((await get(early.id)).startsAt).toBe(at(addDays(today(), 1), 6))
    expect(await lastLine(early.id)).toBe(
      `system: Moved from ${today()} 06:00 to ${addDays(today(), 1)} 06:00: the area is wet until ${addDays(today(), 1)} 00:00`,
    )
    expect((await get(late.id)).startsAt).toBe(at(addDays(today(), 1), 9))
    expect((await get(taken.id)).startsAt).toBe(taken.startsAt)
    expect((await get(dry.id)).startsAt).toBe(at(today(), 12))
    await expect
      .poll(async () =>
        (await notices('missionMovedForRainMany')).flatMap(({ values }) => String(values.names).split(', ')),
      )
      .toEqual(expect.arrayContaining(['Early', 'Late']))
    await clean()
  }, 30_000)

  test('after rain mode what it moved is moved back in one go; what a person has moved since stays', async () => {
    const early = await create({ title: 'Early', startsAt: at(today(), 6) })
    const late = await create({ title: 'Late', startsAt: at(today(), 8), slotS: 3_600 })
    const offered = async () => (await server.call(as, calls.missions.movedForRain, {})).result.items
    await rainMode('true')
    await moved(early.id, early.startsAt ?? '')
    await moved(late.id, late.startsAt ?? '')
    expect(await offered()).toEqual([])
    await rainMode('false')
    expect((await offered()).map(({ title, from }) => [title, from])).toEqual([
      ['Early', early.startsAt],
      ['Late', late.startsAt],
    ])
    const today8 = await get(late.id)
    const elsewhere = at(addDays(today(), 2), 10)
    await server
      .call(as, calls.missions.update, {
        params: { id: late.id },
        body: { startsAt: elsewhere, updatedAt: today8.updatedAt },
      })
      .then(answer => answer.result)
    expect((await offered()).map(({ title }) => title)).toEqual(['Early'])
    const { result } = await server.call(as, calls.missions.moveBack, { body: { ids: [early.id, late.id] } })
    expect(result).toMatchObject({ moved: 1, stayed: [{ id: late.id, why: { code: 'changedSinceRain' } }] })
    expect((await get(early.id)).startsAt).toBe(early.startsAt)
    expect((await get(late.id)).startsAt).toBe(elsewhere)
    expect(await offered()).toEqual([])
    await clean()
  }, 30_000)

  test('waits until the end of wetness by the source', async () => {
    const mission = await create({ startsAt: at(today(), 6) })
    const end = at(addDays(today(), 1), 20)
    says({ rainMmPerH: 3, forecast: [{ from: ago(-0.5), to: end, rainMmPerH: 2 }] })
    await switchOn()
    await server.call(as, calls.weather.accept, { params: { id: (await open()).id } }).then(found => found.result)
    await moved(mission.id, at(today(), 6))
    // It rains until 20:00 tomorrow and dries for two hours more: no room at six, so the first of that evening.
    expect((await get(mission.id)).startsAt).toBe(at(addDays(today(), 1), 22))
    const wetDays = (
      await server.call(as, calls.missions.closed, { query: { from: today(), to: addDays(today(), 1) } })
    ).result.items.filter(({ kind }) => kind === 'rain')
    expect(wetDays).toMatchObject([{ from: startOfDay(today(), zone).toISOString(), to: at(addDays(today(), 1), 22) }])
    await clean()
  }, 30_000)

  test('is left out where its series brings it back by then, with that day in the reason', async () => {
    const daily = await create({ startsAt: at(today(), 7), repeat: { kind: 'daily', until: addDays(today(), 2) } })
    await rainMode('true')
    await expect.poll(async () => (await get(daily.id)).status, { timeout: 10_000 }).toBe('cancelled')
    expect((await get(daily.id)).statusReason).toBe(
      `Skipped: it is wet, and its series repeats it on ${addDays(today(), 1)}`,
    )
    await rainMode('false')
    const rare = await create({
      startsAt: at(today(), 10),
      repeat: { kind: 'everyDays', days: 7, until: addDays(today(), 7) },
    })
    await rainMode('true')
    await moved(rare.id, at(today(), 10))
    expect(clockOf(new Date((await get(rare.id)).startsAt ?? 0), zone)).toBe('10:00')
    await clean()
  }, 30_000)

  test('is not moved to a day on which somebody left its series out', async () => {
    const daily = await create({ startsAt: at(today(), 7), repeat: { kind: 'daily', until: addDays(today(), 2) } })
    const nextOne = async (): Promise<Mission | undefined> =>
      (await server.call(as, calls.missions.list, { query: { perPage: 500 } })).result.items.find(
        ({ series }) => series?.id === daily.series?.id && series?.day === addDays(today(), 1),
      )
    await expect.poll(nextOne, { timeout: 10_000 }).toBeDefined()
    const id = (await nextOne())?.id ?? ''
    await server.call(as, calls.missions.skip, { params: { id }, body: { scope: 'one' } })
    await rainMode('true')
    await expect.poll(async () => (await get(daily.id)).status, { timeout: 10_000 }).toBe('cancelled')
    expect((await get(daily.id)).statusReason).toBe(
      `Skipped: it is wet, and its series repeats it on ${addDays(today(), 2)}`,
    )
    await clean()
  }, 30_000)

  test('is skipped where no day has a free slot, and stays where it is when nothing is to be moved', async () => {
    await server.call('ROLE_MANAGER', calls.weather.update, { body: { catchUpDays: 0 } }).then(found => found.result)
    const stays = await create({ startsAt: at(today(), 6) })
    const day = addDays(today(), 1)
    const full = await create({ title: 'All day', startsAt: at(day, 0), slotS: 86_400 })
    await rainMode('true')
    await createRainReschedule(server.app.ctx, createCurrentCourse(server.app.ctx.db)).look()
    expect(await get(stays.id)).toMatchObject({ status: 'planned', startsAt: at(today(), 6) })
    await server.call('ROLE_MANAGER', calls.weather.update, { body: { catchUpDays: 1 } }).then(found => found.result)
    await rainMode('true')
    await expect.poll(async () => (await get(stays.id)).status, { timeout: 10_000 }).toBe('cancelled')
    expect((await get(stays.id)).statusReason).toBe(`Skipped: it is wet, and no slot is free until ${day}`)
    expect((await get(full.id)).status).toBe('planned')
    await clean()
  }, 30_000)
})
