/** The pre-start checks of Automowers: the same rules as for a mission, by what is known of such a mower. */
import { type ApiError, calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { type CourseFeature, type CourseMode, dayOf, type GateLine } from '@greensward/domain'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { automower } from '../../../platform/db/schema/index.ts'
import { AREAS, AutomowerStage, PARKED, TAKEN } from '../../../testing/automowerStage.ts'
import { rectangle } from '../../../testing/ground.ts'

const MINUTE_MS = 60_000
const params = { id: '0b1c' }
const as = 'ROLE_GREENKEEPER'
const { automower: automowers } = lateCalls

let stage: AutomowerStage

beforeAll(async () => {
  stage = await AutomowerStage.open()
}, 120_000)
afterAll(() => stage?.close())
beforeEach(() => stage.reset())

const start = (...asked: Parameters<AutomowerStage['start']>) => stage.start(...asked)
const bodies = () => stage.bodies()
const resume = () => stage.resume()

/** Refused with this line of the checks, the same that a person sees before, and nothing is sent. */
const refusedBy = async (
  check: GateLine['check'],
  reason: string,
  press: () => Promise<{ readonly error: ApiError }> = start,
): Promise<void> => {
  const { kind, code, details } = (await press()).error
  expect([kind, code]).toEqual(['gateRefused', 'automowerNotStarted'])
  const { areas } = details as { areas: { lines: GateLine[] }[] }
  expect(areas.flatMap(({ lines }) => lines.filter(({ verdict }) => verdict === 'refused'))).toContainEqual(
    expect.objectContaining({ check, reason }),
  )
  const shown = await stage.server.call(as, automowers.areaChecks, {
    params: { ...params, areaId: '7' },
    query: { minutes: 60 },
  })
  if (press === start) expect(shown.result.areas).toEqual(areas)
  expect(bodies()).toEqual([])
}
/** As a person sees it before the press; nothing is sent. */
const passes = async (areaId = '7', minutes = 60): Promise<void> => {
  const { result } = await stage.server.call(as, automowers.areaChecks, {
    params: { ...params, areaId },
    query: { minutes },
  })
  expect(result.areas.map(({ lines }) => lines.filter(({ verdict }) => verdict === 'refused'))).toEqual([[]])
}

const switchTo = (mode: CourseMode) => stage.server.call('ROLE_MANAGER', calls.courseMode.change, { body: { mode } })
const change = async (
  added: CourseFeature[],
  updated: [CourseFeature, CourseFeature][] = [],
  removed: CourseFeature[] = [],
) => {
  const { revision } = (await stage.server.call(as, calls.map.get)).result
  await stage.server
    .call(as, calls.map.change, { body: { baseRevision: revision, label: 'Course', added, updated, removed } })
    .then(answer => answer.result)
}

test('SAFE-17a a start in a work area passes the pre-start checks and names area and duration to the maker', async () => {
  const { result } = await stage.server.call(as, automowers.areaChecks, {
    params: { ...params, areaId: '7' },
    query: { minutes: 60 },
  })
  expect(result.areas).toMatchObject([{ areaId: '7', zoneTitle: 'Lawn' }])
  expect(result.areas[0]?.lines.map(({ check, verdict }) => `${check} ${verdict}`)).toEqual([
    'telemetry passed',
    'ownState passed',
    'zoneFree passed',
    'rain passed',
    'courseMode passed',
    'zoneOpen passed',
    'carts passed',
    'expectedPlay passed',
    'service passed',
  ])
  expect((await start()).result).toEqual(TAKEN)
  const body = '{"data":{"type":"StartInWorkArea","attributes":{"duration":60,"workAreaId":7}}}'
  expect(stage.service.requests()).toMatchObject([{ path: '/v1/mowers/0b1c/actions', body }])
})

test('SAFE-17a only those who may start missions start a mower, and only one that is read', async () => {
  for (const role of ['ROLE_TEST_USER', 'ROLE_BUGGY_ADMIN', 'ROLE_BUGGY_BAR'] as const)
    expect((await start('7', 60, role)).status).toBe(403)
  expect((await start('7', 5)).status).toBe(422)
  expect((await start('77')).status).toBe(404)
  const elsewhere = { params: { id: 'another', areaId: '7' }, body: { minutes: 60 } }
  expect((await stage.server.call(as, automowers.startArea, elsewhere)).status).toBe(404)
  await stage.server.call('ROLE_MANAGER', automowers.update, { body: { enabled: false } })
  expect((await start()).status).toBe(404)
  expect(bodies()).toEqual([])
})

test('SAFE-17a a course mode that holds missions refuses a start, and rain mode that of a zone that it restricts', async () => {
  for (const mode of ['frostDelay', 'lightning', 'tournament'] as const) {
    await switchTo(mode)
    await refusedBy('courseMode', mode)
    await refusedBy('courseMode', mode, resume)
  }
  await switchTo('closed')
  await passes()
  await switchTo('normal')
  stage.service.asked = []
  await stage.server
    .call('ROLE_MANAGER', calls.settings.update, { body: { rainMode: 'true' } })
    .then(answer => answer.result)
  await refusedBy('rain', 'rainModeRestricted', () => start('8'))
  // Its schedule may send it there.
  await refusedBy('rain', 'rainModeRestricted', resume)
  await passes()
  await stage.server
    .call('ROLE_MANAGER', calls.settings.update, { body: { rainMode: 'false' } })
    .then(answer => answer.result)
})

test('SAFE-17a a zone that is closed, hidden for mowers or in no-go is not started in', async () => {
  const always = [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const, from: '00:00', to: '00:00' }]
  const noGo: CourseFeature = {
    type: 'Feature',
    id: crypto.randomUUID(),
    kind: 'restriction',
    geometry: { type: 'Polygon', coordinates: rectangle(2, 2, 4, 4) },
    properties: { title: 'Seed', appliesTo: 'mowers', timetable: always.map(one => ({ ...one, days: [...one.days] })) },
  }
  await change([noGo])
  await refusedBy('zoneOpen', 'closedNow')
  await refusedBy('zoneOpen', 'closedNow', resume)
  const { features } = (await stage.server.call(as, calls.map.get)).result
  const stored = features.find(({ id }) => id === noGo.id)
  const zone = features.find(({ id }) => id === stage.lawns.zones[0].id)
  if (stored === undefined || zone?.kind !== 'zone') throw new Error('They are not on the map')
  const hidden = { ...zone, properties: { ...zone.properties, hiddenForMower: true } }
  await change([], [[zone, hidden]], [stored])
  await refusedBy('zoneOpen', 'closed')
  const now = (await stage.server.call(as, calls.map.get)).result.features.find(({ id }) => id === zone.id)
  if (now !== undefined) await change([], [[now, zone]])
  await passes()
})

