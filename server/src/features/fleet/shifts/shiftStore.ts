/** The SQL of shifts. A shift's row is locked before its routes are read to be changed. */
import type { Shift, ShiftPlan, ShiftRelease, ShiftRoute, ShiftTask } from '@greensward/domain'
import { and, asc, desc, eq, gt, gte, inArray, lt, lte, ne, or, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../../platform/db/database.ts'
import { missionLogs, missions, shiftRoutes, shifts } from '../../../platform/db/schema/index.ts'
import type { MissionRow } from '../../../shared/missionLife/missionsStore.ts'

type ShiftRow = typeof shifts.$inferSelect
type RouteRow = typeof shiftRoutes.$inferSelect

const routeOf = ({ mowerId, state, pause, tasks }: RouteRow): ShiftRoute => ({ mowerId, state, pause, tasks })

const shiftOf = (row: ShiftRow, routes: readonly RouteRow[]): Shift => ({
  id: row.id,
  day: row.day,
  name: row.name,
  from: row.fromAt.toISOString(),
  until: row.untilAt.toISOString(),
  routes: routes.map(routeOf),
  release: row.release,
  ...(row.plan === null ? {} : { plan: row.plan }),
  createdBy: row.createdBy,
  updatedAt: row.updatedAt.toISOString(),
})

const routesOf = (reader: Reader, shiftIds: readonly string[]): Promise<RouteRow[]> =>
  reader
    .select()
    .from(shiftRoutes)
    .where(inArray(shiftRoutes.shiftId, [...shiftIds]))
    .orderBy(asc(shiftRoutes.position))

const withRoutes = async (reader: Reader, rows: readonly ShiftRow[]): Promise<Shift[]> => {
  if (rows.length === 0) return []
  const routes = await routesOf(
    reader,
    rows.map(({ id }) => id),
  )
  return rows.map(row =>
    shiftOf(
      row,
      routes.filter(({ shiftId }) => shiftId === row.id),
    ),
  )
}

export const readShiftsOn = async (reader: Reader, day: string): Promise<Shift[]> =>
  withRoutes(reader, await reader.select().from(shifts).where(eq(shifts.day, day)).orderBy(asc(shifts.fromAt)))

export const readShift = async (reader: Reader, id: string): Promise<Shift | undefined> =>
  (await withRoutes(reader, await reader.select().from(shifts).where(eq(shifts.id, id))))[0]

/** It stays as it is until the transaction ends. */
export const lockShift = async (tx: Tx, id: string): Promise<Shift | undefined> => {
  const [row] = await tx.select().from(shifts).where(eq(shifts.id, id)).for('update')
  return row === undefined ? undefined : (await withRoutes(tx, [row]))[0]
}

/** The released shift that a mower is in. */
export const liveShiftOf = async (reader: Reader, mowerId: string): Promise<string | undefined> => {
  const [row] = await reader
    .select({ shiftId: shiftRoutes.shiftId })
    .from(shiftRoutes)
    .where(and(eq(shiftRoutes.mowerId, mowerId), eq(shiftRoutes.isLive, true)))
  return row?.shiftId
}

/** A mower of these that is in another released shift, and the name of that shift. */
export const otherLiveShift = async (
  reader: Reader,
  shiftId: string,
  mowerIds: readonly string[],
): Promise<{ readonly mowerId: string; readonly shift: string } | undefined> => {
  if (mowerIds.length === 0) return undefined
  const [row] = await reader
    .select({ mowerId: shiftRoutes.mowerId, name: shifts.name, day: shifts.day })
    .from(shiftRoutes)
    .innerJoin(shifts, eq(shifts.id, shiftRoutes.shiftId))
    .where(
      and(eq(shiftRoutes.isLive, true), ne(shiftRoutes.shiftId, shiftId), inArray(shiftRoutes.mowerId, [...mowerIds])),
    )
    .limit(1)
  return row && { mowerId: row.mowerId, shift: `${row.name} (${row.day})` }
}

/** A route that is still paused when its release ends does not continue any more, and keeps its mower for no other shift. */
export const endRoutesPastRelease = async (tx: Tx, mowerIds: readonly string[], now: Date): Promise<void> => {
  const past = tx
    .select({ id: shifts.id })
    .from(shifts)
    .where(sql`(${shifts.release} ->> 'until')::timestamptz <= ${now.toISOString()}::timestamptz`)
  await tx
    .update(shiftRoutes)
    .set({ isLive: false, runnerId: null })
    .where(
      and(
        eq(shiftRoutes.isLive, true),
        eq(shiftRoutes.state, 'paused'),
        inArray(shiftRoutes.mowerId, [...mowerIds]),
        inArray(shiftRoutes.shiftId, past),
      ),
    )
}

export const liveShiftIds = async (reader: Reader): Promise<string[]> => {
  const rows = await reader
    .selectDistinct({ id: shiftRoutes.shiftId })
    .from(shiftRoutes)
    .where(eq(shiftRoutes.isLive, true))
  return rows.map(({ id }) => id)
}

/** The route of a released shift with what its next step depends on. */
export interface LiveRoute {
  readonly shift: Omit<Shift, 'routes'>
  readonly route: ShiftRoute
  readonly runnerId: string | null
}

/** Routes of released shifts on which something may happen, of these mowers alone. */
export const liveRoutes = async (reader: Reader, mowerIds: readonly string[]): Promise<LiveRoute[]> => {
  if (mowerIds.length === 0) return []
  const rows = await reader
    .select()
    .from(shiftRoutes)
    .innerJoin(shifts, eq(shifts.id, shiftRoutes.shiftId))
    .where(
      and(
        eq(shiftRoutes.isLive, true),
        inArray(shiftRoutes.state, ['waiting', 'running']),
        inArray(shiftRoutes.mowerId, [...mowerIds]),
      ),
    )
  return rows.map(({ shifts: row, shift_routes: route }) => ({
    shift: shiftOf(row, []),
    route: routeOf(route),
    runnerId: route.runnerId,
  }))
}

/** Of a locked shift: the process that may start tasks of this mower. */
export const readRunner = async (tx: Tx, shiftId: string, mowerId: string): Promise<string | null> => {
  const [row] = await tx
    .select({ runnerId: shiftRoutes.runnerId })
    .from(shiftRoutes)
    .where(and(eq(shiftRoutes.shiftId, shiftId), eq(shiftRoutes.mowerId, mowerId)))
  return row?.runnerId ?? null
}

export const insertShift = async (
  tx: Tx,
  made: Omit<Shift, 'updatedAt' | 'release'>,
  by: { readonly id: number },
  now: Date,
): Promise<Shift> => {
  const [row] = await tx
    .insert(shifts)
    .values({
      id: made.id,
      day: made.day,
      name: made.name,
      fromAt: new Date(made.from),
      untilAt: new Date(made.until),
      release: null,
      plan: made.plan ?? null,
      createdBy: made.createdBy,
      createdById: by.id,
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  if (row === undefined) throw new Error('No shift came back')
  const routes = made.routes.map((route, position) => ({
    ...route,
    shiftId: made.id,
    position,
    runnerId: null,
    isLive: false,
    updatedAt: now,
  }))
  return shiftOf(row, await tx.insert(shiftRoutes).values(routes).returning())
}

/** A version: it rises with each change, also within one millisecond. */
const laterVersion = (now: Date) =>
  sql`greatest(${now.toISOString()}::timestamptz, ${shifts.updatedAt} + interval '1 millisecond')`

/** @param runnerId undefined leaves it as it is */
export const saveRoute = async (
  tx: Tx,
  shiftId: string,
  { mowerId, ...route }: ShiftRoute,
  now: Date,
  runnerId?: string | null,
): Promise<void> => {
  await tx
    .update(shiftRoutes)
    .set({
      ...route,
      updatedAt: now,
      ...(runnerId === undefined ? {} : { runnerId }),
      // An ended route gives its mower back.
      ...(route.state === 'done' ? { isLive: false } : {}),
    })
    .where(and(eq(shiftRoutes.shiftId, shiftId), eq(shiftRoutes.mowerId, mowerId)))
  await tx
    .update(shifts)
    .set({ updatedAt: laterVersion(now) })
    .where(eq(shifts.id, shiftId))
}

export const saveRelease = async (
  tx: Tx,
  shiftId: string,
  release: ShiftRelease | null,
  now: Date,
  until?: string,
): Promise<void> => {
  await tx
    .update(shifts)
    .set({ release, updatedAt: laterVersion(now), ...(until === undefined ? {} : { untilAt: new Date(until) }) })
    .where(eq(shifts.id, shiftId))
  const own = eq(shiftRoutes.shiftId, shiftId)
  if (release === null) await tx.update(shiftRoutes).set({ isLive: false, runnerId: null }).where(own)
  else
    await tx
      .update(shiftRoutes)
      .set({ isLive: true })
      .where(and(own, ne(shiftRoutes.state, 'done')))
}

/** The planner's note, of a shift that was planned again. */
export const savePlan = async (tx: Tx, shiftId: string, plan: ShiftPlan, now: Date): Promise<void> => {
  await tx
    .update(shifts)
    .set({ plan, updatedAt: laterVersion(now) })
    .where(eq(shifts.id, shiftId))
}

export const deleteShift = async (tx: Tx, id: string): Promise<void> => {
  await tx.delete(shifts).where(eq(shifts.id, id))
}

const hasMission = (missionId: string) => sql`${shiftRoutes.tasks} @> ${JSON.stringify([{ missionId }])}::jsonb`

/** Tasks that were skipped have given their missions back. */
const stillHas = (missionId: string) =>
  sql`${hasMission(missionId)} and exists (select 1 from jsonb_array_elements(${shiftRoutes.tasks}) task
    where task ->> 'missionId' = ${missionId} and task ->> 'state' <> 'skipped')`

/** The name of the shift, not over yet, that has a mission already. */
export const shiftWithMission = async (reader: Reader, missionId: string, now: Date): Promise<string | undefined> => {
  const [row] = await reader
    .select({ name: shifts.name })
    .from(shiftRoutes)
    .innerJoin(shifts, eq(shifts.id, shiftRoutes.shiftId))
    .where(and(stillHas(missionId), ne(shiftRoutes.state, 'done'), sql`${shifts.untilAt} > ${now}`))
    .limit(1)
  return row?.name
}

/** The reasons in a mission's log that say who started it, or resumed it. */
const STARTS = ['shiftStarts', 'startAsked', 'resumeAsked']

/** The end of the release by which a shift started a mission last; undefined where a person did after that, or nobody. */
export const releaseEndOf = async (reader: Reader, missionId: string, now: Date): Promise<Date | undefined> => {
  const code = sql<string>`${missionLogs.said} ->> 'code'`
  const [start] = await reader
    .select({ code })
    .from(missionLogs)
    .where(and(eq(missionLogs.missionId, missionId), inArray(code, STARTS)))
    .orderBy(desc(missionLogs.id))
    .limit(1)
  if (start?.code !== 'shiftStarts') return undefined
  const [row] = await reader
    .select({ release: shifts.release, untilAt: shifts.untilAt })
    .from(shiftRoutes)
    .innerJoin(shifts, eq(shifts.id, shiftRoutes.shiftId))
    .where(and(stillHas(missionId), lte(shifts.fromAt, now)))
    .orderBy(desc(shifts.fromAt))
    .limit(1)
  if (row === undefined) return undefined
  return row.release === null ? row.untilAt : new Date(row.release.until)
}

export interface TimedTask {
  readonly shift: Omit<Shift, 'routes'>
  readonly mowerId: string
  readonly task: Extract<ShiftTask, { kind: 'mow' }>
  readonly mission: { readonly id: string; readonly title: string; readonly startsAt: Date }
}

/** Tasks that have not begun, of shifts that are not over, whose missions have a time outside of the window of the shift. */
export const tasksOutsideWindow = async (reader: Reader, now: Date): Promise<TimedTask[]> => {
  const rows = await reader
    .select({
      shift: shifts,
      mowerId: shiftRoutes.mowerId,
      task: sql<Extract<ShiftTask, { kind: 'mow' }>>`task`,
      mission: { id: missions.id, title: missions.title, startsAt: missions.startsAt },
    })
    .from(shiftRoutes)
    .innerJoin(shifts, eq(shifts.id, shiftRoutes.shiftId))
    .innerJoin(sql`jsonb_array_elements(${shiftRoutes.tasks}) as task`, sql`true`)
    .innerJoin(missions, sql`${missions.id} = (task ->> 'missionId')::uuid`)
    .where(
      and(
        gt(shifts.untilAt, now),
        ne(shiftRoutes.state, 'done'),
        sql`task ->> 'kind' = 'mow' and task ->> 'state' = 'planned'`,
        eq(missions.status, 'planned'),
        or(lt(missions.startsAt, shifts.fromAt), gte(missions.startsAt, shifts.untilAt)),
      ),
    )
  return rows.flatMap(({ shift, mission: { startsAt, ...mission }, ...rest }) =>
    startsAt === null ? [] : [{ ...rest, shift: shiftOf(shift, []), mission: { ...mission, startsAt } }],
  )
}

export const readMissionsOf = async (reader: Reader, ids: readonly string[]): Promise<MissionRow[]> =>
  ids.length === 0
    ? []
    : reader
        .select()
        .from(missions)
        .where(inArray(missions.id, [...ids]))
