import { contextOf, lastWaypointSeq, missionItems, missionParts, stepAt } from '@greensward/vehicle'
import { MavModeFlag, RoverMode } from '@greensward/vehicle/mavlink'
import { afterEach, describe, expect, test } from 'vitest'
import { first, mowerId, startTrial, type Trial, type TrialOptions } from './testing/harness.ts'
import { at, relay, smallField, smallMission } from './testing/smallField.ts'

const id = mowerId(1)
let trial: Trial

afterEach(async () => {
  await trial.gateway.close()
})

const rover = () => first(trial.rovers)
const telemetry = () => trial.gateway.state(id)?.telemetry
const ended = () => trial.events.some(({ kind }) => kind === 'missionEnded')

const uploaded = async (items = smallMission.items, options?: TrialOptions): Promise<void> => {
  trial = await startTrial(options)
  await trial.until(() => telemetry()?.ready === true, 20)
  expect(await trial.finish(trial.gateway.upload(id, items))).toEqual({ outcome: 'accepted' })
}

/** The heartbeats that would say that the rover is disarmed are late. */
const keepBackDisarmed = (): void => {
  const { takeOutgoing } = rover()
  const isArmed = (baseMode: number): boolean => (baseMode & MavModeFlag.safetyArmed) !== 0
  Object.assign(rover(), {
    takeOutgoing: () => takeOutgoing().filter(said => said.name !== 'HEARTBEAT' || isArmed(said.fields.baseMode)),
  })
}

/** Where the blade was on, as [east, north] in metres, one place each 0.1 s or so. */
const mownPlaces = (): { places: (readonly [number, number])[]; transitOn: number } => {
  const record = { places: [] as (readonly [number, number])[], transitOn: 0 }
  trial.onStep = () => {
    if (rover().bladeOn) record.places.push([rover().body.x, rover().body.y])
  }
  return record
}

/** Greatest distance of a place from the lines of the mowed segment. */
const offPathM = (places: readonly (readonly [number, number])[]): number => {
  const corners = [
    [5, 5],
    [5, 25],
    [6, 25],
    [6, 5],
    [7, 5],
    [7, 25],
  ] as const
  const toLine = ([x, y]: readonly [number, number], a: readonly [number, number], b: readonly [number, number]) => {
    const length = Math.hypot(b[0] - a[0], b[1] - a[1])
    const t = Math.max(0, Math.min(1, ((x - a[0]) * (b[0] - a[0]) + (y - a[1]) * (b[1] - a[1])) / length ** 2))
    return Math.hypot(x - a[0] - t * (b[0] - a[0]), y - a[1] - t * (b[1] - a[1]))
  }
  return Math.max(
    ...places.map(place =>
      Math.min(...corners.slice(1).map((corner, i) => toLine(place, corners[i] ?? corner, corner))),
    ),
  )
}

/** As far as it may be off its path in the turns of the small field. */
const TRACKING_M = 0.6

const mownLengthM = (places: readonly (readonly [number, number])[]): number =>
  places.slice(1).reduce((sum, [x, y], i) => {
    const [bx, by] = places[i] ?? [x, y]
    const step = Math.hypot(x - bx, y - by)
    return step > 0.5 ? sum : sum + step
  }, 0)

