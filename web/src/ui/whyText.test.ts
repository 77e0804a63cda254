import de from '@greensward/messages/gate/de.json' with { type: 'json' }
import german from '@greensward/messages/why/de.json' with { type: 'json' }
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { answerText, logText, statusText } from './whyText.ts'

const texts = i18next.createInstance()
beforeAll(() => texts.init({ lng: 'de', resources: { de: { translation: { gate: de, why: german } } } }))

const line = (check: 'rain' | 'battery', reason: string, values: Record<string, number> = {}) => ({
  kind: `gateLine.${check}.${reason}`,
  values,
  text: 'in English',
})

test('the lines that kept a gate shut are named with their figures', () => {
  const lines = [line('rain', 'rainModeRestricted'), line('battery', 'tooLow', { havePercent: 20, neededPercent: 45 })]
  expect(logText({ why: '', said: { kind: 'gateShut', values: { lines } } }, texts)).toBe(
    `Die Mission darf nicht starten: ${de.check.rain}: ${de.reason.rain.rainModeRestricted}; ${de.check.battery}: 20 %, aber 45 % sind mit Reserve nötig`,
  )
})

test('shows a line of a newer server by its check, or in English', () => {
  const lines = [line('rain', 'ofANewerServer'), { kind: 'gateLine.new.new', values: {}, text: 'as it was written' }]
  expect(logText({ why: '', said: { kind: 'gateShut', values: { lines } } }, texts)).toBe(
    `Die Mission darf nicht starten: ${de.check.rain}; as it was written`,
  )
})

test('a log line that kept no kind stays as it was written', () => {
  for (const why of ['Rained off: wet since Monday', 'rain: rainModeRestricted', 'Stopped by Ada Byron', ''])
    expect(logText({ why, said: null }, texts)).toBe(why)
})

test('shows an event in the language of the reader, and as it was written where that language lacks the text', () => {
  const cause = { kind: 'safety', values: { reason: 'rtkLost' }, text: 'RTK was lost' }
  const why = 'Stopped by the system: RTK was lost'
  expect(logText({ why, said: { kind: 'systemStop', values: { cause } } }, texts)).toBe(
    'Vom System gestoppt: RTK ging verloren',
  )
  expect(logText({ why, said: { kind: 'ofANewerServer', values: {} } }, texts)).toBe(why)
  expect(statusText({ statusReason: null, statusWhy: null }, texts)).toBeUndefined()
  expect(
    statusText(
      {
        statusReason:
          'Its time came, but it could not start. The mission may not start: Rain mode: this zone is not mown in the rain',
        statusWhy: {
          kind: 'notStarted',
          values: { cause: { kind: 'gateShut', values: { lines: [line('rain', 'rainModeRestricted')] }, text: '' } },
        },
      },
      texts,
    ),
  ).toBe(
    `Ihre Zeit kam, aber sie konnte nicht starten. Die Mission darf nicht starten: ${de.check.rain}: ${de.reason.rain.rainModeRestricted}`,
  )
})

test('shows the answer of a mower in the language of the reader, with its own words beside', () => {
  const reason = 'The mower refused to arm (failed). PreArm: Battery 1 low'
  expect(answerText({ reason, why: { kind: 'answer', values: { reason: 'failed', message: reason } } }, texts)).toBe(
    `Der Mäher hat es versucht, es gelang nicht. Seine Antwort: ${reason}`,
  )
  expect(answerText({ reason, why: { kind: 'answer', values: { reason: 'result9', message: reason } } }, texts)).toBe(
    `Es wurde abgelehnt: ${reason}`,
  )
  expect(answerText({ reason: null, why: null }, texts)).toBeUndefined()
})

test('a day is written as the reader’s language writes it, and what people typed stays', () => {
  const moved = { kind: 'movedKept', values: { from: '2026-12-03 09:00', to: '2026-12-03 06:00' } }
  expect(logText({ why: '', said: moved }, texts)).toContain('Do., 3. Dez. 09:00')
  const skipped = { kind: 'wetSkippedSeries', values: { day: '2026-12-03' } }
  expect(logText({ why: '', said: skipped }, texts)).toContain('Do., 3. Dez.')
  const taken = { kind: 'conflict', values: { reason: 'mower', title: '2026-12-03' } }
  expect(logText({ why: '', said: taken }, texts)).toContain('2026-12-03')
})
