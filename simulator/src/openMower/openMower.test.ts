/** Mowers that run OpenMower with their unpleasant sides: what is shown of them, and what counts as a stop. */
import { utmFrame } from '@greensward/geometry'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HOME } from '../testing/harness.ts'
import { type OpenMowerRig, openOpenMowerRig } from '../testing/openMowerRig.ts'

let rig: OpenMowerRig
beforeEach(async () => {
  rig = await openOpenMowerRig()
})
afterEach(() => rig.close())

const mower = () => rig.simulated[0] ?? expect.fail()
const machine = () => rig.machines.get(rig.ids[0]) ?? expect.fail()
const shown = () => machine().state()
/** As the app of a person does. */
const act = (action: string): void => rig.publish(mower().actionTopic, action, false)
const stop = () => rig.finish(rig.adapter.stop(rig.ids[0]))
const kinds = (): readonly string[] => rig.events.map(({ kind }) => kind)
const stateWith = (change: object): string =>
  JSON.stringify({
    ...{ current_state: 'MOWING', battery_percentage: 0.5, emergency: false, is_charging: false },
    pose: { x: 3, y: -2, heading: Math.PI / 2, heading_valid: true, pos_accuracy: 0.03 },
    ...change,
  })
const say = async (payload: string, isRetained = false, topic = 'robot_state/json'): Promise<void> => {
  rig.publish(`lawn/${rig.ids[0]}/${topic}`, payload, isRetained)
  await rig.clock.advance(50)
}