describe('a whole mission', () => {
  test('SAFE-7a drives all of it within its tracking error, with the blade on only where it mows', async () => {
    await uploaded()
    const record = mownPlaces()
    expect(await trial.finish(trial.gateway.start(id))).toEqual({ outcome: 'accepted' })
    expect(await trial.until(ended, 200)).toBe(true)
    await trial.pass(3)
    expect(offPathM(record.places)).toBeLessThan(TRACKING_M)
    expect(mownLengthM(record.places)).toBeGreaterThan(61)
    expect(mownLengthM(record.places)).toBeLessThan(63)
    expect(rover().bladeOn).toBe(false)
    expect(rover().mode).toBe(RoverMode.hold)
    const reached = trial.events.flatMap(event => (event.kind === 'itemReached' ? [event.seq] : []))
    expect(reached).toEqual(smallMission.steps.map(step => step.seq))
  })

  test('mows a swath at its speed where its second point is within the radius of its first', async () => {
    const { items } = missionItems(
      {
        segments: [
          { bladeOn: false, speedMps: 2, points: [at(2, 2), at(5, 5)] },
          { bladeOn: true, speedMps: 1.2, points: [at(5, 5), at(5, 5.01), at(5, 25)] },
          { bladeOn: false, speedMps: 2, points: [at(5, 25), at(0, 1)] },
        ],
      },
      relay,
    )
    await uploaded(items)
    const record = mownPlaces()
    let fastestMps = 0
    const { onStep } = trial
    trial.onStep = () => {
      onStep?.()
      if (rover().bladeOn) fastestMps = Math.max(fastestMps, rover().body.speedMps)
    }
    expect(await trial.finish(trial.gateway.start(id))).toEqual({ outcome: 'accepted' })
    expect(await trial.until(ended, 200)).toBe(true)
    expect(mownLengthM(record.places)).toBeGreaterThan(19)
    expect(fastestMps).toBeLessThan(1.4)
  })

  test('reports the end of a mission once, also when its last message was lost', async () => {
    await uploaded()
    await trial.finish(trial.gateway.start(id))
    const last = lastWaypointSeq(smallMission.items)
    await trial.until(() => telemetry()?.missionSeq === last, 200)
    const take = rover().takeOutgoing
    Object.assign(rover(), { takeOutgoing: () => take().filter(({ name }) => name !== 'MISSION_ITEM_REACHED') })
    expect(await trial.until(ended, 30)).toBe(true)
    await trial.pass(10)
    expect(trial.events.filter(({ kind }) => kind === 'missionEnded')).toHaveLength(1)
  })

  test('a blade on a servo output is switched and seen as one on a relay', async () => {
    const blade = { kind: 'servo', channel: 9, onPwm: 1_900, offPwm: 1_000 } as const
    const { items } = missionItems({ segments: smallField }, blade)
    await uploaded(items, { mower: { blade } })
    const record = mownPlaces()
    await trial.finish(trial.gateway.start(id))
    await trial.until(() => telemetry()?.bladeOn === true && rover().body.y > 15, 60)
    await trial.finish(trial.gateway.stop(id))
    expect(await trial.until(() => telemetry()?.bladeOn === false, 3)).toBe(true)
    await trial.finish(trial.gateway.resume(id, telemetry()?.missionSeq ?? 0))
    expect(await trial.until(ended, 200)).toBe(true)
    expect(offPathM(record.places)).toBeLessThan(TRACKING_M)
    expect(mownLengthM(record.places)).toBeGreaterThan(59)
  })

  test('reports a mission that ended while the gateway was away, and holds the mower', async () => {
    await uploaded()
    await trial.finish(trial.gateway.start(id))
    await trial.until(() => telemetry()?.missionSeq === lastWaypointSeq(smallMission.items), 200)
    await trial.gateway.close()
    await trial.pass(30)
    expect(rover().mode).toBe(RoverMode.auto)
    trial.events.length = 0
    await trial.restartGateway()
    expect(await trial.until(ended, 10)).toBe(true)
    await trial.pass(3)
    expect(rover().mode).toBe(RoverMode.hold)
    expect(trial.gateway.state(id)?.missionItemReached).toBe(lastWaypointSeq(smallMission.items))
    // The next mission, not yet started, is not taken for a finished one.
    trial.events.length = 0
    await trial.finish(trial.gateway.upload(id, smallMission.items))
    await trial.pass(3)
    expect(ended()).toBe(false)
    expect(trial.gateway.state(id)?.missionItemReached).toBeNull()
  })

  test('a stuck mower keeps its mission, reports no end, and continues when it is free again', async () => {
    await uploaded()
    await trial.finish(trial.gateway.start(id))
    await trial.until(() => telemetry()?.bladeOn === true, 60)
    rover().faults.stuck = true
    await trial.restartGateway()
    await trial.pass(300)
    expect(telemetry()).toMatchObject({ mode: 'auto', armed: true, bladeOn: true })
    expect(rover().mode).toBe(RoverMode.auto)
    expect(ended()).toBe(false)
    rover().faults.stuck = false
    expect(await trial.until(ended, 200)).toBe(true)
  })

  test('a mower that stands at its first point drives from there at the speed of its plan', async () => {
    const points = [at(0, 0), at(0, 60)]
    const { items } = missionItems({ segments: [{ bladeOn: false, speedMps: 3, points }] }, relay)
    await uploaded(items)
    expect(rover().parameters.get('WP_SPEED') ?? 2).toBe(2)
    await trial.finish(trial.gateway.start(id))
    let mostMps = 0
    trial.onStep = () => {
      mostMps = Math.max(mostMps, rover().body.speedMps)
    }
    expect(await trial.until(ended, 100)).toBe(true)
    expect(mostMps).toBeCloseTo(3, 1)
  })

  test('a finished mower takes its next mission at once and starts from its beginning', async () => {
    await uploaded()
    await trial.finish(trial.gateway.start(id))
    await trial.until(ended, 200)
    const again = trial.gateway.upload(id, smallMission.items)
    expect(await trial.finish(again)).toEqual({ outcome: 'accepted' })
    expect(await trial.finish(trial.gateway.start(id))).toEqual({ outcome: 'accepted' })
    await trial.pass(1)
    expect(rover().missionIndex).toBe(3)
  })
})

