import { createSigner, encodeFrame, message, RoverMode } from '@greensward/vehicle/mavlink'
import { afterEach, describe, expect, test } from 'vitest'
import type { Rover } from './rover.ts'
import { mowerId } from './testing/harness.ts'
import {
  begin,
  closeTrial,
  id,
  keepBack,
  kinds,
  mowing,
  radio,
  ready,
  rover,
  safetyReasons,
  spyOnCommands,
  stands,
  telemetry,
  trial,
} from './testing/safetyHarness.ts'
import { smallMission } from './testing/smallField.ts'

afterEach(closeTrial)

/** The mower of the trial, as somebody else speaks for it. */
const STRANGER = { id, systemId: 1, name: 'Mower 1', blade: { kind: 'relay', index: 0 } } as const

/** A mower that drives a mission, is connected, and is not owned by this gateway any more. */
const mowingUnowned = async (...options: Parameters<typeof mowing>): Promise<void> => {
  await mowing(...options)
  trial.gateway.setMowers([])
  await trial.pass(2)
}

const KEYS = [{}, { mower: { signingKey: new Uint8Array(32).fill(7) }, roverKey: new Uint8Array(32).fill(7) }]

describe('stop', () => {
  test('SAFE-1a SAFE-7b sends a stop before it returns, blade first and once more after the hold', async () => {
    await mowing()
    const commands = spyOnCommands()
    const stopping = trial.gateway.stop(id)
    expect(commands).toEqual([
      [181, 0],
      [176, 1],
    ])
    const outcome = await trial.finish(stopping)
    expect(outcome).toMatchObject({ acknowledged: true, tries: 1 })
    expect(await trial.until(stands, 5)).toBe(true)
    expect(commands.slice(2)).toContainEqual([181, 0])
  })

  test('SAFE-7b switches the blade off once more after the hold, even if it is not known to be on', async () => {
    await ready()
    await trial.finish(trial.gateway.upload(id, smallMission.items))
    await trial.finish(trial.gateway.start(id))
    expect(telemetry()?.bladeOn).toBe(false)
    keepBack('RELAY_STATUS')
    const commands = spyOnCommands()
    expect(await trial.finish(trial.gateway.stop(id))).toMatchObject({ acknowledged: true })
    await trial.pass(0.1)
    expect(commands).toEqual([
      [181, 0],
      [176, 1],
      [181, 0],
    ])
  })

  test('SAFE-7b after a stop the blade is not switched on at the path, even if the stop did not get through', async () => {
    await ready()
    await trial.finish(trial.gateway.upload(id, smallMission.items))
    expect(await trial.finish(trial.gateway.resume(id, 8))).toEqual({ outcome: 'accepted' })
    const commands: [number, number][] = []
    const deaf: Rover['receive'] = received => {
      if (received.name === 'COMMAND_LONG') commands.push([received.fields.command, received.fields.param2])
    }
    Object.assign(rover(), { receive: deaf })
    expect(await trial.finish(trial.gateway.stop(id))).toMatchObject({ acknowledged: false })
    expect(await trial.until(() => (telemetry()?.missionSeq ?? 0) > 8, 60)).toBe(true)
    await trial.pass(3)
    expect(rover().mode).toBe(RoverMode.auto)
    expect(commands.filter(([command, setting]) => command === 181 && setting === 1)).toEqual([])
  })

  test.each([
    ['runs on', 0],
    ['is set forward', 600_000],
    ['is set back', -600_000],
  ])(
    'SAFE-4a stops a mower again that another station starts right after a stop; the wall clock %s',
    async (_, byMs) => {
      await mowing()
      expect(await trial.finish(trial.gateway.stop(id))).toMatchObject({ acknowledged: true })
      await trial.pass(1)
      trial.clock.setWall(byMs)
      const start = message('COMMAND_LONG', { command: 300, targetSystem: 1, targetComponent: 1 })
      let wentOn = false
      trial.onStep = () => {
        wentOn ||= rover().mode === RoverMode.auto
      }
      rover().receive(start, { systemId: 250, componentId: 1 })
      expect(await trial.until(() => wentOn && stands(), 5)).toBe(true)
      expect(safetyReasons()).toEqual(['leftHold'])
    },
  )

  test('SAFE-1a a stop during an upload ends the upload', async () => {
    await ready()
    const upload = trial.gateway.upload(id, smallMission.items)
    await trial.pass(0.1)
    expect((await trial.finish(trial.gateway.stop(id))).acknowledged).toBe(true)
    expect(await trial.finish(upload)).toMatchObject({ outcome: 'rejected', reason: 'stopped' })
  })

  test('SAFE-1a a stop during a start keeps the mower at a standstill', async () => {
    await ready()
    await trial.finish(trial.gateway.upload(id, smallMission.items))
    for (const afterS of [0.01, 0.03, 0.05, 0.07, 0.09, 0.12]) {
      const starting = trial.gateway.start(id)
      await trial.pass(afterS)
      expect((await trial.finish(trial.gateway.stop(id))).acknowledged).toBe(true)
      await trial.finish(starting)
      await trial.pass(6)
      expect(stands()).toBe(true)
    }
  })

  test('SAFE-1b tries a stop three times without an answer, and reports that', async () => {
    await mowing()
    radio().on = false
    const outcome = await trial.finish(trial.gateway.stop(id))
    expect(outcome).toMatchObject({ acknowledged: false, tries: 3, reason: 'noAnswer' })
    expect(rover().mode).toBe(RoverMode.auto)
  })

  test('SAFE-1b a safety stop that is not acknowledged is reported, and one that is obeyed is not', async () => {
    await mowing()
    const obeying = rover().receive
    Object.assign(rover(), { receive: () => {} })
    rover().faults.fixType = 3
    expect(await trial.until(() => kinds().includes('notStopped'), 8)).toBe(true)
    expect(trial.events.find(({ kind }) => kind === 'notStopped')).toMatchObject({ mowerId: id, reason: 'noAnswer' })
    expect(rover().mode).toBe(RoverMode.auto)
    Object.assign(rover(), { receive: obeying })
    expect(await trial.until(stands, 6)).toBe(true)
    await closeTrial()
    await mowing()
    rover().faults.fixType = 3
    expect(await trial.until(stands, 6)).toBe(true)
    await trial.pass(5)
    expect(safetyReasons()).toEqual(['rtkLost'])
    expect(kinds()).not.toContain('notStopped')
  })

  test('SAFE-1d a mower that received none of three stops and drives on is stopped as soon as it receives again', async () => {
    await mowing()
    const receive = rover().receive
    Object.assign(rover(), { receive: () => {} })
    expect(await trial.finish(trial.gateway.stop(id))).toMatchObject({ acknowledged: false, tries: 3 })
    await trial.pass(4)
    expect(rover().mode).toBe(RoverMode.auto)
    Object.assign(rover(), { receive })
    expect(await trial.until(stands, 5)).toBe(true)
    // A start is requested again, and the earlier stop does not undo it.
    await trial.pass(3)
    expect(await trial.finish(trial.gateway.resume(id, 5))).toEqual({ outcome: 'accepted' })
    await trial.pass(5)
    expect(rover().mode).toBe(RoverMode.auto)
  })

  test('SAFE-1b a stop gets through when two tries of three are lost', async () => {
    await mowing()
    radio().on = false
    const stopping = trial.gateway.stop(id)
    await trial.pass(1.7)
    radio().on = true
    expect(await trial.finish(stopping)).toMatchObject({ acknowledged: true, tries: 3 })
    expect(await trial.until(stands, 5)).toBe(true)
  })

  test('SAFE-1c stop all names the mowers that did not stop', async () => {
    await mowing({ mowers: 3 })
    const [, second] = trial.radios
    if (second !== undefined) second.on = false
    const outcome = await trial.finish(trial.gateway.stopAll())
    expect(outcome).toEqual({
      stopped: [mowerId(1), mowerId(3)],
      notStopped: [{ id: mowerId(2), reason: 'noAnswer' }],
    })
  })

  test('SAFE-1c does not report a mower as stopped that never sent a message', async () => {
    await begin()
    radio().on = false
    await trial.pass(3)
    expect(await trial.finish(trial.gateway.stopAll())).toEqual({
      stopped: [],
      notStopped: [{ id, reason: 'neverReceived' }],
    })
  })

  test.each(KEYS)(
    'SAFE-1e a mower that another gateway owns is sent a stop and nothing else, with key %o',
    async signed => {
      await mowing(signed)
      trial.gateway.setMowers([])
      const commands = spyOnCommands()
      await trial.pass(2)
      expect(commands).toEqual([])
      const stopping = trial.gateway.stopReceived({ ...STRANGER, ...signed.mower })
      expect(commands).toEqual([
        [181, 0],
        [176, 1],
      ])
      expect(await trial.finish(stopping ?? expect.fail('no message was received from it'))).toMatchObject({
        acknowledged: true,
        tries: 1,
      })
      expect(await trial.until(stands, 5)).toBe(true)
      await trial.pass(5)
      expect(commands).toEqual([
        [181, 0],
        [176, 1],
        [181, 0],
      ])
    },
  )

  test('SAFE-1e sends a stop to a mower of another station three times, and reports that it was not acknowledged', async () => {
    await mowingUnowned()
    const sent: number[] = []
    Object.assign(rover(), {
      receive: (received: Parameters<Rover['receive']>[0]) => {
        if (received.name === 'COMMAND_LONG') sent.push(received.fields.command)
      },
    })
    const stopping = trial.gateway.stopReceived(STRANGER) ?? expect.fail('no message was received from it')
    expect(await trial.finish(stopping)).toMatchObject({ acknowledged: false, tries: 3, reason: 'noAnswer' })
    expect(sent).toEqual([181, 176, 181, 176, 181, 176])
  })

  test('SAFE-1e sends nothing to a mower without a recent message or with another key', async () => {
    await mowing()
    trial.gateway.setMowers([])
    expect(trial.gateway.stopReceived(STRANGER)).toBeUndefined()
    await trial.pass(2)
    const commands = spyOnCommands()
    expect(trial.gateway.stopReceived({ ...STRANGER, signingKey: new Uint8Array(32).fill(7) })).toBeUndefined()
    radio().on = false
    await trial.pass(6)
    expect(trial.gateway.stopReceived(STRANGER)).toBeUndefined()
    expect(commands).toEqual([])
  })

  test('SAFE-1e ignores the replay of an old acknowledgement', async () => {
    const key = new Uint8Array(32).fill(7)
    await mowing({ mower: { signingKey: key }, roverKey: key })
    const old = encodeFrame(
      message('COMMAND_ACK', { command: 176, result: 0, targetSystem: 255, targetComponent: 190 }),
      { systemId: 1, componentId: 1 },
      0,
      createSigner(key, 0, () => trial.clock.nowMs()),
    )
    trial.gateway.setMowers([])
    await trial.pass(2)
    Object.assign(rover(), { receive: () => {} })
    const stopping =
      trial.gateway.stopReceived({ ...STRANGER, signingKey: key }) ?? expect.fail('no message was received from it')
    trial.stranger(trial.gateway.unknownVehicles()[0]?.link ?? '').say(old)
    expect(await trial.finish(stopping)).toMatchObject({ acknowledged: false })
  })

  test.each(KEYS)(
    'SAFE-1e a mower that was taken over a moment ago is stopped before its next message, with key %o',
    async signed => {
      await mowingUnowned(signed)
      trial.gateway.setMowers([{ ...STRANGER, ...signed.mower }])
      const commands = spyOnCommands()
      expect(telemetry()?.link).toBe('never')
      const stopping = trial.gateway.stop(id)
      expect(commands).toEqual([
        [181, 0],
        [176, 1],
      ])
      expect(await trial.finish(stopping)).toMatchObject({ acknowledged: true, tries: 1 })
      expect(await trial.until(stands, 5)).toBe(true)
    },
  )

  test('SAFE-1e sends nothing to a mower just taken over if its last message was unsigned or old', async () => {
    await mowingUnowned()
    const commands = spyOnCommands()
    trial.gateway.setMowers([{ ...STRANGER, signingKey: new Uint8Array(32).fill(7) }])
    expect(await trial.finish(trial.gateway.stop(id))).toMatchObject({ acknowledged: false, reason: 'neverReceived' })
    trial.gateway.setMowers([])
    await trial.pass(2)
    radio().on = false
    await trial.pass(6)
    trial.gateway.setMowers([STRANGER])
    expect(await trial.finish(trial.gateway.stop(id))).toMatchObject({ acknowledged: false, reason: 'neverReceived' })
    expect(commands).toEqual([])
  })

  test('SAFE-1d reports that a mower was leased to another station during its stop', async () => {
    await mowing()
    radio().on = false
    const stopping = trial.gateway.stop(id)
    await trial.pass(0.5)
    trial.gateway.setMowers([])
    expect(await trial.finish(stopping)).toMatchObject({ acknowledged: false, reason: 'noAnswer', tries: 1 })
  })

  test('SAFE-2a reports requested, acknowledged and standing still one after the other', async () => {
    await mowing()
    const outcome = await trial.finish(trial.gateway.stop(id))
    expect(outcome.standingStill).toBe(false)
    expect(trial.gateway.state(id)?.requestedStop).toEqual({
      at: outcome.requestedAtMs,
      acknowledgedAt: outcome.acknowledgedAtMs,
    })
    await trial.until(() => kinds().includes('standingStill'), 5)
    const stop = trial.gateway.state(id)?.requestedStop
    expect(stop?.standingAt).toBeGreaterThan(outcome.acknowledgedAtMs ?? Number.POSITIVE_INFINITY)
    expect(kinds().filter(kind => ['stopRequested', 'stopAcknowledged', 'standingStill'].includes(kind))).toEqual([
      'stopRequested',
      'stopAcknowledged',
      'standingStill',
    ])
  })

  test('SAFE-2b the answer to a start that crosses with a stop does not acknowledge the stop', async () => {
    await ready({ delayMs: 300 })
    await trial.finish(trial.gateway.upload(id, smallMission.items))
    const starting = trial.gateway.start(id)
    await trial.until(() => rover().mode === RoverMode.auto, 10)
    // The mower drives; its answer is on the way, and from now on nothing reaches it.
    const towardsMower = rover().receive
    Object.assign(rover(), { receive: () => {} })
    const outcome = await trial.finish(trial.gateway.stop(id))
    expect(outcome.acknowledged).toBe(false)
    Object.assign(rover(), { receive: towardsMower })
    await trial.finish(starting)
  })
})
