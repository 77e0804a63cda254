/** Missions of the past, written at once with all that belongs to them: one by one, each took forty statements. */
import type { MissionPlan } from '@greensward/domain'
import { type AuditEntry, auditRow, writeAudits } from '../../platform/auditStore.ts'
import type { Tx } from '../../platform/db/database.ts'
import { insertMany } from '../../platform/db/insertMany.ts'
import {
  missionLogs,
  missionPlans,
  missionProgress,
  missionRuns,
  missionStretches,
  missions,
  missionWork,
} from '../../platform/db/schema/index.ts'
import {
  type LogLine,
  logRow,
  type MissionRow,
  type MissionRun,
  type ProgressEntry,
  progressRow,
  stretchRow,
  workRow,
} from './missionsStore.ts'
import { type Move, recordOfMove } from './moveMission.ts'

interface PastMission {
  row: MissionRow
  readonly runs: MissionRun[]
}

/** Takes what happened in its order; `write` leaves the rows that the functions for one mission leave. */
export class MissionRecords {
  private readonly missions = new Map<string, PastMission>()
  private readonly runs: MissionRun[] = []
  private readonly plans: (typeof missionPlans.$inferInsert)[] = []
  private readonly lines: ReturnType<typeof logRow>[] = []
  private readonly progress: ReturnType<typeof progressRow>[] = []
  private readonly stretches: ReturnType<typeof stretchRow>[] = []
  private readonly work: ReturnType<typeof workRow>[] = []
  private readonly audits: ReturnType<typeof auditRow>[] = []

  add(row: MissionRow, { plan, hash }: { readonly plan: MissionPlan; readonly hash: string }): void {
    this.missions.set(row.id, { row, runs: [] })
    this.plans.push({ missionId: row.id, plan, hash })
  }

  audit(at: Date, entry: AuditEntry): void {
    this.audits.push(auditRow(at, entry))
  }

  line(missionId: string, line: LogLine): void {
    const { row } = this.of(missionId)
    this.change(missionId, { logLines: row.logLines + 1 })
    this.lines.push(logRow(missionId, line))
  }

  /** @throws Error where the table of missions does not know the event */
  move(missionId: string, move: Pick<Move, 'event' | 'actor' | 'why' | 'fromSeq'>, now: Date): void {
    const { row, runs } = this.of(missionId)
    const record = recordOfMove(row, move, now)
    if (record === undefined) throw new Error(`${move.event} is unknown to a mission that is ${row.status}`)
    const { line, opensRun } = record
    this.line(missionId, line)
    const last = runs.at(-1)
    if (record.closesRun && last?.endedAt === null) Object.assign(last, { endedAt: now, outcome: record.to })
    if (opensRun !== undefined) {
      const run = { ...opensRun, endedAt: null, outcome: null }
      runs.push(run)
      this.runs.push(run)
    }
    this.audit(now, record.audit)
    this.change(missionId, record.values)
  }

  /** The whole progress of a mission, once. */
  saveProgress(entry: ProgressEntry): void {
    const { missionId, progress, stretches } = entry
    this.progress.push(progressRow(entry))
    this.change(missionId, { progress })
    if (stretches.length === 0) return
    for (const stretch of stretches) this.stretches.push(stretchRow(missionId, stretch))
    this.work.push(workRow(entry))
  }

  rowOf(missionId: string): MissionRow {
    return this.of(missionId).row
  }

  runsOf(missionId: string): readonly MissionRun[] {
    return this.of(missionId).runs
  }

  async write(tx: Tx): Promise<void> {
    const rows = [...this.missions.values()].map(({ row }) => row)
    await insertMany(tx, missions, rows)
    await insertMany(tx, missionPlans, this.plans)
    await insertMany(tx, missionLogs, this.lines)
    await insertMany(tx, missionRuns, this.runs)
    await insertMany(tx, missionProgress, this.progress)
    await insertMany(tx, missionStretches, this.stretches)
    await insertMany(tx, missionWork, this.work)
    await writeAudits(tx, this.audits)
  }

  private of(missionId: string): PastMission {
    const known = this.missions.get(missionId)
    if (known === undefined) throw new Error(`Mission ${missionId} was not added`)
    return known
  }

  private change(missionId: string, values: Partial<MissionRow>): void {
    const known = this.of(missionId)
    known.row = { ...known.row, ...values }
  }
}
