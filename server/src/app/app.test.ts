import { connect } from 'node:net'
import { type Call, calls } from '@greensward/contract'
import { allCalls } from '@greensward/contract/all'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/testServer.ts'

const everyCall: readonly Call[] = Object.values(allCalls).flatMap(group => Object.values<Call>(group))

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ config: { metricsToken: 'a token of the operator' } })
})
afterAll(() => server.close())

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${server.url}${path}`, { headers })

describe('the server', () => {
  it('starts with its own database and asks a stranger to sign in', async () => {
    const answer = await server.call(null, calls.live.config)
    expect(answer.status).toBe(401)
    expect(answer.error.kind).toBe('unauthorized')
  })
  it('answers a signed-in person', async () => {
    const answer = await server.call('ROLE_ADMIN', calls.live.config)
    expect(answer.result.channels).toContain('missions')
  })
  it('serves the page for every address of the web application, and 404 for the rest', async () => {
    for (const path of ['/', '/login', '/missions/some-id', '/map/player']) {
      const response = await get(path)
      expect([path, response.status]).toEqual([path, 200])
      expect(response.headers.get('content-type')).toContain('text/html')
      expect(await response.text()).toContain('Greensward')
    }
    for (const path of ['/assets/none.js', '/api/none', '/../package.json', '/%2e%2e/package.json']) {
      expect((await get(path)).status).toBeGreaterThanOrEqual(400)
    }
  })
  it('sends with every answer the time of the clock that judges commands', async () => {
    server.clock.advance(6 * 86_400_000)
    const said = (await get('/api/health')).headers.get('date') ?? ''
    expect(Date.parse(said)).toBe(Math.floor(server.clock.now().getTime() / 1_000) * 1_000)
  })
  it('shows its figures to its operator only', async () => {
    expect((await get('/api/metrics')).status).toBe(401)
    const response = await get('/api/metrics', { authorization: 'Bearer a token of the operator' })
    expect(await response.text()).toContain('http_request_duration_seconds_bucket')
  })
})

test('a server ends although a browser holds an idle connection open', async () => {
  const ending = await startTestServer()
  const { hostname, port } = new URL(ending.url)
  const silent = connect(Number(port), hostname)
  const cut = new Promise(resolve => silent.once('close', resolve))
  silent.on('error', () => undefined)
  await new Promise(resolve => silent.once('connect', resolve))
  await ending.call('ROLE_ADMIN', calls.live.config)
  await ending.close()
  await cut
}, 30_000)

describe('the description of the API', () => {
  it('describes every call of the contract, with its input and its output', async () => {
    const document = JSON.parse(await (await get('/api/openapi.json')).text())
    expect(document.openapi).toBe('3.1.0')
    for (const { path, method, body } of everyCall) {
      const operation = document.paths[`/api/${path}`][method.toLowerCase()]
      expect(operation.responses[200].content['application/json'].schema.properties.result).toBeDefined()
      expect([path, operation.requestBody !== undefined]).toEqual([path, body !== undefined])
    }
    const text = JSON.stringify(document)
    const referred = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name ?? '')
    expect(referred.length).toBeGreaterThan(0)
    for (const name of referred) expect(document.components.schemas).toHaveProperty(name)
    expect(text).not.toContain('#/$defs/')
  })
  it('has a page for people, without scripts, gzipped where the browser accepts it', async () => {
    const response = await get('/api/docs', { 'accept-encoding': 'gzip' })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    const page = await response.text()
    for (const { path } of everyCall) expect(page).toContain(`/api/${path}`)
    expect(page).not.toContain('<script')
  })
})
