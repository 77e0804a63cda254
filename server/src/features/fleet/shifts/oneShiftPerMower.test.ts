/** A mower works in one released shift at a time, and a release that is over keeps it for no other. */
import { calls } from '@greensward/contract'
import type { Shift } from '@greensward/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Lawns, seedLawns } from '../../../testing/lawn.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'

const as = 'ROLE_GREENKEEPER'
const MINUTE_MS = 60_000

let server: TestServer
let lawns: Lawns

beforeAll(async () => {
  server = await startTestServer()
  lawns = await seedLawns(server)
})
afterAll(() => server?.close())

const at = (minutes: number): string => new Date(server.clock.now().getTime() + minutes * MINUTE_MS).toISOString()
/** Of the first mower, for an hour that begins soon, so that nothing starts meanwhile. */
const make = async (name: string): Promise<Shift> => {
  const mission = (await server.call(as, calls.missions.create, { body: lawns.request() })).result
  const day = server.clock.now().toISOString().slice(0, 10)
  const body = { day, name, from: at(20), until: at(80), missionIds: [mission.id] }
  return (await server.call(as, calls.shifts.create, { body })).result
}
const release = ({ id }: Shift) => server.call(as, calls.shifts.release, { params: { id }, body: { until: null } })
const revoke = async ({ id }: Shift): Promise<void> => {
  expect((await server.call(as, calls.shifts.revoke, { params: { id } })).status).toBe(200)
}
const pause = async ({ id }: Shift): Promise<void> => {
  const body = { mowerId: lawns.mowers[0].id }
  expect((await server.call(as, calls.shifts.pause, { params: { id }, body })).status).toBe(200)
}

test('a second release is refused with the name of the mower and of its shift', async () => {
  const [first, second] = [await make('Morning'), await make('Evening')]
  expect((await release(first)).status).toBe(200)
  expect((await release(second)).error).toMatchObject({
    kind: 'conflict',
    code: 'mowerInOtherShift',
    params: { mower: lawns.mowers[0].name, shift: `Morning (${first.day})` },
  })
  await revoke(first)
  expect((await release(second)).status).toBe(200)
  await revoke(second)
})

test('of two shifts that are released at once one is refused', async () => {
  const shifts = [await make('North'), await make('South')]
  const answers = await Promise.all(shifts.map(release))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.error).toMatchObject({ code: 'mowerInOtherShift', params: { mower: lawns.mowers[0].name } })
  for (const shift of shifts) await revoke(shift)
})

test('SAFE-13c a route that is still paused at the end of its release keeps its mower for no shift after that', async () => {
  const first = await make('Yesterday')
  await release(first)
  await pause(first)
  const early = await make('Too early')
  expect((await release(early)).error.code).toBe('mowerInOtherShift')
  server.clock.advance(120 * MINUTE_MS)
  await server.signInAgain()
  const late = await make('Today')
  expect((await release(late)).status).toBe(200)
  const params = { id: first.id }
  const body = { mowerId: lawns.mowers[0].id }
  const again = await server.call(as, calls.shifts.continue, { params, body })
  expect(again.error.code).toBe('shiftWindowOver')
  await revoke(late)
})
