/** The sources of the weather, their last answers, its hours, and the proposal made for it. */
import type {
  FigureNow,
  MorningGrass,
  RainProposal,
  SeenGrass,
  SourceReading,
  WeatherProblem,
  WeatherProvider,
  WeatherReport,
  WeatherRole,
  WeatherStation,
} from '@greensward/domain'
import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { idColumn, moment, updatedAtColumn } from './columns.ts'

/** One row, `only`. */
export const weather = pgTable('weather', {
  name: text('name').$type<'only'>().primaryKey(),
  enabled: boolean('enabled').notNull(),
  provider: text('provider').$type<WeatherProvider>().notNull().default('json'),
  address: text('address').notNull(),
  /** Sealed with the key in the data directory; null where the source asks for none. */
  sealedToken: text('sealed_token'),
  contact: text('contact').notNull().default(''),
  station: text('station').$type<WeatherStation>().notNull().default('none'),
  stationAddress: text('station_address').notNull().default(''),
  stationKey: text('station_key').notNull().default(''),
  stationId: text('station_id').notNull().default(''),
  sealedStationSecret: text('sealed_station_secret'),
  /** Of the secret address to which a station sends; null where there is none. */
  pushKeyHash: text('push_key_hash'),
  everyMin: integer('every_min').notNull(),
  wetFromMmPerH: doublePrecision('wet_from_mm_per_h').notNull(),
  aheadH: integer('ahead_h').notNull(),
  dryingH: integer('drying_h').notNull(),
  catchUpDays: integer('catch_up_days').notNull(),
  /** Merged from all sources. */
  report: jsonb('report').$type<WeatherReport>(),
  figures: jsonb('figures').$type<readonly FigureNow[]>().notNull().default([]),
  /** How long the course counts as wet while rain mode is on. */
  wetUntil: moment('wet_until'),
  updatedAt: updatedAtColumn(),
})

/** A counter of a station: what has fallen, or evaporated, since it was last set to zero. */
export interface WeatherCounters {
  /** When it counted so far, where not at the moment of the reading. ISO 8601. */
  readonly at?: string
  readonly rainMm?: number
  readonly et0Mm?: number
}

/** What each source said last. */
export const weatherSources = pgTable('weather_sources', {
  role: text('role').$type<WeatherRole>().primaryKey(),
  /** The server that sets it asks the source, so that of several servers one does. */
  triedAt: moment('tried_at'),
  /** Set by the service: when it may be asked again. */
  notBefore: moment('not_before'),
  /** In a row; each one doubles the time to the next try. */
  failures: integer('failures').notNull().default(0),
  problem: text('problem').$type<WeatherProblem>(),
  detail: text('detail').notNull().default(''),
  answeredAt: moment('answered_at'),
  reading: jsonb('reading').$type<SourceReading>(),
  counters: jsonb('counters').$type<WeatherCounters>(),
  /** The header of its last answer, for If-Modified-Since. */
  lastModified: text('last_modified'),
})

/** The weather by hours, measured and forecast beside each other. Kept, for what is computed from years of them. */
export const weatherHours = pgTable(
  'weather_hours',
  {
    /** The start of the hour. */
    at: moment('at').notNull(),
    isObserved: boolean('is_observed').notNull(),
    source: text('source').notNull(),
    temperatureC: doublePrecision('temperature_c'),
    dewPointC: doublePrecision('dew_point_c'),
    rainMm: doublePrecision('rain_mm'),
    windMps: doublePrecision('wind_mps'),
    et0Mm: doublePrecision('et0_mm'),
    soilTemperatureC: doublePrecision('soil_temperature_c'),
    /** Measurements of which this hour is the mean. */
    samples: integer('samples').notNull(),
    updatedAt: updatedAtColumn(),
  },
  table => [primaryKey({ columns: [table.at, table.isObserved] })],
)

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

/** Dew and frost of the last mornings: what was proposed, and what a person saw. Kept for two weeks. */
export const mornings = pgTable('mornings', {
  /** Of the course. */
  day: date('day', { mode: 'string' }).primaryKey(),
  proposedAt: moment('proposed_at'),
  proposal: jsonb('proposal').$type<MorningGrass>(),
  seen: text('seen').$type<SeenGrass>(),
  seenUntil: moment('seen_until'),
  seenBy: text('seen_by'),
  seenAt: moment('seen_at'),
})
