/**
 * The safety rules that machines of every maker keep: each adapter with its own simulator. A rule about a thing that
 * a machine cannot do does not apply to it.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AdapterRig, OpenRig } from './testing/adapterRig.ts'
import { openMavlinkRig } from './testing/mavlinkRig.ts'
import { openOpenMowerRig } from './testing/openMowerRig.ts'
import { smallMission } from './testing/smallField.ts'
import { openVda5050Rig } from './testing/vda5050Rig.ts'

const ADAPTERS: readonly (readonly [string, OpenRig])[] = [
  ['MAVLink', openMavlinkRig],
  ['OpenMower', openOpenMowerRig],
  ['VDA 5050', () => openVda5050Rig()],
  ['VDA 5050 with orders of ours', () => openVda5050Rig(90, true)],
]

const UNKNOWN = 'no-such-machine'
/** Beyond what the machine is given to acknowledge a stop. */
const SLACK_S = 3

describe.each(ADAPTERS)('%s', (_, openRig) => {
  let rig: AdapterRig
  beforeEach(async () => {
    rig = await openRig()
  })
  afterEach(() => rig.close())

  const working = () => rig.ids[0]
  const can = () => rig.adapter.capabilitiesOf(working()) ?? expect.fail('The adapter does not know its own machine')
  const telemetry = () => rig.adapter.telemetryOf(working())
  const stands = (): boolean => !rig.drives() && !rig.cuts()

  test('says what its machines can do, and has the parts for that and no others', () => {
    expect(rig.ids.map(id => rig.adapter.capabilitiesOf(id))).not.toContain(undefined)
    expect(rig.adapter.paths !== null).toBe(can().followsPath)
    expect(rig.adapter.areas !== null).toBe(can().mowsWorkArea)
    expect(rig.adapter.ownMap !== null).toBe(can().mowsOwnMap === true)
    expect(rig.adapter.capabilitiesOf(UNKNOWN)).toBeUndefined()
    expect(rig.adapter.telemetryOf(UNKNOWN)).toBeUndefined()
  })

  test('SAFE-1b SAFE-2a a stop counts as acknowledged once the machine has confirmed it, and it stands', async () => {
    await rig.work()
    const askedAtS = can().stopLatency.withinS
    const outcome = await rig.finish(rig.adapter.stop(working()))
    expect(outcome).toMatchObject({ acknowledged: true, acknowledgedAtMs: expect.any(Number) })
    expect(outcome.acknowledgedAtMs ?? 0).toBeGreaterThanOrEqual(outcome.requestedAtMs)
    expect((outcome.acknowledgedAtMs ?? 0) - outcome.requestedAtMs).toBeLessThanOrEqual(askedAtS * 1_000)
    expect(await rig.until(stands, SLACK_S)).toBe(true)
  })

  test('SAFE-1b a machine that does not get the stop is reported as not stopped, with the reason', async () => {
    await rig.work()
    rig.deafen()
    let isAnswered = false
    const stopping = rig.adapter.stop(working()).finally(() => {
      isAnswered = true
    })
    expect(await rig.until(() => isAnswered, can().stopLatency.withinS + SLACK_S)).toBe(true)
    const outcome = await stopping
    expect(outcome).toMatchObject({ acknowledged: false, acknowledgedAtMs: null, reason: expect.any(String) })
    expect(outcome.message).not.toBe('')
    expect(rig.drives()).toBe(true)
  })

  test('SAFE-1b a machine that is not known is reported as not stopped', async () => {
    expect(await rig.finish(rig.adapter.stop(UNKNOWN))).toMatchObject({
      acknowledged: false,
      tries: 0,
      reason: 'neverReceived',
    })
  })

  test('SAFE-1c stop all names the machine that did not stop, and stops the others', async () => {
    await rig.work()
    rig.deafen()
    const outcome = await rig.finish(rig.adapter.stopAll())
    expect(outcome.stopped).toEqual([rig.ids[1]])
    expect(outcome.notStopped).toEqual([{ id: working(), reason: expect.any(String) }])
  })

  test('SAFE-1a a stop overtakes the request that is in progress, and that one does not move the machine', async () => {
    await rig.work()
    await rig.finish(rig.adapter.stop(working()))
    await rig.until(stands, SLACK_S)
    const { paths, areas, ownMap } = rig.adapter
    const [area] = areas?.areasOf(working()) ?? []
    const starting = paths?.start(working()) ?? areas?.mow(working(), area?.id ?? '', 60) ?? ownMap?.start(working(), 0)
    const stopping = rig.adapter.stop(working())
    expect(await rig.finish(stopping)).toMatchObject({ acknowledged: true })
    if (starting !== undefined) expect((await rig.finish(starting)).outcome).not.toBe('accepted')
    await rig.pass(30)
    expect(stands()).toBe(true)
  })

  test('SAFE-4a nothing continues by itself after a stop', async () => {
    await rig.work()
    await rig.finish(rig.adapter.stop(working()))
    expect(await rig.until(stands, SLACK_S)).toBe(true)
    const before = rig.movingCommands().length
    for (let passed = 0; passed < 12; passed += 1) {
      await rig.pass(5)
      expect(stands()).toBe(true)
    }
    expect(rig.movingCommands()).toHaveLength(before)
  })

  test('SAFE-4a a machine that was out of reach is sent nothing that moves it once it is back', async () => {
    await rig.work()
    const before = rig.movingCommands().length
    rig.setSilent(true)
    await rig.pass(20)
    rig.setSilent(false)
    await rig.pass(20)
    expect(rig.movingCommands()).toHaveLength(before)
  })

  test('SAFE-4b a start that did not get through is dropped, and not carried out once the machine is back', async () => {
    await rig.work()
    await rig.finish(rig.adapter.stop(working()))
    await rig.until(stands, SLACK_S)
    const before = rig.movingCommands().length
    rig.setSilent(true)
    await rig.pass(10)
    const { paths, areas } = rig.adapter
    const [area] = areas?.areasOf(working()) ?? []
    const starting = paths?.start(working()) ?? areas?.mow(working(), area?.id ?? '', 60)
    if (starting !== undefined) expect((await rig.finish(starting)).outcome).not.toBe('accepted')
    rig.setSilent(false)
    await rig.pass(30)
    expect(rig.movingCommands()).toHaveLength(before)
    expect(stands()).toBe(true)
  })

  test('SAFE-5 a machine that is silent is shown as lost, and its report gets older', async () => {
    expect(telemetry()).toMatchObject({ link: 'live' })
    rig.setSilent(true)
    const staleS = can().stopLatency.via === 'directLink' ? 6 : 60 * 60
    await rig.pass(staleS)
    expect(telemetry()).toMatchObject({ link: 'lost' })
    const { ageMs } = telemetry() ?? expect.fail()
    await rig.pass(10)
    expect((telemetry()?.ageMs ?? 0) - (ageMs ?? 0)).toBeGreaterThanOrEqual(9_000)
  })

  test('SAFE-11 after a restart it reads what the machine does, and sends nothing that moves it', async () => {
    await rig.work()
    await rig.restart()
    expect(await rig.until(() => telemetry()?.link === 'live' && telemetry()?.mode !== null, 30)).toBe(true)
    await rig.pass(10)
    expect(rig.movingCommands()).toEqual([])
    expect(await rig.finish(rig.adapter.stop(working()))).toMatchObject({ acknowledged: true })
  })

  test('SAFE-3 a machine that follows a path starts only with a mission read back and telemetry in time', async ({
    skip,
  }) => {
    const { paths } = rig.adapter
    if (paths === null) return skip('follows no path')
    const [, other] = rig.ids
    expect(await rig.finish(paths.start(other))).toMatchObject({ outcome: 'rejected' })
    expect(await rig.finish(paths.upload(working(), smallMission.items))).toEqual({ outcome: 'accepted' })
    rig.setSilent(true)
    await rig.pass(4)
    expect(await rig.finish(paths.start(working()))).toMatchObject({ outcome: 'rejected' })
    expect(rig.movingCommands()).toEqual([])
  })

  test('SAFE-8c a machine takes one request at a time, and a second one is refused as busy', async ({ skip }) => {
    const { paths } = rig.adapter
    if (paths === null) return skip('follows no path')
    const uploading = paths.upload(working(), smallMission.items)
    expect(await rig.finish(paths.upload(working(), smallMission.items))).toMatchObject({
      outcome: 'rejected',
      reason: 'busy',
    })
    expect(await rig.finish(uploading)).toEqual({ outcome: 'accepted' })
  })

  test('SAFE-7b a stop switches off a blade that is switched from here', async ({ skip }) => {
    if (can().blade !== 'switched') return skip('switches its blade by itself')
    await rig.work()
    expect(rig.cuts()).toBe(true)
    await rig.finish(rig.adapter.stop(working()))
    expect(await rig.until(() => !rig.cuts() && telemetry()?.bladeOn === false, SLACK_S)).toBe(true)
  })

  test('SAFE-8b a report without the key of the machine changes nothing', async ({ skip }) => {
    if (!can().signing) return skip('signs no messages')
    await rig.work()
    expect(telemetry()).toMatchObject({ armed: true })
    const before = { ...telemetry(), ageMs: 0 }
    rig.reportUnsigned()
    expect({ ...telemetry(), ageMs: 0 }).toEqual(before)
  })
})
