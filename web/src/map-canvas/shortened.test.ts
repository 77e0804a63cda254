import { expect, test } from 'vitest'
import { shortened } from './shortened.ts'

/** Every code unit is ten pixels wide. */
const pen = { measureText: (text: string) => ({ width: text.length * 10 }) as TextMetrics }

test('a name that fits is left as it is', () => {
  expect(shortened(pen, 'Fairway 1', 90)).toBe('Fairway 1')
})

test('a longer one is cut with an ellipsis, to what fits', () => {
  expect(shortened(pen, 'Fairway of the first hole', 100)).toBe('Fairway o…')
  expect(shortened(pen, 'Fairway of the first hole', 90)).toBe('Fairway…')
})

test('no character is torn apart, however many code units it has', () => {
  expect(shortened(pen, '🇩🇪🇪🇸 green', 60)).toBe('🇩🇪…')
  expect(shortened(pen, '👨‍👩‍👧‍👦 tee', 50)).toBe('…')
})
