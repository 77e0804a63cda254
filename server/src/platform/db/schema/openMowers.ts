/** Mowers of the garage that run OpenMower: how each is reached. All others are on MAVLink. */
import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { updatedAtColumn } from './columns.ts'
import { mowers } from './garage.ts'

export const openMowers = pgTable('open_mowers', {
  mowerId: uuid('mower_id')
    .primaryKey()
    .references(() => mowers.id, { onDelete: 'cascade' }),
  address: text('address').notNull(),
  user: text('user').notNull(),
  /** Sealed with the key in the data directory. */
  sealedPassword: text('sealed_password'),
  authority: text('authority').notNull(),
  prefix: text('prefix').notNull(),
  /** Longitude and latitude of the origin of its map. */
  datum: jsonb('datum').$type<[number, number]>().notNull(),
  updatedAt: updatedAtColumn(),
})
