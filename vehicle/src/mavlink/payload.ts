/** Fields to payload bytes and back, by the table. MAVLink 2 cuts trailing zero bytes on the way out. */
import type { Message, MessageFields, MessageName, MessageOf } from './messages.ts'
import { type FieldLayout, layoutByName, type MessageLayout } from './table.ts'

type Scalar = number | bigint
type Value = Scalar | string | readonly Scalar[]

const decoder = new TextDecoder('utf-8')
const encoder = new TextEncoder()

const readScalar = (view: DataView, field: FieldLayout, at: number): Scalar => {
  switch (field.type) {
    case 'uint8':
    case 'char':
      return view.getUint8(at)
    case 'int8':
      return view.getInt8(at)
    case 'uint16':
      return view.getUint16(at, true)
    case 'int16':
      return view.getInt16(at, true)
    case 'uint32':
      return view.getUint32(at, true)
    case 'int32':
      return view.getInt32(at, true)
    case 'uint64':
      return view.getBigUint64(at, true)
    case 'int64':
      return view.getBigInt64(at, true)
    case 'float':
      return view.getFloat32(at, true)
    case 'double':
      return view.getFloat64(at, true)
  }
}

const writeScalar = (view: DataView, field: FieldLayout, at: number, value: Scalar): void => {
  switch (field.type) {
    case 'uint8':
    case 'char':
      view.setUint8(at, Number(value))
      return
    case 'int8':
      view.setInt8(at, Number(value))
      return
    case 'uint16':
      view.setUint16(at, Number(value), true)
      return
    case 'int16':
      view.setInt16(at, Number(value), true)
      return
    case 'uint32':
      view.setUint32(at, Number(value), true)
      return
    case 'int32':
      view.setInt32(at, Number(value), true)
      return
    case 'uint64':
      view.setBigUint64(at, BigInt(value), true)
      return
    case 'int64':
      view.setBigInt64(at, BigInt(value), true)
      return
    case 'float':
      view.setFloat32(at, Number(value), true)
      return
    case 'double':
      view.setFloat64(at, Number(value), true)
      return
  }
}

const readField = (view: DataView, bytes: Uint8Array, field: FieldLayout): Value => {
  if (field.length === 0) return readScalar(view, field, field.offset)
  if (field.type === 'char') {
    const text = bytes.subarray(field.offset, field.offset + field.length)
    const end = text.indexOf(0)
    return decoder.decode(end < 0 ? text : text.subarray(0, end))
  }
  const values: Scalar[] = []
  for (let i = 0; i < field.length; i++) values.push(readScalar(view, field, field.offset + i * field.size))
  return values
}

const writeField = (view: DataView, bytes: Uint8Array, field: FieldLayout, value: Value): void => {
  if (typeof value === 'string') {
    bytes.set(encoder.encode(value).subarray(0, field.length), field.offset)
  } else if (typeof value === 'number' || typeof value === 'bigint') {
    writeScalar(view, field, field.offset, value)
  } else {
    for (let i = 0; i < Math.min(field.length, value.length); i++) {
      writeScalar(view, field, field.offset + i * field.size, value[i] ?? 0)
    }
  }
}

/** Payload with its trailing zeros cut; MAVLink 2 keeps at least one byte. */
export const encodePayload = (name: MessageName, fields: Partial<MessageFields[MessageName]>): Uint8Array => {
  const layout = layoutByName(name)
  const bytes = new Uint8Array(layout.length)
  const view = new DataView(bytes.buffer)
  const values: Record<string, Value> = { ...fields }
  for (const field of layout.fields) {
    const value = values[field.name]
    if (value !== undefined) writeField(view, bytes, field, value)
  }
  let end = bytes.length
  while (end > 1 && bytes[end - 1] === 0) end--
  return bytes.subarray(0, end)
}

/** The typed message of a view that begins with its payload, cut zeros put back; read field by field from the table. */
export const decodeByTable = (layout: MessageLayout, view: DataView): Message => {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
  const fields: Record<string, Value> = {}
  for (const field of layout.fields) fields[field.name] = readField(view, bytes, field)
  return { name: layout.name, fields } as unknown as Message
}

const emptyOf = (field: FieldLayout): Value => {
  if (field.type === 'char' && field.length > 0) return ''
  const zero = field.type === 'uint64' || field.type === 'int64' ? 0n : 0
  return field.length === 0 ? zero : Array.from({ length: field.length }, () => zero)
}

/** A message from some of its fields; those left out are zero (or empty), as they are on the wire. */
export const message = <N extends MessageName>(name: N, fields: Partial<MessageFields[N]>): MessageOf<N> => {
  const all: Record<string, Value> = {}
  for (const field of layoutByName(name).fields) all[field.name] = emptyOf(field)
  return { name, fields: { ...all, ...fields } } as unknown as MessageOf<N>
}
