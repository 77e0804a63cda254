import { request } from 'node:http'
import { type Call, calls } from '@greensward/contract'
import { allCalls } from '@greensward/contract/all'
import { lateCalls } from '@greensward/contract/late'
import type { Said } from '@greensward/messages'
import { englishText } from '@greensward/messages/english'
import { sixthOf } from '@greensward/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/testServer.ts'

const everyCall: readonly (readonly [string, Call, number])[] = Object.entries(allCalls)
  .flatMap(([group, members]) =>
    Object.entries<Call>(members)
      .filter(([name]) => !(group === 'auth' && name === 'logout'))
      .map(([name, call]) => [`${group}.${name}`, call] as const),
  )
  .map(([name, call], thing) => [name, call, thing])
/** Trackers and stations are answered by their own protocols, with nothing but a status. */
const withBody = everyCall.filter(([, call]) => call.body !== undefined && !call.path.startsWith('track/'))

let server: TestServer
let tablet: string
beforeAll(async () => {
  server = await startTestServer({ config: { trustProxy: 1 } })
  const body = { name: 'Cart 1', inService: false, home: null }
  const cart = (await server.call('ROLE_ADMIN', calls.carts.create, { body })).result
  const { code } = (await server.call('ROLE_ADMIN', lateCalls.cartAccess.pair, { params: { id: cart.id } })).result
  tablet = (await server.call(null, lateCalls.player.pair, { body: { code } })).result.token
})
afterAll(() => server.close())

/** The key that authenticates a call, so that its faults are read at all. */
const keyOf = (call: Call): Readonly<Record<string, string>> => ({
  'x-api-key': call.who === 'device' ? tablet : server.tokens.ROLE_ADMIN,
})

const pathOf = (call: Call): string =>
  `/api/${call.path.replace(/\{\w+\}/g, call.path.startsWith('users/') ? '999999' : crypto.randomUUID())}`

let sent = 0
/** Every call uses another address: one address may not make this number of calls a minute. */
const nextSender = (): string => {
  sent += 1
  return `10.0.${sent >> 8}.${sent & 255}`
}

/** Sends bytes as they are; fetch would correct some of the errors in them. */
const send = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string | Uint8Array,
): Promise<{ status: number; json: { error?: Said & { kind: string; fields?: Record<string, Said> } } | undefined }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url)
    const outgoing = request(
      {
        hostname,
        port,
        method,
        path,
        headers: {
          'x-api-key': server.tokens.ROLE_ADMIN,
          'x-forwarded-for': nextSender(),
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
          ...headers,
        },
      },
      incoming => {
        const chunks: Buffer[] = []
        incoming.on('data', chunk => chunks.push(chunk))
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          const isJson = incoming.headers['content-type']?.includes('json') === true
          resolve({ status: incoming.statusCode ?? 0, json: isJson ? JSON.parse(text) : undefined })
        })
      },
    )
    outgoing.once('error', reject)
    outgoing.end(body)
  })

/** Says nothing of what was wrong with a call. */
const TOO_MANY = 429
const JSON_TYPE = { 'content-type': 'application/json' }

const BODIES: readonly (readonly [string, string, number])[] = [
  ['text that is not JSON', '{"a":', 400],
  ['a body that sets the prototype', '{"__proto__":{"a":1}}', 400],
  ['a constructor with a prototype', '{"constructor":{"prototype":{"a":1}}}', 400],
  ['an unknown key', '{"noCallTakesThis":1}', 422],
  ['U+0000', '{"login":"a\\u0000","password":"b\\u0000","title":"\\u0000"}', 422],
  ['half a surrogate pair', '{"login":"\\ud800","password":"x","title":"\\udfff"}', 422],
  ['a list nested ten thousand deep', '['.repeat(10_000) + ']'.repeat(10_000), 400],
  ['a list', '[]', 422],
  ['null', 'null', 422],
  ['a number', '1e999', 422],
]

const TYPES: readonly string[] = [
  'text/plain',
  'application/xml',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  '',
]

