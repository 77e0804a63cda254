/** The life of a job for people. */
import { jobMinutes, type StaffJob, type StaffJobStatus, type StaffJobStep } from './staffJob.ts'

/** Which steps a job can take. A step that changes nothing is left out, so that a repeated press does no harm. */
const STEPS: Readonly<Record<StaffJobStatus, readonly StaffJobStep['step'][]>> = {
  planned: ['start', 'done', 'notDone'],
  working: ['done', 'notDone', 'reopen'],
  done: ['reopen', 'notDone'],
  notDone: ['reopen', 'start', 'done'],
}

export const stepsOf = (status: StaffJobStatus): readonly StaffJobStep['step'][] => STEPS[status]

const MINUTE_MS = 60_000

/** Whole minutes from start to end, at least one; null where nobody started it, or forgot to end it for longer than a day's work. */
export const takenMinutes = (startedAt: string | null, endedAt: string): number | null => {
  if (startedAt === null) return null
  const minutes = Math.max(1, Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / MINUTE_MS))
  return jobMinutes.safeParse(minutes).success ? minutes : null
}

export type JobState = Pick<StaffJob, 'status' | 'startedAt' | 'endedAt' | 'minutes' | 'reason'>

/** The job after the step, or undefined where the job is past it. */
export const afterStep = (job: JobState, { step, at, minutes, reason }: StaffJobStep): JobState | undefined => {
  if (!STEPS[job.status].includes(step)) return undefined
  switch (step) {
    case 'start':
      return { status: 'working', startedAt: at, endedAt: null, minutes: null, reason: null }
    case 'reopen':
      return { status: 'planned', startedAt: null, endedAt: null, minutes: null, reason: null }
    case 'done':
    case 'notDone': {
      // From done to not done and back, the work took as long as it took.
      const isRunning = job.endedAt === null
      return {
        status: step,
        startedAt: job.startedAt,
        endedAt: at,
        minutes: minutes ?? (isRunning ? takenMinutes(job.startedAt, at) : job.minutes),
        reason: step === 'notDone' ? reason : null,
      }
    }
  }
}
