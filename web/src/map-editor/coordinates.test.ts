import { expect, test } from 'vitest'
import { typedNumber, typedOffset, typedPosition } from './coordinates.ts'
import { at, plane } from './fakeCanvas.fixture.ts'

const bounds = { topLeft: [-6.2, 53.5], bottomRight: [-6.0, 53.4] } as const

test.each([
  ['-6.1234', '53.4321', [-6.1234, 53.4321]],
  [' −6,1234° ', '53,4321°', [-6.1234, 53.4321]],
] as const)('%s and %s are a position', (lon, lat, value) => {
  expect(typedPosition(lon, lat, { topLeft: [-6.2, 53.5], bottomRight: [-6.0, 53.4] })).toEqual({
    ok: true,
    value: [...value],
  })
})

test.each([
  ['', '53.4321', 'notNumber'],
  ['-6.12 W', '53.4321', 'notNumber'],
  ['1e3', '53.4321', 'notNumber'],
  ['-6.1234', '91', 'latRange'],
  ['-186.1234', '53.43', 'lonRange'],
  ['-7.5', '53.43', 'beyondBounds'],
  ['53.4321', '-6.1234', 'swapped'],
] as const)('%s and %s are refused: %s', (lon, lat, error) => {
  expect(typedPosition(lon, lat, { topLeft: [...bounds.topLeft], bottomRight: [...bounds.bottomRight] })).toEqual({
    ok: false,
    error,
  })
})

test('metres east and north move a corner to another position, within limits', () => {
  expect(typedOffset(at(0, 0), '10', '-2,5 m', plane, null)).toEqual({ ok: true, value: at(10, -2.5) })
  expect(typedOffset(at(0, 0), '100000', '0', plane, null)).toEqual({ ok: false, error: 'tooFar' })
  expect(typedOffset(at(0, 0), 'ten', '0', plane, null)).toEqual({ ok: false, error: 'notNumber' })
})

test('only plain numbers are numbers', () => {
  expect(['12', '-0.5', '.5', '12.', '1,5', '0x10', 'Infinity', '--1', '1 2'].map(typedNumber)).toEqual([
    12,
    -0.5,
    0.5,
    12,
    1.5,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
