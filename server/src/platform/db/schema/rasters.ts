import type { Raster, RasterUpload } from '@greensward/contract'
import { bigint, boolean, date, doublePrecision, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
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
  takenOn: date('taken_on', { mode: 'string' }),
  bounds: jsonb('bounds').$type<[number, number, number, number]>(),
  metresPerPixel: doublePrecision('metres_per_pixel'),
  accuracyM: doublePrecision('accuracy_m'),
  hasReliefs: boolean('has_reliefs').notNull().default(false),
})

/** The size of its file is the number of bytes received: no row has to be written for each part. */
export const rasterUploads = pgTable('raster_uploads', {
  id: idColumn(),
  kind: text('kind').$type<Raster['kind']>().notNull(),
  title: text('title').notNull(),
  attribution: text('attribution').notNull(),
  takenOn: date('taken_on', { mode: 'string' }),
  fileName: text('file_name').notNull(),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  state: text('state').$type<RasterUpload['state']>().notNull(),
  fault: jsonb('fault').$type<NonNullable<RasterUpload['fault']>>(),
  rasterId: uuid('raster_id'),
  createdAt: moment('created_at').notNull(),
})
