import { expect, test } from 'vitest'
import { changedFields, detailFields } from './changedFields.ts'

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
    { field: 'new.a', before: '', after: '1' },
  ])
})

test('returns no fields for details that are not a change', () => {
  for (const details of [null, 'text', 3, [], {}, { before: null, after: {} }])
    expect(changedFields(details)).toBeUndefined()
})

test('lists every value of other details, and of long lists only their length', () => {
  expect(detailFields({ kind: 'text', cart: { name: 'Cart 1' }, ids: ['a', 'b'], ring: [[1, 2]], none: null })).toEqual(
    [
      { field: 'kind', value: 'text' },
      { field: 'cart.name', value: 'Cart 1' },
      { field: 'ids', value: 'a, b' },
      { field: 'ring', value: '1 ×' },
      { field: 'none', value: '' },
    ],
  )
})

test('shows a role by its name', () => {
  const applicant = { name: 'Applicant', slug: 'ROLE_APPLICANT' }
  const greenkeeper = { name: 'Greenkeeper', slug: 'ROLE_GREENKEEPER' }
  expect(changedFields({ before: { role: applicant }, after: { role: greenkeeper } })).toEqual([
    { field: 'role', before: 'Applicant', after: 'Greenkeeper' },
  ])
})
