/** How carts identify themselves, and the messages sent to them. Secrets are stored as hashes. */
import type { CartMessageKind, RoundWatch } from '@greensward/domain'
import { boolean, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { idColumn, moment } from './columns.ts'
import { carts } from './garage.ts'
import { orders } from './restaurant.ts'

const cartId = () =>
  uuid('cart_id')
    .notNull()
    .references(() => carts.id, { onDelete: 'cascade' })

/** The key of a cart's tracker; one for each cart. */
export const cartKeys = pgTable('cart_keys', {
  cartId: cartId().primaryKey(),
  hash: text('hash').notNull().unique(),
  beginning: text('beginning').notNull(),
  createdAt: moment('created_at').notNull(),
  lastUsedAt: moment('last_used_at'),
})

/** A code that pairs one tablet, once. */
export const cartPairings = pgTable('cart_pairings', {
  codeHash: text('code_hash').primaryKey(),
  cartId: cartId(),
  expiresAt: moment('expires_at').notNull(),
})

export const cartDevices = pgTable(
  'cart_devices',
  {
    id: idColumn(),
    cartId: cartId(),
    tokenHash: text('token_hash').notNull().unique(),
    name: text('name').notNull(),
    pairedAt: moment('paired_at').notNull(),
    lastSeenAt: moment('last_seen_at'),
  },
  table => [index('cart_devices_cart').on(table.cartId)],
)

export const cartMessages = pgTable(
  'cart_messages',
  {
    id: idColumn(),
    cartId: cartId(),
    kind: text('kind').$type<CartMessageKind>().notNull(),
    text: text('text').notNull(),
    /** Null for the system. */
    from: text('from'),
    sentAt: moment('sent_at').notNull(),
    seenAt: moment('seen_at'),
    liftedAt: moment('lifted_at'),
  },
  table => [index('cart_messages_cart').on(table.cartId, table.sentAt)],
)

/** The orders of a tablet by its own number, so that an order that is sent again is taken once. */
export const cartOrders = pgTable('cart_orders', {
  requestId: uuid('request_id').primaryKey(),
  cartId: cartId(),
  orderId: uuid('order_id')
    .notNull()
    .references(() => orders.id, { onDelete: 'cascade' }),
})

/** Rounds as they were found; one that is played has no end yet. */
export const rounds = pgTable(
  'rounds',
  {
    id: uuid('id').primaryKey(),
    /** Null once the cart is gone. */
    cartId: uuid('cart_id').references(() => carts.id, { onDelete: 'set null' }),
    cartName: text('cart_name').notNull(),
    startedAt: moment('started_at').notNull(),
    finishedAt: moment('finished_at'),
  },
  table => [index('rounds_started').on(table.startedAt)],
)

/** The holes of a round that were played. The hole may have been removed since. */
export const roundHoles = pgTable(
  'round_holes',
  {
    roundId: uuid('round_id')
      .notNull()
      .references(() => rounds.id, { onDelete: 'cascade' }),
    /** From 0, in the order of play. */
    number: integer('number').notNull(),
    holeId: uuid('hole_id').notNull(),
    holeName: text('hole_name').notNull(),
    begunAt: moment('begun_at').notNull(),
    leftAt: moment('left_at'),
    /** Of the players, which simulated ones have more of than the clock. */
    minutes: doublePrecision('minutes'),
    stayedMinutes: doublePrecision('stayed_minutes').notNull(),
    passMinutes: integer('pass_minutes').notNull(),
    reachedGreen: boolean('reached_green').notNull(),
  },
  table => [primaryKey({ columns: [table.roundId, table.number] })],
)

/** The state of a round when its cart fell silent: late positions may still arrive, also after a restart. */
export const silentRounds = pgTable('silent_rounds', {
  cartId: cartId().primaryKey(),
  /** Its row may be gone, where nothing of it counted. */
  roundId: uuid('round_id').notNull(),
  receivedAt: moment('heard_at').notNull(),
  stood: jsonb('stood').$type<NonNullable<RoundWatch['silenced']>>().notNull(),
})
