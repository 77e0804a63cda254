/** Machines as they are stored, what uses them, and how far they have driven. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { createCrudStore } from '../crud/crudStore.ts'
import type { Database, Reader, Tx } from '../db/database.ts'
import { blades, carts, missions, mowers, odometers, positions } from '../db/schema/index.ts'

export const bladeStore = createCrudStore(blades, {
  searched: [blades.name],
  sorted: {
    name: sql`lower(${blades.name})`,
    widthM: blades.widthM,
    missionSpeedMps: blades.missionSpeedMps,
    updatedAt: blades.updatedAt,
  },
  sortedBy: 'name',
})

export const mowerStore = createCrudStore(mowers, {
  searched: [mowers.name],
  sorted: {
    name: sql`lower(${mowers.name})`,
    systemId: mowers.systemId,
    widthM: mowers.widthM,
    updatedAt: mowers.updatedAt,
  },
  sortedBy: 'name',
})

export const cartStore = createCrudStore(carts, {
  searched: [carts.name],
  sorted: { name: sql`lower(${carts.name})`, updatedAt: carts.updatedAt },
  sortedBy: 'name',
})

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

const OPEN = ['planned', 'uploading', 'working', 'stopped'] as const
const ACTIVE = ['uploading', 'working', 'stopped'] as const

export const openMissionsWith = async (tx: Tx, part: { mowerId: string } | { bladeId: string }): Promise<number> =>
  tx.$count(
    missions,
    and(
      inArray(missions.status, [...OPEN]),
      'mowerId' in part ? eq(missions.mowerId, part.mowerId) : eq(missions.bladeId, part.bladeId),
    ),
  )

export const hasActiveMission = async (tx: Tx, mowerId: string): Promise<boolean> =>
  (await tx.$count(missions, and(inArray(missions.status, [...ACTIVE]), eq(missions.mowerId, mowerId)))) > 0

export const readGarage = async (db: Reader) => ({
  mowers: await db
    .select({
      id: mowers.id,
      name: mowers.name,
      inService: mowers.inService,
      bladeName: blades.name,
      distanceM: odometers.distanceM,
    })
    .from(mowers)
    .leftJoin(blades, eq(blades.id, mowers.bladeId))
    .leftJoin(odometers, eq(odometers.vehicleId, mowers.id))
    .orderBy(sql`lower(${mowers.name})`, mowers.id),
  carts: await db
    .select({ id: carts.id, name: carts.name, inService: carts.inService, distanceM: odometers.distanceM })
    .from(carts)
    .leftJoin(odometers, eq(odometers.vehicleId, carts.id))
    .orderBy(sql`lower(${carts.name})`, carts.id),
})

/** A vehicle that stands still wanders by this much in its own positions. */
const LEAST_STEP_M = 0.05
/** A longer step within one second is a jump of the position and no driving. */
const LONGEST_STEP_M = 100

/**
 * Adds what was driven since the last time to every vehicle's distance, from its own recorded positions. Steps between
 * two positions more than ten seconds apart do not count: nobody knows what was driven there.
 */
export const advanceOdometers = async (db: Database): Promise<void> => {
  await db.execute(sql`
    with steps as (
      select p.vehicle_id, p.at, p.lon, p.lat,
        lag(p.lon) over w as from_lon, lag(p.lat) over w as from_lat, lag(p.at) over w as from_at
      from ${positions} p
      left join ${odometers} o on o.vehicle_id = p.vehicle_id
      where p.at >= coalesce(o.counted_to, '-infinity')
      window w as (partition by p.vehicle_id order by p.at)
    ), lengths as (
      select vehicle_id, at, from_at,
        111320 * sqrt(power((lon - from_lon) * cos(radians(lat)), 2) + power(lat - from_lat, 2)) as length_m
      from steps
    )
    insert into ${odometers} (vehicle_id, distance_m, counted_to)
    select vehicle_id,
      coalesce(sum(length_m) filter (
        where length_m between ${LEAST_STEP_M} and ${LONGEST_STEP_M} and at - from_at <= interval '10 seconds'), 0),
      max(at)
    from lengths group by vehicle_id
    on conflict (vehicle_id) do update
    set distance_m = ${odometers}.distance_m + excluded.distance_m, counted_to = excluded.counted_to`)
}
