/**
 * The second interface for a stop: a small HTTP listener in the gateway's thread. It answers while the main thread is
 * blocked, asks no database, and takes the same calls and gives the same answers as the API.
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { CommandOutcome } from '@greensward/domain/contract'
import type { MowerConfig, StopOutcome } from '@greensward/vehicle'
import { monotonicMs } from '@greensward/vehicle/thread'
import { Refusal, refusal } from '../../../platform/http/refusal.ts'
import { tokenHash } from '../../../platform/secrets.ts'
import { outcomeOf, UNREACHED, unreached } from '../stopAnswer.ts'
import type { Admitted, EntranceNote, EntranceOptions, Known, Person, StoppableMower } from './notes.ts'

export interface StopEntranceHooks {
  /** Sends at once, with the note in order. */
  stop(config: MowerConfig, note: EntranceNote): Promise<StopOutcome | undefined>
  note(note: EntranceNote): void
}

export interface StopEntrance {
  know(known: Known): void
  close(): Promise<void>
}

/** Callers without a good token are answered this often a second, all together. */
const STRANGERS_A_SECOND = 50
/** Beyond these the oldest connection that has shown no good token is closed. */
const MOST_CONNECTIONS = 500
const LISTEN_AGAIN_MS = 5_000
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

export const openStopEntrance = (options: EntranceOptions, hooks: StopEntranceHooks): StopEntrance => {
  const { publicOrigin, host } = options
  const strangers = new Set<Socket>()
  let mowers = new Map<string, StoppableMower>()
  let missions = new Map<string, string>()
  let admitted = new Map<string, Admitted>()
  let second = 0
  let strangersAnswered = 0
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const personOf = (token: string | string[] | undefined): Person | undefined => {
    if (typeof token !== 'string' || token.length > TOKEN_LENGTH) return undefined
    const found = admitted.get(tokenHash(token))
    return found !== undefined && monotonicMs() < found.untilMs ? found.person : undefined
  }

  /** Pages of the same host, at whichever port the server itself is. A token is needed all the same. */
  const mayAsk = ({ origin, host: asked }: IncomingMessage['headers']): boolean =>
    origin === undefined ||
    origin === publicOrigin ||
    (hostOf(origin) !== undefined && hostOf(origin) === hostOf(`http://${asked}`))

  const isFlood = (): boolean => {
    const now = Math.floor(monotonicMs() / 1_000)
    if (now !== second) {
      second = now
      strangersAnswered = 0
    }
    strangersAnswered += 1
    return strangersAnswered > STRANGERS_A_SECOND
  }

  const stopOne = async ({ config }: StoppableMower, person: Person): Promise<CommandOutcome> => {
    const mowerId = config.id
    const stop = await hooks.stop(config, { kind: 'asked', mowerId, person })
    hooks.note({ kind: 'done', mowerId, person, stop })
    return stop === undefined ? unreached() : outcomeOf(stop)
  }

  /** All are sent their stop before the first answer is waited for. */
  const stopAll = async (person: Person) => {
    const asked = [...mowers.values()].map(async mower => ({ mower, answer: await stopOne(mower, person) }))
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

  const answer = async (request: IncomingMessage): Promise<unknown> => {
    const { all, mowerId, missionId } = PATH.exec((request.url ?? '').split('?', 1)[0] ?? '')?.groups ?? {}
    const person = personOf(request.headers['x-api-key'])
    if (person === undefined && isFlood()) throw refusal('tooManyRequests')
    if (!mayAsk(request.headers)) throw refusal('forbidden')
    if (person === undefined) throw refusal('unauthorized')
    strangers.delete(request.socket)
    if (request.method !== 'POST') throw refusal('notFound')
    if (all !== undefined) return stopAll(person)
    const mower = mowers.get(mowerId ?? missions.get(missionId ?? '') ?? '')
    if (mower === undefined) throw refusal('notFound')
    return stopOne(mower, person)
  }

  const headersFor = ({ headers }: IncomingMessage): Record<string, string> => ({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    vary: 'origin',
    ...(headers.origin !== undefined && mayAsk(headers)
      ? {
          'access-control-allow-origin': headers.origin,
          'access-control-allow-methods': 'POST',
          'access-control-allow-headers': HEADERS,
          'access-control-max-age': '600',
        }
      : {}),
  })

  const say = (request: IncomingMessage, response: ServerResponse, status: number, body: unknown): void => {
    const text = JSON.stringify(body)
    const type = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text) }
    response.writeHead(status, { ...headersFor(request), ...type })
    response.end(text)
  }

  const server = createServer({ requestTimeout: 5_000, headersTimeout: 3_000, keepAliveTimeout: 5_000 })
  server.on('request', (request, response) => {
    // The body is read and ignored.
    request.resume()
    if (request.method === 'OPTIONS') {
      if (isFlood()) request.socket.destroy()
      else response.writeHead(204, headersFor(request)).end()
      return
    }
    answer(request).then(
      result => say(request, response, 200, { code: 200, result }),
      (error: unknown) => {
        const found = error instanceof Refusal ? error : refusal('internal')
        say(request, response, found.status, found.envelope)
      },
    )
  })
  server.on('connection', (socket: Socket) => {
    strangers.add(socket)
    socket.once('close', () => strangers.delete(socket))
    const [oldest] = strangers
    if (strangers.size > MOST_CONNECTIONS) oldest?.destroy()
  })
  server.on('listening', () => {
    const address = server.address()
    if (typeof address === 'object' && address !== null) hooks.note({ kind: 'listening', port: address.port })
  })

  const listen = (port: number): void => {
    if (!isClosed) server.listen({ host, port })
  }
  let nextPort = options.port
  server.on('error', error => {
    hooks.note({ kind: 'notListening', message: error.message })
    if (options.anyPort) nextPort = 0
    timer = setTimeout(() => listen(nextPort), options.anyPort ? 0 : LISTEN_AGAIN_MS)
  })
  listen(nextPort)

  return {
    know: known => {
      mowers = new Map(known.mowers.map(mower => [mower.config.id, mower]))
      missions = new Map(known.missions)
      admitted = new Map(known.admitted.map(each => [each.hash, each]))
    },
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      const closed = new Promise<void>(resolve => {
        server.close(() => resolve())
      })
      server.closeAllConnections()
      await closed
    },
  }
}
