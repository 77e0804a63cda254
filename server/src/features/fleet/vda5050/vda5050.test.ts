/** A mower that speaks VDA 5050 on the real server and a real broker: shown, stopped, and asked for nothing else. */
import { lateCalls as calls } from '@greensward/contract/late'
import { localFrame } from '@greensward/geometry'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { as, brokerMowerStage, LOGIN, WAIT } from '../../../testing/brokerMowerStage.ts'
import { at } from '../../../testing/ground.ts'
import { openBroker } from '../../../testing/mqttBroker.ts'
import { VDA5050_IDENTITY, type Vda5050OnBroker, vda5050OnBroker } from '../../../testing/vda5050OnBroker.ts'

const stage = brokerMowerStage()
const { broker, id, params, vehicle, isLive, stopAll } = stage
let machine: Vda5050OnBroker

/** What it was sent, apart from the request for its factsheet. */
const sent = (): readonly string[] => machine.mower.received.filter(action => action !== 'factsheetRequest')
const form = (change: object = {}) => ({
  ...{ address: broker().address, user: '', authority: '', version: '2.1.0' as const },
  ...VDA5050_IDENTITY,
  ...{ origin: at(0, 0), xAxisDeg: 90, bladeAction: '' },
  ...change,
})
const save = (change: object = {}) => stage.call(as, calls.vda5050.save, { params: params(), body: form(change) })
const read = async () => (await stage.call(as, calls.vda5050.get, { params: params() })).result
const detailsOf = async () => (await read()).state?.details
const works = async (): Promise<void> => {
  machine.mower.order('rows')
  await expect.poll(async () => (await vehicle()).activity, WAIT).toBe('working')
  await expect.poll(() => machine.mower.isDriving, WAIT).toBe(true)
}

beforeEach(async () => {
  machine = await vda5050OnBroker(broker().address)
})
afterEach(async () => {
  await stage.call(as, calls.vda5050.remove, { params: params() })
  await stage.isGone()
  await machine.close()
})

describe('a mower of the garage that speaks VDA 5050', () => {
  test('is on the map with its position and battery, and what it reports is shown', async () => {
    await save()
    // A position may come before the first state.
    await expect.poll(async () => (await vehicle()).activity, WAIT).toBe('charging')
    const { telemetry } = await vehicle()
    expect(telemetry).toMatchObject({ battery: 0.9, charging: true, mode: 'hold', fixType: null, armed: null })
    const [lon, lat] = localFrame(at(0, 0)).toLonLat([0, 0])
    expect(telemetry.position?.[0]).toBeCloseTo(lon, 7)
    expect(telemetry.position?.[1]).toBeCloseTo(lat, 7)
    expect((await read()).state).toMatchObject({ connection: 'connected', problem: null, activity: 'charging' })
    await expect.poll(async () => (await detailsOf())?.factsheet?.series, WAIT).toBe('Meadow 3')
    expect(await detailsOf()).toMatchObject({ connection: 'online', operatingMode: 'automatic', mapId: 'course' })
    machine.mower.emergencyStop = 'MANUAL'
    await expect.poll(async () => (await vehicle()).activity, WAIT).toBe('failed')
  })

  test('SAFE-16c says what it can do: it takes no path of ours, and pairing, drives and missions are refused', async () => {
    await save()
    await isLive()
    expect(await stage.tryToMove()).toEqual([409, 409, 409, 409])
    expect(sent()).toEqual([])
    expect(machine.mower.isDriving).toBe(false)
  })

  test('SAFE-16b a stop by a person stops it, is acknowledged by its action states, and is in the record', async () => {
    await save()
    await isLive()
    await works()
    expect(await stage.stop()).toMatchObject({ outcome: 'accepted' })
    expect(machine.mower.isDriving).toBe(false)
    await expect
      .poll(async () => (await vehicle()).stop, WAIT)
      .toMatchObject({ acknowledged: true, standingStill: true })
    expect((await detailsOf())?.stop).toEqual({ pause: 'finished', cancelOrder: 'finished' })
    await expect.poll(() => stage.recorded('mower.stop'), WAIT).not.toEqual([])
  })

  test('SAFE-1c stop all stops it with the others, and names it where it refuses', async () => {
    await save()
    await isLive()
    await works()
    Object.assign(machine.mower.faults, { refusesPause: true, refusesCancel: true })
    const named = expect.objectContaining({ id: id() })
    expect((await stopAll()).notStopped).toContainEqual(named)
    Object.assign(machine.mower.faults, { refusesPause: false, refusesCancel: false })
    expect((await stopAll()).stopped).toContainEqual(named)
    expect(machine.mower.isDriving).toBe(false)
  }, 60_000)

  test('SAFE-16d a connection that breaks is a lost link by its will, and the mower is live once it is back', async () => {
    await save()
    await isLive()
    await machine.breakOff()
    await expect.poll(async () => (await detailsOf())?.connection, WAIT).toBe('broken')
    expect((await vehicle()).telemetry.link).toBe('lost')
    machine = await vda5050OnBroker(broker().address)
    await isLive()
    expect((await detailsOf())?.connection).toBe('online')
  })

  test('SAFE-5 a broker that goes away is connected again, and nothing is repeated', async () => {
    await save()
    await isLive()
    const before = broker().connections()
    broker().cut()
    await expect.poll(() => broker().connections(), WAIT).toBeGreaterThan(before)
    await machine.close()
    machine = await vda5050OnBroker(broker().address)
    await expect.poll(async () => (await read()).state?.connection, WAIT).toBe('connected')
    await isLive()
    expect(sent()).toEqual([])
  }, 60_000)

  test('a message that makes no sense is shown, and changes nothing', async () => {
    await save()
    await isLive()
    const { mower, client } = machine
    await client.publishAsync(mower.topic('state'), mower.message('state', { version: '3.0.0' }))
    await expect
      .poll(async () => (await detailsOf())?.unreadable, WAIT)
      .toEqual({ count: 1, last: { topic: 'state', reason: 'otherVersion' } })
    await isLive()
  })
})

