/** The fence that an autopilot stores and keeps by itself. */
import { RoverMode } from '@greensward/vehicle/mavlink'
import { afterEach, describe, expect, test } from 'vitest'
import { closeTrial, id, kinds, ready, rover, saved, telemetry, trial } from './testing/safetyHarness.ts'
import { at, smallMission } from './testing/smallField.ts'

afterEach(closeTrial)

describe('the fence', () => {
  test('has as many corners as the mower reports that it stores, not as many as its parameters promise', async () => {
    await ready()
    const ring = (corners: number) => ({
      boundary: Array.from({ length: corners }, (_, i) => {
        const angle = (i / corners) * 2 * Math.PI
        return at(30 * Math.cos(angle), 30 * Math.sin(angle))
      }),
      obstacles: [],
    })
    const send = (corners: number) => trial.finish(trial.gateway.uploadFence(id, ring(corners)))
    expect(await send(85)).toMatchObject({ outcome: 'rejected', reason: 'fenceTooLarge' })
    expect(await send(84)).toEqual({ outcome: 'accepted' })
    await trial.finish(trial.gateway.setParameter(id, 'BRD_SD_FENCE', 64))
    expect(trial.gateway.state(id)?.capacity.fenceItems).toBe(255)
    // It has not booted since.
    expect(await send(200)).toMatchObject({ outcome: 'rejected', reason: 'fenceTooLarge' })
    expect(trial.gateway.state(id)?.capacity.fenceItems).toBe(84)
    expect(await trial.finish(trial.gateway.reboot(id))).toEqual({ outcome: 'accepted' })
    await trial.until(() => telemetry()?.ready === true, 30)
    expect(await send(200)).toEqual({ outcome: 'accepted' })
    expect(rover().fence).toHaveLength(200)
  })

  test('waits while the mower is armed or drives: the autopilot is not restarted', async () => {
    await ready()
    await trial.finish(trial.gateway.upload(id, smallMission.items))
    await trial.finish(trial.gateway.start(id))
    await trial.pass(2)
    expect(await trial.finish(trial.gateway.reboot(id))).toMatchObject({ reason: 'notStanding' })
    await trial.finish(trial.gateway.stop(id))
    await trial.pass(5)
    expect(await trial.finish(trial.gateway.reboot(id))).toMatchObject({ reason: 'armedForReboot' })
    expect(rover().armed).toBe(true)
  })

  const wide = { boundary: [at(-5, -5), at(30, -5), at(30, 40), at(-5, 40)], obstacles: [] }

  test('SAFE-6c is enabled with all its parameters, and a mower that leaves it holds by itself', async () => {
    await ready({ lossPercent: 5 })
    const narrow = { boundary: [at(-5, -5), at(30, -5), at(30, 15), at(-5, 15)], obstacles: [] }
    expect(await trial.finish(trial.gateway.uploadFence(id, narrow))).toEqual({ outcome: 'accepted' })
    expect(await trial.finish(trial.gateway.enableFence(id, true))).toEqual({ outcome: 'accepted' })
    expect(Object.fromEntries(rover().parameters)).toMatchObject({
      FENCE_ENABLE: 1,
      FENCE_TYPE: 4,
      FENCE_ACTION: 2,
      AVOID_ENABLE: 2,
    })
    await trial.finish(trial.gateway.upload(id, smallMission.items))
    await trial.finish(trial.gateway.start(id))
    await trial.until(() => rover().mode === RoverMode.hold && rover().body.y > 14, 60)
    expect(rover().body.y).toBeLessThan(16.5)
    await trial.pass(3)
    expect(rover()).toMatchObject({ mode: RoverMode.hold, bladeOn: false })
    expect(kinds()).not.toContain('safetyStop')
  })

  test('keeps the mower out of obstacles and circles too', async () => {
    for (const inside of [
      { obstacles: [[at(3, 12), at(9, 12), at(9, 14), at(3, 14)]] },
      { obstacles: [], circles: [{ center: at(5, 13), radiusM: 2 }] },
    ]) {
      await ready()
      expect(await trial.finish(trial.gateway.uploadFence(id, { ...wide, ...inside }))).toEqual({ outcome: 'accepted' })
      await trial.finish(trial.gateway.setParameter(id, 'FENCE_ENABLE', 1))
      expect(rover().parameters.get('AVOID_ENABLE')).toBe(2)
      await trial.finish(trial.gateway.upload(id, smallMission.items))
      await trial.finish(trial.gateway.start(id))
      await trial.until(() => rover().mode === RoverMode.hold, 60)
      expect(rover().body.y).toBeLessThan(14.5)
      expect(rover().body.y).toBeGreaterThan(10.5)
      await trial.gateway.close()
    }
  })

  test('lets the mower mow up to its edge; the avoidance of the autopilot would stop it earlier', async () => {
    const edge = { boundary: [at(-5, -5), at(30, -5), at(30, 25.5), at(-5, 25.5)], obstacles: [] }
    await ready()
    await trial.finish(trial.gateway.uploadFence(id, edge))
    await trial.finish(trial.gateway.enableFence(id, true))
    await trial.finish(trial.gateway.upload(id, smallMission.items))
    await trial.finish(trial.gateway.start(id))
    expect(await trial.until(() => kinds().includes('missionEnded'), 200)).toBe(true)
    await trial.gateway.close()
    // As it comes from the factory, but for the fence itself.
    await ready({ rover: { saved: saved({ FENCE_ENABLE: 1, FENCE_TYPE: 4, FENCE_ACTION: 2 }) } })
    await trial.finish(trial.gateway.uploadFence(id, edge))
    await trial.finish(trial.gateway.upload(id, smallMission.items))
    await trial.finish(trial.gateway.start(id))
    expect(await trial.until(() => kinds().includes('missionEnded'), 100)).toBe(false)
    expect(rover().body.y).toBeLessThan(24.9)
  })

  test('too large for the mower is refused before it is sent', async () => {
    await ready()
    const tooMany = Array.from({ length: 256 }, (_, i) => at(i, i % 2))
    for (const fence of [
      { ...wide, boundary: wide.boundary.slice(0, 2) },
      { ...wide, boundary: tooMany },
      { ...wide, circles: [{ center: at(0, 0), radiusM: 0 }] },
    ]) {
      expect(await trial.finish(trial.gateway.uploadFence(id, fence))).toMatchObject({ reason: 'badFence' })
    }
    expect(rover().fence).toEqual([])
  })

  test('outside of it the mower does not arm, and says why', async () => {
    await ready()
    const elsewhere = { boundary: [at(100, 100), at(130, 100), at(130, 130)], obstacles: [] }
    await trial.finish(trial.gateway.uploadFence(id, elsewhere))
    await trial.finish(trial.gateway.enableFence(id, true))
    await trial.finish(trial.gateway.upload(id, smallMission.items))
    expect(await trial.finish(trial.gateway.start(id))).toMatchObject({
      outcome: 'rejected',
      reason: 'failed',
      message: 'The mower refused to arm (failed). It says: Arm: vehicle outside fence',
    })
  })
})
