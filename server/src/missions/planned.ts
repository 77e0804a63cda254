/** Making and changing planned missions. */
import { randomUUID } from 'node:crypto'
import type { Mission, MissionRequest } from '@greensward/domain'
import { isActive } from '@greensward/domain'
import type { Context } from '../context.ts'
import { laterThan, type Tx } from '../db/database.ts'
import { refuse } from '../http/refusal.ts'
import {
  addLogLine,
  deleteMission,
  insertMission,
  lockMission,
  type MissionRow,
  missionOf,
  replacePlan,
  updateMission,
} from '../missionLife/missionsStore.ts'
import type { PlannedMission } from '../missionLife/planner.ts'

export interface Person {
  readonly id: number
  readonly fullname: string
}

/** A start by itself that lies this far back is a slip of the pen. */
const PAST_SLACK_MS = 60_000

export const refuseOddTimes = (request: Pick<MissionRequest, 'startsAt' | 'startsByItself'>, now: Date): void => {
  const { startsAt, startsByItself } = request
  if (!startsByItself) return
  if (startsAt === null) refuse('invalid', undefined, { fields: { 'body.startsByItself': 'needs a time to start at' } })
  else if (Date.parse(startsAt) < now.getTime() - PAST_SLACK_MS)
    refuse('invalid', undefined, { fields: { 'body.startsAt': 'lies in the past' } })
}

const columnsOf = (request: MissionRequest, planned: PlannedMission, now: Date) => {
  const startsAt = request.startsAt === null ? null : new Date(request.startsAt)
  return {
    title: request.title,
    targetKind: request.target.kind,
    targetId: request.target.featureId,
    mowerId: request.mowerId,
    bladeId: request.bladeId,
    direction: request.direction,
    angleOffsetDeg: request.angleOffsetDeg,
    turnScheme: request.turnScheme,
    cleaningCycles: request.cleaningCycles,
    startsAt,
    startsByItself: request.startsByItself,
    // A time that has passed already when it is written down brings nothing about any more.
    dueHandledAt: startsAt !== null && !request.startsByItself && startsAt <= now ? now : null,
    resolvedDirection: planned.resolvedDirection,
    holeBaseAngleDeg: planned.holeBaseAngleDeg,
    swathHeadingDeg: planned.swathHeadingDeg,
    stats: planned.plan.stats,
    mapRevision: planned.mapRevision,
  }
}

export const createMission = async (
  ctx: Context,
  tx: Tx,
  request: MissionRequest,
  planned: PlannedMission,
  user: Person,
): Promise<Mission> => {
  const now = ctx.clock.now()
  const row: MissionRow = {
    ...columnsOf(request, planned, now),
    id: randomUUID(),
    status: 'planned',
    statusReason: null,
    progress: 0,
    createdBy: user.fullname,
    createdById: user.id,
    createdAt: now,
    updatedAt: now,
    startedAt: null,
    endedAt: null,
    logLines: 1,
  }
  await insertMission(tx, { ...row, logLines: 0 }, planned)
  await addLogLine(tx, row.id, { at: now.toISOString(), status: 'planned', who: user.fullname, why: 'Planned' })
  await ctx.audit(tx, { user, action: 'mission.create', subject: 'mission', subjectId: row.id })
  return missionOf(row)
}

/** Locks a planned mission that nobody changed since it was read. */
const lockPlanned = async (tx: Tx, id: string, readAt: string): Promise<MissionRow> => {
  const row = (await lockMission(tx, id)) ?? refuse('notFound')
  if (row.status !== 'planned')
    return refuse('missionState', 'Only a planned mission can be changed', { details: missionOf(row) })
  if (row.updatedAt.toISOString() !== new Date(readAt).toISOString())
    return refuse('conflict', undefined, { details: missionOf(row) })
  return row
}

export const changeMission = async (
  ctx: Context,
  tx: Tx,
  change: { id: string; readAt: string; request: MissionRequest; planned: PlannedMission; user: Person },
): Promise<Mission> => {
  const { id, request, planned, user } = change
  const before = await lockPlanned(tx, id, change.readAt)
  const now = ctx.clock.now()
  await replacePlan(tx, id, { plan: planned.plan, hash: planned.hash })
  await addLogLine(tx, id, {
    at: now.toISOString(),
    status: 'planned',
    who: user.fullname,
    why: 'Changed and planned anew',
  })
  await ctx.audit(tx, { user, action: 'mission.update', subject: 'mission', subjectId: id })
  const row = await updateMission(tx, id, {
    ...columnsOf(request, planned, now),
    updatedAt: laterThan(before.updatedAt, now),
  })
  return missionOf(row)
}

/** What is asked for after a change: the mission as it stands with the given fields over it. */
type Changed = { readonly [K in keyof MissionRequest]?: MissionRequest[K] | undefined }

export const requestOf = (row: MissionRow, changed: Changed): MissionRequest => {
  const {
    title,
    target,
    mowerId,
    bladeId,
    direction,
    angleOffsetDeg,
    turnScheme,
    cleaningCycles,
    startsAt,
    startsByItself,
  } = missionOf(row)
  return {
    title,
    target,
    mowerId,
    bladeId,
    direction,
    angleOffsetDeg,
    turnScheme,
    cleaningCycles,
    startsAt,
    startsByItself,
    ...Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined)),
  }
}

/** @throws Refusal notFound, or missionState while it is active */
export const removeMission = async (ctx: Context, tx: Tx, id: string, user: Person): Promise<void> => {
  const row = (await lockMission(tx, id)) ?? refuse('notFound')
  if (isActive(row.status))
    refuse('missionState', 'An active mission cannot be deleted: cancel it first', { details: missionOf(row) })
  await deleteMission(tx, id)
  await ctx.audit(tx, {
    user,
    action: 'mission.delete',
    subject: 'mission',
    subjectId: id,
    details: { title: row.title, status: row.status },
  })
}
