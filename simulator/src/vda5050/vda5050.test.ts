/** Mowers that speak VDA 5050 with their unpleasant sides: what is shown of them, and what counts as a stop. */
import { localFrame } from '@greensward/geometry'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HOME } from '../testing/harness.ts'
import { openVda5050Rig, type Vda5050Rig } from '../testing/vda5050Rig.ts'

let rig: Vda5050Rig
beforeEach(async () => {
  rig = await openVda5050Rig()
})
afterEach(() => rig.close())

const mower = () => rig.simulated[0] ?? expect.fail()
const machine = () => rig.machines.get(rig.ids[0]) ?? expect.fail()
const shown = () => machine().state()
const details = () => machine().protocol.details()
const stop = () => rig.finish(rig.adapter.stop(rig.ids[0]))
const kinds = (): readonly string[] => rig.events.map(({ kind }) => kind)
const stateWith = (change: object): string => mower().message('state', { ...mower().stateFields(), ...change })
const at = (x: number, y: number, change: object = {}) => ({
  agvPosition: { x, y, theta: 0, mapId: 'course', positionInitialized: true, ...change },
})
const say = async (payload: string, name = 'state', isRetained = false): Promise<void> => {
  rig.publish(mower().topic(name), payload, isRetained)
  await rig.clock.advance(50)
}
/** The types of the instant actions that went to the first mower. */
const sentActions = (): readonly string[] =>
  rig.sent
    .flatMap(({ payload }) => (JSON.parse(payload) as { actions: { actionType: string }[] }).actions)
    .map(({ actionType }) => actionType)

