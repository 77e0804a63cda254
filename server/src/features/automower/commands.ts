/** Pauses, parks and starts Automowers through the maker's service. */
import type { AutomowerMachine, AutomowerRequested } from '@greensward/contract'
import type { AuditAction } from '@greensward/domain'
import { writeAudit } from '../../platform/auditStore.ts'
import type { Context } from '../../platform/context.ts'
import { createJournal, type Journal } from '../../platform/db/journal.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { inTime } from '../../platform/inTime.ts'
import { why } from '../../shared/missionLife/why.ts'
import type { Acted, AutomowerAction } from './askService.ts'
import {
  type AutomowerSettings,
  noteRequests,
  readAutomower,
  readSoon,
  type StoredAutomower,
} from './automowerStore.ts'
import { type SendStart, startAutomower } from './starts/sendStart.ts'
import type { StartChecks } from './starts/startChecks.ts'
import { StartsInProgress } from './starts/startsInProgress.ts'
import { StopsToConfirm } from './stopsToConfirm.ts'

type Person = { readonly id: number | null; readonly fullname: string } | undefined

/** Sends one request of a person to the maker's service. */
export type SendRequest = (settings: AutomowerSettings, machineId: string, action: AutomowerAction) => Promise<Acted>

export interface Answered {
  /** Of the maker's service. */
  readonly answer: AutomowerRequested
  /** How often it was asked. */
  readonly requests: number
  /** When the mower is reported to have followed a stop; undefined where that is not known in time. */
  readonly followed: Promise<Date | undefined>
}

interface PausedOne extends Answered {
  readonly machineId: string
}

interface Senders {
  readonly request: SendRequest
  readonly start: SendStart
}

/** A stop waits for the database twice, to read the mowers and to record the request, and each time no longer than this. */
const DATABASE_MS = 500
/** The maker takes one request a second: those that were seen moving come first. */
const MOVING: readonly AutomowerMachine['activity'][] = ['mowing', 'leaving', 'goingHome', 'failed', 'unknown']
/** Nobody has parked these until further notice, which the maker would forget for a park until the next schedule. */
const OUT: readonly AutomowerMachine['activity'][] = ['mowing', 'leaving']
/** A mower follows a request within this time, and reports its state after that. */
const FOLLOWS_MS = 60_000
const EVERY = '*'
const rank = ({ activity }: AutomowerMachine): number => (MOVING.includes(activity) ? 0 : 1)

export class AutomowerCommands {
  readonly #ctx: Context
  readonly #senders: Senders
  readonly #checks: StartChecks
  readonly #starts = new StartsInProgress()
  /** When each mower, or every one, was paused or parked until further notice last, as far as this server knows. */
  readonly #heldMs = new Map<string, number>()
  /** As the database had it when it last answered. */
  #last: StoredAutomower | undefined
  #isDatabaseAway = false
  /** What the database does not take at once is written later, and a stop does not wait for it. */
  readonly #journal: Journal
  readonly #underWay = new Set<Promise<unknown>>()
  readonly #toConfirm: StopsToConfirm
  #pausing: Promise<readonly PausedOne[]> | undefined

  constructor(ctx: Context, checks: StartChecks, senders: Senders) {
    this.#ctx = ctx
    this.#checks = checks
    this.#senders = senders
    this.#journal = createJournal(ctx.log)
    this.#toConfirm = new StopsToConfirm(ctx, machine => this.#alarm(machine, 'stopNotReported'))
  }

  /** From now on it looks whether mowers follow their stops. */
  watch(): void {
    this.#toConfirm.start()
  }

  /** The settings and the mowers of the last reading or event that this server knows of. */
  get known(): StoredAutomower | undefined {
    return this.#last
  }

  /**
   * @throws Refusal notFound for a mower that the service did not list last, automowerNotMowing for one that is not sent home until
   * its next schedule
   */
  async request(machineId: string, action: AutomowerAction, user: Person): Promise<Answered> {
    const isForLater = action === 'parkUntilNext'
    // Pause and park are pressed in danger, so they end the starts that are on their way before anything is read.
    if (!isForLater) this.#endStarts(machineId, action)
    const stored = await this.#stored()
    const machine = stored?.enabled === true ? stored.machines.find(({ id }) => id === machineId) : undefined
    if (stored === undefined || machine === undefined) return refuse('notFound')
    if (isForLater) {
      if (!this.#isOut(machine)) return refuse('automowerNotMowing', { mower: machine.name })
      this.#endStarts(machineId, action)
    }
    return this.#askRecorded(stored, machine, action, user)
  }

  /** Whether it was seen mowing or leaving since it could follow the last pause or park. */
  #isOut({ id, activity, reportedAt }: AutomowerMachine): boolean {
    const reportedMs = reportedAt === null ? 0 : Date.parse(reportedAt)
    return OUT.includes(activity) && reportedMs > this.#heldMsOf(id) + FOLLOWS_MS
  }

