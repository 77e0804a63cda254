/** The OpenAPI document, made of the very schemas that check the requests. */

import { apiError, type Call, liveVehicle } from '@greensward/contract'
import { allCalls } from '@greensward/contract/all'
import { summaryOf } from '@greensward/contract/summaries'
import {
  base,
  blade,
  cart,
  courseFeature,
  garageRow,
  mapSettings,
  mission,
  missionPlan,
  mower,
  notification,
  standingPlan,
  zoneType,
} from '@greensward/domain'
import { z } from 'zod'

type Json = Record<string, unknown>

const named = z.registry<{ id?: string | undefined }>()
for (const [id, schema] of Object.entries({
  ApiError: apiError,
  Base: base,
  Blade: blade,
  Cart: cart,
  CourseFeature: courseFeature,
  GarageRow: garageRow,
  LiveVehicle: liveVehicle,
  MapSettings: mapSettings,
  Mission: mission,
  MissionPlan: missionPlan,
  Mower: mower,
  Notification: notification,
  StandingPlan: standingPlan,
  ZoneType: zoneType,
})) {
  named.add(schema, { id })
}

const REF = '#/components/schemas/'

const withMovedRefs = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withMovedRefs)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === '$ref' && typeof item === 'string' ? item.replace('#/$defs/', REF) : withMovedRefs(item),
    ]),
  )
}

/** Bodies are described as they may be sent, answers as they are returned, with their nouns by name. */
const inputSchema = (schema: z.ZodType): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return json
}

const createOutputSchema =
  (components: Json) =>
  (schema: z.ZodType): Json => {
    const {
      $schema: _,
      $defs = {},
      ...json
    } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', metadata: named })
    for (const [name, definition] of Object.entries($defs)) components[name] ??= withMovedRefs(definition)
    return withMovedRefs(json) as Json
  }

const parameters = (call: Call): Json[] => {
  const from = (where: 'path' | 'query', schema: z.ZodObject | undefined): Json[] =>
    Object.entries(schema?.shape ?? {}).map(([name, part]) => ({
      name,
      in: where,
      required: where === 'path' || !(part as z.ZodType).safeParse(undefined).success,
      // A number in an address is sent as text and read as a number, so its kind is that of the output.
      schema: z.toJSONSchema(part as z.ZodType, { io: 'output', unrepresentable: 'any' }),
    }))
  return [...from('path', call.params), ...from('query', call.query)]
}

const rightOf = (call: Call): string =>
  call.who === 'anyone'
    ? 'Needs no token.'
    : call.who === 'user'
      ? 'Any signed-in person.'
      : call.who === 'device'
        ? 'The token of a paired tablet of a cart.'
        : call.who === 'display'
          ? 'The token of a paired display on a wall.'
          : `Needs the right \`${call.who}\`.`

const REFUSALS = { '400': 'Unreadable', '401': 'Sign in first', '403': 'Not allowed', '422': 'Not acceptable' }

export const openApiDocument = (version: string): Json => {
  const components: Json = {}
  const outputSchema = createOutputSchema(components)
  const refusal = {
    type: 'object',
    required: ['code', 'error'],
    properties: { code: { type: 'integer' }, error: outputSchema(apiError) },
  }
  const paths: Record<string, Json> = {}
  for (const [group, members] of Object.entries(allCalls)) {
    for (const [name, call] of Object.entries<Call>(members)) {
      const path = `/api/${call.path}`
      paths[path] ??= {}
      paths[path][call.method.toLowerCase()] = {
        operationId: `${group}.${name}`,
        tags: [group],
        summary: summaryOf(group, name),
        description: rightOf(call),
        security: call.who === 'anyone' ? [] : [{ accessToken: [] }],
        parameters: parameters(call),
        ...(call.body === undefined
          ? {}
          : { requestBody: { required: true, content: { 'application/json': { schema: inputSchema(call.body) } } } }),
        responses: {
          '200': {
            description: 'Done',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['code', 'result'],
                  properties: { code: { const: 200 }, result: outputSchema(call.result) },
                },
              },
            },
          },
          ...Object.fromEntries(
            Object.entries(REFUSALS).map(([status, description]) => [
              status,
              { description, content: { 'application/json': { schema: { $ref: `${REF}Refusal` } } } },
            ]),
          ),
        },
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Greensward',
      version,
      description: 'Every answer is an envelope: {code, result} or {code, error}.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { ...components, Refusal: refusal },
      securitySchemes: { accessToken: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
    },
  }
}
