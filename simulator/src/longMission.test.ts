/** Missions longer than the mower's memory: a window that is moved on while the mower drives. */
import { lastWaypointSeq, missionItems, missionParts, type TranslatedMission } from '@greensward/vehicle'
import { message, RoverMode } from '@greensward/vehicle/mavlink'
import { afterEach, describe, expect, test } from 'vitest'
import { at, relay } from './field.ts'
import { first, mowerId, startTrial, type Trial, type TrialOptions } from './trial.ts'

const id = mowerId(1)
const CAPACITY = 62
let trial: Trial

afterEach(async () => {
  await trial.gateway.close()
})

const rover = () => first(trial.rovers)
const radio = () => first(trial.radios)
const telemetry = () => trial.gateway.state(id)?.telemetry
const kinds = () => trial.events.map(({ kind }) => kind)

/** Swaths of 12 m with a waypoint each metre, mowed from one into the next. */
const swaths = (count: number): TranslatedMission => {
  const points = Array.from({ length: count }, (_, i) =>
    Array.from({ length: 13 }, (_, k) => at(2 + i * 0.5, 2 + (i % 2 === 0 ? k : 12 - k))),
  ).flat()
  return missionItems(
    {
      segments: [
        { bladeOn: false, speedMps: 2, points: [at(1, 1), at(2, 2)] },
        { bladeOn: true, speedMps: 1.2, points },
        { bladeOn: false, speedMps: 2, points: [points.at(-1) ?? at(0, 0), at(1, 1)] },
      ],
    },
    relay,
  )
}

const ready = async (options: TrialOptions = {}): Promise<void> => {
  trial = await startTrial({ missionCapacity: CAPACITY, ...options })
  await trial.until(() => telemetry()?.ready === true && trial.gateway.state(id)?.mission !== null, 60)
}

const mowing = async (mission: TranslatedMission, options?: TrialOptions): Promise<void> => {
  await ready(options)
  expect(await trial.finish(trial.gateway.upload(id, mission.items))).toEqual({ outcome: 'accepted' })
  expect(await trial.finish(trial.gateway.start(id))).toEqual({ outcome: 'accepted' })
}

/** Seconds in which it stood in AUTO, and whether it ever mowed off its swaths. */
const watch = () => {
  const seen = { stoodS: 0, offM: 0, mownM: 0, bladeOffS: 0 }
  let before: readonly [number, number] | null = null
  trial.onStep = () => {
    const { x, y, speedMps } = rover().body
    const driving = rover().mode === RoverMode.auto && rover().armed
    if (driving && before !== null && speedMps < 0.02 && Math.hypot(x - before[0], y - before[1]) < 1e-4) {
      seen.stoodS += 0.02
    }
    if (rover().bladeOn) {
      const acrossM = Math.abs((x - 2) / 0.5 - Math.round((x - 2) / 0.5)) * 0.5
      const endsM = Math.min(Math.abs(y - 2), Math.abs(y - 14))
      seen.offM = Math.max(seen.offM, Math.min(acrossM, endsM))
      if (before !== null) seen.mownM += Math.hypot(x - before[0], y - before[1])
    } else if (driving) seen.bladeOffS += 0.02
    before = [x, y]
  }
  return seen
}

const reachedSeqs = (): number[] => trial.events.flatMap(event => (event.kind === 'itemReached' ? [event.seq] : []))
const ended = () => kinds().includes('missionEnded')

