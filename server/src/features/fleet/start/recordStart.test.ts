/** The record of a start, on a real database: it comes before anything is sent, and a server that ends meanwhile leaves it behind. */
import { calls } from '@greensward/contract'
import { SILENT_TELEMETRY, type Telemetry } from '@greensward/domain'
import type { Outcome } from '@greensward/vehicle'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Context } from '../../../platform/context.ts'
import { createJournal } from '../../../platform/db/journal.ts'
import { missions } from '../../../platform/db/schema/index.ts'
import { createCurrentCourse } from '../../../shared/course/currentCourse.ts'
import { type MissionRow, readMission } from '../../../shared/missionLife/missionsStore.ts'
import { at } from '../../../testing/ground.ts'
import { type Lawns, seedLawns } from '../../../testing/lawn.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import type { FleetParts } from '../fleetParts.ts'
import { Garage } from '../garage.ts'
import { loadActive, type OwnMission } from '../mission/activeMission.ts'
import { confirm } from '../mower/confirming.ts'
import { MowerController } from '../mower/mowerController.ts'
import { soleOwnership } from '../ownership/ownership.ts'
import type { Approach } from './approach.ts'
import type { Gate } from './gate.ts'
import { type prepareStart, recordStart } from './recordStart.ts'

let server: TestServer
let lawns: Lawns

beforeAll(async () => {
  server = await startTestServer()
  lawns = await seedLawns(server)
})
afterAll(() => server?.close())
/** A mower belongs to one active mission at a time. */
afterEach(() => server.app.ctx.db.update(missions).set({ status: 'cancelled' }))

const ADA = { user: { id: null, fullname: 'Ada Field' } }
const LIMIT = { check: () => undefined } as never

const partsWith = async (changes: Partial<Context> = {}, telemetry: Partial<Telemetry> = {}) => {
  const ctx: Context = { ...server.app.ctx, ...changes }
  const garage = new Garage()
  await garage.read(ctx.db)
  const shown = { ...SILENT_TELEMETRY, mode: 'hold', armed: false, link: 'live', position: at(0, -20), ...telemetry }
  const sent: string[] = []
  const answering = (name: string) => async () => {
    sent.push(name)
    return name === 'stop' ? { acknowledged: true, standingStill: true } : { outcome: 'accepted' }
  }
  return {
    sent,
    parts: {
      ctx,
      garage,
      course: createCurrentCourse(ctx.db),
      journal: createJournal(pino({ level: 'silent' })),
      ownership: soleOwnership(ctx.replicaId, true),
      view: { missionOf: () => undefined, missions: () => [], telemetryOf: () => shown, drivesUnplanned: () => false },
      interruptions: { count: () => 0, note: () => undefined, noteKind: () => undefined, noteStop: () => undefined },
      startBarrier: { join: () => ({ ready: () => Promise.resolve(), leave: () => undefined }) },
      gateway: {
        state: () => ({ telemetry: shown, mission: null, missionItemReached: null }),
        setBoundary: () => undefined,
        upload: answering('upload'),
        start: answering('start'),
        stop: answering('stop'),
      },
    } as unknown as FleetParts,
  }
}

const planned = async (): Promise<MissionRow> => {
  const { id } = (await server.call('ROLE_GREENKEEPER', calls.missions.create, { body: lawns.request() })).result
  return rowOf(id)
}
const rowOf = async (id: string): Promise<MissionRow> => {
  const row = await readMission(server.app.ctx.db, id)
  if (row === undefined) throw new Error('The mission is gone')
  return row
}
const roundTheTree: Approach = { kind: 'fullUpload', points: [at(-5, -10), at(0, 0)], from: { leg: 0, point: 0 } }
const gateWith = (approach: Approach | null): Gate => ({ lines: [], approach, beginning: undefined })
const record = (parts: FleetParts, row: MissionRow, approach: Approach | null = null) =>
  recordStart(parts, { row, how: 'start', actor: ADA, limit: LIMIT, gate: gateWith(approach) }, () => undefined)

test('SAFE-11 a server that ends before its mower is seen driving leaves the approach behind, by which the next one knows the drive', async () => {
  const row = await planned()
  const { parts } = await partsWith()
  const started = await record(parts, row, roundTheTree)
  // Nothing else is written: the server is killed here. The next one reads the database and the mower.
  const next = (await partsWith()).parts
  const found = await loadActive(next, await rowOf(row.id), true)
  if (found === undefined) throw new Error('The mission is gone')
  expect(found.approach).toEqual(started.approach)
  expect(found.drive.items).toEqual(started.drive.items)
  const telemetry = { mode: 'auto', armed: true, missionSeq: 2, link: 'live' }
  const gateway = { state: () => ({ telemetry, mission: started.drive.items }) } as unknown as FleetParts['gateway']
  expect(confirm({ ...next, gateway }, found, undefined)).toEqual({ mustStop: false })
  expect(found.status).toBe('working')
})

/** A controller whose pre-start checks pass; its record is the real one. */
const controllerOf = (parts: FleetParts, row: MissionRow): MowerController => {
  const prepare: typeof prepareStart = async (_, asked, mower) => {
    const mission: OwnMission = await recordStart(parts, { ...asked, gate: gateWith(null) }, mower.bound)
    mower.bind(mission)
    return mission
  }
  return new MowerController(row.mowerId, parts, undefined, prepare)
}
const failing: Partial<Context> = { audit: () => Promise.reject(new Error('the audit log is full')) }

test('SAFE-9 a start whose line in the audit log cannot be written is refused, and nothing is sent', async () => {
  const row = await planned()
  const { parts, sent } = await partsWith(failing)
  const mower = controllerOf(parts, row)
  await expect(mower.start(row.id, ADA, LIMIT)).rejects.toThrow('the audit log is full')
  expect([sent, mower.state, (await rowOf(row.id)).status]).toEqual([[], 'idle', 'planned'])
  // The same start with an audit log that works is sent.
  const healthy = await partsWith()
  await controllerOf(healthy.parts, row).start(row.id, ADA, LIMIT)
  expect(healthy.sent).toContain('upload')
})

test('SAFE-9 a stop whose line in the audit log cannot be written is sent and acknowledged', async () => {
  const row = await planned()
  const { parts, sent } = await partsWith(failing)
  const stopped: Pick<Outcome, 'outcome'> = await controllerOf(parts, row).stop(ADA)
  await parts.journal.settled(5_000)
  expect([stopped.outcome, sent]).toEqual(['accepted', ['stop']])
})

test.each([
  { mode: 'manual', speedMps: 1 },
  { mode: 'manual', speedMps: null },
  { mode: 'guided', speedMps: 0.5 },
] as const)('SAFE-3e a mower that a person drives, $mode at $speedMps m/s, is not started', async telemetry => {
  const row = await planned()
  const { parts } = await partsWith({}, telemetry)
  await expect(record(parts, row)).rejects.toMatchObject({
    said: { code: 'startBrokenOff', params: { cause: { params: { reason: 'otherHand' } } } },
  })
  expect((await rowOf(row.id)).status).toBe('planned')
})

test('SAFE-3e a mower at a standstill in MANUAL, as after it was switched on, is started', async () => {
  const row = await planned()
  const { parts } = await partsWith({}, { mode: 'manual', speedMps: 0.02 })
  expect((await record(parts, row)).id).toBe(row.id)
})
