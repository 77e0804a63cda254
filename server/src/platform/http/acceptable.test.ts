import { expect, test } from 'vitest'
import { z } from 'zod'
import { turnsDuring } from '../../testing/turnsDuring.ts'
import { acceptable, acceptableBody } from './acceptable.ts'
import { Refusal } from './refusal.ts'

const hole = z.strictObject({ title: z.string().trim().max(10), par: z.number().int().default(4) })
const body = z.strictObject({ label: z.string(), added: z.array(hole).max(300), removed: z.array(z.uuid()) })

const holes = (count: number) => Array.from({ length: count }, (_, index) => ({ title: ` Hole ${index} ` }))

/** The common verdict on a body: its value, or the fields that are refused. */
const bothSay = async (value: unknown): Promise<readonly [unknown, unknown]> => {
  const refusedFields = (error: unknown): unknown => {
    if (!(error instanceof Refusal)) throw error
    return error.extras.fields
  }
  const whole = ((): unknown => {
    try {
      return acceptable(body, value, 'body')
    } catch (error) {
      return refusedFields(error)
    }
  })()
  return [await acceptableBody(body, value).catch(refusedFields), whole]
}

test.each([
  ['a good body', { label: 'x', added: holes(120), removed: [] }],
  ['a wrong item', { label: 'x', added: [...holes(120), { title: 7 }], removed: [] }],
  ['an unknown name in an item', { label: 'x', added: [...holes(120), { title: 'x', depth: 1 }], removed: [] }],
  ['an unknown name beside the list', { label: 'x', added: holes(120), removed: [], more: 1 }],
  ['too many items', { label: 'x', added: holes(301), removed: [] }],
  ['a missing name', { added: holes(120), removed: [] }],
  ['half a surrogate pair', { label: 'x', added: [...holes(120), { title: '\ud800' }], removed: [] }],
  ['half a surrogate pair beside it', { label: '\ud800', added: holes(120), removed: [] }],
  ['a list where none belongs', { label: holes(120), added: [], removed: [] }],
  ['a short list', { label: 'x', added: holes(2), removed: ['no id'] }],
  ['two long lists', { label: 'x', added: holes(60), removed: Array.from({ length: 60 }, () => 'no id') }],
])('%s is judged item by item as it is whole', async (_, value) => {
  const [inSlices, whole] = await bothSay(value)
  expect(whole).toBeDefined()
  if (Object.keys(whole as object).length < 50) expect(inSlices).toEqual(whole)
  else expect(Object.keys(inSlices as object).length).toBeGreaterThanOrEqual(50)
})

test('others have their turn while a course is judged', async () => {
  const many = z.strictObject({ added: z.array(hole) })
  expect(await turnsDuring(() => acceptableBody(many, { added: holes(60_000) }))).toBeGreaterThan(2)
})