describe('resume', () => {
  test('resumes on the swath where it stopped, mowing, at the speed of that item', async () => {
    await uploaded()
    const record = mownPlaces()
    await trial.finish(trial.gateway.start(id))
    await trial.until(() => rover().body.x > 5.8 && rover().body.y < 18 && rover().body.y > 10, 120)
    await trial.finish(trial.gateway.stop(id))
    await trial.pass(4)
    const seq = telemetry()?.missionSeq ?? 0
    expect(stepAt(smallMission, seq)).toEqual({ seq, segment: 1, point: 3 })
    expect(await trial.finish(trial.gateway.resume(id, seq))).toEqual({ outcome: 'accepted' })
    await trial.pass(3)
    expect(rover().bladeOn).toBe(true)
    expect(rover().body.speedMps).toBeCloseTo(1.5, 1)
    expect(await trial.until(ended, 200)).toBe(true)
    expect(offPathM(record.places)).toBeLessThan(TRACKING_M)
    // Braking with the blade off leaves about a metre.
    expect(mownLengthM(record.places)).toBeGreaterThan(59)
  })

  test('resumes at the right item after disarming reset the progress of the mower', async () => {
    await uploaded()
    await trial.finish(trial.gateway.start(id))
    await trial.until(() => telemetry()?.missionSeq === 8, 120)
    await trial.finish(trial.gateway.stop(id))
    await trial.pass(3)
    rover().receive(
      {
        name: 'COMMAND_LONG',
        fields: {
          command: 400,
          param1: 0,
          param2: 0,
          param3: 0,
          param4: 0,
          param5: 0,
          param6: 0,
          param7: 0,
          targetSystem: 1,
          targetComponent: 1,
          confirmation: 0,
        },
      },
      { systemId: 255, componentId: 190 },
    )
    await trial.pass(2)
    expect(rover().missionIndex).toBe(0)
    expect(await trial.finish(trial.gateway.resume(id, 8))).toEqual({ outcome: 'accepted' })
    await trial.pass(1)
    expect(rover().missionIndex).toBe(8)
    expect(rover().armed).toBe(true)
  })

  test('a mower beside its path drives there with the blade off, and mows from the waypoint on', async () => {
    await uploaded()
    const record = mownPlaces()
    expect(await trial.finish(trial.gateway.resume(id, 8))).toEqual({ outcome: 'accepted' })
    expect(await trial.until(() => telemetry()?.missionSeq === 9, 60)).toBe(true)
    expect(record.places.filter(([, y]) => y < 20)).toHaveLength(0)
    expect(await trial.until(() => rover().bladeOn, 3)).toBe(true)
    expect(await trial.until(ended, 200)).toBe(true)
  })

  test('an item beyond the mission is refused', async () => {
    await uploaded()
    expect(await trial.finish(trial.gateway.resume(id, 999))).toMatchObject({
      outcome: 'rejected',
      reason: 'noSuchItem',
    })
  })
})

