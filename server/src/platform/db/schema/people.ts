/** People, how they sign in, and for how long they stay signed in. Secrets are stored as hashes only. */
import type { RoleSlug } from '@greensward/domain'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { idColumn, moment, updatedAtColumn } from './columns.ts'

export const users = pgTable(
  'users',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    login: text('login').notNull(),
    fullname: text('fullname').notNull(),
    phone: text('phone').notNull(),
    email: text('email'),
    role: text('role').$type<RoleSlug>().notNull(),
    passwordHash: text('password_hash').notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: updatedAtColumn(),
  },
  table => [
    uniqueIndex('users_login').on(sql`lower(${table.login})`),
    // Two people may share an address.
    index('users_email').on(sql`lower(${table.email})`),
  ],
)

/** Between the two steps of signing in. */
export const challenges = pgTable(
  'challenges',
  {
    id: idColumn(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    codeExpiresAt: moment('code_expires_at').notNull(),
    /** Wrong codes so far, counted across resends. */
    tries: integer('tries').notNull(),
    sentAt: moment('sent_at').notNull(),
    usedAt: moment('used_at'),
    createdAt: moment('created_at').notNull(),
  },
  table => [index('challenges_user').on(table.userId)],
)

/** When a code was sent again, to keep the hourly limit of the account. */
export const resends = pgTable(
  'resends',
  {
    id: idColumn(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    at: moment('at').notNull(),
  },
  table => [index('resends_user').on(table.userId, table.at)],
)

/** Attempts to sign in, for known and unknown logins alike: the login itself is stored as a hash. */
export const attempts = pgTable(
  'attempts',
  {
    id: idColumn(),
    loginHash: text('login_hash').notNull(),
    address: text('address').notNull(),
    succeeded: boolean('succeeded').notNull(),
    at: moment('at').notNull(),
  },
  table => [index('attempts_login').on(table.loginHash, table.at)],
)

/** A family of tokens: what one sign-in gave. */
export const sessions = pgTable(
  'sessions',
  {
    id: idColumn(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at').notNull(),
    /** The browser's own description, and its address. */
    userAgent: text('user_agent').notNull().default(''),
    address: text('address').notNull().default(''),
    endedAt: moment('ended_at'),
    endReason: text('end_reason'),
  },
  table => [index('sessions_user').on(table.userId)],
)

export const tokens = pgTable(
  'tokens',
  {
    hash: text('hash').primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'access' | 'refresh'>().notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** First use of a refresh token, and by whom: a second one is a theft unless it is the same client's other tab. */
    usedAt: moment('used_at'),
    usedBy: text('used_by'),
  },
  table => [index('tokens_session').on(table.sessionId), index('tokens_expiry').on(table.expiresAt)],
)

/** The link that makes the first administrator: the newest one alone is good, and it is gone once it was used. */
export const setUpLinks = pgTable('set_up_links', {
  hash: text('hash').primaryKey(),
  createdAt: moment('created_at').notNull(),
})
