/** Inserts any number of rows by one statement. */
import { getTableColumns, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Reader } from './database.ts'

/** One statement takes far less time than a query may, and some megabytes of memory. */
const ROWS_AT_ONCE = 2_000

/** Types whose values need no quotes in an array. */
const PLAIN = /^(boolean|integer|bigint|smallint|real|double precision|uuid|timestamp.*)$/

/** An array as PostgreSQL writes it, where that is cheap: quoting every number costs more than all the rest of the insert. */
const arrayOf = (type: string, values: readonly unknown[]): unknown =>
  PLAIN.test(type) ? `{${values.map(value => value ?? 'NULL').join()}}` : values

/**
 * Each column is one array, or one value that all rows share: hundreds of rows a second are written, and thousands of
 * parameters cost more than the rows. Columns that no row has get their defaults. Rows get their serial
 * numbers in their order. A column that is an array itself does not fit.
 */
export const insertMany = async <T extends PgTable>(
  db: Reader,
  table: T,
  rows: readonly T['$inferInsert'][],
  onConflict: 'fail' | 'doNothing' = 'fail',
): Promise<void> => {
  const columns = Object.entries(getTableColumns(table)) as [keyof T['$inferInsert'], PgColumn][]
  const given = columns.filter(([key]) => rows.some(row => row[key] !== undefined))
  const names = given.map(([, column]) => sql.identifier(column.name))
  const rule = onConflict === 'doNothing' ? sql`on conflict do nothing` : sql``
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const some = rows.slice(from, from + ROWS_AT_ONCE)
    const expressions = given.map(([key, column], at) => {
      const values = some.map(row =>
        row[key] === undefined || row[key] === null ? null : column.mapToDriverValue(row[key]),
      )
      const type = column.getSQLType()
      // At least one column says how many rows there are.
      const isSame = at > 0 && values.every(value => value === values[0])
      return isSame
        ? sql`${sql.param(values[0])}::${sql.raw(type)}`
        : sql`unnest(${sql.param(arrayOf(type, values))}::${sql.raw(type)}[])`
    })
    await db.execute(sql`
      insert into ${table} (${sql.join(names, sql`, `)}) select ${sql.join(expressions, sql`, `)} ${rule}`)
  }
}
