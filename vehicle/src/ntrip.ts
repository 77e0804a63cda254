/** RTK corrections from an NTRIP caster, versions 1 and 2. Our own: no client on npm is maintained. */
import { createConnection, type Socket } from 'node:net'
import type { LonLat } from '@greensward/geometry'
import type { Clock } from './clock.ts'
import { MAX_CORRECTION_BYTES } from './corrections.ts'
import { createRtcmFramer, rtcmTypeOf } from './rtcm.ts'

export interface NtripOptions {
  readonly host: string
  readonly port: number
  readonly mountpoint: string
  readonly user?: string
  readonly password?: string
  /** The address to connect to; it rejects where the caster may not be asked. Absent, the host is looked up as it is. */
  readonly addressOf?: (host: string) => Promise<string>
  readonly clock: Clock
  /** For casters that compute a station for a position; null sends them none. */
  readonly position: () => LonLat | null
  /** One whole RTCM message. */
  readonly onCorrections: (rtcm: Uint8Array) => void
  /** `streaming` when corrections come, otherwise in short why they do not. */
  readonly onState: (state: 'streaming' | 'refused' | 'lost', detail: string) => void
  /** Each change of phase, with all that is known. */
  readonly onChange?: (state: NtripState) => void
}

/** Why corrections do not come, or stopped. */
export type NtripProblem =
  /** The login or password is wrong. */
  | 'authRefused'
  /** The caster has no such mountpoint: it answered with its list of them, or with 404. */
  | 'mountpointMissing'
  /** It lies in a network that this server may not ask. */
  | 'forbiddenAddress'
  /** Any other refusal. */
  | 'refused'
  /** No connection, or it was cut. */
  | 'lost'
  /** The connection stood, and nothing came. */
  | 'silent'

export interface NtripState {
  readonly phase: 'connecting' | 'streaming' | 'waiting' | 'closed'
  /** Of the last try; null while all is well. */
  readonly problem: NtripProblem | null
  /** In the system's words; of what the caster answered no more than its status. */
  readonly detail: string
  /** Wall time of the last change of phase. */
  readonly sinceMs: number
  /** Over the last ten seconds. */
  readonly bytesPerS: number
  /** RTCM message numbers received on this connection, each with its count. */
  readonly messages: readonly { readonly type: number; readonly count: number }[]
  /** Since the last whole correction; null when none has come yet. */
  readonly correctionAgeMs: number | null
  /** Whole corrections that are too long for the link to the mowers. */
  readonly tooLong: number
  /** Wall time of the next try, while it waits. */
  readonly nextTryMs: number | null
}

/** Thrown by `addressOf` for a caster that may not be contacted. */
export class ForbiddenAddress extends Error {}

export interface NtripClient {
  state(): NtripState
  close(): void
}

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000
/** A caster that sends nothing for this long is reconnected. */
const SILENCE_MS = 30_000
const POSITION_EVERY_MS = 10_000
const MAX_HEAD_BYTES = 8_192
const RATE_OVER_MS = 10_000

const line = (text: string): string => text.replace(/[\r\n]/g, '')

const requestOf = ({ host, port, mountpoint, user, password }: NtripOptions): string => {
  const login = user === undefined ? [] : [`Authorization: Basic ${btoa(`${user}:${password ?? ''}`)}`]
  return [
    `GET /${encodeURI(line(mountpoint)).replace(/^\//, '')} HTTP/1.1`,
    `Host: ${line(host)}:${port}`,
    'Ntrip-Version: Ntrip/2.0',
    'User-Agent: NTRIP Greensward',
    ...login,
    'Connection: close',
    '',
    '',
  ].join('\r\n')
}

const pad = (value: number, width: number): string => value.toFixed(6).padStart(width + 7, '0')

const degreesMinutes = (degrees: number, width: number): string => {
  const whole = Math.floor(Math.abs(degrees))
  return `${String(whole).padStart(width, '0')}${pad((Math.abs(degrees) - whole) * 60, 2)}`
}

