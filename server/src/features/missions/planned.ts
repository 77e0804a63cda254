/** Making and changing planned missions. */

import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Mission, MissionRequest, MissionSeries } from '@greensward/domain'
import { cellOf, isActive } from '@greensward/domain'
import { type Said, said } from '@greensward/messages'
import { englishText } from '@greensward/messages/english'
import type { Context } from '../../platform/context.ts'
import { laterThan, type Tx } from '../../platform/db/database.ts'
import { refuse, refuseFields } from '../../platform/http/refusal.ts'
import { readMower } from '../../shared/missionLife/machinesStore.ts'
import {
  addLogLine,
  deleteMission,
  insertMission,
  lockMission,
  type MissionRow,
  missionOf,
  notStarted,
  replacePlan,
  updateMission,
} from '../../shared/missionLife/missionsStore.ts'
import type { PlannedMission } from '../../shared/missionLife/planner.ts'
import { why } from '../../shared/missionLife/why.ts'

export interface Person {
  readonly id: number
  readonly fullname: string
}

/** An automatic start further in the past than this is a mistake. */
const PAST_SLACK_MS = 60_000
/** Nobody plans a mission farther ahead; a year of 9999 is a slip as well. */
const MOST_AHEAD_MS = 10 * 366 * 86_400_000

export const refuseOddTimes = (request: Pick<MissionRequest, 'startsAt' | 'startsByItself'>, now: Date): void => {
  const { startsAt, startsByItself } = request
  if (startsAt !== null && Date.parse(startsAt) > now.getTime() + MOST_AHEAD_MS)
    refuseFields({ 'body.startsAt': said('tooFarAhead') })
  if (!startsByItself) return
  if (startsAt === null) refuseFields({ 'body.startsByItself': said('timeNeeded') })
  else if (Date.parse(startsAt) < now.getTime() - PAST_SLACK_MS) refuseFields({ 'body.startsAt': said('inThePast') })
}

type PlannedColumns = Pick<
  PlannedMission,
  'planSource' | 'resolvedDirection' | 'holeBaseAngleDeg' | 'swathHeadingDeg' | 'mapRevision'
> & { readonly plan: Pick<PlannedMission['plan'], 'stats'> }

