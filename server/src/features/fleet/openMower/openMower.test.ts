/** A mower that runs OpenMower on the real server and a real broker: shown, stopped, and asked for nothing else by itself. */
import { calls as otherCalls } from '@greensward/contract'
import { lateCalls as calls } from '@greensward/contract/late'
import { utmFrame } from '@greensward/geometry'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { as, brokerMowerStage, LOGIN, WAIT } from '../../../testing/brokerMowerStage.ts'
import { at } from '../../../testing/ground.ts'
import { openBroker } from '../../../testing/mqttBroker.ts'
import { type OpenMowerOnBroker, openMowerOnBroker } from '../../../testing/openMowerOnBroker.ts'

const START = 'mower_logic:idle/start_mowing'
/** Simulated seconds in a second. */
const SPEED = 5

const stage = brokerMowerStage()
const { broker, id, params, vehicle, isLive, stopAll } = stage
let robot: OpenMowerOnBroker
/** The test of a connection to a mower that reports nothing: it listens for seconds, and the other tests run meanwhile. */
let ofSilentMower: ReturnType<typeof tried>

const form = (change: object = {}) => ({
  ...{ address: broker().address, user: '', authority: '', prefix: 'lawn/one', datum: at(0, 0), zoneIds: [] },
  ...change,
})
const save = (change: object = {}) => stage.call(as, calls.openMower.save, { params: params(), body: form(change) })
const tried = async (change: object = {}) =>
  (await stage.call(as, calls.openMower.test, { params: params(), body: form(change) })).result
const read = async () => (await stage.call(as, calls.openMower.get, { params: params() })).result
const mows = async (): Promise<void> => {
  await robot.act(START)
  await expect.poll(async () => (await vehicle()).activity, WAIT).toBe('mowing')
}

beforeAll(() => {
  ofSilentMower = tried({ prefix: 'lawn/two' })
})
beforeEach(async () => {
  robot = await openMowerOnBroker(broker().address, 'lawn/one', SPEED)
})
afterEach(async () => {
  await stage.call(as, calls.openMower.remove, { params: params() })
  await stage.isGone()
  await robot.close()
})

describe('a mower of the garage that runs OpenMower', () => {
  test('is on the map with its position, battery and activity, and the state of its link is shown', async () => {
    await save()
    await isLive()
    const { telemetry, activity } = await vehicle()
    expect(activity).toBe('charging')
    expect(telemetry).toMatchObject({ battery: 0.9, charging: true, mode: 'hold', fixType: null, armed: null })
    const [lon, lat] = utmFrame(at(0, 0)).toLonLat([0, 0])
    expect(telemetry.position?.[0]).toBeCloseTo(lon, 7)
    expect(telemetry.position?.[1]).toBeCloseTo(lat, 7)
    expect((await read()).state).toMatchObject({ connection: 'connected', problem: null, activity: 'charging' })
    robot.mower.setEmergency(true)
    await expect.poll(async () => (await vehicle()).activity, WAIT).toBe('failed')
  })

  test('says what it can do: it follows no path of ours, and pairing, drives and missions are refused', async () => {
    await save()
    await isLive()
    expect(await stage.tryToMove()).toEqual([409, 409, 409, 409])
    expect(robot.mower.received).toEqual([])
    expect(robot.mower.isDriving).toBe(false)
  })

  test('SAFE-15b a stop by a person stops it, is acknowledged by its own report, and is in the record', async () => {
    await save()
    await isLive()
    await mows()
    expect(robot.mower.isDriving).toBe(true)
    const garage = (await stage.call(as, otherCalls.garage.list)).result.items
    expect(garage.find(row => row.id === id())?.status).toBe('working')
    expect(await stage.stop()).toMatchObject({ outcome: 'accepted' })
    expect(robot.mower.isDriving).toBe(false)
    await expect
      .poll(async () => (await vehicle()).stop, WAIT)
      .toMatchObject({ acknowledged: true, standingStill: true })
    await expect.poll(() => stage.recorded('mower.stop'), WAIT).not.toEqual([])
  })

  test('SAFE-1c stop all stops it with the others, and names it where it is deaf', async () => {
    await save()
    await isLive()
    await mows()
    robot.mower.faults.isDeaf = true
    const named = expect.objectContaining({ id: id() })
    expect((await stopAll()).notStopped).toContainEqual(named)
    expect(robot.mower.isDriving).toBe(true)
    robot.mower.faults.isDeaf = false
    expect((await stopAll()).stopped).toContainEqual(named)
    expect(robot.mower.isDriving).toBe(false)
  }, 60_000)

  test('SAFE-5 a mower that goes away is lost, a broker that goes away is connected again, and nothing is repeated', async () => {
    await save()
    await isLive()
    await robot.close()
    await expect.poll(async () => (await vehicle()).telemetry.link, WAIT).toBe('lost')
    const before = broker().connections()
    broker().cut()
    await expect.poll(() => broker().connections(), WAIT).toBeGreaterThan(before)
    await expect.poll(async () => (await read()).state?.connection, WAIT).toBe('connected')
    robot = await openMowerOnBroker(broker().address, 'lawn/one', SPEED)
    await isLive()
    expect(robot.mower.received).toEqual([])
  }, 60_000)
})

