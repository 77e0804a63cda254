/**
 * The safety rules that machines of every maker keep: each adapter with its own simulator. A rule about a thing that
 * a machine cannot do does not apply to it.
 */
import type { VehicleAdapter } from '@greensward/vehicle'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AdapterRig, OpenRig } from './adapterRig.ts'
import { smallMission } from './smallField.ts'

const UNKNOWN = 'no-such-machine'
/** Beyond what the machine is given to acknowledge a stop. */
const SLACK_S = 3

/** The machines of the test that runs. */
interface Tested {
  readonly rig: AdapterRig
  working(): string
  can(): NonNullable<ReturnType<VehicleAdapter['capabilitiesOf']>>
  telemetry(): ReturnType<VehicleAdapter['telemetryOf']>
  stands(): boolean
}

/** Call it in a test file, with the adapters by the names that its tests are to have. */
export const describeAdapters = (adapters: readonly (readonly [string, OpenRig])[]): void =>
  describe.each(adapters)('%s', (_, openRig) => {
    let rig: AdapterRig
    beforeEach(async () => {
      rig = await openRig()
    })
    afterEach(() => rig.close())
    const of: Tested = {
      get rig() {
        return rig
      },
      working: () => rig.ids[0],
      can: () => rig.adapter.capabilitiesOf(rig.ids[0]) ?? expect.fail('The adapter does not know its own machine'),
      telemetry: () => rig.adapter.telemetryOf(rig.ids[0]),
      stands: () => !rig.drives() && !rig.cuts(),
    }
    requestRules(of)
    stopRules(of)
    lossRules(of)
  })

/** What a machine can do, and when it takes a request. */
const requestRules = (of: Tested): void => {
  test('says what its machines can do, and has the parts for that and no others', () => {
    expect(of.rig.ids.map(id => of.rig.adapter.capabilitiesOf(id))).not.toContain(undefined)
    expect(of.rig.adapter.paths !== null).toBe(of.can().followsPath)
    expect(of.rig.adapter.areas !== null).toBe(of.can().mowsWorkArea)
    expect(of.rig.adapter.ownMap !== null).toBe(of.can().mowsOwnMap === true)
    expect(of.rig.adapter.capabilitiesOf(UNKNOWN)).toBeUndefined()
    expect(of.rig.adapter.telemetryOf(UNKNOWN)).toBeUndefined()
  })

  test('SAFE-3 a machine that follows a path starts only with a mission read back and telemetry in time', async ({
    skip,
  }) => {
    const { paths } = of.rig.adapter
    if (paths === null) return skip('follows no path')
    const [, other] = of.rig.ids
    expect(await of.rig.finish(paths.start(other))).toMatchObject({ outcome: 'rejected' })
    expect(await of.rig.finish(paths.upload(of.working(), smallMission.items))).toEqual({ outcome: 'accepted' })
    of.rig.setSilent(true)
    await of.rig.pass(4)
    expect(await of.rig.finish(paths.start(of.working()))).toMatchObject({ outcome: 'rejected' })
    expect(of.rig.movingCommands()).toEqual([])
  })

  test('SAFE-8c a machine takes one request at a time, and a second one is refused as busy', async ({ skip }) => {
    const { paths } = of.rig.adapter
    if (paths === null) return skip('follows no path')
    const uploading = paths.upload(of.working(), smallMission.items)
    expect(await of.rig.finish(paths.upload(of.working(), smallMission.items))).toMatchObject({
      outcome: 'rejected',
      reason: 'busy',
    })
    expect(await of.rig.finish(uploading)).toEqual({ outcome: 'accepted' })
  })
}

