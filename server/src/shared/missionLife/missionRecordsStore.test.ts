import { randomUUID } from 'node:crypto'
import { type MissionEvent, type MissionRequest, missionRequest } from '@greensward/domain'
import { asc, eq, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMission, recordOfCreation } from '../../features/missions/planned.ts'
import { writeAudit } from '../../platform/auditStore.ts'
import {
  audit,
  missionLogs,
  missionPlans,
  missionProgress,
  missionRuns,
  missionStretches,
  missions,
  missionWork,
  mowers,
} from '../../platform/db/schema/index.ts'
import { at } from '../../testing/ground.ts'
import { type Lawns, seedLawns } from '../../testing/lawn.ts'
import { createTestClock, startTestServer, type TestServer } from '../../testing/testServer.ts'
import { createCurrentCourse } from '../course/currentCourse.ts'
import { learnDriveTimes, learnFromMission } from './driveTimeStore.ts'
import { MissionRecords } from './missionRecordsStore.ts'
import { addLogLine, type ProgressEntry, saveProgress } from './missionsStore.ts'
import { moveMissionIn, SYSTEM } from './moveMission.ts'
import { createPlanner, type PlannedMission } from './planner.ts'
import { why } from './why.ts'

let server: TestServer
let lawns: Lawns
let planned: PlannedMission
let request: MissionRequest

const FROM = Date.parse('2026-06-18T05:00:00.000Z')
const after = (s: number): Date => new Date(FROM + s * 1_000)
const ctx = () => server.app.ctx
const keeper = () => ({ id: server.userIds.ROLE_GREENKEEPER, fullname: 'The Keeper' })

beforeAll(async () => {
  server = await startTestServer()
  lawns = await seedLawns(server)
  const planner = createPlanner(ctx(), createCurrentCourse(ctx().db))
  request = missionRequest.parse(lawns.request())
  planned = await planner.plan(request)
  await planner.close()
}, 120_000)
afterAll(() => server?.close())

type Steps = readonly (readonly [s: number, event: MissionEvent, byKeeper: boolean])[]

/** It drives as long as its plan says: of another drive nothing would be learned. */
const steps = (): Steps => [
  [10, 'start', false],
  [20, 'uploaded', false],
  [80.25, 'held', false],
  [200, 'resume', true],
  [205.125, 'resumed', true],
  [205.125 + Math.ceil(planned.plan.stats.durationS) - 60.25, 'finished', false],
]
const moveOf = (event: MissionEvent, byKeeper: boolean) => ({
  event,
  actor: byKeeper ? { user: keeper() } : SYSTEM,
  why: event === 'held' ? why('mowerRestarted') : why('lastItem'),
  fromSeq: event === 'resumed' ? 1 : 0,
})
const progressOf = (missionId: string): ProgressEntry => ({
  missionId,
  part: 0,
  approach: [at(0, 0), at(3, 4)],
  from: { leg: 0, point: 0 },
  leftAt: at(1, 1),
  seq: 5,
  itemCount: 6,
  mown: '1:2x3:4:5',
  progress: 0.97,
  cutM2: 388,
  stretches: [
    { at: after(60), bladeOn: true, points: [at(0, 1), at(20, 1), at(20, 3)] },
    { at: after(120), bladeOn: false, points: [at(20, 3), at(0, 3)] },
  ],
  at: after(480),
})
const sent = { at: after(12), status: 'uploading' as const, who: 'system', why: why('sent', { items: 6 }) }

/** By the functions that write a mission of now, step by step. */
const writeEach = async (id: string, events: Steps, drives: boolean): Promise<void> => {
  const clock = createTestClock(new Date(FROM))
  const past = {
    ...ctx(),
    clock,
    audit: (tx: Parameters<typeof writeAudit>[0], entry: Parameters<typeof writeAudit>[2]) =>
      writeAudit(tx, clock.now(), entry),
  }
  await ctx().db.transaction(async tx => {
    await createMission(past, tx, request, planned, keeper(), { id })
    let nowS = 0
    for (const [s, event, byKeeper] of events) {
      clock.advance((s - nowS) * 1_000)
      nowS = s
      if (event === 'uploaded') await addLogLine(tx, id, sent)
      if (event === 'finished') await saveProgress(tx, progressOf(id))
      const moved = await moveMissionIn(tx, past, { missionId: id, ...moveOf(event, byKeeper) })
      expect(moved.ok).toBe(true)
    }
    if (drives)
      await learnFromMission(tx, { missionId: id, mowerId: request.mowerId, plan: planned.plan, approach: [at(0, 0)] })
  })
}

