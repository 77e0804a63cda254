import { BLADE, box, FAIRWAY, frame, idOf, MOWER, ZONE_TYPES, zone } from '../course/course.fixture.ts'
import type { CourseFeature, Position } from '../course/course.ts'
import { type PlanInput, planMission } from './planMission.ts'

export const FIELD = zone(1, FAIRWAY, box(0, 0, 40, 80))

export const input = (features: readonly CourseFeature[], over: Partial<PlanInput> = {}): PlanInput => ({
  features,
  zoneTypes: ZONE_TYPES,
  target: { kind: 'zone', featureId: idOf(1) },
  mower: MOWER,
  blade: BLADE,
  headingDeg: 0,
  turnScheme: 'oneInOne',
  cleaningCycles: 2,
  ...over,
})

export const planned = (of: PlanInput) => {
  const result = planMission(of)
  if (!result.ok) throw new Error(result.error.code)
  return result.value
}

export const nearestM = (points: readonly Position[], to: Position): number => {
  const [x, y] = frame.toLocal(to)
  return Math.min(
    ...points.map(point => {
      const [px, py] = frame.toLocal(point)
      return Math.hypot(px - x, py - y)
    }),
  )
}
