/** The maker's service of Automowers: how it is asked, and what it answered last. */
import type { AutomowerMachine, AutomowerProblem, PlannedStart } from '@greensward/contract'
import type { Weekday } from '@greensward/domain'
import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { idColumn, moment, updatedAtColumn } from './columns.ts'

/** A zone that a person chose for a work area. */
export interface AreaZone {
  readonly machineId: string
  readonly areaId: string
  readonly zoneId: string
}

export interface StoredMachine extends AutomowerMachine {
  /** When the last event of it was stored, by our clock. */
  readonly eventAt?: string
}

/** One row, `only`. */
export const automower = pgTable('automower', {
  name: text('name').$type<'only'>().primaryKey(),
  enabled: boolean('enabled').notNull(),
  applicationKey: text('application_key').notNull(),
  /** Sealed with the key in the data directory. */
  sealedSecret: text('sealed_secret'),
  signInAddress: text('sign_in_address').notNull(),
  address: text('address').notNull(),
  /** The server that sets it asks the service, so that of several servers one does. */
  triedAt: moment('tried_at'),
  answeredAt: moment('answered_at'),
  notBefore: moment('not_before'),
  /** In a row; each one doubles the time to the next try. */
  failures: integer('failures').notNull().default(0),
  problem: text('problem').$type<AutomowerProblem>(),
  detail: text('detail').notNull().default(''),
  /** Such as 2026-05, by UTC, and the requests in it. */
  month: text('month').notNull().default(''),
  requests: integer('requests').notNull().default(0),
  machines: jsonb('machines').$type<readonly StoredMachine[]>().notNull().default([]),
  events: boolean('events').notNull().default(false),
  eventsAddress: text('events_address').notNull().default('wss://ws.openapi.husqvarna.dev/v1'),
  /** Written while events come, each minute. */
  eventsSeenAt: moment('events_seen_at'),
  eventsProblem: text('events_problem').$type<AutomowerProblem>(),
  eventsDetail: text('events_detail').notNull().default(''),
  areaZones: jsonb('area_zones').$type<readonly AreaZone[]>().notNull().default([]),
  /** Ids of the mowers that a person works on: nobody starts them from here. */
  inService: jsonb('in_service').$type<readonly string[]>().notNull().default([]),
  lastEventAt: moment('last_event_at'),
  updatedAt: updatedAtColumn(),
})

/** Starts of Automowers at times of the week, and who lets the server send them. */
export const automowerStarts = pgTable('automower_starts', {
  id: idColumn(),
  machineId: text('machine_id').notNull(),
  areaId: text('area_id').notNull(),
  weekdays: text('weekdays').array().$type<Weekday[]>().notNull(),
  /** Such as 05:30, by the clock of the course. */
  at: text('at').notNull(),
  minutes: integer('minutes').notNull(),
  /** A day of the course, the last one on which the server starts it by itself. */
  releasedUntil: text('released_until'),
  releasedBy: text('released_by'),
  releasedAt: moment('released_at'),
  /** The day whose start was sent or given up last: of several servers the one that sets it sends. */
  doneDay: text('done_day'),
  last: jsonb('last').$type<NonNullable<PlannedStart['last']>>(),
  updatedAt: updatedAtColumn(),
})
