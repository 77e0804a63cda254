/** The maker's service of Automowers: how it is asked, and what it answered last. */
import type { AutomowerMachine, AutomowerProblem } from '@greensward/contract'
import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, updatedAtColumn } from './columns.ts'

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
  machines: jsonb('machines').$type<readonly AutomowerMachine[]>().notNull().default([]),
  updatedAt: updatedAtColumn(),
})
