import de from '@greensward/messages/gate/de.json' with { type: 'json' }
import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { gateReason } from './gateReason.ts'

test('writes the numbers of a reason as the language does', async () => {
  const i18n = createInstance()
  await i18n.init({ lng: 'de', resources: { de: { translation: { gate: de } } } })
  const line = { check: 'blade', verdict: 'passed', reason: 'sameWidth', values: { planM: 1.8 } } as const
  expect(gateReason(line, i18n)).toBe('1,8 m, wie geplant')
})