const columnsOf = (request: MissionRequest, planned: PlannedColumns, now: Date) => {
  const startsAt = request.startsAt === null ? null : new Date(request.startsAt)
  return {
    title: request.title,
    targetKind: request.target.kind,
    targetId: request.target.featureId,
    targetCell: cellOf(request.target) ?? null,
    mowerId: request.mowerId,
    bladeId: request.bladeId,
    direction: request.direction,
    angleOffsetDeg: request.angleOffsetDeg,
    pattern: request.pattern,
    turnScheme: request.turnScheme,
    cleaningCycles: request.cleaningCycles,
    cleanUpPass: request.cleanUpPass,
    startsAt,
    startsByItself: request.startsByItself,
    slotS: request.slotS,
    planSource: planned.planSource,
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
  as: {
    readonly id?: string
    readonly series?: MissionSeries | null
    readonly why?: Said
    readonly who?: string
  } = {},
): Promise<Mission> => {
  const now = ctx.clock.now()
  const { id = randomUUID(), series = null, why: said = why('planned'), who = user.fullname } = as
  const row: MissionRow = {
    ...columnsOf(request, planned, now),
    id,
    seriesId: series?.id ?? null,
    seriesDay: series?.day ?? null,
    seriesRepeat: series?.repeat ?? null,
    ...notStarted(user, now),
    logLines: 1,
  }
  await insertMission(tx, { ...row, logLines: 0 }, planned)
  await addLogLine(tx, row.id, { at: now, status: 'planned', who, why: said })
  await ctx.audit(tx, {
    ...(who === user.fullname ? { user } : {}),
    action: 'mission.create',
    subject: 'mission',
    subjectId: row.id,
  })
  return missionOf(row)
}

/** Locks a planned mission that nobody changed since it was read. */
export const lockPlanned = async (tx: Tx, id: string, readAt: string): Promise<MissionRow> => {
  const row = (await lockMission(tx, id)) ?? refuse('notFound')
  if (row.status !== 'planned') return refuse('notPlannedToChange', {}, { details: missionOf(row) })
  if (row.updatedAt.toISOString() !== new Date(readAt).toISOString())
    return refuse('conflict', {}, { details: missionOf(row) })
  return row
}

/** Changes a mission that the caller holds locked. */
export const changeMission = async (
  ctx: Context,
  tx: Tx,
  before: MissionRow,
  change: {
    readonly request: MissionRequest
    /** Undefined keeps the plan as it is. */
    readonly planned: PlannedMission | undefined
    readonly user: Person
    readonly why: Said
  },
): Promise<MissionRow> => {
  const { request, planned, user, why: said } = change
  const { id } = before
  const now = ctx.clock.now()
  if (planned !== undefined) await replacePlan(tx, id, { plan: planned.plan, hash: planned.hash })
  await addLogLine(tx, id, { at: now, status: 'planned', who: user.fullname, why: said })
  await ctx.audit(tx, {
    user,
    action: 'mission.update',
    subject: 'mission',
    subjectId: id,
    details: { why: englishText(said) },
  })
  return updateMission(tx, id, {
    ...columnsOf(request, planned ?? planOfRow(before), now),
    updatedAt: laterThan(before.updatedAt, now),
  })
}

/** The part of a plan that is stored in the mission's own row. */
const planOfRow = (row: MissionRow): PlannedColumns => ({
  plan: { stats: row.stats },
  planSource: row.planSource,
  resolvedDirection: row.resolvedDirection,
  holeBaseAngleDeg: row.holeBaseAngleDeg,
  swathHeadingDeg: row.swathHeadingDeg,
  mapRevision: row.mapRevision,
})

/** Whether the two ask for the same drive, so that a plan for the one serves the other. */
export const asksSameDrive = (a: MissionRequest, b: MissionRequest): boolean =>
  isDeepStrictEqual(a.target, b.target) &&
  a.mowerId === b.mowerId &&
  a.bladeId === b.bladeId &&
  a.direction === b.direction &&
  a.angleOffsetDeg === b.angleOffsetDeg &&
  a.pattern === b.pattern &&
  a.turnScheme === b.turnScheme &&
  a.cleaningCycles === b.cleaningCycles &&
  a.cleanUpPass === b.cleanUpPass

/** The request after a change: the present mission with the given fields over it. */
type Changed = { readonly [K in keyof MissionRequest]?: MissionRequest[K] | undefined }

export const requestOf = (row: MissionRow, changed: Changed): MissionRequest => {
  const {
    title,
    target,
    mowerId,
    bladeId,
    direction,
    angleOffsetDeg,
    pattern,
    turnScheme,
    cleaningCycles,
    cleanUpPass,
    startsAt,
    startsByItself,
    slotS,
  } = missionOf(row)
  return {
    title,
    target,
    mowerId,
    bladeId,
    direction,
    angleOffsetDeg,
    pattern,
    turnScheme,
    cleaningCycles,
    cleanUpPass,
    startsAt,
    startsByItself,
    slotS,
    ...Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined)),
  }
}

/**
 * Plans the same work again, alone and not as part of a series. Another mower works with the blade fitted to it.
 * @throws Refusal invalid for a mower that is not there, is in service or has no blade
 */
export const requestAgain = async (
  ctx: Context,
  row: MissionRow,
  { mowerId = row.mowerId, startsAt }: { readonly mowerId?: string | undefined; readonly startsAt: string | null },
): Promise<MissionRequest> => {
  const wrong = (fault: Said): never => refuseFields({ 'body.mowerId': fault })
  const mower = (await readMower(ctx.db, mowerId)) ?? wrong(said('noSuchMower'))
  if (mower.inService) wrong(said('inService', { mower: mower.name }))
  const bladeId =
    mowerId === row.mowerId ? row.bladeId : (mower.bladeId ?? wrong(said('noBladeFitted', { mower: mower.name })))
  return requestOf(row, { mowerId, bladeId, startsAt, startsByItself: false, slotS: null })
}

/** @throws Refusal notFound, or missionState while it is active */
export const removeMission = async (ctx: Context, tx: Tx, id: string, user: Person): Promise<void> => {
  const row = (await lockMission(tx, id)) ?? refuse('notFound')
  if (isActive(row.status)) refuse('activeNotDeleted', {}, { details: missionOf(row) })
  await deleteMission(tx, id)
  await ctx.audit(tx, {
    user,
    action: 'mission.delete',
    subject: 'mission',
    subjectId: id,
    details: { title: row.title, status: row.status },
  })
}