/** All at once. */
const writeTogether = async (id: string, events: Steps, drives: boolean): Promise<void> => {
  const records = new MissionRecords()
  const made = recordOfCreation(request, planned, keeper(), after(0), { id })
  records.add(made.row, planned)
  records.line(id, made.line)
  records.audit(after(0), made.audit)
  for (const [s, event, byKeeper] of events) {
    if (event === 'uploaded') records.line(id, sent)
    if (event === 'finished') records.saveProgress(progressOf(id))
    records.move(id, moveOf(event, byKeeper), after(s))
  }
  await ctx().db.transaction(async tx => {
    await records.write(tx)
    if (!drives) return
    const drivenS =
      records.runsOf(id).reduce((sum, run) => sum + Number(run.endedAt) - Number(run.startedAt), 0) / 1_000
    const lesson = {
      plan: planned.plan,
      approach: [at(0, 0)],
      start: at(0, 1),
      drivenS,
      runs: records.runsOf(id).length,
    }
    await learnDriveTimes(tx, request.mowerId, [lesson])
  })
}

const readRows = async (id: string) => {
  const { db } = ctx()
  const of = async (table: PgTable) => {
    const { rows } = await db.execute<{ row: Record<string, unknown> }>(sql`
      select to_jsonb(line) - 'id' - 'mission_id' as row from ${table} line
      where mission_id = ${id} order by to_jsonb(line) -> 'id'`)
    return rows.map(({ row }) => row)
  }
  const [mission] = await db.select().from(missions).where(eq(missions.id, id))
  const audits = await db.select().from(audit).where(eq(audit.subjectId, id)).orderBy(asc(audit.id))
  const [mower] = await db.select({ driveTime: mowers.driveTime }).from(mowers).where(eq(mowers.id, request.mowerId))
  return {
    mission: { ...mission, id: '' },
    audits: audits.map(row => ({ ...row, id: 0, subjectId: '' })),
    plans: await of(missionPlans),
    logs: await of(missionLogs),
    runs: await of(missionRuns),
    progress: await of(missionProgress),
    stretches: await of(missionStretches),
    work: await of(missionWork),
    driveTime: mower?.driveTime ?? null,
  }
}

test('a mission written at once has the rows that step by step would have written', async () => {
  const [each, together] = [randomUUID(), randomUUID()]
  await writeEach(each, steps(), true)
  const expected = await readRows(each)
  await ctx().db.update(mowers).set({ driveTime: null })
  await writeTogether(together, steps(), true)
  expect(await readRows(together)).toEqual(expected)
  // It would be equal as well if both had written nothing.
  expect(expected.mission).toMatchObject({ status: 'done', progress: 0.97, logLines: 8, startedAt: after(20) })
  expect(expected.logs).toHaveLength(8)
  expect(expected.audits).toHaveLength(7)
  expect(expected.runs).toMatchObject([{ outcome: 'stopped' }, { outcome: 'done' }])
  expect(expected.stretches).toHaveLength(2)
  expect(expected.work).toHaveLength(1)
  expect(expected.plans).toHaveLength(1)
  expect(expected.driveTime).not.toBeNull()
})

test('so has one that came to nothing, and an event that its status does not know is an error', async () => {
  const [each, together] = [randomUUID(), randomUUID()]
  const cancelled = [[60, 'cancel', true]] as const
  await writeEach(each, cancelled, false)
  await writeTogether(together, cancelled, false)
  expect(await readRows(together)).toEqual(await readRows(each))
  expect((await readRows(together)).mission).toMatchObject({ status: 'cancelled', statusWhy: why('lastItem') })
  const records = new MissionRecords()
  records.add(recordOfCreation(request, planned, keeper(), after(0), { id: each }).row, planned)
  expect(() => records.move(each, moveOf('finished', false), after(1))).toThrow('finished')
})