describe('what is shown', () => {
  test('position, heading, speed, battery and what it does, as the mower reports them', async () => {
    await say(stateWith({ ...at(3, -2), velocity: { vx: 0.3, vy: 0.4 }, driving: true }))
    const { telemetry, activity } = shown()
    const [lon, lat] = localFrame(HOME).toLonLat([3, -2])
    expect(telemetry.position?.[0]).toBeCloseTo(lon, 9)
    expect(telemetry.position?.[1]).toBeCloseTo(lat, 9)
    expect(telemetry).toMatchObject({ battery: 0.9, charging: true, speedMps: 0.5, mode: 'auto', link: 'live' })
    expect(telemetry.headingDeg).toBeCloseTo(90)
    expect(activity).toBe('working')
  })

  test('a map whose x axis points elsewhere is turned, its positions and its headings', async () => {
    await rig.close()
    rig = await openVda5050Rig(0)
    await say(stateWith(at(3, 1, { theta: Math.PI / 2 })))
    const [east, north] = localFrame(HOME).toLocal(shown().telemetry.position ?? expect.fail())
    // x points north, so y points west.
    expect([east, north]).toEqual([expect.closeTo(-1, 6), expect.closeTo(3, 6)])
    expect(shown().telemetry.headingDeg).toBeCloseTo(270)
  })

  test('what it does not report is unknown: blade, fix, arming and mission', () => {
    expect(shown().telemetry).toMatchObject({
      ...{ bladeOn: null, fixType: null, armed: null, ready: null, missionSeq: null, preArm: null },
    })
    expect(shown().mission).toBeNull()
  })

  test.each([
    ['on its charger', {}, 'charging'],
    ['without an order', { batteryState: { batteryCharge: 80, charging: false } }, 'idle'],
    ['paused', { paused: true }, 'paused'],
    ['paused, as it says, and driving all the same', { paused: true, driving: true }, 'working'],
    ['with an order that it waits in', { nodeStates: [{ nodeId: 'a' }] }, 'working'],
    ['driven by a person', { operatingMode: 'MANUAL' }, 'byHand'],
    ['that is taught', { operatingMode: 'TEACHIN', driving: true }, 'recording'],
    ['at its emergency stop', { safetyState: { eStop: 'MANUAL', fieldViolation: false } }, 'failed'],
    ['that its bumper holds', { safetyState: { eStop: 'AUTOACK' }, nodeStates: [{ nodeId: 'a' }] }, 'working'],
    ['with a fatal error', { errors: [{ errorType: 'motor', errorLevel: 'FATAL' }] }, 'failed'],
    ['that hides whether it has an order', { nodeStates: 'none' }, 'unknown'],
    ['in a mode of a later version', { operatingMode: 'DANCING' }, 'unknown'],
  ])('a mower %s', async (_, change, activity) => {
    await say(stateWith(change))
    expect(shown().activity).toBe(activity)
  })

  test.each([
    ['a battery of more than a hundred', { batteryState: { batteryCharge: 150 } }, { battery: null, charging: null }],
    ['a battery in words', { batteryState: { batteryCharge: 'full' } }, { battery: null }],
    ['no battery at all', { batteryState: null }, { battery: null }],
    ['a position on another map', at(1, 2, { mapId: 'hall' }), { position: null, headingDeg: null }],
    ['a position before it has found itself', at(1, 2, { positionInitialized: false }), { position: null }],
    ['a position far from its map', at(1e7, 0), { position: null }],
    ['no position at all', { agvPosition: undefined }, { position: null }],
  ])('%s is unknown, and not a guess', async (_, change, expected) => {
    await say(stateWith(change))
    expect(shown().telemetry).toMatchObject({ link: 'live', ...expected })
  })

  test.each([
    ['nothing but words', () => 'hello', 'notJson'],
    ['half a message', () => '{', 'notJson'],
    ['a list', () => '[]', 'notJson'],
    ['a flood', () => JSON.stringify({ x: 'x'.repeat(500_000) }), 'tooLong'],
    ['a state of version 1', () => stateWith({ version: '1.1.0' }), 'otherVersion'],
    ['a state of version 3', () => stateWith({ version: '3.0.0' }), 'otherVersion'],
    ['a state of another mower', () => stateWith({ serialNumber: 'vda-9' }), 'otherMachine'],
    ['a state without a time', () => stateWith({ timestamp: 'now' }), 'noTime'],
    ['a state that does not say whether it drives', () => stateWith({ driving: 'yes' }), 'incomplete'],
  ])('%s changes nothing, and is counted with its reason', async (_, payload, reason) => {
    const before = { ...shown().telemetry, ageMs: 0 }
    await say(payload())
    expect({ ...shown().telemetry, ageMs: 0 }).toEqual(before)
    expect(details().unreadable).toEqual({ count: 1, last: { topic: 'state', reason } })
  })

  test('a version of the same major number is read, also without the fields that 2.1 added', async () => {
    await say(stateWith({ version: '2.0.0', paused: undefined, driving: true }))
    expect(shown()).toMatchObject({ activity: 'working', telemetry: { link: 'live' } })
  })

  test('errors, order, emergency stop and mode are shown in its own words', async () => {
    const errors = [{ errorType: 'bladeJam', errorLevel: 'WARNING', errorDescription: 'Grass in the deck' }]
    await say(stateWith({ errors, orderId: 'rows', operatingMode: 'SERVICE', safetyState: { eStop: 'REMOTE' } }))
    expect(details()).toMatchObject({
      errors: [{ type: 'bladeJam', isFatal: false, text: 'Grass in the deck' }],
      ...{ orderId: 'rows', operatingMode: 'service', emergencyStop: 'remote', fieldViolation: null },
    })
  })

  test('SAFE-16c its factsheet is asked for, which moves nothing, and says what it can do', async () => {
    await rig.pass(1)
    expect(details().factsheet).toMatchObject({ series: 'Meadow 3', maxSpeedMps: 1.2, canPause: true })
    expect(sentActions()).toEqual(['factsheetRequest'])
  })

  test('a position between two states counts, with what the last state said', async () => {
    mower().order('rows')
    await rig.pass(2)
    rig.publish(mower().topic('visualization'), mower().message('visualization', at(7, 1)), false)
    await rig.clock.advance(50)
    expect(shown()).toMatchObject({ activity: 'working', telemetry: { battery: 0.9, link: 'live' } })
    const [east] = localFrame(HOME).toLocal(shown().telemetry.position ?? expect.fail())
    expect(east).toBeCloseTo(7)
  })
})

