/** Senders that claim to be a mower: which of them the gateway follows, and which it refuses. */
import { createSigner, encodeFrame, message, RoverMode } from '@greensward/vehicle/mavlink'
import { afterEach, describe, expect, test } from 'vitest'
import {
  begin,
  closeTrial,
  id,
  kinds,
  mowing,
  radio,
  ready,
  stands,
  telemetry,
  trial,
} from './testing/safetyHarness.ts'

afterEach(closeTrial)

describe('other senders', () => {
  test('SAFE-8a another address that claims the system id is refused and reported from time to time', async () => {
    await mowing()
    const stranger = trial.stranger('memory:elsewhere')
    const claim = message('HEARTBEAT', { customMode: RoverMode.hold, type: 10, autopilot: 3, baseMode: 1 })
    for (let seq = 0; seq < 20; seq++) {
      stranger.say(encodeFrame(claim, { systemId: 1, componentId: 1 }, seq))
      await trial.pass(0.1)
    }
    expect(telemetry()?.mode).toBe('auto')
    const refusals = trial.events.filter(({ kind }) => kind === 'refusedFrame')
    expect(refusals).toEqual([
      { kind: 'refusedFrame', mowerId: id, systemId: 1, from: 'memory:elsewhere', reason: 'foreignLink', count: 1 },
    ])
  })

  test('SAFE-8a after a silence of 5 s the mower may come back from another address', async () => {
    await ready()
    const stranger = trial.stranger('memory:new-modem')
    const heartbeat = message('HEARTBEAT', { customMode: RoverMode.hold, type: 10, autopilot: 3, baseMode: 1 })
    radio().on = false
    await trial.pass(5.5)
    stranger.say(encodeFrame(heartbeat, { systemId: 1, componentId: 1 }, 0))
    expect(trial.gateway.state(id)?.link).toBe('memory:new-modem')
  })

  test('SAFE-8g a mower that was armed is not bound to another sender without a person', async () => {
    await mowing()
    const other = trial.stranger('memory:new-modem')
    const claim = message('HEARTBEAT', { customMode: RoverMode.hold, type: 10, autopilot: 3, baseMode: 1 })
    const say = (seq: number): void => other.say(encodeFrame(claim, { systemId: 1, componentId: 1 }, seq))
    radio().on = false
    await trial.pass(5.5)
    for (let seq = 0; seq < 5; seq++) {
      say(seq)
      await trial.pass(1)
    }
    expect(trial.gateway.state(id)).toMatchObject({ link: 'memory:1', otherSender: 'memory:new-modem' })
    expect(telemetry()).toMatchObject({ link: 'lost' })
    expect(trial.events).toContainEqual(
      expect.objectContaining({ kind: 'refusedFrame', from: 'memory:new-modem', reason: 'secondSender' }),
    )
    expect(await trial.finish(trial.gateway.acceptSender(id))).toMatchObject({ outcome: 'accepted' })
    say(9)
    expect(trial.gateway.state(id)).toMatchObject({ link: 'memory:new-modem', otherSender: null })
  })

  test('SAFE-8g when the own link is back, the mower is followed there and the other sender is forgotten', async () => {
    await mowing()
    const other = trial.stranger('memory:elsewhere')
    const claim = message('HEARTBEAT', { customMode: RoverMode.hold, type: 10, autopilot: 3, baseMode: 1 })
    radio().on = false
    await trial.pass(6)
    other.say(encodeFrame(claim, { systemId: 1, componentId: 1 }, 0))
    await trial.pass(3)
    radio().on = true
    expect(await trial.until(() => telemetry()?.link === 'live', 5)).toBe(true)
    expect(trial.gateway.state(id)?.link).toBe('memory:1')
    // Its own link-loss failsafe or the gateway's watch has stopped it: the blade must not continue.
    expect(await trial.until(() => telemetry()?.bladeOn === false && stands(), 10)).toBe(true)
    await trial.pass(10)
    expect(trial.gateway.state(id)?.otherSender).toBeNull()
    expect(await trial.finish(trial.gateway.acceptSender(id))).toMatchObject({ reason: 'noOtherSender' })
  })

  test('SAFE-8g a stop goes to both senders, and counts once both have acknowledged', async () => {
    await mowing()
    let sent = 0
    const other = trial.stranger('memory:elsewhere', () => {
      sent += 1
    })
    const claim = message('HEARTBEAT', { customMode: RoverMode.auto, type: 10, autopilot: 3, baseMode: 0x81 })
    radio().on = false
    await trial.pass(6)
    other.say(encodeFrame(claim, { systemId: 1, componentId: 1 }, 0))
    expect(sent).toBe(0)
    const stopped = trial.gateway.stop(id)
    expect(sent).toBeGreaterThan(0)
    expect(await trial.finish(stopped)).toMatchObject({ acknowledged: false })
  })

  test('SAFE-8b a mower with a key does everything signed, and all other messages are rejected', async () => {
    const key = new Uint8Array(32).fill(5)
    await mowing({ mower: { signingKey: key }, roverKey: key })
    radio().on = false
    await trial.pass(6)
    trial.events.length = 0
    const thief = trial.stranger('memory:thief')
    const claim = message('HEARTBEAT', { customMode: RoverMode.manual, type: 10, autopilot: 3, baseMode: 1 })
    const wrong = createSigner(new Uint8Array(32).fill(6), 0, trial.clock.nowMs)
    const late = createSigner(key, 0, () => trial.clock.nowMs() - 3_600_000)
    thief.say(encodeFrame(claim, { systemId: 1, componentId: 1 }, 0))
    thief.say(encodeFrame(claim, { systemId: 1, componentId: 1 }, 1, wrong))
    thief.say(encodeFrame(claim, { systemId: 1, componentId: 1 }, 2, late))
    expect(trial.events.flatMap(event => (event.kind === 'refusedFrame' ? [event.reason] : []))).toEqual([
      'unsigned',
      'wrongKey',
      'oldTimestamp',
    ])
    expect(telemetry()?.mode).not.toBe('manual')
    expect(trial.gateway.state(id)?.link).toBe('memory:1')
  })

  test('SAFE-8b a mower that does not sign is not accepted as the one with a key', async () => {
    await begin({ mower: { signingKey: new Uint8Array(32).fill(5) } })
    await trial.pass(10)
    expect(telemetry()).toMatchObject({ link: 'never', mode: null })
    expect(kinds()).toContain('refusedFrame')
    expect(await trial.finish(trial.gateway.start(id))).toMatchObject({ outcome: 'noAnswer' })
  })
})
