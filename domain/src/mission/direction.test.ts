import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { autoDirection, type Direction, direction, swathHeadingDeg } from './direction.ts'

describe('swathHeadingDeg', () => {
  const table: readonly (readonly [number, Direction, number, number])[] = [
    [0, '12-6', 0, 0],
    [0, '2-8', 0, 60],
    [0, '3-9', 0, 90],
    [0, '10-4', 0, 120],
    [0, 'diagonal-left', 0, 45],
    [0, 'diagonal-right', 0, 135],
    [300, '3-9', 0, 30],
    [10, '12-6', -30, 340],
    [350, '10-4', 180, 290],
    [180, '12-6', 180, 0],
  ]
  test.each(table)('line of play %d, %s, turned by %d is heading %d', (base, chosen, offset, heading) => {
    expect(swathHeadingDeg(base, chosen, offset)).toBeCloseTo(heading, 9)
  })

  test('is always at least 0 and less than 360', () => {
    const base = fc.double({ min: 0, max: 359.999, noNaN: true })
    fc.assert(
      fc.property(
        base,
        fc.constantFrom(...direction.options),
        fc.double({ min: -180, max: 180, noNaN: true }),
        (b, d, o) => {
          const heading = swathHeadingDeg(b, d, o)
          expect(heading).toBeGreaterThanOrEqual(0)
          expect(heading).toBeLessThan(360)
        },
      ),
      { seed: 5, numRuns: 500 },
    )
  })
})

describe('autoDirection', () => {
  const table: readonly (readonly [string, readonly Direction[], readonly Direction[], Direction | undefined])[] = [
    ['nothing allowed', [], ['12-6'], undefined],
    ['nothing mowed yet: the first allowed', ['2-8', '12-6'], [], '2-8'],
    ['across the last one', ['12-6', '2-8', '3-9', '10-4'], ['12-6'], '3-9'],
    ['the latest counts most', ['12-6', '3-9'], ['12-6', '3-9'], '3-9'],
    ['the latest counts most, the other way', ['12-6', '3-9'], ['3-9', '12-6'], '12-6'],
    ['between two crossed ones: a diagonal', ['12-6', '3-9', 'diagonal-left'], ['12-6', '3-9'], 'diagonal-left'],
    [
      'a diagonal calls for the other diagonal',
      ['diagonal-left', 'diagonal-right', '12-6'],
      ['diagonal-left'],
      'diagonal-right',
    ],
    ['only one allowed', ['12-6'], ['12-6', '12-6', '12-6'], '12-6'],
    ['no more than three are remembered', ['12-6', '3-9'], ['3-9', '3-9', '3-9', '12-6', '12-6'], '12-6'],
  ]
  test.each(table)('%s', (_, allowed, last, expected) => {
    expect(autoDirection(allowed, last)).toBe(expected)
  })

  test('used day after day, no direction gets more than a third of the days', () => {
    const mowed: Direction[] = []
    for (let day = 0; day < 24; day++) mowed.unshift(autoDirection(direction.options, mowed) ?? '12-6')
    for (const each of direction.options) expect(mowed.filter(used => used === each).length).toBeLessThanOrEqual(8)
  })

  test('picks an allowed one, and never the last one again when another is allowed', () => {
    const some = fc.uniqueArray(fc.constantFrom(...direction.options), { minLength: 2 })
    fc.assert(
      fc.property(
        some,
        fc.array(fc.constantFrom(...direction.options), { minLength: 1, maxLength: 5 }),
        (allowed, last) => {
          const chosen = autoDirection(allowed, last)
          expect(allowed).toContain(chosen)
          expect(chosen).not.toBe(last[0])
        },
      ),
      { seed: 5, numRuns: 300 },
    )
  })
})
