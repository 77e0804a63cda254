/** Making and changing planned missions. */

import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Mission, MissionRequest, MissionSeries } from '@greensward/domain'
import { isActive, isInServiceAt } from '@greensward/domain'
import { type Said, said } from '@greensward/messages'
import type { AuditEntry } from '../../platform/auditStore.ts'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { refuse, refuseFields } from '../../platform/http/refusal.ts'
import { columnsOf, type Person, requestOf } from '../../shared/missionLife/changeMission.ts'
import { readMower } from '../../shared/missionLife/machinesStore.ts'
import {
  addLogLine,
  deleteMission,
  insertMission,
  type LogLine,
  lockMission,
  type MissionRow,
  missionOf,
  notStarted,
} from '../../shared/missionLife/missionsStore.ts'
import type { PlannedMission } from '../../shared/missionLife/planner.ts'
import { why } from '../../shared/missionLife/why.ts'

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

interface CreatedAs {
  readonly id?: string
  readonly series?: MissionSeries | null
  readonly why?: Said
  readonly who?: string
}

/** What a new mission writes. */
export const recordOfCreation = (
  request: MissionRequest,
  planned: PlannedMission,
  user: Person,
  now: Date,
  { id = randomUUID(), series = null, why: said = why('planned'), who = user.fullname }: CreatedAs = {},
) => {
  // Without its first line yet.
  const row: MissionRow = {
    ...columnsOf(request, planned, now),
    id,
    seriesId: series?.id ?? null,
    seriesDay: series?.day ?? null,
    seriesRepeat: series?.repeat ?? null,
    ...notStarted(user, now),
  }
  const line: LogLine = { at: now, status: 'planned', who, why: said }
  const audit: AuditEntry = {
    ...(who === user.fullname ? { user } : {}),
    action: 'mission.create',
    subject: 'mission',
    subjectId: id,
  }
  return { row, line, audit }
}

export const createMission = async (
  ctx: Context,
  tx: Tx,
  request: MissionRequest,
  planned: PlannedMission,
  user: Person,
  as: CreatedAs = {},
): Promise<Mission> => {
  const { row, line, audit } = recordOfCreation(request, planned, user, ctx.clock.now(), as)
  await insertMission(tx, row, planned)
  await addLogLine(tx, row.id, line)
  await ctx.audit(tx, audit)
  return missionOf({ ...row, logLines: 1 })
}

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
  const now = ctx.clock.now().getTime()
  if (isInServiceAt(mower, startsAt === null ? now : Date.parse(startsAt), now))
    wrong(said('inService', { mower: mower.name }))
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
