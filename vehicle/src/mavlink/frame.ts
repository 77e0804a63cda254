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

export interface Frame {
  readonly version: 1 | 2
  readonly seq: number
  readonly systemId: number
  readonly componentId: number
  readonly layout: MessageLayout
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

export type FrameAttempt =
  | { readonly kind: 'frame'; readonly frame: Frame; readonly end: number }
  | { readonly kind: 'incomplete' }
  /** `crc` when a known message failed its sum; `unknown` when it cannot be checked; `flags` when it may not be read. */
  | { readonly kind: 'refused'; readonly reason: 'crc' | 'unknown' | 'flags' }

const checked = (bytes: Uint8Array, start: number, header: number, length: number, layout: MessageLayout): boolean => {
  const end = start + header + length
  const crc = crc16Byte(layout.crcExtra, crc16(bytes, start + 1, end))
  return bytes[end] === (crc & 0xff) && bytes[end + 1] === crc >> 8
}

/** Tries to read a frame whose magic byte stands at `start`; looks no further than `available`. */
export const readFrame = (bytes: Uint8Array, start: number, available: number): FrameAttempt => {
  const version = bytes[start] === MAGIC_V1 ? 1 : 2
  const header = version === 1 ? HEADER_V1 : HEADER_V2
  if (available - start < header) return { kind: 'incomplete' }
  const byte = (offset: number): number => bytes[start + offset] ?? 0
  const length = byte(1)
  const flags = version === 1 ? 0 : byte(2)
  if ((flags & ~SIGNED_FLAG) !== 0) return { kind: 'refused', reason: 'flags' }
  const id = version === 1 ? byte(5) : byte(7) | (byte(8) << 8) | (byte(9) << 16)
  const layout = layoutById(id)
  if (layout === undefined) return { kind: 'refused', reason: 'unknown' }
  const signed = (flags & SIGNED_FLAG) !== 0
  const total = header + length + 2 + (signed ? SIGNATURE_LENGTH : 0)
  if (available - start < total) return { kind: 'incomplete' }
  if (!checked(bytes, start, header, length, layout)) return { kind: 'refused', reason: 'crc' }
  // The parser reuses its buffer, so a frame keeps its own copy.
  const own = bytes.slice(start, start + total)
  return {
    kind: 'frame',
    end: start + total,
    frame: {
      version,
      seq: byte(version === 1 ? 2 : 4),
      systemId: byte(version === 1 ? 3 : 5),
      componentId: byte(version === 1 ? 4 : 6),
      layout,
      payload: own.subarray(header, header + length),
      bytes: own,
      signed,
    },
  }
}
