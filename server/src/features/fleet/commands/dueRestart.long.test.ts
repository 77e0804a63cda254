/** Automatic starts on the real stack: servers that die at the time of a start, and two whole servers on one database. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@greensward/contract'
import type { Mission } from '@greensward/domain'
import { MavCmd } from '@greensward/vehicle/mavlink'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FieldRig, openFieldRig } from '../../../testing/fieldRig.ts'
import { seedLawns } from '../../../testing/lawn.ts'
import { startTestServer } from '../../../testing/testServer.ts'

describe('a server that is killed', () => {
  let rig: FieldRig
  beforeAll(async () => {
    rig = await openFieldRig({ speed: 20, mowers: 1 })
  })
  afterAll(() => rig?.close())

  const planned = (inMs: number): Promise<Mission> => {
    const [mower] = rig.mowers
    if (mower === undefined) throw new Error('The rig has no mower')
    return rig.plan(mower, { startsAt: new Date(Date.now() + inMs).toISOString(), startsByItself: true })
  }
  const past = (mission: Mission, ms: number) =>
    rig.until('its time is past', async () => Date.now() > Date.parse(mission.startsAt ?? '') + ms)
  const starts = (): number => rig.wire.commands().filter(command => command === MavCmd.missionStart).length

  test('over the time of a mission leaves it missed with the reason, and nothing is started late', async () => {
    const mission = await planned(4_000)
    rig.wire.forget()
    await rig.killServer()
    await past(mission, 4_000)
    await rig.startServer()
    const missed = await rig.until('it is missed', async () => {
      const found = await rig.mission(mission.id)
      return found.status === 'missed' ? found : undefined
    })
    expect(missed.statusReason).toContain('while the server was not running')
    expect(starts()).toBe(0)
  }, 90_000)

  test('right after a mission has begun by itself does not begin it a second time', async () => {
    const mission = await planned(2_500)
    rig.wire.forget()
    await rig.until('it has begun', async () => starts() > 0)
    await rig.killServer()
    await rig.startServer()
    // It records the mower's state for this mission, in any state, and sends no second start.
    await rig.until('it is known what became of it', async () => {
      const { items } = (await rig.call(calls.missions.logs, { params: { id: mission.id } })).result
      const { status } = await rig.mission(mission.id)
      return status !== 'planned' && status !== 'uploading' && items.length > 1
    })
    await past(mission, 8_000)
    expect(starts()).toBe(1)
    expect((await rig.mission(mission.id)).status).not.toBe('missed')
    await rig.call(calls.missions.cancel, { params: { id: mission.id } })
  }, 90_000)
})

test('of two servers on one database one alone handles a due mission, and logs once why it was missed', async () => {
  const first = await startTestServer({ isRunning: true })
  const { databaseUrl } = first.app.ctx.config
  const dataDir = mkdtempSync(join(tmpdir(), 'greensward-second-'))
  const second = await startTestServer({ isRunning: true, dataDir, config: { databaseUrl } })
  try {
    const lawns = await seedLawns(first)
    const as = 'ROLE_GREENKEEPER'
    const startsAt = new Date(Date.now() + 2_000).toISOString()
    const mission = (
      await first.call(as, calls.missions.create, { body: lawns.request({ startsAt, startsByItself: true }) })
    ).result
    const get = async () => (await second.call(as, calls.missions.get, { params: { id: mission.id } })).result
    // No mower is on the line, so its checks are refused.
    await expect.poll(async () => (await get()).status, { timeout: 60_000 }).toBe('missed')
    expect((await get()).statusReason).toMatch(/could not start/)
    // Clocks that are set, forward on one and back on the other, change nothing any more.
    second.clock.advance(3_600_000)
    first.clock.advance(-3_600_000)
    await second.signInAgain()
    const count = async (table: 'mission_logs' | 'notifications'): Promise<number> => {
      const where = table === 'mission_logs' ? sql`status = 'missed'` : sql`kind = 'missionMissed'`
      const { rows } = await first.app.ctx.db.execute<{ n: number }>(
        sql`select count(*)::integer as n from ${sql.identifier(table)} where ${where}`,
      )
      return rows[0]?.n ?? 0
    }
    await expect.poll(() => count('notifications'), { timeout: 60_000 }).toBe(1)
    // Another that is due after it has been seen to by both of them in turn.
    const next = (await first.call(as, calls.missions.create, { body: lawns.request({ title: 'Next' }) })).result
    expect(next.status).toBe('planned')
    await first.app.ctx.db.execute(sql`
      update missions set starts_at = now() - interval '30 minutes', starts_by_itself = true where id = ${next.id}`)
    await expect
      .poll(async () => (await second.call(as, calls.missions.get, { params: { id: next.id } })).result.statusReason, {
        timeout: 60_000,
      })
      .toContain('its clock was set forward')
    expect(await count('mission_logs')).toBe(2)
    await expect.poll(() => count('notifications'), { timeout: 60_000 }).toBe(2)
  } finally {
    await second.close()
    await first.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 240_000)
