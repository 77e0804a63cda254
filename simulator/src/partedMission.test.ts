/** Missions longer than the mower's memory: driven in parts by one start, and never by more than that. */
import { lastWaypointSeq, missionItems, type TranslatedMission } from '@greensward/vehicle'
import { message, RoverMode } from '@greensward/vehicle/mavlink'
import { afterEach, describe, expect, test } from 'vitest'
import { first, mowerId, startTrial, type Trial, type TrialOptions } from './testing/harness.ts'
import { at, relay } from './testing/smallField.ts'

const id = mowerId(1)
const CAPACITY = 62
const STRANGER = { systemId: 250, componentId: 1 }
const DISARM = { command: 400, param1: 0, targetSystem: 1, targetComponent: 1 }
const MANUAL = { command: 176, param1: 1, param2: RoverMode.manual, targetSystem: 1, targetComponent: 1 }
let ignoresMissionItems = false
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
    Array.from({ length: 13 }, (_, k) => at(2 + i, 2 + (i % 2 === 0 ? k : 12 - k))),
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
  trial = await startTrial({ rover: { missionItems: CAPACITY }, ...options })
  await trial.until(() => telemetry()?.ready === true && trial.gateway.state(id)?.mission !== null, 60)
}

const mowing = async (mission: TranslatedMission, options?: TrialOptions): Promise<void> => {
  await ready(options)
  expect(await trial.finish(trial.gateway.upload(id, mission.items))).toEqual({ outcome: 'accepted' })
  expect(await trial.finish(trial.gateway.start(id))).toEqual({ outcome: 'accepted' })
}

/** The drive with the blade on, and the time at a standstill with the blade on. */
const watch = () => {
  const seen = { offM: 0, mownM: 0, stoodMowingS: 0 }
  let before: readonly [number, number] | null = null
  trial.onStep = () => {
    const { x, y } = rover().body
    const movedM = before === null ? 0 : Math.hypot(x - before[0], y - before[1])
    if (rover().bladeOn) {
      const acrossM = Math.abs(x - Math.round(x))
      const endsM = Math.min(Math.abs(y - 2), Math.abs(y - 14))
      seen.offM = Math.max(seen.offM, Math.min(acrossM, endsM))
      seen.mownM += movedM
      if (movedM < 1e-4) seen.stoodMowingS += 0.02
    }
    before = [x, y]
  }
  return seen
}

const reachedSeqs = (): number[] => trial.events.flatMap(event => (event.kind === 'itemReached' ? [event.seq] : []))
const ended = () => kinds().includes('missionEnded')
const count = (kind: string) => kinds().filter(other => other === kind).length
const starvedBefore = () => trial.events.find(event => event.kind === 'missionStarved')
/** The first part is driven and the next one on its way to the mower. */
const changing = () => trial.until(() => count('partEnded') === 1 && rover().mode === RoverMode.hold, 300)

