import german from '@greensward/messages/notifications/de.json' with { type: 'json' }
import english from '@greensward/messages/notifications/en.json' with { type: 'json' }
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { sentenceOf } from './sentenceOf.ts'

beforeAll(() =>
  i18next.init({
    lng: 'en',
    resources: { en: { translation: { notifications: english } }, de: { translation: { notifications: german } } },
    interpolation: { escapeValue: false },
  }),
)

test.each([
  ['missionDone', { mission: 'Fairway 9', mower: 'Rook 1' }, 'Fairway 9 is done'],
  ['failedLogins', { login: 'admin', count: 5 }, '5 failed logins for admin'],
  ['bladeStaysOn', { mower: 'Rook 1' }, 'The blade of Rook 1 still turns after its stop'],
  [
    'foreignFrame',
    { mower: 'Rook 1', from: '10.0.0.9:14550', reason: 'unsigned' },
    'Rejected an unsigned message from 10.0.0.9:14550 claiming to be Rook 1',
  ],
  [
    'foreignFrame',
    { mower: 'Rook 1', from: '10.0.0.9:14550', reason: 'ofANewerServer' },
    'Rejected a message from 10.0.0.9:14550 claiming to be Rook 1',
  ],
  ['missionFailed', { mission: 'Fairway 9', reason: 'the mower left AUTO' }, 'Fairway 9 failed: the mower left AUTO'],
  ['batteryLow', { mower: 'Rook <1>', percent: 18 }, 'Battery of Rook <1> at 18 %'],
])('%s becomes a sentence with its values', (kind, values, sentence) => {
  expect(sentenceOf({ kind, values }, i18next)).toBe(sentence)
})

test('a kind from a newer server is still readable', () => {
  expect(sentenceOf({ kind: 'bladeWornOut', values: { mower: 'Rook 1', hours: 90 } }, i18next)).toBe(
    'Blade worn out · Rook 1 · 90',
  )
})

test('a figure is written as the language writes it', () => {
  const texts = i18next.cloneInstance({ lng: 'de' })
  expect(sentenceOf({ kind: 'serverSlow', values: { host: 'vm', seconds: 0.2 } }, texts)).toContain('dauern 0,2 s')
})
