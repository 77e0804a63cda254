import { cpuTimeMs } from '@greensward/testing/cpuTime'
import { expect, test } from 'vitest'
import { isEasyToGuess } from './easyToGuess.ts'

const ROSA = ['rosa.field', 'Rosa Field-Ünal', 'rosa@oldlinks.example', 'Old Links']

test.each([
  // Everyday words, with other characters around them or in place of their letters.
  'password',
  'P@ssw0rd!',
  'Passwort2026',
  '123sunshine',
  'iloveyou2',
  'Sommer2026!',
  'contraseña1',
  'f00tball99',
  'Superman#1',
  'michael1987',
  'welcome123',
  '!!dragon!!',
  // Two of them.
  'golfcourse',
  'GreenFairway7',
  'bluemonkey12',
  'ilovegolf',
  'tiger_lion',
  // Ways along keyboards and the alphabet.
  'qwertyuiop',
  'qwertzui',
  'azertyuiop',
  '1qaz2wsx',
  'zaq12wsx',
  'q1w2e3r4t5',
  'asdfjkl;',
  'asdf1234',
  '147258369',
  '987654321',
  'abcdefgh',
  'poiuytrewq',
  // One piece again and again.
  'aaaaaaaa',
  'abcabcabc',
  'gogogogo1',
  'test1test1',
  '12341234',
  // Figures and signs alone, or nearly.
  '19871204',
  '02.04.1987',
  '+353 1 234 5678',
  '!!!!!!!!',
  'aa123456',
  'k1234567890',
  // Common, for no reason that shows.
  'midnight',
  'Hedgehog',
  'ncc1701d',
  'ghbdtnbr',
  'Umbrella7!',
  'danielle',
  'Business!',
  'jonathan',
  // Of the person and the place.
  'rosa.field',
  'RosaField1',
  'F1eld2026',
  'ünalünal1',
  'oldlinks99',
  'Rosa-Golf-1',
])('%j is easy to guess', password => {
  expect(isEasyToGuess(password, ROSA)).toBe(true)
})

test.each([
  'eighteen greens',
  'early at the shed',
  'grass grows at night',
  'correct horse battery',
  'Tr4ktor-Igel-Mond',
  'kwR7!mzzPq',
  'vf8Xe2qLp0',
  'nine hedgehogs',
  'päss wörd päss wörd at dawn',
  'was wächst denn da',
  'el césped crece de noche',
  'sweet dreams tonight',
])('%j is not', password => {
  expect(isEasyToGuess(password, ROSA)).toBe(false)
})

test('the longest password is judged at once', () => {
  const began = cpuTimeMs()
  for (const password of ['ab'.repeat(99), `${'a'.repeat(199)}b`, 'golf'.repeat(50), 'passwordx'.repeat(22)])
    isEasyToGuess(password, ROSA)
  expect(cpuTimeMs() - began).toBeLessThan(500)
})
