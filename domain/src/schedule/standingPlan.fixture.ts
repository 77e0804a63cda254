/** Standing plans for tests. */

import { hole, idOf } from '../course/course.fixture.ts'
import type { Hole } from '../course/course.ts'
import type { StandingPlan } from './standingPlan.ts'
import type { Timetable } from './timetable.ts'

/** A hole that is played at these times. */
export const playedHole = (n: number, closedTimes: Timetable): Hole => {
  const plain = hole(n, [
    [0, 0],
    [0, 100],
  ])
  return { ...plain, properties: { ...plain.properties, closedTimes } }
}

export const standingPlanOf = (n: number, over: Partial<StandingPlan> = {}): StandingPlan => ({
  id: idOf(n),
  name: `Plan ${n}`,
  zoneTypeIds: [],
  zoneIds: [],
  exceptZoneIds: [],
  repeat: { kind: 'daily', until: null },
  firstDay: '2026-05-01',
  from: '05:00',
  until: '09:00',
  mowers: [],
  priority: 'normal',
  aheadOfPlay: false,
  direction: 'auto',
  pattern: 'auto',
  turnScheme: 'oneInOne',
  cleaningCycles: 1,
  cleanUpPass: 'everyDay',
  startsByItself: false,
  pausedUntil: null,
  updatedAt: '2026-05-01T05:00:00.000Z',
  ...over,
})
