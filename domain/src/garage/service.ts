/** When the service of a vehicle is due by its plan, and what is left until then. */
import { z } from 'zod'
import { instant } from '../common/text.ts'

/** `none` has no plan; `soon` has a tenth of its hours left, or a week. */
export const serviceState = z.enum(['none', 'fine', 'soon', 'due'])
export type ServiceState = z.infer<typeof serviceState>

export const serviceDue = z.strictObject({
  state: serviceState,
  /** Below zero where it is overdue; null where it does not count. */
  engineHoursLeft: z.number().nullable(),
  bladeHoursLeft: z.number().nullable(),
  dueAt: instant.nullable(),
})
export type ServiceDue = z.infer<typeof serviceDue>

/** Running time of a vehicle until a moment. */
export interface Running {
  readonly atMs: number
  readonly engineHours: number | null
  readonly bladeHours: number | null
}

const DAY_MS = 86_400_000
const SOON_SHARE = 0.1
const SOON_MS = 7 * DAY_MS

const leftOf = (every: number | null, then: number | null, now: number | null): number | null =>
  every === null ? null : Math.round((every - ((now ?? 0) - (then ?? 0))) * 10) / 10

/** Whichever comes first; null does not count. */
export interface ServiceIntervals {
  readonly everyEngineHours: number | null
  readonly everyBladeHours: number | null
  readonly everyDays: number | null
}

/** @param last the last service, or where counting began */
export const serviceDueOf = (plan: ServiceIntervals, last: Running, now: Running): ServiceDue => {
  const engineHoursLeft = leftOf(plan.everyEngineHours, last.engineHours, now.engineHours)
  const bladeHoursLeft = leftOf(plan.everyBladeHours, last.bladeHours, now.bladeHours)
  const dueMs = plan.everyDays === null ? null : last.atMs + plan.everyDays * DAY_MS
  const stateOf = (left: number | null, soon: number): ServiceState =>
    left === null ? 'none' : left <= 0 ? 'due' : left <= soon ? 'soon' : 'fine'
  const states = [
    stateOf(engineHoursLeft, (plan.everyEngineHours ?? 0) * SOON_SHARE),
    stateOf(bladeHoursLeft, (plan.everyBladeHours ?? 0) * SOON_SHARE),
    // A week ahead, or half of an interval that is shorter than two.
    stateOf(dueMs === null ? null : dueMs - now.atMs, Math.min(SOON_MS, (plan.everyDays ?? 0) * DAY_MS * 0.5)),
  ]
  const worst = (['due', 'soon', 'fine'] as const).find(state => states.includes(state))
  return {
    state: worst ?? 'none',
    engineHoursLeft,
    bladeHoursLeft,
    dueAt: dueMs === null ? null : new Date(dueMs).toISOString(),
  }
}