describe('a plan longer than the memory of the mower', () => {
  test('is driven completely after one start: every waypoint once, each swath mown', async () => {
    const mission = swaths(20)
    expect(mission.items.length).toBeGreaterThan(4 * CAPACITY)
    await mowing(mission)
    const seen = watch()
    expect(await trial.until(ended, 900)).toBe(true)
    expect(reachedSeqs()).toEqual(mission.steps.map(({ seq }) => seq))
    expect(count('partBegun')).toBeGreaterThan(3)
    expect(count('partBegun')).toBe(count('partEnded'))
    expect(kinds()).not.toContain('missionStarved')
    expect(kinds()).not.toContain('safetyStop')
    expect(seen.offM).toBeLessThan(0.35)
    expect(seen.mownM).toBeGreaterThan(20 * 12 + 19 - 3)
    await trial.pass(3)
    expect(rover()).toMatchObject({ bladeOn: false, mode: RoverMode.hold })
    expect(count('missionEnded')).toBe(1)
    expect(trial.gateway.state(id)?.missionItemReached).toBe(lastWaypointSeq(mission.items))
    // The autopilot was never made to restart a command under way.
    expect(trial.gateway.state(id)?.statusTexts.map(({ text }) => text)).not.toContain(
      'Auto mission changed, restarted command',
    )
  })

  test('ends each part at the end of a swath, where it stops with its blade off', async () => {
    await mowing(swaths(14))
    while (!ended()) {
      const before = count('partEnded')
      await trial.until(() => ended() || (count('partEnded') > before && rover().mode === RoverMode.hold), 300)
      if (ended()) break
      await trial.pass(0.5)
      expect(rover()).toMatchObject({ bladeOn: false })
      expect(rover().body.speedMps).toBe(0)
      expect(Math.min(Math.abs(rover().body.y - 2), Math.abs(rover().body.y - 14))).toBeLessThan(0.2)
      await trial.until(() => count('partBegun') > before, 60)
    }
    expect(count('partBegun')).toBeGreaterThan(2)
  })

  test('is one mission if the card of the mower holds it, and parts if the card is not in use yet', async () => {
    const mission = swaths(60)
    expect(mission.items.length).toBeGreaterThan(655)
    await ready({ rover: {} })
    await trial.finish(trial.gateway.setParameter(id, 'BRD_SD_MISSION', 64))
    // Set and not booted yet: the mower refuses, says how many it holds, and is given a part of that size.
    expect(await trial.finish(trial.gateway.upload(id, mission.items))).toEqual({ outcome: 'accepted' })
    expect(trial.gateway.state(id)?.missionOnBoardTo).toBeLessThan(655)
    expect(await trial.finish(trial.gateway.reboot(id))).toEqual({ outcome: 'accepted' })
    await trial.until(() => telemetry()?.link === 'live' && telemetry()?.ready === true, 30)
    expect(await trial.finish(trial.gateway.upload(id, mission.items))).toEqual({ outcome: 'accepted' })
    expect(trial.gateway.state(id)?.missionOnBoardTo).toBeNull()
    expect(rover().save().items).toHaveLength(mission.items.length)
  })

  test.each([5, 20])('comes through at %i percent loss each way', async lossPercent => {
    const mission = swaths(14)
    await mowing(mission, { lossPercent, seed: 3, rover: { missionItems: CAPACITY } })
    const seen = watch()
    await trial.until(() => ended() || kinds().includes('safetyStop') || kinds().includes('missionStarved'), 900)
    expect(ended()).toBe(true)
    expect(seen.offM).toBeLessThan(0.35)
  })

  test('resumes after a stop at the right item, whichever part it is in', async () => {
    const mission = swaths(14)
    await mowing(mission)
    const seen = watch()
    for (const stopAt of [70, 133]) {
      await trial.until(() => (telemetry()?.missionSeq ?? 0) >= stopAt && rover().bladeOn, 400)
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
    expect(seen.offM).toBeLessThan(0.35)
    expect(seen.mownM).toBeGreaterThan(14 * 12)
  })

  test('uploads the part of an item that is not on board before it starts there', async () => {
    const mission = swaths(14)
    await ready()
    await trial.finish(trial.gateway.upload(id, mission.items))
    const seq = mission.steps[150]?.seq ?? 0
    expect(await trial.finish(trial.gateway.start(id, { fromSeq: seq }))).toEqual({ outcome: 'accepted' })
    const record = watch()
    await trial.pass(1)
    expect(telemetry()?.missionSeq).toBe(seq)
    expect(await trial.until(ended, 400)).toBe(true)
    expect(record.offM).toBeLessThan(0.35)
    // And from the beginning again.
    trial.events.length = 0
    expect(await trial.finish(trial.gateway.start(id))).toEqual({ outcome: 'accepted' })
    await trial.pass(1)
    expect(telemetry()?.missionSeq).toBeLessThan(6)
  })

  test('SAFE-7h drives to the end of its part after a restart of the gateway, and further only when a person resumes', async () => {
    const mission = swaths(14)
    await mowing(mission)
    await trial.until(() => (telemetry()?.missionSeq ?? 0) >= 70 && rover().bladeOn, 400)
    await trial.restartGateway()
    trial.events.length = 0
    await trial.until(() => telemetry()?.link === 'live' && trial.gateway.state(id)?.mission !== null, 20)
    expect(await trial.finish(trial.gateway.adoptMission(id, mission.items.toReversed()))).toMatchObject({
      reason: 'anotherMission',
    })
    expect(await trial.finish(trial.gateway.adoptMission(id, mission.items))).toEqual({ outcome: 'accepted' })
    await trial.pass(1)
    expect(telemetry()?.missionSeq).toBeGreaterThan(69)
    expect(trial.gateway.state(id)?.mission).toHaveLength(mission.items.length)
    expect(await trial.until(() => kinds().includes('missionStarved'), 200)).toBe(true)
    await trial.pass(60)
    expect(rover()).toMatchObject({ mode: RoverMode.hold, bladeOn: false })
    const starved = starvedBefore()
    const seq = starved?.kind === 'missionStarved' ? starved.seq : 0
    expect(await trial.finish(trial.gateway.resume(id, seq))).toEqual({ outcome: 'accepted' })
    expect(await trial.until(ended, 600)).toBe(true)
  })

  test('SAFE-7h a stop during the upload of the next part ends the mission, and the mower does not move afterwards', async () => {
    for (const seconds of [0, 0.2, 0.4, 0.6, 0.8]) {
      await mowing(swaths(14))
      await changing()
      await trial.pass(seconds)
      const isBegun = kinds().includes('partBegun')
      expect(await trial.finish(trial.gateway.stop(id))).toMatchObject({ acknowledged: true })
      await trial.pass(3)
      const [x, y] = [rover().body.x, rover().body.y]
      await trial.pass(60)
      expect(rover()).toMatchObject({ mode: RoverMode.hold, bladeOn: false })
      expect(Math.hypot(rover().body.x - x, rover().body.y - y)).toBe(0)
      expect(isBegun).toBe(false)
      expect(count('partBegun')).toBe(0)
      await trial.gateway.close()
    }
  })

  test.each([
    ['its link is lost', () => (radio().on = false)],
    ['its RTK is lost', () => (rover().faults.fixType = 2)],
    ['another station disarms it', () => rover().receive(message('COMMAND_LONG', DISARM), STRANGER)],
    ['another station takes it over by hand', () => rover().receive(message('COMMAND_LONG', MANUAL), STRANGER)],
    ['it accepts no mission items', () => (ignoresMissionItems = true)],
  ])('SAFE-7h does not continue if %s while the next part is uploaded', async (_what, happen) => {
    const mission = swaths(14)
    await mowing(mission)
    const { receive } = rover()
    ignoresMissionItems = false
    Object.assign(rover(), {
      receive: (...[received, from]: Parameters<typeof receive>) => {
        if (!ignoresMissionItems || received.name !== 'MISSION_ITEM_INT') receive(received, from)
      },
    })
    await changing()
    happen()
    await trial.pass(120)
    radio().on = true
    rover().faults.fixType = 6
    ignoresMissionItems = false
    await trial.pass(60)
    expect(count('partBegun')).toBe(0)
    // The end is always reported: as a missing next part, or as a stop.
    expect(kinds().some(kind => kind === 'missionStarved' || kind === 'safetyStop')).toBe(true)
    expect(rover()).toMatchObject({ bladeOn: false })
    expect(rover().mode).not.toBe(RoverMode.auto)
    expect(rover().body.speedMps).toBe(0)
  })

  test('SAFE-7h without a link the mower drives its part to the end and stops there with its blade off', async () => {
    await mowing(swaths(14))
    await trial.until(() => (telemetry()?.missionSeq ?? 0) >= 20 && rover().bladeOn, 400)
    radio().on = false
    await trial.pass(200)
    expect(rover().bladeOn).toBe(false)
    expect(rover().body.speedMps).toBeLessThan(0.01)
    radio().on = true
    await trial.pass(60)
    expect(rover().mode).toBe(RoverMode.hold)
    expect(rover().body.speedMps).toBe(0)
    expect(count('partBegun')).toBe(0)
  })
})
