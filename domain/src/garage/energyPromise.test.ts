import { expect, test } from 'vitest'
import { energyPromise } from './energyPromise.ts'

test('before a start it needs the task, the way home and the reserve', () => {
  expect(energyPromise({ has: 0.48, task: 0.41, home: 0.06, reserve: 0.15 })).toMatchObject({
    holds: false,
    needs: expect.closeTo(0.62, 9),
    short: expect.closeTo(0.14, 9),
    homeFrom: expect.closeTo(0.21, 9),
  })
  expect(energyPromise({ has: 0.62, task: 0.41, home: 0.06, reserve: 0.15 })).toMatchObject({ holds: true, short: 0 })
})

test('without a base there is no way home', () => {
  expect(energyPromise({ has: 0.56, task: 0.41, home: null, reserve: 0.15 })).toMatchObject({
    holds: true,
    home: 0,
    homeFrom: null,
  })
})

test('a task that takes more than expected breaks the promise for its rest and for the way home', () => {
  const expected = { has: 0.6, task: 0.35, home: 0.08, reserve: 0.15 }
  expect(energyPromise({ ...expected, soFar: { used: 0.2, expected: 0.2 } }).holds).toBe(true)
  expect(energyPromise({ ...expected, soFar: { used: 0.26, expected: 0.2 } })).toMatchObject({
    holds: false,
    needs: expect.closeTo(0.709, 6),
    short: expect.closeTo(0.109, 6),
    homeFrom: expect.closeTo(0.254, 6),
  })
})

test('a few percents say nothing yet, and a rounded percentage breaks no promise', () => {
  const tight = { has: 0.58, task: 0.35, home: 0.08, reserve: 0.15 }
  expect(energyPromise({ ...tight, soFar: { used: 0.03, expected: 0.01 } }).holds).toBe(true)
  expect(energyPromise({ ...tight, has: 0.576, soFar: { used: 0, expected: 0 } }).holds).toBe(true)
  expect(energyPromise({ ...tight, has: 0.576 }).holds).toBe(false)
})

test('a task that takes less than expected needs less, down to a limit', () => {
  const { task } = energyPromise({ has: 0.5, task: 0.4, home: 0, reserve: 0, soFar: { used: 0.05, expected: 0.5 } })
  expect(task).toBeCloseTo(0.32, 9)
})
