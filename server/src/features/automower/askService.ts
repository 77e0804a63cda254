/** Signs in to the maker's service, reads its mowers, follows their events, pauses, parks and starts them. It returns every fault with its reason. */
import type { AutomowerMachine, AutomowerProblem } from '@greensward/contract'
import { z } from 'zod'
import { callOutgoing } from '../../platform/outgoing.ts'
import { type Fault, fault, faultOf } from './fault.ts'
import { type FollowOptions, followSocket } from './followSocket.ts'
import { readMachines } from './readMachines.ts'
import { RequestTurns } from './starts/requestTurns.ts'

/** What a service is asked by. */
export interface Account {
  readonly applicationKey: string
  readonly secret: string
  readonly signInAddress: string
  readonly address: string
  readonly eventsAddress: string
}

interface AskOptions {
  readonly allowsPrivate: boolean
  readonly signal: AbortSignal
  readonly now: () => Date
}

export type Reply = { readonly ok: true; readonly machines: readonly AutomowerMachine[] } | Fault

/** The maker's names of the actions. */
const ACTIONS = {
  pause: 'Pause',
  park: 'ParkUntilFurtherNotice',
  parkUntilNext: 'ParkUntilNextSchedule',
} as const
export type AutomowerAction = keyof typeof ACTIONS

/** What makes a mower drive. The last two let it drive by its own schedule. */
export type AutomowerStart =
  | { readonly command: 'startArea'; readonly areaId: string; readonly minutes: number }
  | { readonly command: 'resume' | 'confirmError' }

interface StartOptions {
  /** Aborts once a stop comes. */
  readonly signal: AbortSignal
  /** Called at the last moment before it is sent. @throws where it must not be sent any more */
  readonly beforeSending: () => void
}

/** The answer to an action, and how many requests it took. */
export interface Acted {
  readonly reply: { readonly ok: true } | Fault
  readonly requests: number
}

/** An action as it is sent. */
interface Action extends Partial<StartOptions> {
  readonly body: string
  readonly isStop: boolean
}

/** https://developer.husqvarnagroup.cloud/apis/automower-connect-api */
const startRequest = (machineId: string, start: AutomowerStart): { readonly path: string; readonly body: string } => {
  const machine = `mowers/${encodeURIComponent(machineId)}`
  const action = (data: object) => ({ path: `${machine}/actions`, body: JSON.stringify({ data }) })
  if (start.command === 'startArea')
    return action({
      type: 'StartInWorkArea',
      attributes: { duration: start.minutes, workAreaId: Number(start.areaId) },
    })
  return start.command === 'resume'
    ? action({ type: 'ResumeSchedule' })
    : { path: `${machine}/errors/confirm`, body: '{}' }
}

const TIMEOUT_MS = 15_000
const ACTION_TIMEOUT_MS = 8_000
/** The maker takes one request a second from an application. */
const APART_MS = 1_100
/** As often as a mower on MAVLink is sent its stop. */
const TRIES = 3
const TRIED_AGAIN: readonly AutomowerProblem[] = ['rateLimited', 'notReached', 'tooSlow']
const MAX_BYTES = 4_000_000
/** A token is renewed while it still counts. */
const RENEW_MS = 60_000

const token = z.object({ access_token: z.string().min(1).max(10_000), expires_in: z.number().positive() })

interface Token {
  readonly of: string
  readonly value: string
  readonly untilMs: number
}

export class AutomowerService {
  readonly #options: AskOptions
  #token: Token | undefined
  /** Actions of this server are a second apart; beside a reading or another server the maker may still refuse one. */
  readonly #turns = new RequestTurns(APART_MS)

  constructor(options: AskOptions) {
    this.#options = options
  }

  /** @param timeZone of the course */
  async read(account: Account, timeZone: string): Promise<Reply> {
    const answer = await this.#call(account, 'mowers')
    if (!answer.ok) return answer
    const machines = readMachines(answer.text, timeZone)
    return machines === undefined ? fault('notUnderstood', 'Its list of mowers cannot be read') : { ok: true, machines }
  }

  /** The service answers once it has the request; the mower follows within a minute. @param machineId the maker's */
  async act(account: Account, machineId: string, action: AutomowerAction): Promise<Acted> {
    const path = `mowers/${encodeURIComponent(machineId)}/actions`
    const body = JSON.stringify({ data: { type: ACTIONS[action] } })
    let requests = 0
    const send = () => {
      requests += 1
      return this.#call(account, path, { body, isStop: true })
    }
    const hadToken = this.#token !== undefined
    let reply = await send()
    // A token may be withdrawn before its time, and a stop does not wait for the next try of a person.
    if (!reply.ok && reply.problem === 'keyRefused' && hadToken) reply = await send()
    const { signal } = this.#options
    while (!reply.ok && TRIED_AGAIN.includes(reply.problem) && requests < TRIES && !signal.aborted) reply = await send()
    return { reply: reply.ok ? { ok: true } : reply, requests }
  }

