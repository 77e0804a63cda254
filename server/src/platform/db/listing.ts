/** Lists as the wire asks for them: a page, an order, a search. */
import { type AnyColumn, asc, desc, or, type SQL, sql } from 'drizzle-orm'

export interface PageQuery {
  readonly page: number
  readonly perPage: number
  /** A field, with a minus in front for descending order. */
  readonly sort?: string | undefined
  readonly search?: string | undefined
}

export const pageOf = ({ page, perPage }: PageQuery): { limit: number; offset: number } => ({
  limit: perPage,
  offset: (page - 1) * perPage,
})

export type SortTerm = AnyColumn | SQL

/**
 * @param columns what may be sorted by, by its name on the wire
 * @param last makes the order total, so that pages neither repeat nor skip a row
 * @returns undefined for a field that is not among them
 */
export const orderOf = (
  sort: string,
  columns: Readonly<Record<string, SortTerm>>,
  last: AnyColumn,
): SQL[] | undefined => {
  const isDown = sort.startsWith('-')
  const name = isDown ? sort.slice(1) : sort
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined
  return column === undefined ? undefined : isDown ? [desc(column), desc(last)] : [asc(column), asc(last)]
}

/**
 * Sorts names as people do, in upper and lower case alike: 'Cart 2' before 'Cart 10', 'Ärmel' beside 'Armel'. The collation
 * is made with the database, see `naturalOrder.ts`, and so is the index of the titles of missions.
 */
export const naturally = (column: AnyColumn): SQL => sql`${column} collate natural_order`

/** Any of the columns contains the text, in upper or lower case; undefined without a search text. */
export const matching = (search: string | undefined, columns: readonly AnyColumn[]): SQL | undefined => {
  const text = search?.normalize('NFC').trim() ?? ''
  if (text === '') return undefined
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return or(...columns.map(column => sql`lower(${column}) like ${pattern}`))
}
