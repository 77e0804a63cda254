/** The SQL of service: plans, what was done, and what a vehicle had run by then. */
import {
  NO_SERVICE_PLAN,
  type Running,
  type ServiceDue,
  type ServicePart,
  type ServicePlan,
  type ServicePlanChange,
  serviceDueOf,
  type VehicleService,
} from '@greensward/domain'
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../platform/db/database.ts'
import {
  carts,
  mowers,
  odometers,
  overdueMowers,
  servicePlans,
  serviceRecords,
} from '../../platform/db/schema/index.ts'
import { readRates } from '../../shared/missionLife/ratesStore.ts'

type PlanRow = typeof servicePlans.$inferSelect
type RecordRow = typeof serviceRecords.$inferSelect

/** More than a machine lives to see. */
const MOST_RECORDS = 200

/** A tenth of an hour is six minutes: nobody services a machine by less. */
const hoursOf = (seconds: number | null): number | null => (seconds === null ? null : Math.round(seconds / 360) / 10)

const planOf = (row: PlanRow | undefined): ServicePlan =>
  row === undefined
    ? NO_SERVICE_PLAN
    : {
        everyEngineHours: row.everyEngineHours,
        everyBladeHours: row.everyBladeHours,
        everyDays: row.everyDays,
        checklist: row.checklist,
      }

const lastOf = (plan: PlanRow | undefined, record: RecordRow | undefined, now: Date): Running =>
  record === undefined
    ? // Nothing was done yet: its hours count from the first, its days from when somebody asked for them.
      { atMs: (plan?.startedAt ?? now).getTime(), engineHours: null, bladeHours: null }
    : { atMs: record.at.getTime(), engineHours: hoursOf(record.drivingS), bladeHours: hoursOf(record.bladeS) }

interface Odometer {
  readonly drivingS: number | null
  readonly bladeS: number | null
}

const runningNow = (odometer: Odometer | undefined, now: Date): Running => ({
  atMs: now.getTime(),
  engineHours: hoursOf(odometer?.drivingS ?? null),
  bladeHours: hoursOf(odometer?.bladeS ?? null),
})

const odometerOf = async (reader: Reader, vehicleId: string): Promise<Odometer | undefined> =>
  (await reader.select().from(odometers).where(eq(odometers.vehicleId, vehicleId)))[0]

export const readService = async (reader: Reader, vehicleId: string, now: Date): Promise<VehicleService> => {
  const [plan] = await reader.select().from(servicePlans).where(eq(servicePlans.vehicleId, vehicleId))
  const records = await reader
    .select()
    .from(serviceRecords)
    .where(eq(serviceRecords.vehicleId, vehicleId))
    .orderBy(desc(serviceRecords.at), desc(serviceRecords.id))
    .limit(MOST_RECORDS)
  const odometer = await odometerOf(reader, vehicleId)
  const { currency } = await readRates(reader)
  return {
    plan: planOf(plan),
    due: serviceDueOf(planOf(plan), lastOf(plan, records[0], now), runningNow(odometer, now)),
    records: records.map(({ id, at, what, by, drivingS, bladeS, checklist, parts }) => ({
      id,
      at: at.toISOString(),
      what,
      by,
      engineHours: hoursOf(drivingS),
      bladeHours: hoursOf(bladeS),
      checklist,
      parts,
    })),
    currency,
  }
}

/** When the service of each vehicle that has a plan is due. */
export const readAllDue = async (reader: Reader, now: Date): Promise<Map<string, ServiceDue>> => {
  const plans = await reader.select().from(servicePlans)
  const newest = await reader
    .selectDistinctOn([serviceRecords.vehicleId])
    .from(serviceRecords)
    .orderBy(serviceRecords.vehicleId, desc(serviceRecords.at), desc(serviceRecords.id))
  const records = new Map(newest.map(record => [record.vehicleId, record]))
  const run = new Map((await reader.select().from(odometers)).map(row => [row.vehicleId, row]))
  return new Map(
    plans.map(plan => [
      plan.vehicleId,
      serviceDueOf(
        planOf(plan),
        lastOf(plan, records.get(plan.vehicleId), now),
        runningNow(run.get(plan.vehicleId), now),
      ),
    ]),
  )
}

export const vehicleExists = async (tx: Reader, kind: 'mower' | 'cart', id: string): Promise<boolean> => {
  const table = kind === 'mower' ? mowers : carts
  return (await tx.select({ id: table.id }).from(table).where(eq(table.id, id)).for('share')).length > 0
}

export const storePlan = async (tx: Tx, vehicleId: string, plan: ServicePlanChange, now: Date): Promise<void> => {
  await tx
    .insert(servicePlans)
    .values({ vehicleId, ...plan, startedAt: now })
    .onConflictDoUpdate({ target: servicePlans.vehicleId, set: { ...plan, notifiedAt: null } })
}

export const readChecklist = async (reader: Reader, vehicleId: string): Promise<readonly string[]> =>
  (
    await reader
      .select({ checklist: servicePlans.checklist })
      .from(servicePlans)
      .where(eq(servicePlans.vehicleId, vehicleId))
  )[0]?.checklist ?? []

