import { expect, test } from 'vitest'
import { csvTable } from './csv.ts'

test('cells with commas, quotes and line ends are quoted', () => {
  expect(csvTable([['a,b', 'say "hi"', 'two\nlines', 'plain', 1.5, true, null]])).toBe(
    '"a,b","say ""hi""","two\nlines",plain,1.5,true,\r\n',
  )
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1+1', '=HYPERLINK("http://x","y")'])(
  'a text that begins like a formula is text in a spreadsheet: %j',
  text => {
    const [cell = ''] = csvTable([[text]]).split('\r\n')
    expect(cell.replace(/^"/, '').startsWith("'")).toBe(true)
  },
)

test('a number below zero stays a number', () => {
  expect(csvTable([[-3]])).toBe('-3\r\n')
})
