import { distanceM, distanceToLineM, headingOfDeg, lengthM, type XY } from '@greensward/geometry'
import { describe, expect, test } from 'vitest'
import {
  area,
  at,
  BUNKER,
  box,
  frame,
  MOWER,
  ROUGH,
  restriction,
  road,
  ZONE_TYPES,
  zone,
} from '../course/course.fixture.ts'
import type { CourseFeature } from '../course/course.ts'
import { bodyRadiusM, checkDrive, type DriveInput, planDrive } from './planDrive.ts'
import { bodyOf } from './planMission.ts'

const GROUND = zone(1, ROUGH, box(-30, -60, 130, 60))

const input = (features: readonly CourseFeature[], over: Partial<DriveInput> = {}): DriveInput => ({
  features: [GROUND, ...features],
  zoneTypes: ZONE_TYPES,
  occupied: [],
  mower: MOWER,
  from: at(0, 0),
  facingDeg: null,
  to: at(100, 0),
  approach: [],
  headingDeg: null,
  ...over,
})

const driven = (of: DriveInput): readonly XY[] => {
  const plan = planDrive(of)
  if (!plan.ok) throw new Error(JSON.stringify(plan.error))
  return plan.value.legs.flatMap(({ points }, i) => points.slice(i === 0 ? 0 : 1).map(point => frame.toLocal(point)))
}

const wall = box(48, -20, 52, 20)

test('drives straight over open ground, with the blade off', () => {
  const line = driven(input([]))
  expect(line).toHaveLength(2)
  expect(lengthM(line)).toBeCloseTo(100, 3)
  const plan = planDrive(input([]))
  expect(plan.ok && plan.value.legs.every(({ bladeOn, kind }) => !bladeOn && kind === 'transit')).toBe(true)
})

test('takes a road that is little longer than the way over the grass', () => {
  const line = driven(
    input([
      road(2, [
        [0, 1],
        [50, 8],
        [100, 1],
      ]),
    ]),
  )
  expect(Math.min(...line.map(point => distanceM(point, [50, 8])))).toBeLessThan(1)
})

describe('an obstacle in the way', () => {
  test.each<[string, CourseFeature]>([
    ['a restriction', restriction(2, wall)],
    ['a bunker', zone(2, BUNKER, wall)],
    ['a building', area(2, wall)],
  ])('is passed with the whole body outside of it: %s', (_, obstacle) => {
    const of = input([obstacle])
    const line = driven(of)
    expect(lengthM(line)).toBeGreaterThan(104)
    expect(lengthM(line)).toBeLessThan(125)
    const closed = [...wall, ...wall.slice(0, 1)]
    for (const point of line) expect(distanceToLineM(closed, point)).toBeGreaterThan(bodyOf(MOWER).widthM / 2)
    expect(checkDrive([line.map(([x, y]) => at(x, y))], of, bodyOf(MOWER))).toEqual([])
  })

  test('is named where there is no way past it', () => {
    const across = restriction(2, box(48, -500, 52, 500))
    expect(planDrive(input([across]))).toMatchObject({
      ok: false,
      error: { kind: 'noWay', code: 'noWay', params: { title: 'No-go 2' } },
    })
  })

  test('is named where the position is in it', () => {
    const closed = restriction(2, box(95, -5, 105, 5))
    expect(planDrive(input([closed]))).toMatchObject({
      ok: false,
      error: { code: 'noWay', params: { title: 'No-go 2' } },
    })
  })

  test('is not squeezed past through a gap narrower than the mower', () => {
    const gate = [restriction(2, box(48, -500, 52, -0.6)), restriction(3, box(48, 0.6, 52, 500))]
    expect(planDrive(input(gate)).ok).toBe(false)
  })
})

test('another mower on the line is driven around, and named where it parks at the end', () => {
  const other = { id: MOWER.id, title: 'South', position: at(50, 0), radiusM: bodyRadiusM(MOWER) }
  const line = driven(input([], { occupied: [other] }))
  expect(distanceToLineM(line, [50, 0])).toBeGreaterThan(bodyRadiusM(MOWER) + MOWER.widthM / 2)
  expect(planDrive(input([], { occupied: [{ ...other, position: at(100, 1) }] }))).toMatchObject({
    ok: false,
    error: { params: { title: 'South' } },
  })
})

test('a mower with no room to turn beside an obstacle first drives straight ahead, past it', () => {
  const beside = [restriction(2, box(-10, -3, 12, -0.9))]
  expect(planDrive(input(beside, { to: at(0, 40) }))).toMatchObject({
    ok: false,
    error: { params: { title: 'No-go 2' } },
  })
  const [, second = [0, 0]] = driven(input(beside, { to: at(0, 40), facingDeg: 90 }))
  expect(distanceM(second, [20, 0])).toBeLessThan(0.001)
})

test('a base is entered by its approach, slowly, and by nothing else', () => {
  const of = input([], { approach: [at(90, 20), at(100, 10)] })
  const plan = planDrive(of)
  const legs = plan.ok ? plan.value.legs : []
  expect(legs.map(({ speedMps }) => speedMps)).toEqual([MOWER.transitSpeedMps, MOWER.turningSpeedMps])
  const points = legs[1]?.points.map(point => frame.toLocal(point)) ?? []
  expect(points).toHaveLength(3)
  expect(distanceM(points[2] ?? [0, 0], [100, 0])).toBeLessThan(0.001)
  expect(plan.ok && plan.value.headingDeg).toBeCloseTo(180, 3)
})

test('a base without an approach is entered in the direction of its heading, where there is room', () => {
  const free = driven(input([], { headingDeg: 0 }))
  const [before = [0, 0], last = [0, 0]] = free.slice(-2)
  expect(Math.cos((headingOfDeg(before, last) * Math.PI) / 180)).toBeCloseTo(1, 6)
  const noRoom = restriction(2, box(96, -8, 104, -1.5))
  expect(distanceM(driven(input([noRoom], { headingDeg: 0 })).at(-1) ?? [0, 0], [100, 0])).toBeLessThan(0.001)
})

test('refuses a position off the course, and one where the mower is already', () => {
  expect(planDrive(input([], { to: at(400, 0) }))).toMatchObject({
    ok: false,
    error: { kind: 'offCourse', code: 'offCourse', params: { metres: 270 } },
  })
  expect(planDrive(input([], { from: at(-300, 0) }))).toMatchObject({ ok: false, error: { kind: 'offCourse' } })
  expect(planDrive(input([], { to: at(0.2, 0) }))).toMatchObject({ ok: false, error: { kind: 'alreadyThere' } })
})

test('a drive that was read back is judged with the whole body', () => {
  const of = input([restriction(2, box(48, 0.5, 52, 20))])
  const path = [at(0, 0), at(100, 0)]
  expect(checkDrive([path], of, bodyOf(MOWER))).toMatchObject([{ kind: 'bodyInObstacle', title: 'No-go 2' }])
})