describe('what counts as a report', () => {
  test('SAFE-16a a state that the broker kept says nothing about now: no order and no position', async () => {
    mower().order('old')
    mower().faults.retainsAll = true
    await rig.pass(3)
    rig.setSilent(true)
    await rig.restart()
    expect(shown().telemetry.link).toBe('never')
    const silent = stateWith({ driving: true })
    rig.publish(mower().topic('state'), silent, true)
    await rig.restart()
    await rig.clock.advance(100)
    expect(shown()).toMatchObject({ activity: 'unknown', telemetry: { link: 'never', position: null } })
    expect(details().orderId).toBeNull()
  })

  test('SAFE-16a a state that comes late changes nothing, and makes no lost mower live', async () => {
    const old = stateWith({ driving: true, orderId: 'old' })
    await rig.pass(3)
    await say(old)
    expect(shown().activity).toBe('charging')
    expect(details()).toMatchObject({ orderId: '', unreadable: { last: { topic: 'state', reason: 'late' } } })
  })

  test('SAFE-16a a message that comes twice makes no report younger', async () => {
    const once = stateWith({})
    await say(once)
    mower().step = () => undefined
    await rig.pass(4)
    await say(once)
    expect(shown().telemetry.link).toBe('stale')
    expect(details().unreadable.count).toBe(0)
  })

  test('a clock that is wrong by a year is as good as any', async () => {
    mower().faults.clockAheadMs = 365 * 86_400_000
    await rig.pass(12)
    expect(shown().telemetry.link).toBe('live')
  })

  test('a clock that is set back costs the link for some seconds, and not for ever', async () => {
    mower().faults.clockAheadMs = -3_600_000
    await rig.pass(3)
    expect(details().unreadable.last).toMatchObject({ reason: 'late' })
    await rig.pass(9)
    expect(shown().telemetry.link).toBe('live')
  })

  test('a mower that boots with another clock and connects again is live at once', async () => {
    mower().faults.clockAheadMs = -3_600_000
    mower().connected()
    await rig.pass(2)
    expect(shown().telemetry.link).toBe('live')
  })

  test('SAFE-16d a connection that broke is a lost link at once, reported once, until it reports again', async () => {
    const will = mower().lastWill
    await say(will, 'connection', true)
    expect(shown().telemetry.link).toBe('lost')
    expect(details().connection).toBe('broken')
    await say(will, 'connection', true)
    expect(kinds().filter(kind => kind === 'linkLost')).toHaveLength(1)
    await rig.pass(2)
    expect(shown().telemetry.link).toBe('live')
    expect(details().connection).toBe('online')
    expect(kinds().filter(kind => kind === 'linkBack')).toHaveLength(1)
  })

  test('SAFE-5 a lost link and its return are reported once each', async () => {
    rig.setSilent(true)
    await rig.pass(12)
    expect(kinds().filter(kind => kind === 'linkLost')).toHaveLength(2)
    rig.setSilent(false)
    await rig.pass(3)
    expect(kinds().filter(kind => kind === 'linkBack')).toHaveLength(2)
  })

  test('SAFE-10 a position that it cannot have reached is refused and reported, and a mower that drives is stopped', async () => {
    await rig.work()
    mower().moveTo(400, 0)
    await rig.pass(6)
    expect(kinds()).toContain('positionJump')
    expect(kinds()).toContain('safetyStop')
    expect(rig.drives()).toBe(false)
  })
})