test('SAFE-17a a work area without a zone is not started, nor is a schedule that may lead there', async () => {
  await stage.server.call('ROLE_MANAGER', automowers.mapArea, {
    params: { ...params, areaId: '8' },
    body: { zoneId: null },
  })
  expect((await start('8')).error).toMatchObject({ kind: 'conflict', code: 'workAreaNoZone' })
  expect((await resume()).error).toMatchObject({ kind: 'conflict', code: 'workAreaNoZone' })
  expect((await start('9')).error).toMatchObject({ code: 'workAreaOff' })
  await stage.report({ workAreas: AREAS.map(area => ({ ...area, enabled: false })) })
  expect((await resume()).error).toMatchObject({ code: 'noWorkAreas' })
  await stage.report({ capabilities: { position: true, workAreas: false } })
  expect((await start()).error).toMatchObject({ code: 'machineCannot' })
  expect(bodies()).toEqual([])
})

test('SAFE-17a a mower in service is not started', async () => {
  const inService = (is: boolean) =>
    stage.server.call(as, automowers.setService, { params, body: { inService: is } }).then(answer => answer.result)
  expect((await inService(true)).machines).toMatchObject([{ id: '0b1c', inService: true }])
  await refusedBy('service', 'inService')
  await refusedBy('service', 'inService', resume)
  expect((await stage.pause()).result).toEqual(TAKEN)
  stage.service.asked = []
  await inService(false)
  await passes()
})

