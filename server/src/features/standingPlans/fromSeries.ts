/** A series of missions becomes a standing plan: the plan takes over where the series has nothing planned yet. */

import {
  addDays,
  type ClockTime,
  type Day,
  type MissionRequest,
  type Repeat,
  repeatDays,
  type StandingPlan,
} from '@greensward/domain'
import { refuse } from '../../platform/http/refusal.ts'

/** A series that plans no further days. */
export interface EndedSeries {
  /** The mission without its time. */
  readonly request: MissionRequest
  /** The rule that it had. */
  readonly repeat: Repeat
  readonly firstDay: Day
  readonly clock: ClockTime
  /** The last day that it planned, or that somebody left out. */
  readonly lastDay: Day
}

/** The longest interval of days, twice. */
const LOOK_AHEAD_DAYS = 180
/** The fleet planner may move a mission by this much, so that the mower gets there. */
const ROOM_S = 3_600
const STEP_MIN = 5
const DAY_MIN = 24 * 60

const clockAfter = (clock: ClockTime, seconds: number): ClockTime => {
  const minutes = Math.min(Math.ceil(seconds / 60 / STEP_MIN) * STEP_MIN, DAY_MIN - STEP_MIN)
  const at = (Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5)) + minutes) % DAY_MIN
  return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
}

/**
 * The plan of a series, with all its choices.
 * @param durationS of one of its missions
 * @throws Refusal conflict where the series has no further day, or choices that a plan does not have
 */
export const planOfSeries = (
  { request, repeat, firstDay, clock, lastDay }: EndedSeries,
  durationS: number,
): Omit<StandingPlan, 'id' | 'updatedAt'> => {
  const { target, angleOffsetDeg, slotS } = request
  if (target.kind !== 'zone' || target.cell !== undefined || angleOffsetDeg !== 0) return refuse('seriesNotAPlan')
  const from = addDays(lastDay, 1)
  // Counting from one of its own days keeps the interval.
  const [next] = repeatDays(repeat, firstDay, from, addDays(from, LOOK_AHEAD_DAYS))
  if (next === undefined) return refuse('seriesOver')
  return {
    name: request.title.slice(0, 60).trim(),
    zoneTypeIds: [],
    zoneIds: [target.featureId],
    exceptZoneIds: [],
    repeat,
    firstDay: next,
    from: clock,
    until: clockAfter(clock, Math.max(slotS ?? 0, durationS + ROOM_S)),
    mowers: [{ mowerId: request.mowerId, bladeId: request.bladeId, zoneTypeIds: null }],
    priority: 'normal',
    aheadOfPlay: false,
    direction: request.direction,
    pattern: request.pattern,
    turnScheme: request.turnScheme,
    cleaningCycles: request.cleaningCycles,
    cleanUpPass: request.cleanUpPass,
    startsByItself: request.startsByItself,
    pausedUntil: null,
  }
}
