/** Changing a planned mission: a field, its time, its plan; for one occurrence or for it and those that follow. */

import { clockOf, dayOf, type Mission, type MissionRequest, type Repeat, repeatDays } from '@greensward/domain'
import { type Said, said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { refuseFields } from '../../platform/http/refusal.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import { changeMission, lockPlanned, type Person } from '../../shared/missionLife/changeMission.ts'
import { readTimeZone } from '../../shared/missionLife/machinesStore.ts'
import { addLogLine, type MissionRow, missionOf, readMission } from '../../shared/missionLife/missionsStore.ts'
import type { PlannedMission } from '../../shared/missionLife/planner.ts'
import { partOf, why } from '../../shared/missionLife/why.ts'
import { createMission } from './planned.ts'
import { holdSlot } from './schedule.ts'
import { beginSeries, changeFollowing } from './series.ts'

interface Parts {
  readonly ctx: Context
  readonly course: CurrentCourse
}

const wrong = (field: string, fault: Said): never => refuseFields({ [`body.${field}`]: fault })

/** The time has to be one of the rule's, or the series would begin with a day that it does not have. */
const checkRepeat = (repeat: Repeat, startsAt: string | null, zone: string): Date => {
  if (startsAt === null) return wrong('repeat', said('timeNeeded'))
  const at = new Date(startsAt)
  const day = dayOf(at, zone)
  if (!repeatDays(repeat, day, day, day).includes(day)) wrong('repeat', said('notOnFirstDay'))
  return at
}

const slotMsOf = ({ slotS }: MissionRequest, durationS: number): number => (slotS === null ? durationS : slotS) * 1_000

const hold = async (
  { ctx, course }: Parts,
  tx: Tx,
  missionId: string | null,
  request: MissionRequest,
  durationS: number,
): Promise<void> => {
  if (request.startsAt === null) return
  await holdSlot(ctx, tx, await course.read(), {
    missionId,
    mowerId: request.mowerId,
    target: request.target,
    startsAt: new Date(request.startsAt),
    slotMs: slotMsOf(request, durationS),
    leastMs: durationS * 1_000,
  })
}

/** @throws Refusal scheduleConflict, invalid */
export const planNew = async (
  parts: Parts,
  tx: Tx,
  request: MissionRequest,
  planned: PlannedMission,
  repeat: Repeat | null,
  user: Person,
  said: Said = why(planned.planSource === 'uploaded' ? 'plannedFromFile' : 'planned'),
): Promise<Mission> => {
  const { ctx } = parts
  await hold(parts, tx, null, request, planned.plan.stats.durationS)
  if (repeat === null) return createMission(ctx, tx, request, planned, user, { why: said })
  const zone = await readTimeZone(tx)
  const startsAt = checkRepeat(repeat, request.startsAt, zone)
  const id = crypto.randomUUID()
  const series = await beginSeries(ctx, tx, { id, request, startsAt }, repeat, zone, user)
  return createMission(ctx, tx, request, planned, user, { id, series, why: said })
}

const takesOtherRoom = (before: MissionRow, request: MissionRequest, durationS: number): boolean =>
  before.startsAt?.toISOString() !==
    (request.startsAt === null ? undefined : new Date(request.startsAt).toISOString()) ||
  before.mowerId !== request.mowerId ||
  before.targetId !== request.target.featureId ||
  before.slotS !== request.slotS ||
  durationS > before.stats.durationS

/** The log line of a change; a move names both times by the course's clock. */
const changeWhy = (before: MissionRow, request: MissionRequest, isReplanned: boolean, zone: string): Said => {
  const shown = (at: Date | null) => (at === null ? partOf(why('noTime')) : `${dayOf(at, zone)} ${clockOf(at, zone)}`)
  const after = request.startsAt === null ? null : new Date(request.startsAt)
  const moved = before.startsAt?.getTime() !== after?.getTime()
  return moved
    ? why(isReplanned ? 'movedReplanned' : 'movedKept', { from: shown(before.startsAt), to: shown(after) })
    : why(isReplanned ? 'changedReplanned' : 'changedKept')
}

export interface PlanChange {
  readonly id: string
  readonly readAt: string
  readonly request: MissionRequest
  readonly planned: PlannedMission | undefined
  readonly scope: 'one' | 'following'
  readonly repeat: Repeat | null | undefined
  readonly user: Person
}

/**
 * @returns the mission, and the ids of later occurrences that are gone with the change
 * @throws Refusal notFound, conflict, missionState, scheduleConflict, invalid
 */
export const changePlanned = async (
  parts: Parts,
  tx: Tx,
  change: PlanChange,
): Promise<{ readonly mission: Mission; readonly gone: readonly string[] }> => {
  const { ctx } = parts
  const { id, request, planned, user } = change
  const before = await lockPlanned(tx, id, change.readAt)
  const zone = await readTimeZone(tx)
  const durationS = planned?.plan.stats.durationS ?? before.stats.durationS
  const isMoved = before.startsAt?.toISOString() !== (request.startsAt ?? undefined)
  if (isMoved && request.startsAt !== null && Date.parse(request.startsAt) < ctx.clock.now().getTime() - 60_000)
    wrong('startsAt', said('inThePast'))
  const wholeSeries = change.scope === 'following' || change.repeat !== undefined
  if (change.repeat !== undefined && change.repeat !== null) checkRepeat(change.repeat, request.startsAt, zone)
  // Those that follow are removed before the slot is checked: their new plans must not conflict with the old ones.
  const cause = changeWhy(before, request, planned !== undefined, zone)
  let row = await changeMission(ctx, tx, before, { request, planned, user, why: cause })
  let gone: readonly string[] = []
  if (wholeSeries) {
    const followed = await changeFollowing(ctx, tx, before, { request, repeat: change.repeat, user }, zone)
    gone = followed.gone
    row = followed.row
  } else if (before.seriesId !== null && isMoved)
    await addLogLine(tx, id, {
      at: ctx.clock.now(),
      status: 'planned',
      who: user.fullname,
      why: why('onlyThisMoved'),
    })
  if (takesOtherRoom(before, request, durationS)) await hold(parts, tx, id, request, durationS)
  return { mission: missionOf((await readMission(tx, id)) ?? row), gone }
}
