import type { Base, Cart, Mower, ServicePlan, ServiceRecord } from '@greensward/domain'
import { boolean, doublePrecision, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
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
    /** When it is expected back, as on the wire; null where that is unknown, or it is not in service. */
    serviceUntil: text('service_until'),
    /** Learned from its finished missions; null before the first. */
    driveTime: jsonb('drive_time').$type<Mower['driveTime']>(),
    /** Null where nobody entered it. */
    energy: jsonb('energy').$type<Mower['energy']>(),
    /** Learned from what it used and charged; null before the first stretch. */
    energyUse: jsonb('energy_use').$type<Mower['energyUse']>(),
    /** A person's word that it is full; null once it has worked since. */
    refuelled: jsonb('refuelled').$type<Mower['refuelled']>(),
    updatedAt: updatedAtColumn(),
  },
  table => [unique('mowers_system_id').on(table.systemId)],
)

/** Mowers that were not back from service when they were expected, of which people were notified. */
export const overdueMowers = pgTable('overdue_mowers', {
  mowerId: uuid('mower_id')
    .primaryKey()
    .references(() => mowers.id, { onDelete: 'cascade' }),
  /** The moment of return that passed. */
  serviceUntil: text('service_until').notNull(),
})

/** Where mowers park. */
export const bases = pgTable(
  'bases',
  {
    id: idColumn(),
    name: text('name').notNull(),
    position: jsonb('position').$type<Base['position']>().notNull(),
    headingDeg: doublePrecision('heading_deg').notNull(),
    approach: jsonb('approach').$type<Base['approach']>().notNull(),
    hasCharger: boolean('has_charger').notNull(),
    mowerId: uuid('mower_id').references(() => mowers.id, { onDelete: 'set null' }),
    updatedAt: updatedAtColumn(),
  },
  table => [unique('bases_mower').on(table.mowerId)],
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

/** After how much service of a vehicle is due; of mowers and carts alike, so free of foreign keys. */
export const servicePlans = pgTable('service_plans', {
  vehicleId: uuid('vehicle_id').primaryKey(),
  everyEngineHours: integer('every_engine_hours'),
  everyBladeHours: integer('every_blade_hours'),
  everyDays: integer('every_days'),
  checklist: jsonb('checklist').$type<ServicePlan['checklist']>().notNull().default([]),
  /** The date from which counting begins until the first service. */
  startedAt: moment('started_at').notNull(),
  /** When people were notified that it is due; null once it is not. */
  notifiedAt: moment('told_at'),
})

export const serviceRecords = pgTable(
  'service_records',
  {
    id: idColumn(),
    vehicleId: uuid('vehicle_id').notNull(),
    at: moment('at').notNull(),
    what: text('what').notNull(),
    by: text('by').notNull(),
    /** Seconds by its odometer then; null where nothing was counted. */
    drivingS: doublePrecision('driving_s'),
    bladeS: doublePrecision('blade_s'),
    /** The checklist as it was then. */
    checklist: jsonb('checklist').$type<ServiceRecord['checklist']>().notNull().default([]),
    parts: jsonb('parts').$type<ServiceRecord['parts']>().notNull().default([]),
  },
  table => [index('service_records_vehicle').on(table.vehicleId, table.at)],
)

/** The keys that mowers sign with, sealed with the key in the data directory. */
export const mowerKeys = pgTable('mower_keys', {
  mowerId: uuid('mower_id')
    .primaryKey()
    .references(() => mowers.id, { onDelete: 'cascade' }),
  /** Null where the mower is to sign with nothing any more and has not answered without a key yet. */
  sealed: text('sealed'),
  /** Enough to distinguish two keys, and too little to sign with. */
  fingerprint: text('fingerprint').notNull(),
  /** Sealed keys that it may still sign with, null for none, until it has answered under the one above. */
  former: jsonb('former').$type<readonly (string | null)[]>().notNull().default([]),
  createdAt: moment('created_at').notNull(),
  createdBy: text('created_by').notNull(),
})
