/** While the database is away nobody can read whether a mower has stopped. */
import { lateCalls } from '@greensward/contract/late'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AutomowerServiceOfTest } from '../../testing/automowerService.ts'
import { type ServerBehindLink, startServerBehindLink } from '../../testing/serverBehindLink.ts'

const as = 'ROLE_MANAGER'
const WAIT = { timeout: 30_000, interval: 200 }

let behind: ServerBehindLink
let service: AutomowerServiceOfTest
beforeAll(async () => {
  behind = await startServerBehindLink()
  service = await new AutomowerServiceOfTest().open()
}, 180_000)
afterAll(async () => {
  service?.close()
  await behind?.close()
})

test('SAFE-17h a mower that moved before its stop raises the alarm also where the database is away at its time', async () => {
  const { server } = behind
  await server.call(as, lateCalls.automower.update, { body: service.account() }).then(answer => answer.result)
  const machines = async () => (await server.call(as, lateCalls.automower.get)).result.machines
  await expect.poll(machines, WAIT).toMatchObject([{ activity: 'mowing' }])
  const named: unknown[] = []
  server.app.ctx.events.on('notice', ({ kind, values }) => void named.push({ kind, mower: values?.mower }))
  const params = { id: '0b1c' }
  expect((await server.call(as, lateCalls.automower.pause, { params })).result).toEqual({ problem: null, detail: '' })
  behind.takeAway()
  server.clock.advance(210_000)
  await expect.poll(() => named, WAIT).toEqual([{ kind: 'stopNotConfirmed', mower: 'Nursery' }])
  behind.giveBack()
}, 120_000)
