/** The position of a mission in the calendar during a move, and how pixels and keys become moves in time. */
import {
  backFromServiceMs,
  type Closed,
  cellOf,
  conflictsOf,
  type InService,
  type Mission,
  OCCUPYING,
  type Occupation,
  type ScheduleConflict,
} from '@greensward/domain'
import { type Day, dayOf, momentOf, wallClock } from '../../ui/zonedTime.ts'
import { type Span, spanOf } from './span.ts'

export interface Place extends Span {
  readonly mowerId: string
}

const MINUTE_MS = 60_000
/** Blocks snap to this, as people write times. */
export const STEP_MS = 5 * MINUTE_MS

/** The nearest step; counted from the hour, which starts on a step in every zone there is. */
export const snapped = (ms: number): number => Math.round(ms / STEP_MS) * STEP_MS

/** A block never gets shorter than what its plan takes, rounded up to a step. */
export const leastEnd = (mission: Pick<Mission, 'stats'>, from: number): number =>
  from + Math.ceil((mission.stats.durationS * 1_000) / STEP_MS) * STEP_MS

/** Its current position in the schedule. */
export const placeOf = (mission: Mission, now: number): Place | undefined => {
  const span = spanOf(mission, now)
  return span === undefined ? undefined : { ...span, mowerId: mission.mowerId }
}

/** Moved by a time, its length kept. */
export const movedBy = (place: Place, byMs: number): Place => ({
  ...place,
  from: place.from + byMs,
  to: place.to + byMs,
})

export const dayOfPlace = (place: Place, zone: string): Day => dayOf(new Date(place.from), zone)

/** The same time of the clock on another day, also where the clock changes in between. */
export const onDay = (place: Place, day: Day, zone: string): Place => {
  // In the night that has an hour twice, the clock time alone would take the second for the first.
  if (dayOfPlace(place, zone) === day) return place
  const { hour, minute } = wallClock(new Date(place.from), zone)
  const from = momentOf(day, hour, minute, zone).getTime()
  return { ...place, from, to: from + (place.to - place.from) }
}

export const isSamePlace = (a: Place, b: Place): boolean =>
  a.from === b.from && a.to === b.to && a.mowerId === b.mowerId

/** The change of the mission for a new position; a longer block needs a longer slot. */
export const changeOf = (mission: Mission, before: Place, after: Place) => ({
  ...(after.from === before.from ? {} : { startsAt: new Date(after.from).toISOString() }),
  ...(after.mowerId === before.mowerId ? {} : { mowerId: after.mowerId }),
  ...(after.to - after.from === before.to - before.from
    ? {}
    : {
        slotS: after.to <= leastEnd(mission, after.from) ? null : Math.round((after.to - after.from) / 1_000),
      }),
})

/** The question to the server before the mission moves there. */
export const slotQuestion = (mission: Mission, { mowerId, from, to }: Place) => ({
  missionId: mission.id,
  mowerId,
  target: mission.target,
  startsAt: new Date(from).toISOString(),
  durationS: Math.max(1, (to - from) / 1_000),
})

/** Cells of one split are cut so that their mowers keep apart. */
const groupOf = ({ target }: Mission): string | null => cellOf(target)?.splitId ?? null

const occupationOf = (mission: Mission, now: number): Occupation | undefined => {
  const span = OCCUPYING.includes(mission.status) ? spanOf(mission, now) : undefined
  return span === undefined
    ? undefined
    : {
        ...span,
        missionId: mission.id,
        title: mission.title,
        mowerId: mission.mowerId,
        featureId: mission.target.featureId,
        groupId: groupOf(mission),
      }
}

/** The conflicts of a position with the shown missions; the server checks all and decides. */
export const shownConflicts = (
  mission: Mission,
  place: Place,
  missions: readonly Mission[],
  closed: readonly Closed[],
  now: number,
): ScheduleConflict[] =>
  conflictsOf(
    { ...place, missionId: mission.id, featureId: mission.target.featureId, groupId: groupOf(mission), leastMs: 0 },
    { others: missions.flatMap(other => occupationOf(other, now) ?? []), closed },
  )

/** The share of a span, from its beginning, in which a mower is expected to be in service. */
export const awayShare = (mower: InService, { from, to }: Span, now: number): number =>
  Math.min(1, Math.max(0, (backFromServiceMs(mower, now) - from) / (to - from)))
