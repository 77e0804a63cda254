import { expect, test } from 'vitest'
import { isMoving, nextChangeMs, poseAt, restingAt, withFix } from './motion.ts'

const pose = (x: number, headingDeg: number | null = 0) => ({ at: [x, 0] as [number, number], headingDeg })

test('a vehicle glides to the newest fix in the time between two fixes and stays there', () => {
  const first = withFix(undefined, pose(0), 1_000, false)
  const second = withFix(first, pose(2), 1_200, false)
  expect(poseAt(second, 1_200).at[0]).toBe(0)
  expect(poseAt(second, 1_300).at[0]).toBeCloseTo(1)
  expect(poseAt(second, 1_400).at[0]).toBe(2)
  expect(poseAt(second, 60_000).at[0]).toBe(2)
  expect(isMoving(second, 1_399)).toBe(true)
  expect(isMoving(second, 1_400)).toBe(false)
})

test('a fix in the middle of a glide continues from the drawn position', () => {
  const gliding = withFix(restingAt(pose(0), 0), pose(10), 1_000, false)
  const next = withFix(gliding, pose(12), 1_500, false)
  expect(poseAt(next, 1_500).at[0]).toBeCloseTo(5)
  expect(poseAt(next, 2_000).at[0]).toBe(12)
})

test('a far jump, a long gap and reduced motion show the fix at once', () => {
  const resting = restingAt(pose(0), 0)
  expect(poseAt(withFix(resting, pose(500), 200, false), 200).at[0]).toBe(500)
  expect(poseAt(withFix(resting, pose(5), 9_000, false), 9_000).at[0]).toBe(5)
  expect(poseAt(withFix(resting, pose(5), 200, true), 200).at[0]).toBe(5)
})

test('the heading turns the shorter way through north', () => {
  const turning = withFix(restingAt(pose(0, 350), 0), pose(1, 10), 1_000, false)
  expect(poseAt(turning, 1_500).headingDeg).toBeCloseTo(0)
  expect(poseAt(turning, 2_000).headingDeg).toBe(10)
})

test('an unknown heading stays unknown', () => {
  const motion = withFix(restingAt(pose(0, 90), 0), pose(1, null), 1_000, false)
  expect(poseAt(motion, 1_500).headingDeg).toBeNull()
})

test('a vehicle is drawn again once it is a pixel farther on, or turned to see, and at the end of its glide', () => {
  const driving = withFix(restingAt(pose(0), 0), pose(20), 1_000, false)
  expect(nextChangeMs(driving, 1_000, 2)).toBe(100)
  expect(nextChangeMs(driving, 1_000, 50)).toBe(1_000)
  // A fifth of a pixel is not seen.
  expect(nextChangeMs(driving, 1_000, 100)).toBe(Number.POSITIVE_INFINITY)
  expect(nextChangeMs(driving, 1_950, 2)).toBe(50)
  const turning = withFix(restingAt(pose(0, 0), 0), pose(0, 90), 1_000, false)
  expect(nextChangeMs(turning, 1_000, 2)).toBeCloseTo(1_000 / 30)
  expect(nextChangeMs(turning, 2_000, 2)).toBe(Number.POSITIVE_INFINITY)
  expect(nextChangeMs(restingAt(pose(0), 0), 1_000, 2)).toBe(Number.POSITIVE_INFINITY)
})