/** A NMEA sentence GGA that says where the corrections are wanted. @param nowMs wall time */
export const ggaSentence = ([lon, lat]: LonLat, nowMs: number): string => {
  const time = new Date(nowMs).toISOString().slice(11, 19).replaceAll(':', '')
  const north = `${degreesMinutes(lat, 2)},${lat < 0 ? 'S' : 'N'}`
  const east = `${degreesMinutes(lon, 3)},${lon < 0 ? 'W' : 'E'}`
  const body = `GPGGA,${time}.00,${north},${east},4,12,1.0,0.0,M,0.0,M,,`
  const sum = [...body].reduce((xor, character) => xor ^ character.charCodeAt(0), 0)
  return `$${body}*${sum.toString(16).toUpperCase().padStart(2, '0')}\r\n`
}

/** Undoes HTTP's chunked transfer, which version 2 may use. */
const createUnchunker = (onBytes: (bytes: Uint8Array) => void): ((bytes: Uint8Array) => void) => {
  let head = ''
  let left = 0
  return bytes => {
    let at = 0
    while (at < bytes.length) {
      if (left > 0) {
        const part = bytes.subarray(at, at + left)
        onBytes(part)
        left -= part.length
        at += part.length
        continue
      }
      const character = String.fromCharCode(bytes[at++] ?? 0)
      if (character !== '\n') {
        head += character
        continue
      }
      // An empty line stands between two chunks.
      if (head.trim() !== '') left = Number.parseInt(head, 16) || 0
      head = ''
    }
  }
}

const problemOf = (head: string): NtripProblem | null => {
  const [status = ''] = head.split('\r\n', 1)
  if (/^SOURCETABLE/.test(status) || /^content-type:\s*gnss\/sourcetable/im.test(head)) return 'mountpointMissing'
  if (/^(ICY|HTTP\/1\.\d) 200/.test(status)) return null
  if (/ 40[13]\b|unauthorized|bad password/i.test(status)) return 'authRefused'
  return / 404\b/.test(status) ? 'mountpointMissing' : 'refused'
}

/** No more of an answer than this is shown: a person who may change the address could read other servers by it. */
const statusOf = (head: string): string => {
  const [, status] = /^(?:HTTP\/1\.\d|ICY|ERROR) (\d{3})\b/.exec(head) ?? []
  return status === undefined ? 'it refused' : `it answered ${status}`
}

/** A caster may block a client after repeated wrong passwords: such retries are far apart from the start. */
const isForPeople = (problem: NtripProblem): boolean =>
  problem === 'authRefused' || problem === 'mountpointMissing' || problem === 'forbiddenAddress'

const isOutage = (problem: NtripProblem): boolean => problem === 'lost' || problem === 'silent'

const createByteRate = (clock: Clock) => {
  let windows: { readonly atMs: number; readonly bytes: number }[] = []
  const recent = () => windows.filter(({ atMs }) => clock.monotonicMs() - atMs < RATE_OVER_MS)
  return {
    add: (bytes: number): void => {
      windows = [...recent(), { atMs: clock.monotonicMs(), bytes }]
    },
    perSecond: (): number => recent().reduce((sum, { bytes }) => sum + bytes, 0) / (RATE_OVER_MS / 1_000),
  }
}

