import { expect, test } from 'vitest'
import { isFiltered, readMissionsSearch, writeMissionsSearch } from './missionsSearch.ts'

test('an empty address is the first page, newest start first, without filters', () => {
  const search = readMissionsSearch({})
  expect(search).toMatchObject({ page: 1, perPage: 25, sort: '-startsAt', search: '', status: [] })
  expect(isFiltered(search)).toBe(false)
  expect(writeMissionsSearch(search)).toEqual({})
})

test('an address survives reading and writing', () => {
  const address = {
    page: 3,
    perPage: 50,
    sort: 'title',
    search: 'fairway 13',
    status: 'planned,working',
    mowerId: '0190a1b2-0000-7000-8000-000000000001',
    from: '2026-11-19',
    to: '2026-11-20',
    ids: '0190a1b2-0000-7000-8000-000000000001,0190a1b2-0000-7000-8000-000000000002',
  }
  expect(writeMissionsSearch(readMissionsSearch(address))).toEqual(address)
})

test.each([
  [{ page: '-1' }, { page: 1 }],
  [{ page: 'x' }, { page: 1 }],
  [{ perPage: 100_000 }, { perPage: 100 }],
  [{ status: 'planned,flying' }, { status: ['planned'] }],
  [{ from: '2026-13-40' }, { from: undefined }],
  [{ search: { toString: 1 } }, { search: '' }],
])('an address that makes no sense (%j) is read as %j', (address, expected) => {
  expect(readMissionsSearch(address)).toMatchObject(expected)
})
