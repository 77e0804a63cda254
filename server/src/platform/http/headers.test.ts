import { calls } from '@greensward/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    config: { publicUrl: 'https://course.example.org', sentryDsn: 'https://key@reports.example.org:8443/1' },
  })
})
afterAll(() => server.close())

const headersOf = async (path: string, headers: Record<string, string> = {}): Promise<Headers> =>
  (await fetch(server.url + path, { headers })).headers

const policyOf = (headers: Headers): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    (headers.get('content-security-policy') ?? '').split(';').map(rule => {
      const [name = '', ...sources] = rule.trim().split(/\s+/)
      return [name, sources]
    }),
  )

describe('the first page', () => {
  it.each(['/', '/assets/', '/map/'])('stands at %s, packed or not', async path => {
    for (const encoding of ['gzip', 'identity']) {
      const answer = await fetch(server.url + path, { headers: { 'accept-encoding': encoding } })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    }
  })
})

describe('every answer', () => {
  it.each(['/', '/map', '/api/settings', '/api/docs', '/api/nothing', '/nothing.js'])(
    '%s says what a browser may do with it',
    async path => {
      const headers = await headersOf(path)
      const policy = policyOf(headers)
      expect(policy).toMatchObject({
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      })
      expect(policy['connect-src']).toEqual(["'self'", 'wss://course.example.org', 'https://reports.example.org:8443'])
      for (const sources of Object.values(policy)) expect(sources).not.toContain("'unsafe-eval'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
      expect(headers.get('content-type')).toMatch(/; charset=utf-8$/)
      for (const name of ['server', 'x-powered-by', 'set-cookie', 'access-control-allow-origin'])
        expect([name, headers.get(name)]).toEqual([name, null])
    },
  )

  it('is not cached where it may be secret, and pages are revalidated', async () => {
    for (const path of ['/api/settings', '/api/auth/access', '/api/nothing'])
      expect((await headersOf(path)).get('cache-control')).toBe('no-store')
  })

  it('allows no other origin', async () => {
    const headers = await headersOf('/api/settings', { origin: 'https://evil.example.org' })
    expect(headers.get('access-control-allow-origin')).toBeNull()
    const asked = await fetch(`${server.url}/api/settings`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example.org', 'access-control-request-method': 'PATCH' },
    })
    expect(asked.status).toBe(404)
    expect(asked.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('lets a base map come from the hosts of the settings and from no other place', async () => {
    const own = ["'self'", 'data:', 'blob:']
    const ours = ["'self'", 'wss://course.example.org', 'https://reports.example.org:8443']
    for (const [baseMapUrl, pictures, data] of [
      ['https://tiles.example.org/{z}/{x}/{y}.png', ['https://tiles.example.org'], []],
      ['https://t{0-1}.example.org/{q}.png', ['https://t0.example.org', 'https://t1.example.org'], []],
      ['https://wms.example.org/wms?layers=aerial', ['https://wms.example.org'], []],
      ['https://files.example.org/course.pmtiles', [], ['https://files.example.org']],
      ['', [], []],
    ] as const) {
      const body = { baseMapUrl, baseMapAttribution: 'Ada' }
      await server.call('ROLE_ADMIN', calls.settings.update, { body }).then(found => found.result)
      await expect
        .poll(async () => {
          const policy = policyOf(await headersOf('/map'))
          return [policy['img-src'], policy['connect-src']]
        })
        .toEqual([
          [...own, ...pictures],
          [...ours, ...data],
        ])
    }
  })

  it('refuses a base map that cannot be drawn or does not say who made it, at its field', async () => {
    const refusalOf = async (body: { baseMapUrl?: string; baseMapAttribution?: string }): Promise<string> => {
      const headers = { 'x-api-key': server.tokens.ROLE_ADMIN, 'content-type': 'application/json' }
      const answer = await fetch(`${server.url}/api/settings`, { method: 'PATCH', headers, body: JSON.stringify(body) })
      return `${answer.status} ${await answer.text()}`
    }
    const baseMapUrl = 'https://wms.example.org/wms?layers=aerial&crs=EPSG:25832'
    expect(await refusalOf({ baseMapUrl, baseMapAttribution: 'Ada' })).toMatch(
      /^422 .*"body\.baseMapUrl".*"baseMapProjection".*EPSG:25832/,
    )
    // A character that would end a header is never part of one.
    const broken = 'https://a;script-src,b/{z}/{x}/{y}.png'
    expect(await refusalOf({ baseMapUrl: broken, baseMapAttribution: 'Ada' })).toMatch(/^422 .*"notAnAddress"/)
    expect(await refusalOf({ baseMapUrl: 'https://t.example.org/{z}/{x}/{y}.png', baseMapAttribution: '' })).toMatch(
      /^422 .*"body\.baseMapAttribution"/,
    )
  })

  it('takes no method in disguise, and no method that a call does not have', async () => {
    const headers = { 'x-api-key': server.tokens.ROLE_ADMIN, 'x-http-method-override': 'DELETE' }
    expect((await fetch(`${server.url}/api/settings`, { headers })).status).toBe(200)
    for (const method of ['DELETE', 'PUT', 'POST'])
      expect((await fetch(`${server.url}/api/settings`, { method, headers })).status).toBe(404)
  })

  it.each(['/api/settings', '/%61pi/settings', '/%61%70%69/settings'])(
    'counts calls and forbids storing for a path spelled %s',
    async path => {
      const response = await fetch(server.url + path, { headers: { 'x-api-key': server.tokens.ROLE_ADMIN } })
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('x-ratelimit-limit')).toBe('3000')
    },
  )

  it('cannot be read with a key in the query: tokens in addresses are ignored', async () => {
    const response = await fetch(`${server.url}/api/profile?x-api-key=${server.tokens.ROLE_ADMIN}`)
    expect(response.status).toBe(401)
  })
})
