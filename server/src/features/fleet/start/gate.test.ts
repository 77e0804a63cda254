/** The pre-start checks, each refusing, warning and passing on the real server with simulated mowers. */

import { type BodyOf, calls } from '@greensward/contract'
import { type CourseFeature, DEFAULT_ENERGY, dayOf, type GateCheck, type VehicleStatus } from '@greensward/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FieldRig, openFieldRig } from '../../../testing/fieldRig.ts'
import { at, rectangle } from '../../../testing/ground.ts'

let rig: FieldRig
let missionId: string

beforeAll(async () => {
  rig = await openFieldRig({ speed: 10, mowers: 2 })
  missionId = (await rig.plan(mower())).id
})
afterAll(() => rig?.close())

const mower = () => {
  const [first] = rig.mowers
  if (first === undefined) throw new Error('The rig has no mower')
  return first
}

const lineOf = async (check: GateCheck, id = missionId) => {
  const { lines } = (await rig.call(calls.missions.gate, { params: { id } })).result
  return lines.find(each => each.check === check)
}

/**
 * Waits for a verdict, and checks that a start is refused with this very line meanwhile. A state that would not last by itself
 * is brought about before each look.
 */
const becomes = async (
  check: GateCheck,
  verdict: 'passed' | 'warned' | 'refused',
  reason: string,
  { id = missionId, bring = () => undefined }: { readonly id?: string; readonly bring?: () => void } = {},
) => {
  await rig.until(`${check} is ${verdict}: ${reason}`, async () => {
    bring()
    const line = await lineOf(check, id)
    return line?.verdict === verdict && line.reason === reason
  })
  if (verdict !== 'refused') return
  bring()
  rig.wire.forget()
  const { kind, details } = (await rig.call(calls.missions.start, { params: { id } })).error
  expect(kind).toBe('gateRefused')
  expect(details).toMatchObject({
    lines: expect.arrayContaining([expect.objectContaining({ check, verdict, reason })]),
  })
  expect(rig.wire.commands()).toEqual([])
  expect((await rig.mission(id)).status).toBe('planned')
}

const changeMower = async (change: Partial<BodyOf<typeof calls.mowers.update>>): Promise<void> => {
  const { id } = mower()
  const { updatedAt } = (await rig.call(calls.mowers.get, { params: { id } })).result
  await rig.call(calls.mowers.update, { params: { id }, body: { ...change, updatedAt } }).then(answer => answer.result)
}

test('telemetry has to be under 3 s old; without it fix, battery and route are unknown', async () => {
  await becomes('telemetry', 'passed', 'fresh')
  rig.wire.cut(true)
  await becomes('telemetry', 'refused', 'stale')
  for (const check of ['fix', 'battery', 'way'] as const)
    expect(await lineOf(check)).toMatchObject({ verdict: 'refused', reason: 'unknown' })
  rig.wire.cut(false)
  await becomes('telemetry', 'passed', 'fresh')
}, 60_000)

test('the fix has to be RTK; float warns', async () => {
  await becomes('fix', 'passed', 'rtkFixed')
  rig.fault('1 fix 5')
  await becomes('fix', 'warned', 'rtkFloat')
  rig.fault('1 fix 3')
  await becomes('fix', 'refused', 'fixTooPoor')
  rig.fault('1 fix 6')
  await becomes('fix', 'passed', 'rtkFixed')
}, 60_000)

test('SAFE-3d the battery has to cover the estimate and the reserve', async () => {
  await becomes('battery', 'passed', 'fits')
  // At home it charges.
  await becomes('battery', 'refused', 'short', { bring: () => rig.fault('1 battery 0.3') })
  rig.fault('1 battery 100')
  await becomes('battery', 'passed', 'fits')
  const reserve = async () => (await lineOf('battery'))?.values.reservePercent
  expect(await reserve()).toBe(15)
  // Each mower keeps the reserve that a person entered for it.
  await changeMower({ energy: { ...DEFAULT_ENERGY, reserveShare: 0.3 } })
  await rig.until('its own reserve counts', async () => (await reserve()) === 30)
  await changeMower({ energy: DEFAULT_ENERGY })
}, 60_000)

