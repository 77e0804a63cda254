/** Every code has a text in every language, with no gap left open. */
import { describe, expect, test } from 'vitest'
import { KIND_OF_CODE } from './codes.ts'
import { englishText } from './english.ts'
import { texts as german } from './errors/de.ts'
import { texts as english } from './errors/en.ts'
import { texts as spanish } from './errors/es.ts'
import { fieldFaults } from './errors/fields.en.ts'
import { fileFaults } from './errors/files.en.ts'
import { laterRefusals } from './errors/laterRefusals.en.ts'
import { mapChanges } from './errors/mapChanges.en.ts'
import { planWarnings } from './errors/planWarnings.en.ts'
import { rasterFaults } from './errors/rasterFaults.en.ts'
import { refusals } from './errors/refusals.en.ts'
import { signInRefusals } from './errors/signIns.en.ts'
import { whys } from './errors/whys.en.ts'
import { gateLineCode } from './gateLine.ts'
import { ERROR_KINDS } from './kinds.ts'
import { rendered } from './render.ts'
import { said } from './said.ts'

type Texts = Readonly<Record<string, string>>
const LANGUAGES: readonly (readonly [language: string, texts: Texts])[] = [
  ['en', english],
  ['de', german],
  ['es', spanish],
]
/** The same in these languages as in English. */
const SAME: Readonly<Record<string, readonly string[]>> = { de: ['badProperty'], es: ['internal', 'badProperty'] }

const keys = Object.keys(english)
const codes = [...new Set(keys.map(key => key.replace(/_(one|other)$/, '')))]
const gapsOf = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, gap = '']) => gap).sort()
const textIn = (texts: Texts) => (key: string) => (Object.hasOwn(texts, key) ? texts[key] : undefined)
/** Every gap filled, `count` with a number. */
const paramsOf = (code: string, count: number): Record<string, string | number> => {
  const gaps = keys
    .filter(key => key.replace(/_(one|other)$/, '') === code)
    .flatMap(key => gapsOf(textIn(english)(key) ?? ''))
  return Object.fromEntries(gaps.map(gap => [gap, gap === 'count' ? count : `«${gap}»`]))
}

describe.each(LANGUAGES)('in %s', (language, texts) => {
  test.each(codes)('%s leaves no gap open, for one and for several', code => {
    for (const count of [0, 1, 2, 5]) {
      const params = paramsOf(code, count)
      const text = rendered({ code, params }, textIn(texts), language)
      expect(text).not.toMatch(/\{\{|\}\}/)
      for (const value of Object.values(params)) expect(text).toContain(String(value))
    }
  })

  test('has the gaps of the English text, and a text of its own', () => {
    const copied = SAME[language] ?? []
    expect(Object.keys(texts)).toEqual(keys)
    for (const [key, text] of Object.entries(texts)) {
      expect(gapsOf(text), key).toEqual(gapsOf(textIn(english)(key) ?? ''))
      if (language !== 'en' && !copied.includes(key)) expect(text, key).not.toBe(textIn(english)(key))
    }
  })
})

test('no code is in two parts of the catalogue', () => {
  const parts = [
    refusals,
    fieldFaults,
    fileFaults,
    laterRefusals,
    mapChanges,
    planWarnings,
    rasterFaults,
    signInRefusals,
    whys,
  ].flatMap(part => Object.keys(part))
  expect(new Set(parts).size).toBe(parts.length)
})

test('every kind is a code of its own, for a reader who does not know a more exact one', () => {
  const kinds: Readonly<Record<string, string>> = KIND_OF_CODE
  for (const kind of ERROR_KINDS) expect(kinds[kind]).toBe(kind)
})

test('a count chooses the plural', () => {
  expect(englishText(said('zoneTypeInUse', { count: 1 }))).toBe('1 zone is of this type')
  expect(englishText(said('zoneTypeInUse', { count: 12 }))).toBe('12 zones are of this type')
})

test('a text within a text is said in the same language, and numbers as the language writes them', () => {
  const what = said('badJson', { why: said('endsTooEarly') })
  const fault = said('atLine', { what, line: 3 })
  expect(englishText(fault)).toBe('The file is not well-formed JSON: it ends too early (line 3)')
  expect(rendered(fault, textIn(german), 'de')).toBe('Die Datei ist kein gültiges JSON: es endet zu früh (Zeile 3)')
  expect(rendered(said('ringUnclosed', { metres: 7.5 }), textIn(german), 'de')).toContain('7,5 m')
  expect(englishText(said('unknownEpsg', { epsg: 25_832 }))).toContain('EPSG:25832')
})