describe('input that no page of ours sends', () => {
  it.each(withBody)('%s answers wrong bodies with their faults', async (_, call, thing) => {
    for (const [what, body, status] of sixthOf(BODIES, thing)) {
      const answer = await send(call.method, pathOf(call), { ...JSON_TYPE, ...keyOf(call) }, body)
      expect([what, answer.status]).toEqual([what, status])
      expect(answer.json?.error?.kind).toBe(status === 400 ? 'badRequest' : 'invalid')
      const faults = Object.values(answer.json?.error?.fields ?? {})
      if (status === 422) expect(faults.length).toBeGreaterThan(0)
      for (const fault of faults) expect(englishText(fault)).toMatch(/^\S+ [^{}]+$/)
    }
  })

  it.each(everyCall)('%s answers a wrong id, query or type of content, never with 5xx', async (_, call, thing) => {
    const wrongId = `/api/${call.path.replace(/\{\w+\}/g, 'no-id')}`
    const hugeId = `/api/${call.path.replace(/\{\w+\}/g, '9007199254740991')}`
    const paths = [
      wrongId,
      hugeId,
      `${pathOf(call)}?noCallTakesThis=1`,
      `${pathOf(call)}?page=-1&perPage=100000&sort=__proto__`,
      `${pathOf(call)}?page=1&page=2&sort=constructor&search=%00`,
      `${pathOf(call)}?search=%ff%fe&status=%27%3B--&from=yesterday`,
      `/api/${call.path.replace(/\{\w+\}/g, '%00')}`,
      `/api/${call.path.replace(/\{\w+\}/g, '%')}`,
      `/api/${call.path.replace(/\{\w+\}/g, '..%2f..%2fetc%2fpasswd')}`,
    ]
    for (const path of sixthOf(paths, thing)) {
      const { status } = await send(
        call.method,
        path,
        call.method === 'GET' ? keyOf(call) : { ...JSON_TYPE, ...keyOf(call) },
        call.method === 'GET' ? undefined : '{}',
      )
      expect([path, status < 500 && status !== TOO_MANY]).toEqual([path, true])
    }
    if (call.method !== 'GET') {
      for (const type of sixthOf(TYPES, thing)) {
        const { status } = await send(
          call.method,
          pathOf(call),
          { 'content-type': type, ...keyOf(call) },
          '--y\r\n\r\n',
        )
        expect([type, status >= 400 && status < 500 && status !== TOO_MANY]).toEqual([type, true])
      }
    }
  })

  it('refuses a form without a boundary, or one that stops half way, as unreadable', async () => {
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=""']) {
      const answer = await send('POST', '/api/imports', { 'content-type': type }, 'x')
      expect([400, 415]).toContain(answer.status)
    }
    const half = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.osm"\r\n\r\n<osm>'
    const answer = await send('POST', '/api/imports', { 'content-type': 'multipart/form-data; boundary=b' }, half)
    expect(answer.status).toBe(400)
  })

  it('refuses a body over its limit before reading it all', async () => {
    const answer = await send('POST', '/api/blades', JSON_TYPE, `"${'x'.repeat(1024 * 1024)}"`)
    expect([answer.status, answer.json?.error?.kind]).toEqual([413, 'tooLarge'])
  })

  it('refuses a file over 64 MB', async () => {
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.osm"\r\n\r\n'
    const body = Buffer.concat([Buffer.from(head), Buffer.alloc(65 * 1024 * 1024, 32), Buffer.from('\r\n--b--\r\n')])
    const answer = await send('POST', '/api/imports', { 'content-type': 'multipart/form-data; boundary=b' }, body)
    expect([answer.status, answer.json?.error?.kind]).toEqual([413, 'tooLarge'])
  })

  it('survives any JSON at every call that accepts JSON', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...withBody), fc.json({ maxDepth: 4 }), async ([, call], body) => {
        const { status } = await send(call.method, pathOf(call), { ...JSON_TYPE, ...keyOf(call) }, body)
        expect(status).toBeLessThan(500)
        expect(status).not.toBe(TOO_MANY)
      }),
      { numRuns: 300, seed: 7 },
    )
  })

  it('answers unknown addresses of the API in its own envelope', async () => {
    for (const path of ['/api', '/api/', '/api/nothing', '/api/%', '/api/map/../../etc/passwd']) {
      const answer = await send('GET', path, {})
      expect([path, answer.status === 404 || answer.status === 400]).toEqual([path, true])
      expect(answer.json?.error).toBeDefined()
    }
  })

  it('keeps API answers out of caches and pages out of frames', async () => {
    const response = await fetch(`${server.url}/api/settings`, { headers: { 'x-api-key': server.tokens.ROLE_ADMIN } })
    expect(response.headers.get('cache-control')).toBe('no-store')
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('x-powered-by')).toBeNull()
  })
})
