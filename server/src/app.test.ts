import { calls } from '@greensward/domain/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from './testing/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('the server', () => {
  it('starts on a database of its own and tells a stranger to sign in', async () => {
    const answer = await server.call(null, calls.live.config)
    expect(answer.status).toBe(401)
    expect(answer.error.kind).toBe('unauthorized')
  })
  it('answers a signed-in person', async () => {
    const answer = await server.call('ROLE_ADMIN', calls.live.config)
    expect(answer.result.channels).toContain('missions')
  })
})
