/** The SQL that reads machines, types of zones and what binds the two for planning and driving; other features write them. */
import {
  type Base,
  type Blade,
  type Cart,
  DEFAULT_WEATHER_SETTINGS,
  type Mower,
  type PlanBinding,
  type ZoneType,
} from '@greensward/domain'
import { asc, eq } from 'drizzle-orm'
import type { Reader } from '../../platform/db/database.ts'
import { naturally } from '../../platform/db/listing.ts'
import {
  bases,
  blades,
  carts,
  mowers,
  settings,
  standingPlans,
  weather,
  zoneTypes,
} from '../../platform/db/schema/index.ts'

interface Dated {
  readonly updatedAt: Date
}

const withInstant = <T extends Dated>(row: T): Omit<T, 'updatedAt'> & { updatedAt: string } => ({
  ...row,
  updatedAt: row.updatedAt.toISOString(),
})

export const readMowers = async (reader: Reader): Promise<Mower[]> =>
  (
    await reader
      .select()
      .from(mowers)
      .orderBy(asc(naturally(mowers.name)))
  ).map(withInstant)

export const readMower = async (reader: Reader, id: string): Promise<Mower | undefined> =>
  (await reader.select().from(mowers).where(eq(mowers.id, id))).map(withInstant)[0]

export const readBlades = async (reader: Reader): Promise<Blade[]> =>
  (await reader.select().from(blades)).map(withInstant)

export const readBlade = async (reader: Reader, id: string): Promise<Blade | undefined> =>
  (await reader.select().from(blades).where(eq(blades.id, id))).map(withInstant)[0]

export const readBases = async (reader: Reader): Promise<Base[]> => (await reader.select().from(bases)).map(withInstant)

export const readZoneTypes = async (reader: Reader): Promise<ZoneType[]> =>
  (await reader.select().from(zoneTypes)).map(withInstant)

export const readCarts = async (reader: Reader): Promise<Cart[]> =>
  (
    await reader
      .select()
      .from(carts)
      .orderBy(asc(naturally(carts.name)))
  ).map(row => ({
    ...withInstant(row),
    home: row.home ?? null,
  }))

export const readRainMode = async (reader: Reader): Promise<boolean> => {
  const [row] = await reader.select({ value: settings.value }).from(settings).where(eq(settings.name, 'map'))
  return row !== undefined && 'rainMode' in row.value && row.value.rainMode === 'true'
}

/** How long the course stays wet by the weather source; null where it says nothing about that. */
export const readWetUntil = async (reader: Reader): Promise<Date | null> =>
  (await reader.select({ wetUntil: weather.wetUntil }).from(weather))[0]?.wetUntil ?? null

/** The number of days within which wet work is rescheduled; 0 reschedules nothing. */
export const readCatchUpDays = async (reader: Reader): Promise<number> =>
  (await reader.select({ days: weather.catchUpDays }).from(weather))[0]?.days ?? DEFAULT_WEATHER_SETTINGS.catchUpDays

/** Whether mowers stop for carts where they mow; otherwise staff are warned. */
export const readMowersHoldForCarts = async (reader: Reader): Promise<boolean> => {
  const [row] = await reader.select({ value: settings.value }).from(settings).where(eq(settings.name, 'buggy'))
  return row !== undefined && 'mowersHoldForCarts' in row.value && row.value.mowersHoldForCarts === true
}

/** The clock of the course, UTC where nobody has set it up yet. */
export const readTimeZone = async (reader: Reader): Promise<string> => {
  const [row] = await reader.select({ value: settings.value }).from(settings).where(eq(settings.name, 'map'))
  return row !== undefined && 'timeZone' in row.value ? row.value.timeZone : 'UTC'
}

/** Which mowers with which cutting units the standing plans want for which types of zones. */
export const readPlanBindings = (reader: Reader): Promise<PlanBinding[]> =>
  reader
    .select({
      zoneTypeIds: standingPlans.zoneTypeIds,
      zoneIds: standingPlans.zoneIds,
      exceptZoneIds: standingPlans.exceptZoneIds,
      mowers: standingPlans.mowers,
    })
    .from(standingPlans)
