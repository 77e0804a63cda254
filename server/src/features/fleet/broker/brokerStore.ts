/** The SQL of mowers on brokers: each protocol has a table of its own, with the columns of the broker in common. */
import { eq } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Reader, Tx } from '../../../platform/db/database.ts'
import type { StoredBroker } from '../../../platform/mqtt/storedBroker.ts'

export type StoredBrokerMower = StoredBroker & { readonly mowerId: string }

type BrokerTable = PgTable & { readonly mowerId: AnyPgColumn; readonly updatedAt: AnyPgColumn }
type Stored<T extends BrokerTable> = Omit<T['$inferSelect'], 'updatedAt'> & StoredBrokerMower

export interface BrokerStore<S extends StoredBrokerMower> {
  all(reader: Reader): Promise<readonly S[]>
  read(reader: Reader, mowerId: string): Promise<S | undefined>
  save(tx: Tx, stored: S, updatedAt: Date): Promise<void>
  remove(tx: Tx, mowerId: string): Promise<void>
}

export const brokerStore = <T extends BrokerTable>(table: T): BrokerStore<Stored<T>> => {
  // Drizzle knows the columns of a table that is a parameter at run time only.
  const storedOf = ({ updatedAt: _, ...stored }: Record<string, unknown>) => stored as Stored<T>
  const known: PgTable = table
  return {
    all: async reader => (await reader.select().from(known)).map(storedOf),
    read: async (reader, mowerId) => {
      const [row] = await reader.select().from(known).where(eq(table.mowerId, mowerId))
      return row === undefined ? undefined : storedOf(row)
    },
    save: async (tx, stored, updatedAt) => {
      const row = { ...stored, updatedAt }
      await tx.insert(known).values(row).onConflictDoUpdate({ target: table.mowerId, set: row })
    },
    remove: async (tx, mowerId) => {
      await tx.delete(known).where(eq(table.mowerId, mowerId))
    },
  }
}
