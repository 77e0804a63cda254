import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import de from '../i18n/missions/de.json' with { type: 'json' }
import { whyText } from './whyText.ts'

const texts = i18next.createInstance()
beforeAll(() => texts.init({ lng: 'de', resources: { de: { translation: { missions: de } } } }))
const shown = (why: string): string => whyText(why, texts)

test('the lines that kept a gate shut are said in words, without figures that nobody wrote down', () => {
  expect(shown('It could not start. The mission may not start: rain: rainModeRestricted; battery: tooLow')).toBe(
    `It could not start. The mission may not start: ${de.gate.check.rain}: ${de.gate.reason.rain.rainModeRestricted}; ${de.gate.check.battery}`,
  )
})

test('what is no line of the gate stays as it was written', () => {
  for (const why of ['Rained off: wet since Monday', 'note: something', 'Stopped by Ada Byron', ''])
    expect(shown(why)).toBe(why)
})
