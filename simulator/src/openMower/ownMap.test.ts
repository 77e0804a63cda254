/** Mowers that run OpenMower are started and sent home: what they confirm, and what becomes of a request that they do not. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type OpenMowerRig, openOpenMowerRig } from '../testing/openMowerRig.ts'

let rig: OpenMowerRig
beforeEach(async () => {
  rig = await openOpenMowerRig()
})
afterEach(() => rig.close())

const START = 'mower_logic:idle/start_mowing'
const HOME = 'mower_logic:mowing/abort_mowing'

const mower = () => rig.simulated[0] ?? expect.fail()
const id = () => rig.ids[0]
const ownMap = () => rig.adapter.ownMap ?? expect.fail()
const activity = () => rig.machines.get(id())?.activity
/** As the app of a person does. */
const act = (action: string): void => rig.publish(mower().actionTopic, action, false)
const start = (agedMs = 0) => rig.finish(ownMap().start(id(), agedMs))
const sendHome = (agedMs = 0) => rig.finish(ownMap().sendHome(id(), agedMs))
const stop = () => rig.finish(rig.adapter.stop(id()))
const sent = (action: string): number => rig.sent.filter(({ payload }) => payload === action).length
const safetyStops = () => rig.events.filter(({ kind }) => kind === 'safetyStop')
/** Mows by a start from here. */
const mows = async (): Promise<void> => {
  expect(await start()).toEqual({ outcome: 'accepted' })
  expect(await rig.until(() => activity() === 'mowing', 20)).toBe(true)
}
const pausedByStop = async (): Promise<void> => {
  await mows()
  expect(await stop()).toMatchObject({ acknowledged: true })
  await rig.pass(5)
  expect(activity()).toBe('paused')
}

