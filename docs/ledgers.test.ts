/** The ledgers are kept true: what they name is there, what they count is counted, and nothing of their sources is left out. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The cells of every row of every table but their heads. */
const rowsOf = (document: string): readonly (readonly string[])[] =>
  document
    .split('\n')
    .filter(
      (line, index, lines) => line.startsWith('| ') && !/^\| -/.test(line) && !/^\| -/.test(lines[index + 1] ?? ''),
    )
    .map(line =>
      line
        .slice(1, line.trimEnd().length - 1)
        .split(/(?<!\\)\|/)
        .map(cell => cell.trim().replaceAll('\\|', '|')),
    )

const TEST_FILE = /`([\w./-]+\.(?:test|spec)\.tsx?)`: “([^”]+)”/g
const testsIn = (cell: string): readonly (readonly [file: string, title: string])[] =>
  [...cell.matchAll(TEST_FILE)].map(([, file = '', title = '']) => [file, title] as const)

/** Titles of a test file: the text that follows `test(`, `it(`, or the `(` after `.each(...)`. */
const titlesIn = (source: string): ReadonlySet<string> =>
  new Set(
    [...source.matchAll(/(?:\b(?:test|it)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g)].map(
      ([, , title = '']) => title.replace(/\\(['"`])/g, '$1'),
    ),
  )

const figuresIn = (document: string): readonly number[] =>
  (/^(\d+) rows, (\d+) open, (\d+) that .*\.$/m.exec(document) ?? []).slice(1).map(Number)

describe.each([
  ['docs/specification.md', 3],
  ['docs/security.md', 3],
] as const)('%s', (path, testsCell) => {
  const document = read(path)
  const rows = rowsOf(document).filter(row => row.length > testsCell)
  const isOpen = (row: readonly string[]): boolean => row.join(' ').includes('**open**')
  const isEmpty = (row: readonly string[]): boolean => row[testsCell] === '-' && !isOpen(row)

  test('every test it names stands in its file', () => {
    const named = rows.flatMap(row => testsIn(row[testsCell] ?? ''))
    const missing = named.filter(([file, title]) => !existsSync(join(root, file)) || !titlesIn(read(file)).has(title))
    expect(missing).toEqual([])
    expect(named.length).toBeGreaterThan(50)
  })

  test('every row that is done names a test, and every other one says why there is none', () => {
    for (const row of rows) {
      const isShown = testsIn(row[testsCell] ?? '').length > 0
      expect([row[0], isShown || isOpen(row) || isEmpty(row)]).toEqual([row[0], true])
      expect((row[1] ?? '').length).toBeGreaterThan(1)
    }
  })

  test('it counts its rows, those that are open and those without a test as they are', () => {
    expect(figuresIn(document)).toEqual([rows.length, rows.filter(isOpen).length, rows.filter(isEmpty).length])
  })
})

const SPECIFICATION = join(dirname(root), 'shared', 'spec', 'specification.txt')
const isThere = existsSync(SPECIFICATION)

test.skipIf(!isThere)(
  `every line of the specification has a row, in its order${isThere ? '' : ' (skipped: shared/spec is absent)'}`,
  () => {
    const specification = readFileSync(SPECIFICATION, 'utf8')
    const quotes = rowsOf(read('docs/specification.md')).map(([cell = '']) => cell.replace(/^“|”$/g, ''))
    let at = 0
    const places = quotes.map(quote => {
      const found = specification.indexOf(quote, at)
      expect([quote, found >= 0]).toEqual([quote, true])
      at = found + 1
      return found
    })
    let start = 0
    const left: string[] = []
    for (const line of specification.split('\n')) {
      const end = start + line.length
      // Headings and the heads of tables say nothing; some texts of screens hold a full stop.
      const isSaid = line.trim() !== '' && !/^(#|\| Method|\|-)/.test(line)
      const sentences = line.replaceAll('. Try again', '').split(/\.\)? (?=[A-Z'*])/).length
      const rows = places.filter(place => place >= start && place <= end).length
      if (isSaid && rows < sentences) left.push(`${rows} of ${sentences}: ${line}`)
      start = end + 1
    }
    expect(left).toEqual([])
  },
)
