import { expect, test } from 'vitest'
import { changedFields } from './changedFields.ts'

test('names each field that differs, with its value before and after', () => {
  expect(
    changedFields({
      before: { title: 'Tee 1', width: 2, same: true, gone: 'x', updatedAt: 'a' },
      after: { title: 'Tee One', width: 2.5, same: true, new: { a: 1 }, updatedAt: 'b' },
    }),
  ).toEqual([
    { field: 'title', before: 'Tee 1', after: 'Tee One' },
    { field: 'width', before: '2', after: '2.5' },
    { field: 'gone', before: 'x', after: '' },
    { field: 'new', before: '', after: '{"a":1}' },
  ])
})

test('returns no fields for details that are not a change', () => {
  for (const details of [null, 'text', 3, [], {}, { before: null, after: {} }])
    expect(changedFields(details)).toBeUndefined()
})