describe('a start', () => {
  test('SAFE-15f leaves the dock, and is accepted by the report of that alone', async () => {
    const starting = ownMap().start(id(), 0)
    let isSettled = false
    void starting.finally(() => {
      isSettled = true
    })
    await rig.until(() => mower().isDriving, 5)
    expect(isSettled).toBe(activity() === 'leaving')
    expect(await rig.finish(starting)).toEqual({ outcome: 'accepted' })
    expect(activity()).toBe('leaving')
    await rig.pass(20)
    expect(mower().cuts).toBe(true)
    expect(sent(START)).toBe(1)
    expect(safetyStops()).toEqual([])
  })

  test('a mower that stands idle outside its dock mows at once', async () => {
    await mows()
    await sendHome()
    await stop()
    await rig.pass(5)
    expect(activity()).toBe('idle')
    expect(await start()).toEqual({ outcome: 'accepted' })
    expect(activity()).toBe('mowing')
  })

  test('is offered by a list that the broker kept from before this process, and by a live report alone', async () => {
    await rig.restart()
    expect(ownMap().startStateOf(id())).toBeNull()
    await rig.pass(2)
    expect(ownMap().startStateOf(id())).toBe('ready')
    expect(await start()).toEqual({ outcome: 'accepted' })
  })

  test('SAFE-15e a mower that does not report any more is not started', async () => {
    mower().faults.isMute = true
    await rig.pass(4)
    expect(await start()).toMatchObject({ outcome: 'rejected', reason: 'notReadyToMow' })
    expect(rig.sent).toEqual([])
  })

  test.each([
    ['has its emergency', () => mower().setEmergency(true), 'fault'],
    ['has rain at its own sensor', () => Object.assign(mower(), { isRaining: true }), 'ownRain'],
    ['does not report its sensor of rain', () => Object.assign(mower(), { isRaining: null }), 'rainUnknown'],
    ['has little charge', () => Object.assign(mower(), { battery: 0.19 }), 'batteryLow'],
    ['was started elsewhere', () => act(START), 'busy'],
    [
      'does not offer it',
      () => rig.publish(`lawn/${id()}/actions/json`, `[{"action_id":"${START}","enabled":0}]`, false),
      'notOffered',
    ],
  ] as const)('SAFE-15e a mower that %s is not started', async (_, change, state) => {
    change()
    await rig.pass(2)
    expect(ownMap().startStateOf(id())).toBe(state)
    expect(await start()).toMatchObject({ outcome: 'rejected', reason: 'notReadyToMow' })
    expect(rig.sent).toEqual([])
  })

  test('SAFE-15e a charge that is unknown does not keep it', async () => {
    Object.assign(mower(), { battery: null })
    await rig.pass(2)
    expect(ownMap().startStateOf(id())).toBe('ready')
  })

  test('SAFE-15e a stop that is not acknowledged keeps it', async () => {
    mower().faults.isMute = true
    await stop()
    mower().faults.isMute = false
    await rig.until(() => ownMap().startStateOf(id()) !== null, 3)
    // Its first report says IDLE, and acknowledges the stop.
    expect(ownMap().startStateOf(id())).toBe('ready')
    await mows()
    mower().faults.isDeaf = true
    await stop()
    expect(ownMap().startStateOf(id())).toBe('stopPending')
  })

  test('SAFE-15e a mower that a stop has paused does not start again, and continues by nothing from here', async () => {
    await pausedByStop()
    expect(ownMap().startStateOf(id())).toBe('paused')
    expect(await start()).toMatchObject({ outcome: 'rejected', reason: 'notReadyToMow' })
    await rig.pass(30)
    expect(rig.drives()).toBe(false)
    expect(sent(START)).toBe(1)
  })

  test('SAFE-15f a start that was pressed before a stop, and comes after it, is not sent', async () => {
    await rig.pass(2)
    await stop()
    await rig.pass(1)
    expect(await start(3_000)).toMatchObject({ outcome: 'rejected', reason: 'stopped' })
    expect(sent(START)).toBe(0)
    expect(await start()).toEqual({ outcome: 'accepted' })
  })

  test('SAFE-15f a second start while one waits is refused, and the first continues', async () => {
    const first = ownMap().start(id(), 0)
    expect(await ownMap().start(id(), 0)).toMatchObject({ outcome: 'rejected', reason: 'busy' })
    expect(await rig.finish(first)).toEqual({ outcome: 'accepted' })
  })

  test('SAFE-15f without a connection nothing is sent, and the answer says so', async () => {
    rig.setSilent(true)
    expect(await start()).toMatchObject({ outcome: 'rejected', reason: 'linkLost' })
    rig.setSilent(false)
    await rig.pass(20)
    expect(rig.drives()).toBe(false)
  })

  test('SAFE-15f a mower that ignores it is answered as such in time, and sent a stop', async () => {
    mower().faults.isDeaf = true
    expect(await start()).toMatchObject({ outcome: 'noAnswer', missing: 'notSeenLeaving' })
    expect(sent(START)).toBe(1)
    expect(safetyStops()).toMatchObject([{ reason: 'startFailed' }])
    await rig.pass(30)
    expect(sent(START)).toBe(1)
  })

  test('SAFE-15g one that drives off later all the same is stopped', async () => {
    mower().faults.delayS = 40
    expect(await start()).toMatchObject({ outcome: 'noAnswer' })
    mower().faults.delayS = 0
    expect(await rig.until(() => mower().isDriving, 60)).toBe(true)
    await rig.pass(5)
    expect(rig.drives()).toBe(false)
    expect(safetyStops()).toMatchObject([{ reason: 'startFailed' }, { reason: 'lateStart' }])
  })

  test('SAFE-15g one that keeps the start for the end of a rain that began meanwhile is stopped then', async () => {
    // Between its last report and the press.
    mower().isRaining = true
    expect(await start()).toMatchObject({ outcome: 'noAnswer', missing: 'notSeenLeaving' })
    await rig.pass(600)
    expect(activity()).toBe('charging')
    mower().isRaining = false
    await rig.pass(8)
    expect(rig.drives()).toBe(false)
    expect(safetyStops()).toMatchObject([{ reason: 'startFailed' }, { reason: 'lateStart' }])
  })

  test('SAFE-15g one that goes away between the start and its report is stopped once it is back', async () => {
    mower().faults.goesAwayAfter = START
    expect(await start()).toMatchObject({ outcome: 'noAnswer' })
    await rig.pass(30)
    expect(rig.events).toContainEqual(expect.objectContaining({ kind: 'notStopped' }))
    mower().faults.isDeaf = false
    mower().faults.isMute = false
    await rig.pass(6)
    expect(rig.drives()).toBe(false)
  })

  test('SAFE-15g a stop before its report ends the start, also where the mower takes that for later', async () => {
    mower().faults.delayS = 6
    const starting = ownMap().start(id(), 0)
    await rig.until(() => sent(START) === 1, 1)
    mower().faults.delayS = 0
    expect(await stop()).toMatchObject({ acknowledged: true })
    expect(await rig.finish(starting)).toMatchObject({ outcome: 'rejected', reason: 'stopped' })
    expect(await rig.until(() => mower().isDriving, 10)).toBe(true)
    await rig.pass(4)
    expect(rig.drives()).toBe(false)
    expect(safetyStops()).toMatchObject([{ reason: 'lateStart' }])
  })

  test('a stop after a confirmed start works as ever, and a person who continues it later is not fought', async () => {
    await pausedByStop()
    act('mower_logic:mowing/continue')
    await rig.pass(10)
    expect(rig.drives()).toBe(true)
    expect(safetyStops()).toEqual([])
  })

  test('a mower that mows without a start from here is shown and not stopped', async () => {
    act(START)
    await rig.pass(20)
    expect(activity()).toBe('mowing')
    expect(safetyStops()).toEqual([])
  })
})