/** What was done, and by whom. */
export interface Served {
  readonly what: string
  readonly by: string
  readonly checklist: readonly string[]
  readonly done: readonly string[]
  readonly parts: ServicePart[]
}

export const addRecord = async (
  tx: Tx,
  vehicleId: string,
  { what, by, checklist, done, parts }: Served,
  now: Date,
): Promise<void> => {
  const odometer = await odometerOf(tx, vehicleId)
  await tx.insert(serviceRecords).values({
    vehicleId,
    at: now,
    what,
    by,
    drivingS: odometer?.drivingS ?? null,
    bladeS: odometer?.bladeS ?? null,
    checklist: checklist.map(item => ({ item, isDone: done.includes(item) })),
    parts,
  })
  await tx.update(servicePlans).set({ notifiedAt: null }).where(eq(servicePlans.vehicleId, vehicleId))
}

export const removeRecord = async (tx: Tx, vehicleId: string, id: string): Promise<RecordRow | undefined> =>
  (
    await tx
      .delete(serviceRecords)
      .where(and(eq(serviceRecords.id, id), eq(serviceRecords.vehicleId, vehicleId)))
      .returning()
  )[0]

export const forgetService = async (tx: Tx, vehicleId: string): Promise<void> => {
  await tx.delete(servicePlans).where(eq(servicePlans.vehicleId, vehicleId))
  await tx.delete(serviceRecords).where(eq(serviceRecords.vehicleId, vehicleId))
}

/** Claims the notification of a service that is due; false where it was already sent, by any server. */
export const takeTelling = async (reader: Reader, vehicleId: string, now: Date): Promise<boolean> =>
  (
    await reader
      .update(servicePlans)
      .set({ notifiedAt: now })
      .where(and(eq(servicePlans.vehicleId, vehicleId), isNull(servicePlans.notifiedAt)))
      .returning({ id: servicePlans.vehicleId })
  ).length > 0

/** Mowers that should be back from service by now: each once for each moment of return, by any server. */
export const takeOverdue = async (
  reader: Reader,
  now: Date,
): Promise<readonly { readonly id: string; readonly name: string; readonly serviceUntil: string }[]> => {
  const isPast = sql`${mowers.serviceUntil}::timestamptz <= ${now.toISOString()}::timestamptz`
  const overdue = await reader
    .select({ id: mowers.id, name: mowers.name, serviceUntil: mowers.serviceUntil })
    .from(mowers)
    .where(and(eq(mowers.inService, true), isPast))
  const taken = []
  for (const { id, name, serviceUntil } of overdue) {
    if (serviceUntil === null) continue
    const rows = await reader
      .insert(overdueMowers)
      .values({ mowerId: id, serviceUntil })
      .onConflictDoUpdate({
        target: overdueMowers.mowerId,
        set: { serviceUntil },
        setWhere: sql`${overdueMowers.serviceUntil} <> ${serviceUntil}`,
      })
      .returning({ mowerId: overdueMowers.mowerId })
    if (rows.length > 0) taken.push({ id, name, serviceUntil })
  }
  return taken
}

/** The checklist of each vehicle that has a plan. */
export const readChecklists = async (reader: Reader): Promise<ReadonlyMap<string, readonly string[]>> => {
  const { vehicleId, checklist } = servicePlans
  const plans = await reader.select({ vehicleId, checklist }).from(servicePlans)
  return new Map(plans.map(plan => [plan.vehicleId, plan.checklist]))
}

export interface VehicleDue {
  readonly vehicleId: string
  readonly name: string
  readonly due: ServiceDue
  readonly checklist: readonly string[]
}

/** Each vehicle with a service plan, by its name, and when its service is due. */
export const vehiclesDue = async (reader: Reader, now: Date): Promise<VehicleDue[]> => {
  const [due, checklists] = [await readAllDue(reader, now), await readChecklists(reader)]
  const names = [
    ...(await reader.select({ id: mowers.id, name: mowers.name }).from(mowers).orderBy(asc(mowers.name))),
    ...(await reader.select({ id: carts.id, name: carts.name }).from(carts).orderBy(asc(carts.name))),
  ]
  return names.flatMap(({ id, name }) => {
    const found = due.get(id)
    return found === undefined ? [] : [{ vehicleId: id, name, due: found, checklist: checklists.get(id) ?? [] }]
  })
}

export const nameOfVehicle = async (
  reader: Reader,
  id: string,
): Promise<{ readonly kind: 'mower' | 'cart'; readonly name: string } | undefined> => {
  const [mower] = await reader.select({ name: mowers.name }).from(mowers).where(eq(mowers.id, id))
  if (mower !== undefined) return { kind: 'mower', name: mower.name }
  const [cart] = await reader.select({ name: carts.name }).from(carts).where(eq(carts.id, id))
  return cart === undefined ? undefined : { kind: 'cart', name: cart.name }
}
