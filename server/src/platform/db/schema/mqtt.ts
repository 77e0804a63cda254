/** The connection to an MQTT broker: its settings, and how it goes. */
import type { MqttCommand, MqttProblem } from '@greensward/contract'
import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, updatedAtColumn } from './columns.ts'

/** One row, `only`. */
export const mqtt = pgTable('mqtt', {
  name: text('name').$type<'only'>().primaryKey(),
  enabled: boolean('enabled').notNull(),
  address: text('address').notNull(),
  user: text('user').notNull(),
  /** Sealed with the key in the data directory. */
  sealedPassword: text('sealed_password'),
  authority: text('authority').notNull(),
  prefix: text('prefix').notNull(),
  homeAssistant: boolean('home_assistant').notNull(),
  discoveryPrefix: text('discovery_prefix').notNull(),
  sharesPosition: boolean('shares_position').notNull(),
  commands: jsonb('commands').$type<MqttCommand[]>().notNull(),
  actorName: text('actor_name').notNull(),
  triedAt: moment('tried_at'),
  /** Null while it is not connected. */
  connectedAt: moment('connected_at'),
  /** Of the last sign of life of the server that is connected, which may die without a word. */
  seenAt: moment('seen_at'),
  /** In a row; each one makes the time to the next try longer. */
  failures: integer('failures').notNull().default(0),
  problem: text('problem').$type<MqttProblem>(),
  detail: text('detail').notNull().default(''),
  /** What the broker keeps for us, to be withdrawn once it is not wanted any more. */
  topics: jsonb('topics').$type<readonly string[]>().notNull().default([]),
  updatedAt: updatedAtColumn(),
})
