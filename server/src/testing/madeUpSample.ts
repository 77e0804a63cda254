/** A body made of a call's schema alone. */
import type { Call } from '@greensward/contract'
import { z } from 'zod'
import type { Sample } from './sampleGroups.ts'

/** The parts of JSON Schema that the contract is described by. */
export interface JsonSchema {
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minimum?: number
  readonly minItems?: number
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: JsonSchema | boolean
  readonly items?: JsonSchema
  readonly prefixItems?: readonly JsonSchema[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
}

export const inputSchema = (call: Call): JsonSchema | undefined =>
  call.body && (z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' }) as JsonSchema)

const OF_FORMAT: Readonly<Record<string, string>> = {
  'date-time': '2030-01-01T06:00:00.000Z',
  date: '2030-01-01',
  email: 'ada@example.org',
  uri: 'https://example.org/',
}

const madeUp = (schema: JsonSchema): unknown => {
  const [option] = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter(({ type }) => type !== 'null')
  if (option !== undefined) return madeUp(option)
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  switch (schema.type) {
    case 'string':
      return schema.format === 'uuid' ? crypto.randomUUID() : (OF_FORMAT[schema.format ?? ''] ?? 'text')
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return true
    case 'array':
      return schema.prefixItems?.map(madeUp) ?? (schema.items === undefined ? [] : [madeUp(schema.items)])
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, part]) => [name, madeUp(part)]))
    default:
      return null
  }
}

/** For calls that have no sample of their own yet. */
export const madeUpSample = (call: Call): Sample => ({
  call,
  params: Object.fromEntries([...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, crypto.randomUUID()])),
  body: () => madeUp(inputSchema(call) ?? {}),
  isMadeUp: true,
})
