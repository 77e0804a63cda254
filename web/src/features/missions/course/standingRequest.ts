/** The jobs that the standing plans make of a day, as the request that plans them for the fleet. */

import { type CourseRequest, MOST_COURSE_ZONES, type PlannedJob } from '@greensward/contract'
import type { Ground } from '../useGround.ts'
import { readyMowers } from './courseDraft.ts'

export interface StandingRequest {
  /** Undefined where nothing is left to plan. */
  readonly request: CourseRequest | undefined
  /** The jobs that are planned. */
  readonly jobs: readonly PlannedJob[]
  /** Jobs that have their mission. */
  readonly made: readonly PlannedJob[]
  /** Jobs whose window is over. */
  readonly late: readonly PlannedJob[]
  /** Jobs whose mowers are all in service, or have no blade or another one. */
  readonly noMower: readonly PlannedJob[]
  /** Jobs beyond the most that are planned in one go. */
  readonly beyond: readonly PlannedJob[]
}

const RANK = { low: 2, normal: 1, high: 0 } as const

/** The mowers that may do a job now; null for any. */
const mowersOf = (job: PlannedJob, ready: ReturnType<typeof readyMowers>): string[] | null =>
  job.mowers.length === 0
    ? null
    : job.mowers
        .filter(({ mowerId, bladeId }) =>
          ready.some(mower => mower.id === mowerId && (bladeId === null || mower.bladeId === bladeId)),
        )
        .map(({ mowerId }) => mowerId)

/** The server takes no time that has passed when it reads the request. */
const SOON_MS = 30_000

export function standingRequest(
  jobs: readonly PlannedJob[],
  day: string,
  title: string,
  ground: Ground,
  nowMs: number,
): StandingRequest {
  const made = jobs.filter(({ missionId }) => missionId !== null)
  const open = jobs.filter(({ missionId }) => missionId === null)
  const earliest = nowMs + SOON_MS
  const beginMs = Math.max(earliest, Math.min(...open.map(({ startsAt }) => Date.parse(startsAt))))
  const ready = readyMowers(ground, beginMs)
  const late = open.filter(({ endsAt }) => Date.parse(endsAt) <= earliest)
  const chosen = open
    .filter(({ endsAt }) => Date.parse(endsAt) > earliest)
    .map(job => ({ job, mowerIds: mowersOf(job, ready) }))
  const lacks = ({ mowerIds }: (typeof chosen)[number]): boolean => (mowerIds ?? ready).length === 0
  const fit = chosen.filter(one => !lacks(one)).toSorted((a, b) => RANK[a.job.priority] - RANK[b.job.priority])
  const planned = fit.slice(0, MOST_COURSE_ZONES)
  const used = planned.some(({ mowerIds }) => mowerIds === null)
    ? ready
    : ready.filter(({ id }) => planned.some(({ mowerIds }) => mowerIds?.includes(id)))
  const [first] = planned
  const request: CourseRequest | undefined =
    first === undefined
      ? undefined
      : {
          title,
          zoneIds: planned.map(({ job }) => job.featureId),
          mowers: used.map(({ id }) => ({ mowerId: id, zoneTypeIds: null })),
          startsAt: new Date(
            Math.max(earliest, Math.min(...planned.map(({ job }) => Date.parse(job.startsAt)))),
          ).toISOString(),
          endsAt: new Date(Math.max(...planned.map(({ job }) => Date.parse(job.endsAt)))).toISOString(),
          cleaningCycles: first.job.cleaningCycles,
          turnScheme: first.job.turnScheme,
          startsByItself: first.job.startsByItself,
          wishes: planned.map(({ job, mowerIds }) => ({
            featureId: job.featureId,
            day,
            startsAt: job.startsAt,
            endsAt: job.endsAt,
            mowerIds,
            priority: job.priority,
            direction: job.direction,
            pattern: job.pattern,
            turnScheme: job.turnScheme,
            cleaningCycles: job.cleaningCycles,
            cleanUpPass: job.cleanUpPass,
            startsByItself: job.startsByItself,
          })),
        }
  return {
    request,
    jobs: planned.map(({ job }) => job),
    made,
    late,
    noMower: chosen.filter(lacks).map(({ job }) => job),
    beyond: fit.slice(MOST_COURSE_ZONES).map(({ job }) => job),
  }
}