describe('a plan longer than the memory of the mower', () => {
  test('is driven whole, in one go, the blade on from the first swath to the last', async () => {
    const mission = swaths(20)
    expect(mission.items.length).toBeGreaterThan(4 * CAPACITY)
    await mowing(mission)
    const seen = watch()
    expect(await trial.until(ended, 600)).toBe(true)
    expect(reachedSeqs()).toEqual(mission.steps.map(({ seq }) => seq))
    expect(kinds().filter(kind => kind === 'missionExtended').length).toBeGreaterThan(5)
    expect(kinds()).not.toContain('missionStarved')
    expect(kinds()).not.toContain('safetyStop')
    expect(seen.offM).toBeLessThan(0.06)
    expect(seen.mownM).toBeGreaterThan(20 * 12 + 19 * 0.5 - 1)
    await trial.pass(3)
    expect(rover()).toMatchObject({ bladeOn: false, mode: RoverMode.hold })
    expect(trial.events.filter(({ kind }) => kind === 'missionEnded')).toHaveLength(1)
    expect(trial.gateway.state(id)?.missionItemReached).toBe(lastWaypointSeq(mission.items))
  })

  test('in one go stands no longer than the same plan held whole', async () => {
    const mission = swaths(12)
    const stoodS: number[] = []
    for (const missionCapacity of [CAPACITY, 655]) {
      await mowing(mission, { missionCapacity })
      const seen = watch()
      expect(await trial.until(ended, 600)).toBe(true)
      stoodS.push(seen.stoodS)
      await trial.gateway.close()
    }
    expect(Math.abs((stoodS[0] ?? 0) - (stoodS[1] ?? 0))).toBeLessThan(0.5)
  })

  test.each([5, 20])('comes through at %i %% loss each way', async lossPercent => {
    const mission = swaths(14)
    await mowing(mission, { lossPercent, seed: 3 })
    const seen = watch()
    await trial.until(() => ended() || kinds().includes('safetyStop'), 600)
    expect(ended()).toBe(true)
    expect(seen.offM).toBeLessThan(0.06)
    expect(kinds()).not.toContain('missionStarved')
  })

  test('resumes after a stop at the right item, wherever the window has come to', async () => {
    const mission = swaths(14)
    await mowing(mission)
    const seen = watch()
    for (const stopAt of [70, 133]) {
      await trial.until(() => (telemetry()?.missionSeq ?? 0) >= stopAt, 400)
      expect(await trial.finish(trial.gateway.stop(id))).toMatchObject({ acknowledged: true })
      await trial.pass(3)
      const seq = telemetry()?.missionSeq ?? 0
      expect(Math.abs(seq - stopAt)).toBeLessThan(4)
      expect(await trial.finish(trial.gateway.download(id))).toMatchObject({
        ok: true,
        value: { length: mission.items.length },
      })
      expect(await trial.finish(trial.gateway.resume(id, seq))).toEqual({ outcome: 'accepted' })
      await trial.pass(2)
      expect(rover().bladeOn).toBe(true)
    }
    expect(await trial.until(ended, 600)).toBe(true)
    expect(seen.offM).toBeLessThan(0.06)
    expect(seen.mownM).toBeGreaterThan(14 * 12)
  })

  test('is started at a place that is not on board by bringing it there first', async () => {
    const mission = swaths(14)
    await ready()
    await trial.finish(trial.gateway.upload(id, mission.items))
    const seq = mission.steps[150]?.seq ?? 0
    expect(await trial.finish(trial.gateway.start(id, { fromSeq: seq }))).toEqual({ outcome: 'accepted' })
    const record = watch()
    await trial.pass(1)
    expect(telemetry()?.missionSeq).toBe(seq)
    expect(await trial.until(ended, 400)).toBe(true)
    expect(record.offM).toBeLessThan(0.06)
    // And from the beginning again.
    trial.events.length = 0
    expect(await trial.finish(trial.gateway.start(id))).toEqual({ outcome: 'accepted' })
    await trial.pass(1)
    expect(telemetry()?.missionSeq).toBeLessThan(6)
  })

  test('is found again after a restart while the mower drives, and goes on to its end', async () => {
    const mission = swaths(14)
    await mowing(mission)
    await trial.until(() => (telemetry()?.missionSeq ?? 0) >= 100, 400)
    await trial.restartGateway()
    trial.events.length = 0
    await trial.until(() => telemetry()?.link === 'live' && trial.gateway.state(id)?.mission !== null, 20)
    expect(await trial.finish(trial.gateway.adoptMission(id, mission.items.toReversed()))).toMatchObject({
      reason: 'anotherMission',
    })
    expect(await trial.finish(trial.gateway.adoptMission(id, mission.items))).toEqual({ outcome: 'accepted' })
    await trial.pass(1)
    const seq = telemetry()?.missionSeq ?? 0
    expect(seq).toBeGreaterThan(100)
    expect(seq).toBeLessThan(125)
    expect(trial.gateway.state(id)?.mission).toHaveLength(mission.items.length)
    expect(await trial.until(ended, 400)).toBe(true)
    expect(kinds()).not.toContain('missionStarved')
  })

  test('SAFE-7h a mower that cannot be given more stands at the end of what it has, with its blade off', async () => {
    const mission = swaths(14)
    await mowing(mission)
    await trial.until(() => telemetry()?.bladeOn === true, 30)
    const hear = rover().receive
    const deaf: typeof hear = (heard, from) => {
      if (heard.name !== 'MISSION_WRITE_PARTIAL_LIST') hear(heard, from)
    }
    Object.assign(rover(), { receive: deaf })
    expect(await trial.until(() => kinds().includes('missionStarved'), 200)).toBe(true)
    expect(kinds()).toContain('missionNotExtended')
    await trial.pass(3)
    expect(rover()).toMatchObject({ mode: RoverMode.hold, bladeOn: false })
    expect(rover().body.speedMps).toBe(0)
    await trial.pass(30)
    expect(rover().mode).toBe(RoverMode.hold)
    const starved = trial.events.find(event => event.kind === 'missionStarved')
    const seq = starved?.kind === 'missionStarved' ? starved.seq : 0
    expect(await trial.finish(trial.gateway.resume(id, seq))).toEqual({ outcome: 'accepted' })
    await trial.pass(3)
    expect(rover().bladeOn).toBe(true)
  })

  test('SAFE-7h a mower that nobody hears any more drives what it has and stands there with its blade off', async () => {
    await mowing(swaths(14))
    await trial.until(() => (telemetry()?.missionSeq ?? 0) >= 80, 400)
    radio().on = false
    await trial.pass(120)
    expect(rover().mode).toBe(RoverMode.auto)
    expect(rover().bladeOn).toBe(false)
    expect(rover().body.speedMps).toBeLessThan(0.01)
    radio().on = true
    await trial.pass(30)
    expect(rover().mode).toBe(RoverMode.hold)
    expect(rover().body.speedMps).toBe(0)
  })

  test('SAFE-7h at no moment of the writing does the mower find anything but its plan or a stand', async () => {
    const mission = swaths(10)
    for (let cutMs = 100; cutMs <= 2_900; cutMs += 400) {
      await mowing(mission)
      const seen = watch()
      const extended = (): number => kinds().filter(kind => kind === 'missionExtended').length
      await trial.until(() => extended() === 1, 200)
      await trial.until(
        () => (trial.gateway.state(id)?.missionOnBoardTo ?? 0) < (telemetry()?.missionSeq ?? 0) + 40,
        60,
      )
      await trial.pass(cutMs / 1_000)
      radio().on = false
      await trial.pass(150)
      expect(seen.offM).toBeLessThan(0.06)
      expect(rover().bladeOn).toBe(false)
      expect(rover().body.speedMps).toBeLessThan(0.01)
      await trial.gateway.close()
    }
  })
})

test('parts are still there for a mower whose missions must be whole', () => {
  const parts = missionParts(
    { segments: [{ bladeOn: true, speedMps: 1, points: Array.from({ length: 900 }, (_, i) => at(0, i)) }] },
    relay,
  )
  expect(parts.map(({ items }) => items.length <= 655)).toEqual([true, true])
  expect(message('MISSION_WRITE_PARTIAL_LIST', { startIndex: 1, endIndex: 5 }).fields).toMatchObject({ endIndex: 5 })
})
