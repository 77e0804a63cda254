import type { StandingPlan } from '@greensward/domain'
import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { idColumn, updatedAtColumn } from './columns.ts'

/** What is mown how often. Zones, types and mowers that are gone are left out where its days are computed. */
export const standingPlans = pgTable('standing_plans', {
  id: idColumn(),
  name: text('name').notNull(),
  zoneTypeIds: jsonb('zone_type_ids').$type<StandingPlan['zoneTypeIds']>().notNull(),
  zoneIds: jsonb('zone_ids').$type<StandingPlan['zoneIds']>().notNull(),
  exceptZoneIds: jsonb('except_zone_ids').$type<StandingPlan['exceptZoneIds']>().notNull(),
  repeat: jsonb('repeat').$type<StandingPlan['repeat']>().notNull(),
  /** Days are counted from this one, by the course's calendar. */
  firstDay: text('first_day').notNull(),
  /** HH:MM of the course's clock, the same in summer and winter. */
  from: text('window_from').notNull(),
  until: text('window_until').notNull(),
  mowers: jsonb('mowers').$type<StandingPlan['mowers']>().notNull(),
  priority: text('priority').$type<StandingPlan['priority']>().notNull(),
  aheadOfPlay: boolean('ahead_of_play').notNull(),
  onlyDue: boolean('only_due').notNull().default(false),
  direction: text('direction').$type<StandingPlan['direction']>().notNull(),
  pattern: text('pattern').$type<StandingPlan['pattern']>().notNull(),
  turnScheme: text('turn_scheme').$type<StandingPlan['turnScheme']>().notNull(),
  cleaningCycles: integer('cleaning_cycles').notNull(),
  cleanUpPass: text('clean_up_pass').$type<StandingPlan['cleanUpPass']>().notNull(),
  startsByItself: boolean('starts_by_itself').notNull(),
  /** The first day on which it mows again. */
  pausedUntil: text('paused_until'),
  updatedAt: updatedAtColumn(),
})
