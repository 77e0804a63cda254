/** Mowers of the garage that run OpenMower: how each is reached. Those on no broker are on MAVLink. */
import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { brokerColumns, updatedAtColumn } from './columns.ts'
import { mowers } from './garage.ts'

export const openMowers = pgTable('open_mowers', {
  mowerId: uuid('mower_id')
    .primaryKey()
    .references(() => mowers.id, { onDelete: 'cascade' }),
  ...brokerColumns(),
  prefix: text('prefix').notNull(),
  /** Longitude and latitude of the origin of its map. */
  datum: jsonb('datum').$type<[number, number]>().notNull(),
  /** The zones of ours that it mows. */
  zoneIds: jsonb('zone_ids').$type<string[]>().notNull().default([]),
  updatedAt: updatedAtColumn(),
})
