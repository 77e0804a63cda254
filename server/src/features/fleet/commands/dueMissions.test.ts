import { calls } from '@greensward/contract'
import { type AuditAction, type GateLine, type Mission, refusedLines } from '@greensward/domain'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Context } from '../../../platform/context.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { deadline } from '../../../shared/missionLife/commandAge.ts'
import { readMission } from '../../../shared/missionLife/missionsStore.ts'
import { type Actor, SYSTEM } from '../../../shared/missionLife/moveMission.ts'
import { checksRefused } from '../../../shared/missionLife/why.ts'
import { type Lawns, seedLawns } from '../../../testing/lawn.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import type { FleetParts } from '../fleetParts.ts'
import type { OwnMission } from '../mission/activeMission.ts'
import { stopHolding } from '../mower/fleetStore.ts'
import type { Gate } from '../start/gate.ts'
import { recordStart } from '../start/recordStart.ts'
import { createDueMissions } from './dueMissions.ts'

const as = 'ROLE_GREENKEEPER'
const MINUTE_MS = 60_000

let server: TestServer
let lawns: Lawns
/** A clock of the replicas under test, so that the server's own look never happens before theirs. */
let nowMs: number

beforeAll(async () => {
  server = await startTestServer()
  lawns = await seedLawns(server)
})
afterAll(() => server?.close())
beforeEach(() => {
  nowMs = server.clock.now().getTime()
})

const contextAt = (): Context => ({
  ...server.app.ctx,
  clock: { now: () => new Date(nowMs), monotonicMs: () => nowMs },
})

let planned = 0
/** Starts by itself far enough ahead that the server's own clock never gets there. */
const plan = async (startsByItself = true): Promise<Mission> => {
  planned += 1
  const startsAt = new Date(nowMs + planned * 24 * 60 * MINUTE_MS).toISOString()
  return (await server.call(as, calls.missions.create, { body: lawns.request({ startsAt, startsByItself }) })).result
}
const get = async (id: string): Promise<Mission> =>
  (await server.call(as, calls.missions.get, { params: { id } })).result
const startOf = ({ startsAt }: Mission): number => Date.parse(startsAt ?? '')
const begun: string[] = []
const replica = (
  begin: (
    id: string,
  ) => Promise<never> | Promise<{ outcome: 'accepted'; reason: null; why: null; standingStill: null }>,
) =>
  createDueMissions(contextAt(), begin, async ms => {
    nowMs += ms
  })
const accepting = () =>
  replica(async id => {
    begun.push(id)
    return { outcome: 'accepted', reason: null, why: null, standingStill: null } as const
  })

test('of three servers that look at the same moment one alone starts it, and never again when the clock is set back', async () => {
  const mission = await plan()
  nowMs = startOf(mission) - MINUTE_MS
  const replicas = [accepting(), accepting(), accepting()]
  await Promise.all(replicas.map(each => each.look()))
  expect(begun).toEqual([])
  nowMs = startOf(mission) + 500
  await Promise.all(replicas.map(each => each.look()))
  expect(begun).toEqual([mission.id])
  for (const step of [-90 * MINUTE_MS, 90 * MINUTE_MS, 20_000]) {
    nowMs += step
    if (nowMs < startOf(mission) + 2 * MINUTE_MS) await Promise.all(replicas.map(each => each.look()))
  }
  expect(begun).toEqual([mission.id])
})

test('it is missed, not started late, by a server that was not running at its time', async () => {
  const mission = await plan()
  nowMs = startOf(mission) + 10_000
  await accepting().look()
  expect(begun).not.toContain(mission.id)
  expect(await get(mission.id)).toMatchObject({
    status: 'missed',
    statusReason: expect.stringContaining('while the server was not running'),
  })
})

test('it is missed when the clock jumps over its time', async () => {
  const mission = await plan()
  nowMs = startOf(mission) - 30 * MINUTE_MS
  const due = accepting()
  await due.look()
  nowMs = startOf(mission) + 30 * MINUTE_MS
  await due.look()
  expect(begun).not.toContain(mission.id)
  expect((await get(mission.id)).status).toBe('missed')
})

