/** A mower that mows its own map, where the seconds of its answers and drives have to pass. */
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { as, brokerMowerStage, WAIT } from '../../../testing/brokerMowerStage.ts'
import { at } from '../../../testing/ground.ts'
import { type OpenMowerOnBroker, openMowerOnBroker } from '../../../testing/openMowerOnBroker.ts'

const START = 'mower_logic:idle/start_mowing'
const PREFIX = 'lawn/one'
/** Simulated seconds in a second. */
const SPEED = 5

const stage = brokerMowerStage()
const { broker, params, isLive, lawns } = stage
let robot: OpenMowerOnBroker

beforeEach(async () => {
  robot = await openMowerOnBroker(broker().address, PREFIX, SPEED)
  const body = {
    ...{ address: broker().address, user: '', authority: '', prefix: PREFIX, datum: at(0, 0) },
    zoneIds: [lawns().zones[0].id],
  }
  await stage.call(as, lateCalls.openMower.save, { params: params(), body }).then(answer => answer.result)
  await isLive()
})
afterEach(() => robot.close())

test('SAFE-15g one that goes away after the start is answered as such, is stopped once it is back, and people are notified', async () => {
  robot.mower.faults.goesAwayAfter = START
  const started = await stage.call('ROLE_GREENKEEPER', calls.mowers.start, { params: params() })
  expect(started.result).toMatchObject({
    outcome: 'noAnswer',
    why: { code: 'answer', params: { reason: 'notSeenLeaving' } },
  })
  expect(robot.mower.isDriving).toBe(true)
  robot.mower.faults.goesAwayAfter = null
  robot.mower.faults.isDeaf = false
  robot.mower.faults.isMute = false
  await expect.poll(() => robot.mower.isDriving, WAIT).toBe(false)
  const notices = async () => (await stage.call(as, calls.notifications.list)).result.items.map(({ kind }) => kind)
  await expect.poll(notices, WAIT).toContain('lateStart')
}, 60_000)

test('SAFE-15d a course mode that holds missions leaves it on its way home', async () => {
  await robot.close()
  robot = await openMowerOnBroker(broker().address, PREFIX)
  await isLive()
  // What the mower before it reported last is there until its own first report.
  await expect.poll(async () => (await stage.vehicle()).activity, WAIT).toBe('charging')
  const press = (call: typeof calls.mowers.start | typeof calls.mowers.sendHome) =>
    stage.call('ROLE_GREENKEEPER', call, { params: params() }).then(answer => answer.result.outcome)
  expect(await press(calls.mowers.start)).toBe('accepted')
  await expect.poll(async () => (await stage.vehicle()).activity, WAIT).toBe('mowing')
  expect(await press(calls.mowers.sendHome)).toBe('accepted')
  const switchTo = (mode: 'lightning' | 'normal') =>
    stage.call('ROLE_MANAGER', calls.courseMode.change, { body: { mode } }).then(answer => answer.result)
  expect(await switchTo('lightning')).toMatchObject({ notStopped: [] })
  expect(robot.mower.received).not.toContain('mower_logic:docking/abort_docking')
  expect(robot.mower.isDriving).toBe(true)
  await switchTo('normal')
}, 90_000)
