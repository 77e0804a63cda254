/** Layouts of all messages of the dialects that an ArduPilot vehicle speaks. */
import type { MessageName } from './messages.ts'
import { otherCrcExtras, wireOf } from './wire.ts'

export type ScalarType =
  | 'uint8'
  | 'int8'
  | 'uint16'
  | 'int16'
  | 'uint32'
  | 'int32'
  | 'uint64'
  | 'int64'
  | 'float'
  | 'double'
  | 'char'

export interface FieldLayout {
  readonly name: string
  readonly type: ScalarType
  readonly offset: number
  /** Bytes of one element. */
  readonly size: number
  /** Elements of an array; 0 for a single value. */
  readonly length: number
  readonly extension: boolean
}

export interface MessageLayout {
  readonly id: number
  readonly name: string
  readonly crcExtra: number
  /** Bytes of the payload with all extensions. */
  readonly length: number
  readonly fields: readonly FieldLayout[]
}

const bytesOf: Readonly<Record<ScalarType, number>> = {
  uint8: 1,
  int8: 1,
  uint16: 2,
  int16: 2,
  uint32: 4,
  int32: 4,
  uint64: 8,
  int64: 8,
  float: 4,
  double: 8,
  char: 1,
}

const FIELD = /^(\+?)([a-z0-9]+)(?:\[(\d+)\])? (\w+)$/

const layoutOf = (name: MessageName): MessageLayout => {
  const [id, crcExtra, wire] = wireOf[name]
  let offset = 0
  const fields = wire.split(/,\s+/).map((text): FieldLayout => {
    const [, plus, type, count, field] = FIELD.exec(text) ?? []
    const size = bytesOf[type as ScalarType]
    if (field === undefined || size === undefined) throw new Error(`${name} has a field that cannot be read: ${text}`)
    const length = Number(count ?? 0)
    const at = offset
    offset += size * Math.max(1, length)
    return { name: field, type: type as ScalarType, offset: at, size, length, extension: plus === '+' }
  })
  return { id, name, crcExtra, length: offset, fields }
}

export const messageNames = Object.keys(wireOf) as readonly MessageName[]

const byName: ReadonlyMap<string, MessageLayout> = new Map(messageNames.map(name => [name, layoutOf(name)]))
const byId: ReadonlyMap<number, MessageLayout> = new Map([
  ...[...byName.values()].map(layout => [layout.id, layout] as const),
  ...otherCrcExtras.map(
    ([id, crcExtra]) => [id, { id, name: `message ${id}`, crcExtra, length: 0, fields: [] }] as const,
  ),
])

/** The layout of a message by its id; one that the product does not speak has its CRC_EXTRA and no fields. */
export const layoutById = (id: number): MessageLayout | undefined => byId.get(id)

export const layoutByName = (name: MessageName): MessageLayout => {
  const layout = byName.get(name)
  if (layout === undefined) throw new Error(`no MAVLink message is named ${name}`)
  return layout
}