describe('the way home', () => {
  test('SAFE-15h a mower that mows drives home by one request, and is accepted by its own report', async () => {
    await mows()
    expect(await sendHome()).toEqual({ outcome: 'accepted' })
    expect(activity()).toBe('goingHome')
    expect(await rig.until(() => activity() === 'charging', 60)).toBe(true)
    expect(sent(HOME)).toBe(1)
    // At home there is nothing to ask for.
    expect(await sendHome()).toEqual({ outcome: 'accepted' })
    expect(sent(HOME)).toBe(1)
  })

  test('SAFE-15h a mower that a stop has paused drives home by a press', async () => {
    await pausedByStop()
    expect(await sendHome()).toEqual({ outcome: 'accepted' })
    await rig.pass(3)
    expect(activity()).toBe('goingHome')
    expect(rig.drives()).toBe(true)
  })

  test('SAFE-15h neither rain nor an empty battery keeps it outside', async () => {
    await mows()
    Object.assign(mower(), { isRaining: true, battery: 0.05 })
    await rig.pass(2)
    expect(await sendHome()).toEqual({ outcome: 'accepted' })
  })

  test.each([
    ['leaves its dock', async () => start(), 'notMowing'],
    ['has its emergency', async () => mows().then(() => mower().setEmergency(true)), 'fault'],
    [
      'does not report any more',
      async () => mows().then(() => Object.assign(mower().faults, { isMute: true })),
      'stale',
    ],
  ] as const)('SAFE-15h a mower that %s is sent nothing, and the answer says why', async (_, bring, reason) => {
    await bring()
    await rig.pass(4)
    expect(await sendHome()).toMatchObject({ outcome: 'rejected', reason })
    expect(sent(HOME)).toBe(0)
  })

  test('SAFE-15h a stop after the press ends it, and it holds where it is', async () => {
    await mows()
    const going = ownMap().sendHome(id(), 0)
    expect(await stop()).toMatchObject({ acknowledged: true })
    await rig.finish(going)
    await rig.pass(20)
    expect(rig.drives()).toBe(false)
  })

  test('SAFE-15h one that does not report it in time is answered as such, and continues to mow', async () => {
    await mows()
    mower().faults.isDeaf = true
    expect(await sendHome()).toMatchObject({ outcome: 'noAnswer', missing: 'notSeenGoingHome' })
    expect(safetyStops()).toEqual([])
    expect(rig.drives()).toBe(true)
  })

  test('SAFE-15g a mower that stood paused, and drives home later than it should, is stopped', async () => {
    await pausedByStop()
    mower().faults.delayS = 20
    expect(await sendHome()).toMatchObject({ outcome: 'noAnswer' })
    mower().faults.delayS = 0
    expect(await rig.until(() => mower().isDriving, 30)).toBe(true)
    await rig.pass(5)
    expect(rig.drives()).toBe(false)
    expect(safetyStops()).toMatchObject([{ reason: 'startFailed' }, { reason: 'lateStart' }])
  })
})