test('marks a claimed mission missed after a crash, but not while its start is in progress', async () => {
  const mission = await plan()
  nowMs = startOf(mission) - MINUTE_MS
  let finish = (): void => undefined
  const waiting = replica(
    () =>
      new Promise(
        resolve => (finish = () => resolve({ outcome: 'accepted', reason: null, why: null, standingStill: null })),
      ),
  )
  nowMs = startOf(mission)
  await waiting.look()
  nowMs += 10 * MINUTE_MS
  await waiting.look()
  expect((await get(mission.id)).status).toBe('planned')
  finish()
  // No other server knows that start: the one that claimed it is gone.
  const after = accepting()
  await after.look()
  expect(begun).not.toContain(mission.id)
  expect(await get(mission.id)).toMatchObject({
    status: 'missed',
    statusReason: expect.stringContaining('the server ended'),
  })
})

test('a refused check makes it missed with the reason of the check', async () => {
  const mission = await plan()
  nowMs = startOf(mission) - MINUTE_MS
  const refused: GateLine[] = [{ check: 'rain', verdict: 'refused', reason: 'rainModeRestricted', values: {} }]
  const due = replica(async () => refuse('gateShut', { lines: refusedLines(refused) }, { why: checksRefused(refused) }))
  nowMs = startOf(mission)
  await due.look()
  await expect.poll(async () => (await get(mission.id)).status).toBe('missed')
  expect((await get(mission.id)).statusReason).toMatch(
    /could not start.*Rain mode: this zone is not mown while it is wet/,
  )
})

test('retries a start that timed out until it is late, through the gate each time', async () => {
  const mission = await plan()
  nowMs = startOf(mission) - MINUTE_MS
  const tries: number[] = []
  const slow = replica(async () => {
    tries.push(nowMs)
    nowMs += 6_000
    return tries.length < 3
      ? refuse('commandExpired')
      : { outcome: 'accepted', reason: null, why: null, standingStill: null }
  })
  nowMs = startOf(mission)
  await slow.look()
  await expect.poll(() => tries).toEqual([0, 6_000, 12_000].map(ms => startOf(mission) + ms))
  expect((await get(mission.id)).status).toBe('planned')
})

test('it is missed when no try got through within the minute', async () => {
  const mission = await plan()
  nowMs = startOf(mission) - MINUTE_MS
  const tries: number[] = []
  const stuck = replica(async () => {
    tries.push(nowMs)
    nowMs += 25_000
    return refuse('commandExpired')
  })
  nowMs = startOf(mission)
  await stuck.look()
  await expect.poll(async () => (await get(mission.id)).status).toBe('missed')
  expect((await get(mission.id)).statusReason).toMatch(/could not start.*took too long/)
  expect(tries.map(ms => ms - startOf(mission))).toEqual([0, 25_000, 50_000])
})

/** As the pre-start checks refuse it where another mower is in its way. */
const refuseFor = (lines: GateLine[]): Promise<never> =>
  Promise.resolve().then(() =>
    refuse('gateShut', { lines: refusedLines(lines) }, { details: { lines }, why: checksRefused(lines) }),
  )
const ON_WAY: GateLine = { check: 'zoneFree', verdict: 'refused', reason: 'onWay', values: { name: 'Rook 2' } }

test('SAFE-13l waits for another mower in its way, and starts once that has passed', async () => {
  const mission = await plan()
  nowMs = startOf(mission)
  const tries: number[] = []
  const due = replica(async () => {
    tries.push(nowMs - startOf(mission))
    return tries.length < 4
      ? refuseFor([ON_WAY])
      : ({ outcome: 'accepted', reason: null, why: null, standingStill: null } as const)
  })
  await due.look()
  await expect.poll(() => tries).toEqual([0, 10_000, 20_000, 30_000])
  expect((await get(mission.id)).status).toBe('planned')
  const { items } = (await server.call(as, calls.missions.logs, { params: { id: mission.id } })).result
  expect(items.filter(({ said }) => said?.code === 'waitsForMower')).toHaveLength(1)
  // Another server that looks meanwhile does not take it for abandoned.
  nowMs += 60_000
  await replica(() => refuse('commandExpired')).look()
  expect((await get(mission.id)).status).toBe('planned')
})

