/** The least that a call may answer, made of its schema: lists are empty, what may be null is null. */
import type { Call, ResultOf } from '@greensward/contract'
import { z } from 'zod'

interface Schema {
  readonly type?: string
  readonly format?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly minItems?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

const OF_FORMAT: Readonly<Record<string, string>> = {
  'date-time': '2030-01-01T06:00:00.000Z',
  date: '2030-01-01',
  email: 'ada@example.org',
  uri: 'https://example.org/',
  uuid: '00000000-0000-4000-8000-000000000001',
}
/** Texts whose rule no schema tells. */
const OF_NAME: Readonly<Record<string, string>> = {
  timeZone: 'Europe/Dublin',
  currency: 'EUR',
  day: '2030-01-01',
  phone: '+353 1 234 5678',
  color: '#0B7390',
}

const least = (schema: Schema, name = ''): unknown => {
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const options = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  const [first] = options
  if (first !== undefined) return options.some(({ type }) => type === 'null') ? null : least(first, name)
  switch (schema.type) {
    case 'string':
      return OF_NAME[name] ?? OF_FORMAT[schema.format ?? ''] ?? 'text'
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? (schema.exclusiveMinimum ?? -1) + 1, 0)
    case 'boolean':
      return false
    case 'array':
      return (
        schema.prefixItems?.map(item => least(item)) ??
        Array.from({ length: schema.minItems ?? 0 }, () => least(schema.items ?? {}))
      )
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map(property => [property, least(schema.properties?.[property] ?? {}, property)]),
      )
    default:
      return null
  }
}

/** Made once for each call: that takes longer than all else that a request needs here. */
const schemas = new WeakMap<Call, Schema>()

const schemaOf = (call: Call): Schema => {
  const known = schemas.get(call)
  if (known !== undefined) return known
  const made = z.toJSONSchema(call.result, { io: 'input', unrepresentable: 'any' }) as Schema
  schemas.set(call, made)
  return made
}

/** @param changes put in beside or in place of what the schema makes */
export const sampleAnswer = <C extends Call>(call: C, changes: Partial<ResultOf<C>> = {}): ResultOf<C> => {
  const made = least(schemaOf(call))
  return (
    made !== null && typeof made === 'object' && !Array.isArray(made) ? { ...made, ...changes } : made
  ) as ResultOf<C>
}

/** A record as a list of this call has it, with what matters to the test put in. */
export const sampleItem = <C extends Call, Item = ResultOf<C> extends { items: readonly (infer I)[] } ? I : never>(
  call: C,
  changes: Partial<Item>,
): Item => {
  const item = schemaOf(call).properties?.items?.items
  if (item === undefined) throw new Error(`${call.method} ${call.path} answers no list`)
  return { ...(least(item) as Item), ...changes }
}
