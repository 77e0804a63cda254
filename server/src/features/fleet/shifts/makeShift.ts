/** A shift made of the planned missions of a day, as the planner ordered them. */
import { randomUUID } from 'node:crypto'
import type { BodyOf, calls } from '@greensward/contract'
import {
  dayOf,
  type Mission,
  type PlannedDay,
  type PlannedStep,
  type Shift,
  type ShiftRoute,
  type ShiftTask,
} from '@greensward/domain'
import { said } from '@greensward/messages'
import type { Context } from '../../../platform/context.ts'
import { laterThan, type Tx } from '../../../platform/db/database.ts'
import { refuse, refuseFields } from '../../../platform/http/refusal.ts'
import type { User } from '../../../platform/http/route.ts'
import { readTimeZone } from '../../../shared/missionLife/machinesStore.ts'
import {
  addLogLine,
  lockMission,
  type MissionRow,
  missionOf,
  updateMission,
} from '../../../shared/missionLife/missionsStore.ts'
import { why } from '../../../shared/missionLife/why.ts'
import type { DayPlan } from './dayFacts.ts'
import { insertShift, shiftWithMission } from './shiftStore.ts'

type Request = BodyOf<typeof calls.shifts.create>

/** By their ids. */
export type Rows = ReadonlyMap<string, Pick<MissionRow, 'startsAt'>>

const ownOf = (step: PlannedStep, rows: Rows) => {
  if (step.kind === 'drive' || step.kind === 'returnToBase') return { ...step, missionId: null }
  return step.kind === 'mow' ? { ...step, startsAt: rows.get(step.missionId)?.startsAt?.toISOString() ?? null } : step
}

/** A task of its own, for a step of the planner. @param rows the missions as they are planned now */
export const taskOf = (step: PlannedStep, rows: Rows): ShiftTask => ({
  ...ownOf(step, rows),
  id: randomUUID(),
  state: 'planned',
  why: null,
  mayResume: false,
  startedAt: null,
  endedAt: null,
})

const routesOf = ({ routes }: PlannedDay, rows: Rows): ShiftRoute[] =>
  routes.map(({ mowerId, steps }) => ({
    mowerId,
    state: 'waiting',
    pause: null,
    tasks: steps.map(step => taskOf(step, rows)),
  }))

/** @throws Refusal where it is not a planned mission of this day, or is in a shift already */
const checkMission = async (tx: Tx, row: MissionRow, { day }: Request, timeZone: string, now: Date): Promise<void> => {
  const { title, startsAt, status, targetKind } = row
  if (status !== 'planned' || targetKind === 'drive') refuse('shiftNotPlanned', { title })
  if (startsAt !== null && dayOf(startsAt, timeZone) !== day) refuse('shiftOtherDay', { title })
  const other = await shiftWithMission(tx, row.id, now)
  if (other !== undefined) refuse('shiftMissionTaken', { title, shift: other })
}

/** Nobody looks after a release that lasts longer. */
const MOST_HOURS = 24

export const checkSpan = (from: string, until: string): void => {
  if (Date.parse(until) - Date.parse(from) > MOST_HOURS * 3_600_000)
    refuseFields({ 'body.until': said('hoursAfterFrom', { count: MOST_HOURS }) })
}

export interface MadeShift {
  readonly shift: Shift
  /** Missions that start by their shift alone from now on. */
  readonly changed: readonly Mission[]
}

/** @throws Refusal where the window is none */
export const checkWindow = ({ from, until }: Pick<Request, 'from' | 'until'>): void => {
  if (!(Date.parse(until) > Date.parse(from))) refuseFields({ 'body.until': said('notAfterFrom') })
  checkSpan(from, until)
}

/** Within a transaction of the caller. */
export const makeShift = async (
  ctx: Context,
  tx: Tx,
  request: Request,
  { mowerOf, day }: DayPlan,
  user: User,
): Promise<MadeShift> => {
  const now = ctx.clock.now()
  const timeZone = await readTimeZone(tx)
  const locked = new Map<string, MissionRow>()
  const changed: Mission[] = []
  const left = new Set(day.plan.left.map(({ missionId }) => missionId))
  // In one order for all, so that two people who make a shift at once wait for each other.
  for (const id of [...new Set(request.missionIds)].sort()) {
    const row = (await lockMission(tx, id)) ?? refuse('notFound')
    await checkMission(tx, row, request, timeZone, now)
    // The mission got another mower while the day was planned.
    if (mowerOf.get(id) !== row.mowerId) refuse('changedDuringChecks')
    locked.set(id, row)
    if (left.has(id)) continue
    await addLogLine(tx, id, {
      at: now,
      status: row.status,
      who: user.fullname,
      why: why('putInShift', { shift: request.name }),
    })
    if (!row.startsByItself) continue
    changed.push(
      missionOf(await updateMission(tx, id, { startsByItself: false, updatedAt: laterThan(row.updatedAt, now) })),
    )
  }
  const shift = await insertShift(
    tx,
    {
      id: randomUUID(),
      day: request.day,
      name: request.name,
      from: request.from,
      until: request.until,
      routes: routesOf(day, locked),
      plan: day.plan,
      createdBy: user.fullname,
    },
    user,
    now,
  )
  await ctx.audit(tx, {
    user,
    action: 'shift.create',
    subject: 'shift',
    subjectId: shift.id,
    details: { name: shift.name, day: shift.day, missions: locked.size - left.size, left: left.size },
  })
  return { shift, changed }
}
