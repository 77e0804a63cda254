import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { whySentence } from './missionWhy.ts'

const texts: Readonly<Record<string, string>> = {
  moved: 'Moved to {{to}}: {{cause}}',
  conflict: 'something is against it',
  conflict_mower: 'the mower is on {{title}}',
  plain: 'Plain',
}
const say = (kind: string, values: Parameters<typeof whySentence>[0]['values'] = {}) =>
  whySentence({ kind, values }, known => texts[known])

test('a part is a sentence within a sentence, and a known reason has a text of its own', () => {
  const cause = (reason: string) => ({ kind: 'conflict', values: { reason, title: 'Green 9' }, text: 'in English' })
  expect(say('moved', { to: '07:00', cause: cause('mower') })).toBe('Moved to 07:00: the mower is on Green 9')
  expect(say('moved', { to: '07:00', cause: cause('ofANewerServer') })).toBe('Moved to 07:00: something is against it')
})

test('returns no sentence for an unknown kind, and the English text for a part without a translation', () => {
  expect(say('unknown')).toBeUndefined()
  const cause = { kind: 'unknown', values: {}, text: 'as it was written' }
  expect(say('moved', { to: '07:00', cause })).toBe('Moved to 07:00: as it was written')
})

test('what people typed is filled in as it is', () => {
  for (const to of ['{{cause}}', '$&', '<b>', '__proto__'])
    expect(say('moved', { to, cause: 'x' })).toBe(`Moved to ${to}: x`)
  expect(say('plain', { extra: 1 })).toBe('Plain')
})

test.each(['en', 'de', 'es'])('what a mission can meet has its words in %s', language => {
  const why = JSON.parse(
    readFileSync(new URL(`../../../messages/src/why/${language}.json`, import.meta.url), 'utf8'),
  ) as Readonly<Record<string, string>>
  const reasons = {
    conflict: ['mower', 'zone', 'service', 'rain', 'closed', 'tooShort'],
    safety: [
      'rtkLost',
      'linkLost',
      'linkReturned',
      'positionJump',
      'outsideBoundary',
      'bladeCommandFailed',
      'leftHold',
      'startFailed',
    ],
    drive: ['leavesBoundary', 'crossesObstacle', 'bodyInObstacle', 'noGround'],
    stopAnswer: ['neverReceived', 'noAnswer', 'refused'],
    answer: ['temporarilyRejected', 'denied', 'unsupported', 'failed', 'otherGroundStation', 'notTheSame'],
  }
  for (const [kind, words] of Object.entries(reasons))
    for (const reason of words)
      expect(
        whySentence({ kind, values: { reason, title: 'Pond' } }, key => (key === kind ? undefined : why[key])),
        `${kind} ${reason}`,
      ).toBeDefined()
})