describe('what counts as a stop', () => {
  test('SAFE-16b a mower that drives brakes, and acknowledges once it stands with its order cancelled', async () => {
    await rig.work()
    const stopping = rig.adapter.stop(rig.ids[0])
    await rig.pass(0.3)
    expect(details().stop).toEqual({ pause: 'running', cancelOrder: 'running' })
    expect(shown().requestedStop).not.toHaveProperty('acknowledgedAt')
    expect(await rig.finish(stopping)).toMatchObject({ acknowledged: true, tries: 1 })
    expect(rig.drives()).toBe(false)
    await rig.pass(3)
    expect(details()).toMatchObject({ stop: { pause: 'finished', cancelOrder: 'finished' }, paused: true })
    expect(shown()).toMatchObject({ activity: 'paused', requestedStop: { standingAt: expect.any(Number) } })
  })

  test.each([
    ['cancel its order', { refusesCancel: true }, { pause: 'finished', cancelOrder: 'failed' }],
    ['pause', { refusesPause: true }, { pause: 'failed', cancelOrder: 'finished' }],
  ])(
    'SAFE-16b a mower that refuses to %s stops by the other request, and both are shown',
    async (_, faults, requests) => {
      await rig.work()
      Object.assign(mower().faults, faults)
      expect(await stop()).toMatchObject({ acknowledged: true, tries: 1 })
      expect(rig.drives()).toBe(false)
      expect(details().stop).toEqual(requests)
    },
  )

  test('SAFE-16b one without an order has nothing to cancel, and pauses', async () => {
    expect(await stop()).toMatchObject({ acknowledged: true })
    expect(details().stop).toEqual({ pause: 'finished', cancelOrder: 'failed' })
  })

  test('SAFE-1b one that refuses both is reported as refused three times, and is stopped again while it drives', async () => {
    await rig.work()
    Object.assign(mower().faults, { refusesPause: true, refusesCancel: true })
    expect(await stop()).toMatchObject({ acknowledged: false, reason: 'refused', tries: 3 })
    const { length } = mower().received
    await rig.pass(5)
    expect(mower().received.length).toBeGreaterThan(length)
    Object.assign(mower().faults, { refusesPause: false })
    await rig.pass(5)
    expect(rig.drives()).toBe(false)
    expect(shown().requestedStop).toMatchObject({ acknowledgedAt: expect.any(Number) })
  })

  test('SAFE-16b one that is paused without an order refuses both, and is stopped all the same', async () => {
    await rig.close()
    rig = await openVda5050Rig(90, true)
    mower().faults.refusesPause = true
    mower().pauseByHand()
    expect(await stop()).toMatchObject({ acknowledged: true, tries: 1 })
    mower().endPause()
    expect(await stop()).toMatchObject({ acknowledged: false, reason: 'refused', tries: 3 })
  })

  test('SAFE-1b one that a person drives by hand refuses, and the answer names its mode', async () => {
    mower().operatingMode = 'MANUAL'
    await rig.pass(2)
    const outcome = await stop()
    expect(outcome).toMatchObject({ acknowledged: false, reason: 'refused' })
    expect(outcome.message).toMatch(/manual/)
  })

  test('SAFE-16b an action that finished before the stop, or of somebody else, acknowledges nothing', async () => {
    await stop()
    const actions = mower().stateFields().actionStates as { actionType: string; actionStatus: string }[]
    const before = actions.find(({ actionType }) => actionType === 'startPause')
    expect(before).toMatchObject({ actionStatus: 'FINISHED' })
    await rig.pass(10)
    mower().endPause()
    await rig.work()
    mower().faults.isDeaf = true
    const stopping = rig.adapter.stop(rig.ids[0])
    await say(stateWith({ driving: false, paused: true, actionStates: [before] }))
    await say(stateWith({ driving: false, actionStates: [{ actionId: 'theirs', actionStatus: 'FINISHED' }] }))
    expect(await rig.finish(stopping)).toMatchObject({ acknowledged: false, reason: 'noAnswer', tries: 3 })
  })

  test('SAFE-16b an action that is finished while it drives on acknowledges nothing', async () => {
    await rig.work()
    mower().faults.isDeaf = true
    const stopping = rig.adapter.stop(rig.ids[0])
    await rig.clock.advance(50)
    const { payload } = rig.sent.at(-1) ?? expect.fail()
    const { actions } = JSON.parse(payload) as { actions: { actionId: string }[] }
    await say(stateWith({ driving: true, actionStates: [{ ...actions[0], actionStatus: 'FINISHED' }] }))
    expect(await rig.finish(stopping)).toMatchObject({ acknowledged: false })
  })

  test('messages that come twice stop it once, and change nothing else', async () => {
    mower().faults.repeats = true
    await rig.work()
    expect(await stop()).toMatchObject({ acknowledged: true, tries: 1 })
    await rig.pass(10)
    expect(rig.drives()).toBe(false)
    expect(kinds().filter(kind => kind === 'stopAcknowledged')).toHaveLength(1)
  })

  test('SAFE-1d a mower that drives after a stop that it did not get is stopped again, until it stands', async () => {
    await rig.work()
    mower().faults.isDeaf = true
    expect(await stop()).toMatchObject({ acknowledged: false, tries: 3 })
    await rig.pass(10)
    expect(rig.drives()).toBe(true)
    mower().faults.isDeaf = false
    await rig.pass(5)
    expect(rig.drives()).toBe(false)
  })

  test('another master that gives it an order later is not fought', async () => {
    await rig.work()
    await stop()
    await rig.pass(30)
    mower().endPause()
    mower().order('next')
    await rig.pass(10)
    expect(rig.drives()).toBe(true)
    expect(shown().requestedStop).toBeUndefined()
  })

  test('SAFE-16c nothing but a stop and the request for its factsheet is ever sent to it', async () => {
    await rig.work()
    await stop()
    await rig.pass(60)
    expect(new Set(sentActions())).toEqual(new Set(['factsheetRequest', 'startPause', 'cancelOrder']))
    expect(new Set(rig.sent.map(({ topic }) => topic))).toEqual(new Set([mower().topic('instantActions')]))
  })
})
