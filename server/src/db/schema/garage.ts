import type { Cart, Mower } from '@greensward/domain'
import { boolean, doublePrecision, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { idColumn, moment, updatedAtColumn } from './columns.ts'

export const blades = pgTable('blades', {
  id: idColumn(),
  name: text('name').notNull(),
  widthM: doublePrecision('width_m').notNull(),
  missionSpeedMps: doublePrecision('mission_speed_mps').notNull(),
  updatedAt: updatedAtColumn(),
})

export const mowers = pgTable(
  'mowers',
  {
    id: idColumn(),
    name: text('name').notNull(),
    color: text('color').notNull(),
    bladeId: uuid('blade_id').references(() => blades.id),
    systemId: integer('system_id').notNull(),
    widthM: doublePrecision('width_m').notNull(),
    minTurnRadiusM: doublePrecision('min_turn_radius_m').notNull(),
    transitSpeedMps: doublePrecision('transit_speed_mps').notNull(),
    turningSpeedMps: doublePrecision('turning_speed_mps').notNull(),
    batteryRangeM: doublePrecision('battery_range_m').notNull(),
    bladeSwitch: jsonb('blade_switch').$type<Mower['bladeSwitch']>().notNull(),
    fuelLitresPer100Km: doublePrecision('fuel_litres_per_100_km'),
    inService: boolean('in_service').notNull(),
    updatedAt: updatedAtColumn(),
  },
  table => [unique('mowers_system_id').on(table.systemId)],
)

export const carts = pgTable('carts', {
  id: idColumn(),
  name: text('name').notNull(),
  fuelLitresPer100Km: doublePrecision('fuel_litres_per_100_km'),
  inService: boolean('in_service').notNull(),
  home: jsonb('home').$type<Cart['home']>(),
  updatedAt: updatedAtColumn(),
})

/** How far and how long each vehicle has driven, and up to which of its positions that was counted. */
export const odometers = pgTable('odometers', {
  vehicleId: uuid('vehicle_id').primaryKey(),
  distanceM: doublePrecision('distance_m').notNull(),
  /** Seconds in which it moved. */
  drivingS: doublePrecision('driving_s').notNull().default(0),
  /** Seconds in which its blade ran. */
  bladeS: doublePrecision('blade_s').notNull().default(0),
  countedTo: moment('counted_to').notNull(),
})
