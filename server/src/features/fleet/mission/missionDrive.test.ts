import type { MissionPlan } from '@greensward/domain'
import { expect, test } from 'vitest'
import { at } from '../../../testing/ground.ts'
import { driveOf, isOnApproach, isOnBoard, positionInPlan, restOfPlan } from './missionDrive.ts'

const mower = { bladeSwitch: { kind: 'relay', index: 0 }, transitSpeedMps: 2 } as const

/** Two swaths and the turn between them. */
const plan: Pick<MissionPlan, 'legs'> = {
  legs: [
    { kind: 'swath', bladeOn: true, speedMps: 1.5, points: [at(0, 0), at(0, 10), at(0, 20)] },
    { kind: 'turn', bladeOn: false, speedMps: 0.8, points: [at(0, 20), at(2, 20)] },
    { kind: 'swath', bladeOn: true, speedMps: 1.5, points: [at(2, 20), at(2, 0)] },
  ],
}
const BEGINNING = { leg: 0, point: 0 }
const RELAY = 181

const legsOf = (rest: Pick<MissionPlan, 'legs'>) => rest.legs.map(({ points }) => points)

test('the rest of a plan begins where it is resumed, on the interrupted leg', () => {
  expect(legsOf(restOfPlan(plan, { leg: 0, point: 2 }, at(0, 14)))).toEqual([
    [at(0, 14), at(0, 20)],
    [at(0, 20), at(2, 20)],
    [at(2, 20), at(2, 0)],
  ])
  expect(restOfPlan(plan, BEGINNING, at(9, 9)).legs).toBe(plan.legs)
})

test('drives the approach with the blade off, and switches it on where the plan starts', () => {
  const from = { leg: 0, point: 2 }
  const approach = [at(-10, 5), at(-5, 14), at(0, 14)]
  const { items } = driveOf(restOfPlan(plan, from, approach.at(-1)), mower, approach)
  const blade = items.flatMap(({ command, params }, seq) => (command === RELAY ? [{ seq, on: params[1] === 1 }] : []))
  expect(blade[0]).toEqual({ seq: 1, on: false })
  const waypoints = items.flatMap(({ position }, seq) =>
    position === undefined || seq === 0 ? [] : [{ seq, position }],
  )
  expect(waypoints.slice(0, 3).map(({ position }) => position)).toEqual(approach)
  const on = blade.find(each => each.on)
  // Set once the point is reached: behind its item and before the next.
  expect(on?.seq).toBeGreaterThan(waypoints[2]?.seq ?? 0)
  expect(on?.seq).toBeLessThan(waypoints[3]?.seq ?? 0)
  expect(blade.at(-1)?.on).toBe(false)
})

test('every item leads to its position in the plan, however the drive was taken up', () => {
  const whole = { plan, approach: [], from: BEGINNING, drive: driveOf(plan, mower, []) }
  const approach = [at(-5, 14), at(0, 14)]
  const from = { leg: 0, point: 2 }
  const rest = { plan, approach, from, drive: driveOf(restOfPlan(plan, from, at(0, 14)), mower, approach) }
  const seqTo = (drive: typeof whole.drive, east: number, north: number): number =>
    drive.items.findIndex(
      ({ position }, seq) => seq > 0 && position?.[0] === at(east, north)[0] && position[1] === at(east, north)[1],
    )
  expect(positionInPlan(whole, seqTo(whole.drive, 0, 10))).toEqual({ leg: 0, point: 1 })
  expect(positionInPlan(whole, seqTo(whole.drive, 2, 20))).toEqual({ leg: 1, point: 1 })
  expect(positionInPlan(whole, seqTo(whole.drive, 2, 0))).toEqual({ leg: 2, point: 1 })
  expect(positionInPlan(rest, seqTo(rest.drive, -5, 14))).toBe('approach')
  expect(positionInPlan(rest, seqTo(rest.drive, 0, 20))).toEqual({ leg: 0, point: 2 })
  expect(positionInPlan(rest, seqTo(rest.drive, 2, 20))).toEqual({ leg: 1, point: 1 })
  expect(isOnBoard(rest.drive, whole.drive.items)).toBe(false)
  expect(isOnBoard(whole.drive, whole.drive.items)).toBe(true)
  expect(isOnBoard(whole.drive, null)).toBe(false)
})

test('a mower is on its approach until it has reached the first point of its plan', () => {
  const straight = { plan, approach: [], from: BEGINNING, drive: driveOf(plan, mower, []) }
  const approach = [at(-5, -5), at(-5, 0), at(0, 0)]
  const around = { plan, approach, from: BEGINNING, drive: driveOf(plan, mower, approach) }
  for (const drive of [straight, around]) {
    const waypoints = drive.drive.items.flatMap(({ position }, seq) =>
      position === undefined || seq === 0 ? [] : [{ seq, position }],
    )
    const begins = waypoints.findIndex(({ position }) => position[0] === at(0, 0)[0] && position[1] === at(0, 0)[1])
    const verdicts = waypoints.map(({ seq }) => isOnApproach({ ...drive, seq }))
    expect(verdicts).toEqual(waypoints.map((_, index) => index <= begins))
    expect(isOnApproach({ ...drive, seq: 0 })).toBe(true)
  }
})
