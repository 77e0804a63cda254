/** A stop that the maker took is not yet one that the mower followed. */
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AutomowerStage, PARKED } from '../../testing/automowerStage.ts'

const SECOND_MS = 1_000
const WAIT = { timeout: 20_000 }
const MOWING = { ...PARKED, activity: 'MOWING', workAreaId: 7 }
const PAUSED = { ...MOWING, state: 'PAUSED' }
const HOMEWARD = { ...MOWING, activity: 'GOING_HOME' }
const params = { id: '0b1c' }

let stage: AutomowerStage
let before = 0

beforeAll(async () => {
  stage = await AutomowerStage.open()
}, 120_000)
afterAll(() => stage?.close())
beforeEach(async () => {
  await stage.reset()
  await stage.report({ mower: MOWING })
  before = (await alarms()).length
})

const alarms = async () => {
  const query = { level: 'alarm' as const, perPage: 100 }
  const { items } = (await stage.server.call('ROLE_GREENKEEPER', calls.notifications.list, { query })).result
  return items.filter(({ kind }) => kind === 'stopNotConfirmed')
}
const park = () => stage.server.call('ROLE_GREENKEEPER', lateCalls.automower.park, { params })
const passes = (seconds: number): void => stage.server.clock.advance(seconds * SECOND_MS)
/** Longer than the server takes to look. */
const looked = (): Promise<void> => new Promise(done => setTimeout(done, 1_500))
const raised = async () => (await alarms()).length - before
const isRaised = () => expect.poll(raised, WAIT).toBe(1)

test('SAFE-17h a mower that reports that it stands after a pause raises no alarm', async () => {
  await stage.pause()
  passes(70)
  await stage.report({ mower: PAUSED })
  await looked()
  passes(300)
  await looked()
  expect(await raised()).toBe(0)
})

test('SAFE-17h one that still mows, drives home after a pause, or is away raises an alarm that names it, once', async () => {
  for (const report of [
    { mower: MOWING },
    { mower: HOMEWARD },
    { mower: PAUSED, metadata: { connected: false, statusTimestamp: 0 } },
  ]) {
    await stage.server.signInAgain()
    before = (await alarms()).length
    await stage.report({ mower: MOWING })
    await stage.pause()
    passes(70)
    await stage.report(report)
    await looked()
    expect(await raised()).toBe(0)
    passes(140)
    await isRaised()
    passes(300)
    await looked()
    expect(await raised()).toBe(1)
  }
  const [newest] = await alarms()
  expect(newest?.values).toMatchObject({ mower: 'Nursery', reason: { code: 'stopNotReported' } })
}, 60_000)

test('SAFE-17h one that says nothing more raises the alarm where it moved before, and none where it stood', async () => {
  await stage.pause()
  passes(210)
  await isRaised()
  await stage.report({ mower: PARKED })
  before = (await alarms()).length
  await stage.pause()
  passes(210)
  await looked()
  expect(await raised()).toBe(0)
})

test('SAFE-17h a mower that drives home follows a park, and one that was started since is as it was asked to be', async () => {
  await park()
  passes(70)
  await stage.report({ mower: HOMEWARD })
  await looked()
  passes(210)
  await looked()
  expect(await raised()).toBe(0)
  await stage.report({ mower: PARKED })
  await stage.pause()
  passes(2)
  expect((await stage.start()).result).toMatchObject({ problem: null })
  passes(70)
  await stage.report({ mower: MOWING })
  passes(210)
  await looked()
  expect(await raised()).toBe(0)
})

test('SAFE-17h stop all is looked after in the same way', async () => {
  await stage.server.call('ROLE_GREENKEEPER', calls.mowers.stopAll)
  await expect.poll(() => stage.bodies().filter(body => body.includes('"Pause"')).length, WAIT).toBe(1)
  await looked()
  passes(210)
  await isRaised()
})
