import { expect, test } from 'vitest'
import { at } from '../course/course.fixture.ts'
import { apartInTime, type DriveAhead, passesStanding, startsApart } from './apartInTime.ts'

const LEG = 100

/** Drives up or down a lane at 1 m/s. */
const lane = (x: number, from: number, to: number, changes: Partial<DriveAhead> = {}): DriveAhead => ({
  widthM: 2,
  at: at(x, from),
  way: [],
  waySpeedMps: 2,
  legs: [{ points: [at(x, from), at(x, to)], speedMps: 1 }],
  ...changes,
})

test.each([
  ['side by side on lanes as wide as both and the clearance', lane(0, 0, LEG), lane(2.6, 0, LEG), true],
  ['side by side on lanes a little narrower', lane(0, 0, LEG), lane(2.4, 0, LEG), false],
  ['on one lane, one far behind the other', lane(0, 0, 40), lane(0, 60, LEG), true],
  ['on one lane, one right behind the other', lane(0, 0, 40), lane(0, 8, 50), false],
  ['towards each other on one lane', lane(0, 0, LEG), lane(0, LEG, 0), false],
  ['past one parked beside the lane', lane(0, 0, LEG), lane(2.6, 50, 50, { legs: [] }), true],
  ['past one parked in the lane', lane(0, 0, LEG), lane(0.5, 50, 50, { legs: [] }), false],
])('%s', (_, one, other, apart) => {
  expect(apartInTime(one, other)).toBe(apart)
  expect(apartInTime(other, one)).toBe(apart)
})

test('the lane is crossed when the other is far along it, and not when it comes by', () => {
  const crossing = (y: number): DriveAhead => ({
    widthM: 2,
    at: at(-20, y),
    way: [at(-20, y), at(20, y)],
    waySpeedMps: 2,
    legs: [{ points: [at(20, y), at(30, y)], speedMps: 1 }],
  })
  // The way takes 20 s and crosses the lane after 10 s.
  expect(apartInTime(lane(0, 0, LEG), crossing(60))).toBe(true)
  expect(apartInTime(lane(0, 0, LEG), crossing(10))).toBe(false)
})

test('two that leave one yard side by side are not too near each other there', () => {
  const from = (x: number, to: number): DriveAhead => ({
    widthM: 2,
    at: at(x, 0),
    way: [at(x, 0), at(to, 50)],
    waySpeedMps: 2,
    legs: [{ points: [at(to, 50), at(to, 90)], speedMps: 1 }],
  })
  expect(apartInTime(from(0, -30), from(2, 30))).toBe(true)
})

test('after its drive a mower stays where it ended', () => {
  expect(apartInTime(lane(0, 0, 10), lane(0, 90, 12))).toBe(false)
})

/** A mission on a lawn 60 m east, whose approach takes half a minute. */
const starts: DriveAhead = {
  widthM: 2,
  at: at(0, 0),
  way: [at(0, 0), at(60, 0)],
  waySpeedMps: 2,
  legs: [{ points: [at(60, 0), at(60, 900)], speedMps: 1 }],
}

test.each<[string, DriveAhead, boolean]>([
  ['the way of another one that leaves beside it', lane(0, 1, 60, { at: at(0, 1), way: [at(0, 1), at(60, 1)] }), false],
  [
    'one that drove off by the same way long before',
    lane(60, 0, 60, { at: at(40, 0), way: [at(40, 0), at(90, 0)], legs: [] }),
    true,
  ],
  [
    'one that drove off by the same way just before',
    lane(60, 0, 60, { at: at(6, 0), way: [at(6, 0), at(90, 0)], legs: [] }),
    false,
  ],
  ['one that ends on its way', lane(30, 10, 0), false],
  ['one beside its rows after a minute', lane(61, 60, 30), false],
  ['one beside its rows after ten minutes', lane(61, 600, 590), true],
])('a start is compared with %s', (_, other, apart) => {
  expect(startsApart(starts, other)).toBe(apart)
})

test.each<[string, DriveAhead['at'], boolean]>([
  ['on its way', at(30, 1.5), false],
  ['beside its way', at(30, 2.5), true],
  ['on its first rows', at(60, 30), false],
  ['on rows that it reaches after ten minutes', at(60, 600), true],
  ['beside it from the beginning', at(-1, 1.5), true],
  ['right before it', at(1.5, 0), false],
])('a start is compared with one that stands %s', (_, there, passes) => {
  expect(passesStanding(starts, { at: there, widthM: 2 })).toBe(passes)
})
