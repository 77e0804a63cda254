/** Tables as comma-separated values, RFC 4180, safe to open in a spreadsheet. */

/**
 * A spreadsheet runs a cell that begins like this as a formula, in some languages by full-width signs as well; an
 * apostrophe in front makes it text.
 */
const STARTS_FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

export type CsvCell = string | number | boolean | null

const csvCell = (value: CsvCell): string => {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const text = STARTS_FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Spreadsheets read a file as UTF-8 by it. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** A whole file. Lines end with CRLF, the last one too. */
export const csvFile = (rows: readonly (readonly CsvCell[])[]): string =>
  BYTE_ORDER_MARK + rows.map(row => `${row.map(csvCell).join(',')}\r\n`).join('')
