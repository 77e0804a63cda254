/** Asks the domain whether a mission may stand at a time, with the facts of the database; refuses where it may not. */

import {
  backFromServiceMs,
  type CourseFeature,
  type CourseMap,
  cellOf,
  closedTimes,
  conflictsOf,
  freeSlots,
  type MissionTarget,
  type ScheduleConflict,
  type ScheduleFacts,
  type ScheduleRefusal,
  type Slot,
  shareGround,
  spansMeet,
  type TimeSpan,
  targetFeature,
  type Wanted,
} from '@greensward/domain'
import type { Said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { boxesTouch, boxOfFeature } from '../../shared/course/featureBox.ts'
import { readMower, readTimeZone } from '../../shared/missionLife/machinesStore.ts'
import { wetTimes } from '../../shared/missionLife/wetTimes.ts'
import { why } from '../../shared/missionLife/why.ts'
import { comingOccupations } from './comingSeries.ts'
import { lockSchedule, readOccupations } from './scheduleStore.ts'

export interface ScheduleQuestion {
  readonly missionId: string | null
  readonly mowerId: string
  readonly target: MissionTarget
  readonly startsAt: Date
  /** How long the slot is; a slot that is shorter than the plan is a conflict, too. */
  readonly slotMs: number
  readonly leastMs: number
}

const DAY_MS = 86_400_000
/** How far ahead a free slot is looked for. */
const AHEAD_MS = 14 * DAY_MS
const PROPOSED = 3

const sharedGround = (target: CourseFeature | undefined, features: readonly CourseFeature[]): ReadonlySet<string> => {
  if (target === undefined) return new Set()
  const box = boxOfFeature(target)
  // Zones of one course are beside or inside each other and do not conflict; an area is drawn over them.
  return new Set(
    features.flatMap(other =>
      other.id !== target.id &&
      (other.kind === 'missionArea' || (target.kind === 'missionArea' && other.kind === 'zone')) &&
      boxesTouch(box, boxOfFeature(other)) &&
      shareGround(target, other)
        ? [other.id]
        : [],
    ),
  )
}

export interface Verdict {
  /** Nothing is against it and no golfers are expected. */
  readonly isClear: boolean
  readonly conflicts: readonly ScheduleConflict[]
  readonly free: readonly TimeSpan[]
}

export interface SlotWishes {
  /** By when a free slot has to begin; by default two weeks ahead. */
  readonly latest?: Date
  /** When golfers are expected there: no slot is proposed amid them, and some are where the wanted one is. */
  readonly golfers?: readonly TimeSpan[]
  /** A person chooses: no slot is proposed that a coming day of a series will want. */
  readonly avoidsSeries?: boolean
}

/** The conflicts of a slot, and the next free ones. */
export const judgeSlot = async (
  ctx: Pick<Context, 'clock'>,
  reader: Reader,
  map: CourseMap,
  question: ScheduleQuestion,
  { latest, golfers = [], avoidsSeries = false }: SlotWishes = {},
): Promise<Verdict> => {
  const now = ctx.clock.now()
  const from = question.startsAt.getTime()
  const wanted: Wanted = {
    missionId: question.missionId,
    mowerId: question.mowerId,
    featureId: question.target.featureId,
    groupId: cellOf(question.target)?.splitId ?? null,
    from,
    to: from + question.slotMs,
    leastMs: question.leastMs,
  }
  const until = latest?.getTime() ?? Math.max(from, now.getTime()) + AHEAD_MS
  const within: TimeSpan = {
    from: Math.min(from, now.getTime()),
    to: until + Math.max(question.slotMs, question.leastMs),
  }
  const target = targetFeature(map.features, question.target)
  const zone = await readTimeZone(reader)
  const mower = await readMower(reader, question.mowerId)
  const facts: ScheduleFacts = {
    others: await readOccupations(reader, new Date(within.from), new Date(within.to), now),
    closed: [
      ...(mower?.inService === true
        ? [
            {
              kind: 'service' as const,
              title: mower.name,
              from: Number.NEGATIVE_INFINITY,
              to: backFromServiceMs(mower, now.getTime()),
            },
          ]
        : []),
      ...(target === undefined
        ? []
        : closedTimes(target, map.features, zone, await wetTimes(reader, zone, now), within)),
    ],
    sharedGround: sharedGround(target, map.features),
    golfers,
  }
  const conflicts = conflictsOf(wanted, facts)
  const isClear = conflicts.length === 0 && !golfers.some(span => spansMeet(wanted, span))
  if (isClear) return { isClear, conflicts, free: [] }
  const coming = avoidsSeries ? await comingOccupations(ctx, reader, within, zone) : []
  return { isClear, conflicts, free: freeSlots(wanted, { ...facts, coming }, now.getTime(), until, PROPOSED) }
}

export const slotOf = ({ from, to }: TimeSpan): Slot => ({
  startsAt: new Date(from).toISOString(),
  endsAt: new Date(to).toISOString(),
})

/** The first of the conflicts, for a log or a refusal. */
export const conflictWhy = ({ kind, title }: ScheduleConflict): Said => why('slotConflict', { reason: kind, title })

const refuseSlot = ({ kind, title }: ScheduleConflict, details: ScheduleRefusal): never => {
  switch (kind) {
    case 'mower':
      return refuse('slotMower', { title }, { details })
    case 'zone':
      return refuse('slotZone', { title }, { details })
    case 'service':
      return refuse('slotService', { title }, { details })
    case 'closed':
      return refuse('slotClosed', { title }, { details })
    case 'rain':
      return refuse('slotRain', {}, { details })
    case 'tooShort':
      return refuse('slotTooShort', {}, { details })
  }
}

/**
 * Refuses a slot with a conflict. The schedule stays locked until the transaction ends, so that two people who ask at
 * once do not both get it.
 * @throws Refusal scheduleConflict with conflicts and free slots
 */
export const holdSlot = async (
  ctx: Pick<Context, 'clock'>,
  tx: Tx,
  map: CourseMap,
  question: ScheduleQuestion,
): Promise<void> => {
  await lockSchedule(tx)
  const { conflicts, free } = await judgeSlot(ctx, tx, map, question, { avoidsSeries: true })
  const [first] = conflicts
  if (first === undefined) return
  const details: ScheduleRefusal = { conflicts: [...conflicts], free: free.map(slotOf) }
  refuseSlot(first, details)
}
