/** Drives without mowing on the real stack: server program, its database, gateway, UDP, simulated mowers. */
import { calls } from '@greensward/contract'
import type { FeatureOf, Position } from '@greensward/domain'
import { distanceM, localFrame } from '@greensward/geometry'
import { MavCmd } from '@greensward/vehicle/mavlink'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FieldRig, openFieldRig } from '../../../testing/fieldRig.ts'
import { at, rectangle } from '../../../testing/ground.ts'

let rig: FieldRig

/** Between the lawn and the base: the straight way leads through it. */
const POND: FeatureOf<'restriction'> = {
  type: 'Feature',
  id: crypto.randomUUID(),
  kind: 'restriction',
  geometry: { type: 'Polygon', coordinates: rectangle(24, -20, 6, 40) },
  properties: { title: 'Pond', appliesTo: 'both' },
}

const BASE: Position = at(45, 0)

beforeAll(async () => {
  rig = await openFieldRig({ speed: 5, mowers: 2 })
  const { revision } = (await rig.call(calls.map.get)).result
  await rig.call(calls.map.change, {
    body: { baseRevision: revision, label: 'A pond', added: [POND], updated: [], removed: [] },
  })
  await rig.call(calls.bases.create, {
    body: {
      name: 'Bay',
      position: BASE,
      headingDeg: 90,
      approach: [at(38, 0)],
      hasCharger: true,
      mowerId: mowerAt(0).id,
    },
  })
})

afterAll(() => rig?.close())

const mowerAt = (index: number) => {
  const mower = rig.mowers[index]
  if (mower === undefined) throw new Error(`Mower ${index} is missing`)
  return mower
}

const sendHome = (index: number) => rig.call(calls.mowers.sendHome, { params: { id: mowerAt(index).id } })
const driveTo = (index: number, to: Position) =>
  rig.call(calls.mowers.driveTo, { params: { id: mowerAt(index).id }, body: { to } })

const drivesOf = async (index: number) =>
  (await rig.call(calls.missions.list, { query: { mowerId: mowerAt(index).id, sort: '-createdAt' } })).result.items

const driven = async (index: number) => {
  const [drive] = await drivesOf(index)
  if (drive === undefined) throw new Error('There is no drive')
  return drive
}

const awayM = (from: Position | null, to: Position): number =>
  from === null ? Number.POSITIVE_INFINITY : distanceM(localFrame(to).toLocal(from), [0, 0])

/** Every order to a blade of the mower that was sent over the link, as a command or in a mission. */
const bladeOrders = (index: number): readonly number[] =>
  rig.wire.sent.flatMap(message =>
    (message.name === 'COMMAND_LONG' || message.name === 'MISSION_ITEM_INT') &&
    message.fields.targetSystem === mowerAt(index).systemId &&
    message.fields.command === MavCmd.doSetRelay
      ? [message.fields.param2]
      : [],
  )

test('SAFE-6d SAFE-7i a mower that is sent home passes obstacles, parks as its base says, and its blade is off all the way', async () => {
  rig.wire.forget()
  const { id } = mowerAt(0)
  expect((await sendHome(0)).result).toMatchObject({ outcome: 'accepted', reason: null })
  const drive = await driven(0)
  expect(drive).toMatchObject({ title: 'Bay', target: { kind: 'drive' } })
  let nearestToPondM = Number.POSITIVE_INFINITY
  let wasOn = false
  await rig.until(
    'it is home',
    async () => {
      const { telemetry } = await rig.vehicle(id)
      wasOn ||= telemetry.bladeOn !== false
      if (telemetry.position !== null) {
        const [x, y] = localFrame(at(27, 0)).toLocal(telemetry.position)
        nearestToPondM = Math.min(nearestToPondM, Math.max(Math.abs(x) - 3, Math.abs(y) - 20))
      }
      return (await rig.mission(drive.id)).status === 'done'
    },
    120_000,
  )
  const { telemetry } = await rig.until('it stands', async () => {
    const vehicle = await rig.vehicle(id)
    return vehicle.telemetry.mode === 'hold' && (vehicle.telemetry.speedMps ?? 1) < 0.05 ? vehicle : undefined
  })
  expect(awayM(telemetry.position, BASE)).toBeLessThan(0.5)
  expect(Math.abs((telemetry.headingDeg ?? 0) - 90)).toBeLessThan(15)
  expect(wasOn).toBe(false)
  expect(nearestToPondM).toBeGreaterThan(mowerAt(0).widthM / 2)
  expect(bladeOrders(0).length).toBeGreaterThan(0)
  expect(bladeOrders(0).filter(on => on !== 0)).toEqual([])
  const log = (await rig.call(calls.missions.logs, { params: { id: drive.id } })).result.items.map(({ why }) => why)
  expect(log).toContainEqual(expect.stringMatching(/^Sent \d+ items; read back and equal$/))
  expect(log).toContain('Every segment read back is inside the boundary and clear of obstacles')
}, 180_000)

