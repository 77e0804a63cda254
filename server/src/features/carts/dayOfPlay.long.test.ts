/**
 * A day's play: eighteen foursomes of the simulator play eighteen holes and report as trackers do, while four
 * simulated mowers work on fairways between them. The golfers' time runs much faster than that of the mowers.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { calls, type LiveVehicle } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { type CourseFeature, dayOf, type Mission, type Position } from '@greensward/domain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { at, rectangle } from '../../testing/ground.ts'
import { seedField } from '../../testing/rigCalls.ts'
import { freePort, NODE, SIMULATOR } from '../../testing/serverProcess.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const GOLFERS = fileURLToPath(new URL('../../../../simulator/src/golfers.ts', import.meta.url))
const GROUPS = 18
/** Seven hours in less than three quarters of a minute. */
const GOLF_SPEED = 700
const MOWER_SPEED = 20
const PASS = 13
const APART_M = 150
const LENGTH_M = 350
/** Fairways that are mown, by the number of their hole from 0. */
const MOWN = [2, 6, 10, 14]

let server: TestServer
let folder: string
const children: ChildProcess[] = []
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'greensward-day-'))
})
afterAll(async () => {
  for (const child of children) child.kill('SIGTERM')
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Up and down the course, so that each tee lies beside the green before it. */
const line = (n: number): [Position, Position] => {
  const ends: [Position, Position] = [at(n * APART_M, 0), at(n * APART_M, LENGTH_M)]
  return n % 2 === 0 ? ends : [ends[1], ends[0]]
}
const garage = at(-120, -120)
const holes: readonly CourseFeature[] = Array.from({ length: 18 }, (_, n) => ({
  type: 'Feature',
  id: crypto.randomUUID(),
  kind: 'hole',
  geometry: { type: 'LineString', coordinates: line(n) },
  properties: { name: `${n + 1}`, baseAngle: 0, par: 4, rating: 1, pass: PASS, sort: n, isActive: true, view: null },
}))

const as = 'ROLE_ADMIN'
/** A cart that reported within this time holds a mower. */
const OUT_THERE_MS = 16_000
const isOutThere = ({ ageMs }: LiveVehicle['telemetry']): boolean => ageMs !== null && ageMs < OUT_THERE_MS

it('eighteen groups play the course beside four mowers, which are held where golfers come and continue once they are gone', async () => {
  const port = await freePort('udp')
  server = await startTestServer({
    isRunning: true,
    config: {
      checkAnswers: false,
      simulator: true,
      simSpeed: GOLF_SPEED,
      mavlinkUdp: { host: '127.0.0.1', port },
    },
  })
  const day = dayOf(server.clock.now(), 'UTC')
  const { mowers, zone } = await seedField((call, given) => server.call(as, call, given as never) as never, MOWN.length)
  if (zone.kind !== 'zone') throw new Error('The lawn is not a zone')
  const { zoneTypeId } = zone.properties
  const fairways = MOWN.map(
    (n): CourseFeature => ({
      ...zone,
      id: crypto.randomUUID(),
      geometry: { type: 'Polygon', coordinates: rectangle(n * APART_M - 20, 150, 40, 40) },
      properties: { ...zone.properties, title: `Fairway ${n + 1}`, zoneTypeId },
    }),
  )
  const shed: CourseFeature = {
    type: 'Feature',
    id: crypto.randomUUID(),
    kind: 'garage',
    geometry: { type: 'Point', coordinates: garage },
    properties: { title: 'Carts' },
  }
  const { revision } = (await server.call(as, calls.map.get)).result
  const course = {
    baseRevision: revision,
    label: 'Course',
    added: [...holes, shed, ...fairways],
    updated: [],
    removed: [],
  }
  await server.call(as, calls.map.change, { body: course }).then(answer => answer.result)
  await server.call(as, calls.settings.updateBuggy, { body: { mowersHoldForCarts: true } })

  const homes = MOWN.map(n => `${at(n * APART_M - 24, 146).join(',')},0`).join(';')
  const simulated = spawn(NODE, [SIMULATOR], {
    env: {
      PATH: process.env.PATH,
      SIM_MOWERS: String(MOWN.length),
      SIM_SPEED: String(MOWER_SPEED),
      SIM_TARGET: `127.0.0.1:${port}`,
      SIM_HOME: homes,
    },
    stdio: 'ignore',
  })
  children.push(simulated)
  const keys: string[] = []
  for (let group = 1; group <= GROUPS; group += 1) {
    const cart = { name: `Cart ${group}`, inService: false, home: null }
    const { id } = (await server.call(as, calls.carts.create, { body: cart })).result
    keys.push((await server.call(as, lateCalls.cartAccess.newKey, { params: { id } })).result.key)
  }
  const vehicles = async (): Promise<readonly LiveVehicle[]> =>
    (await server.call(as, calls.live.vehicles)).result.items
  const seen = async (mowerId: string) => (await vehicles()).find(({ id }) => id === mowerId)
  const missions: Mission[] = []
  for (const [n, mower] of mowers.entries()) {
    await expect.poll(async () => (await seen(mower.id))?.telemetry.fixType, { timeout: 20_000 }).toBe('rtkFixed')
    const body = {
      title: `Mow with ${mower.name}`,
      target: { kind: 'zone' as const, featureId: fairways[n]?.id ?? '' },
      mowerId: mower.id,
      bladeId: mower.bladeId ?? '',
      direction: 'auto' as const,
      angleOffsetDeg: 0,
      turnScheme: 'oneInOne' as const,
      cleaningCycles: 0,
      startsAt: null,
      startsByItself: false,
    }
    missions.push((await server.call(as, calls.missions.create, { body })).result)
  }
  const started = missions.map(async ({ id }) => {
    await expect
      .poll(async () => (await server.call(as, calls.missions.gate, { params: { id } })).result.open, {
        timeout: 20_000,
      })
      .toBe(true)
    return (await server.call(as, calls.missions.start, { params: { id } })).result
  })
  for (const outcome of await Promise.all(started)) expect(outcome).toMatchObject({ outcome: 'accepted' })
  for (const { id } of mowers)
    await expect.poll(async () => (await seen(id))?.telemetry.bladeOn, { timeout: 20_000 }).toBe(true)

  const file = join(folder, 'golfers.json')
  const ground = {
    garage,
    holes: holes.map((_, n) => ({ line: line(n), par: 4, passMinutes: PASS })),
  }
  writeFileSync(file, JSON.stringify({ course: ground, keys }))
  const golfers = spawn(NODE, [GOLFERS], {
    env: { PATH: process.env.PATH, GOLFERS_FILE: file, GOLFERS_URL: server.url, SIM_SPEED: String(GOLF_SPEED) },
    stdio: 'ignore',
  })
  children.push(golfers)

  // The first cart that arrives stops every mower, its blade too, and nothing resumes by itself.
  for (const { id } of missions)
    await expect
      .poll(async () => (await server.call(as, calls.missions.get, { params: { id } })).result, { timeout: 30_000 })
      .toMatchObject({ status: 'stopped', statusReason: expect.stringMatching(/Cart \d+ is where it mows/) })
  for (const { id } of mowers)
    await expect.poll(async () => (await seen(id))?.telemetry.bladeOn, { timeout: 10_000 }).toBe(false)

  // Every group's round is found, whole and in order, and finished.
  const rounds = async () => (await server.call(as, calls.rounds.list, { query: { day } })).result.items
  await expect
    .poll(async () => new Set((await rounds()).flatMap(each => (each.finishedAt === null ? [] : [each.cartId]))).size, {
      timeout: 150_000,
      interval: 1_000,
    })
    .toBe(GROUPS)
  const finished = (await rounds()).filter(({ finishedAt }) => finishedAt !== null)
  const inOrder = Array.from({ length: 18 }, (_, n) => `${n + 1}`)
  const played = finished.map(({ holes: plays }) => plays.map(({ holeName }) => Number(holeName)))
  for (const numbers of played) {
    // A short delay of a loaded host is minutes of play, in which they may miss a hole or two; the order stays right.
    expect(numbers.length).toBeGreaterThanOrEqual(14)
    for (const [n, number] of numbers.slice(1).entries())
      expect([1, 2, 3]).toContain((number - (numbers[n] ?? 0) + 18) % 18)
  }
  expect(played.filter(numbers => numbers.join() === inOrder.join()).length).toBeGreaterThanOrEqual(GROUPS * (2 / 3))

  // The history shows how long each hole took, and staff are notified of groups behind pace.
  const { holes: paces } = (await server.call(as, calls.rounds.history, { query: { from: day, to: day } })).result
  expect(paces.map(({ holeName }) => holeName)).toEqual(inOrder)
  for (const { plays } of paces) expect(plays).toBeGreaterThanOrEqual(GROUPS * (2 / 3))
  for (const { medianMinutes } of paces) {
    expect(medianMinutes).toBeGreaterThan(PASS * 0.6)
    expect(medianMinutes).toBeLessThan(PASS * 2)
  }
  const notices = (await server.call(as, calls.notifications.list, { query: { perPage: 500 } })).result.items
  expect(notices.filter(({ kind }) => kind === 'cartBehindPace').length).toBeGreaterThan(0)

  // In the evening nobody is out there any more. A person sends each mower on, and it mows what is left of its fairway.
  golfers.kill('SIGTERM')
  await expect
    .poll(async () => (await vehicles()).filter(({ kind, telemetry }) => kind === 'cart' && isOutThere(telemetry)), {
      timeout: 60_000,
    })
    .toEqual([])
  for (const { id } of missions) {
    expect((await server.call(as, calls.missions.get, { params: { id } })).result.status).toBe('stopped')
    const outcome = (await server.call(as, calls.missions.resume, { params: { id } })).result
    expect(outcome).toMatchObject({ outcome: 'accepted' })
  }
  for (const { id } of missions)
    await expect
      .poll(async () => (await server.call(as, calls.missions.get, { params: { id } })).result.status, {
        timeout: 150_000,
        interval: 500,
      })
      .toBe('done')
  for (const { id } of mowers)
    await expect.poll(async () => (await seen(id))?.telemetry.bladeOn, { timeout: 10_000 }).toBe(false)
}, 480_000)
