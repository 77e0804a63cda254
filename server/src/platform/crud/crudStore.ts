/** Tables that are listed, added to, changed and deleted from in the same way: rows with an id and an `updatedAt`. */
import { count, eq, type InferInsertModel, type InferSelectModel } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { laterThan, type Reader, type Tx } from '../db/database.ts'
import { matching, orderOf, type PageQuery, pageOf, type SortTerm } from '../db/listing.ts'

type CrudTable = PgTable & { readonly id: AnyPgColumn; readonly updatedAt: AnyPgColumn }

export type CrudRow = { readonly id: string; readonly updatedAt: Date } & Readonly<Record<string, unknown>>
/** A row on the wire. */
export type CrudItem = { readonly id: string; readonly updatedAt: string } & Readonly<Record<string, unknown>>

export interface CrudColumns {
  readonly searched: readonly AnyPgColumn[]
  /** By name on the wire. */
  readonly sorted: Readonly<Record<string, SortTerm>>
  readonly sortedBy: string
}

export type Change =
  | { readonly kind: 'changed'; readonly item: CrudItem; readonly before: CrudItem }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'conflict'; readonly today: CrudItem }

export interface CrudStore {
  /** Undefined for a sort that is not known. */
  list(db: Reader, query: PageQuery): Promise<{ items: CrudItem[]; total: number } | undefined>
  find(db: Reader, id: string): Promise<CrudItem | undefined>
  add(tx: Tx, values: Readonly<Record<string, unknown>>, now: Date): Promise<CrudItem>
  /** @param readAt the `updatedAt` of what the caller had read */
  change(tx: Tx, id: string, readAt: string, values: Readonly<Record<string, unknown>>, now: Date): Promise<Change>
  /** The row as it was, or undefined. */
  remove(tx: Tx, id: string): Promise<CrudItem | undefined>
}

const onWire = (row: CrudRow): CrudItem => ({ ...row, updatedAt: row.updatedAt.toISOString() })

export const createCrudStore = <T extends CrudTable>(table: T, columns: CrudColumns): CrudStore => {
  // Drizzle cannot relate the rows of a table that it knows only as a type parameter; they have the columns' names.
  const rowOf = (row: unknown): CrudRow => row as InferSelectModel<T> & CrudRow
  const valuesOf = (values: Readonly<Record<string, unknown>>): InferInsertModel<T> => values as InferInsertModel<T>
  const select = async (db: Reader, id: string): Promise<CrudRow | undefined> => {
    const [row] = await db
      .select()
      .from(table as PgTable)
      .where(eq(table.id, id))
    return row === undefined ? undefined : rowOf(row)
  }
  const first = (rows: readonly unknown[]): CrudRow => {
    const [row] = rows
    if (row === undefined) throw new Error('no row came back')
    return rowOf(row)
  }
  return {
    list: async (db, query) => {
      const order = orderOf(query.sort ?? columns.sortedBy, columns.sorted, table.id)
      if (order === undefined) return undefined
      const where = matching(query.search, columns.searched)
      const { limit, offset } = pageOf(query)
      const rows = await db
        .select()
        .from(table as PgTable)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset)
      const [counted] = await db
        .select({ total: count() })
        .from(table as PgTable)
        .where(where)
      return { items: rows.map(row => onWire(rowOf(row))), total: counted?.total ?? 0 }
    },
    find: async (db, id) => {
      const row = await select(db, id)
      return row === undefined ? undefined : onWire(row)
    },
    add: async (tx, values, now) =>
      onWire(
        first(
          await tx
            .insert(table)
            .values(valuesOf({ ...values, updatedAt: now }))
            .returning(),
        ),
      ),
    change: async (tx, id, readAt, values, now) => {
      const [locked] = await tx
        .select()
        .from(table as PgTable)
        .where(eq(table.id, id))
        .for('update')
      if (locked === undefined) return { kind: 'notFound' }
      const before = rowOf(locked)
      if (before.updatedAt.getTime() !== new Date(readAt).getTime()) return { kind: 'conflict', today: onWire(before) }
      const changed = await tx
        .update(table as PgTable)
        .set({ ...values, updatedAt: laterThan(before.updatedAt, now) })
        .where(eq(table.id, id))
        .returning()
      return { kind: 'changed', item: onWire(first(changed)), before: onWire(before) }
    },
    remove: async (tx, id) => {
      const [row] = await tx
        .delete(table as PgTable)
        .where(eq(table.id, id))
        .returning()
      return row === undefined ? undefined : onWire(rowOf(row))
    },
  }
}
