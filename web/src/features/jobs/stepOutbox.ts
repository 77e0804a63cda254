/** Steps of jobs that were pressed and are not sent yet: a phone keeps them while it has no network. */
import { calls } from '@greensward/contract'
import { afterStep, type StaffJob, type StaffJobStep } from '@greensward/domain'
import { browserDatabase } from '../../api/browserDatabase.ts'
import { call, randomId } from '../../api/index.ts'
import { openOutbox, type Unsent } from '../../api/outbox.ts'
import { serverNowMs } from '../../api/serverClock.ts'
import type { Tone } from '../../ui/index.ts'

export interface WaitingStep extends Unsent {
  readonly personId: string
  readonly jobId: string
  /** For the message of a refusal, when the job is no longer there. */
  readonly title: string
  readonly step: StaffJobStep
}

export const stepOutbox = openOutbox<'steps', WaitingStep>(
  browserDatabase('greensward-jobs', { steps: 'requestId' }),
  'steps',
  'greensward.jobs.outbox',
  ({ personId }) => personId,
)

export const TONE_OF_STATUS: Readonly<Record<StaffJob['status'], Tone>> = {
  planned: 'neutral',
  working: 'main',
  done: 'success',
  notDone: 'warn',
}

export const sendStep = ({ jobId, step }: WaitingStep): Promise<StaffJob> =>
  call(calls.jobs.step, { params: { id: jobId }, body: step })

/** Two presses within one millisecond have to stay apart: the server takes only newer ones. */
let lastMs = 0

/** The moment of a press that happens now, by the server's clock. */
export const nextStepAt = (): string => {
  const now = Date.now()
  lastMs = Math.max(lastMs + 1, serverNowMs(now) ?? now)
  return new Date(lastMs).toISOString()
}

/**
 * A step that is pressed now.
 * @param title of the job, as the person reads it
 */
export const stepNow = (
  personId: string,
  jobId: string,
  title: string,
  step: Omit<StaffJobStep, 'at'>,
): WaitingStep => {
  const at = nextStepAt()
  return {
    requestId: randomId(),
    personId,
    jobId,
    title,
    step: { ...step, at },
    madeAtMs: Date.parse(at),
    refusal: null,
  }
}

/** The job as it will be once everything that waits has been sent. */
const withStepsOf = (job: StaffJob, waiting: readonly WaitingStep[], me: StaffJob['person']): StaffJob => {
  let known = job
  for (const { jobId, step, refusal } of waiting) {
    const after = jobId === job.id && refusal === null ? afterStep(known, step) : undefined
    if (after !== undefined) known = { ...known, ...after, person: known.person ?? me }
  }
  return known
}

export const withSteps = (
  jobs: readonly StaffJob[],
  waiting: readonly WaitingStep[],
  me: StaffJob['person'],
): StaffJob[] => jobs.map(job => withStepsOf(job, waiting, me))
