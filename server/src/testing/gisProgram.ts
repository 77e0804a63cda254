/** A program such as QGIS that edits the course of a real server by OGC API - Features, with a key of a greenkeeper. */
import { calls, type ResultOf } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { Position, RoleSlug } from '@greensward/domain'
import { expect } from 'vitest'
import { rectangle } from './ground.ts'
import { startTestServer, type TestServer } from './testServer.ts'

interface Answer {
  readonly status: number
  /** What the line of the status says. */
  readonly reason: string
  readonly headers: Headers
  readonly body: {
    readonly id: string
    readonly geometry: { readonly coordinates: readonly (readonly Position[])[] }
    readonly properties: Readonly<Record<string, unknown>>
    readonly error: {
      readonly kind: string
      readonly code: string
      readonly fields: Readonly<Record<string, { readonly code: string }>>
    }
  }
}

export interface Sent {
  readonly method?: string
  readonly body?: unknown
  /** Null sends no Content-Type. */
  readonly type?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** Another key, or the token of a session. */
  readonly as?: string
}

export interface GisProgram {
  readonly server: TestServer
  readonly key: string
  /** A zone type that allows no overlap. */
  readonly greenType: string
  readonly roughType: string
  /** @param path below the collections */
  ask(path: string, sent?: Sent): Promise<Answer>
  /** Fails the test unless the feature is added. */
  create(collection: string, body: object): Promise<Answer>
  makeKey(role: RoleSlug, mayEdit: boolean): Promise<string>
  feature(type: string, coordinates: unknown, properties: object): object
  /** A zone; each in a place of its own unless another is given. */
  green(coordinates?: unknown, properties?: object): object
  /** A square in a place of its own, for tests share one map. */
  square(): Position[][]
  onMap(): Promise<ResultOf<typeof calls.map.get>>
}

export const startGisProgram = async (): Promise<GisProgram> => {
  const server = await startTestServer()
  const typeOf = async (name: string, allowsIntersection: boolean): Promise<string> => {
    const body = { name, color: '#17A73F', directions: ['12-6' as const], allowsIntersection, mowable: true }
    return (await server.call('ROLE_ADMIN', calls.zoneTypes.create, { body })).result.id
  }
  const makeKey: GisProgram['makeKey'] = async (role, mayEdit) =>
    (await server.call(role, lateCalls.accessKeys.create, { body: { name: 'QGIS', mayEdit } })).result.key
  const [greenType, roughType] = [await typeOf('Green', false), await typeOf('Rough', true)]
  const key = await makeKey('ROLE_GREENKEEPER', true)

  const ask: GisProgram['ask'] = async (path, { method = 'GET', body, type, headers = {}, as = key } = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const usual = method === 'PATCH' ? 'application/merge-patch+json' : 'application/geo+json'
    const answer = await fetch(`${server.url}/api/ogc/collections/${path}`, {
      method,
      headers: {
        'x-api-key': as,
        ...(body === undefined || type === null ? {} : { 'content-type': type ?? usual }),
        ...headers,
      },
      // Bytes get no Content-Type of their own.
      ...(body === undefined ? {} : { body: new TextEncoder().encode(text) }),
    })
    const received = await answer.text()
    const isJson = received !== '' && answer.headers.get('content-type')?.includes('json') === true
    return {
      status: answer.status,
      reason: answer.statusText,
      headers: answer.headers,
      body: isJson ? JSON.parse(received) : undefined,
    }
  }

  let places = 0
  const square: GisProgram['square'] = () => {
    places += 1
    return rectangle(places * 40, 0, 20, 20)
  }
  const feature: GisProgram['feature'] = (type, coordinates, properties) => ({
    type: 'Feature',
    geometry: { type, coordinates },
    properties,
  })
  return {
    server,
    key,
    greenType,
    roughType,
    ask,
    makeKey,
    square,
    feature,
    create: async (collection, body) => {
      const answer = await ask(`${collection}/items`, { method: 'POST', body })
      expect([answer.status, answer.body.error]).toEqual([201, undefined])
      return answer
    },
    green: (coordinates = square(), properties = {}) =>
      feature('Polygon', coordinates, { title: 'Green', zoneTypeId: greenType, ...properties }),
    onMap: async () => (await server.call('ROLE_GREENKEEPER', calls.map.get)).result,
  }
}
