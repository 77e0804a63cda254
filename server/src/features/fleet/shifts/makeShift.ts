/** A shift made of the planned missions of a day: each mower drives its own in their order, then home where it has a base. */
import { randomUUID } from 'node:crypto'
import type { BodyOf, calls } from '@greensward/contract'
import { type Base, dayOf, type Mission, type Shift, type ShiftRoute, type ShiftTask } from '@greensward/domain'
import { said } from '@greensward/messages'
import type { Context } from '../../../platform/context.ts'
import { laterThan, type Tx } from '../../../platform/db/database.ts'
import { refuse, refuseFields } from '../../../platform/http/refusal.ts'
import type { User } from '../../../platform/http/route.ts'
import { readBases, readTimeZone } from '../../../shared/missionLife/machinesStore.ts'
import {
  addLogLine,
  lockMission,
  type MissionRow,
  missionOf,
  updateMission,
} from '../../../shared/missionLife/missionsStore.ts'
import { why } from '../../../shared/missionLife/why.ts'
import { insertShift, shiftWithMission } from './shiftStore.ts'

type Request = BodyOf<typeof calls.shifts.create>

const planned = (own: { kind: 'mow'; missionId: string } | { kind: 'returnToBase'; missionId: null }): ShiftTask => ({
  ...own,
  id: randomUUID(),
  state: 'planned',
  why: null,
  mayResume: false,
  startedAt: null,
  endedAt: null,
})

const byTime = (a: MissionRow, b: MissionRow): number =>
  (a.startsAt?.getTime() ?? Number.POSITIVE_INFINITY) - (b.startsAt?.getTime() ?? Number.POSITIVE_INFINITY) || 0

const routesOf = (rows: readonly MissionRow[], bases: readonly Base[]): ShiftRoute[] =>
  [...Map.groupBy(rows, ({ mowerId }) => mowerId)].map(([mowerId, own]) => ({
    mowerId,
    state: 'waiting',
    pause: null,
    tasks: [
      ...own.toSorted(byTime).map(({ id }) => planned({ kind: 'mow', missionId: id })),
      ...(bases.some(base => base.mowerId === mowerId) ? [planned({ kind: 'returnToBase', missionId: null })] : []),
    ],
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

/** Within a transaction of the caller. */
export const makeShift = async (ctx: Context, tx: Tx, request: Request, user: User): Promise<MadeShift> => {
  const now = ctx.clock.now()
  if (!(Date.parse(request.until) > Date.parse(request.from))) refuseFields({ 'body.until': said('notAfterFrom') })
  checkSpan(request.from, request.until)
  const timeZone = await readTimeZone(tx)
  const locked = new Map<string, MissionRow>()
  const changed: Mission[] = []
  // In one order for all, so that two people who make a shift at once wait for each other.
  for (const id of [...new Set(request.missionIds)].sort()) {
    const row = (await lockMission(tx, id)) ?? refuse('notFound')
    await checkMission(tx, row, request, timeZone, now)
    await addLogLine(tx, id, {
      at: now,
      status: row.status,
      who: user.fullname,
      why: why('putInShift', { shift: request.name }),
    })
    locked.set(id, row)
    if (!row.startsByItself) continue
    changed.push(
      missionOf(await updateMission(tx, id, { startsByItself: false, updatedAt: laterThan(row.updatedAt, now) })),
    )
  }
  // Those without a time in the order in which they were chosen.
  const rows = request.missionIds.flatMap(id => locked.get(id) ?? [])
  const shift = await insertShift(
    tx,
    {
      id: randomUUID(),
      day: request.day,
      name: request.name,
      from: request.from,
      until: request.until,
      routes: routesOf([...new Set(rows)], await readBases(tx)),
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
    details: { name: shift.name, day: shift.day, missions: locked.size },
  })
  return { shift, changed }
}
