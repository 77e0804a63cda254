import type { MissionPlan, PlanInput, PlanRefusal, Result } from '@greensward/domain'

/** The course is sent to the worker once for each of its revisions, not with every question. */
export type CourseForPlan = Pick<PlanInput, 'features' | 'zoneTypes'>
export type PlanWish = Omit<PlanInput, keyof CourseForPlan>

export type PlanMessage =
  | { readonly kind: 'course'; readonly course: CourseForPlan }
  | { readonly kind: 'plan'; readonly wish: PlanWish }

export interface PlanAnswer {
  readonly result: Result<MissionPlan, PlanRefusal>
  /** Milliseconds of planning in the worker. */
  readonly tookMs: number
}
