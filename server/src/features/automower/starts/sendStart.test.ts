/** How a start of an Automower is sent: counted and recorded first, once, and never after a stop. */
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { automower } from '../../../platform/db/schema/index.ts'
import { TOKEN, taken } from '../../../testing/automowerService.ts'
import { AutomowerStage, TAKEN } from '../../../testing/automowerStage.ts'

const WAIT = { timeout: 30_000 }
const params = { id: '0b1c' }
const as = 'ROLE_GREENKEEPER'
const { automower: automowers } = lateCalls

let stage: AutomowerStage

beforeAll(async () => {
  stage = await AutomowerStage.open()
}, 120_000)
afterAll(() => stage?.close())
beforeEach(() => stage.reset())

const start = (...asked: Parameters<AutomowerStage['start']>) => stage.start(...asked)
const bodies = () => stage.bodies()
const lines = () => stage.lines()
const PAUSE = '{"data":{"type":"Pause"}}'
const START = '{"data":{"type":"StartInWorkArea","attributes":{"duration":60,"workAreaId":7}}}'

test('SAFE-17c a start is counted and recorded before it is sent, and its answer after it', async () => {
  const { db } = stage.server.app.ctx
  let seen: unknown
  let counted: number | undefined
  stage.service.actions = async reply => {
    seen = await lines()
    counted = (await db.select().from(automower))[0]?.requests
    taken(reply)
  }
  await db.update(automower).set({ requests: 9_600 })
  expect((await start()).result).toEqual(TAKEN)
  const who = 'Test Greenkeeper'
  const asked = { who, name: 'Nursery', areaId: '7', zone: 'Lawn', minutes: 60 }
  const request = { action: 'automower.request', request: 'startArea', ...asked }
  expect(seen).toEqual([request])
  expect(counted).toBe(9_601)
  const answer = { action: 'automower.startArea', ...asked, problem: null, detail: '' }
  await expect.poll(lines, WAIT).toEqual([request, answer])
  stage.service.actions = reply => void reply.writeHead(500).end()
  expect((await stage.resume()).result).toEqual({ problem: 'httpStatus', detail: 'It answered 500' })
  await expect
    .poll(lines, WAIT)
    .toEqual([
      request,
      answer,
      { action: 'automower.request', who, name: 'Nursery', request: 'resume' },
      { action: 'automower.resume', who, name: 'Nursery', problem: 'httpStatus', detail: 'It answered 500' },
    ])
})

test('SAFE-17c without requests left in the month nothing is started, and a stop is sent all the same', async () => {
  await stage.server.app.ctx.db.update(automower).set({ requests: 10_000 })
  expect((await start()).result.problem).toBe('budgetSpent')
  expect(bodies()).toEqual([])
  expect((await stage.pause()).result).toEqual(TAKEN)
  expect(bodies()).toEqual([PAUSE])
})

test('SAFE-17d a start is sent once, also where the maker refuses it or does not answer', async () => {
  for (const status of [429, 500, 503]) {
    stage.service.asked = []
    stage.service.actions = reply => void reply.writeHead(status).end()
    expect((await start()).result.problem).not.toBe(null)
    expect(bodies()).toEqual([START])
  }
  stage.service.asked = []
  stage.service.actions = reply => void reply.socket?.destroy()
  expect((await start()).result.problem).toBe('notReached')
  expect(bodies()).toEqual([START])
})

test('SAFE-17d a start that is on its way as a stop comes is given up, and the stop is sent again after it', async () => {
  const arrived = Promise.withResolvers<void>()
  stage.service.actions = (reply, body) => {
    // The maker has it, and does not answer.
    if (body === START) return arrived.resolve()
    taken(reply)
  }
  const started = start()
  await arrived.promise
  expect((await start()).error).toMatchObject({ code: 'startingAlready' })
  expect((await stage.pause()).result).toEqual(TAKEN)
  expect((await started).error).toMatchObject({ code: 'stopRequested' })
  await expect.poll(bodies, WAIT).toEqual([START, PAUSE, PAUSE])
  await expect
    .poll(lines, WAIT)
    .toContainEqual(expect.objectContaining({ action: 'automower.startArea', refused: 'stopRequested', isSent: true }))
})

test('SAFE-17d a start that is not sent yet as a stop comes, of this mower, of all or on another server, never is', async () => {
  const { db, events } = stage.server.app.ctx
  for (const stop of [
    () => stage.pause(),
    () => stage.server.call(as, calls.mowers.stopAll),
    () => events.emit('automowerStopped', { machineId: '0b1c', action: 'pause' }),
  ]) {
    stage.service.asked = []
    const held = Promise.withResolvers<void>()
    stage.service.tokens = async reply => {
      await held.promise
      TOKEN(reply)
    }
    // The token of the day before is over, and nobody gets the next one for now.
    stage.server.clock.advance(24 * 3_600_000)
    await stage.server.signInAgain()
    await db.update(automower).set({ triedAt: stage.server.clock.now(), answeredAt: stage.server.clock.now() })
    const before = (await lines()).length
    const requests = async () => (await lines()).slice(before).filter(({ action }) => action === 'automower.request')
    const started = start()
    await expect.poll(requests, WAIT).toHaveLength(1)
    const stopped = stop()
    if (stopped !== undefined) await expect.poll(requests, WAIT).toHaveLength(2)
    held.resolve()
    expect((await started).error).toMatchObject({ code: 'stopRequested' })
    await stopped
    expect(bodies()).not.toContain(START)
    if (stopped !== undefined) await expect.poll(bodies, WAIT).toContain(PAUSE)
  }
})

test('SAFE-17d a start that was pressed before a stop and comes after it is refused, and one that comes late', async () => {
  const pressedAt = stage.server.clock.now().getTime()
  stage.server.clock.advance(1_000)
  expect((await stage.pause()).result).toEqual(TAKEN)
  stage.server.clock.advance(1_000)
  const repeat = (ms: number) =>
    stage.server.call(as, automowers.startArea, {
      params: { ...params, areaId: '7' },
      body: { minutes: 60 },
      headers: { 'x-asked-at': String(ms) },
    })
  expect((await repeat(pressedAt)).error).toMatchObject({ code: 'stopRequested' })
  expect((await repeat(stage.server.clock.now().getTime() - 6_000)).error).toMatchObject({ code: 'commandExpired' })
  expect(bodies()).toEqual([PAUSE])
  // Pressed after the stop.
  expect((await repeat(stage.server.clock.now().getTime())).result).toEqual(TAKEN)
})
