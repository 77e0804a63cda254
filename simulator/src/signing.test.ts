/** Signing keys that are given, renewed and ended while the mower can be stopped throughout. */
import type { MowerConfig } from '@greensward/vehicle'
import { RoverMode } from '@greensward/vehicle/mavlink'
import { afterEach, describe, expect, test } from 'vitest'
import { first, mowerId, startTrial, type Trial, type TrialOptions } from './testing/harness.ts'
import { smallMission } from './testing/smallField.ts'

const id = mowerId(1)
const OLD = new Uint8Array(32).fill(3)
const NEW = new Uint8Array(32).fill(4)
let trial: Trial

afterEach(async () => {
  await trial.gateway.close()
})

const rover = () => first(trial.rovers)
const state = () => trial.gateway.state(id)
const events = (kind: string) => trial.events.filter(event => event.kind === kind)

const configure = (keys: Pick<MowerConfig, 'signingKey' | 'formerKeys'>): void =>
  trial.gateway.setMowers([{ id, systemId: 1, name: 'Mower 1', blade: { kind: 'relay', index: 0 }, ...keys }])

const ready = async (options?: TrialOptions): Promise<void> => {
  trial = await startTrial(options)
  await trial.until(() => state()?.telemetry.ready === true && state()?.mission !== null, 60)
}

/** Both ways: what it sends is believed, and it answers. */
const answers = async (): Promise<boolean> =>
  (await trial.finish(trial.gateway.readParameter(id, 'WP_SPEED'))).ok && state()?.telemetry.link === 'live'

const finishedMission = async (): Promise<void> => {
  await trial.finish(trial.gateway.upload(id, smallMission.items))
  await trial.finish(trial.gateway.start(id))
  await trial.until(() => events('missionEnded').length > 0, 300)
  await trial.pass(3)
}

