/** The link to the vehicles: its settings, what is known of each mower's autopilot, and every position at its full rate. */
import type { AutopilotReport, FenceMode } from '@greensward/domain'
import { boolean, customType, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment, updatedAtColumn } from './columns.ts'
import { mowers } from './garage.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** One row, `only`. */
export const linkSettings = pgTable('link_settings', {
  name: text('name').$type<'only'>().primaryKey(),
  correctionsEnabled: boolean('corrections_enabled').notNull(),
  casterHost: text('caster_host').notNull(),
  casterPort: integer('caster_port').notNull(),
  mountpoint: text('mountpoint').notNull(),
  casterUser: text('caster_user').notNull(),
  /** Sealed with the key in the data directory; null where the caster asks for none. */
  sealedPassword: text('sealed_password'),
  /** Null keeps them for good. */
  secondDays: integer('second_days'),
  fullRateDays: integer('full_rate_days').notNull(),
  stopsForeignDrives: boolean('stops_foreign_drives').notNull().default(false),
  updatedAt: updatedAtColumn(),
})

/** Beside the mower itself, because a person edits the one and the machine reports the other. */
export const mowerAutopilots = pgTable('mower_autopilots', {
  mowerId: uuid('mower_id')
    .primaryKey()
    .references(() => mowers.id, { onDelete: 'cascade' }),
  fence: text('fence').$type<FenceMode>().notNull(),
  /** Whom to call when this mower does not stop. */
  phone: text('phone'),
  report: jsonb('report').$type<AutopilotReport>(),
  updatedAt: updatedAtColumn(),
})

/**
 * Every position of a vehicle, some seconds of it in one row: a thousand positions a second are then ten rows. What the
 * `fleet/samples.ts` defines the bytes. Without foreign keys, as are the positions of each second.
 */
export const telemetryChunks = pgTable(
  'telemetry_chunks',
  {
    fromAt: moment('from_at').notNull(),
    toAt: moment('to_at').notNull(),
    vehicleId: uuid('vehicle_id').notNull(),
    samples: bytea('samples').notNull(),
  },
  table => [
    primaryKey({ columns: [table.fromAt, table.vehicleId] }),
    index('telemetry_chunks_vehicle').on(table.vehicleId, table.fromAt),
  ],
)
