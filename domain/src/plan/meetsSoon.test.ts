import { expect, test } from 'vitest'
import { at } from '../course/course.fixture.ts'
import type { DriveAhead } from './apartInTime.ts'
import { mayMeetSoon, startMayMeet } from './mayMeet.ts'
import { meetsSoon, meetsStanding } from './meetsSoon.ts'

const WIDTH_M = 2
const OBEYS_S = 1.5
/** Of a heavy machine on wet grass. */
const BRAKES_MPS2 = 0.6
/** From one decision to stop to the next. */
const LOOK_S = 1

const drives = (fromM: number, toM: number, speedMps: number): DriveAhead => ({
  widthM: WIDTH_M,
  at: at(fromM, 0),
  way: [],
  waySpeedMps: speedMps,
  legs: [{ points: [at(fromM, 0), at(toM, 0)], speedMps }],
})
const stands = (atM: number): DriveAhead => ({ ...drives(atM, atM, 2), legs: [] })
const stopsWithinM = (speedMps: number): number => (OBEYS_S + LOOK_S / 2) * speedMps + speedMps ** 2 / (2 * BRAKES_MPS2)

test.each([1, 2, 3, 5, 8, 10])('SAFE-6f at %d m/s both are stopped while there is room to stand', speedMps => {
  const room = stopsWithinM(speedMps)
  expect(meetsSoon(drives(0, 500, speedMps), stands(room + WIDTH_M))).toBe(true)
  expect(meetsSoon(drives(0, 500, speedMps), drives(2 * room + WIDTH_M, -500, speedMps))).toBe(true)
  expect(meetsStanding(drives(0, 500, speedMps), stands(room + WIDTH_M))).toBe(true)
  expect(mayMeetSoon(drives(0, 500, speedMps), { at: at(room + WIDTH_M, 0), widthM: WIDTH_M, speedMps: 0.5 })).toBe(
    true,
  )
})

test('SAFE-6f a slow one does not stop for one that is far away', () => {
  expect(meetsSoon(drives(0, 500, 2), stands(15))).toBe(false)
  expect(meetsSoon(drives(0, 500, 2), drives(30, -500, 2))).toBe(false)
})

test('SAFE-6f one that leaves its neighbour in a narrow yard is stopped only if it turns towards it', () => {
  const beside = { at: at(0, 2.05), widthM: WIDTH_M }
  expect(meetsStanding(drives(0, 500, 2), beside)).toBe(false)
  const turnsTowards = { ...drives(0, 500, 2), legs: [{ points: [at(0, 0), at(0, 10)], speedMps: 2 }] }
  expect(meetsStanding(turnsTowards, beside)).toBe(true)
})

test('SAFE-6g a start may meet one without a mission that follows it, and not one that is too slow or too far', () => {
  const behind = (metres: number, speedMps: number) => ({ at: at(-metres, 0), widthM: WIDTH_M, speedMps })
  // As fast as it and 10 s earlier, at half its speed, and farther behind.
  expect(startMayMeet(drives(0, 500, 2), behind(20, 2))).toBe(true)
  expect(startMayMeet(drives(0, 500, 2), behind(20, 1))).toBe(false)
  expect(startMayMeet(drives(0, 500, 2), behind(25, 2))).toBe(false)
  // It stays at the end of its drive.
  expect(startMayMeet(drives(0, 20, 2), behind(20, 1))).toBe(true)
})
