/** The drive of a mission on the earth: what is drawn, stored, sent to the mower and judged by the pre-start checks. */
import type { PlanWarningCode } from '@greensward/messages'
import { z } from 'zod'
import { headingDeg } from '../common/text.ts'
import { polygonGeometry, position } from '../course/course.ts'
import { outerPass } from '../mission/cleanUpPass.ts'
import { planStats } from '../mission/mission.ts'
import { mowingPattern } from '../mission/pattern.ts'

export const planLeg = z.strictObject({
  kind: z.enum(['lap', 'swath', 'turn', 'transit']),
  bladeOn: z.boolean(),
  speedMps: z.number().positive(),
  points: z.array(position).min(2),
})
export type PlanLeg = z.infer<typeof planLeg>

/** Why a plan is less than was requested: a code of the catalogue, with the figures behind it. */
export const planWarning = z.strictObject({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Where on the drive it is, where that is more than the whole plan. */
  places: z.array(position).optional(),
})
export interface PlanWarning extends z.infer<typeof planWarning> {
  readonly code: PlanWarningCode
}

export const missionPlan = z.strictObject({
  headingDeg,
  /** Absent in plans from a file and along a road. */
  pattern: mowingPattern.optional(),
  legs: z.array(planLeg),
  uncovered: z.array(polygonGeometry),
  /** The outermost pass as it is on the day of the mission; absent in plans from a file and along a road. */
  outerPass: outerPass.optional(),
  /** The strip along the edge that stays uncut because the outermost pass is shifted or skipped. */
  leftUncut: z.array(polygonGeometry).optional(),
  warnings: z.array(planWarning),
  stats: planStats,
})
export type MissionPlan = z.infer<typeof missionPlan>
