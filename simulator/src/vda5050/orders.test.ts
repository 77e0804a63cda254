/** Missions of ours on mowers that speak VDA 5050: what is sent, and what starts nothing. */

import { missionItems } from '@greensward/vehicle'
import { describe, expect, test } from 'vitest'
import { orderStage } from '../testing/orderStage.ts'
import { at, relay, smallMission } from '../testing/smallField.ts'
import { MAP_ID } from '../testing/vda5050Rig.ts'

const {
  rig,
  reopen,
  id,
  mower,
  machine,
  shown,
  paths,
  upload,
  start,
  stop,
  events,
  sentTypes,
  hasOrder,
  say,
  neverDrives,
  stands,
  works,
} = orderStage()

describe('a mission', () => {
  test('SAFE-16g is given to a paused mower, released once it came back as sent, and driven to its end', async () => {
    await rig().work()
    expect(sentTypes()).toEqual(['factsheetRequest', 'stopCharging', 'startPause', 'order', 'stopPause'])
    expect(shown()).toMatchObject({ activity: 'working', mission: smallMission.items, telemetry: { mode: 'auto' } })
    const mown: boolean[] = []
    const isOver = (): boolean => {
      mown.push(mower().cuts)
      return events('missionEnded').length > 0
    }
    expect(await rig().until(isOver, 300)).toBe(true)
    const waypoints = smallMission.steps.map(({ seq }) => seq)
    expect(events('itemReached')).toEqual(waypoints.map(seq => expect.objectContaining({ seq, mowerId: id() })))
    expect(events('missionEnded')).toEqual([expect.objectContaining({ seq: waypoints.at(-1) })])
    expect(shown()).toMatchObject({ missionItemReached: waypoints.at(-1), telemetry: { bladeOn: false } })
    // On the way home it mows nothing.
    expect(mown.lastIndexOf(true)).toBeLessThan(mown.length - 20)
    await rig().pass(3)
    expect(stands()).toBe(true)
    expect(new Set(mower().orders.map(({ orderId }) => orderId)).size).toBe(1)
    expect(events('safetyStop')).toEqual([])
  })

  test('SAFE-16k is released some seconds ahead of the mower, each piece after the one before was taken', async () => {
    await rig().work()
    const [first] = mower().orders
    const waypoints = smallMission.steps.map(({ seq }) => String(seq))
    expect(first?.nodes.map(({ nodeId }) => nodeId)).not.toContain(waypoints.at(-1))
    expect(await rig().until(() => events('missionEnded').length > 0, 300)).toBe(true)
    const sent = mower().orders
    expect(sent.map(({ orderUpdateId }) => orderUpdateId)).toEqual(sent.map((_, i) => i))
    expect(sent.length).toBeGreaterThan(3)
    for (const [i, { nodes }] of sent.entries()) {
      if (i > 0) expect(nodes[0]?.nodeId).toBe(sent[i - 1]?.nodes.at(-1)?.nodeId)
    }
    const reached = sent.flatMap(({ nodes }, i) => nodes.slice(i === 0 ? 0 : 1).map(({ nodeId }) => nodeId))
    expect(reached.filter(nodeId => !nodeId.includes('.'))).toEqual(['0', ...waypoints])
  })

  test('SAFE-16k a row of 120 m is driven to its end without a halt in between', async () => {
    const row = missionItems({ segments: [{ bladeOn: true, speedMps: 1.5, points: [at(1, 0), at(1, 120)] }] }, relay)
    expect(await rig().finish(paths().upload(id(), row.items))).toEqual({ outcome: 'accepted' })
    expect(await start()).toEqual({ outcome: 'accepted' })
    expect(await rig().until(() => mower().cuts, 10)).toBe(true)
    const halts: number[] = []
    const isOver = (): boolean => {
      if (events('missionEnded').length === 0 && !mower().isDriving) halts.push(rig().clock.monotonicMs())
      return events('missionEnded').length > 0
    }
    expect(await rig().until(isOver, 200)).toBe(true)
    // Only its last report, once it stands at its end.
    expect(halts.length).toBeLessThanOrEqual(10)
    expect(events('safetyStop')).toEqual([])
  })

  test('SAFE-16k nothing more is released in answer to a state that stops the mower', async () => {
    await works()
    const { length } = mower().orders
    machine().setBoundary([at(50, 50), at(60, 50), at(60, 60), at(50, 60)])
    // Its base would have grown many times by then.
    await rig().pass(20)
    expect(events('safetyStop')).toEqual([expect.objectContaining({ reason: 'outsideBoundary' })])
    expect(mower().orders).toHaveLength(length)
  })

  test('SAFE-16e the blade is reported as the mower reports its action, and unknown for an order of others', async () => {
    expect(shown().telemetry.bladeOn).toBeNull()
    expect(await upload()).toEqual({ outcome: 'accepted' })
    expect(await start()).toEqual({ outcome: 'accepted' })
    await rig().pass(2)
    expect(shown().telemetry.bladeOn).toBe(false)
    expect(await rig().until(() => mower().cuts, 60)).toBe(true)
    expect(await rig().until(() => shown().telemetry.bladeOn === true, 3)).toBe(true)
    await stop()
    expect(await rig().until(() => shown().telemetry.bladeOn === false, 3)).toBe(true)
    mower().order('rows')
    await rig().pass(2)
    expect(shown().telemetry.bladeOn).toBeNull()
  })

  test('is uploaded without a message to the mower, and refused while it drives', async () => {
    const before = rig().sent.length
    expect(await upload()).toEqual({ outcome: 'accepted' })
    expect(rig().sent).toHaveLength(before)
    expect(await start()).toEqual({ outcome: 'accepted' })
    expect(await upload()).toMatchObject({ outcome: 'rejected', reason: 'hasOrder' })
    expect(await rig().finish(paths().upload('no-such-machine', []))).toMatchObject({ reason: 'unsupported' })
  })

  test('SAFE-16h a stopped mission resumes at its waypoint by a new order from where the mower is', async () => {
    await works()
    expect(await stop()).toMatchObject({ acknowledged: true })
    const { missionItemReached } = shown()
    const seq = (missionItemReached ?? 0) + 1
    expect(await rig().finish(paths().resume(id(), seq))).toEqual({ outcome: 'accepted' })
    await rig().pass(5)
    // It drives at once after its stop, and is not stopped for that.
    expect(mower().isDriving).toBe(true)
    const [first, second] = mower().orders.filter(({ orderUpdateId }) => orderUpdateId === 0)
    expect(second?.orderId).not.toBe(first?.orderId)
    expect(Number(second?.nodes[1]?.nodeId)).toBeGreaterThanOrEqual(seq)
    expect(await rig().until(() => events('missionEnded').length > 0, 300)).toBe(true)
    expect(mower().orders.filter(({ orderUpdateId }) => orderUpdateId === 0)).toHaveLength(2)
  })
})

