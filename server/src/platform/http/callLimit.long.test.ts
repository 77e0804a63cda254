import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const CALLS_PER_MINUTE = 3_000
const AT_ONCE = 50
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** How often each status came back. */
const statusesOf = async (call: () => Promise<number>, count: number): Promise<Record<number, number>> => {
  const statuses: Record<number, number> = {}
  for (let sent = 0; sent < count; sent += AT_ONCE) {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, call))
    for (const status of answers) statuses[status] = (statuses[status] ?? 0) + 1
  }
  return statuses
}

test('an address and each session have calls of their own, and a stop needs none', async () => {
  const stranger = async (): Promise<number> =>
    (await fetch(`${server.url}/api/${lateCalls.operation.live.path}`)).status
  expect((await statusesOf(stranger, CALLS_PER_MINUTE + AT_ONCE))[429]).toBeGreaterThanOrEqual(AT_ONCE)
  const manager = async (): Promise<number> => (await server.call('ROLE_MANAGER', calls.users.list)).status
  expect(await manager()).toBe(200)
  const few = await statusesOf(manager, CALLS_PER_MINUTE + AT_ONCE)
  expect(few[200]).toBe(CALLS_PER_MINUTE - 1)
  expect(few[429]).toBe(AT_ONCE + 1)
  expect((await server.call('ROLE_ADMIN', calls.users.list)).status).toBe(200)
  const stop = await server.call('ROLE_MANAGER', calls.mowers.stopAll)
  expect(stop.status).not.toBe(429)
})
