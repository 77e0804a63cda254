/** The missions of a past day: their state at a moment, and the events to jump to. */

import type { ReplayRun } from '@greensward/contract'
import { isActive, type MissionLogLine, type MissionStatus, type Notification } from '@greensward/domain'
import type { Stretch } from './placeAt.ts'

export type MarkKind = 'started' | 'stopped' | 'done' | 'failed' | 'missed' | 'cancelled' | 'alarm'

/** A moment that a person may want to look at. */
export interface Mark {
  readonly atMs: number
  readonly kind: MarkKind
  /** The mower or cart it is about; null where it is about none. */
  readonly vehicleId: string | null
  readonly run: ReplayRun | null
  readonly alarm: Notification | null
}

const KIND_OF: Partial<Readonly<Record<MissionStatus, MarkKind>>> = {
  working: 'started',
  stopped: 'stopped',
  interrupted: 'stopped',
  done: 'done',
  failed: 'failed',
  missed: 'missed',
  cancelled: 'cancelled',
}

/** The changes of state alone: a line that leaves the state as it was tells something else. */
const turns = ({ changes }: ReplayRun): readonly MissionLogLine[] =>
  changes.filter(({ status }, index) => status !== changes[index - 1]?.status)

const msOf = (at: string): number => new Date(at).getTime()

/** Every jump of a stretch of time, in the order of time. */
export const marksOf = (
  runs: readonly ReplayRun[],
  alarms: readonly Notification[],
  { fromMs, toMs }: Stretch,
): readonly Mark[] =>
  [
    ...runs.flatMap(run =>
      turns(run).flatMap(({ at, status }): Mark[] => {
        const kind = KIND_OF[status]
        return kind === undefined ? [] : [{ atMs: msOf(at), kind, vehicleId: run.mowerId, run, alarm: null }]
      }),
    ),
    ...alarms.map(
      (alarm): Mark => ({
        atMs: msOf(alarm.at),
        kind: 'alarm',
        vehicleId: alarm.subject === 'mower' || alarm.subject === 'cart' ? alarm.subjectId : null,
        run: null,
        alarm,
      }),
    ),
  ]
    .filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
    .sort((a, b) => a.atMs - b.atMs)

/** A jump lands a little before what happened, so that it is seen happening. */
export const LEAD_MS = 3_000

/** Where a jump to a mark leads. */
export const leadTo = (mark: Mark): number => mark.atMs - LEAD_MS

/** The next mark after a moment; one that is just about to happen counts as reached. */
export const markAfter = (marks: readonly Mark[], atMs: number): Mark | undefined =>
  marks.find(mark => leadTo(mark) > atMs + 500)

/** The last mark before a moment; a mark at the current moment is skipped. */
export const markBefore = (marks: readonly Mark[], atMs: number): Mark | undefined =>
  marks.findLast(mark => leadTo(mark) < atMs - 500)

/** The state of a mission at a moment; undefined before it was planned. */
export const statusAt = (run: ReplayRun, atMs: number): MissionStatus | undefined =>
  run.changes.findLast(({ at }) => msOf(at) <= atMs)?.status

/** When a mission worked, up to a moment for one that has not ended. */
export const workingStretches = (run: ReplayRun, nowMs: number): readonly Stretch[] => {
  const all = turns(run)
  return all.flatMap(({ at, status }, index) => {
    const next = all[index + 1]
    return status === 'working' ? [{ fromMs: msOf(at), toMs: next === undefined ? nowMs : msOf(next.at) }] : []
  })
}

/** The mission that a mower was on at a moment. */
export const runOf = (runs: readonly ReplayRun[], mowerId: string, atMs: number): ReplayRun | undefined =>
  runs.find(run => {
    if (run.mowerId !== mowerId) return false
    const status = statusAt(run, atMs)
    return status !== undefined && isActive(status)
  })
