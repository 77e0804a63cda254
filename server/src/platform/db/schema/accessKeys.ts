/** Keys that open the course to other programs: made by a person, shown once, stored as a hash. */
import { bigint, boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import { idColumn, moment } from './columns.ts'
import { users } from './people.ts'

export const accessKeys = pgTable(
  'access_keys',
  {
    id: idColumn(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    hash: text('hash').notNull().unique(),
    /** The first characters, by which its owner knows it again. */
    beginning: text('beginning').notNull(),
    /** Whether its program may change the map, by the rights of its owner; false for keys from before there was a choice. */
    mayEdit: boolean('may_edit').notNull().default(false),
    createdAt: moment('created_at').notNull(),
    /** To the minute: a program that asks every second writes no row every second. */
    lastUsedAt: moment('last_used_at'),
  },
  table => [index('access_keys_user').on(table.userId)],
)
