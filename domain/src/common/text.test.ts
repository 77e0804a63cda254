import { describe, expect, test } from 'vitest'
import { headingDeg, line } from './text.ts'

describe('a line of text', () => {
  test('is trimmed and brought to NFC', () => {
    expect(line(20).parse('  Gre\u0301en  ')).toBe('Gr\u00e9en')
  })

  test('keeps what writing needs that has no shape of its own', () => {
    const family = '👨\u200d👩\u200d👧'
    expect(line(20).parse(family)).toBe(family)
    expect(line(20).parse('می\u200cخواهم')).toBe('می\u200cخواهم')
  })

  test.each([
    ['characters without a shape', '\u200b\u200d \ufeff'],
    ['nothing but a change of direction', '\u202e\u202c'],
    ['nothing but blanks', '   '],
    ['a line break', 'a\nb'],
    ['U+0000', 'a\u0000b'],
    ['DEL', 'a\u007fb'],
    ['too many characters', 'x'.repeat(21)],
  ])('refuses %s', (_, text) => {
    expect(line(20).safeParse(text).success).toBe(false)
  })
})

test('a heading is at least 0 and less than 360', () => {
  expect([0, 359.9, 360, -1, Number.NaN].map(heading => headingDeg.safeParse(heading).success)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
