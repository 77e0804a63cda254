import { expect, test } from 'vitest'
import { webhookKind, webhookKindOf } from './webhook.ts'

test('an alarm of a cart is a kind of its own, apart from carts that drive where they may not', () => {
  expect(webhookKindOf('cartAlarm')).toBe('cartAlarm')
  expect(webhookKindOf('cartInNoGo')).toBe('noGo')
  expect(webhookKindOf('newMessage')).toBeUndefined()
  expect(webhookKind.options).toContain('cartAlarm')
})
