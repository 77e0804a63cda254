/** Columns that many tables share. Moments have millisecond precision, as a JavaScript Date has: what is read compares equal to what was written. */
import { customType, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

export const idColumn = () => uuid('id').primaryKey().defaultRandom()

export const updatedAtColumn = () => moment('updated_at').notNull()

/** How a broker is reached. */
export const brokerColumns = () => ({
  address: text('address').notNull(),
  user: text('user').notNull(),
  /** Sealed with the key in the data directory. */
  sealedPassword: text('sealed_password'),
  authority: text('authority').notNull(),
})

/** Bytes as they are; the driver provides them as a Buffer. */
export const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: value => Buffer.from(value),
})
