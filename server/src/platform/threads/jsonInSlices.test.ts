import fc from 'fast-check'
import { expect, test } from 'vitest'
import { turnsDuring } from '../../testing/turnsDuring.ts'
import { holdsLongList, jsonInSlices } from './jsonInSlices.ts'

const HUNDRED = Array.from({ length: 100 }, (_, index) => index)

test('the text is that of JSON.stringify, for any value', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.array(fc.jsonValue(), { maxLength: 120 }), async (value, list) => {
      for (const one of [value, list, { value, list, nested: { list } }])
        expect(await jsonInSlices(one)).toBe(JSON.stringify(one))
    }),
    { numRuns: 100 },
  )
})

test('omits what JSON omits, and uses toJSON', async () => {
  const value = { gone: undefined, at: new Date(0), list: [...HUNDRED, undefined], called: { toJSON: () => 'so' } }
  expect(await jsonInSlices(value)).toBe(JSON.stringify(value))
  expect(await jsonInSlices(undefined)).toBe('null')
})

test('others have their turn while a long list is written', async () => {
  const list = Array.from({ length: 40_000 }, () => HUNDRED.map(String))
  expect(await turnsDuring(() => jsonInSlices({ list }))).toBeGreaterThan(2)
})

test('a long list is found where it is held by name', () => {
  expect(holdsLongList({ diff: { added: HUNDRED } })).toBe(true)
  expect(holdsLongList({ diff: { added: [1] }, at: new Date(0) })).toBe(false)
})
