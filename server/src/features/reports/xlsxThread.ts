/** Writes workbooks in a thread of its own. */
import writeWorkbook, { type Row } from 'write-excel-file/node'
import { serveThread } from '../../platform/threads/serveThread.ts'
import type { ReportTable } from './reportTable.ts'

const formatOf = (digits: number): string => (digits === 0 ? '#,##0' : `#,##0.${'0'.repeat(digits)}`)

const FIRST_WIDTH = 28
const WIDTH = 16

serveThread<ReportTable, Promise<Uint8Array>>(({ head, rows, digits }) => {
  const title: Row = head.map(value => ({ value, fontWeight: 'bold', wrap: true }))
  const lines = rows.map(
    (row): Row =>
      row.map((value, index) =>
        // Text stays text: a spreadsheet runs none of it as a formula.
        typeof value === 'number'
          ? { value, type: Number, format: formatOf(digits[index - 1] ?? 0) }
          : value === null
            ? null
            : { value: String(value), type: String },
      ),
  )
  const columns = head.map((_, index) => ({ width: index === 0 ? FIRST_WIDTH : WIDTH }))
  return writeWorkbook([title, ...lines], { columns, stickyRowsCount: 1, stickyColumnsCount: 1 }).toBuffer()
})
