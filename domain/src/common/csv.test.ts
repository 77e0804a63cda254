import { expect, test } from 'vitest'
import { BYTE_ORDER_MARK, csvFile } from './csv.ts'

test('cells with commas, quotes and line ends are quoted', () => {
  expect(csvFile([['a,b', 'say "hi"', 'two\nlines', 'plain', 1.5, true, null]])).toBe(
    '\uFEFF"a,b","say ""hi""","two\nlines",plain,1.5,true,\r\n',
  )
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1+1', '=HYPERLINK("http://x","y")'])(
  'a text that begins like a formula is text in a spreadsheet: %j',
  text => {
    const [cell = ''] = csvFile([[text]]).split('\r\n')
    expect(cell.replace(BYTE_ORDER_MARK, '').replace(/^"/, '').startsWith("'")).toBe(true)
  },
)

test('a number below zero stays a number', () => {
  expect(csvFile([[-3]])).toBe('\uFEFF-3\r\n')
})
