/** A mower's day over a link that loses one message in twenty each way, from the upload of 500 items to their erasing. */
import { missionItems } from '@greensward/vehicle'
import { RoverMode } from '@greensward/vehicle/mavlink'
import { afterEach, describe, expect, test } from 'vitest'
import { first, mowerId, startTrial, type Trial } from './testing/harness.ts'
import { at, relay } from './testing/smallField.ts'

const id = mowerId(1)
let trial: Trial

afterEach(async () => {
  await trial.gateway.close()
})

const rover = () => first(trial.rovers)
const state = () => trial.gateway.state(id)
const telemetry = () => state()?.telemetry
const kinds = () => trial.events.map(({ kind }) => kind)
const stands = () => rover().body.speedMps === 0 && !rover().bladeOn && rover().mode === RoverMode.hold

const mission = (() => {
  // The speed comes twice, as the second point is near the first.
  const points = Array.from({ length: 493 }, (_, i) => {
    const swath = Math.floor(i / 31)
    const along = i % 31
    return at(2 + swath * 0.6, 2 + (swath % 2 === 0 ? along : 30 - along))
  })
  return missionItems({ segments: [{ bladeOn: true, speedMps: 1.5, points }] }, relay)
})()

describe.each([1, 2, 3])('with seed %i', seed => {
  test('500 items go up, are driven, held, resumed at the right item, survive a lost link and a restart, and are erased', async () => {
    trial = await startTrial({ lossPercent: 5, seed })
    const radio = first(trial.radios)
    expect(mission.items).toHaveLength(500)
    expect(await trial.until(() => telemetry()?.ready === true && state()?.mission !== null, 60)).toBe(true)

    const beforeMs = trial.clock.monotonicMs()
    expect(await trial.finish(trial.gateway.upload(id, mission.items))).toEqual({ outcome: 'accepted' })
    expect(trial.clock.monotonicMs() - beforeMs).toBeLessThan(60_000)

    // Start, and hold on the way.
    expect(await trial.finish(trial.gateway.start(id))).toEqual({ outcome: 'accepted' })
    expect(await trial.until(() => (telemetry()?.missionSeq ?? 0) >= 40 && rover().bladeOn, 120)).toBe(true)
    // Three stops may all be lost; the mower is stopped all the same.
    await trial.finish(trial.gateway.stop(id))
    expect(await trial.until(stands, 8)).toBe(true)
    await trial.pass(2)
    const seq = telemetry()?.missionSeq ?? 0
    expect(seq).toBe(rover().missionIndex)

    // Resume at the right item, blade on.
    expect(await trial.finish(trial.gateway.resume(id, seq))).toEqual({ outcome: 'accepted' })
    await trial.pass(1)
    expect(rover().missionIndex - seq).toBeLessThan(4)
    expect(rover().missionIndex).toBeGreaterThanOrEqual(seq)
    expect(await trial.until(() => rover().bladeOn, 5)).toBe(true)

    // A lost link: the mower drives on alone, its failsafe is off; back again it is held, and stays so.
    trial.events.length = 0
    radio.on = false
    expect(await trial.until(() => telemetry()?.link === 'lost', 8)).toBe(true)
    await trial.pass(5)
    expect(rover().mode).toBe(RoverMode.auto)
    radio.on = true
    expect(await trial.until(stands, 10)).toBe(true)
    expect(kinds()).toEqual(expect.arrayContaining(['linkLost', 'linkBack', 'safetyStop']))
    await trial.pass(20)
    expect(stands()).toBe(true)
    const after = telemetry()?.missionSeq ?? 0
    expect(after).toBeGreaterThan(seq)
    expect(await trial.finish(trial.gateway.resume(id, after))).toEqual({ outcome: 'accepted' })

    // A restart of the gateway: it reads what the mower does and leaves it alone.
    await trial.pass(3)
    await trial.restartGateway()
    expect(await trial.until(() => state()?.mission?.length === 500 && telemetry()?.missionSeq !== null, 60)).toBe(true)
    expect(telemetry()).toMatchObject({ mode: 'auto', armed: true, missionCount: 500 })
    expect(rover().mode).toBe(RoverMode.auto)
    expect(Math.abs((telemetry()?.missionSeq ?? 0) - rover().missionIndex)).toBeLessThanOrEqual(1)

    // Erased: the mower is stationary, disarmed, with nothing on board.
    const cleared = await trial.finish(trial.gateway.clear(id))
    if (cleared.outcome === 'noAnswer') await trial.finish(trial.gateway.clear(id))
    await trial.pass(3)
    expect(stands()).toBe(true)
    expect(rover().armed).toBe(false)
    expect(rover().save().items).toHaveLength(0)
    expect(telemetry()).toMatchObject({ missionCount: 0, missionSeq: null })
  })
})