test('a drive that cannot start says why, and leaves nothing behind', async () => {
  expect((await sendHome(1)).error).toMatchObject({ kind: 'conflict', code: 'noBase' })
  expect((await driveTo(1, at(27, 0))).error).toMatchObject({ code: 'noWay', params: { title: 'Pond' } })
  expect((await driveTo(1, BASE)).error).toMatchObject({ code: 'noWay', params: { title: mowerAt(0).name } })
  expect((await driveTo(1, at(300, 0))).error).toMatchObject({ code: 'offCourse' })
  rig.fault('2 fix 3')
  await rig.until('the fix is poor', async () => (await rig.vehicle(mowerAt(1).id)).telemetry.fixType === 'fix3d')
  const refused = (await driveTo(1, at(10, 6))).error
  expect(refused).toMatchObject({ kind: 'gateRefused' })
  const { lines } = refused.details as { lines: readonly { check: string; verdict: string }[] }
  expect(lines.filter(({ verdict }) => verdict === 'refused').map(({ check }) => check)).toContain('fix')
  expect(lines.map(({ check }) => check)).not.toContain('rain')
  rig.fault('2 fix 6')
  await rig.until('RTK is back', async () => (await rig.vehicle(mowerAt(1).id)).telemetry.fixType === 'rtkFixed')
  expect(await drivesOf(1)).toEqual([])
}, 120_000)

test('Stop ends a drive to a point; after a restart of the server it stays stopped until a person resumes it', async () => {
  const { id } = mowerAt(1)
  const point = at(60, 40)
  expect((await driveTo(1, point)).result.outcome).toBe('accepted')
  const drive = await driven(1)
  await rig.until('it drives', async () => ((await rig.vehicle(id)).telemetry.speedMps ?? 0) > 0.5)
  expect((await rig.call(calls.mowers.stop, { params: { id } })).result.outcome).toBe('accepted')
  await rig.until('it is stopped', async () => (await rig.mission(drive.id)).status === 'stopped')
  await rig.killServer()
  await rig.startServer()
  const back = await rig.until('the mower is received again', async () => {
    const vehicle = await rig.vehicle(id).catch(() => undefined)
    return vehicle?.telemetry.link === 'live' && vehicle.telemetry.position !== null ? vehicle : undefined
  })
  expect(back.telemetry.mode).toBe('hold')
  let looks = 0
  const later = await rig.until('it was looked at for a while', async () => {
    looks += 1
    const vehicle = await rig.vehicle(id)
    return vehicle.telemetry.mode !== 'hold' || looks > 30 ? vehicle : undefined
  })
  expect(later.telemetry.mode).toBe('hold')
  expect(awayM(later.telemetry.position, back.telemetry.position ?? point)).toBeLessThan(0.2)
  expect((await rig.mission(drive.id)).status).toBe('stopped')
  await rig.until('it may start', async () => {
    const { open } = (await rig.call(calls.missions.gate, { params: { id: drive.id } })).result
    return open
  })
  expect((await rig.call(calls.missions.resume, { params: { id: drive.id } })).result.outcome).toBe('accepted')
  await rig.until('it is there', async () => (await rig.mission(drive.id)).status === 'done', 120_000)
  expect(awayM((await rig.vehicle(id)).telemetry.position, point)).toBeLessThan(0.5)
}, 240_000)

test('a person sends a mower home from a stopped mission, and resumes it from there', async () => {
  const mower = mowerAt(0)
  const planned = await rig.plan(mower)
  expect((await rig.call(calls.missions.start, { params: { id: planned.id } })).result.outcome).toBe('accepted')
  await rig.until('a part is cut', async () => (await rig.mission(planned.id)).progress > 0.1, 120_000)
  expect((await sendHome(0)).error).toMatchObject({ kind: 'gateRefused' })
  expect((await rig.call(calls.mowers.stop, { params: { id: mower.id } })).result.outcome).toBe('accepted')
  const stopped = await rig.until('it is stopped', async () => {
    const mission = await rig.mission(planned.id)
    return mission.status === 'stopped' ? mission : undefined
  })
  expect((await sendHome(0)).result.outcome).toBe('accepted')
  expect(await rig.mission(planned.id)).toMatchObject({
    status: 'interrupted',
    progress: stopped.progress,
    statusWhy: { code: 'interruptedToDrive' },
  })
  await rig.until('it is home', async () => (await driven(0)).status === 'done', 120_000)
  expect(awayM((await rig.vehicle(mower.id)).telemetry.position, BASE)).toBeLessThan(0.5)
  await rig.until('it may resume', async () => {
    return (await rig.call(calls.missions.gate, { params: { id: planned.id } })).result.open
  })
  expect((await rig.call(calls.missions.resume, { params: { id: planned.id } })).result.outcome).toBe('accepted')
  const done = await rig.until(
    'the rest is cut',
    async () => {
      const mission = await rig.mission(planned.id)
      return mission.status === 'done' ? mission : undefined
    },
    300_000,
  )
  expect(done.progress).toBeGreaterThan(0.95)
}, 600_000)