/** Stops. */
const stopRules = (of: Tested): void => {
  test('SAFE-1b SAFE-2a a stop counts as acknowledged once the machine has confirmed it, and it stands', async () => {
    await of.rig.work()
    const askedAtS = of.can().stopLatency.withinS
    const outcome = await of.rig.finish(of.rig.adapter.stop(of.working()))
    expect(outcome).toMatchObject({ acknowledged: true, acknowledgedAtMs: expect.any(Number) })
    expect(outcome.acknowledgedAtMs ?? 0).toBeGreaterThanOrEqual(outcome.requestedAtMs)
    expect((outcome.acknowledgedAtMs ?? 0) - outcome.requestedAtMs).toBeLessThanOrEqual(askedAtS * 1_000)
    expect(await of.rig.until(of.stands, SLACK_S)).toBe(true)
  })

  test('SAFE-1b a machine that does not get the stop is reported as not stopped, with the reason', async () => {
    await of.rig.work()
    of.rig.deafen()
    let isAnswered = false
    const stopping = of.rig.adapter.stop(of.working()).finally(() => {
      isAnswered = true
    })
    expect(await of.rig.until(() => isAnswered, of.can().stopLatency.withinS + SLACK_S)).toBe(true)
    const outcome = await stopping
    expect(outcome).toMatchObject({ acknowledged: false, acknowledgedAtMs: null, reason: expect.any(String) })
    expect(outcome.message).not.toBe('')
    expect(of.rig.drives()).toBe(true)
  })

  test('SAFE-1b a machine that is not known is reported as not stopped', async () => {
    expect(await of.rig.finish(of.rig.adapter.stop(UNKNOWN))).toMatchObject({
      acknowledged: false,
      tries: 0,
      reason: 'neverReceived',
    })
  })

  test('SAFE-1c stop all names the machine that did not stop, and stops the others', async () => {
    await of.rig.work()
    of.rig.deafen()
    const outcome = await of.rig.finish(of.rig.adapter.stopAll())
    expect(outcome.stopped).toEqual([of.rig.ids[1]])
    expect(outcome.notStopped).toEqual([{ id: of.working(), reason: expect.any(String) }])
  })

  test('SAFE-1a a stop overtakes the request that is in progress, and that one does not move the machine', async () => {
    await of.rig.work()
    await of.rig.finish(of.rig.adapter.stop(of.working()))
    await of.rig.until(of.stands, SLACK_S)
    const { paths, areas, ownMap } = of.rig.adapter
    const [area] = areas?.areasOf(of.working()) ?? []
    const starting =
      paths?.start(of.working()) ?? areas?.mow(of.working(), area?.id ?? '', 60, 0) ?? ownMap?.start(of.working(), 0)
    const stopping = of.rig.adapter.stop(of.working())
    expect(await of.rig.finish(stopping)).toMatchObject({ acknowledged: true })
    if (starting !== undefined) expect((await of.rig.finish(starting)).outcome).not.toBe('accepted')
    await of.rig.pass(30)
    expect(of.stands()).toBe(true)
  })

  test('SAFE-7b a stop switches off a blade that is switched from here', async ({ skip }) => {
    if (of.can().blade !== 'switched') return skip('switches its blade by itself')
    await of.rig.work()
    expect(of.rig.cuts()).toBe(true)
    await of.rig.finish(of.rig.adapter.stop(of.working()))
    expect(await of.rig.until(() => !of.rig.cuts() && of.telemetry()?.bladeOn === false, SLACK_S)).toBe(true)
  })
}

/** Machines that are out of reach, restarts, and messages of strangers. */
const lossRules = (of: Tested): void => {
  test('SAFE-4a nothing continues by itself after a stop', async () => {
    await of.rig.work()
    await of.rig.finish(of.rig.adapter.stop(of.working()))
    expect(await of.rig.until(of.stands, SLACK_S)).toBe(true)
    const before = of.rig.movingCommands().length
    for (let passed = 0; passed < 12; passed += 1) {
      await of.rig.pass(5)
      expect(of.stands()).toBe(true)
    }
    expect(of.rig.movingCommands()).toHaveLength(before)
  })

  test('SAFE-4a a machine that was out of reach is sent nothing that moves it once it is back', async () => {
    await of.rig.work()
    const before = of.rig.movingCommands().length
    of.rig.setSilent(true)
    await of.rig.pass(20)
    of.rig.setSilent(false)
    await of.rig.pass(20)
    expect(of.rig.movingCommands()).toHaveLength(before)
  })

  test('SAFE-4b a start that did not get through is dropped, and not carried out once the machine is back', async () => {
    await of.rig.work()
    await of.rig.finish(of.rig.adapter.stop(of.working()))
    await of.rig.until(of.stands, SLACK_S)
    const before = of.rig.movingCommands().length
    of.rig.setSilent(true)
    await of.rig.pass(10)
    const { paths, areas } = of.rig.adapter
    const [area] = areas?.areasOf(of.working()) ?? []
    const starting = paths?.start(of.working()) ?? areas?.mow(of.working(), area?.id ?? '', 60, 0)
    if (starting !== undefined) expect((await of.rig.finish(starting)).outcome).not.toBe('accepted')
    of.rig.setSilent(false)
    await of.rig.pass(30)
    expect(of.rig.movingCommands()).toHaveLength(before)
    expect(of.stands()).toBe(true)
  })

  test('SAFE-5 a machine that is silent is shown as lost, and its report gets older', async () => {
    expect(of.telemetry()).toMatchObject({ link: 'live' })
    of.rig.setSilent(true)
    const staleS = of.can().stopLatency.via === 'directLink' ? 6 : 60 * 60
    await of.rig.pass(staleS)
    expect(of.telemetry()).toMatchObject({ link: 'lost' })
    const { ageMs } = of.telemetry() ?? expect.fail()
    await of.rig.pass(10)
    expect((of.telemetry()?.ageMs ?? 0) - (ageMs ?? 0)).toBeGreaterThanOrEqual(9_000)
  })

  test('SAFE-11 after a restart it reads what the machine does, and sends nothing that moves it', async () => {
    await of.rig.work()
    await of.rig.restart()
    expect(await of.rig.until(() => of.telemetry()?.link === 'live' && of.telemetry()?.mode !== null, 30)).toBe(true)
    await of.rig.pass(10)
    expect(of.rig.movingCommands()).toEqual([])
    expect(await of.rig.finish(of.rig.adapter.stop(of.working()))).toMatchObject({ acknowledged: true })
  })

  test('SAFE-8b a report without the key of the machine changes nothing', async ({ skip }) => {
    if (!of.can().signing) return skip('signs no messages')
    await of.rig.work()
    expect(of.telemetry()).toMatchObject({ armed: true })
    const before = { ...of.telemetry(), ageMs: 0 }
    of.rig.reportUnsigned()
    expect({ ...of.telemetry(), ageMs: 0 }).toEqual(before)
  })
}