describe('clear', () => {
  test('stops the mower, disarms it and erases the mission', async () => {
    await uploaded()
    await trial.finish(trial.gateway.start(id))
    await trial.until(() => telemetry()?.bladeOn === true, 60)
    expect(await trial.finish(trial.gateway.clear(id))).toEqual({ outcome: 'accepted' })
    await trial.pass(3)
    expect(telemetry()).toMatchObject({ armed: false, mode: 'hold', bladeOn: false, missionSeq: null, missionCount: 0 })
    expect(rover().save().items).toHaveLength(0)
  })

  test('a mower starts again before its next heartbeat says that it is disarmed', async () => {
    await uploaded()
    await trial.finish(trial.gateway.start(id))
    await trial.pass(1)
    keepBackDisarmed()
    expect(await trial.finish(trial.gateway.clear(id))).toEqual({ outcome: 'accepted' })
    expect(await trial.finish(trial.gateway.upload(id, smallMission.items))).toEqual({ outcome: 'accepted' })
    const starting = trial.gateway.start(id)
    await trial.pass(0.5)
    expect(rover().armed).toBe(true)
    expect(await trial.finish(starting)).toEqual({ outcome: 'accepted' })
  })
})

describe('fence and corrections', () => {
  const ring = [at(-5, -5), at(30, -5), at(30, 30), at(-5, 30)]

  test('a fence is uploaded and compared, and removed again', async () => {
    trial = await startTrial({ lossPercent: 5 })
    await trial.until(() => telemetry()?.ready === true, 20)
    const fence = { boundary: ring, obstacles: [[at(1, 1), at(2, 1), at(1, 2)]] }
    expect(await trial.finish(trial.gateway.uploadFence(id, fence))).toEqual({ outcome: 'accepted' })
    expect(rover().fence.map(({ command, params }) => [command, params[0]])).toEqual([
      ...ring.map(() => [5001, 4]),
      [5002, 3],
      [5002, 3],
      [5002, 3],
    ])
    expect(await trial.finish(trial.gateway.uploadFence(id, null))).toEqual({ outcome: 'accepted' })
    expect(rover().fence).toEqual([])
  })

  test('corrections reach the mowers they are for', async () => {
    trial = await startTrial({ mowers: 2 })
    await trial.until(() => trial.gateway.states().every(state => state.link !== null), 20)
    trial.gateway.sendCorrections(new Uint8Array(500))
    trial.gateway.sendCorrections(new Uint8Array(100), [mowerId(2)])
    await trial.pass(0.1)
    expect(trial.rovers.map(({ correctionBytes }) => correctionBytes)).toEqual([500, 600])
  })
})

describe('long plans', () => {
  test('are driven in parts, each uploaded when the one before it has ended', async () => {
    const parts = missionParts({ segments: smallField }, relay, 9)
    expect(parts.length).toBeGreaterThan(1)
    await uploaded(first(parts).items)
    const record = mownPlaces()
    for (const [index, part] of parts.entries()) {
      if (index > 0) expect(await trial.finish(trial.gateway.upload(id, part.items))).toEqual({ outcome: 'accepted' })
      trial.events.length = 0
      expect(await trial.finish(trial.gateway.start(id))).toEqual({ outcome: 'accepted' })
      expect(await trial.until(ended, 200)).toBe(true)
    }
    expect(offPathM(record.places)).toBeLessThan(TRACKING_M)
    expect(mownLengthM(record.places)).toBeGreaterThan(60)
  })

  test('the blade state at an item follows from the items before it', () => {
    expect(contextOf(smallMission.items, 3, relay)).toMatchObject({ bladeOn: false, speedMps: 2, from: null })
    expect(contextOf(smallMission.items, 8, relay)).toMatchObject({ bladeOn: true, speedMps: 1.5 })
  })
})
