/** Settings, types of zones and technical numbers as they are stored. */
import type { BuggySettings, MapSettings, PolygonGeometry } from '@greensward/domain'
import { eq, sql } from 'drizzle-orm'
import { createCrudStore } from '../../platform/crud/crudStore.ts'
import { laterThan, type Reader, type Tx } from '../../platform/db/database.ts'
import { naturally } from '../../platform/db/listing.ts'
import { courseFeatures, settings, technicalNumbers, zoneTypes } from '../../platform/db/schema/index.ts'
import { DEFAULT_BUGGY_SETTINGS, DEFAULT_MAP_SETTINGS } from './defaults.ts'

export type StoredMapSettings = Omit<MapSettings, 'totalFieldArea'>

interface Values {
  readonly map: StoredMapSettings
  readonly buggy: BuggySettings
}

const DEFAULTS: Values = { map: DEFAULT_MAP_SETTINGS, buggy: DEFAULT_BUGGY_SETTINGS }

/** The stored settings, with the default of every setting that is newer than they are. */
export const readSettings = async <N extends keyof Values>(db: Reader, name: N): Promise<Values[N]> => {
  const [row] = await db.select().from(settings).where(eq(settings.name, name))
  return { ...DEFAULTS[name], ...row?.value }
}

/** Merges under a lock, so that two people who change different fields keep both. */
export const changeSettings = async <N extends keyof Values>(
  tx: Tx,
  name: N,
  merge: (before: Values[N]) => Values[N],
  now: Date,
): Promise<{ before: Values[N]; after: Values[N] }> => {
  await tx.insert(settings).values({ name, value: DEFAULTS[name], updatedAt: now }).onConflictDoNothing()
  const [row] = await tx.select().from(settings).where(eq(settings.name, name)).for('update')
  if (row === undefined) throw new Error('no settings came back')
  const before: Values[N] = { ...DEFAULTS[name], ...row.value }
  const after = merge(before)
  await tx
    .update(settings)
    .set({ value: after, updatedAt: laterThan(row.updatedAt, now) })
    .where(eq(settings.name, name))
  return { before, after }
}

/** Outlines of all zones that are mown. */
export const readMownZones = async (db: Reader): Promise<readonly PolygonGeometry[]> => {
  const { rows } = await db.execute<{ geometry: PolygonGeometry }>(sql`
    select ${courseFeatures.feature} -> 'geometry' as geometry
    from ${courseFeatures}
    join ${zoneTypes} on ${zoneTypes.id} = (${courseFeatures.feature} #>> '{properties,zoneTypeId}')::uuid
    where ${courseFeatures.kind} = 'zone' and ${zoneTypes.mowable}`)
  return rows.map(row => row.geometry)
}

export const countZonesOfType = async (tx: Tx, zoneTypeId: string): Promise<number> =>
  tx.$count(
    courseFeatures,
    sql`${courseFeatures.kind} = 'zone' and ${courseFeatures.feature} #>> '{properties,zoneTypeId}' = ${zoneTypeId}`,
  )

export const zoneTypeStore = createCrudStore(zoneTypes, {
  searched: [zoneTypes.name],
  sorted: { name: naturally(zoneTypes.name), color: zoneTypes.color, updatedAt: zoneTypes.updatedAt },
  sortedBy: 'name',
})

export const technicalNumberStore = createCrudStore(technicalNumbers, {
  searched: [technicalNumbers.phone, technicalNumbers.department],
  sorted: {
    department: naturally(technicalNumbers.department),
    phone: technicalNumbers.phone,
    updatedAt: technicalNumbers.updatedAt,
  },
  sortedBy: 'department',
})
