import { calls } from '@greensward/contract'
import { addDays, dayOf, momentOf } from '@greensward/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Lawns, seedLawns } from '../../testing/lawn.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { createCurrentCourse } from '../course/currentCourse.ts'
import { playOnFields, playsToCome } from './comingPlays.ts'

let server: TestServer
let lawns: Lawns
beforeAll(async () => {
  server = await startTestServer()
  lawns = await seedLawns(server)
})
afterAll(() => server?.close())

test('a group that nobody sees keeps its field ten minutes longer than it is shown there', async () => {
  const { ctx } = server.app
  const day = addDays(dayOf(ctx.clock.now(), 'UTC'), 2)
  const at = momentOf(day, 9, 0, 'UTC').toISOString()
  const path = { params: { day } }
  const { updatedAt } = (await server.call('ROLE_GREENKEEPER', calls.teeSheets.get, path)).result
  const body = { teeTimes: [{ at, hole: 1, players: 3 }], updatedAt }
  await server.call('ROLE_GREENKEEPER', calls.teeSheets.put, { ...path, body }).then(answer => answer.result)
  const map = await createCurrentCourse(ctx.db).read()
  const [zone] = lawns.zones
  const playOn = await playOnFields(ctx, map, [{ kind: 'zone', featureId: zone.id }], [day])
  const [onField] = playOn({ kind: 'zone', featureId: zone.id })?.plays ?? []
  const [seen] = await playsToCome(ctx, map, day)
  expect([onField?.from, onField?.isFirst]).toEqual([seen?.from, true])
  expect(Date.parse(onField?.to ?? '') - Date.parse(seen?.to ?? '')).toBe(600_000)
})