test('SAFE-13l is missed after ten minutes of waiting, and at once where anything else refuses it as well', async () => {
  const mission = await plan()
  nowMs = startOf(mission)
  const tries: number[] = []
  const due = replica(() => {
    tries.push(nowMs - startOf(mission))
    return refuseFor([ON_WAY])
  })
  await due.look()
  await expect.poll(async () => (await get(mission.id)).status).toBe('missed')
  expect(tries.at(-1)).toBe(600_000)
  expect((await get(mission.id)).statusReason).toMatch(/could not start.*Rook 2/)

  const wet = await plan()
  nowMs = startOf(wet)
  const rain: GateLine = { check: 'rain', verdict: 'refused', reason: 'rainModeRestricted', values: {} }
  await replica(() => refuseFor([ON_WAY, rain])).look()
  await expect.poll(async () => (await get(wet.id)).status).toBe('missed')
  expect(nowMs).toBe(startOf(wet))
})

test('SAFE-13l a mission that is cancelled while it waits is not started', async () => {
  const mission = await plan()
  nowMs = startOf(mission)
  let tries = 0
  const due = replica(async () => {
    tries += 1
    if (tries > 1) return { outcome: 'accepted', reason: null, why: null, standingStill: null } as const
    await server.call(as, calls.missions.cancel, { params: { id: mission.id } })
    return refuseFor([ON_WAY])
  })
  await due.look()
  await due.close()
  expect(tries).toBe(1)
  await expect.poll(async () => (await get(mission.id)).status).toBe('cancelled')
})

test('a start that somebody moves to another time while it is tried begins at that time and not before', async () => {
  const mission = await plan()
  nowMs = startOf(mission) - MINUTE_MS
  const later = startOf(mission) + 60 * MINUTE_MS
  const tries: number[] = []
  const due = replica(async id => {
    tries.push(nowMs)
    if (tries.length > 1) return { outcome: 'accepted', reason: null, why: null, standingStill: null }
    await server.app.ctx.db.execute(sql`
      update missions set starts_at = ${new Date(later).toISOString()}::timestamptz, due_handled_at = null where id = ${id}`)
    return refuse('commandExpired')
  })
  nowMs = startOf(mission)
  await due.look()
  await expect.poll(() => tries.length).toBe(1)
  expect((await get(mission.id)).status).toBe('planned')
  nowMs = later
  // The server looks every second; a look while the first try still ends skips it.
  const triesAfterLook = async (): Promise<readonly number[]> => {
    await due.look()
    return tries
  }
  await expect.poll(triesAfterLook).toEqual([startOf(mission), later])
})

test('notifies once of a mission that waits for a person, and leaves it planned', async () => {
  const mission = await plan(false)
  nowMs = startOf(mission) - MINUTE_MS
  const due = accepting()
  nowMs = startOf(mission)
  await due.look()
  await due.look()
  expect((await get(mission.id)).status).toBe('planned')
  const { rows } = await server.app.ctx.db.execute(
    sql`select due_handled_at from missions where id = ${mission.id} and due_handled_at is not null`,
  )
  expect(rows).toHaveLength(1)
})

/** A line of the audit log, as the routes and the gateway write it. */
const noted = (action: AuditAction, subjectId: string, details: object = {}, fullname: string | null = 'Ada Field') => {
  const [subject = ''] = action.split('.')
  const user = fullname === null ? {} : { user: { id: null, fullname } }
  return server.app.ctx.audit(server.app.ctx.db, { ...user, action, subject, subjectId, details })
}
/** Whether the mission starts by itself at its time; otherwise it is missed. */
const startsAtItsTime = async (mission: Mission): Promise<boolean> => {
  nowMs = startOf(mission) - MINUTE_MS
  const due = accepting()
  nowMs = startOf(mission)
  await due.look()
  const isMissed = async () => (await get(mission.id)).status === 'missed'
  await expect.poll(async () => begun.includes(mission.id) || (await isMissed())).toBe(true)
  return !(await isMissed())
}

