import type { CourseRequest, PlannedJob } from '@greensward/contract'

/** As the page *Plan the course* asks for the jobs of a day. */
export const requestOf = (
  jobs: readonly PlannedJob[],
  day: string,
  mowerIds: readonly string[],
  nowMs: number,
): CourseRequest => {
  const [first] = jobs
  if (first === undefined) throw new Error('There is nothing to plan')
  const wishes = jobs.map(job => ({
    featureId: job.featureId,
    day,
    startsAt: job.startsAt,
    endsAt: job.endsAt,
    mowerIds: job.mowers.map(({ mowerId }) => mowerId).filter(id => mowerIds.includes(id)),
    priority: job.priority,
    direction: job.direction,
    pattern: job.pattern,
    turnScheme: job.turnScheme,
    cleaningCycles: job.cleaningCycles,
    cleanUpPass: job.cleanUpPass,
    startsByItself: job.startsByItself,
  }))
  return {
    title: 'Day',
    zoneIds: jobs.map(({ featureId }) => featureId),
    mowers: mowerIds.map(mowerId => ({ mowerId, zoneTypeIds: null })),
    startsAt: new Date(Math.max(nowMs + 30_000, Math.min(...jobs.map(job => Date.parse(job.startsAt))))).toISOString(),
    endsAt: new Date(Math.max(...jobs.map(job => Date.parse(job.endsAt)))).toISOString(),
    cleaningCycles: first.cleaningCycles,
    turnScheme: first.turnScheme,
    startsByItself: false,
    wishes,
  }
}
