/** Machines as they are stored, what uses them, and how far they have driven. */
import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { type CrudStore, createCrudStore } from '../../platform/crud/crudStore.ts'
import { alone } from '../../platform/db/alone.ts'
import type { Database, Reader, Tx } from '../../platform/db/database.ts'
import { naturally } from '../../platform/db/listing.ts'
import { bases, blades, carts, missions, mowers, odometers, positions } from '../../platform/db/schema/index.ts'

export const bladeStore = createCrudStore(blades, {
  searched: [blades.name],
  sorted: {
    name: naturally(blades.name),
    widthM: blades.widthM,
    missionSpeedMps: blades.missionSpeedMps,
    updatedAt: blades.updatedAt,
  },
  sortedBy: 'name',
})

const mowerRows = createCrudStore(mowers, {
  searched: [mowers.name],
  sorted: {
    name: naturally(mowers.name),
    systemId: mowers.systemId,
    widthM: mowers.widthM,
    updatedAt: mowers.updatedAt,
  },
  sortedBy: 'name',
})

/** Who ends a service ends what was expected of it. */
const endedService = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  values.inService === false ? { ...values, serviceUntil: null } : values

export const mowerStore: CrudStore = {
  ...mowerRows,
  add: (tx, values, now) => mowerRows.add(tx, endedService(values), now),
  change: (tx, id, readAt, values, now) => mowerRows.change(tx, id, readAt, endedService(values), now),
}

export const cartStore = createCrudStore(carts, {
  searched: [carts.name],
  sorted: { name: naturally(carts.name), updatedAt: carts.updatedAt },
  sortedBy: 'name',
})

export const baseStore = createCrudStore(bases, {
  searched: [bases.name],
  sorted: { name: naturally(bases.name), updatedAt: bases.updatedAt },
  sortedBy: 'name',
})

/** The base, other than this one, at which the mower parks. */
export const baseOfMower = async (tx: Tx, mowerId: string, ownId: string | undefined): Promise<string | undefined> => {
  const rows = await tx.select({ id: bases.id, name: bases.name }).from(bases).where(eq(bases.mowerId, mowerId))
  return rows.find(({ id }) => id !== ownId)?.name
}

export const mowerExists = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.select({ id: mowers.id }).from(mowers).where(eq(mowers.id, id)).for('update')).length > 0

export const bladeExists = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.select({ id: blades.id }).from(blades).where(eq(blades.id, id)).for('share')).length > 0

export const mowersWithBlade = async (tx: Tx, bladeId: string): Promise<readonly string[]> =>
  (await tx.select({ name: mowers.name }).from(mowers).where(eq(mowers.bladeId, bladeId))).map(({ name }) => name)

/** The mower, other than this one, that has the system id. */
export const holderOfSystemId = async (
  tx: Tx,
  systemId: number,
  ownId: string | undefined,
): Promise<string | undefined> => {
  const rows = await tx.select({ id: mowers.id, name: mowers.name }).from(mowers).where(eq(mowers.systemId, systemId))
  return rows.find(({ id }) => id !== ownId)?.name
}

const OPEN = ['planned', 'uploading', 'working', 'stopped', 'interrupted'] as const
const ACTIVE = ['uploading', 'working', 'stopped'] as const

export const openMissionsWith = async (tx: Tx, part: { mowerId: string } | { bladeId: string }): Promise<number> =>
  tx.$count(
    missions,
    and(
      inArray(missions.status, [...OPEN]),
      'mowerId' in part ? eq(missions.mowerId, part.mowerId) : eq(missions.bladeId, part.bladeId),
    ),
  )

/** @param before only those that start before, or at no time of their own; undefined for all */
export const plannedMissionsOf = (db: Reader, mowerId: string, before: Date | undefined): Promise<number> =>
  db.$count(
    missions,
    and(
      eq(missions.status, 'planned'),
      eq(missions.mowerId, mowerId),
      before === undefined ? undefined : or(isNull(missions.startsAt), lt(missions.startsAt, before)),
    ),
  )

export const hasActiveMission = async (tx: Tx, mowerId: string): Promise<boolean> =>
  (await tx.$count(missions, and(inArray(missions.status, [...ACTIVE]), eq(missions.mowerId, mowerId)))) > 0

/** Mowers whose mission is being uploaded or driven; a stopped one keeps its mission and does not move. */
export const mowersAtWork = async (db: Reader): Promise<ReadonlySet<string>> => {
  const rows = await db
    .select({ mowerId: missions.mowerId })
    .from(missions)
    .where(inArray(missions.status, ['uploading', 'working']))
  return new Set(rows.flatMap(({ mowerId }) => (mowerId === null ? [] : [mowerId])))
}