test('SAFE-13a a mission planned before a person stopped its mower does not start by itself and names the stop', async () => {
  const mission = await plan()
  await noted('mower.stop', mission.mowerId, { acknowledged: true })
  expect(await startsAtItsTime(mission)).toBe(false)
  expect((await get(mission.id)).statusReason).toMatch(/could not start.*Ada Field stopped the mower on/)
  const other = await plan()
  await noted('mower.clear', other.mowerId, { order: 'clear' })
  expect(await startsAtItsTime(other)).toBe(false)
  // Planned after the stop: that is what a person wants now.
  expect(await startsAtItsTime(await plan())).toBe(true)
})

test.each([
  ['a start by a person', async ({ id }: Mission) => noted('mission.start', id)],
  ['a shift released with it', async ({ mowerId }: Mission) => noted('shift.release', 'shift', { mowers: [mowerId] })],
  ['a shift continued', async ({ mowerId }: Mission) => noted('shift.continue', 'shift', { mower: mowerId })],
] as const)('SAFE-13a %s ends the stop of its mower', async (_, press) => {
  const [mission, another] = [await plan(), await plan(false)]
  await noted('mower.stop', mission.mowerId)
  await press(another)
  expect(await startsAtItsTime(mission)).toBe(true)
})

test('SAFE-13a neither a stop by the system, nor a cancelled mission, nor the stop of another mower holds a mission back', async () => {
  const mission = await plan()
  await noted('mission.start', mission.id)
  await noted('mower.stop', mission.mowerId, { acknowledged: true }, null)
  await noted('mower.clear', mission.mowerId, { order: 'cancel' })
  await noted('mower.stop', crypto.randomUUID(), { acknowledged: true })
  expect(await startsAtItsTime(mission)).toBe(true)
})

test('SAFE-13a a start by the system does not end the stop of a person', async () => {
  const [mission, another] = [await plan(), await plan()]
  await noted('mower.stop', mission.mowerId)
  await noted('mission.start', another.id, {}, null)
  await noted('shift.release', 'shift', { mowers: [crypto.randomUUID()] })
  expect(await startsAtItsTime(mission)).toBe(false)
})

test('SAFE-1d a stop that its mower did not acknowledge is read from the record, until a person starts the mower', async () => {
  const mission = await plan()
  const holding = () => stopHolding(server.app.ctx.db, mission)
  expect(await holding()).toBeUndefined()
  await noted('mower.stop', mission.mowerId, { acknowledged: false })
  expect(await holding()).toMatchObject({ actor: { user: { id: null, fullname: 'Ada Field' } }, isOwed: true })
  await noted('mower.stop', mission.mowerId, { acknowledged: true })
  expect(await holding()).toMatchObject({ isOwed: false })
  await noted('mission.resume', mission.id)
  expect(await holding()).toBeUndefined()
})

test('SAFE-13a a stop between the look and the record of a start refuses a start by the system, and none by a person', async () => {
  const mission = await plan()
  await noted('mower.stop', mission.mowerId)
  const { ctx } = server.app
  const row = (await readMission(ctx.db, mission.id)) ?? expect.fail('the mission is gone')
  const parts = {
    ctx,
    journal: { settled: async () => undefined },
    ownership: { confirm: async () => true },
    garage: { mowers: new Map() },
    view: { telemetryOf: () => undefined },
  } as unknown as FleetParts
  const bound = { id: mission.id, mowerId: mission.mowerId } as unknown as OwnMission
  const record = (actor: Actor) =>
    recordStart(
      parts,
      { row, how: 'start', actor, limit: deadline(ctx, 0), gate: { lines: [], approach: null } as unknown as Gate },
      () => bound,
    )
  await expect(record(SYSTEM)).rejects.toMatchObject({ said: { code: 'stopRequested' } })
  expect((await get(mission.id)).status).toBe('planned')
  await record({ user: { id: null, fullname: 'Ada Field' } })
  expect((await get(mission.id)).status).toBe('uploading')
})
