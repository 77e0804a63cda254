import { expect, it } from 'vitest'
import { readHeightValues } from './heightValues.ts'

it('takes heights as they are where the file says nothing of them', () => {
  const plain = { scale: 1, offset: 0, toMetres: undefined }
  expect(readHeightValues(null)).toEqual(plain)
  expect(readHeightValues({})).toEqual(plain)
  expect(readHeightValues({ SCALE: 'none', OFFSET: '', UNITTYPE: 'fathoms' })).toEqual(plain)
  // A factor of nothing would make every course flat.
  expect(readHeightValues({ SCALE: '0' })).toEqual(plain)
})

it.each([
  ['metre', 1],
  ['ft', 0.3048],
  ['international foot', 0.3048],
  ['Foot (International)', 0.3048],
  ['US survey foot', 1200 / 3937],
  ['ft (US)', 1200 / 3937],
  ['cm', 0.01],
])('the unit %s is %s m', (UNITTYPE, metres) => {
  expect(readHeightValues({ UNITTYPE }).toMetres).toBe(metres)
})
