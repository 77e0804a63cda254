/** The SQL of the map. */
import type { CourseDiff, MapBounds, Position } from '@greensward/domain'
import type { Said } from '@greensward/messages'
import { and, asc, count, desc, eq, gt, inArray, lte, or, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { courseChanges, courseFeatures, courseState, courseVersions, settings } from '../../platform/db/schema/index.ts'
import { jsonInSlices } from '../../platform/threads/jsonInSlices.ts'
import { boxOfFeature, type LonLatBox } from '../../shared/course/featureBox.ts'
import { labelCodes } from './labelCodes.ts'

/** Writes what a diff says about the features; that it fits was checked under the same lock. */
export const writeDiff = async (tx: Tx, diff: CourseDiff, revision: number): Promise<void> => {
  const gone = diff.removed.map(feature => feature.id)
  if (gone.length > 0) await tx.execute(sql`delete from ${courseFeatures} where id = any(${sql.param(gone)}::uuid[])`)
  const written = [...diff.updated.map(([, after]) => after), ...diff.added]
  if (written.length === 0) return
  const rows = await jsonInSlices(
    written.map(feature => {
      const [minLon, minLat, maxLon, maxLat] = boxOfFeature(feature)
      return { id: feature.id, kind: feature.kind, feature, minLon, minLat, maxLon, maxLat }
    }),
  )
  await tx.execute(sql`
    insert into ${courseFeatures} (id, kind, feature, min_lon, min_lat, max_lon, max_lat, revision)
    select id, kind, feature, "minLon", "minLat", "maxLon", "maxLat", ${revision}
    from jsonb_to_recordset(${rows}::jsonb) as row(
      id uuid, kind text, feature jsonb,
      "minLon" double precision, "minLat" double precision, "maxLon" double precision, "maxLat" double precision
    )
    on conflict (id) do update set
      kind = excluded.kind, feature = excluded.feature, min_lon = excluded.min_lon, min_lat = excluded.min_lat,
      max_lon = excluded.max_lon, max_lat = excluded.max_lat, revision = excluded.revision`)
}

export interface ChangeEntry {
  readonly revision: number
  readonly at: Date
  readonly label: string
  /** Null where a person wrote the label. */
  readonly said: Said | null
  readonly who: string
  readonly userId: number | null
  readonly diff: CourseDiff
}

/** Raises the revision and keeps the diff as history. */
export const addChange = async (tx: Tx, entry: ChangeEntry): Promise<void> => {
  const { diff, revision } = entry
  await tx.insert(courseChanges).values({
    ...entry,
    diff: sql`${await jsonInSlices(diff)}::jsonb`,
    added: diff.added.length,
    updated: diff.updated.length,
    removed: diff.removed.length,
  })
  await tx.update(courseState).set({ revision }).where(eq(courseState.id, 1))
}

export const listChanges = async (reader: Reader, page: number, perPage: number, search: string | undefined) => {
  const where =
    search === undefined || search === ''
      ? undefined
      : or(
          sql`strpos(lower(${courseChanges.label} || ' ' || ${courseChanges.who}), lower(${search})) > 0`,
          inArray(sql`${courseChanges.said} ->> 'code'`, [...labelCodes(search)]),
        )
  const items = await reader
    .select({
      revision: courseChanges.revision,
      label: courseChanges.label,
      said: courseChanges.said,
      who: courseChanges.who,
      at: courseChanges.at,
      added: courseChanges.added,
      updated: courseChanges.updated,
      removed: courseChanges.removed,
    })
    .from(courseChanges)
    .where(where)
    .orderBy(desc(courseChanges.revision))
    .limit(perPage)
    .offset((page - 1) * perPage)
  const [all] = await reader.select({ total: count() }).from(courseChanges).where(where)
  return { items, total: all?.total ?? 0 }
}

export const readChange = async (reader: Reader, revision: number) => {
  const [row] = await reader.select().from(courseChanges).where(eq(courseChanges.revision, revision))
  return row
}

/** The box that everything on the map has to lie in; null while the course has set none. */
export const readBounds = async (reader: Reader): Promise<MapBounds | null> => {
  const [row] = await reader.select({ value: settings.value }).from(settings).where(eq(settings.name, 'map'))
  if (row === undefined || !('topLeftLon' in row.value)) return null
  const { topLeftLon, topLeftLat, bottomRightLon, bottomRightLat } = row.value
  return { topLeft: [topLeftLon, topLeftLat], bottomRight: [bottomRightLon, bottomRightLat] }
}

/** Sets the bounds to a box and the centre to its middle. */
export const writeBounds = async (tx: Tx, [west, south, east, north]: LonLatBox): Promise<void> => {
  const place = {
    topLeftLon: west,
    topLeftLat: north,
    bottomRightLon: east,
    bottomRightLat: south,
    centerLon: (west + east) / 2,
    centerLat: (south + north) / 2,
  }
  await tx
    .update(settings)
    .set({ value: sql`${settings.value} || ${JSON.stringify(place)}::jsonb` })
    .where(eq(settings.name, 'map'))
}

/** When the transaction began, by the clock of the database. */
export const timeOf = async (tx: Tx): Promise<Date> => {
  const { rows } = await tx.execute<{ at: string }>(sql`select now()::text as at`)
  return new Date(rows[0]?.at ?? 0)
}

/** Puts the middle of the shown map there, unless somebody has put it somewhere already. */
export const centreMap = async (tx: Tx, [lon, lat]: Position, now: Date): Promise<void> => {
  const centre = JSON.stringify({ centerLon: lon, centerLat: lat })
  await tx.execute(sql`
    insert into ${settings} (name, value, updated_at) values ('map', ${centre}::jsonb, ${now})
    on conflict (name) do update
    set value = ${settings}.value || excluded.value, updated_at = excluded.updated_at
    where coalesce((${settings}.value ->> 'centerLon')::double precision, 0) = 0
      and coalesce((${settings}.value ->> 'centerLat')::double precision, 0) = 0`)
}

/** The diffs of the changes after one revision up to another, oldest first. */
export const readDiffs = async (reader: Reader, after: number, upTo: number): Promise<readonly CourseDiff[]> => {
  const rows = await reader
    .select({ diff: courseChanges.diff })
    .from(courseChanges)
    .where(and(gt(courseChanges.revision, after), lte(courseChanges.revision, upTo)))
    .orderBy(asc(courseChanges.revision))
  return rows.map(({ diff }) => diff)
}

export type StoredVersion = typeof courseVersions.$inferSelect

export const listVersions = (reader: Reader): Promise<StoredVersion[]> =>
  reader.select().from(courseVersions).orderBy(desc(courseVersions.revision), desc(courseVersions.at))

export const addVersion = async (tx: Tx, version: Omit<StoredVersion, 'id'>): Promise<StoredVersion> => {
  const [row] = await tx.insert(courseVersions).values(version).returning()
  if (row === undefined) throw new Error('no version came back')
  return row
}

export const removeVersion = async (tx: Tx, id: string): Promise<StoredVersion | undefined> => {
  const [row] = await tx.delete(courseVersions).where(eq(courseVersions.id, id)).returning()
  return row
}
