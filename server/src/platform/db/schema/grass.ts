import { doublePrecision, integer, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { bytes, updatedAtColumn } from './columns.ts'

/** When each square metre of a zone was last cut: one row for each zone, without a foreign key, so that a zone that is brought back has its past. */
export const grassMemories = pgTable('grass_memories', {
  featureId: uuid('feature_id').primaryKey(),
  originLon: doublePrecision('origin_lon').notNull(),
  originLat: doublePrecision('origin_lat').notNull(),
  minX: integer('min_x').notNull(),
  minY: integer('min_y').notNull(),
  columns: integer('columns').notNull(),
  rows: integer('rows').notNull(),
  mowerIds: jsonb('mower_ids').$type<readonly string[]>().notNull(),
  /** Deflated bytes of the cells. */
  cells: bytes('cells').notNull(),
  updatedAt: updatedAtColumn(),
})