/** Connects, and again after each failure, after twice as long each time up to a minute, until closed. */
export const openNtrip = (options: NtripOptions): NtripClient => {
  const { clock } = options
  let phase: NtripState['phase'] = 'connecting'
  let problem: NtripProblem | null = null
  let detail = ''
  let sinceMs = clock.nowMs()
  let nextTryMs: number | null = null
  let waitMs = FIRST_WAIT_MS
  let correctionAtMs: number | null = null
  let tooLong = 0
  let types = new Map<number, number>()
  const rate = createByteRate(clock)
  let socket: Socket | undefined
  const timers = new Set<unknown>()

  const state = (): NtripState => ({
    phase,
    problem,
    detail,
    sinceMs,
    bytesPerS: rate.perSecond(),
    messages: [...types].map(([type, count]) => ({ type, count })).sort((a, b) => a.type - b.type),
    correctionAgeMs: correctionAtMs === null ? null : clock.monotonicMs() - correctionAtMs,
    tooLong,
    nextTryMs,
  })

  const enter = (next: NtripState['phase']): void => {
    phase = next
    sinceMs = clock.nowMs()
    options.onChange?.(state())
    if (next === 'streaming') options.onState('streaming', detail)
    else if (problem !== null && next === 'waiting') options.onState(isOutage(problem) ? 'lost' : 'refused', detail)
  }

  const later = (call: () => void, delayMs: number): void => {
    const timer = clock.setTimeout(() => {
      timers.delete(timer)
      if (phase !== 'closed') call()
    }, delayMs)
    timers.add(timer)
  }

  const receiveCorrection = (rtcm: Uint8Array): void => {
    correctionAtMs = clock.monotonicMs()
    const type = rtcmTypeOf(rtcm)
    types.set(type, (types.get(type) ?? 0) + 1)
    // A caster that sends is one that works: the next failure is tried again soon.
    waitMs = FIRST_WAIT_MS
    problem = null
    if (rtcm.length > MAX_CORRECTION_BYTES) tooLong++
    else options.onCorrections(rtcm)
  }

  const waitForNext = (why: NtripProblem): void => {
    problem = why
    const delayMs = isForPeople(why) ? LONGEST_WAIT_MS : waitMs
    waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)
    nextTryMs = clock.nowMs() + delayMs
    later(connect, delayMs)
    enter('waiting')
  }

  const connect = (): void => {
    nextTryMs = null
    types = new Map()
    detail = ''
    if (phase !== 'connecting') enter('connecting')
    const { addressOf } = options
    if (addressOf === undefined) {
      connectTo(options.host)
      return
    }
    addressOf(options.host).then(
      address => {
        if (phase === 'connecting') connectTo(address)
      },
      (error: unknown) => {
        if (phase !== 'connecting') return
        detail = error instanceof Error ? error.message : String(error)
        waitForNext(error instanceof ForbiddenAddress ? 'forbiddenAddress' : 'lost')
      },
    )
  }

  const connectTo = (address: string): void => {
    const own = createConnection(options.port, address)
    socket = own
    const framer = createRtcmFramer(receiveCorrection)
    const unchunk = createUnchunker(bytes => framer.push(bytes))
    let head: Buffer | null = Buffer.alloc(0)
    let take = (bytes: Uint8Array): void => framer.push(bytes)
    let why: NtripProblem = 'lost'

    const tellPosition = (): void => {
      if (socket !== own || own.destroyed) return
      const position = options.position()
      if (position !== null) own.write(ggaSentence(position, clock.nowMs()))
      later(tellPosition, POSITION_EVERY_MS)
    }

    const readHead = (bytes: Buffer): void => {
      head = Buffer.concat([head ?? Buffer.alloc(0), bytes])
      const text = head.toString('latin1')
      // Version 1 answers with one line, and the stream follows at once.
      const isOneLine = /^(ICY|SOURCETABLE|ERROR) /.test(text)
      const end = isOneLine ? text.indexOf('\r\n') + 2 : text.indexOf('\r\n\r\n') + 4
      if (end < (isOneLine ? 2 : 4)) {
        if (head.length > MAX_HEAD_BYTES) own.destroy(new Error('the answer makes no sense'))
        return
      }
      const answer = text.slice(0, end)
      const refusal = problemOf(answer)
      if (refusal !== null) {
        why = refusal
        detail = statusOf(answer)
        own.destroy()
        return
      }
      if (/^transfer-encoding:.*chunked/im.test(answer)) take = unchunk
      const rest = head.subarray(end)
      head = null
      detail = options.mountpoint
      enter('streaming')
      tellPosition()
      if (rest.length > 0) take(rest)
    }

    own.setTimeout(SILENCE_MS, () => {
      why = 'silent'
      own.destroy(new Error('the caster fell silent'))
    })
    own.on('connect', () => own.write(requestOf(options)))
    own.on('data', bytes => {
      rate.add(bytes.length)
      if (head === null) take(bytes)
      else readHead(bytes)
    })
    own.on('error', error => {
      detail = error.message
    })
    own.on('close', () => {
      if (phase === 'closed' || socket !== own) return
      if (detail === '' || detail === options.mountpoint) detail = 'the connection ended'
      waitForNext(why)
    })
  }

  connect()
  return {
    state,
    close: () => {
      phase = 'closed'
      for (const timer of timers) clock.clearTimeout(timer)
      socket?.destroy()
    },
  }
}
