/** Recorded positions, one a second for each vehicle. */
import { boolean, doublePrecision, index, pgTable, primaryKey, real, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/**
 * Keyed by time first, so that the table can be partitioned by day without another key, and free of foreign keys, so
 * that a deleted vehicle keeps its past and a write never waits for another table.
 */
export const positions = pgTable(
  'positions',
  {
    at: moment('at').notNull(),
    vehicleId: uuid('vehicle_id').notNull(),
    lon: doublePrecision('lon').notNull(),
    lat: doublePrecision('lat').notNull(),
    headingDeg: real('heading_deg'),
    speedMps: real('speed_mps'),
    accuracyM: real('accuracy_m'),
    fixType: text('fix_type'),
    battery: real('battery'),
    mode: text('mode'),
    bladeOn: boolean('blade_on'),
    missionId: uuid('mission_id'),
  },
  table => [
    primaryKey({ columns: [table.at, table.vehicleId] }),
    index('positions_vehicle').on(table.vehicleId, table.at),
  ],
)
