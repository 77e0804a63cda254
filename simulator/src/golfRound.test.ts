import { localFrame } from '@greensward/geometry'
import { expect, test } from 'vitest'
import { type GolfCourse, golfRound, type LonLat, placeAfter, type TeeTimes } from './golfRound.ts'
import { createRandom } from './random.ts'

const frame = localFrame([-6, 53])
const place = (x: number, y: number): LonLat => frame.toLonLat([x, y])
const COURSE: GolfCourse = {
  garage: place(-50, -50),
  holes: Array.from({ length: 18 }, (_, hole) => ({
    line: [place(hole * 60, 0), place(hole * 60 + 20, 180), place(hole * 60, 360)],
    par: 3 + (hole % 3),
    passMinutes: 12 + (hole % 3) * 2,
  })),
}
const minutes = (slowness: number, seed: number): number =>
  golfRound(COURSE, slowness, createRandom(seed)).reduce((sum, { seconds }) => sum + seconds, 0) / 60

test('a round takes about the time allowed for its holes, and longer for a slow group', () => {
  const pace = COURSE.holes.reduce((sum, { passMinutes }) => sum + passMinutes, 0)
  for (let seed = 1; seed <= 20; seed += 1) {
    expect(minutes(1, seed)).toBeGreaterThan(pace * 0.85)
    expect(minutes(1, seed)).toBeLessThan(pace * 1.5)
    expect(minutes(1.4, seed)).toBeGreaterThan(minutes(1, seed))
  }
})

test('a cart drives without a jump, never faster than a cart, from the garage and back to it', () => {
  const legs = golfRound(COURSE, 1, createRandom(7))
  let before = placeAfter(legs, 0)
  expect(before).toEqual(COURSE.garage)
  for (let s = 1; ; s += 1) {
    const now = placeAfter(legs, s)
    if (now === undefined || before === undefined) break
    const [x, y] = localFrame(before).toLocal(now)
    expect(Math.hypot(x, y)).toBeLessThan(5.5)
    before = now
  }
  const [x, y] = localFrame(COURSE.garage).toLocal(before ?? [0, 0])
  expect(Math.hypot(x, y)).toBeLessThan(1)
})

test('a group waits at the tee until the one in front is on the green', () => {
  const tees: TeeTimes = new Map()
  const endS = (slowness: number, startsAtS: number): number =>
    golfRound(COURSE, slowness, createRandom(3), tees, startsAtS).reduce((sum, { seconds }) => sum + seconds, startsAtS)
  const slow = endS(1.5, 0)
  const held = endS(1, 600)
  const alone = golfRound(COURSE, 1, createRandom(3)).reduce((sum, { seconds }) => sum + seconds, 0)
  expect(held).toBeGreaterThan(slow)
  expect(held - 600).toBeGreaterThan(alone * 1.2)
})
