/** The source of the weather, its last answer, and the proposal made for it. */
import type { RainProposal, WeatherProblem, WeatherReport } from '@greensward/domain'
import { sql } from 'drizzle-orm'
import { boolean, doublePrecision, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { idColumn, moment, updatedAtColumn } from './columns.ts'

/** One row, `only`. */
export const weather = pgTable('weather', {
  name: text('name').$type<'only'>().primaryKey(),
  enabled: boolean('enabled').notNull(),
  address: text('address').notNull(),
  /** Sealed with the key in the data directory; null where the source asks for none. */
  sealedToken: text('sealed_token'),
  everyMin: integer('every_min').notNull(),
  wetFromMmPerH: doublePrecision('wet_from_mm_per_h').notNull(),
  aheadH: integer('ahead_h').notNull(),
  dryingH: integer('drying_h').notNull(),
  catchUpDays: integer('catch_up_days').notNull(),
  /** The server that sets it asks the source, so that of several servers one does. */
  triedAt: moment('tried_at'),
  problem: text('problem').$type<WeatherProblem>(),
  detail: text('detail').notNull().default(''),
  report: jsonb('report').$type<WeatherReport>(),
  /** How long the course counts as wet while rain mode is on. */
  wetUntil: moment('wet_until'),
  updatedAt: updatedAtColumn(),
})

export const rainProposals = pgTable(
  'rain_proposals',
  {
    id: idColumn(),
    at: moment('at').notNull(),
    kind: text('kind').$type<RainProposal['kind']>().notNull(),
    reason: text('reason').$type<RainProposal['reason']>().notNull(),
    rainMmPerH: doublePrecision('rain_mm_per_h').notNull(),
    from: moment('from'),
    until: moment('until'),
    state: text('state').$type<RainProposal['state']>().notNull(),
    answeredBy: text('answered_by'),
    answeredAt: moment('answered_at'),
    /** Whether the weather is still the one it was made for: while it is, the same is not proposed again. */
    isCurrent: boolean('is_current').notNull(),
  },
  table => [uniqueIndex('rain_proposals_current').on(table.isCurrent).where(sql`is_current`)],
)
