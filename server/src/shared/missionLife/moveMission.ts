/** The only function that changes a mission's status: by the domain's table, with a log line, audited, in one transaction. */

import {
  type Mission,
  type MissionEffect,
  type MissionEvent,
  missionTransition,
  ok,
  type Result,
  refused,
} from '@greensward/domain'
import type { Said } from '@greensward/messages'
import { englishText } from '@greensward/messages/english'
import type { AuditEntry } from '../../platform/auditStore.ts'
import type { Context } from '../../platform/context.ts'
import { laterThan, type Tx } from '../../platform/db/database.ts'
import {
  addLogLine,
  closeRuns,
  type LogLine,
  lockMission,
  type MissionRow,
  type MissionRun,
  missionOf,
  openRun,
  updateMission,
} from './missionsStore.ts'

/** The person that moves a mission, or the system by itself. */
export interface Actor {
  /** Without an id it is a program that may send commands; the record keeps its name. */
  readonly user?: { readonly id: number | null; readonly fullname: string }
}

export const SYSTEM: Actor = {}

export const nameOf = (actor: Actor): string => actor.user?.fullname ?? 'system'

export type MoveRefusal =
  | { readonly kind: 'notFound' }
  /** The table does not know this event in this status. */
  | { readonly kind: 'missionState'; readonly mission: Mission }

export interface Moved {
  readonly mission: Mission
  readonly from: Mission['status']
  readonly effects: readonly MissionEffect[]
}

export interface Move {
  readonly missionId: string
  readonly event: MissionEvent
  readonly actor: Actor
  /** For the log, and for the status where it needs a reason. */
  readonly why: Said
  /** Runs under the lock before anything is written; what it returns refuses the move. */
  readonly guard?: (tx: Tx, row: MissionRow) => Promise<void>
  /** The mission item that the run begins with, when the mission starts. */
  readonly fromSeq?: number
}

const REASONED: readonly Mission['status'][] = ['stopped', 'interrupted', 'failed', 'cancelled', 'missed']
const ENDED: readonly Mission['status'][] = ['done', 'failed', 'cancelled', 'missed']

/** What a move changes, line by line of the record. */
interface MoveRecord {
  readonly to: Mission['status']
  readonly effects: readonly MissionEffect[]
  readonly line: LogLine
  /** Ends the open run. */
  readonly closesRun: boolean
  readonly opensRun: Omit<MissionRun, 'endedAt' | 'outcome'> | undefined
  readonly audit: AuditEntry
  readonly values: Partial<MissionRow>
}

/** By the domain's table; undefined where it does not know this event in the status of the row. */
export const recordOfMove = (
  row: MissionRow,
  move: Pick<Move, 'event' | 'actor' | 'why' | 'fromSeq'>,
  now: Date,
): MoveRecord | undefined => {
  const transition = missionTransition(row.status, move.event)
  if (transition === undefined) return undefined
  const { to, effects } = transition
  const text = englishText(move.why)
  const isStarted = to === 'working' && row.status === 'uploading'
  const ended = ENDED.includes(to)
  // Planned as before: a start that failed before anything moved says why it did.
  const isReasoned = REASONED.includes(to) || (to === 'planned' && row.status === 'uploading')
  return {
    to,
    effects,
    line: { at: now, status: to, who: nameOf(move.actor), why: move.why },
    closesRun: ended || to === 'stopped' || to === 'interrupted',
    opensRun: isStarted
      ? { missionId: row.id, mowerId: row.mowerId, startedAt: now, fromSeq: move.fromSeq ?? 0 }
      : undefined,
    audit: {
      ...(move.actor.user === undefined ? {} : { user: move.actor.user }),
      action: `mission.${move.event}`,
      subject: 'mission',
      subjectId: row.id,
      details: { from: row.status, to, why: text },
    },
    values: {
      status: to,
      statusReason: isReasoned ? text : null,
      statusWhy: isReasoned ? move.why : null,
      updatedAt: laterThan(row.updatedAt, now),
      ...(to === 'working' && row.startedAt === null ? { startedAt: now } : {}),
      ...(ended ? { endedAt: now } : {}),
    },
  }
}

/** In a transaction of the caller, which announces the mission after the commit. */
export const moveMissionIn = async (
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'audit'>,
  move: Move,
): Promise<Result<Moved, MoveRefusal>> => {
  const row = await lockMission(tx, move.missionId)
  if (row === undefined) return refused({ kind: 'notFound' })
  if (missionTransition(row.status, move.event) !== undefined) await move.guard?.(tx, row)
  const record = recordOfMove(row, move, ctx.clock.now())
  if (record === undefined) return refused({ kind: 'missionState', mission: missionOf(row) })
  const { to, effects, line, opensRun } = record
  await addLogLine(tx, row.id, line)
  if (record.closesRun) await closeRuns(tx, row.id, line.at, to)
  if (opensRun !== undefined) await openRun(tx, opensRun)
  await ctx.audit(tx, record.audit)
  const written = await updateMission(tx, row.id, record.values)
  return ok({ mission: missionOf(written), from: row.status, effects })
}

/** After the commit: every open list and map, and the other features, learn of the mission as it is now. */
export const announceMission = (ctx: Pick<Context, 'live' | 'events'>, mission: Mission): void => {
  ctx.live.publish('missions', 'changed', mission)
  ctx.events.emit('missionChanged', { mission })
}

export const moveMission = async (ctx: Context, move: Move): Promise<Result<Moved, MoveRefusal>> => {
  const moved = await ctx.db.transaction(tx => moveMissionIn(tx, ctx, move))
  if (moved.ok) announceMission(ctx, moved.value.mission)
  return moved
}

/** A line in the mission's log that changes no status: a step of a start, a warning during a drive. */
export const noteInLog = async (ctx: Context, missionId: string, actor: Actor, why: Said): Promise<void> => {
  await ctx.db.transaction(async tx => {
    const row = await lockMission(tx, missionId)
    if (row === undefined) return
    await addLogLine(tx, missionId, {
      at: ctx.clock.now(),
      status: row.status,
      who: nameOf(actor),
      why,
    })
  })
}
