/** Pauses and parks Automowers through the maker's service. */
import type { AutomowerMachine, AutomowerRequested } from '@greensward/contract'
import type { Context } from '../../platform/context.ts'
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

type Person = { readonly id: number | null; readonly fullname: string } | undefined

/** Sends one request of a person to the maker's service. */
export type SendRequest = (settings: AutomowerSettings, machineId: string, action: AutomowerAction) => Promise<Acted>

/** A stop does not wait longer for the database. */
const DATABASE_MS = 1_000
/** The maker takes one request a second: those that were seen moving come first. */
const MOVING: readonly AutomowerMachine['activity'][] = ['mowing', 'leaving', 'goingHome', 'failed', 'unknown']
const rank = ({ activity }: AutomowerMachine): number => (MOVING.includes(activity) ? 0 : 1)

export class AutomowerCommands {
  readonly #ctx: Context
  readonly #sendRequest: SendRequest
  /** As the database had it when it last answered. */
  #last: StoredAutomower | undefined
  #pausing: Promise<void> | undefined

  constructor(ctx: Context, sendRequest: SendRequest) {
    this.#ctx = ctx
    this.#sendRequest = sendRequest
  }

  /** @throws Refusal notFound for a mower that the service did not list last */
  async request(machineId: string, action: AutomowerAction, user: Person): Promise<AutomowerRequested> {
    const stored = await this.#stored()
    const machine = stored?.enabled === true ? stored.machines.find(({ id }) => id === machineId) : undefined
    if (stored === undefined || machine === undefined) return refuse('notFound')
    return this.#send(stored, machine, action, user)
  }

  /** Asks every mower to pause: one that was parked at the last reading may have left since. */
  pauseAll(user: Person): Promise<void> {
    // The entrance for stops and the API both report one press.
    this.#pausing ??= this.#pauseAll(user).finally(() => {
      this.#pausing = undefined
    })
    return this.#pausing
  }

  /** Resolves once no pause of all mowers is under way. */
  async settled(): Promise<void> {
    await this.#pausing
  }

  /** Reads settings and mowers, so that a stop has them without the database. */
  async keep(): Promise<void> {
    await this.#stored()
  }

  async #pauseAll(user: Person): Promise<void> {
    const stored = await this.#stored()
    if (stored === undefined || !stored.enabled) return
    const machines = stored.machines.toSorted((a, b) => rank(a) - rank(b))
    await Promise.all(
      machines.map(async machine => {
        const { problem } = await this.#send(stored, machine, 'pause', user)
        if (problem === null) return
        this.#ctx.events.emit('notice', {
          level: 'alarm',
          subject: 'mower',
          // It is not of the garage.
          subjectId: null,
          kind: 'stopNotConfirmed',
          values: { mower: machine.name, reason: why('stopNotTaken') },
        })
      }),
    )
  }

  async #stored(): Promise<StoredAutomower | undefined> {
    const { db, log } = this.#ctx
    try {
      this.#last = await inTime(readAutomower(db), DATABASE_MS, () => new Error('The database does not answer'))
    } catch (err) {
      log.warn({ err }, 'Could not read the Automowers from the database')
    }
    return this.#last
  }

  async #send(
    settings: AutomowerSettings,
    machine: AutomowerMachine,
    action: AutomowerAction,
    user: Person,
  ): Promise<AutomowerRequested> {
    const { reply, requests } = await this.#sendRequest(settings, machine.id, action)
    const answer = reply.ok ? { problem: null, detail: '' } : { problem: reply.problem, detail: reply.detail }
    if (!reply.ok)
      this.#ctx.log.warn({ machine: machine.name, action, ...answer }, 'Could not send a request to an Automower')
    // A pause that the maker took stays one, also without the database.
    void this.#record(machine, action, user, answer, requests).catch((err: unknown) =>
      this.#ctx.log.warn({ err, machine: machine.name }, 'Could not record a request to an Automower'),
    )
    return answer
  }

  async #record(
    { id, name }: AutomowerMachine,
    action: AutomowerAction,
    user: Person,
    answer: AutomowerRequested,
    requests: number,
  ): Promise<void> {
    const { db, clock } = this.#ctx
    await db.transaction(tx =>
      this.#ctx.audit(tx, {
        ...(user === undefined ? {} : { user }),
        action: `automower.${action}`,
        subject: 'automower',
        subjectId: id,
        details: { name, ...answer },
      }),
    )
    await readSoon(db, clock.now())
    // A stop is sent also where the requests of the month are used up: the maker decides what counts.
    await noteRequests(db, requests, clock.now())
  }
}
