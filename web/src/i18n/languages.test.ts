import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const HERE = import.meta.dirname
const SOURCE = join(HERE, '..')
const LANGUAGES = ['en', 'de', 'es'] as const

const leavesOf = (tree: object, path = ''): readonly (readonly [key: string, text: string])[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as const] : leavesOf(value as object, `${path}${key}.`),
  )

/** Texts of mail and screens alike. */
const SENTENCES = ['gate', 'notifications'].map(name => join(SOURCE, '..', '..', 'messages', 'src', name))

const features = readdirSync(HERE).filter(name => name !== 'languages' && statSync(join(HERE, name)).isDirectory())
const texts = (feature: string, language: string): ReadonlyMap<string, string> =>
  new Map(leavesOf(JSON.parse(readFileSync(resolve(HERE, feature, `${language}.json`), 'utf8'))))

const placeholders = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(match => match[1] ?? '').sort()

test.each([...features, ...SENTENCES])(
  'the texts of %s are complete in every language, with the same gaps to fill',
  feature => {
    const english = texts(feature, 'en')
    for (const language of LANGUAGES) {
      const other = texts(feature, language)
      expect([...other.keys()].sort()).toEqual([...english.keys()].sort())
      for (const [key, text] of other) {
        expect(text.trim(), `${feature}.${key} in ${language}`).not.toBe('')
        expect(placeholders(text), `${feature}.${key} in ${language}`).toEqual(placeholders(english.get(key) ?? ''))
      }
    }
  },
)
