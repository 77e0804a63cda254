import { expect, test } from 'vitest'
import texts from '../../i18n/automowerFaults/en.json' with { type: 'json' }

const from = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

test('has words for every fault of the list of Automower Connect', () => {
  const codes = [...from(0, 139), 141, 143, 144, ...from(701, 717), 724]
  expect(Object.keys(texts)).toEqual(codes.map(String))
  expect(Object.values(texts).filter(text => !/^[A-Z].*\.$/.test(text))).toEqual([])
})
