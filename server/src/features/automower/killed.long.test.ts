/** A server that is killed while the maker's service still has its request: the record says what was asked, and by whom. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lateCalls } from '@greensward/contract/late'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '../../platform/db/schema/index.ts'
import { AutomowerServiceOfTest } from '../../testing/automowerService.ts'
import { freePort, ServerProcess } from '../../testing/serverProcess.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const as = 'ROLE_MANAGER'
let server: TestServer
let killed: ServerProcess | undefined
let service: AutomowerServiceOfTest
const ownDir = mkdtempSync(join(tmpdir(), 'greensward-killed-'))

beforeAll(async () => {
  server = await startTestServer({ isRunning: true, config: { outgoingPrivate: true } })
  service = await new AutomowerServiceOfTest().open()
}, 300_000)
afterAll(async () => {
  await killed?.end('SIGKILL')
  service?.close()
  await server?.close()
  rmSync(ownDir, { recursive: true, force: true })
})

test('keeps the line of a pause whose answer never came', async () => {
  await server.call(as, lateCalls.automower.update, { body: service.account() })
  const machines = async () => (await server.call(as, lateCalls.automower.get)).result.machines
  await expect.poll(machines, { timeout: 30_000 }).toHaveLength(1)
  const { databaseUrl } = server.app.ctx.config
  const port = await freePort('tcp')
  killed = new ServerProcess({
    name: 'killed',
    env: {
      ...{ PORT: String(port), DATABASE_URL: databaseUrl ?? '', MAVLINK_UDP: 'off', OUTGOING_PRIVATE: 'true' },
      ...{ DATA_DIR: ownDir, SHARED_DIR: server.dataDir },
    },
  })
  await killed.start()
  const arrived = new Promise<void>(done => {
    // An answer takes longer than the server lives.
    service.actions = () => done()
  })
  const press = fetch(`http://127.0.0.1:${port}/api/automowers/0b1c/pause`, {
    method: 'POST',
    headers: { 'x-api-key': server.tokens[as] },
  }).then(
    answer => expect.fail(`It answered ${answer.status} before it was killed`),
    () => undefined,
  )
  await Promise.race([arrived, press])
  await killed.end('SIGKILL')
  await press
  const lines = await server.app.ctx.db.select().from(audit).where(eq(audit.subject, 'automower'))
  expect(lines).toMatchObject([
    { action: 'automower.request', userId: server.userIds[as], details: { name: 'Nursery', request: 'pause' } },
  ])
}, 300_000)