describe('what is shown', () => {
  test('position, heading, battery and activity as the mower reports them', async () => {
    await say(stateWith({}))
    const { telemetry, activity } = shown()
    const [lon, lat] = utmFrame(HOME).toLonLat([3, -2])
    expect(telemetry.position?.[0]).toBeCloseTo(lon, 8)
    expect(telemetry.position?.[1]).toBeCloseTo(lat, 8)
    expect(telemetry).toMatchObject({ battery: 0.5, charging: false, accuracyM: 0.03, mode: 'auto', link: 'live' })
    expect(telemetry.headingDeg).toBeCloseTo(0)
    expect(activity).toBe('mowing')
  })

  test('what it does not report is unknown: speed, blade, fix, arming and mission', () => {
    expect(shown().telemetry).toMatchObject({
      ...{ speedMps: null, bladeOn: null, fixType: null, armed: null, ready: null, missionSeq: null, preArm: null },
    })
    expect(shown().mission).toBeNull()
  })

  test('a mower in its dock charges, one on its lawn is idle, and one in its emergency state has a fault', async () => {
    expect(shown().activity).toBe('charging')
    await say(stateWith({ current_state: 'IDLE' }))
    expect(shown().activity).toBe('idle')
    mower().setEmergency(true)
    await rig.pass(2)
    expect(shown().activity).toBe('failed')
  })

  test('without a fix it has no position, and no other one is made up', async () => {
    mower().faults.hasNoFix = true
    await rig.pass(2)
    expect(shown().telemetry).toMatchObject({ link: 'live', position: null, headingDeg: null, accuracyM: null })
  })

  test.each([
    ['a battery in percent', { battery_percentage: 50 }, { battery: null }],
    ['a battery in words', { battery_percentage: 'full' }, { battery: null }],
    ['a position far from its datum', { pose: { x: 1e7, y: 0, pos_accuracy: 0.02 } }, { position: null }],
    ['a position without an accuracy', { pose: { x: 1, y: 2 } }, { position: null, accuracyM: null }],
    ['no position at all', { pose: null }, { position: null }],
    ['a charge that is neither yes nor no', { is_charging: 2 }, { charging: null }],
    ['a behaviour of a later version', { current_state: 'DANCING' }, { mode: 'other' }],
  ])('%s is unknown, and not a guess', async (_, change, expected) => {
    await say(stateWith(change))
    expect(shown().telemetry).toMatchObject(expected)
  })

  test.each([
    ['nothing', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['a behaviour that is a number', '{"current_state":7}'],
    ['a behaviour without a name', '{"current_state":""}'],
    ['half a message', '{'],
    ['a flood', `{"current_state":"MOWING","x":"${'x'.repeat(50_000)}"}`],
  ])('a message that is none of OpenMower changes nothing: %s', async (_, payload) => {
    const before = { ...shown().telemetry, ageMs: 0 }
    await say(payload)
    await say(payload, false, 'actions/json')
    expect({ ...shown().telemetry, ageMs: 0 }).toEqual(before)
  })

  test('SAFE-15a a state that the broker kept says nothing about now, however often it comes', async () => {
    rig.setSilent(true)
    await rig.pass(10)
    await say(stateWith({ current_state: 'IDLE' }), true)
    await rig.restart()
    // The silent mower reports to nobody; what the broker kept is delivered to the new process.
    expect(shown().telemetry.link).toBe('never')
    await rig.clock.advance(100)
    expect(shown().telemetry.link).toBe('never')
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
    await rig.pass(4)
    expect(kinds()).toContain('positionJump')
    expect(kinds()).toContain('safetyStop')
    expect(shown().telemetry.position).toBeNull()
    expect(rig.drives()).toBe(false)
  })

  test('SAFE-1b a stop for such a jump that it does not acknowledge is reported', async () => {
    await rig.work()
    mower().faults.isDeaf = true
    mower().moveTo(400, 0)
    await rig.pass(10)
    expect(kinds()).toContain('notStopped')
  })
})

describe('what counts as a stop', () => {
  test.each([
    ['leaves its dock', 3],
    ['mows', 20],
  ])('a mower that %s stops', async (_, seconds) => {
    act('mower_logic:idle/start_mowing')
    await rig.pass(seconds)
    expect(rig.drives()).toBe(true)
    expect(await stop()).toMatchObject({ acknowledged: true, tries: 1 })
    expect(rig.drives()).toBe(false)
  })

  test('a mower that drives to its dock stops where it is', async () => {
    await rig.work()
    act('mower_logic:mowing/abort_mowing')
    await rig.pass(5)
    expect(shown().activity).toBe('goingHome')
    expect(await stop()).toMatchObject({ acknowledged: true })
    expect(rig.drives()).toBe(false)
    expect(shown().activity).toBe('idle')
  })

  test('SAFE-2a that it no longer moves is a fact of its own, from two reports of one position', async () => {
    await rig.work()
    expect(await stop()).toMatchObject({ acknowledged: true, standingStill: false })
    expect(shown().requestedStop).not.toHaveProperty('standingAt')
    await rig.pass(3)
    expect(shown().requestedStop).toMatchObject({ standingAt: expect.any(Number) })
    expect(kinds()).toContain('standingStill')
  })

  test('SAFE-15b a pause of its own does not acknowledge it: the mower would continue by itself', async () => {
    await rig.work()
    mower().faults.isDeaf = true
    mower().setEmergency(true)
    await rig.pass(2)
    expect(await stop()).toMatchObject({ acknowledged: false, reason: 'noAnswer', tries: 3 })
  })

  test('SAFE-15b a list of actions from before the stop is none, also where the broker kept it', async () => {
    await rig.work()
    mower().faults.isDeaf = true
    await say(JSON.stringify([{ action_id: 'mower_logic:mowing/continue', enabled: 1 }]), true, 'actions/json')
    const stopping = rig.adapter.stop(rig.ids[0])
    await say(stateWith({ current_state: 'PAUSED' }))
    expect(await rig.finish(stopping)).toMatchObject({ acknowledged: false })
    // A new process is given the list that the broker has kept.
    await rig.restart()
    await rig.clock.advance(100)
    const again = rig.adapter.stop(rig.ids[0])
    await say(stateWith({ current_state: 'PAUSED' }))
    expect(await rig.finish(again)).toMatchObject({ acknowledged: false })
  })

  test('messages that come twice stop it once, and change nothing else', async () => {
    mower().faults.repeats = true
    await rig.work()
    expect(await stop()).toMatchObject({ acknowledged: true, tries: 1 })
    await rig.pass(10)
    expect(rig.drives()).toBe(false)
    expect(kinds().filter(kind => kind === 'stopAcknowledged')).toHaveLength(1)
  })

  test('SAFE-1d a mower that drives after a stop that it did not acknowledge is stopped again, until it holds', async () => {
    await rig.work()
    mower().faults.isDeaf = true
    expect(await stop()).toMatchObject({ acknowledged: false })
    await rig.pass(10)
    expect(rig.drives()).toBe(true)
    mower().faults.isDeaf = false
    await rig.pass(4)
    expect(rig.drives()).toBe(false)
    expect(shown().requestedStop).toMatchObject({ acknowledgedAt: expect.any(Number) })
    const { length } = mower().received
    await rig.pass(20)
    expect(mower().received).toHaveLength(length)
  })

  test('SAFE-1d one that drives right after its acknowledgement is stopped again', async () => {
    await rig.work()
    await stop()
    act('mower_logic:mowing/continue')
    await rig.pass(4)
    expect(rig.drives()).toBe(false)
    expect(shown().requestedStop).toMatchObject({ acknowledgedAt: expect.any(Number) })
  })

  test('a person who continues it later from its own app is not fought', async () => {
    await rig.work()
    await stop()
    await rig.pass(30)
    act('mower_logic:mowing/continue')
    await rig.pass(10)
    expect(rig.drives()).toBe(true)
    expect(shown().requestedStop).toBeUndefined()
  })

  test('SAFE-1b without a connection nothing was sent, and the outcome says so', async () => {
    await rig.work()
    rig.setSilent(true)
    const outcome = await stop()
    expect(outcome).toMatchObject({ acknowledged: false, tries: 0, reason: 'noAnswer' })
    expect(outcome.message).toMatch(/no connection/)
  })

  test('SAFE-15b the offers of a mower that begins to mow do not count as a pause by hand', async () => {
    await rig.work()
    mower().faults.isDeaf = true
    const stopping = rig.adapter.stop(rig.ids[0])
    const offered = ['pause', 'continue'].map(name => ({ action_id: `mower_logic:mowing/${name}`, enabled: 1 }))
    await say(JSON.stringify(offered), false, 'actions/json')
    await say(stateWith({ current_state: 'PAUSED' }))
    expect(await rig.finish(stopping)).toMatchObject({ acknowledged: false })
  })

  test('SAFE-15c nothing but a stop is sent to it while nobody asks for more', async () => {
    await rig.work()
    await stop()
    await rig.pass(60)
    expect(new Set(mower().received.slice(1))).toEqual(
      new Set([
        'mower_logic:mowing/pause',
        'mower_logic:docking/abort_docking',
        'mower_logic:undocking/abort_undocking',
      ]),
    )
  })
})
