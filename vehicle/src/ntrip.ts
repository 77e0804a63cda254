/** RTK corrections from an NTRIP caster, versions 1 and 2. */
import { createConnection, type Socket } from 'node:net'
import type { LonLat } from '@greensward/geometry'
import type { Clock } from './clock.ts'
import { createRtcmFramer } from './rtcm.ts'

export interface NtripOptions {
  readonly host: string
  readonly port: number
  readonly mountpoint: string
  readonly user?: string
  readonly password?: string
  readonly clock: Clock
  /** Casters that reckon a station for a place ask where that is; null tells them nothing. */
  readonly position: () => LonLat | null
  /** One whole RTCM message. */
  readonly onCorrections: (rtcm: Uint8Array) => void
  /** `streaming` when corrections come, otherwise why they do not. */
  readonly onState: (state: 'streaming' | 'refused' | 'lost', detail: string) => void
}

export interface NtripClient {
  close(): void
}

const RECONNECT_MS = 5_000
/** A caster that sends nothing for so long is connected to anew. */
const SILENCE_MS = 30_000
const POSITION_EVERY_MS = 10_000
const MAX_HEAD_BYTES = 8_192

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

/** Connects, and again five seconds after each failure, until closed. */
export const openNtrip = (options: NtripOptions): NtripClient => {
  const { clock } = options
  let isOpen = true
  let socket: Socket | undefined
  const timers = new Set<unknown>()

  const later = (call: () => void, delayMs: number): void => {
    const timer = clock.setTimeout(() => {
      timers.delete(timer)
      if (isOpen) call()
    }, delayMs)
    timers.add(timer)
  }

  const connect = (): void => {
    const own = createConnection(options.port, options.host)
    socket = own
    const framer = createRtcmFramer(options.onCorrections)
    const unchunk = createUnchunker(bytes => framer.push(bytes))
    let head: Buffer | null = Buffer.alloc(0)
    let take = (bytes: Uint8Array): void => framer.push(bytes)
    let detail = 'the connection ended'
    let refused = false

    const tellPosition = (): void => {
      if (socket !== own || own.destroyed) return
      const position = options.position()
      if (position !== null) own.write(ggaSentence(position, clock.nowMs()))
      later(tellPosition, POSITION_EVERY_MS)
    }

    const readHead = (bytes: Buffer): void => {
      head = Buffer.concat([head ?? Buffer.alloc(0), bytes])
      const text = head.toString('latin1')
      // Version 1 answers with one line and goes on at once.
      const end = text.startsWith('ICY ') ? text.indexOf('\r\n') + 2 : text.indexOf('\r\n\r\n') + 4
      if (end < 4) {
        if (head.length > MAX_HEAD_BYTES) own.destroy(new Error('the answer makes no sense'))
        return
      }
      const [status = ''] = text.split('\r\n', 1)
      if (!/^(ICY|HTTP\/1\.\d) 200/.test(status)) {
        refused = true
        detail = status
        own.destroy()
        return
      }
      if (/^transfer-encoding:.*chunked/im.test(text.slice(0, end))) take = unchunk
      const rest = head.subarray(end)
      head = null
      options.onState('streaming', options.mountpoint)
      tellPosition()
      if (rest.length > 0) take(rest)
    }

    own.setTimeout(SILENCE_MS, () => own.destroy(new Error('the caster fell silent')))
    own.on('connect', () => own.write(requestOf(options)))
    own.on('data', bytes => (head === null ? take(bytes) : readHead(bytes)))
    own.on('error', error => {
      detail = error.message
    })
    own.on('close', () => {
      if (!isOpen) return
      options.onState(refused ? 'refused' : 'lost', detail)
      later(connect, RECONNECT_MS)
    })
  }

  connect()
  return {
    close: () => {
      isOpen = false
      for (const timer of timers) clock.clearTimeout(timer)
      socket?.destroy()
    },
  }
}
