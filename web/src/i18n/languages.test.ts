import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const HERE = import.meta.dirname
const SOURCE = join(HERE, '..')
const LANGUAGES = ['en', 'de', 'es'] as const

const leavesOf = (tree: object, path = ''): readonly (readonly [key: string, text: string])[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as const] : leavesOf(value as object, `${path}${key}.`),
  )

const features = readdirSync(HERE).filter(name => name !== 'languages' && statSync(join(HERE, name)).isDirectory())
const texts = (feature: string, language: string): ReadonlyMap<string, string> =>
  new Map(leavesOf(JSON.parse(readFileSync(join(HERE, feature, `${language}.json`), 'utf8'))))

const placeholders = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(match => match[1] ?? '').sort()

test.each(features)('the texts of %s are complete in every language, with the same gaps to fill', feature => {
  const english = texts(feature, 'en')
  for (const language of LANGUAGES) {
    const other = texts(feature, language)
    expect([...other.keys()].sort()).toEqual([...english.keys()].sort())
    for (const [key, text] of other) {
      expect(text.trim(), `${feature}.${key} in ${language}`).not.toBe('')
      expect(placeholders(text), `${feature}.${key} in ${language}`).toEqual(placeholders(english.get(key) ?? ''))
    }
  }
})

const sourceFiles = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap(entry =>
    entry.isDirectory()
      ? sourceFiles(join(folder, entry.name))
      : /\.tsx?$/.test(entry.name) && !entry.name.includes('.test.')
        ? [join(folder, entry.name)]
        : [],
  )

test('every text that a screen asks for by a whole key exists', () => {
  const known = new Set(features.flatMap(feature => [...texts(feature, 'en').keys()].map(key => `${feature}.${key}`)))
  const missing = sourceFiles(SOURCE).flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/\bt\(\s*'([\w.-]+)'/g)]
      .map(match => match[1] ?? '')
      .filter(key => !known.has(key) && !known.has(`${key}_other`))
      .map(key => `${key} in ${file.slice(SOURCE.length + 1)}`),
  )
  expect(missing).toEqual([])
})
