/** May this mission be at that time in the schedule? What is against it, and when it could be instead. Pure: the web asks while a block is dragged, the server decides. */
import { z } from 'zod'
import { instant } from '../common/text.ts'
import type { MissionStatus } from '../mission/mission.ts'
import { spansMeet, type TimeSpan } from './timetable.ts'

export const conflictKind = z.enum(['mower', 'zone', 'service', 'rain', 'closed', 'tooShort'])
export type ConflictKind = z.infer<typeof conflictKind>

/** One thing that is against a slot; its times are null where it has no beginning or no end. */
export const scheduleConflict = z.strictObject({
  kind: conflictKind,
  /** The conflicting object: another mission, a hole, a restriction, the mower. */
  title: z.string(),
  missionId: z.uuid().nullable(),
  from: instant.nullable(),
  to: instant.nullable(),
})
export type ScheduleConflict = z.infer<typeof scheduleConflict>

/** Golfers of whom it is known that they come while a mission would be there: no conflict, as mowers wait for them. */
export const comingPlay = z.strictObject({
  holeTitle: z.string(),
  /** Empty for a group of the tee sheet that is not out yet. */
  cartName: z.string(),
  /** The tee time of such a group, null for one that is on the course. */
  teeTime: instant.nullable(),
  /** Nobody plays the hole before that group on its day. */
  isFirst: z.boolean(),
  from: instant,
  to: instant,
})
export type ComingPlay = z.infer<typeof comingPlay>

export const slot = z.strictObject({ startsAt: instant, endsAt: instant })
export type Slot = z.infer<typeof slot>

/** Details of a refusal by the schedule. */
export const scheduleRefusal = z.strictObject({
  conflicts: z.array(scheduleConflict).min(1),
  /** The next slots that are free, earliest first; none within two weeks leaves the list empty. */
  free: z.array(slot),
})
export type ScheduleRefusal = z.infer<typeof scheduleRefusal>

/** A mission that takes its mower and its ground for a time. */
export interface Occupation extends TimeSpan {
  readonly missionId: string
  readonly title: string
  readonly mowerId: string
  readonly featureId: string
  /** Missions of one group share a ground on purpose, such as several mowers on one fairway. */
  readonly groupId?: string | null
}

/** A time at which nothing may be mown there, and why. */
export interface Closed extends TimeSpan {
  readonly kind: 'service' | 'rain' | 'closed'
  readonly title: string
}

export interface Wanted extends TimeSpan {
  /** Null for a mission that is not stored yet. */
  readonly missionId: string | null
  readonly mowerId: string
  readonly featureId: string
  readonly groupId?: string | null
  /** How long the plan itself takes, in milliseconds: a slot may be longer and never shorter. */
  readonly leastMs: number
}

export interface ScheduleFacts {
  readonly others: readonly Occupation[]
  readonly closed: readonly Closed[]
  /** Other features that share ground with the wanted one. */
  readonly sharedGround?: ReadonlySet<string>
  /** When golfers are expected there: nothing against it, as mowers wait for them, and no slot to propose. */
  readonly golfers?: readonly TimeSpan[]
  /** Days of series without a mission yet: nothing against a slot, and no slot to propose. */
  readonly coming?: readonly Occupation[]
}

/** Statuses in which a mission takes its time in the schedule. */
export const OCCUPYING: readonly MissionStatus[] = ['planned', 'uploading', 'working', 'stopped', 'interrupted']

/** A schedule is kept in minutes: less than a second makes no difference. */
const SLACK_MS = 1_000

const instantOf = (ms: number): string | null => (Number.isFinite(ms) ? new Date(ms).toISOString() : null)

const againstOf = (wanted: Wanted, other: Occupation, shared: ReadonlySet<string> | undefined) => {
  if (other.missionId === wanted.missionId) return undefined
  if (other.mowerId === wanted.mowerId) return 'mower'
  const sameGroup = wanted.groupId !== undefined && wanted.groupId !== null && wanted.groupId === other.groupId
  const sameGround = other.featureId === wanted.featureId || shared?.has(other.featureId) === true
  return sameGround && !sameGroup ? 'zone' : undefined
}

/** Everything that is against the wanted slot, earliest first; none means that it is free. */
export const conflictsOf = (wanted: Wanted, facts: ScheduleFacts): ScheduleConflict[] => {
  const conflicts: ScheduleConflict[] = []
  if (wanted.to - wanted.from < wanted.leastMs - SLACK_MS)
    conflicts.push({
      kind: 'tooShort',
      title: '',
      missionId: null,
      from: instantOf(wanted.from),
      to: instantOf(wanted.from + wanted.leastMs),
    })
  for (const other of facts.others) {
    const kind = againstOf(wanted, other, facts.sharedGround)
    if (kind !== undefined && spansMeet(wanted, other))
      conflicts.push({
        kind,
        title: other.title,
        missionId: other.missionId,
        from: instantOf(other.from),
        to: instantOf(other.to),
      })
  }
  for (const closed of facts.closed)
    if (spansMeet(wanted, closed))
      conflicts.push({
        kind: closed.kind,
        title: closed.title,
        missionId: null,
        from: instantOf(closed.from),
        to: instantOf(closed.to),
      })
  return conflicts.sort((a, b) => Date.parse(a.from ?? '1970-01-01') - Date.parse(b.from ?? '1970-01-01'))
}

/** Slots begin on whole minutes, as people write them. */
const MINUTE_MS = 60_000

const roundedUp = (ms: number): number => Math.ceil(ms / MINUTE_MS) * MINUTE_MS

/**
 * The next time at which nothing is against it and nobody plays there, not before the wanted one; undefined where there is none until `latest`.
 * @param notBefore milliseconds since 1970: now, since nothing is planned into the past
 * @param latest milliseconds since 1970 by which it has to have begun
 */
export const nextFreeSlot = (
  wanted: Wanted,
  facts: ScheduleFacts,
  notBefore: number,
  latest: number,
): TimeSpan | undefined => {
  const lasts = Math.max(wanted.to - wanted.from, wanted.leastMs)
  const inTheWay: TimeSpan[] = [
    ...[...facts.others, ...(facts.coming ?? [])].filter(
      other => againstOf(wanted, other, facts.sharedGround) !== undefined,
    ),
    ...facts.closed,
    ...(facts.golfers ?? []),
  ].sort((a, b) => a.from - b.from)
  let from = Math.max(wanted.from, roundedUp(notBefore))
  // A later conflict may end before an earlier one does, so each pass checks all of them.
  for (let moved = true; moved; ) {
    moved = false
    for (const span of inTheWay)
      if (spansMeet({ from, to: from + lasts }, span)) {
        if (!Number.isFinite(span.to)) return undefined
        from = roundedUp(span.to)
        moved = true
      }
    if (from > latest) return undefined
  }
  return { from, to: from + lasts }
}

/** Some next free slots one after the other, each a whole length after the last. */
export const freeSlots = (
  wanted: Wanted,
  facts: ScheduleFacts,
  notBefore: number,
  latest: number,
  count: number,
): TimeSpan[] => {
  const found: TimeSpan[] = []
  let earliest = notBefore
  while (found.length < count) {
    const next = nextFreeSlot(wanted, facts, earliest, latest)
    if (next === undefined) break
    found.push(next)
    earliest = next.to
  }
  return found
}