test('what people typed is filled in as it is', () => {
  for (const who of ['{{count}}', '$&', '<b>', '__proto__', 'constructor'])
    expect(englishText(said('bladeFitted', { who }))).toBe(`It is fitted to ${who}`)
})

test('a known reason has a text of its own, and any other the text of its code', () => {
  const answer = (reason: string) => englishText(said('answer', { reason, message: 'DENIED' }))
  expect(answer('denied')).toBe('The mower denied it. Its answer: DENIED')
  expect(answer('ofANewerMower')).toBe('DENIED')
  const cause = said('slotConflict', { reason: 'mower', title: 'Green 9' })
  expect(englishText(said('seriesMoved', { from: '06:00', to: '07:00', cause }))).toBe(
    'Moved from 06:00 to 07:00: The mower is on Green 9',
  )
})

test('a part that the reader has no text for is shown by its code', () => {
  const cause = { code: 'ofANewerServer', params: {} }
  expect(englishText(said('systemStop', { cause }))).toBe('Stopped by the system: ofANewerServer')
})

test.each(LANGUAGES)('what a mission can meet has its texts in %s', (_, texts) => {
  const reasons = {
    slotConflict: ['mower', 'zone', 'service', 'rain', 'closed', 'tooShort'],
    safety: [
      'rtkLost',
      'positionLost',
      'linkLost',
      'linkReturned',
      'positionJump',
      'outsideBoundary',
      'bladeCommandFailed',
      'bladeOnDrive',
      'leftHold',
      'startFailed',
      'lateStart',
      'orderInterrupted',
    ],
    drive: ['leavesBoundary', 'crossesObstacle', 'bodyInObstacle', 'noGround'],
    stopAnswer: ['neverReceived', 'noAnswer', 'refused'],
    answer: [
      'notOnline',
      'noConnection',
      'machineFailed',
      'staleReport',
      'stopNotAcknowledged',
      'noPosition',
      'inaccurate',
      'notAutomatic',
      'emergencyStop',
      'fieldViolation',
      'drives',
      'noBattery',
      'pauseUnknown',
      'pausedElsewhere',
      'hasOrder',
      'orderGone',
      'moved',
      'orderRefused',
      'notAsSent',
      'noFactsheet',
      'emptyPath',
      'idsAreNumbers',
      'noSpeed',
      'tooSlow',
      'cannotPause',
      'plansOwnPath',
      'needsOtherFields',
      'noBladeAction',
      'bladeNeedsParameters',
      'bladeBlocks',
      'orderTooLong',
      'cannotDriveItem',
      'temporarilyRejected',
      'denied',
      'unsupported',
      'failed',
      'otherGroundStation',
      'notTheSame',
      'noAnswer',
      'neverReceived',
      'gatewaySilent',
      'stopUnacknowledged',
      'bladeNotSeenOff',
      'notSeenDriving',
      'notSeenLeaving',
      'notSeenGoingHome',
      'notSeenStanding',
      'notSeenDisarmed',
      'notBackAfterRestart',
      'keyUnproven',
      'unknownMower',
      'noOtherSender',
      'bladeForbidden',
      'notSet',
      'bladeNotWired',
      'stalePosition',
      'staleState',
      'staleEstimate',
      'staleFix',
      'staleBattery',
      'staleSensors',
      'movedDuringChecks',
      'otherHand',
    ],
  }
  for (const [code, words] of Object.entries(reasons))
    for (const word of words) expect(textIn(texts)(`${code}_${word}`), `${code} ${word}`).toBeDefined()
})

test('returns no text for an unknown code', () => {
  for (const code of ['ofANewerServer', 'toString', '__proto__']) {
    expect(rendered({ code, params: {} }, textIn(german), 'de')).toBeUndefined()
    expect(englishText({ code, params: {} })).toBe(code)
  }
})

test('the refused checks are listed with their figures', () => {
  const lines = [
    { code: gateLineCode('battery', 'tooLow'), params: { havePercent: 20, neededPercent: 45 } },
    { code: gateLineCode('rain', 'rainModeRestricted'), params: {} },
  ]
  expect(englishText(said('gateShut', { lines }))).toBe(
    'The mission may not start: Battery: 20 %, but 45 % are needed with reserve; Rain mode: this zone is not mown while it is wet',
  )
})
