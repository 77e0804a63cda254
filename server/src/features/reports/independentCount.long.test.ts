import { lateCalls } from '@greensward/contract/late'
import { addDays, type Day, dayOf, momentOf, startOfDay } from '@greensward/domain'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFortnight } from '../../app/firstStart/history/fortnight.ts'
import { fillWithDemo } from '../../app/firstStart/index.ts'
import { users } from '../../platform/db/schema/index.ts'
import { type Counted, countFromTracks } from '../../testing/countFromTracks.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { findUserByLogin } from '../auth/userStore.ts'

const DAYS = 21
/** Of the demo course. */
const ZONE = 'Europe/London'
const MOST_APART = 0.001

let server: TestServer
let today: Day
let counted: Counted

const ctx = () => server.app.ctx

const totalOf = async (from: Day, to: Day) => {
  const keeper = await findUserByLogin(ctx().db, 'greenkeeper')
  const token = await server.openSessionOf(keeper?.id ?? 0)
  return (await server.as(token, lateCalls.reports.get, { query: { from, to, by: 'mower' } })).result.total
}

/** Of the figure that was counted. */
const apart = (reported: number | null, own: number): number => Math.abs((reported ?? Number.NaN) / own - 1)

beforeAll(async () => {
  server = await startTestServer()
  const now = ctx().clock.now()
  const morning = momentOf(addDays(dayOf(now, ZONE), 1), 8, 0, ZONE)
  server.clock.advance(morning.getTime() - now.getTime())
  today = dayOf(morning, ZONE)
  // As on the first start, at which nobody is known yet.
  await ctx().db.delete(users)
  await fillWithDemo({ ...ctx(), config: { ...ctx().config, demoHistory: true } })
  await makeFortnight(ctx(), () => undefined, { pastDays: DAYS })
  await ctx().db.execute(sql`
    update mowers set energy = '{"source":"battery","capacity":12,"reserveShare":0.15,"fullChargeH":null}'::jsonb`)
  counted = await countFromTracks(
    ctx().db,
    startOfDay(addDays(today, -DAYS), ZONE),
    startOfDay(addDays(today, 1), ZONE),
  )
}, 1_800_000)
afterAll(() => server?.close())

test('hectares, hours, metres and energy of three weeks are those of the recorded tracks', async () => {
  const total = await totalOf(addDays(today, -DAYS), today)
  const off = {
    areaM2: apart(total.areaM2, counted.areaM2),
    workS: apart(total.workS, counted.workS),
    drivenM: apart(total.drivenM, counted.drivenM),
    mownM: apart(total.mownM, counted.mownM),
    kWh: apart(total.kWh, counted.kWh),
  }
  console.log(`reports ${JSON.stringify(total)}\ntracks ${JSON.stringify(counted)}\napart ${JSON.stringify(off)}`)
  expect(counted.missions).toBeGreaterThan(1_000)
  expect(Object.entries(off).filter(([, share]) => !(share < MOST_APART))).toEqual([])
})

test('missions and interruptions are those of the recorded tracks', async () => {
  const { missions, interruptions } = await totalOf(addDays(today, -DAYS), today)
  expect(counted.interruptions).toBeGreaterThan(2)
  expect({ missions, interruptions }).toEqual({ missions: counted.missions, interruptions: counted.interruptions })
})

test('what the batteries reported is near what the metres say', () => {
  expect(apart(counted.kWh, counted.batteryKWh)).toBeLessThan(0.03)
})
