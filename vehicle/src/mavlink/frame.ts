/** Frames: what goes over the wire round a payload. MAVLink 2 is written; versions 1 and 2 are read. */
import { crc16, crc16Byte } from './crc.ts'
import type { Message } from './messages.ts'
import { encodePayload } from './payload.ts'
import { layoutById, layoutByName, type MessageLayout } from './table.ts'

export const MAGIC_V1 = 0xfe
export const MAGIC_V2 = 0xfd
export const SIGNED_FLAG = 0x01
export const SIGNATURE_LENGTH = 13
const HEADER_V1 = 6
const HEADER_V2 = 10

/** A view on the bytes received, not a copy: valid until the owner of those bytes overwrites them. */
export interface Frame {
  readonly version: 1 | 2
  readonly seq: number
  readonly systemId: number
  readonly componentId: number
  readonly layout: MessageLayout
  /** The bytes the frame lies in. */
  readonly source: Uint8Array
  readonly payloadAt: number
  readonly payloadLength: number
  /** Where it ends in `source`. */
  readonly end: number
  readonly payload: Uint8Array
  /** The whole frame as it came, for the signature check. */
  readonly bytes: Uint8Array
  readonly signed: boolean
}

export interface Sender {
  readonly systemId: number
  readonly componentId: number
}

/** Signs a frame in place: the last 13 bytes are free for it. */
export type Sign = (frame: Uint8Array) => void

/** One MAVLink 2 frame. @param seq 0 to 255, counted by the sender for each link. */
export const encodeFrame = (message: Message, sender: Sender, seq: number, sign?: Sign): Uint8Array => {
  const layout = layoutByName(message.name)
  const payload = encodePayload(message.name, message.fields)
  const unsigned = HEADER_V2 + payload.length + 2
  const bytes = new Uint8Array(unsigned + (sign === undefined ? 0 : SIGNATURE_LENGTH))
  bytes.set([MAGIC_V2, payload.length, sign === undefined ? 0 : SIGNED_FLAG, 0, seq & 0xff])
  bytes.set([sender.systemId, sender.componentId, layout.id & 0xff, (layout.id >> 8) & 0xff, layout.id >> 16], 5)
  bytes.set(payload, HEADER_V2)
  const crc = crc16Byte(layout.crcExtra, crc16(bytes, 1, HEADER_V2 + payload.length))
  bytes[unsigned - 2] = crc & 0xff
  bytes[unsigned - 1] = crc >> 8
  sign?.(bytes)
  return bytes
}

/** A class, so that the views of payload and frame are made only for those who ask: most frames need neither. */
class ReceivedFrame implements Frame {
  readonly version: 1 | 2
  readonly source: Uint8Array
  readonly layout: MessageLayout
  readonly seq: number
  readonly systemId: number
  readonly componentId: number
  readonly payloadAt: number
  readonly payloadLength: number
  readonly end: number
  readonly signed: boolean
  readonly #start: number

  constructor(version: 1 | 2, source: Uint8Array, start: number, end: number, layout: MessageLayout, signed: boolean) {
    const header = version === 1 ? HEADER_V1 : HEADER_V2
    const sender = start + (version === 1 ? 2 : 4)
    this.version = version
    this.source = source
    this.layout = layout
    this.seq = source[sender] ?? 0
    this.systemId = source[sender + 1] ?? 0
    this.componentId = source[sender + 2] ?? 0
    this.payloadAt = start + header
    this.payloadLength = source[start + 1] ?? 0
    this.end = end
    this.signed = signed
    this.#start = start
  }

  get payload(): Uint8Array {
    return this.source.subarray(this.payloadAt, this.payloadAt + this.payloadLength)
  }

  get bytes(): Uint8Array {
    return this.source.subarray(this.#start, this.end)
  }
}

/** `crc` when a known message failed its sum; `unknown` when it cannot be checked; `flags` when it may not be read. */
export type NoFrame = 'incomplete' | 'crc' | 'unknown' | 'flags'

/** Tries to read a frame whose magic byte stands at `start`; looks no further than `available`. */
export const readFrame = (bytes: Uint8Array, start: number, available: number): Frame | NoFrame => {
  const version = bytes[start] === MAGIC_V1 ? 1 : 2
  const header = version === 1 ? HEADER_V1 : HEADER_V2
  if (available - start < header) return 'incomplete'
  const length = bytes[start + 1] ?? 0
  const flags = version === 1 ? 0 : (bytes[start + 2] ?? 0)
  if ((flags & ~SIGNED_FLAG) !== 0) return 'flags'
  const layout = layoutById(version === 1 ? (bytes[start + 5] ?? 0) : idAt(bytes, start + 7))
  if (layout === undefined) return 'unknown'
  const signed = (flags & SIGNED_FLAG) !== 0
  const sumAt = start + header + length
  const end = sumAt + 2 + (signed ? SIGNATURE_LENGTH : 0)
  if (available < end) return 'incomplete'
  const crc = crc16Byte(layout.crcExtra, crc16(bytes, start + 1, sumAt))
  if (bytes[sumAt] !== (crc & 0xff) || bytes[sumAt + 1] !== crc >> 8) return 'crc'
  return new ReceivedFrame(version, bytes, start, end, layout, signed)
}

const idAt = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16)
