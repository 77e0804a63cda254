import { expect, test } from 'vitest'
import { createItemCounter, MOST_ITEMS, MOST_ITEMS_OF_ONE_LIST } from './countItems.ts'

const verdict = (text: string, chunk = 7): string | undefined => {
  const counter = createItemCounter()
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += chunk) {
    const refused = counter.take(bytes.subarray(at, at + chunk))
    if (refused !== undefined) return refused.message
  }
  return undefined
}
const list = (items: number, item = '1'): string => `[${Array.from({ length: items }, () => item).join(',')}]`

test('a list as long as allowed passes, one item more does not, wherever the chunks end', () => {
  expect(verdict(`{"a":${list(MOST_ITEMS_OF_ONE_LIST)}}`)).toBeUndefined()
  expect(verdict(`{"a":${list(MOST_ITEMS_OF_ONE_LIST + 1)}}`)).toMatch(/A list has more than 25000/)
})

test('does not count commas in texts and between the fields of an object', () => {
  const commas = ','.repeat(MOST_ITEMS_OF_ONE_LIST * 2)
  expect(verdict(`{"text":"\\"${commas}","more":"[[["}`)).toBeUndefined()
  const fields = Array.from({ length: MOST_ITEMS_OF_ONE_LIST + 10 }, (_, i) => `"f${i}":1`).join(',')
  expect(verdict(`{${fields}}`, 1_000)).toBeUndefined()
})

test('many lists that are each short enough are refused together', () => {
  const inner = list(1_000)
  expect(verdict(list(Math.ceil(MOST_ITEMS / 1_000) + 10, inner), 65_536)).toMatch(/together/)
})

test('a ring of a million corners is refused when less than a thirtieth of it has come in', () => {
  const body = new TextEncoder().encode(`{"coordinates":[${list(1_000_000, '[-1.500123456,52.000123456]')}]}`)
  const counter = createItemCounter()
  let taken = 0
  while (taken < body.length && counter.take(body.subarray(taken, taken + 65_536)) === undefined) taken += 65_536
  expect(taken).toBeLessThan(body.length / 30)
})
