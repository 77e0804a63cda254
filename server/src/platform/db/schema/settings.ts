import type {
  BuggySettings,
  CostRates,
  CourseModeNow,
  Direction,
  GrowthSettings,
  MapSettings,
  ReadyTexts,
  TeePattern,
} from '@greensward/domain'
import type { MowingPattern } from '@greensward/geometry'
import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { idColumn, updatedAtColumn } from './columns.ts'

/** Whether people may ask for access. */
export interface AccessSettings {
  readonly selfRegistration: boolean
}

/** How the course is open, and which messages carts got about it. */
export interface StoredCourseMode extends CourseModeNow {
  readonly messageIds: readonly string[]
}

/** Tee times of days without a tee sheet. */
export interface TeeSheetSettings {
  readonly patterns: readonly TeePattern[]
  /** A mission should end this long before the next group; absent while nobody has chosen it. */
  readonly marginMinutes?: number
}

/** One row each. */
export const settings = pgTable('settings', {
  name: text('name')
    .$type<'map' | 'buggy' | 'access' | 'courseMode' | 'teeSheet' | 'costs' | 'readyTexts'>()
    .primaryKey(),
  value: jsonb('value')
    .$type<
      | Omit<MapSettings, 'totalFieldArea'>
      | BuggySettings
      | AccessSettings
      | StoredCourseMode
      | TeeSheetSettings
      | CostRates
      | ReadyTexts
    >()
    .notNull(),
  updatedAt: updatedAtColumn(),
})

export const zoneTypes = pgTable('zone_types', {
  id: idColumn(),
  name: text('name').notNull(),
  color: text('color').notNull(),
  directions: jsonb('directions').$type<Direction[]>().notNull(),
  patterns: jsonb('patterns').$type<MowingPattern[]>().notNull().default(['straight']),
  allowsIntersection: boolean('allows_intersection').notNull(),
  mowable: boolean('mowable').notNull(),
  turnsOutside: boolean('turns_outside').notNull().default(false),
  intervalDays: integer('interval_days'),
  growth: jsonb('growth').$type<GrowthSettings>(),
  updatedAt: updatedAtColumn(),
})

export const technicalNumbers = pgTable('technical_numbers', {
  id: idColumn(),
  phone: text('phone').notNull(),
  department: text('department').notNull(),
  updatedAt: updatedAtColumn(),
})
