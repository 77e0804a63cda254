/** Orthophotos and elevation models as they are listed; their files lie in the data directory. */
import type { Raster } from '@greensward/domain/contract'
import { asc, eq } from 'drizzle-orm'
import type { Reader } from '../db/database.ts'
import { rasters } from '../db/schema/index.ts'

type Row = typeof rasters.$inferSelect

export const listRasters = async (db: Reader): Promise<Raster[]> => {
  const rows = await db.select().from(rasters).orderBy(asc(rasters.kind), asc(rasters.createdAt))
  return rows.map(({ fileName: _, ...row }) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

export const findRaster = async (db: Reader, id: string): Promise<Row | undefined> => {
  const [row] = await db.select().from(rasters).where(eq(rasters.id, id))
  return row
}

/** Adds it, unless a file of this name is listed already. */
export const addRaster = async (db: Reader, raster: Omit<Row, 'id'>): Promise<void> => {
  await db.insert(rasters).values(raster).onConflictDoNothing()
}