test('SAFE-17b a mower that is not ready, or of which too little is known, is not started', async () => {
  await stage.report({ metadata: { connected: false, statusTimestamp: 1 } })
  await refusedBy('ownState', 'notConnected')
  for (const [state, reason] of [
    [{ ...PARKED, state: 'ERROR', errorCode: 13 }, 'fault'],
    [{ ...PARKED, activity: 'STOPPED_IN_GARDEN' }, 'stopped'],
    [{ ...PARKED, state: 'OFF' }, 'off'],
    [{ ...PARKED, activity: 'UNKNOWN' }, 'unknown'],
  ] as const) {
    await stage.report({ mower: state })
    await refusedBy('ownState', reason)
    await refusedBy('ownState', reason, resume)
  }
  await stage.report({ mower: { ...PARKED, state: 'PAUSED' } })
  await passes()
})

test('SAFE-17b a state older than ten minutes refuses, and one that was never read', async () => {
  const { db } = stage.server.app.ctx
  const ago = (minutes: number) => new Date(stage.server.clock.now().getTime() - minutes * MINUTE_MS)
  await db.update(automower).set({ answeredAt: ago(11) })
  await refusedBy('telemetry', 'stale')
  await refusedBy('ownState', 'unknown')
  await refusedBy('telemetry', 'stale', resume)
  await db.update(automower).set({ answeredAt: null })
  await refusedBy('telemetry', 'unknown')
  // By a clock that was set back it is from the future.
  await db.update(automower).set({ answeredAt: ago(-5) })
  await refusedBy('telemetry', 'unknown')
  await db.update(automower).set({ answeredAt: ago(9) })
  await passes()
  // With events each change is known, and the mowers are read every 15 minutes.
  await db.update(automower).set({ answeredAt: ago(19), events: true, eventsSeenAt: ago(1) })
  await passes()
  await db.update(automower).set({ answeredAt: ago(21) })
  await refusedBy('telemetry', 'stale')
})

test('SAFE-17e a start that would not end the wanted margin before the next group is refused', async () => {
  const { timeZone } = (await stage.server.call(as, calls.settings.get)).result
  const put = async (
    day: string,
    teeTimes: readonly { at: string; hole: number; players: number }[],
  ): Promise<void> => {
    const { updatedAt } = (await stage.server.call(as, calls.teeSheets.get, { params: { day } })).result
    const body = { teeTimes: [...teeTimes], updatedAt }
    expect((await stage.server.call(as, calls.teeSheets.put, { params: { day }, body })).status).toBe(200)
  }
  const at = (inMinutes: number): Date => new Date(stage.server.clock.now().getTime() + inMinutes * MINUTE_MS)
  /** Late in the evening it is one of tomorrow. */
  const days = [...new Set([dayOf(at(0), timeZone), dayOf(at(70), timeZone)])]
  const clear = async (): Promise<void> => {
    for (const day of days) await put(day, [])
  }
  const group = async (inMinutes: number): Promise<void> => {
    await clear()
    await put(dayOf(at(inMinutes), timeZone), [{ at: at(inMinutes).toISOString(), hole: 1, players: 4 }])
  }
  await group(70)
  await refusedBy('expectedPlay', 'notBeforeFirst')
  // The margin is 20 minutes.
  await passes('7', 45)
  // It is on no hole.
  await passes('8')
  expect((await resume()).result).toEqual(TAKEN)
  stage.service.asked = []
  await group(10)
  await refusedBy('expectedPlay', 'notBeforeFirst', resume)
  await clear()
  await passes()
})

test('SAFE-17a a fault is confirmed only where the mower says that it can be, and by the same checks', async () => {
  const confirm = () => stage.server.call(as, automowers.confirmError, { params })
  await refusedBy('ownState', 'notConfirmable', confirm)
  await stage.report({ mower: { ...PARKED, state: 'ERROR', errorCode: 10, isErrorConfirmable: true } })
  expect((await stage.server.call(as, automowers.get)).result.machines).toMatchObject([{ isConfirmable: true }])
  await switchTo('lightning')
  await refusedBy('courseMode', 'lightning', confirm)
  await switchTo('normal')
  const shown = await stage.server.call(as, automowers.scheduleChecks, { params, query: { command: 'confirmError' } })
  expect(shown.result.areas.map(({ zoneTitle }) => zoneTitle)).toEqual(['Lawn', 'Wet lawn'])
  expect((await confirm()).result).toEqual(TAKEN)
  expect(stage.service.requests()).toMatchObject([{ path: '/v1/mowers/0b1c/errors/confirm' }])
})
