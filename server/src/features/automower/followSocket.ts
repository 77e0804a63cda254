/** One connection to the events of the maker's service, by `ws`. It is loaded with the first one. */
import type { LookupFunction } from 'node:net'
import { isIPv6 } from 'node:net'
import { inTime } from '../../platform/inTime.ts'
import { addressOf, Failed } from '../../platform/outgoing.ts'
import { type Fault, fault, faultOf } from './fault.ts'

export interface FollowOptions {
  /** The operator of the server lets it ask hosts of its own network. */
  readonly allowsPrivate: boolean
  readonly now: () => Date
  readonly signal: AbortSignal
  readonly onOpen: () => void
  readonly onMessage: (text: string) => void
  readonly pingMs?: number
}

const TIMEOUT_MS = 15_000
/** The service ends a connection that is silent for ten minutes, and each one after two hours. */
const PING_MS = 60_000
/** A connection ends after this many pings without an answer. */
const PINGS_WITHOUT_ANSWER = 3
/** An event has some hundred bytes. */
const MOST_BYTES = 100_000

/** The address that was found once, so that the name cannot lead elsewhere at the call. */
const onlyTo =
  (address: string): LookupFunction =>
  (_, { all }, done) => {
    const family = isIPv6(address) ? 6 : 4
    if (all === true) done(null, [{ address, family }])
    else done(null, address, family)
  }

const connect = async (address: string, token: string, allowsPrivate: boolean) => {
  const url = new URL(address)
  if (url.protocol !== 'wss:' && url.protocol !== 'ws:')
    throw new Failed('forbiddenAddress', 'Only ws and wss are asked')
  const late = () => new Failed('tooSlow', `No address within ${TIMEOUT_MS} ms`)
  const found = await inTime(addressOf(url.hostname, allowsPrivate), TIMEOUT_MS, late)
  const { WebSocket } = await import('ws')
  return new WebSocket(url, {
    headers: { authorization: `Bearer ${token}` },
    lookup: onlyTo(found),
    handshakeTimeout: TIMEOUT_MS,
    maxPayload: MOST_BYTES,
    perMessageDeflate: false,
  })
}
type Socket = Awaited<ReturnType<typeof connect>>

/** Until it ends from whichever side. @returns undefined where the signal ended it */
const ended = (socket: Socket, options: FollowOptions): Promise<Fault | undefined> =>
  new Promise(done => {
    const { signal, now, onOpen, onMessage, pingMs = PING_MS } = options
    let unanswered = 0
    const answered = (): void => {
      unanswered = 0
    }
    const end = (why: Fault | undefined): void => {
      clearInterval(pings)
      signal.removeEventListener('abort', abort)
      socket.terminate()
      done(why)
    }
    const abort = (): void => end(undefined)
    const ping = (): void => {
      if (socket.readyState !== socket.OPEN) return
      if (unanswered >= PINGS_WITHOUT_ANSWER) {
        end(fault('tooSlow', 'It no longer answers'))
        return
      }
      unanswered += 1
      socket.ping()
      // Its gateway counts messages and not pings as a sign of life.
      socket.send('ping')
    }
    const pings = setInterval(ping, pingMs)
    pings.unref()
    socket.on('open', onOpen)
    socket.on('pong', answered)
    socket.on('message', (data, isBinary) => {
      answered()
      if (!isBinary) onMessage(data.toString())
    })
    socket.on('unexpected-response', (request, { statusCode = 0, headers }) => {
      request.destroy()
      const isRefused = statusCode === 401 || statusCode === 403
      end(
        isRefused ? fault('keyRefused', `It answered ${statusCode}`) : faultOf({ status: statusCode, headers }, now()),
      )
    })
    // After the end it has nothing more to say, but an error without a listener would end the server.
    socket.on('error', error => end(fault('notReached', error.message.slice(0, 200))))
    socket.on('close', code => end(fault('notReached', `It ended the connection (${code})`)))
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort)
  })

/**
 * Follows the events with this token. Every failure is a value with a reason.
 * @returns why the connection ended; undefined where the signal ended it
 */
export const followSocket = async (
  address: string,
  token: string,
  options: FollowOptions,
): Promise<Fault | undefined> => {
  try {
    return await ended(await connect(address, token, options.allowsPrivate), options)
  } catch (error) {
    if (error instanceof Failed) return fault(error.problem, error.message)
    return fault('notReached', error instanceof Error ? error.message.slice(0, 200) : '')
  }
}
