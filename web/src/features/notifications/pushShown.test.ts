import type { PushMessage } from '@greensward/domain'
import { said } from '@greensward/messages'
import { laterRefusals as refusals } from '@greensward/messages/errors/laterRefusals.de'
import { expect, test } from 'vitest'
import { placeOf } from './placeOf.ts'
import { pushShown, pushTexts } from './pushShown.ts'

const MESSAGE: PushMessage = {
  id: 'a',
  level: 'alarm',
  subject: 'mower',
  subjectId: 'rook',
  kind: 'linkLost',
  values: { mower: 'Rook <1>' },
  language: 'en',
}

test('a pushed message is put into words in the language of its browser, and leads to what it is about', async () => {
  const texts = await pushTexts()
  expect(await pushShown(MESSAGE, texts)).toEqual({
    title: 'Alarm · Mower',
    body: 'Link to Rook <1> lost',
    options: {
      lang: 'en',
      icon: '/mark.svg',
      tag: 'a',
      requireInteraction: true,
      data: { path: '/map?sel=mower:rook' },
    },
  })
  const german = await pushShown({ ...MESSAGE, language: 'de', level: 'warning', subject: 'system' }, texts)
  expect(german.title).toBe('Warnung · System')
  expect(german.body).toContain('Rook <1>')
  expect(german.body).not.toContain('Link to')
  expect(german.options).toMatchObject({ lang: 'de', requireInteraction: false, data: { path: '/notifications' } })
  const spanish = await pushShown({ ...MESSAGE, language: 'es', kind: 'ofANewerServer' }, texts)
  expect(spanish.body).toBe('Of a newer server · Rook <1>')
})

test('the reason within a pushed message is in the language of its browser, a refusal of the server too', async () => {
  const message = said('mapChangedSincePlan')
  const cause = said('refusal', { reason: 'conflict', message })
  const values = { mission: 'Grün 9', reason: said('notStarted', { cause }) }
  const { body } = await pushShown({ ...MESSAGE, kind: 'missionMissed', values, language: 'de' }, await pushTexts())
  expect(body).toContain(`Ihre Zeit kam, aber sie konnte nicht starten. Abgelehnt: ${refusals.mapChangedSincePlan}`)
})

test.each([
  ['mission', '/missions/x%2Fy'],
  ['cart', '/map?sel=cart:x%2Fy'],
  ['zone', '/map?sel=feature:x%2Fy'],
  ['order', '/restaurant?view=orders'],
  ['system', undefined],
] as const)('a notification about a %s leads to %s', (subject, place) => {
  expect(placeOf({ subject, subjectId: 'x/y' })).toBe(place)
  expect(placeOf({ subject, subjectId: null })).toBeUndefined()
})

test('a group of missions leads to the list of them, and one of mowers to none', () => {
  const values = { count: 2, names: 'Green 1, Green 2', ids: 'a,b' }
  expect(placeOf({ subject: 'mission', subjectId: null, values })).toBe('/missions?ids=a%2Cb')
  expect(placeOf({ subject: 'mower', subjectId: null, values })).toBeUndefined()
})
