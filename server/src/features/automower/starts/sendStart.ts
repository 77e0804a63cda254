/** Starts Automowers through the maker's service: by a person's press or release, after the pre-start checks, sent once. */
import type { AutomowerRequested } from '@greensward/contract'
import type { AuditAction } from '@greensward/domain'
import { writeAudit } from '../../../platform/auditStore.ts'
import type { Context } from '../../../platform/context.ts'
import type { Journal } from '../../../platform/db/journal.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { User } from '../../../platform/http/route.ts'
import type { Deadline } from '../../../shared/missionLife/commandAge.ts'
import type { Acted, AutomowerStart } from '../askService.ts'
import { type AutomowerSettings, countRequest, noteRequests, readSoon } from '../automowerStore.ts'
import type { StartChecks, Subject } from './startChecks.ts'
import type { StartInProgress, StartsInProgress } from './startsInProgress.ts'

/** Sends one start to the maker's service. */
export type SendStart = (
  settings: AutomowerSettings,
  machineId: string,
  start: AutomowerStart,
  options: { readonly signal: AbortSignal; readonly beforeSending: () => void },
) => Promise<Acted>

interface Parts {
  readonly ctx: Context
  readonly checks: StartChecks
  readonly inProgress: StartsInProgress
  readonly journal: Journal
  readonly send: SendStart
}

interface Asked {
  readonly machineId: string
  readonly start: AutomowerStart
  /** Who pressed; undefined for a planned start. */
  readonly user: User | undefined
  /** Who released a planned start. */
  readonly releasedBy?: string
  readonly limit: Deadline
}

/** As the record has it. */
const detailsOf = ({ machine, areas }: Subject, start: AutomowerStart) => ({
  name: machine.name,
  ...(start.command === 'startArea'
    ? { areaId: start.areaId, zone: areas.map(({ zone }) => zone.properties.title).join(', '), minutes: start.minutes }
    : {}),
})

/**
 * @throws Refusal notFound, automowerNotStarted, workAreaNoZone, ..., stopRequested where a stop came first, commandExpired where
 * it took too long to be sent
 */
export const startAutomower = async (parts: Parts, asked: Asked): Promise<AutomowerRequested> => {
  const { ctx, inProgress } = parts
  const { machineId, limit } = asked
  const own = inProgress.begin(machineId, ctx.clock.monotonicMs() - limit.agedMs())
  try {
    return await started(parts, asked, own)
  } finally {
    own.end()
  }
}

const started = async (parts: Parts, asked: Asked, own: StartInProgress): Promise<AutomowerRequested> => {
  const { ctx, checks } = parts
  const { machineId, start, user, releasedBy, limit } = asked
  const subject = await checks.subject(machineId, start)
  await checks.require(subject, start)
  // Counted before it is sent: a crash never makes more requests than are counted.
  if (!(await countRequest(ctx.db, ctx.clock.now()))) return { problem: 'budgetSpent', detail: '' }
  const details = { ...detailsOf(subject, start), ...(releasedBy === undefined ? {} : { releasedBy }) }
  const line = (action: AuditAction, more: object) =>
    writeAudit(ctx.db, ctx.clock.now(), {
      ...(user === undefined ? {} : { user }),
      ...{ action, subject: 'automower', subjectId: machineId },
      details: { ...details, ...more },
    })
  own.check()
  limit.check()
  // A start that cannot be recorded is not sent.
  await line('automower.request', { request: start.command })
  const answered = (more: object): void =>
    void parts.journal.enter(machineId, `automower.${start.command}`, () => line(`automower.${start.command}`, more))
  let isSent = false
  try {
    const { reply, requests } = await parts.send(subject.row, machineId, start, {
      signal: own.signal,
      beforeSending: () => {
        own.check()
        limit.check()
        own.sent()
        isSent = true
      },
    })
    void parts.journal.enter('requests', 'the count of requests', async () => {
      await readSoon(ctx.db, ctx.clock.now())
      await noteRequests(ctx.db, Math.max(0, requests - 1), ctx.clock.now())
    })
    own.check()
    const answer = reply.ok ? { problem: null, detail: '' } : { problem: reply.problem, detail: reply.detail }
    if (!reply.ok) ctx.log.warn({ machine: details.name, start, ...answer }, 'Could not start an Automower')
    answered(answer)
    return answer
  } catch (error) {
    if (error instanceof Refusal) answered({ refused: error.said.code, isSent })
    throw error
  }
}
