import { texts as german } from '@greensward/messages/errors/de'
import de from '@greensward/messages/gate/de.json' with { type: 'json' }
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { answerText, logText, statusText } from './whyText.ts'

const texts = i18next.createInstance()
beforeAll(() => texts.init({ lng: 'de', resources: { de: { translation: { gate: de, errors: { codes: german } } } } }))

const line = (check: 'rain' | 'battery', reason: string, values: Record<string, number> = {}) => ({
  code: `gateLine.${check}.${reason}`,
  params: values,
})

test('the refused checks are named with their figures', () => {
  const lines = [line('rain', 'rainModeRestricted'), line('battery', 'tooLow', { havePercent: 20, neededPercent: 45 })]
  expect(logText({ why: '', said: { code: 'gateShut', params: { lines } } }, texts)).toBe(
    `Die Mission darf nicht starten: ${de.check.rain}: ${de.reason.rain.rainModeRestricted}; ${de.check.battery}: 20 %, aber 45 % sind mit Reserve nötig`,
  )
})

test('shows a line of a newer server by its check, or in English', () => {
  const lines = [line('rain', 'ofANewerServer'), { code: 'gateLine.new.new', params: {} }]
  expect(logText({ why: '', said: { code: 'gateShut', params: { lines } } }, texts)).toBe(
    `Die Mission darf nicht starten: ${de.check.rain}; gateLine.new.new`,
  )
})

test('a log line that kept no code stays as it was written', () => {
  for (const why of ['Rained off: wet since Monday', 'rain: rainModeRestricted', 'Stopped by Ada Byron', ''])
    expect(logText({ why, said: null }, texts)).toBe(why)
})

test('shows an event in the language of the reader, and as it was written where that language lacks the text', () => {
  const cause = { code: 'safety', params: { reason: 'rtkLost' } }
  const why = 'Stopped by the system: RTK was lost'
  expect(logText({ why, said: { code: 'systemStop', params: { cause } } }, texts)).toBe(
    'Vom System gestoppt: RTK ging verloren',
  )
  expect(logText({ why, said: { code: 'ofANewerServer', params: {} } }, texts)).toBe(why)
  expect(statusText({ statusReason: null, statusWhy: null }, texts)).toBeUndefined()
  expect(
    statusText(
      {
        statusReason:
          'Its time came, but it could not start. The mission may not start: Rain mode: this zone is not mown while it is wet',
        statusWhy: {
          code: 'notStarted',
          params: { cause: { code: 'gateShut', params: { lines: [line('rain', 'rainModeRestricted')] } } },
        },
      },
      texts,
    ),
  ).toBe(
    `Ihre Zeit kam, aber sie konnte nicht starten. Die Mission darf nicht starten: ${de.check.rain}: ${de.reason.rain.rainModeRestricted}`,
  )
})

test('shows the answer of a mower in the language of the reader, with its own words beside', () => {
  const reason = 'PreArm: Battery 1 low'
  expect(answerText({ reason, why: { code: 'answer', params: { reason: 'failed', message: reason } } }, texts)).toBe(
    `Der Mäher hat es versucht, es gelang nicht. Seine Antwort: ${reason}`,
  )
  expect(answerText({ reason, why: { code: 'answer', params: { reason: 'result9', message: reason } } }, texts)).toBe(
    `Es wurde abgelehnt: ${reason}`,
  )
  expect(answerText({ reason: null, why: null }, texts)).toBeUndefined()
})

test('a day is written as the reader’s language writes it, and what people typed stays', () => {
  const moved = { code: 'movedKept', params: { from: '2026-12-03 09:00', to: '2026-12-03 06:00' } }
  expect(logText({ why: '', said: moved }, texts)).toContain('Do., 3. Dez. 09:00')
  const skipped = { code: 'wetSkippedSeries', params: { day: '2026-12-03' } }
  expect(logText({ why: '', said: skipped }, texts)).toContain('Do., 3. Dez.')
  const taken = { code: 'slotConflict', params: { reason: 'mower', title: '2026-12-03' } }
  expect(logText({ why: '', said: taken }, texts)).toContain('2026-12-03')
})
