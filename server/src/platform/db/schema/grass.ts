import type { ZoneRecordKind } from '@greensward/domain'
import { bigint, doublePrecision, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { bytes, moment, updatedAtColumn } from './columns.ts'

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

/** Measurements on zones and products applied, without a foreign key, so that a zone that is brought back has its past. */
export const zoneRecords = pgTable(
  'zone_records',
  {
    /** Made by the device. */
    id: uuid('id').primaryKey(),
    zoneId: uuid('zone_id').notNull(),
    kind: text('kind').$type<ZoneRecordKind>().notNull(),
    at: moment('at').notNull(),
    /** In the unit of the kind. */
    value: doublePrecision('value').notNull(),
    /** Empty for measurements. */
    product: text('product').notNull(),
    by: text('by').notNull(),
    byId: bigint('by_id', { mode: 'number' }),
  },
  // A table that is imported twice adds nothing the second time.
  table => [unique('zone_records_once').on(table.zoneId, table.kind, table.at, table.product)],
)

/** In the database, so that every replica has them and a backup holds them. */
export const recordPhotos = pgTable(
  'record_photos',
  {
    /** Made by the device. */
    id: uuid('id').primaryKey(),
    recordId: uuid('record_id')
      .notNull()
      .references(() => zoneRecords.id, { onDelete: 'cascade' }),
    type: text('type').notNull(),
    data: bytes('data').notNull(),
    /** Of `data`. */
    hash: text('hash').notNull(),
    /** Null where none was sent: the whole picture is shown small then. */
    thumbnailType: text('thumbnail_type'),
    thumbnail: bytes('thumbnail'),
    addedAt: moment('added_at').notNull(),
  },
  table => [index('record_photos_record').on(table.recordId, table.addedAt)],
)
