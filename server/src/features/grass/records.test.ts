import { lateCalls } from '@greensward/contract/late'
import { type Day, dayOf } from '@greensward/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Lawns, seedLawns } from '../../testing/lawn.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const as = 'ROLE_GREENKEEPER'

let server: TestServer
let lawns: Lawns
let today: Day

beforeAll(async () => {
  server = await startTestServer()
  lawns = await seedLawns(server)
  today = dayOf(server.clock.now(), 'UTC')
})
afterAll(() => server?.close())

const minutesAgo = (minutes: number): string => new Date(server.clock.now().getTime() - minutes * 60_000).toISOString()
const speed = (value: number, at: string) => ({
  id: crypto.randomUUID(),
  kind: 'greenSpeed' as const,
  value,
  product: null,
  at,
})
const add = (body: ReturnType<typeof speed>, id: string = lawns.zones[0].id) =>
  server.call(as, lateCalls.zoneRecords.add, { params: { id }, body })
const list = async (id: string = lawns.zones[0].id) =>
  (
    await server.call('ROLE_TEST_USER', lateCalls.zoneRecords.list, {
      params: { id },
      query: { from: today, to: today },
    })
  ).result.items

test('a record that is sent twice is kept once, and the last of each kind is known', async () => {
  const [first, second] = [speed(3.05, minutesAgo(2)), speed(3.2, minutesAgo(1))]
  const kept = (await add(first)).result
  expect(kept).toMatchObject({ ...first, zoneId: lawns.zones[0].id })
  expect((await add(first)).result).toEqual(kept)
  await add(second)
  expect((await list()).map(({ value }) => value)).toEqual([3.05, 3.2])
  const { items } = (await server.call(as, lateCalls.zoneRecords.latest)).result
  expect(items.map(({ kind, value }) => [kind, value])).toEqual([['greenSpeed', 3.2]])
})

test('the course has the mean of each kind by type of zone and day, without products', async () => {
  const other = { ...speed(2.6, minutesAgo(3)) }
  await add(other, lawns.zones[1].id)
  const product = { id: crypto.randomUUID(), kind: 'product' as const, value: 20, product: 'Iron', at: minutesAgo(4) }
  await server.call(as, lateCalls.zoneRecords.add, { params: { id: lawns.zones[0].id }, body: product })
  const { items } = (
    await server.call('ROLE_TEST_USER', lateCalls.zoneRecords.means, { query: { from: today, to: today } })
  ).result
  const zoneTypeId = lawns.zones[0].properties.zoneTypeId
  expect(items).toEqual([
    { zoneTypeId, kind: 'greenSpeed', day: today, zones: 2, mean: expect.closeTo(2.95, 9), least: 2.6, most: 3.2 },
  ])
  for (const [zone, id] of [
    [1, other.id],
    [0, product.id],
  ] as const)
    await server.call(as, lateCalls.zoneRecords.remove, { params: { id: lawns.zones[zone].id, recordId: id } })
  const query = { from: today, to: '2020-01-01' }
  expect((await server.call(as, lateCalls.zoneRecords.means, { query })).status).toBe(422)
})

test('what cannot be is refused: values, moments and zones that are not', async () => {
  expect((await add(speed(12, minutesAgo(1)))).status).toBe(422)
  const ahead = await add(speed(3, minutesAgo(-60)))
  expect([ahead.status, ahead.error.fields?.['body.at']?.code]).toEqual([422, 'notPast'])
  expect((await add(speed(3, minutesAgo(1)), crypto.randomUUID())).status).toBe(404)
  const body = speed(3, minutesAgo(1))
  const params = { id: lawns.zones[0].id }
  expect((await server.call('ROLE_TEST_USER', lateCalls.zoneRecords.add, { params, body })).status).toBe(403)
})

test('a table goes out and comes in again, and adds only what is new', async () => {
  const query = new URLSearchParams({ from: today, to: today })
  const file = await fetch(`${server.url}/api/zones/records/export?${query}`, {
    headers: { 'x-api-key': server.tokens[as] },
  })
  const text = await file.text()
  expect(text.split('\r\n')[0]).toContain('Zone,Kind,Date,Time,Value,Unit,Product,By')
  expect(text).toContain(`Lawn,greenSpeed,${today},`)
  const more = `${text}Wet lawn,product,${today},00:00,20,kg/ha,Iron,\r\nNowhere,moisture,${today},,20,,,\r\n`
  const read = () => server.call(as, lateCalls.zoneRecords.import, { body: { text: more } })
  const answer = (await read()).result
  expect(answer.faults).toMatchObject([{ code: 'recordZone', params: { text: 'Nowhere' } }])
  expect((await list(lawns.zones[1].id)).map(({ product, value }) => [product, value])).toEqual([['Iron', 20]])
  expect((await read()).result).toMatchObject({ added: 0, known: answer.added + answer.known })
})

test('a record that was entered by mistake is deleted', async () => {
  const { id } = (await add(speed(4, minutesAgo(0)))).result
  const params = { id: lawns.zones[0].id, recordId: id }
  expect((await server.call(as, lateCalls.zoneRecords.remove, { params })).status).toBe(200)
  expect((await server.call(as, lateCalls.zoneRecords.remove, { params })).status).toBe(404)
  expect((await list()).some(record => record.id === id)).toBe(false)
})
