import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import german from '../i18n/told/de.json' with { type: 'json' }
import { told } from './told.ts'

beforeAll(() => i18next.init({ lng: 'de', resources: { de: { translation: { told: german } } } }))

test.each([
  ['This login is taken', 'Dieser Benutzername ist vergeben'],
  ['1 zone is of this type', '1 Zone ist von diesem Typ'],
  ['The file is not well-formed JSON: Unexpected token', 'Die Datei ist kein gültiges JSON: Unexpected token'],
  ['The zip cannot be read: it ends too early', 'Das Zip ist nicht lesbar: es endet zu früh'],
  ['fields.dbf is shorter than it says', 'fields.dbf ist kürzer als angegeben'],
  ['12 zones are of this type', '12 Zonen sind von diesem Typ'],
  ['It is fitted to Rook (1), $& Bishop', 'Es ist an Rook (1), $& Bishop montiert'],
  ['System id 7 belongs to Rook', 'Die System-ID 7 gehört Rook'],
  [
    'The drive leaves Fairway 9 near 51.39210, -0.64120 and in 3 more places',
    'Die Fahrt verlässt Fairway 9 bei 51.39210, -0.64120 und an 3 weiteren Stellen',
  ],
  ['Item 2.14 (Survey) is nothing a mower drives', 'Punkt 2.14 (Survey) ist nichts, was ein Mäher fährt'],
  ['A sentence of a newer server', 'A sentence of a newer server'],
  ['toString', 'toString'],
])('the server’s sentence %j is shown as %j', (sentence, shown) => {
  expect(told(sentence)).toBe(shown)
})

/** Only programs hear these: of other protocols, of pages that no browser shows. */
const NOT_FOR_PEOPLE = [/\/ogc\//, /\/http\/(acceptable|edge|webPages)\.ts$/]
const FOR_PROGRAMS = [
  'multipart/form-data is expected',
  'is no JSON',
  'is not a field to sort by',
  'The form cannot be read: {{}}',
  // The gate's own lines are translated where they are listed.
  'The mission may not start: {{}}',
]

const sourcesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap(entry =>
    entry.isDirectory()
      ? entry.name === 'testing'
        ? []
        : sourcesIn(join(folder, entry.name))
      : entry.name.endsWith('.ts') && !entry.name.includes('.test.')
        ? [join(folder, entry.name)]
        : [],
  )

/** A text as it stands in the code, once for each way that a count in it may go, with its gaps emptied. */
const sentencesOf = (literal: string): readonly string[] => {
  const choice = /\$\{\w+ === 1 \? '([^']*)' : '([^']*)'\}/.exec(literal)
  const both = choice === null ? [literal] : [1, 2].map(way => literal.replace(choice[0], choice[way] ?? ''))
  return both.map(one =>
    one
      .slice(1, -1)
      .replace(/\$\{[^}]*\}/g, '{{}}')
      .replace(/\\'/g, "'"),
  )
}

test('every sentence of the server that a person may see is translated', () => {
  const server = join(import.meta.dirname, '../../../server/src')
  const text = String.raw`('(?:\\.|[^'\\])*'|\x60[^\x60]*\x60)`
  const refusals = new RegExp(String.raw`refuse\(\s*'\w+',\s*${text}`, 'g')
  const unreadable = new RegExp(String.raw`(?:new Unreadable|fault)\(\s*'\w+',\s*${text}`, 'g')
  const fields = new RegExp(String.raw`fields: \{ [^}]*?: ${text}`, 'g')
  const files = join(import.meta.dirname, '../../../course-io/src')
  const asked = [...sourcesIn(server), ...sourcesIn(files)]
    .filter(file => !NOT_FOR_PEOPLE.some(pattern => pattern.test(file)))
    .flatMap(file => {
      const code = readFileSync(file, 'utf8')
      return [refusals, fields, unreadable]
        .flatMap(pattern => [...code.matchAll(pattern)])
        .flatMap(([, literal = '']) => sentencesOf(literal))
    })
    .filter(sentence => !FOR_PROGRAMS.includes(sentence))
  const known = new Set([
    ...Object.keys(german).map(sentence => sentence.replace(/\{\{\w+\}\}/g, '{{}}')),
    ...readFileSync(join(import.meta.dirname, '../ui/fieldReason.ts'), 'utf8')
      .split('\n')
      .flatMap(line => /^ {2}'([^']+)': '/.exec(line)?.[1] ?? []),
  ])
  const inFiles = readFileSync(join(files, 'read/importRefusal.ts'), 'utf8')
  const ofLibraries = inFiles.slice(inFiles.indexOf('const WORDS'))
  const words = [...ofLibraries.matchAll(/'[^'\n]* [^'\n]*'/g)].flatMap(([literal]) => sentencesOf(literal))
  expect(words.length).toBeGreaterThan(6)
  asked.push(...words)
  expect(asked.length).toBeGreaterThan(40)
  expect([...new Set(asked.filter(sentence => !known.has(sentence)))]).toEqual([])
})
