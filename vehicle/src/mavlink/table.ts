/**
 * Layouts of all messages of the dialects an ArduPilot vehicle speaks. The four dialect files are imported one by one:
 * the package's index would bring its code generator along.
 */
import { REGISTRY as ardupilotmega } from 'mavlink-mappings/dist/lib/ardupilotmega.js'
import { REGISTRY as common } from 'mavlink-mappings/dist/lib/common.js'
import { REGISTRY as minimal } from 'mavlink-mappings/dist/lib/minimal.js'
import { REGISTRY as standard } from 'mavlink-mappings/dist/lib/standard.js'

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

const scalarTypes: Readonly<Record<string, ScalarType>> = {
  uint8_t: 'uint8',
  uint8_t_mavlink_version: 'uint8',
  int8_t: 'int8',
  uint16_t: 'uint16',
  int16_t: 'int16',
  uint32_t: 'uint32',
  int32_t: 'int32',
  uint64_t: 'uint64',
  int64_t: 'int64',
  float: 'float',
  double: 'double',
  char: 'char',
}

const scalarTypeOf = (type: string): ScalarType => {
  const scalar = scalarTypes[type.replace('[]', '')]
  if (scalar === undefined) throw new Error(`unknown MAVLink field type ${type}`)
  return scalar
}

type Registry = typeof common

const layoutOf = (definition: Registry[number]): MessageLayout => ({
  id: definition.MSG_ID,
  name: definition.MSG_NAME,
  crcExtra: definition.MAGIC_NUMBER,
  length: definition.PAYLOAD_LENGTH,
  fields: definition.FIELDS.map(field => ({
    // Command parameters carry a leading underscore in the package, for its own accessors.
    name: field.name.replace(/^_/, ''),
    type: scalarTypeOf(field.type),
    offset: field.offset,
    size: field.size,
    length: field.length,
    extension: field.extension,
  })),
})

const byId = new Map<number, MessageLayout>()
const byName = new Map<string, MessageLayout>()
for (const registry of [minimal, standard, common, ardupilotmega]) {
  for (const definition of Object.values(registry)) {
    const layout = layoutOf(definition)
    byId.set(layout.id, layout)
    byName.set(layout.name, layout)
  }
}

export const layoutById = (id: number): MessageLayout | undefined => byId.get(id)

export const layoutByName = (name: string): MessageLayout => {
  const layout = byName.get(name)
  if (layout === undefined) throw new Error(`no MAVLink message is named ${name}`)
  return layout
}
