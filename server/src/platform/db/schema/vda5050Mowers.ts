/** Mowers of the garage that speak VDA 5050: how each is reached. */
import { doublePrecision, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { brokerColumns, updatedAtColumn } from './columns.ts'
import { mowers } from './garage.ts'

export const vda5050Mowers = pgTable('vda5050_mowers', {
  mowerId: uuid('mower_id')
    .primaryKey()
    .references(() => mowers.id, { onDelete: 'cascade' }),
  ...brokerColumns(),
  interfaceName: text('interface_name').notNull(),
  version: text('version').$type<'2.0.0' | '2.1.0'>().notNull(),
  manufacturer: text('manufacturer').notNull(),
  serialNumber: text('serial_number').notNull(),
  mapId: text('map_id').notNull(),
  /** Longitude and latitude of 0, 0 of its map. */
  origin: jsonb('origin').$type<[number, number]>().notNull(),
  /** Degrees clockwise from north. */
  xAxisDeg: doublePrecision('x_axis_deg').notNull(),
  /** For its blade on the edges of an order; empty where its own control alone gives it orders. */
  bladeAction: text('blade_action').notNull().default(''),
  updatedAt: updatedAtColumn(),
})
