import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../testing/serverProcess.ts'
import { tea } from '../../testing/tea.ts'
import { startTestServer } from '../../testing/testServer.ts'

const MAIN = fileURLToPath(new URL('../../app/main.ts', import.meta.url))
const KILLS = 2
/** Orders that are being sent when the server is killed. */
const AT_ONCE = 6

let dataDir: string
let program: { readonly child: ChildProcess; readonly ended: Promise<unknown> } | undefined
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'greensward-orders-'))
})
afterAll(async () => {
  program?.child.kill('SIGTERM')
  await program?.ended
  rmSync(dataDir, { recursive: true, force: true })
})

it('an order that is retried until it is answered is stored once, though the server is killed meanwhile', async () => {
  const server = await startTestServer({ dataDir, hasOwnPostgres: true })
  const cart = { name: 'Cart 7', inService: false, home: null }
  const { id } = (await server.call('ROLE_ADMIN', calls.carts.create, { body: cart })).result
  const { code } = (await server.call('ROLE_ADMIN', lateCalls.cartAccess.pair, { params: { id } })).result
  const { token } = (await server.call(null, lateCalls.player.pair, { body: { code } })).result
  const category = { name: 'Drinks', translations: {}, sort: 1 }
  const { id: categoryId } = (await server.call('ROLE_ADMIN', calls.categories.create, { body: category })).result
  const { id: dishId } = (await server.call('ROLE_ADMIN', calls.dishes.create, { body: tea(categoryId) })).result
  await server.close()

  const port = await freePort('tcp')
  const start = (): void => {
    const child = spawn(process.execPath, [MAIN], {
      env: {
        PATH: process.env.PATH ?? '',
        DATA_DIR: dataDir,
        PORT: String(port),
        STOP_PORT: '0',
        DEMO: 'off',
        SIMULATOR: 'off',
        MAVLINK_UDP: 'off',
      },
      stdio: 'ignore',
    })
    program = { child, ended: new Promise(resolve => child.once('exit', resolve)) }
  }
  const url = `http://127.0.0.1:${port}/api/player/orders`
  const headers = { 'x-api-key': token, 'content-type': 'application/json' }

  let tried = 0
  /** As the tablet does: the same order by the same number, until somebody says that it is taken. */
  const orderUntilTaken = async (requestId: string): Promise<string> => {
    for (;;) {
      tried += 1
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': requestId },
        body: JSON.stringify({ requestId, lines: [{ dishId, quantity: 1 }], note: requestId }),
      }).catch(() => undefined)
      if (answer?.status === 200) return ((await answer.json()) as { result: { id: string } }).result.id
      // Away, or just coming up: anything else would be an answer to the order.
      if (answer !== undefined && answer.status < 500) throw new Error(`refused: ${await answer.text()}`)
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }

  const taken = new Map<string, string>()
  start()
  for (let kill = 0; kill < KILLS; kill += 1) {
    const first = crypto.randomUUID()
    taken.set(first, await orderUntilTaken(first))
    const wanted = Array.from({ length: AT_ONCE }, () => crypto.randomUUID())
    const answers = wanted.map(orderUntilTaken)
    // Some are answered, some written and not answered, some not begun.
    await Promise.race(answers)
    program?.child.kill('SIGKILL')
    await program?.ended
    start()
    for (const [n, answer] of answers.entries()) taken.set(wanted[n] ?? '', await answer)
  }
  const sent = taken.size
  expect(tried).toBeGreaterThan(sent)

  const list = (await (await fetch(url, { headers })).json()) as {
    result: { items: { id: string; note: string }[] }
  }
  const { items } = list.result
  expect(items.length).toBe(sent)
  expect(new Map(items.map(({ id: order, note }) => [note, order]))).toEqual(taken)
}, 120_000)