export const readGarage = async (db: Reader) => ({
  mowers: await db
    .select({
      id: mowers.id,
      name: mowers.name,
      inService: mowers.inService,
      serviceUntil: mowers.serviceUntil,
      fuelLitresPer100Km: mowers.fuelLitresPer100Km,
      bladeName: blades.name,
      distanceM: odometers.distanceM,
      drivingS: odometers.drivingS,
      bladeS: odometers.bladeS,
    })
    .from(mowers)
    .leftJoin(blades, eq(blades.id, mowers.bladeId))
    .leftJoin(odometers, eq(odometers.vehicleId, mowers.id))
    .orderBy(naturally(mowers.name), mowers.id),
  carts: await db
    .select({
      id: carts.id,
      name: carts.name,
      inService: carts.inService,
      fuelLitresPer100Km: carts.fuelLitresPer100Km,
      distanceM: odometers.distanceM,
      drivingS: odometers.drivingS,
    })
    .from(carts)
    .leftJoin(odometers, eq(odometers.vehicleId, carts.id))
    .orderBy(naturally(carts.name), carts.id),
})

/** The positions of a parked vehicle wander by this much, with RTK and without. */
const LEAST_STEP_M = 0.05
const LEAST_STEP_WITHOUT_RTK_M = 0.5
/** No mower and no cart is faster by its own clock; a longer step is a jump of the position and no driving. */
const FASTEST_MPS = 15
/** Positions that may be farther off than this say nothing about where a vehicle drove. */
const WORST_ACCURACY_M = 5

/**
 * Adds what was driven since the last time to every vehicle's distance and hours, from its own recorded positions. Steps
 * between two positions more than ten seconds apart do not count, since the path between them is unknown; nor do those
 * from or to a bad fix, nor jumps. Of several servers one counts at a time, or each step would count twice.
 */
export const advanceOdometers = (db: Database, simulated: SimulatedTime = REAL_TIME): Promise<void> =>
  alone(db, 'odometers', tx => advance(tx, simulated))

/** Counts these vehicles from their first recorded position again, the next time. */
export const restartOdometers = async (db: Reader, vehicleIds: readonly string[]): Promise<void> => {
  await db.delete(odometers).where(inArray(odometers.vehicleId, [...vehicleIds]))
}

/** Simulated vehicles whose time runs faster than the wall: they get farther in a second of ours, and no other does. */
export interface SimulatedTime {
  /** Simulated seconds in one of ours. */
  readonly rate: number
  /** Mowers with the system ids from 1 to this are simulated. */
  readonly mowers: number
  readonly carts: boolean
}

const REAL_TIME: SimulatedTime = { rate: 1, mowers: 0, carts: false }

const advance = async (tx: Reader, { rate, ...simulated }: SimulatedTime): Promise<void> => {
  await tx.execute(sql`
    with hurried as (
      select id from ${mowers} where system_id <= ${simulated.mowers}
      union all select id from ${carts} where ${simulated.carts}
    ), points as (
      select p.vehicle_id, p.at, p.lon, p.lat, p.blade_on,
        coalesce(p.fix_type, '') not in ('noGps', 'noFix', 'fix2d')
          and coalesce(p.accuracy_m, 0) <= ${WORST_ACCURACY_M} as is_good,
        coalesce(p.fix_type, '') in ('rtkFixed', 'rtkFloat') as has_rtk
      from ${positions} p
      left join ${odometers} o on o.vehicle_id = p.vehicle_id
      where p.at >= coalesce(o.counted_to, '-infinity')
    ), steps as (
      select vehicle_id, at, is_good and lag(is_good) over w as is_good, has_rtk,
        blade_on and lag(blade_on) over w as is_cutting,
        extract(epoch from at - lag(at) over w)::float8 as s,
        111320 * sqrt(power((lon - lag(lon) over w) * cos(radians(lat)), 2) + power(lat - lag(lat) over w, 2)) as length_m
      from points
      window w as (partition by vehicle_id order by at)
    ), judged as (
      select vehicle_id, at, s, length_m, s <= 10 and is_cutting as is_cutting,
        s <= 10 and is_good
          and length_m <= ${FASTEST_MPS}::float8 * s * case when vehicle_id in (select id from hurried) then ${rate}::float8 else 1 end
          and length_m >= case when has_rtk then ${LEAST_STEP_M}::float8 else ${LEAST_STEP_WITHOUT_RTK_M}::float8 end as is_driving
      from steps
    )
    insert into ${odometers} (vehicle_id, distance_m, driving_s, blade_s, counted_to)
    select vehicle_id, coalesce(sum(length_m) filter (where is_driving), 0), coalesce(sum(s) filter (where is_driving), 0),
      coalesce(sum(s) filter (where is_cutting), 0), max(at)
    from judged group by vehicle_id
    on conflict (vehicle_id) do update
    set distance_m = ${odometers}.distance_m + excluded.distance_m,
      driving_s = ${odometers}.driving_s + excluded.driving_s,
      blade_s = ${odometers}.blade_s + excluded.blade_s,
      counted_to = excluded.counted_to`)
}
