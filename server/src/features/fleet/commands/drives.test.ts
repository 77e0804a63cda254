/** What a drive leaves in the record, on a database of its own; the pre-start checks and the start are the test's. */
import type { CommandOutcome } from '@greensward/contract'
import type { GateLine } from '@greensward/domain'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJournal, type Journal } from '../../../platform/db/journal.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { createCurrentCourse } from '../../../shared/course/currentCourse.ts'
import { deadline } from '../../../shared/missionLife/commandAge.ts'
import { SYSTEM } from '../../../shared/missionLife/moveMission.ts'
import { createPlanner, type Planner } from '../../../shared/missionLife/planner.ts'
import { at } from '../../../testing/ground.ts'
import { type Lawns, seedLawns } from '../../../testing/lawn.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { capabilitiesInGarage } from '../abilities.ts'
import type { FleetView } from '../fleetView.ts'
import { Garage } from '../garage.ts'
import type { ActiveMission } from '../mission/activeMission.ts'
import { createDrives } from './drives.ts'

let server: TestServer
let lawns: Lawns
let planner: Planner
let journal: Journal

beforeAll(async () => {
  server = await startTestServer()
  lawns = await seedLawns(server)
  const { ctx } = server.app
  planner = createPlanner(ctx, createCurrentCourse(ctx.db))
  journal = createJournal(ctx.log)
})
afterAll(async () => {
  journal?.close()
  await planner?.close()
  await server?.close()
})

const OTHER_DRIVES: GateLine = {
  check: 'zoneFree',
  verdict: 'refused',
  reason: 'otherMower',
  values: { name: 'Rook 2' },
}

const recorded = async (): Promise<readonly string[]> => {
  const { rows } = await server.app.ctx.db.execute<{ action: string }>(
    sql`select action from audit where subject = 'mission' order by id`,
  )
  return rows.map(({ action }) => action)
}

const ACCEPTED: CommandOutcome = { outcome: 'accepted', reason: null, why: null, standingStill: null }

interface Setting {
  readonly lines: () => GateLine[]
  readonly mission?: Pick<ActiveMission, 'id' | 'status' | 'target'>
}

/** The drives of the first mower, which stands on its lawn, with what they asked for. */
const drivesWith = async ({ lines, mission }: Setting) => {
  const { ctx } = server.app
  const garage = new Garage()
  await garage.read(ctx.db)
  const capabilitiesOf = capabilitiesInGarage(ctx.config, () => undefined)
  const [mower] = lawns.mowers
  const here = { position: at(2, 2), headingDeg: 0 }
  const view = {
    telemetryOf: (id: string) => (id === mower.id ? here : undefined),
    lastPositionOf: (id: string) => (id === mower.id ? here.position : null),
    drivesUnplanned: () => false,
    missionOf: (id: string) => (id === mower.id ? mission : undefined),
  } as unknown as FleetView
  const asked: string[] = []
  const commands = {
    start: async () => {
      asked.push('start')
      return ACCEPTED
    },
    cancel: async (id: string) => {
      asked.push(`cancel ${id}`)
      return ACCEPTED
    },
    interruptStopped: async (id: string) => {
      asked.push(`interrupt ${id}`)
      return true
    },
  }
  const gate = async () => ({ lines: lines() })
  const drives = createDrives({ ctx, planner, garage, capabilitiesOf, view, journal }, commands, gate)
  return { drives, asked, mower, limit: deadline(ctx, 0) }
}

test('SAFE-13l a drive of a shift that waits for another mower is stored once, when it may start', async () => {
  let lines: GateLine[] = [OTHER_DRIVES]
  const started: string[] = []
  const { drives, mower, limit, asked } = await drivesWith({ lines: () => lines })
  const drive = () =>
    drives.driveTo(mower.id, at(15, 8), SYSTEM, limit, async id => {
      started.push(id)
      return ACCEPTED
    })
  for (let tries = 0; tries < 3; tries += 1) {
    const refused = await drive().catch((error: unknown) => error)
    expect(refused).toMatchObject({ kind: 'gateRefused', extras: { details: { lines } } })
    expect(refused).toBeInstanceOf(Refusal)
  }
  expect([await recorded(), started]).toEqual([[], []])
  lines = [{ ...OTHER_DRIVES, verdict: 'passed', reason: 'free', values: {} }]
  expect((await drive()).outcome).toBe('accepted')
  expect([await recorded(), started.length, asked]).toEqual([['mission.create'], 1, []])
}, 60_000)

const CHARGED: GateLine = { check: 'battery', verdict: 'passed', reason: 'enough', values: {} }
const BUSY: GateLine = { check: 'mowerFree', verdict: 'refused', reason: 'otherMission', values: { title: 'A green' } }

test.each([
  ['a stopped mission that mows is interrupted', 'stopped', 'zone', ['interrupt mission', 'start']],
  ['a stopped drive is cancelled', 'stopped', 'drive', ['cancel mission', 'start']],
  ['a mission that works is left to the checks', 'working', 'zone', ['start']],
] as const)('where a person sends a mower elsewhere, %s', async (_, status, kind, expected) => {
  const mission = { id: 'mission', status, target: { kind, featureId: 'x' } } as const
  const { drives, mower, limit, asked } = await drivesWith({ lines: () => [BUSY, CHARGED], mission })
  expect((await drives.driveTo(mower.id, at(15, 8), SYSTEM, limit)).outcome).toBe('accepted')
  expect(asked).toEqual(expected)
})

test('a mission stays stopped where its mower may not be sent elsewhere', async () => {
  const mission = { id: 'mission', status: 'stopped', target: { kind: 'zone', featureId: 'x' } } as const
  const { drives, mower, limit, asked } = await drivesWith({ lines: () => [BUSY, OTHER_DRIVES], mission })
  await expect(drives.driveTo(mower.id, at(15, 8), SYSTEM, limit)).rejects.toMatchObject({ kind: 'gateRefused' })
  expect(asked).toEqual([])
})
