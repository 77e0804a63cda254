import { expect, test } from 'vitest'
import { formatPrice, toMajor, toMinor } from './price.ts'

test.each([
  [12.3, 'EUR', 1_230],
  [0.29, 'EUR', 29],
  [1_500, 'JPY', 1_500],
  [1.255, 'KWD', 1_255],
  [0, 'EUR', 0],
])('%d %s is %d of its smallest unit, there and back', (price, currency, minor) => {
  expect(toMinor(price, currency)).toBe(minor)
  expect(toMajor(minor, currency)).toBe(price)
})

test('a price is written as the language writes it', () => {
  expect(formatPrice({ priceMinor: 1_230, currency: 'EUR' }, 'en')).toBe('€12.30')
  expect(formatPrice({ priceMinor: 1_230, currency: 'EUR' }, 'de')).toBe('12,30\u00a0€')
  expect(formatPrice({ priceMinor: 1_230, currency: 'GBP' }, 'es')).toBe('12,30\u00a0£')
})
