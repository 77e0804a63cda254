/** Payload bytes to typed messages. MAVLink 2 cuts trailing zero bytes; they are put back here. */
import type { Frame } from './frame.ts'
import type { Message, MessageName } from './messages.ts'
import { decodeByTable } from './payload.ts'
import { layoutByName, type MessageLayout, messageNames } from './table.ts'
import { type Decoders, telemetryDecoders } from './telemetryDecoders.ts'

type Decode = (view: DataView) => Message

/** The longest payload has 255 bytes. One for all: a message is read to its end before anything else happens. */
const scratch = new Uint8Array(256)
const scratchView = new DataView(scratch.buffer)

const decoders: Decoders = telemetryDecoders

const decoderOf = (name: MessageName): Decode => {
  const layout = layoutByName(name)
  return decoders[name] ?? (view => decodeByTable(layout, view))
}

/** None for a message that the product does not speak: nothing of it is read. */
const decoderById = new Map(messageNames.map(name => [layoutByName(name).id, decoderOf(name)]))

const decodeAt = (layout: MessageLayout, bytes: Uint8Array, at: number, length: number): Message | undefined => {
  const decode = decoderById.get(layout.id)
  if (decode === undefined) return undefined
  const given = Math.min(length, layout.length)
  for (let i = 0; i < given; i++) scratch[i] = bytes[at + i] ?? 0
  for (let i = given; i < layout.length; i++) scratch[i] = 0
  return decode(scratchView)
}

/** The typed message of a checked payload, or undefined when the product does not speak that message. */
export const decodePayload = (layout: MessageLayout, payload: Uint8Array): Message | undefined =>
  decodeAt(layout, payload, 0, payload.length)

/** The typed message of a frame, or undefined when the product does not speak that message. */
export const decodeFrame = (frame: Frame): Message | undefined =>
  decodeAt(frame.layout, frame.source, frame.payloadAt, frame.payloadLength)