test('SAFE-3d a mower with a base needs energy for the way home as well; one that is not on the map warns', async () => {
  const { id } = mower()
  const base = (
    await rig.call(calls.bases.create, {
      body: { name: 'Shed', position: at(-5, -5), headingDeg: 0, approach: [], hasCharger: true, mowerId: id },
    })
  ).result
  await becomes('battery', 'passed', 'fitsHome')
  expect((await lineOf('battery'))?.values.homePercent).toBeGreaterThan(0)
  const move = async (position: ReturnType<typeof at>): Promise<void> => {
    const { updatedAt } = (await rig.call(calls.bases.get, { params: { id: base.id } })).result
    await rig
      .call(calls.bases.update, { params: { id: base.id }, body: { position, updatedAt } })
      .then(answer => answer.result)
  }
  await move(at(5_000, 0))
  await becomes('battery', 'warned', 'baseOffCourse')
  await rig.call(calls.bases.remove, { params: { id: base.id } }).then(answer => answer.result)
  await becomes('battery', 'passed', 'fits')
}, 60_000)

test('the garage shows whether a mower is charging or full', async () => {
  const stands = async (status: VehicleStatus) =>
    (await rig.call(calls.garage.list)).result.items.find(({ id }) => id === mower().id)?.status === status
  await rig.until('the full mower to be idle', () => stands('idle'))
  await rig.until('the mower to be charging', () => {
    rig.fault('1 battery 50')
    return stands('charging')
  })
  rig.fault('1 battery 100')
  await rig.until('the mower to be idle again', () => stands('idle'))
}, 60_000)

test('a blade has to be fitted, as wide as the plan, on the machine that was planned for', async () => {
  await becomes('blade', 'passed', 'sameWidth')
  const other = (await rig.call(calls.blades.create, { body: { name: 'Narrow', widthM: 1.2, missionSpeedMps: 1.5 } }))
    .result
  await changeMower({ bladeId: other.id })
  await becomes('blade', 'refused', 'otherWidth')
  await changeMower({ bladeId: null })
  await becomes('blade', 'refused', 'noBlade')
  await changeMower({ bladeId: mower().bladeId })
  await becomes('blade', 'passed', 'sameWidth')
  await changeMower({ minTurnRadiusM: 1 })
  await becomes('planFits', 'refused', 'machineChanged')
  await changeMower({ minTurnRadiusM: 0 })
  await becomes('planFits', 'passed', 'fits')
}, 60_000)

test('a mower in service does not start', async () => {
  await becomes('service', 'passed', 'notInService')
  await changeMower({ inService: true })
  await becomes('service', 'refused', 'inService')
  await changeMower({ inService: false })
  await becomes('service', 'passed', 'notInService')
}, 60_000)

test('the route to the start has to be clear, and the plan made for the present map', async () => {
  const { revision } = (await rig.call(calls.map.get)).result
  const ring: CourseFeature = {
    type: 'Feature',
    id: crypto.randomUUID(),
    kind: 'restriction',
    geometry: { type: 'Polygon', coordinates: ringRound() },
    properties: { title: 'Wall', appliesTo: 'mowers' },
  }
  await becomes('way', 'passed', 'straight')
  const change = (added: CourseFeature[], removed: CourseFeature[], baseRevision: number) =>
    rig.call(calls.map.change, { body: { baseRevision, label: 'Walls', added, updated: [], removed } })
  const walled = (await change([ring], [], revision)).result
  await becomes('way', 'refused', 'blocked')
  const { features } = (await rig.call(calls.map.get)).result
  await change(
    [],
    features.filter(({ id }) => id === ring.id),
    walled.revision,
  ).then(answer => answer.result)
  await becomes('way', 'passed', 'straight')
  // A planned mission is replanned whenever its field changes.
  await becomes('planFits', 'passed', 'fits')
}, 60_000)

/** A wall all round the position of the first mower. */
const ringRound = () => {
  const [outer = []] = rectangle(-8, -8, 6, 6)
  const [inner = []] = rectangle(-7, -7, 4, 4)
  return [outer, inner]
}

