/** The end of a release for a mower that drives for it: from the start, after a restart, and without a database. */
import { calls } from '@greensward/contract'
import type { Mission, MissionStatus } from '@greensward/domain'
import type { Said } from '@greensward/messages'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readMission } from '../../../shared/missionLife/missionsStore.ts'
import { noteInLog, SYSTEM } from '../../../shared/missionLife/moveMission.ts'
import { why } from '../../../shared/missionLife/why.ts'
import { seedLawns } from '../../../testing/lawn.ts'
import { createTestClock, startTestServer } from '../../../testing/testServer.ts'
import type { FleetParts } from '../fleetParts.ts'
import { Garage } from '../garage.ts'
import type { EntranceKeeper } from '../gateway/entranceKeeper.ts'
import type { OwnMission } from '../mission/activeMission.ts'
import type { ControlledMower } from '../mower/controlledMower.ts'
import { MowerLinks } from '../mowerLinks.ts'
import { createReleaseEnds } from './releaseEnds.ts'

const MINUTE_MS = 60_000

/** Mowers on these missions, and what the end of their release does to them, without a database. */
const stage = (missions: readonly Partial<OwnMission>[], clock = createTestClock()) => {
  const happened: string[] = []
  const mowers = missions.map((mission, index) => {
    const id = `m${index}`
    return {
      id,
      mission,
      stop: async () => {
        happened.push(`stops ${id}`)
      },
    }
  })
  const look = createReleaseEnds({
    ctx: { clock },
    registry: { all: () => mowers as unknown as ControlledMower[] },
    interruptions: { noteKind: (id: string, kind: string) => happened.push(`${kind} ${id}`) },
  } as unknown as FleetParts)
  return { clock, happened, look }
}

test('SAFE-13c a mower that drives for a release is stopped at its end without a database', () => {
  const status = (of: MissionStatus, releaseEndsAtMs?: number) => ({ status: of, releaseEndsAtMs })
  const { clock, happened, look } = stage([
    status('working', 20 * MINUTE_MS),
    status('uploading', 20 * MINUTE_MS),
    status('working', 21 * MINUTE_MS),
    // A person started it, or it is stopped already.
    status('working'),
    status('stopped', 20 * MINUTE_MS),
  ])
  clock.advance(20 * MINUTE_MS - 1)
  look()
  expect(happened).toEqual([])
  clock.advance(1)
  look()
  expect(happened).toEqual(['windowOver m0', 'stops m0', 'windowOver m1', 'stops m1'])
})

test.each([-60, 60])('SAFE-13c a wall clock set by %i min does not move the end of a release', minutes => {
  const { clock, happened, look } = stage([{ status: 'working', releaseEndsAtMs: 20 * MINUTE_MS }])
  clock.set(minutes * MINUTE_MS)
  look()
  expect(happened).toEqual([])
  clock.advance(20 * MINUTE_MS)
  look()
  expect(happened).toEqual(['windowOver m0', 'stops m0'])
})

test('SAFE-13c a mower that drives on after the end of its release is stopped again, not each second', () => {
  const { clock, happened, look } = stage([{ status: 'working', releaseEndsAtMs: 0 }])
  for (let second = 0; second < 60; second += 1) {
    look()
    clock.advance(1_000)
  }
  expect(happened.filter(what => what === 'stops m0')).toHaveLength(2)
})

test('SAFE-13c a mission of a paused route ends with its release after a restart, unless a person resumed it', async () => {
  const server = await startTestServer()
  const as = 'ROLE_GREENKEEPER'
  const { ctx } = server.app
  const lawns = await seedLawns(server)
  const plan = async (): Promise<Mission> =>
    (await server.call(as, calls.missions.create, { body: lawns.request() })).result
  const inMs = (ms: number): string => new Date(server.clock.now().getTime() + ms).toISOString()
  const mission = await plan()
  const body = {
    day: server.clock.now().toISOString().slice(0, 10),
    name: 'Morning',
    from: inMs(-1_000),
    until: inMs(30 * MINUTE_MS),
    missionIds: [mission.id],
  }
  const shift = (await server.call(as, calls.shifts.create, { body })).result
  await server.call(as, calls.shifts.release, { params: { id: shift.id }, body: { until: null } })
  // As the server before left it: it started the mission, and the restart paused the route.
  await ctx.db.execute(sql`update shift_routes set state = 'paused',
    tasks = jsonb_set(tasks, '{0,state}', '"running"') where shift_id = ${shift.id}`)
  await ctx.db.execute(sql`update missions set status = 'working' where id = ${mission.id}`)
  const started = (said: Said) => noteInLog(ctx, mission.id, SYSTEM, said)
  const garage = new Garage()
  await garage.read(ctx.db)
  /** The mission as the server after it takes it over. */
  const taken = async (): Promise<OwnMission> => {
    const missions: OwnMission[] = []
    const parts = {
      ctx,
      garage,
      course: { read: async () => ({ features: [lawns.hole, ...lawns.zones] }) },
      registry: { get: () => ({ takeMission: (one: OwnMission) => missions.push(one) }) },
    } as unknown as FleetParts
    await new MowerLinks(parts, {} as EntranceKeeper, {} as never).takeMissions([mission.mowerId])
    return missions[0] ?? expect.fail('no mission was taken over')
  }
  try {
    expect((await readMission(ctx.db, mission.id))?.status).toBe('working')
    await started(why('shiftStarts', { shift: 'Morning', who: 'Ada Field' }))
    server.clock.advance(10 * MINUTE_MS)
    const { happened, look } = stage([await taken()], server.clock)
    server.clock.advance(20 * MINUTE_MS - 1)
    look()
    expect(happened).toEqual([])
    server.clock.advance(1)
    look()
    expect(happened).toEqual(['windowOver m0', 'stops m0'])
    await started(why('resumeAsked'))
    expect((await taken()).releaseEndsAtMs).toBeUndefined()
  } finally {
    await server.close()
  }
}, 60_000)
