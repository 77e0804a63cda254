/**
 * The tables of a stranger's database. A query cannot be ended from outside, so none computes anything: no views, virtual tables or
 * computed columns are read, and rows are joined and chosen here.
 */
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'

export type Row = Readonly<Record<string, SQLOutputValue>>

/** No file is as large; rows that are larger together share their pages or their default values. */
const MOST_BYTES = 256 * 1024 * 1024
const MOST_TABLES = 10_000

/**
 * SQLite writes every stored table so, and refuses a file whose statement is about another name or kind than its row. The row's
 * own columns prove nothing: a virtual table may claim to be stored.
 */
const PLAIN_TABLE = /^create table /i

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Memory outside the heap of a thread is not limited for it. */
const bytesOf = (row: Row): number =>
  Object.values(row).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' || value instanceof Uint8Array ? value.length : 0),
    0,
  )

/** In memory a write-ahead log cannot be opened; without its log a file is what was last written back to it. */
const withoutLog = (bytes: Uint8Array): Uint8Array => {
  const file = bytes.slice()
  for (const at of [18, 19]) if (file[at] === 2) file[at] = 1
  return file
}

export class StoredTables {
  readonly #db = new DatabaseSync(':memory:')
  /** Their names in the file by those in small letters. */
  readonly #names = new Map<string, string>()
  #bytesLeft = MOST_BYTES

  /** @throws Error for bytes that are not a database */
  constructor(bytes: Uint8Array) {
    try {
      this.#db.deserialize(withoutLog(bytes))
      this.#db.exec('pragma trusted_schema = off; pragma query_only = on')
      const all = this.#db.prepare(`select name, sql from sqlite_master limit ${MOST_TABLES}`).iterate()
      for (const { name, sql } of all)
        if (PLAIN_TABLE.test(String(sql))) this.#names.set(String(name).toLowerCase(), String(name))
    } catch (error) {
      this.close()
      throw error
    }
  }

  has(table: string): boolean {
    return this.#names.has(table.toLowerCase())
  }

  /** @param most rows; their whole numbers are bigints @throws Error for a table that is not stored, or is too large */
  *rows(table: string, most: number): Generator<Row> {
    const name = this.#names.get(table.toLowerCase())
    if (name === undefined) throw new Error(`no such table: ${table}`)
    const columns = this.#db.prepare(`pragma table_xinfo(${quoted(name)})`).all()
    // Hidden are columns of virtual tables (1), and computed ones that are not stored (2).
    const stored = columns.flatMap(({ name: column, hidden }) =>
      hidden === 0 || hidden === 3 ? [quoted(String(column))] : [],
    )
    const query = this.#db.prepare(`select ${stored.join(', ')} from ${quoted(name)} limit ${most}`)
    query.setReadBigInts(true)
    for (const row of query.iterate()) {
      this.#bytesLeft -= bytesOf(row)
      if (this.#bytesLeft < 0) throw new Error('its rows are larger than a file')
      yield row
    }
  }

  close(): void {
    this.#db.close()
  }
}
