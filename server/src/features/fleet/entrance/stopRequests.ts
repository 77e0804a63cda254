/** What the entrance for stops knows, whom it answers, and the answer: the stops themselves go to the gateway. */
import type { IncomingMessage } from 'node:http'
import type { CommandOutcome } from '@greensward/contract'
import type { MowerConfig, StopOutcome } from '@greensward/vehicle'
import { monotonicMs } from '@greensward/vehicle/thread'
import { refusal } from '../../../platform/http/refusal.ts'
import { tokenHash } from '../../../platform/secrets.ts'
import { outcomeOf, UNREACHED, unreached } from '../mower/stopAnswer.ts'
import type { Admitted, EntranceNote, Known, Person, StoppableMower } from './notes.ts'

export interface StopEntranceHooks {
  /** Sends at once, with the note in order. */
  stop(config: MowerConfig, note: EntranceNote): Promise<StopOutcome | undefined>
  note(note: EntranceNote): void
}

/** Callers without a good token are answered this often a second, all together. */
const STRANGERS_A_SECOND = 50
const HEADERS = 'x-api-key, content-type, idempotency-key, x-asked-at'
const TOKEN_LENGTH = 200

/** Any prefix is accepted, so that a proxy may forward any path here. */
const PATH = /\/(?:mowers\/(?:(?<all>stop-all)|(?<mowerId>[^/]+)\/stop)|missions\/(?<missionId>[^/]+)\/stop)$/

const hostOf = (address: string): string | undefined => {
  try {
    return new URL(address).hostname
  } catch {
    return undefined
  }
}

export class StopRequests {
  private readonly publicOrigin: string | undefined
  private readonly hooks: StopEntranceHooks
  private mowers = new Map<string, StoppableMower>()
  private missions = new Map<string, string>()
  private admitted = new Map<string, Admitted>()
  private second = 0
  private strangersAnswered = 0

  constructor(publicOrigin: string | undefined, hooks: StopEntranceHooks) {
    this.publicOrigin = publicOrigin
    this.hooks = hooks
  }

  know(known: Known): void {
    this.mowers = new Map(known.mowers.map(mower => [mower.config.id, mower]))
    this.missions = new Map(known.missions)
    this.admitted = new Map(known.admitted.map(each => [each.hash, each]))
  }

  /** Counts a caller without a good token: whether there were too many within this second. */
  isFlood(): boolean {
    const now = Math.floor(monotonicMs() / 1_000)
    if (now !== this.second) {
      this.second = now
      this.strangersAnswered = 0
    }
    this.strangersAnswered += 1
    return this.strangersAnswered > STRANGERS_A_SECOND
  }

  /** @throws Refusal tooManyRequests, forbidden, unauthorized */
  admit({ headers }: IncomingMessage): Person {
    const person = this.personOf(headers['x-api-key'])
    if (person === undefined && this.isFlood()) throw refusal('tooManyRequests')
    if (!this.mayAsk(headers)) throw refusal('forbidden')
    if (person === undefined) throw refusal('unauthorized')
    return person
  }

  /** @throws Refusal notFound */
  async answer({ method, url }: IncomingMessage, person: Person): Promise<unknown> {
    if (method !== 'POST') throw refusal('notFound')
    const { all, mowerId, missionId } = PATH.exec((url ?? '').split('?', 1)[0] ?? '')?.groups ?? {}
    if (all !== undefined) return this.stopAll(person)
    const mower = this.mowers.get(mowerId ?? this.missions.get(missionId ?? '') ?? '')
    if (mower === undefined) throw refusal('notFound')
    return this.stopOne(mower, person)
  }

  headersFor({ headers }: IncomingMessage): Record<string, string> {
    return {
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      vary: 'origin',
      ...(headers.origin !== undefined && this.mayAsk(headers)
        ? {
            'access-control-allow-origin': headers.origin,
            'access-control-allow-methods': 'POST',
            'access-control-allow-headers': HEADERS,
            'access-control-max-age': '600',
          }
        : {}),
    }
  }

  private personOf(token: string | string[] | undefined): Person | undefined {
    if (typeof token !== 'string' || token.length > TOKEN_LENGTH) return undefined
    const found = this.admitted.get(tokenHash(token))
    return found !== undefined && monotonicMs() < found.untilMs ? found.person : undefined
  }

  /** Pages of the same host, at whichever port the server itself is. A token is needed all the same. */
  private mayAsk({ origin, host: asked }: IncomingMessage['headers']): boolean {
    return (
      origin === undefined ||
      origin === this.publicOrigin ||
      (hostOf(origin) !== undefined && hostOf(origin) === hostOf(`http://${asked}`))
    )
  }

  private async stopOne({ config }: StoppableMower, person: Person): Promise<CommandOutcome> {
    const mowerId = config.id
    const stop = await this.hooks.stop(config, { kind: 'asked', mowerId, person })
    this.hooks.note({ kind: 'done', mowerId, person, stop })
    return stop === undefined ? unreached() : outcomeOf(stop)
  }

  /** All are sent their stop before the first answer is waited for. */
  private async stopAll(person: Person) {
    const asked = [...this.mowers.values()].map(async mower => ({ mower, answer: await this.stopOne(mower, person) }))
    this.hooks.note({ kind: 'allAsked', person })
    const answers = await Promise.all(asked)
    return {
      stopped: answers.flatMap(({ mower: { config }, answer }) =>
        answer.outcome === 'accepted' ? [{ id: config.id, name: config.name }] : [],
      ),
      notStopped: answers.flatMap(({ mower: { config, phone }, answer }) =>
        answer.outcome === 'accepted'
          ? []
          : [{ id: config.id, name: config.name, reason: answer.reason ?? UNREACHED, why: answer.why, phone }],
      ),
    }
  }
}
