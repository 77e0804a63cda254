/** One connection to an NTRIP caster: its request, the caster's answer, the stream of corrections, and why it ended. */
import { createConnection, type Socket } from 'node:net'
import type { LonLat } from '@greensward/geometry'
import type { Clock } from '../clock.ts'
import { createRtcmFramer } from './rtcm.ts'

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
  /** The connection stood, and no correction came. */
  | 'silent'

/** What is asked of which caster. */
export interface NtripMountpoint {
  readonly host: string
  readonly port: number
  readonly mountpoint: string
  readonly user?: string
  readonly password?: string
}

export interface NtripConnectionOptions extends NtripMountpoint {
  readonly clock: Clock
  /** For casters that compute a station for a position; null sends them none. */
  readonly position: () => LonLat | null
  /** The caster has accepted the request. */
  readonly onAccepted: () => void
  /** Any bytes from the caster. */
  readonly onBytes: (count: number) => void
  /** One whole RTCM message. */
  readonly onCorrection: (rtcm: Uint8Array) => void
  /** It ended by itself; not called after `close`. */
  readonly onEnd: (problem: NtripProblem, detail: string) => void
}

/** A caster that sends no correction for this long is reconnected. What we send says nothing of what it sends. */
const SILENCE_MS = 30_000
const POSITION_EVERY_MS = 10_000
const MAX_HEAD_BYTES = 8_192

/** A status line that refuses. */
const REFUSAL = /^HTTP\/1\.\d [45]\d\d\b/

const line = (text: string): string => text.replace(/[\r\n]/g, '')

const requestOf = ({ host, port, mountpoint, user, password }: NtripMountpoint): string => {
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

export class NtripConnection {
  readonly #options: NtripConnectionOptions
  readonly #socket: Socket
  /** The answer so far; null once it is complete. */
  #head: Buffer | null = Buffer.alloc(0)
  #take: (bytes: Uint8Array) => void
  #why: NtripProblem = 'lost'
  #detail = ''
  #isClosed = false
  #positionTimer: unknown
  #silenceTimer: unknown

  /** @param address the caster's, looked up already or not */
  constructor(address: string, options: NtripConnectionOptions) {
    this.#options = options
    const framer = createRtcmFramer(rtcm => {
      this.#waitForNext()
      options.onCorrection(rtcm)
    })
    this.#take = bytes => framer.push(bytes)
    this.#socket = createConnection(options.port, address)
    this.#waitForNext()
    this.#socket.on('connect', () => this.#socket.write(requestOf(options)))
    this.#socket.on('data', bytes => this.#receive(bytes))
    this.#socket.on('error', error => {
      this.#detail = error.message
    })
    this.#socket.on('close', () => this.#end())
  }

  close(): void {
    this.#isClosed = true
    this.#stopTimers()
    this.#socket.destroy()
  }

  #receive(bytes: Buffer): void {
    this.#options.onBytes(bytes.length)
    if (this.#head === null) this.#take(bytes)
    else this.#readHead(Buffer.concat([this.#head, bytes]))
  }

  #readHead(head: Buffer): void {
    this.#head = head
    const text = head.toString('latin1')
    // Version 1 answers with one line, and the stream follows at once.
    const isOneLine = /^(ICY|SOURCETABLE|ERROR) /.test(text)
    const end = isOneLine ? text.indexOf('\r\n') + 2 : text.indexOf('\r\n\r\n') + 4
    if (end < (isOneLine ? 2 : 4)) {
      if (head.length > MAX_HEAD_BYTES) this.#socket.destroy(new Error('the answer makes no sense'))
      return
    }
    const answer = text.slice(0, end)
    if (this.#isRefusal(answer)) {
      this.#socket.destroy()
      return
    }
    if (/^transfer-encoding:.*chunked/im.test(answer)) this.#take = createUnchunker(this.#take)
    this.#head = null
    this.#options.onAccepted()
    this.#sendPosition()
    const rest = head.subarray(end)
    if (rest.length > 0) this.#take(rest)
  }

  /** Notes why the caster refused. */
  #isRefusal(answer: string): boolean {
    const refusal = problemOf(answer)
    if (refusal === null) return false
    this.#why = refusal
    this.#detail = statusOf(answer)
    return true
  }

  #sendPosition(): void {
    if (this.#socket.destroyed) return
    const { clock } = this.#options
    const position = this.#options.position()
    if (position !== null) this.#socket.write(ggaSentence(position, clock.nowMs()))
    this.#positionTimer = clock.setTimeout(() => this.#sendPosition(), POSITION_EVERY_MS)
  }

  #waitForNext(): void {
    const { clock } = this.#options
    if (this.#silenceTimer !== undefined) clock.clearTimeout(this.#silenceTimer)
    this.#silenceTimer = clock.setTimeout(() => this.#endSilent(), SILENCE_MS)
  }

  #stopTimers(): void {
    const { clock } = this.#options
    for (const timer of [this.#positionTimer, this.#silenceTimer]) if (timer !== undefined) clock.clearTimeout(timer)
    this.#positionTimer = undefined
    this.#silenceTimer = undefined
  }

  #endSilent(): void {
    this.#why = 'silent'
    this.#socket.destroy(new Error('the caster sent no correction'))
  }

  #end(): void {
    this.#stopTimers()
    if (this.#isClosed) return
    // Some casters, such as the one of RTKLIB, refuse in one line and end, without the empty line behind it.
    const answer = this.#head?.toString('latin1') ?? ''
    if (this.#why === 'lost' && REFUSAL.test(answer)) this.#isRefusal(answer)
    this.#options.onEnd(this.#why, this.#detail === '' ? 'the connection ended' : this.#detail)
  }
}
