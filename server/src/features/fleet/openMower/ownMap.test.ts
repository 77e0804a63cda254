/** A mower that mows its own map is started and sent home: on the real server and a real broker, which is asked by a mower of its kind. */
import { type ApiError, calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { type CourseMode, dayOf, type GateLine } from '@greensward/domain'
import { connectAsync } from 'mqtt'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { as, brokerMowerStage, WAIT } from '../../../testing/brokerMowerStage.ts'
import { at } from '../../../testing/ground.ts'
import { type OpenMowerOnBroker, openMowerOnBroker } from '../../../testing/openMowerOnBroker.ts'

const START = 'mower_logic:idle/start_mowing'
const HOME = 'mower_logic:mowing/abort_mowing'
const PREFIX = 'lawn/one'
/** Simulated seconds in a second. */
const SPEED = 5
const OPERATOR = 'ROLE_GREENKEEPER'
const MINUTE_MS = 60_000

const stage = brokerMowerStage()
const { broker, params, vehicle, isLive, lawns, recorded } = stage
let robot: OpenMowerOnBroker

const link = (zoneIds: readonly string[]) =>
  stage
    .call(as, lateCalls.openMower.save, {
      params: params(),
      body: {
        ...{ address: broker().address, user: '', authority: '', prefix: PREFIX, datum: at(0, 0) },
        zoneIds: [...zoneIds],
      },
    })
    .then(answer => answer.result)
const start = (headers: Record<string, string> = {}) =>
  stage.call(OPERATOR, calls.mowers.start, { params: params(), headers })
const sendHome = () => stage.call(OPERATOR, calls.mowers.sendHome, { params: params() })
const checks = () => stage.call(OPERATOR, lateCalls.ownMap.checks, { params: params() })
const refusedIn = (lines: readonly GateLine[] = []) =>
  lines.filter(({ verdict }) => verdict === 'refused').map(({ check, reason }) => `${check} ${reason}`)
const activity = async () => (await vehicle()).activity
const becomes = (wanted: string) => expect.poll(activity, WAIT).toBe(wanted)
const starts = () => robot.mower.received.filter(action => action === START)
const mows = async (): Promise<void> => {
  expect((await start()).result).toMatchObject({ outcome: 'accepted' })
  await becomes('mowing')
}
const switchTo = (mode: CourseMode) =>
  stage.call('ROLE_MANAGER', calls.courseMode.change, { body: { mode } }).then(answer => answer.result)
const setRainMode = (rainMode: 'true' | 'false') =>
  stage.call('ROLE_MANAGER', calls.settings.update, { body: { rainMode } }).then(answer => answer.result)
/** Refused with this line, the same that a person sees before, and nothing is sent. */
const refusedBy = async (line: string): Promise<void> => {
  const shown = (await checks()).result.areas.flatMap(({ lines }) => refusedIn(lines))
  expect(shown).toContain(line)
  const { error } = (await start()) as { error: ApiError }
  expect([error.kind, error.code]).toEqual(['gateRefused', 'gateShut'])
  expect(refusedIn((error.details as { lines: GateLine[] }).lines)).toContain(line)
  expect(starts()).toEqual([])
}
const passes = async (): Promise<void> => {
  const { areas } = (await checks()).result
  expect(areas.flatMap(({ lines }) => refusedIn(lines))).toEqual([])
}

beforeEach(async () => {
  robot = await openMowerOnBroker(broker().address, PREFIX, SPEED)
  await link([lawns().zones[0].id])
  await isLive()
})
afterEach(async () => {
  await stage.call(as, lateCalls.openMower.remove, { params: params() })
  await stage.isGone()
  await robot.close()
})

test('SAFE-15d a start passes the checks of each zone, is recorded before it is sent, and is answered by its report', async () => {
  const { areas } = (await checks()).result
  expect(areas).toMatchObject([{ zoneTitle: 'Lawn' }])
  expect(areas[0]?.lines.map(({ check, verdict }) => `${check} ${verdict}`)).toEqual([
    'telemetry passed',
    'ownState passed',
    'zoneFree passed',
    'rain passed',
    'courseMode passed',
    'zoneOpen passed',
    'carts passed',
    'expectedPlay passed',
    'service passed',
    'linkFailsafe warned',
  ])
  const before = (await recorded('mower.request')).length
  expect((await start()).result).toMatchObject({ outcome: 'accepted', why: null })
  expect(['leaving', 'mowing']).toContain(await activity())
  expect(starts()).toEqual([START])
  const requests = await recorded('mower.request')
  expect(requests).toHaveLength(before + 1)
  expect(requests[0]?.details).toEqual({ request: 'start', zones: 'Lawn' })
  await expect
    .poll(async () => (await recorded('mower.start'))[0]?.details, WAIT)
    .toEqual({ zones: 'Lawn', outcome: 'accepted' })
  await becomes('mowing')
  expect(robot.mower.cuts).toBe(true)
  // What a person sees now is what keeps a second start.
  await expect.poll(async () => refusedIn((await checks()).result.areas[0]?.lines), WAIT).toContain('ownState busy')
})

test('SAFE-15d only those who may start missions start it and send it home', async () => {
  for (const role of ['ROLE_TEST_USER', 'ROLE_BUGGY_ADMIN', 'ROLE_BUGGY_BAR'] as const)
    for (const call of [calls.mowers.start, calls.mowers.sendHome, lateCalls.ownMap.checks])
      expect((await stage.call(role, call, { params: params() })).status).toBe(403)
  expect(robot.mower.received).toEqual([])
})

test('SAFE-15d one without a zone, or with one that is gone, is not started, and a mower of another kind has no such checks', async () => {
  for (const zoneIds of [[], [lawns().zones[0].id, crypto.randomUUID()]]) {
    await link(zoneIds)
    expect((await checks()).error).toMatchObject({ code: 'ownMapNoZone' })
    expect((await start()).error).toMatchObject({ code: 'ownMapNoZone' })
  }
  const other = { params: { id: lawns().mowers[1].id } }
  expect((await stage.call(OPERATOR, lateCalls.ownMap.checks, other)).error).toMatchObject({ code: 'machineCannot' })
  expect(robot.mower.received).toEqual([])
})

test('SAFE-15d rain mode, a course mode, service and a group keep it, each for the zones that it mows', async () => {
  await link(lawns().zones.map(({ id }) => id))
  await isLive()
  await setRainMode('true')
  await refusedBy('rain rainModeRestricted')
  await setRainMode('false')
  await switchTo('frostDelay')
  await refusedBy('courseMode frostDelay')
  await switchTo('normal')
  await passes()
  const save = async (inService: boolean) => {
    const { updatedAt } = (await stage.call(as, calls.mowers.get, { params: params() })).result
    const body = { inService, updatedAt }
    await stage.call(as, calls.mowers.update, { params: params(), body }).then(answer => answer.result)
  }
  await save(true)
  await refusedBy('service inService')
  await save(false)
  const { timeZone } = (await stage.call(as, calls.settings.get)).result
  const at10 = new Date(stage.server().clock.now().getTime() + 10 * MINUTE_MS)
  const day = dayOf(at10, timeZone)
  const { updatedAt } = (await stage.call(as, calls.teeSheets.get, { params: { day } })).result
  const teeTimes = [{ at: at10.toISOString(), hole: 1, players: 4 }]
  const sheet = await stage.call(as, calls.teeSheets.put, { params: { day }, body: { teeTimes, updatedAt } })
  await refusedBy('expectedPlay notBeforeFirst')
  const body = { teeTimes: [], updatedAt: sheet.result.updatedAt }
  await stage.call(as, calls.teeSheets.put, { params: { day }, body }).then(answer => answer.result)
  await passes()
})

test('SAFE-15d a course mode that holds missions stops it, and it is still sent home', async () => {
  await mows()
  const { notStopped } = await switchTo('lightning')
  expect(notStopped).toEqual([])
  expect(robot.mower.isDriving).toBe(false)
  await becomes('paused')
  expect((await sendHome()).result).toMatchObject({ outcome: 'accepted' })
  expect(await activity()).toBe('goingHome')
  await switchTo('normal')
  await expect.poll(async () => (await recorded('mower.sendHome'))[0]?.details, WAIT).toEqual({ outcome: 'accepted' })
})

test('SAFE-15e its own rain, its emergency and its silence keep it', async () => {
  robot.mower.isRaining = true
  await expect.poll(async () => refusedIn((await checks()).result.areas[0]?.lines), WAIT).toContain('ownState ownRain')
  await refusedBy('ownState ownRain')
  robot.mower.isRaining = false
  robot.mower.setEmergency(true)
  await becomes('failed')
  await refusedBy('ownState fault')
  robot.mower.setEmergency(false)
  await becomes('charging')
  robot.mower.faults.isMute = true
  await expect.poll(async () => refusedIn((await checks()).result.areas[0]?.lines), WAIT).toContain('telemetry stale')
  await refusedBy('ownState unknown')
})

test('SAFE-15f a press that is too old is not carried out, and nothing is kept by the broker', async () => {
  const aged = (ms: number) => ({ 'x-asked-at': String(stage.server().clock.now().getTime() - ms) })
  expect((await start(aged(6_000))).error).toMatchObject({ code: 'commandExpired' })
  expect(starts()).toEqual([])
  await mows()
  await sendHome()
  await stage.stop()
  const kept: string[] = []
  const other = await connectAsync(broker().address)
  other.on('message', (topic, _, { retain }) => {
    if (retain) kept.push(topic)
  })
  await other.subscribeAsync(`${PREFIX}/#`)
  await expect.poll(() => kept, WAIT).toContain(`${PREFIX}/actions/json`)
  await other.endAsync()
  expect(kept).not.toContain(`${PREFIX}/action`)
})

test('SAFE-15f a stop by a person ends a start that waits, and stop works after a start as ever', async () => {
  robot.mower.faults.isDeaf = true
  const before = (await recorded('mower.request')).length
  const starting = start()
  await expect.poll(async () => (await recorded('mower.request')).length, WAIT).toBe(before + 1)
  expect(await stage.stop()).toMatchObject({ outcome: 'accepted' })
  expect((await starting).result).toMatchObject({ outcome: 'rejected', why: { params: { reason: 'stopped' } } })
  robot.mower.faults.isDeaf = false
  await mows()
  expect(await stage.stop()).toMatchObject({ outcome: 'accepted' })
  expect(robot.mower.isDriving).toBe(false)
}, 60_000)

test('SAFE-15h it is sent home by one request, and one that stands idle outside its dock is not', async () => {
  await mows()
  expect((await sendHome()).result).toMatchObject({ outcome: 'accepted' })
  expect(await activity()).toBe('goingHome')
  expect(robot.mower.received.filter(action => action === HOME)).toEqual([HOME])
  await stage.stop()
  await becomes('idle')
  expect((await sendHome()).result).toMatchObject({ outcome: 'rejected', why: { params: { reason: 'notMowing' } } })
})