describe('a signing key', () => {
  test.each([0, 20])(
    'is given, renewed and ended at %i percent loss, each believed once it was answered under',
    async loss => {
      await ready({ lossPercent: loss, seed: 4 })
      for (const keys of [
        { signingKey: OLD, formerKeys: [null] },
        { signingKey: NEW, formerKeys: [OLD] },
        { formerKeys: [NEW] },
      ]) {
        configure(keys)
        expect(state()?.isKeyProven).toBe(false)
        expect(await trial.finish(trial.gateway.giveSigningKey(id))).toEqual({ outcome: 'accepted' })
        expect(state()?.isKeyProven).toBe(true)
        expect(await answers()).toBe(true)
      }
      expect(events('keyProven')).toHaveLength(3)
      expect(events('linkLost')).toEqual([])
    },
  )

  test('SAFE-8e is refused on an armed mower, as a finished mission leaves it, and set once the mower is disarmed', async () => {
    await ready({ mower: { signingKey: OLD }, roverKey: OLD })
    await finishedMission()
    expect(state()?.telemetry).toMatchObject({ armed: true, mode: 'hold' })
    configure({ signingKey: NEW, formerKeys: [OLD] })
    expect(await trial.finish(trial.gateway.giveSigningKey(id))).toMatchObject({ outcome: 'rejected', reason: 'armed' })
    expect(await trial.finish(trial.gateway.stop(id))).toMatchObject({ acknowledged: true })
    expect(await trial.finish(trial.gateway.disarm(id))).toEqual({ outcome: 'accepted' })
    expect(rover().armed).toBe(false)
    expect(await trial.finish(trial.gateway.giveSigningKey(id))).toEqual({ outcome: 'accepted' })
    expect(await answers()).toBe(true)
  })

  test('that the mower refused leaves it live, answering and stoppable under the previous key', async () => {
    await ready({ mower: { signingKey: OLD }, roverKey: OLD })
    configure({ signingKey: NEW, formerKeys: [OLD] })
    // Somebody arms it by hand between the look and the key.
    Object.defineProperty(rover(), 'armed', { get: () => true })
    expect(await trial.finish(trial.gateway.giveSigningKey(id))).toMatchObject({ outcome: 'noAnswer' })
    expect(state()?.isKeyProven).toBe(false)
    expect(await answers()).toBe(true)
    expect(await trial.finish(trial.gateway.stop(id))).toMatchObject({ acknowledged: true })
    expect(state()?.statusTexts.map(({ text }) => text)).toContain("ERROR: Won't setup signing when armed")
  })

  test('is proven when the mower uses it later, for example after it was set by cable', async () => {
    await ready()
    configure({ signingKey: NEW, formerKeys: [null] })
    await trial.pass(5)
    expect(state()).toMatchObject({ isKeyProven: false, telemetry: { link: 'live' } })
    await trial.gateway.close()
    const items = rover().save()
    trial = await startTrial({ mower: { signingKey: NEW, formerKeys: [null] }, roverKey: NEW, rover: { saved: items } })
    expect(await trial.until(() => state()?.isKeyProven === true && state()?.telemetry.link === 'live', 10)).toBe(true)
    expect(await answers()).toBe(true)
    // From now on nothing unsigned is believed.
    configure({ signingKey: NEW })
    expect(state()?.telemetry.link).toBe('live')
  })

  test('SAFE-8e that was lost on its way still stops a driving mower, with either key on board', async () => {
    for (const roverKey of [OLD, NEW]) {
      await ready({ mower: { signingKey: roverKey }, roverKey })
      await trial.finish(trial.gateway.upload(id, smallMission.items))
      await trial.finish(trial.gateway.start(id))
      await trial.until(() => rover().bladeOn, 60)
      // The question that would prove it does not get through.
      const { receive } = rover()
      Object.assign(rover(), {
        receive: (...[received, from]: Parameters<typeof receive>) => {
          if (received.name !== 'PARAM_REQUEST_READ') receive(received, from)
        },
      })
      configure({ signingKey: NEW, formerKeys: [OLD] })
      await trial.pass(3)
      expect(state()).toMatchObject({ isKeyProven: false, telemetry: { link: 'live', mode: 'auto' } })
      expect(await trial.finish(trial.gateway.stop(id))).toMatchObject({ acknowledged: true, tries: 1 })
      await trial.pass(1)
      expect(rover()).toMatchObject({ mode: RoverMode.hold, bladeOn: false })
      await trial.gateway.close()
    }
  })

  test('stops a mower of another station under its current key and under its former key', async () => {
    await ready({ mower: { signingKey: OLD }, roverKey: OLD })
    await finishedMission()
    trial.gateway.setMowers([])
    await trial.pass(2)
    const stranger: MowerConfig = { id, systemId: 1, name: '', blade: { kind: 'relay', index: 0 } }
    expect(trial.gateway.stopReceived({ ...stranger, signingKey: NEW })).toBeUndefined()
    const stopping = trial.gateway.stopReceived({ ...stranger, signingKey: NEW, formerKeys: [OLD] })
    expect(await trial.finish(stopping ?? Promise.reject(new Error('no message was received from it')))).toMatchObject({
      acknowledged: true,
    })
  })
})

test('SAFE-8f a mower is not started while it is unknown which key it signs with', async () => {
  await ready({ mower: { signingKey: OLD }, roverKey: OLD })
  await trial.finish(trial.gateway.upload(id, smallMission.items))
  configure({ signingKey: NEW, formerKeys: [OLD] })
  expect(await trial.finish(trial.gateway.start(id))).toMatchObject({ outcome: 'rejected', reason: 'keyUnproven' })
  expect(rover().armed).toBe(false)
  expect(await trial.finish(trial.gateway.giveSigningKey(id))).toEqual({ outcome: 'accepted' })
  expect(await trial.finish(trial.gateway.start(id))).toEqual({ outcome: 'accepted' })
  expect(await trial.finish(trial.gateway.disarm(id))).toMatchObject({ outcome: 'rejected', reason: 'notStanding' })
  expect(rover().armed).toBe(true)
})
