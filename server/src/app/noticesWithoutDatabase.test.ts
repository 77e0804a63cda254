/** What happens while the database is away reaches people and programs once it is back, with the moment at which it happened. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerBehindLink, startServerBehindLink } from '../testing/serverBehindLink.ts'

const as = 'ROLE_MANAGER'
const WAIT = { timeout: 60_000, interval: 200 }

let behind: ServerBehindLink
beforeAll(async () => {
  behind = await startServerBehindLink()
}, 180_000)
afterAll(() => behind?.close())

test('an alarm of the time without a database is shown and called out once it is back', async () => {
  const { server } = behind
  const bodies: string[] = []
  const receiver = createServer((request, reply) => {
    request.on('data', part => bodies.push(String(part)))
    request.on('end', () => reply.writeHead(204).end())
  })
  await new Promise<void>(done => receiver.listen(0, '127.0.0.1', done))
  try {
    const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
    const body = { name: 'Club', address, kinds: ['stop' as const], enabled: true }
    await server.call(as, lateCalls.webhooks.create, { body }).then(found => found.result)
    behind.takeAway()
    const at = server.clock.now()
    const values = { mower: 'Rook', reason: 'It did not answer' }
    server.app.ctx.events.emit('notice', {
      ...{ level: 'alarm', subject: 'mower', subjectId: null, kind: 'stopNotConfirmed', values },
    })
    // Longer than the server waits for a connection.
    await new Promise(done => setTimeout(done, 6_000))
    behind.giveBack()
    const first = async () => (await server.call(as, calls.notifications.list)).result.items[0]
    await expect.poll(first, WAIT).toMatchObject({ kind: 'stopNotConfirmed', values })
    expect(Math.abs(Date.parse((await first())?.at ?? '') - at.getTime())).toBeLessThan(3_000)
    await expect.poll(() => bodies.length, WAIT).toBe(1)
    expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ type: 'stop', data: { notice: 'stopNotConfirmed', values } })
  } finally {
    receiver.close()
  }
}, 180_000)
