/** Orthophotos and elevation models as they are listed, and their uploads; the files lie in the data directory. */
import type { Raster, RasterUpload } from '@greensward/contract'
import { and, asc, desc, eq, inArray, lt, ne } from 'drizzle-orm'
import type { Reader } from '../../platform/db/database.ts'
import { rasters, rasterUploads } from '../../platform/db/schema/index.ts'

type Row = typeof rasters.$inferSelect
export type UploadRow = typeof rasterUploads.$inferSelect

export const shownRaster = ({ fileName: _, ...row }: Row): Raster => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
})

export const listRasters = async (db: Reader): Promise<Raster[]> => {
  const rows = await db.select().from(rasters).orderBy(asc(rasters.kind), asc(rasters.createdAt))
  return rows.map(shownRaster)
}

export const findRaster = async (db: Reader, id: string): Promise<Row | undefined> => {
  const [row] = await db.select().from(rasters).where(eq(rasters.id, id))
  return row
}

type NewRaster = Omit<typeof rasters.$inferInsert, 'id'>

/** Adds it, unless a file of this name is listed already. @returns its id where it was added */
export const addRaster = async (db: Reader, raster: NewRaster): Promise<string | undefined> => {
  const [row] = await db.insert(rasters).values(raster).onConflictDoNothing().returning({ id: rasters.id })
  return row?.id
}

export const changeRaster = async (
  db: Reader,
  id: string,
  change: Partial<Pick<Row, 'title' | 'attribution' | 'takenOn' | 'hasReliefs'>>,
): Promise<Row | undefined> => {
  if (Object.keys(change).length === 0) return findRaster(db, id)
  const [row] = await db.update(rasters).set(change).where(eq(rasters.id, id)).returning()
  return row
}

/** @returns what it was */
export const removeRaster = async (db: Reader, id: string): Promise<Row | undefined> => {
  const [row] = await db.delete(rasters).where(eq(rasters.id, id)).returning()
  return row
}

/** Elevation models whose pictures are not drawn yet. */
export const rastersWithoutReliefs = async (db: Reader): Promise<readonly Row[]> =>
  db
    .select()
    .from(rasters)
    .where(and(eq(rasters.kind, 'dem'), ne(rasters.hasReliefs, true)))

export const listUploads = async (db: Reader): Promise<readonly UploadRow[]> =>
  db.select().from(rasterUploads).orderBy(desc(rasterUploads.createdAt))

export const findUpload = async (db: Reader, id: string): Promise<UploadRow | undefined> => {
  const [row] = await db.select().from(rasterUploads).where(eq(rasterUploads.id, id))
  return row
}

export const addUpload = async (
  db: Reader,
  upload: Omit<UploadRow, 'id' | 'fault' | 'rasterId'>,
): Promise<UploadRow> => {
  const [row] = await db.insert(rasterUploads).values(upload).returning()
  if (row === undefined) throw new Error('no upload came back')
  return row
}

/** @returns undefined where it was cancelled in the meantime */
export const changeUpload = async (
  db: Reader,
  id: string,
  change: Partial<Pick<UploadRow, 'state' | 'fault' | 'rasterId'>>,
): Promise<UploadRow | undefined> => {
  const [row] = await db.update(rasterUploads).set(change).where(eq(rasterUploads.id, id)).returning()
  return row
}

export const removeUpload = async (db: Reader, id: string): Promise<UploadRow | undefined> => {
  const [row] = await db.delete(rasterUploads).where(eq(rasterUploads.id, id)).returning()
  return row
}

/** Those whose making a server that ended has left behind. */
export const unfinishedUploads = async (db: Reader): Promise<readonly UploadRow[]> =>
  db
    .select()
    .from(rasterUploads)
    .where(inArray(rasterUploads.state, ['receiving', 'waiting', 'working'] satisfies RasterUpload['state'][]))

/** @returns those that were begun before and are forgotten now */
export const forgetUploadsBefore = async (db: Reader, before: Date): Promise<readonly UploadRow[]> =>
  db.delete(rasterUploads).where(lt(rasterUploads.createdAt, before)).returning()
