/** Reads tables of separated values as spreadsheets write them: RFC 4180, with commas, semicolons or tabs. */

export interface CsvRecord {
  /** Of the file, counted from 1; a record with line breaks in quotes has the line on which it begins. */
  readonly line: number
  readonly cells: readonly string[]
}

const SEPARATORS = [';', '\t', ','] as const

/** The one that the first line has most of, quoted text left out; spreadsheets of Europe write semicolons. */
const separatorOf = (text: string): string => {
  const first = (/^[^\r\n]*/.exec(text.trimStart())?.[0] ?? '').replaceAll(/"[^"]*"/g, '')
  const counted = SEPARATORS.map(separator => ({ separator, count: first.split(separator).length }))
  return counted.toSorted((a, b) => b.count - a.count)[0]?.separator ?? ','
}

/** Records with something in them. A quote that is never closed takes the rest of the file. */
export const readCsv = (text: string): CsvRecord[] => {
  const plain = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(plain)
  const records: CsvRecord[] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let line = 1
  let begun = 1
  const endRecord = (): void => {
    cells.push(cell.trim())
    if (cells.some(one => one !== '')) records.push({ line: begun, cells })
    cells = []
    cell = ''
  }
  for (let index = 0; index < plain.length; index += 1) {
    const character = plain[index] ?? ''
    const isBreak = character === '\n' || (character === '\r' && plain[index + 1] !== '\n')
    if (isBreak) line += 1
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (plain[index + 1] === '"') {
        cell += '"'
        index += 1
      } else isQuoted = false
    } else if (character === '"' && cell.trim() === '') {
      isQuoted = true
      cell = ''
    } else if (character === separator) {
      cells.push(cell.trim())
      cell = ''
    } else if (isBreak) {
      endRecord()
      begun = line
    } else if (character !== '\r') cell += character
  }
  endRecord()
  return records
}
