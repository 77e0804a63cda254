import { type PolygonXY, signedAreaM2, totalAreaM2, type XY } from '@greensward/geometry'
import { expect, test } from 'vitest'
import { BLADE, box, frame, GREEN, zone } from '../course/course.fixture.ts'
import { polygonXY } from '../course/courseGeometry.ts'
import type { OuterPass } from '../mission/cleanUpPass.ts'
import { checkPlan } from './checkPlan.ts'
import { type MissionPlan, missionPlan } from './missionPlan.ts'
import { input, planned } from './planMission.fixture.ts'
import { swathOverlapM } from './planMission.ts'

const GREEN_FIELD = zone(1, GREEN, box(0, 0, 30, 20))
const PASSES = 2

const planOn = (outerPass: OuterPass, cleaningCycles = PASSES): MissionPlan =>
  planned(input([GREEN_FIELD], { outerPass, cleaningCycles }))

const leftM2 = ({ leftUncut = [] }: MissionPlan): number =>
  totalAreaM2(leftUncut.map((geometry): PolygonXY => polygonXY(frame, geometry)))

const onPasses = (plan: MissionPlan): XY[] =>
  plan.legs.filter(({ kind }) => kind === 'lap').flatMap(({ points }) => points.map(point => frame.toLocal(point)))

/** How near the middle of the mower comes to the edge on its passes. */
const fromEdgeM = (plan: MissionPlan): number =>
  Math.min(...onPasses(plan).map(([x, y]) => Math.min(x, 30 - x, y, 20 - y)))

const stripM2 = (widthM: number): number => 600 - (30 - 2 * widthM) * (20 - 2 * widthM)

test('drives along the edge and leaves no strip on a normal day', () => {
  const plan = planOn('normal')
  expect(plan.outerPass).toBe('normal')
  expect(plan.leftUncut).toBeUndefined()
  expect(plan).toEqual(planned(input([GREEN_FIELD], { cleaningCycles: PASSES })))
})

test('drives the passes the other way round on a reversed day', () => {
  expect(signedAreaM2(onPasses(planOn('normal')))).toBeLessThan(0)
  expect(signedAreaM2(onPasses(planOn('reversed')))).toBeGreaterThan(0)
  expect(fromEdgeM(planOn('reversed'))).toBeCloseTo(fromEdgeM(planOn('normal')), 1)
})

test('leaves half a width along the edge uncut on a shifted day, and says so without a warning', () => {
  const plan = planOn('shifted')
  expect(missionPlan.parse(plan)).toEqual(plan)
  expect(leftM2(plan)).toBeCloseTo(stripM2(BLADE.widthM / 2), 0)
  expect(fromEdgeM(plan) - fromEdgeM(planOn('normal'))).toBeCloseTo(BLADE.widthM / 2, 1)
  expect(planOn('normal').warnings.map(({ code }) => code)).toEqual(
    expect.arrayContaining(plan.warnings.map(({ code }) => code)),
  )
  expect(checkPlan(plan, input([GREEN_FIELD]))).toEqual([])
})

test('drives one pass fewer and leaves its strip uncut on a day that skips it', () => {
  const plan = planOn('skipped')
  expect(leftM2(plan)).toBeCloseTo(stripM2(BLADE.widthM - swathOverlapM(BLADE.widthM)), 0)
  expect(fromEdgeM(plan) - fromEdgeM(planOn('normal'))).toBeCloseTo(BLADE.widthM - swathOverlapM(BLADE.widthM), 1)
  expect(plan.stats.areaM2).toBeCloseTo(600, 0)
  expect(plan.stats.coverage).toBeLessThan(1 - leftM2(plan) / 600)
})

test('has no outermost pass to change without cleaning cycles', () => {
  expect(planOn('skipped', 0)).toMatchObject({ outerPass: 'normal' })
  expect(planOn('skipped', 0).leftUncut).toBeUndefined()
})

test('mows a tee that is too narrow to leave its edge uncut as on other days', () => {
  const narrow = zone(1, GREEN, box(0, 0, 30, 2 * BLADE.widthM))
  const plan = planned(input([narrow], { outerPass: 'skipped', cleaningCycles: 1 }))
  expect(plan).toMatchObject({ outerPass: 'normal' })
  expect(plan.stats.coverage).toBeGreaterThan(0.9)
})
