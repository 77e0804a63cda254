/** Webhooks and the calls that wait for them, are made, or failed for good. */
import type { WebhookKind } from '@greensward/domain'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { idColumn, moment, updatedAtColumn } from './columns.ts'

export type WebhookProblem = 'notReached' | 'tooSlow' | 'forbiddenAddress' | 'httpStatus' | 'tooLarge' | 'sealBroken'

export const webhooks = pgTable('webhooks', {
  id: idColumn(),
  name: text('name').notNull(),
  /** Sealed with the key in the data directory, because addresses of such services hold secrets. */
  sealedAddress: text('sealed_address').notNull(),
  host: text('host').notNull(),
  sealedSecret: text('sealed_secret').notNull(),
  kinds: jsonb('kinds').$type<WebhookKind[]>().notNull(),
  enabled: boolean('enabled').notNull(),
  triedAt: moment('tried_at'),
  problem: text('problem').$type<WebhookProblem>(),
  detail: text('detail').notNull().default(''),
  createdAt: moment('created_at').notNull(),
  updatedAt: updatedAtColumn(),
})

export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: idColumn(),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<WebhookKind>().notNull(),
    /** As it is sent and signed. */
    body: text('body').notNull(),
    state: text('state').$type<'waiting' | 'dead'>().notNull(),
    tries: integer('tries').notNull(),
    dueAt: moment('due_at').notNull(),
    problem: text('problem').$type<WebhookProblem>(),
    detail: text('detail').notNull().default(''),
    createdAt: moment('created_at').notNull(),
  },
  table => [
    index('webhook_deliveries_due').on(table.dueAt).where(sql`state = 'waiting'`),
    index('webhook_deliveries_webhook').on(table.webhookId, table.createdAt),
  ],
)