/** Of its first mower, at the origin of its map. */
const HERE = { x: 0, y: 0, mapId: MAP_ID, positionInitialized: true }

describe('what starts nothing', () => {
  const ownOrder = { nodeStates: [{ nodeId: 'a', sequenceId: 2, released: true }] }
  test.each([
    ['by hand', { operatingMode: 'MANUAL' }, 'notAutomatic'],
    ['at its emergency stop', { safetyState: { eStop: 'MANUAL', fieldViolation: false } }, 'emergencyStop'],
    ['that does not report its emergency stop', { safetyState: {} }, 'emergencyStop'],
    ['in front of somebody', { safetyState: { eStop: 'NONE', fieldViolation: true } }, 'fieldViolation'],
    ['that failed', { errors: [{ errorType: 'motor', errorLevel: 'FATAL' }] }, 'machineFailed'],
    ['that drives', { driving: true }, 'drives'],
    ['without a charge', { batteryState: {} }, 'noBattery'],
    ['that does not report a pause', { paused: undefined }, 'pauseUnknown'],
    ['that somebody else paused', { paused: true }, 'pausedElsewhere'],
    ['with an order of its own control', ownOrder, 'hasOrder'],
    ['that hides its order', { nodeStates: undefined }, 'hasOrder'],
    ['without a position', { agvPosition: undefined }, 'noPosition'],
    ['that may be 30 cm off', { agvPosition: { ...HERE, deviationRange: 0.3 } }, 'inaccurate'],
    ['on another map', { agvPosition: { x: 0, y: 0, mapId: 'hall', positionInitialized: true } }, 'noPosition'],
  ])('SAFE-16f a mower %s', async (_, change, reason) => {
    await upload()
    await say(change)
    expect(await paths().start(id())).toMatchObject({ outcome: 'rejected', reason })
    expect(sentTypes()).toEqual(['factsheetRequest'])
  })

  test('SAFE-16f a mower whose state is too old, and one that its broker does not report as connected', async () => {
    await upload()
    const { step } = mower()
    mower().step = () => undefined
    await rig().pass(3.5)
    expect(await paths().start(id())).toMatchObject({ reason: 'staleReport' })
    mower().step = step
    await rig().pass(2)
    rig().publish(mower().topic('connection'), mower().message('connection', { connectionState: 'OFFLINE' }), true)
    await rig().clock.advance(50)
    expect(await paths().start(id())).toMatchObject({ reason: 'notOnline' })
    expect(mower().orders).toEqual([])
  })

  test('SAFE-16f a mower that no longer says how exact its position is', async () => {
    await upload()
    mower().faults.deviationM = null
    await rig().pass(4)
    expect(await start()).toMatchObject({ outcome: 'rejected', reason: 'inaccurate' })
    expect(mower().orders).toEqual([])
  })

  test('SAFE-16h a pause at the machine right after a start is not ours', async () => {
    await upload()
    expect(await start()).toEqual({ outcome: 'accepted' })
    await rig().pass(1)
    mower().pauseByHand()
    await rig().pass(4)
    expect(await start()).toMatchObject({ outcome: 'rejected', reason: 'pausedElsewhere' })
  })

  test('SAFE-16f a mower without a mission, and one whose last stop was not acknowledged', async () => {
    expect(await start()).toMatchObject({ outcome: 'rejected', reason: 'noMission' })
    await upload()
    mower().faults.isDeaf = true
    expect(await stop()).toMatchObject({ acknowledged: false })
    mower().faults.isDeaf = false
    expect(await start()).toMatchObject({ outcome: 'rejected', reason: 'stopNotAcknowledged' })
    expect(mower().orders).toEqual([])
  })

  test('SAFE-16f an order that its own control gives it while it is paused for ours is not driven by our start', async () => {
    await upload()
    const { step } = mower()
    let isGiven = false
    mower().step = seconds => {
      step.call(mower(), seconds)
      if (isGiven || mower().stateFields().paused !== true) return
      isGiven = true
      mower().order('rows')
    }
    expect(await start()).toMatchObject({ outcome: 'rejected', reason: 'orderRefused' })
    expect(isGiven).toBe(true)
    expect(sentTypes()).not.toContain('stopPause')
    await neverDrives()
  })

  test('SAFE-16g an order that got lost is cancelled, sent once, and moves nothing when it comes late', async () => {
    await upload()
    mower().faults.losesOrders = true
    expect(await start()).toMatchObject({ outcome: 'noAnswer' })
    await neverDrives()
    expect(sentTypes().filter(type => type === 'order')).toHaveLength(1)
    const late = rig().sent.find(({ topic }) => topic.endsWith('/order')) ?? expect.fail()
    mower().faults.losesOrders = false
    mower().receive(late.topic, late.payload)
    expect(hasOrder()).toBe(true)
    await neverDrives()
    expect(hasOrder()).toBe(false)
    expect(sentTypes().filter(type => type === 'order')).toHaveLength(1)
  })

  test('SAFE-16g an order that comes back changed is cancelled before the mower drives it', async () => {
    await upload()
    mower().faults.changesOrders = true
    expect(await start()).toMatchObject({ outcome: 'rejected', reason: 'notAsSent' })
    await neverDrives()
    expect(hasOrder()).toBe(false)
    expect(sentTypes()).not.toContain('stopPause')
  })

  test('SAFE-16g an order that the mower refuses is refused in its own words', async () => {
    await upload()
    const { receive } = mower()
    mower().receive = (topic, payload) => {
      // It has left the place where the order begins.
      if (topic.endsWith('/order')) mower().moveTo(3, 0)
      receive.call(mower(), topic, payload)
    }
    expect(await start()).toMatchObject({
      ...{ outcome: 'rejected', reason: 'orderRefused', answer: 'The order is not taken' },
    })
    await neverDrives()
  })

  test('SAFE-16g a mower that does not drive in time loses its order, and does not drive it later', async () => {
    await upload()
    mower().faults.staysPaused = true
    expect(await start()).toMatchObject({ outcome: 'noAnswer', missing: 'notSeenDriving' })
    await rig().pass(3)
    expect(hasOrder()).toBe(false)
    mower().endPause()
    await neverDrives()
  })

  test('SAFE-16h a pause of a person is not ended, and one from before a restart may be a person’s', async () => {
    await upload()
    mower().pauseByHand()
    await rig().pass(2)
    expect(await start()).toMatchObject({ outcome: 'rejected', reason: 'pausedElsewhere' })
    mower().endPause()
    await works()
    await stop()
    await rig().restart()
    await rig().pass(3)
    await upload()
    expect(await start()).toMatchObject({ outcome: 'rejected', reason: 'pausedElsewhere' })
    expect(sentTypes()).not.toContain('stopPause')
  })

  test('SAFE-16g a stop at any moment of a start ends it, and the mower never drives', async () => {
    for (const afterMs of [0, 10, 30, 50, 70, 110, 150, 210, 330, 450, 900, 1_300]) {
      await rig().close()
      await reopen()
      await upload()
      const starting = paths().start(id())
      await rig().clock.advance(afterMs)
      const stopping = rig().adapter.stop(id())
      expect(await rig().finish(stopping)).toMatchObject({ acknowledged: true })
      const { outcome } = await rig().finish(starting)
      if (afterMs < 50) expect(outcome).toBe('rejected')
      await rig().pass(2)
      await neverDrives()
      expect([afterMs, hasOrder()]).toEqual([afterMs, false])
    }
  }, 60_000)
})
