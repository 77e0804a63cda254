import { expect, test } from 'vitest'
import { descriptionIn, filled, nameIn } from './translated.ts'

const PIE = { name: 'Pie', description: 'With peas', translations: { de: { name: 'Pastete', description: '' } } }

test("a name is that of the language where there is one, else the menu's own", () => {
  expect(['de', 'de-AT', 'es', 'fr'].map(language => nameIn(PIE, language))).toEqual([
    'Pastete',
    'Pastete',
    'Pie',
    'Pie',
  ])
})

test('a translated dish shows no description in another language', () => {
  expect(descriptionIn(PIE, 'de')).toBe('')
  expect(descriptionIn(PIE, 'en')).toBe('With peas')
})

test('a translation without a name is none', () => {
  expect(filled({ en: { name: ' ' }, de: { name: 'Suppe' }, es: undefined })).toEqual({ de: { name: 'Suppe' } })
})
