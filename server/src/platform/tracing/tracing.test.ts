import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { calls } from '@greensward/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
}

/** Everything that the collector received, in order. */
const received: string[] = []
const spans = (): readonly CollectedSpan[] =>
  received.flatMap(text => {
    const { resourceSpans } = JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: CollectedSpan[] }[] }[] }
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(scope => scope.spans))
  })
const attributeOf = ({ attributes }: CollectedSpan, key: string): unknown =>
  Object.values(attributes.find(attribute => attribute.key === key)?.value ?? {})[0]

let collector: Server
let server: TestServer
beforeAll(async () => {
  collector = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => {
      body += piece.toString()
    })
    request.on('end', () => {
      if (request.url === '/v1/traces') received.push(body)
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>(resolve => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  server = await startTestServer({ config: { tracesTo: `http://127.0.0.1:${port}` } })
})
afterAll(async () => {
  await server.close()
  collector.close()
})

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const headers = { traceparent: `00-${TRACE}-b7ad6b7169203331-01` }

test('a call is a span of the trace that its caller began, and its statements are spans below it', async () => {
  await server.call('ROLE_ADMIN', calls.carts.create, {
    body: { name: 'Cart Seventeen', inService: false, home: null },
    headers,
  })
  const own = () => spans().filter(({ traceId }) => traceId === TRACE)
  await expect.poll(() => own().some(({ name }) => name === 'POST /api/carts'), { timeout: 20_000 }).toBe(true)
  const call = own().find(({ name }) => name === 'POST /api/carts')
  expect(call?.parentSpanId).toBe('b7ad6b7169203331')
  expect(call && attributeOf(call, 'http.route')).toBe('/api/carts')
  expect(Number(call && attributeOf(call, 'http.response.status_code'))).toBe(200)
  expect(call && attributeOf(call, 'greensward.role')).toBe('ROLE_ADMIN')
  const below = own().filter(({ parentSpanId }) => parentSpanId === call?.spanId)
  expect(below.map(({ name }) => name)).toEqual(expect.arrayContaining(['begin', 'insert', 'commit']))
  expect(below.some(one => String(attributeOf(one, 'db.query.text')).startsWith('insert into "carts"'))).toBe(true)
})

test('no value of a statement, no address with its query and no secret is sent', async () => {
  const before = received.length
  await server.call(null, calls.auth.login, {
    body: { login: 'somebody@secret.example', password: 'a secret of mine' },
  })
  await fetch(`${server.url}/api/track/osmand?id=secretKeyOfATracker&lat=1&lon=2`)
  const routes = () => spans().map(span => attributeOf(span, 'http.route'))
  await expect.poll(() => routes().includes('/api/track/osmand'), { timeout: 20_000 }).toBe(true)
  expect(received.length).toBeGreaterThan(before)
  expect(received.join('')).not.toMatch(/secret|Cart Seventeen/)
  for (const token of Object.values(server.tokens)) expect(received.join('')).not.toContain(token)
})

test('an unreachable collector delays nobody', async () => {
  await new Promise<void>(resolve => {
    collector.close(() => resolve())
    collector.closeAllConnections()
  })
  const { status } = await server.call('ROLE_ADMIN', calls.carts.list)
  expect(status).toBe(200)
})
