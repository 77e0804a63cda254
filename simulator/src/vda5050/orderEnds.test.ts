/** What ends an order of ours that a mower drives by VDA 5050. */
import { describe, expect, test } from 'vitest'
import { orderStage } from '../testing/orderStage.ts'
import { at } from '../testing/smallField.ts'

const { rig, mower, machine, upload, start, stop, events, sentTypes, hasOrder, say, neverDrives, stands, works } =
  orderStage()

describe('what ends an order', () => {
  test.each([
    ['its own control gives it another order', () => mower().order('rows')],
    ['a person pauses it at the machine', () => mower().pauseByHand()],
    [
      'somebody presses its emergency stop',
      () => {
        mower().emergencyStop = 'MANUAL'
      },
    ],
    [
      'it fails',
      () => {
        const failed = { errorType: 'motor', errorLevel: 'FATAL', errorDescription: '', errorReferences: [] } as const
        mower().errors = [failed]
      },
    ],
  ])('SAFE-16i the mower is stopped once %s, and nothing continues', async (_, happens) => {
    await works()
    happens()
    await rig().pass(6)
    expect(events('safetyStop')).toEqual([expect.objectContaining({ reason: 'orderInterrupted' })])
    expect(stands()).toBe(true)
    mower().emergencyStop = 'NONE'
    mower().errors = []
    mower().endPause()
    await neverDrives()
    expect(hasOrder()).toBe(false)
  })

  test.each([
    ['is updated by somebody else', { orderUpdateId: 1 }],
    ['is cancelled by somebody else', { nodeStates: [], edgeStates: [] }],
    ['is not reported any more', { nodeStates: undefined }],
    ['is in the hands of a mower that hides its mode', { operatingMode: undefined }],
    ['is in the hands of a mower that hides its emergency stop', { safetyState: undefined }],
  ])('SAFE-16i an order that %s is stopped', async (_, change) => {
    await works()
    await say(change)
    expect(events('safetyStop')).toEqual([expect.objectContaining({ reason: 'orderInterrupted' })])
    await rig().pass(4)
    await neverDrives()
  })

  test('SAFE-16i a blade that does not start stops the mower', async () => {
    mower().faults.bladeFails = true
    await upload()
    expect(await start()).toEqual({ outcome: 'accepted' })
    expect(await rig().until(() => events('safetyStop').length > 0, 60)).toBe(true)
    expect(events('safetyStop')).toEqual([expect.objectContaining({ reason: 'bladeCommandFailed' })])
    await rig().pass(4)
    await neverDrives()
  })

  test('SAFE-16k a mower that receives nothing stands within half a minute, with its blade off, and is released no further', async () => {
    await works()
    const { length } = mower().orders
    rig().setSilent(true)
    expect(await rig().until(stands, 30)).toBe(true)
    await rig().pass(30)
    expect(stands()).toBe(true)
    expect(mower().orders).toHaveLength(length)
    rig().setSilent(false)
    await rig().pass(6)
    await neverDrives()
  })

  test.each([
    ['gets lost', () => (mower().faults.losesUpdates = true)],
    ['is refused by the mower', () => (mower().faults.refusesUpdates = true)],
    ['is taken without its actions', () => (mower().faults.losesActions = true)],
    ['comes back changed', () => (mower().faults.changesOrders = true)],
  ])('SAFE-16k a mower of which an update of its order %s is stopped', async (_, happens) => {
    await works()
    happens()
    expect(await rig().until(() => events('safetyStop').length > 0, 30)).toBe(true)
    expect(events('safetyStop')).toEqual([expect.objectContaining({ reason: 'orderInterrupted' })])
    await rig().pass(4)
    await neverDrives()
    expect(hasOrder()).toBe(false)
  })

  test('SAFE-16i a mower that holds is reported once, so that its mission is not driven any more', async () => {
    await works()
    await stop()
    await rig().pass(5)
    expect(events('modeChanged').at(-1)).toMatchObject({ to: 'hold' })
    expect(events('modeChanged')).toHaveLength(1)
  })

  test('SAFE-16k an update that comes late, after a stop, moves nothing', async () => {
    await works()
    const { receive } = mower()
    const late: [string, string][] = []
    mower().receive = (topic, payload) =>
      topic.endsWith('/order') ? late.push([topic, payload]) : receive.call(mower(), topic, payload)
    expect(await rig().until(() => late.length > 0, 30)).toBe(true)
    await stop()
    mower().receive = receive
    for (const message of late) mower().receive(...message)
    await rig().pass(2)
    await neverDrives()
    expect(hasOrder()).toBe(false)
  })

  test.each([
    ['is lost on its map', () => (mower().faults.isLost = true), 1.5],
    ['may be 30 cm off', () => (mower().faults.deviationM = 0.3), 1.5],
    ['no longer says how far it may be off', () => (mower().faults.deviationM = null), 5],
  ])('SAFE-16l a mower that %s is stopped', async (_, happens, withinS) => {
    await works()
    happens()
    expect(await rig().until(() => events('safetyStop').length > 0, withinS)).toBe(true)
    expect(events('safetyStop')).toEqual([expect.objectContaining({ reason: 'positionLost' })])
    await rig().pass(4)
    await neverDrives()
  })

  test('SAFE-16l a mower outside its ring is stopped, with its blade off only outside the wider one', async () => {
    const ring = [at(-1, -1), at(12, -1), at(12, 30), at(-1, 30)]
    const narrow = [at(3, 3), at(12, 3), at(12, 15), at(3, 15)]
    machine().setBoundary(narrow, ring)
    // It is outside the narrow one on its way there, with its blade off.
    await works()
    expect(events('safetyStop')).toEqual([])
    expect(await rig().until(() => events('safetyStop').length > 0, 60)).toBe(true)
    expect(events('safetyStop')).toEqual([expect.objectContaining({ reason: 'outsideBoundary' })])
    await rig().pass(4)
    await neverDrives()
  })

  test('SAFE-6b a ring that was taken away stops nothing', async () => {
    machine().setBoundary([at(-1, -1), at(1, -1), at(1, 1), at(-1, 1)])
    machine().setBoundary(null)
    await works()
    await rig().pass(5)
    expect(events('safetyStop')).toEqual([])
  })

  test('SAFE-16i a mower whose link is lost is stopped as soon as it can be reached', async () => {
    await works()
    rig().setSilent(true)
    await rig().pass(8)
    expect(events('safetyStop')).toEqual([expect.objectContaining({ reason: 'linkLost' })])
    expect(mower().isDriving).toBe(true)
    const { length } = mower().orders
    rig().setSilent(false)
    await rig().pass(6)
    await neverDrives()
    expect(hasOrder()).toBe(false)
    expect(mower().orders).toHaveLength(length)
  })

  test('SAFE-16j an order from before a restart is stopped, and not sent again', async () => {
    await works()
    const { length } = mower().orders
    await rig().restart()
    await rig().pass(6)
    await neverDrives()
    expect(hasOrder()).toBe(false)
    expect(rig().movingCommands()).toEqual([])
    expect(mower().orders).toHaveLength(length)
  })

  test('SAFE-16j an order that a person interrupted by hand does not continue in automatic mode', async () => {
    await works()
    mower().operatingMode = 'MANUAL'
    await rig().pass(4)
    expect(events('modeChanged')).toEqual([expect.objectContaining({ to: 'manual' })])
    const sent = rig().sent.length
    await rig().pass(10)
    // A person has it: nothing is sent.
    expect(rig().sent).toHaveLength(sent)
    mower().operatingMode = 'AUTOMATIC'
    await rig().pass(4)
    await neverDrives()
    expect(hasOrder()).toBe(false)
  })

  test('SAFE-16j an order that outlives its stop is cancelled, a few times, while the mower stays paused', async () => {
    await works()
    mower().faults.refusesCancel = true
    expect(await stop()).toMatchObject({ acknowledged: true })
    await rig().pass(60)
    expect(hasOrder()).toBe(true)
    const cancels = sentTypes().filter(type => type === 'cancelOrder').length
    await rig().pass(60)
    expect(sentTypes().filter(type => type === 'cancelOrder')).toHaveLength(cancels)
    expect(await start()).toMatchObject({ outcome: 'rejected', reason: 'hasOrder' })
    mower().endPause()
    await rig().pass(6)
    expect(stands()).toBe(true)
  })
})