describe('its settings', () => {
  test('the connection is tested before it is saved, and a mower that reports nothing is not found', async () => {
    const tried = async (change: object = {}) =>
      (await stage.call(as, calls.vda5050.test, { params: params(), body: form(change) })).result
    expect(await tried({ mapId: 'hall' })).toMatchObject({
      ...{ problem: null, activity: 'charging', details: { mapId: 'course', connection: 'online' } },
    })
    expect(await tried({ serialNumber: 'M-18' })).toMatchObject({ problem: null, activity: null })
    expect(await tried({ address: 'mqtt://127.0.0.1:1' })).toMatchObject({ problem: 'notReached', details: null })
    expect((await read()).link).toBeNull()
    expect(machine.mower.received).toEqual([])
  }, 60_000)

  test('the password never comes out, and goes to no other broker', async () => {
    const locked = await openBroker({ login: LOGIN })
    try {
      await save({ address: locked.address, ...LOGIN })
      await expect.poll(async () => (await read()).state?.connection, WAIT).toBe('connected')
      expect(JSON.stringify(await read())).not.toContain(LOGIN.password)
      await save({ user: LOGIN.user })
      expect((await read()).link).toMatchObject({ hasPassword: false })
    } finally {
      await locked.close()
    }
  })

  test('an unknown mower has none, and values that cannot be are refused', async () => {
    const nobody = { id: crypto.randomUUID() }
    expect((await stage.call(as, calls.vda5050.save, { params: nobody, body: form() })).status).toBe(404)
    expect((await save({ serialNumber: 'with/#' })).status).toBe(422)
    expect((await save({ version: '3.0.0' })).status).toBe(422)
    expect((await save({ mapId: '' })).status).toBe(422)
    expect((await save({ xAxisDeg: 400 })).status).toBe(422)
  })

  test('a mower speaks one protocol at a time', async () => {
    await save()
    const { address, user, authority } = form()
    const body = { address, user, authority, prefix: '', datum: at(0, 0), zoneIds: [] }
    const answer = await stage.call(as, calls.openMower.save, { params: params(), body })
    expect(answer.status).toBe(409)
    expect((await stage.call(as, calls.openMower.get, { params: params() })).result.link).toBeNull()
  })

  test('only those who may change settings do, and each change is in the record', async () => {
    const body = form()
    expect((await stage.call('ROLE_GREENKEEPER', calls.vda5050.save, { params: params(), body })).status).toBe(403)
    await save()
    const [newest] = await stage.recorded('settings.update')
    expect(newest?.details).toMatchObject({ after: { vda5050: { serialNumber: 'M-17' } } })
  })
})
