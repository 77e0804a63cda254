import type { Raster } from '@greensward/domain/contract'
import { bigint, pgTable, text } from 'drizzle-orm/pg-core'
import { idColumn, moment } from './columns.ts'

/** The files lie in the data directory, named by us and never by their sender. */
export const rasters = pgTable('rasters', {
  id: idColumn(),
  kind: text('kind').$type<Raster['kind']>().notNull(),
  title: text('title').notNull(),
  fileName: text('file_name').notNull().unique(),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  attribution: text('attribution').notNull(),
  createdAt: moment('created_at').notNull(),
})