describe('its settings', () => {
  test('the connection is tested before it is saved, and a mower that reports nothing is not found', async () => {
    expect(await tried()).toEqual({ problem: null, detail: '', activity: 'charging' })
    expect(await ofSilentMower).toEqual({ problem: null, detail: '', activity: null })
    expect(await tried({ address: 'mqtt://127.0.0.1:1' })).toMatchObject({ problem: 'notReached', activity: null })
    expect((await read()).link).toBeNull()
    expect(robot.mower.received).toEqual([])
  }, 60_000)

  test('the password never comes out, and goes to no other broker', async () => {
    const locked = await openBroker({ login: LOGIN })
    try {
      await save({ address: locked.address, ...LOGIN })
      expect((await read()).link).toMatchObject({ hasPassword: true })
      await expect.poll(async () => (await read()).state?.connection, WAIT).toBe('connected')
      expect(JSON.stringify(await read())).not.toContain(LOGIN.password)
      await save({ address: locked.address, user: LOGIN.user })
      expect((await read()).link).toMatchObject({ hasPassword: true })
      await save({ user: LOGIN.user })
      expect((await read()).link).toMatchObject({ hasPassword: false })
    } finally {
      await locked.close()
    }
  })

  test('an unknown mower has none, and values that cannot be are refused', async () => {
    const nobody = { id: crypto.randomUUID() }
    expect((await stage.call(as, calls.openMower.save, { params: nobody, body: form() })).status).toBe(404)
    expect((await stage.call(as, calls.openMower.get, { params: nobody })).status).toBe(404)
    expect((await save({ prefix: 'with/#' })).status).toBe(422)
    expect((await save({ address: 'http://broker' })).status).toBe(422)
    expect((await save({ datum: [0, 91] })).status).toBe(422)
  })

  test('only those who may change settings do, and each change is in the record', async () => {
    const body = form()
    expect((await stage.call('ROLE_GREENKEEPER', calls.openMower.save, { params: params(), body })).status).toBe(403)
    await save()
    const [newest] = await stage.recorded('settings.update')
    expect(newest?.details).toMatchObject({ after: { openMower: { prefix: 'lawn/one' } } })
  })

  test('once it is a mower on MAVLink again its broker says nothing about it any more', async () => {
    await save()
    await isLive()
    await stage.call(as, calls.openMower.remove, { params: params() })
    await expect.poll(async () => (await vehicle()).telemetry.link, WAIT).toBe('never')
    expect((await vehicle()).activity).toBeUndefined()
    expect(await read()).toEqual({ link: null, state: null })
  })
})
