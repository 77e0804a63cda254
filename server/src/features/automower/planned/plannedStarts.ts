/** Sends planned starts at their times, under the release of a person, after the pre-start checks. */
import type { AutomowerRequested } from '@greensward/contract'
import type { Said } from '@greensward/messages'
import type { Context } from '../../../platform/context.ts'
import { createJournal } from '../../../platform/db/journal.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { createWatch, type Watch } from '../../../platform/watch.ts'
import { type Deadline, deadline } from '../../../shared/missionLife/commandAge.ts'
import { readTimeZone } from '../../../shared/missionLife/machinesStore.ts'
import { partOf, refusalWhy, why } from '../../../shared/missionLife/why.ts'
import type { AutomowerStart } from '../askService.ts'
import type { AutomowerCommands } from '../commands.ts'
import type { StartChecks } from '../starts/startChecks.ts'
import {
  closeAbandoned,
  endReleases,
  noteStart,
  noteWait,
  readReleasedStarts,
  type StoredStart,
  takeStart,
} from './plannedStore.ts'
import { dueStart, type StartTime, WAITS_MS } from './startTimes.ts'

const LOOK_MS = 1_000
/** Between two tries of a start that the checks refuse. */
const TRY_AGAIN_MS = 20_000
/** No server is working any more on a start that was asked for this long ago. */
const ABANDONED_MS = 180_000
/** After these the maker may have taken the request all the same. */
const UNANSWERED: readonly AutomowerRequested['problem'][] = ['tooSlow', 'notReached']

const startOf = ({ areaId, minutes }: StoredStart): AutomowerStart => ({ command: 'startArea', areaId, minutes })

export class PlannedStarts {
  readonly #ctx: Context
  readonly #checks: StartChecks
  readonly #commands: AutomowerCommands
  readonly #watch: Watch
  /** When the checks refused each start last, on the monotonic clock. */
  readonly #refusedMs = new Map<string, number>()
  /** What a stop ends is written once the database takes it, and the stop does not wait for it. */
  readonly #journal: ReturnType<typeof createJournal>

  constructor(ctx: Context, checks: StartChecks, commands: AutomowerCommands) {
    this.#ctx = ctx
    this.#checks = checks
    this.#commands = commands
    this.#journal = createJournal(ctx.log)
    this.#watch = createWatch({
      everyMs: LOOK_MS,
      lookOnce: () => this.#lookOnce(),
      failed: err => ctx.log.warn({ err }, 'Could not look after the planned starts of Automowers'),
    })
  }

  start(): void {
    this.#watch.start()
  }

  /** A person stopped the mower, or all: nothing is started by itself before another release. @param machineId null for all */
  stopped(machineId: string | null): void {
    // A release that a person gives after the stop counts, also where the database takes the stop later.
    const givenUntil = this.#ctx.clock.now()
    void this.#journal.enter('releases', 'the end of a release', () =>
      endReleases(this.#ctx.db, { machineId, areaId: null, givenUntil }),
    )
  }

  /** Waits for what is under way. */
  async close(timeoutMs: number): Promise<void> {
    await this.#watch.close()
    await this.#journal.settled(timeoutMs)
    this.#journal.close()
  }

  async #lookOnce(): Promise<void> {
    const { db, clock } = this.#ctx
    await this.#closeAbandoned()
    const rows = await readReleasedStarts(db)
    if (rows.length === 0) return
    const zone = await readTimeZone(db)
    for (const row of rows) {
      // One that is not answered takes seconds, and the next is due by the time of then.
      const due = dueStart(row, clock.now(), zone)
      if (due !== undefined) await this.#carryOut(row, due)
    }
  }

  async #closeAbandoned(): Promise<void> {
    const { db, clock } = this.#ctx
    const cause = why('startUnanswered')
    const before = new Date(clock.now().getTime() - ABANDONED_MS)
    for (const row of await closeAbandoned(db, before, { outcome: 'notStarted', why: cause }))
      await this.#tell(row, cause)
  }

  async #carryOut(row: StoredStart, due: StartTime): Promise<void> {
    const { machineId, releasedAt } = row
    // From here on a stop ends the start, and a stop before it counts from its press: the database may not have it yet.
    const limit = deadline(this.#ctx, 0)
    if (releasedAt === null || this.#commands.isHeldSince(machineId, releasedAt)) return
    const triedMs = this.#refusedMs.get(row.id) ?? Number.NEGATIVE_INFINITY
    if (this.#ctx.clock.monotonicMs() - triedMs < TRY_AGAIN_MS) return
    const isOver = this.#ctx.clock.now().getTime() - due.at.getTime() > WAITS_MS
    const refusal = await this.#refusal(row)
    if (isOver) {
      this.#refusedMs.delete(row.id)
      return this.#giveUp(row, due, refusal ?? why('nobodyLooked'))
    }
    if (refusal !== undefined) {
      this.#refusedMs.set(row.id, this.#ctx.clock.monotonicMs())
      return noteWait(this.#ctx.db, row, { at: due.at.toISOString(), outcome: 'waits', why: refusal })
    }
    this.#refusedMs.delete(row.id)
    const last = { at: this.#ctx.clock.now().toISOString(), outcome: 'asked', why: null } as const
    if (!(await takeStart(this.#ctx.db, row, due, last))) return
    const failure = await this.#send(row, limit)
    if (failure === undefined) return noteStart(this.#ctx.db, row.id, due, { ...last, outcome: 'started' })
    await noteStart(this.#ctx.db, row.id, due, { ...last, outcome: 'notStarted', why: failure })
    await this.#tell(row, failure)
  }

  /** Why the checks keep it from starting now. */
  async #refusal(row: StoredStart): Promise<Said | undefined> {
    try {
      await this.#checks.require(await this.#checks.subject(row.machineId, startOf(row)), startOf(row))
      return undefined
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return refusalWhy(error)
    }
  }

  /** @returns why it did not start */
  async #send(row: StoredStart, limit: Deadline): Promise<Said | undefined> {
    try {
      const { problem } = await this.#commands.start({
        machineId: row.machineId,
        start: startOf(row),
        user: undefined,
        releasedBy: row.releasedBy ?? '',
        limit,
      })
      if (problem === null) return undefined
      return why(UNANSWERED.includes(problem) ? 'startUnanswered' : 'startNotTaken')
    } catch (error) {
      if (!(error instanceof Refusal)) this.#ctx.log.error({ err: error }, 'A planned start of an Automower failed')
      return refusalWhy(error)
    }
  }

  async #giveUp(row: StoredStart, due: StartTime, cause: Said): Promise<void> {
    const last = { at: due.at.toISOString(), outcome: 'notStarted', why: cause } as const
    if (await takeStart(this.#ctx.db, row, due, last)) await this.#tell(row, cause)
  }

  async #tell(row: StoredStart, cause: Said): Promise<void> {
    const { mower, area } = await this.#commands.namesOf(row.machineId, row.areaId)
    this.#ctx.events.emit('notice', {
      level: 'warning',
      subject: 'mower',
      // It is not of the garage.
      subjectId: null,
      kind: area === '' ? 'automowerNotStarted' : 'automowerNotStartedIn',
      values: { mower, ...(area === '' ? {} : { area }), reason: partOf(cause) },
    })
  }
}