  #heldMsOf(machineId: string): number {
    return Math.max(...[machineId, EVERY].map(one => this.#heldMs.get(one) ?? Number.NEGATIVE_INFINITY))
  }

  /** Whether it was paused or parked after this moment, as far as this server knows. */
  isHeldSince(machineId: string, at: Date): boolean {
    return this.#heldMsOf(machineId) >= at.getTime()
  }

  /** As the maker's service listed them last; the ids of a mower that it does not list any more. */
  async namesOf(machineId: string, areaId: string): Promise<{ readonly mower: string; readonly area: string }> {
    const machine = (await this.#stored())?.machines.find(({ id }) => id === machineId)
    const area = machine?.areas.find(({ id }) => id === areaId)
    return { mower: machine?.name ?? machineId, area: area?.name ?? '' }
  }

  /** @throws what `startAutomower` throws */
  async start(asked: Parameters<typeof startAutomower>[1]): Promise<AutomowerRequested> {
    const parts = { ctx: this.#ctx, checks: this.#checks, journal: this.#journal, inProgress: this.#starts }
    const answer = await this.#counted(startAutomower({ ...parts, send: this.#senders.start }, asked))
    if (answer.problem === null) this.#toConfirm.forget(asked.machineId)
    return answer
  }

  /** A stop was asked for on another server. */
  stoppedElsewhere({
    machineId,
    action,
  }: {
    readonly machineId: string | null
    readonly action: AutomowerAction
  }): void {
    this.#repeatAfter(machineId, action)
  }

  /** Asks every mower to pause: one that was parked at the last reading may have left since. */
  pauseAll(user: Person): Promise<readonly PausedOne[]> {
    this.#endStarts(null, 'pause')
    // The entrance for stops and the API both report one press.
    this.#pausing ??= this.#pauseAll(user).finally(() => {
      this.#pausing = undefined
    })
    return this.#pausing
  }

  /** Resolves once no request is under way. */
  async settled(): Promise<void> {
    await this.#pausing
    await Promise.allSettled(this.#underWay)
  }

  /** Writes what is not recorded yet, within `timeoutMs`. */
  async close(timeoutMs: number): Promise<void> {
    await this.#toConfirm.close()
    await this.#journal.settled(timeoutMs)
    this.#journal.close()
  }

  /** Something was reported. Reads settings and mowers, so that a stop has them without the database. */
  async keep(): Promise<void> {
    await this.#stored()
    await this.#toConfirm.look()
  }

  async #pauseAll(user: Person): Promise<readonly PausedOne[]> {
    const stored = await this.#stored()
    if (stored === undefined || !stored.enabled) return []
    const machines = stored.machines.toSorted((a, b) => rank(a) - rank(b))
    // All are recorded first, so that the order of the requests is that of the machines.
    await this.#inTime(machines.map(machine => this.#recordRequest(machine, 'pause', user)))
    return Promise.all(
      machines.map(async machine => {
        const answered = await this.#ask(stored, machine, 'pause', user)
        if (answered.answer.problem !== null) this.#alarm(machine, 'stopNotTaken')
        return { machineId: machine.id, ...answered }
      }),
    )
  }

  #alarm({ name }: Pick<AutomowerMachine, 'name'>, cause: 'stopNotTaken' | 'stopNotReported'): void {
    this.#ctx.events.emit('notice', {
      level: 'alarm',
      subject: 'mower',
      // It is not of the garage.
      subjectId: null,
      kind: 'stopNotConfirmed',
      values: { mower: name, reason: why(cause) },
    })
  }

  /** From the moment of a stop no start that was pressed before it is sent, on any server. @param machineId null for all */
  #endStarts(machineId: string | null, action: AutomowerAction): void {
    this.#repeatAfter(machineId, action)
    this.#ctx.events.emit('automowerStopped', { machineId, action })
  }

  /** A start that was on its way may reach the maker's service after the stop, so that the stop is sent once more after it. */
  #repeatAfter(machineId: string | null, action: AutomowerAction): void {
    if (action !== 'parkUntilNext') this.#heldMs.set(machineId ?? EVERY, this.#ctx.clock.now().getTime())
    for (const { machineId: id, ended } of this.#starts.stop(machineId, this.#ctx.clock.monotonicMs())) {
      const repeated = ended.then(async () => {
        const stored = await this.#stored()
        const machine = stored?.machines.find(one => one.id === id)
        if (stored === undefined || machine === undefined) return
        const { answer } = await this.#ask(stored, machine, action, undefined)
        if (answer.problem !== null) this.#alarm(machine, 'stopNotTaken')
      })
      void this.#counted(repeated).catch((err: unknown) => this.#ctx.log.error({ err }, 'Could not repeat a stop'))
    }
  }

  async #stored(): Promise<StoredAutomower | undefined> {
    const { db, log } = this.#ctx
    try {
      this.#last = await inTime(readAutomower(db), DATABASE_MS, () => new Error('The database does not answer'))
      this.#isDatabaseAway = false
    } catch (err) {
      this.#isDatabaseAway = true
      log.warn({ err }, 'Could not read the Automowers from the database')
    }
    return this.#last
  }

  /** Lines that are not written within the time are written later. */
  async #inTime(lines: readonly Promise<void>[]): Promise<void> {
    if (this.#isDatabaseAway) return
    await inTime(Promise.all(lines), DATABASE_MS, () => new Error('The database does not answer')).catch(
      (err: unknown) => this.#ctx.log.warn({ err }, 'A request to an Automower is sent before it is recorded'),
    )
  }

  async #askRecorded(
    settings: AutomowerSettings,
    machine: AutomowerMachine,
    action: AutomowerAction,
    user: Person,
  ): Promise<Answered> {
    await this.#inTime([this.#recordRequest(machine, action, user)])
    return this.#ask(settings, machine, action, user)
  }

  #ask(
    settings: AutomowerSettings,
    machine: AutomowerMachine,
    action: AutomowerAction,
    user: Person,
  ): Promise<Answered> {
    return this.#counted(this.#askOnce(settings, machine, action, user))
  }

  /** The end of the server waits for it. */
  #counted<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work)
    return work.finally(() => this.#underWay.delete(work))
  }

  async #askOnce(
    settings: AutomowerSettings,
    machine: AutomowerMachine,
    action: AutomowerAction,
    user: Person,
  ): Promise<Answered> {
    const { reply, requests } = await this.#senders.request(settings, machine.id, action)
    const answer = reply.ok ? { problem: null, detail: '' } : { problem: reply.problem, detail: reply.detail }
    if (!reply.ok)
      this.#ctx.log.warn({ machine: machine.name, action, ...answer }, 'Could not send a request to an Automower')
    const isTakenStop = reply.ok && action !== 'parkUntilNext'
    const followed = isTakenStop ? this.#toConfirm.expect(machine, action) : Promise.resolve(undefined)
    this.#recordAnswer(machine, action, user, answer, requests)
    return { answer, requests, followed }
  }

  /** Before the request is sent: the answer may never come, and this server may end before it does. */
  #recordRequest(machine: AutomowerMachine, action: AutomowerAction, user: Person): Promise<void> {
    return this.#enter(machine, 'automower.request', user, { request: action })
  }

  #recordAnswer(
    machine: AutomowerMachine,
    action: AutomowerAction,
    user: Person,
    answer: AutomowerRequested,
    requests: number,
  ): void {
    const { db, clock } = this.#ctx
    void this.#enter(machine, `automower.${action}`, user, answer)
    void this.#journal.enter('requests', 'the count of requests', async () => {
      await readSoon(db, clock.now())
      // A stop is sent also where the requests of the month are used up: the maker decides what counts.
      await noteRequests(db, requests, clock.now())
    })
  }

  #enter({ id, name }: AutomowerMachine, action: AuditAction, user: Person, details: object): Promise<void> {
    const { db, clock } = this.#ctx
    const at = clock.now()
    return this.#journal.enter(id, action, () =>
      writeAudit(db, at, {
        ...(user === undefined ? {} : { user }),
        action,
        subject: 'automower',
        subjectId: id,
        details: { name, ...details },
      }),
    )
  }
}