  /**
   * Sends a start once: one that was sent twice could follow a stop. Only a token that was withdrawn before its time is tried
   * again, as nothing was taken by it.
   * @throws what `beforeSending` throws
   */
  async start(account: Account, machineId: string, start: AutomowerStart, options: StartOptions): Promise<Acted> {
    const { path, body } = startRequest(machineId, start)
    let requests = 0
    const send = () =>
      this.#call(account, path, {
        body,
        isStop: false,
        signal: options.signal,
        beforeSending: () => {
          options.beforeSending()
          requests += 1
        },
      })
    const hadToken = this.#token !== undefined
    let reply = await send()
    if (!reply.ok && reply.problem === 'keyRefused' && hadToken) reply = await send()
    return { reply: reply.ok ? { ok: true } : reply, requests }
  }

  /**
   * Follows the events until the connection ends or `signal` comes.
   * @returns why it ended; undefined where the signal ended it
   */
  async follow(
    account: Account,
    use: Pick<FollowOptions, 'signal' | 'onOpen' | 'onMessage'>,
  ): Promise<Fault | undefined> {
    const signedIn = await this.#signIn(account)
    if (!signedIn.ok) return use.signal.aborted ? undefined : signedIn
    const { allowsPrivate, now } = this.#options
    const ended = await followSocket(account.eventsAddress, signedIn.value, { ...use, allowsPrivate, now })
    if (ended?.problem === 'keyRefused') this.#forget(signedIn.value)
    return ended
  }

  /** The next request signs in again, unless another one did so meanwhile. */
  #forget(value: string): void {
    if (this.#token?.value === value) this.#token = undefined
  }

  /** @param action undefined to read */
  async #call(
    account: Account,
    path: string,
    action?: Action,
  ): Promise<{ readonly ok: true; readonly text: string } | Fault> {
    const signedIn = await this.#signIn(account)
    if (!signedIn.ok) return signedIn
    const { allowsPrivate, signal: closing, now } = this.#options
    const signal = action?.signal === undefined ? closing : AbortSignal.any([closing, action.signal])
    if (action !== undefined) await this.#turns.take(action.isStop, action.signal)
    action?.beforeSending?.()
    const body = action?.body
    const answer = await callOutgoing(`${account.address.replace(/\/$/, '')}/${path}`, {
      timeoutMs: body === undefined ? TIMEOUT_MS : ACTION_TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      allowsPrivate,
      signal,
      headers: {
        authorization: `Bearer ${signedIn.value}`,
        'authorization-provider': 'husqvarna',
        'x-api-key': account.applicationKey,
        ...(body === undefined ? {} : { 'content-type': 'application/vnd.api+json' }),
      },
      ...(body === undefined ? {} : { body }),
    })
    if (!answer.ok) return fault(answer.problem, answer.detail)
    if (answer.status === 401 || answer.status === 403) {
      this.#forget(signedIn.value)
      return fault('keyRefused', `It answered ${answer.status}`)
    }
    const expected = body === undefined ? 200 : 202
    return answer.status === expected ? { ok: true, text: answer.text } : faultOf(answer, now())
  }

  async #signIn(account: Account): Promise<{ readonly ok: true; readonly value: string } | Fault> {
    const { allowsPrivate, signal, now } = this.#options
    const { applicationKey, secret, signInAddress } = account
    // A token goes only to the addresses that the key was typed for.
    const of = JSON.stringify(account)
    if (this.#token?.of === of && this.#token.untilMs > now().getTime()) return { ok: true, value: this.#token.value }
    const answer = await callOutgoing(signInAddress, {
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      allowsPrivate,
      signal,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: applicationKey,
        client_secret: secret,
      }).toString(),
    })
    if (!answer.ok) return fault(answer.problem, answer.detail)
    if ([400, 401, 403].includes(answer.status)) return fault('keyRefused', `The sign-in answered ${answer.status}`)
    if (answer.status !== 200) return faultOf(answer, now())
    let read: z.infer<typeof token>
    try {
      read = token.parse(JSON.parse(answer.text))
    } catch {
      return fault('notUnderstood', 'The answer to the sign-in cannot be read')
    }
    const untilMs = now().getTime() + read.expires_in * 1_000 - RENEW_MS
    this.#token = { of, value: read.access_token, untilMs }
    return { ok: true, value: read.access_token }
  }
}
