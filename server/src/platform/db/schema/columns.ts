/** Columns that many tables share. Moments have millisecond precision, as a JavaScript Date has: what is read compares equal to what was written. */
import { customType, timestamp, uuid } from 'drizzle-orm/pg-core'

export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

export const idColumn = () => uuid('id').primaryKey().defaultRandom()

export const updatedAtColumn = () => moment('updated_at').notNull()

/** Bytes as they are; the driver provides them as a Buffer. */
export const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: value => Buffer.from(value),
})