test('rain mode closes its restricted zones, and a closed zone is not mown', async () => {
  await becomes('rain', 'passed', 'noRainMode')
  await rig.call(calls.settings.update, { body: { rainMode: 'true' } })
  await becomes('rain', 'passed', 'allowedInRain')
  const change = async (changes: Record<string, unknown>): Promise<void> => {
    const { features, revision } = (await rig.call(calls.map.get)).result
    const zone = features.find(({ id }) => id === rig.zone.id)
    if (zone === undefined) throw new Error('The zone is gone')
    const after = { ...zone, properties: { ...zone.properties, ...changes } } as typeof zone
    await rig
      .call(calls.map.change, {
        body: { baseRevision: revision, label: 'Zone', added: [], updated: [[zone, after]], removed: [] },
      })
      .then(answer => answer.result)
  }
  await change({ rainModeRestricted: true })
  await becomes('rain', 'refused', 'rainModeRestricted')
  await rig.call(calls.settings.update, { body: { rainMode: 'false' } })
  await becomes('rain', 'passed', 'noRainMode')
  await becomes('zoneOpen', 'passed', 'open')
  await change({ hiddenForMower: true })
  await becomes('zoneOpen', 'refused', 'closed')
  await change({ hiddenForMower: false })
  await becomes('zoneOpen', 'passed', 'open')
}, 60_000)

test('play on its hole closes a zone for its time in the tee sheet, and warns when it begins during the mission', async () => {
  const clock = (ahead: number): string => new Date(Date.now() + ahead * 1_000).toISOString().slice(11, 16)
  const hole = (from: string, to: string): CourseFeature => ({
    type: 'Feature',
    id: holeId,
    kind: 'hole',
    geometry: { type: 'LineString', coordinates: [at(0, 0), at(0, 100)] },
    properties: {
      ...{ name: '13', baseAngle: 0, par: 4, rating: 1, pass: 12, sort: 1, isActive: true, view: null },
      closedTimes: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from, to }],
    },
  })
  const holeId = crypto.randomUUID()
  const change = async (added: CourseFeature[], updated: [CourseFeature, CourseFeature][]): Promise<void> => {
    const { revision } = (await rig.call(calls.map.get)).result
    await rig
      .call(calls.map.change, { body: { baseRevision: revision, label: 'Play', added, updated, removed: [] } })
      .then(answer => answer.result)
  }
  const stored = async (id: string): Promise<CourseFeature> => {
    const found = (await rig.call(calls.map.get)).result.features.find(feature => feature.id === id)
    if (found === undefined) throw new Error('It is not on the map')
    return found
  }
  await becomes('zoneOpen', 'passed', 'open')
  await change([hole('00:00', '00:00')], [])
  const zone = await stored(rig.zone.id)
  if (zone.kind !== 'zone') throw new Error('The zone is none')
  await change([], [[zone, { ...zone, properties: { ...zone.properties, holeId } }]])
  await becomes('zoneOpen', 'refused', 'closedNow')
  expect(await lineOf('zoneOpen')).toMatchObject({ values: { title: '13', until: '00:00' } })
  await change([], [[await stored(holeId), hole(clock(90), clock(7_200))]])
  await becomes('zoneOpen', 'warned', 'closesSoon')
  await change([], [[await stored(holeId), hole(clock(7_200), clock(10_800))]])
  await becomes('zoneOpen', 'passed', 'open')

  const { timeZone } = (await rig.call(calls.settings.get)).result
  const group = async (inMinutes: number): Promise<void> => {
    const at = new Date(Date.now() + inMinutes * 60_000)
    const day = dayOf(at, timeZone)
    const { updatedAt } = (await rig.call(calls.teeSheets.get, { params: { day } })).result
    const teeTimes = [{ at: at.toISOString(), hole: 1, players: 4 }]
    await rig
      .call(calls.teeSheets.put, { params: { day }, body: { teeTimes, updatedAt } })
      .then(answer => answer.result)
  }
  await becomes('expectedPlay', 'passed', 'noGroup')
  await group(300)
  await becomes('expectedPlay', 'passed', 'aheadOfFirst')
  expect(await lineOf('expectedPlay')).toMatchObject({ values: { wanted: 20, minutes: expect.any(Number) } })
  await group(0.2)
  await becomes('expectedPlay', 'warned', 'firstMeanwhile')
}, 60_000)

test('no other mower may stand in the zone, and carts of the last minute are none as long as there are none', async () => {
  await becomes('zoneFree', 'passed', 'free')
  await becomes('carts', 'passed', 'noCarts')
  // The second mower is seen in the middle of the lawn.
  rig.fault('2 jump 18 11')
  await becomes('zoneFree', 'refused', 'otherMower')
  rig.fault('2 jump 0 0')
  await becomes('zoneFree', 'passed', 'free')
}, 60_000)
