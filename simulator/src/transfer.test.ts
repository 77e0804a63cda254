import type { MissionItem } from '@greensward/vehicle'
import { missionItems } from '@greensward/vehicle'
import { message } from '@greensward/vehicle/mavlink'
import { afterEach, describe, expect, test } from 'vitest'
import { first, mowerId, startTrial, type Trial, type TrialOptions } from './testing/harness.ts'
import { at, relay, smallMission } from './testing/smallField.ts'

const id = mowerId(1)
let trial: Trial

afterEach(async () => {
  await trial.gateway.close()
})

const rover = () => first(trial.rovers)

const missionOf = (count: number): readonly MissionItem[] => {
  // Beside home, the blade off at both ends and the speed before and after the first point.
  const points = Array.from({ length: count - 5 }, (_, i) => at((i % 20) * 0.7, Math.floor(i / 20) * 1.3))
  return missionItems({ segments: [{ bladeOn: false, speedMps: 1, points }] }, relay).items
}

const ready = async (options?: TrialOptions): Promise<void> => {
  trial = await startTrial(options)
  await trial.until(() => trial.gateway.state(id)?.telemetry.ready === true, 60)
  await trial.until(() => trial.gateway.state(id)?.mission !== null, 60)
}

/** Seconds of an upload with its comparison. */
const uploadS = async (items: readonly MissionItem[], options?: TrialOptions): Promise<number> => {
  await ready(options)
  const beforeMs = trial.clock.monotonicMs()
  expect(await trial.finish(trial.gateway.upload(id, items), 600)).toEqual({ outcome: 'accepted' })
  // The trial looks once in 100 ms.
  return (trial.clock.monotonicMs() - beforeMs) / 1000
}

describe('upload', () => {
  const items = missionOf(204)

  test('of 204 items takes at 5 % loss each way at most 2.5 times as long as without', async () => {
    expect(items).toHaveLength(204)
    const cleanS = await uploadS(items)
    await trial.gateway.close()
    const times: number[] = []
    for (const seed of [1, 2, 3, 4, 5]) {
      times.push(await uploadS(items, { lossPercent: 5, seed }))
      await trial.gateway.close()
    }
    expect(cleanS).toBeLessThan(8)
    expect(Math.max(...times)).toBeLessThan(cleanS * 2.5)
  })

  test('of 204 items comes through at 20 % loss each way', async () => {
    for (const seed of [1, 2, 3]) {
      await uploadS(items, { lossPercent: 20, seed })
      expect(rover().save().items).toHaveLength(204)
      await trial.gateway.close()
    }
  })

  test('comes through over a slow link, where every answer takes 800 ms', async () => {
    await uploadS(missionOf(30), { delayMs: 400, lossPercent: 5 })
  })

  test('SAFE-6a a mission that reads back different is refused', async () => {
    await ready()
    const take = rover().takeOutgoing
    Object.assign(rover(), {
      takeOutgoing: () =>
        take().map(said =>
          said.name === 'MISSION_ITEM_INT' && said.fields.seq === 5
            ? message('MISSION_ITEM_INT', { ...said.fields, x: said.fields.x + 1 })
            : said,
        ),
    })
    expect(await trial.finish(trial.gateway.upload(id, items), 120)).toMatchObject({
      outcome: 'rejected',
      reason: 'notTheSame',
    })
    expect(trial.gateway.state(id)?.mission).toBeNull()
  })

  test('succeeds when its last acknowledgement is lost', async () => {
    await ready()
    const take = rover().takeOutgoing
    Object.assign(rover(), { takeOutgoing: () => take().filter(({ name }) => name !== 'MISSION_ACK') })
    expect(await trial.finish(trial.gateway.upload(id, smallMission.items))).toEqual({ outcome: 'accepted' })
  })

  test('starts again when the mower gave up in the middle', async () => {
    await ready()
    const upload = trial.gateway.upload(id, items)
    await trial.pass(1)
    first(trial.radios).on = false
    await trial.pass(8.5)
    first(trial.radios).on = true
    expect(await trial.finish(upload)).toEqual({ outcome: 'accepted' })
  })

  test('reports no answer when the link is lost', async () => {
    await ready()
    first(trial.radios).on = false
    expect(await trial.finish(trial.gateway.upload(id, smallMission.items))).toMatchObject({ outcome: 'noAnswer' })
  })

  test('is refused while another ground station uploads', async () => {
    await ready()
    rover().receive(message('MISSION_COUNT', { count: 9, targetSystem: 1, targetComponent: 1 }), {
      systemId: 254,
      componentId: 190,
    })
    await trial.pass(0.1)
    expect(await trial.finish(trial.gateway.upload(id, smallMission.items))).toMatchObject({
      outcome: 'rejected',
      reason: 'otherGroundStation',
    })
  })

  test('can be cancelled', async () => {
    await ready()
    const calledOff = new AbortController()
    const upload = trial.gateway.upload(id, items, { signal: calledOff.signal })
    await trial.pass(1)
    calledOff.abort()
    expect(await trial.finish(upload)).toMatchObject({ outcome: 'rejected', reason: 'stopped' })
  })

  test('reports its progress, up to the last item', async () => {
    await ready()
    const progress: number[] = []
    await trial.finish(
      trial.gateway.upload(id, smallMission.items, { onProgress: (sent, total) => progress.push(sent / total) }),
    )
    expect(progress).toHaveLength(smallMission.items.length)
    expect(progress.at(-1)).toBe(1)
  })
})

describe('download', () => {
  test('gives back what was uploaded, with the home of the mower as item 0', async () => {
    await ready({ lossPercent: 10 })
    await trial.finish(trial.gateway.upload(id, smallMission.items))
    const back = await trial.finish(trial.gateway.download(id))
    expect(back.ok && back.value.slice(1).map(item => item.command)).toEqual(
      smallMission.items.slice(1).map(item => item.command),
    )
  })

  test('notices that another station changed the mission', async () => {
    await ready()
    await trial.finish(trial.gateway.upload(id, smallMission.items))
    await trial.pass(2)
    rover().receive(message('MISSION_COUNT', { count: 0, targetSystem: 1, targetComponent: 1 }), {
      systemId: 254,
      componentId: 190,
    })
    expect(await trial.until(() => trial.gateway.state(id)?.mission?.length === 0, 15)).toBe(true)
    expect(await trial.finish(trial.gateway.start(id))).toMatchObject({ outcome: 'rejected', reason: 'noMission' })
  })
})
