import { Fragment, type ReactNode } from 'react'
import classes from './DataTable.module.css'

export interface Column<Row> {
  readonly key: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** `end` for numbers and row buttons. */
  readonly align?: 'start' | 'end'
  /** Hides the title from sight, not from screen readers. */
  readonly quiet?: boolean
  /** Makes the title a button that sorts by this key. */
  readonly sortable?: boolean
  /** What tablets and compact cards leave out, because the row's own page has it. */
  readonly isLong?: boolean
  /** A compact card has its title before the value, which alone says too little. */
  readonly isNamed?: boolean
}

interface DataTableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
  /** Such as `title` or `-title`. */
  readonly sort?: string
  readonly onSort?: (sort: string) => void
  /** The element of a row, where it is more than one. */
  readonly rowOf?: (row: Row, cells: ReactNode) => ReactNode
  /** On phones: a few lines for each row, values without their titles. */
  readonly isCompact?: boolean
  /** It has more columns than a tablet is wide: there each row is a block of its figures with their titles above them. */
  readonly isWide?: boolean
}

/** A table with a head that stays; on phones each row becomes a card with its titles beside the values, on tablets a wide one does. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, sort, onSort, rowOf, isCompact = false, isWide = false } = props
  const ariaSort = (column: Column<Row>): 'ascending' | 'descending' | 'none' | undefined =>
    column.sortable !== true
      ? undefined
      : sort === column.key
        ? 'ascending'
        : sort === `-${column.key}`
          ? 'descending'
          : 'none'
  return (
    <table
      className={classes.table}
      aria-label={label}
      data-compact={isCompact || undefined}
      data-wide={isWide || undefined}
    >
      <thead>
        <tr>
          {columns.map(column => (
            <th
              key={column.key}
              scope="col"
              data-align={column.align}
              data-long={column.isLong || undefined}
              aria-sort={ariaSort(column)}
            >
              {column.sortable === true && onSort !== undefined ? (
                <button
                  type="button"
                  className={classes.sort}
                  onClick={() => onSort(sort === column.key ? `-${column.key}` : column.key)}
                >
                  {column.title}
                  <span aria-hidden className={classes.arrow}>
                    {sort === column.key ? '↑' : sort === `-${column.key}` ? '↓' : ''}
                  </span>
                </button>
              ) : (
                <span className={column.quiet === true ? classes.quiet : undefined}>{column.title}</span>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => {
          const cells = columns.map(column => (
            <td
              key={column.key}
              data-align={column.align}
              data-long={column.isLong || undefined}
              data-named={column.isNamed || undefined}
              data-title={column.quiet === true ? undefined : column.title}
            >
              {column.cell(row)}
            </td>
          ))
          return rowOf === undefined ? (
            <tr key={rowKey(row)}>{cells}</tr>
          ) : (
            <Fragment key={rowKey(row)}>{rowOf(row, cells)}</Fragment>
          )
        })}
      </tbody>
    </table>
  )
}
