/** Photos of records over HTTP: kept without metadata, limited, and removed with their record. */
import { lateCalls } from '@greensward/contract/late'
import { dayOf, MOST_RECORD_PHOTOS, type ZoneRecord } from '@greensward/domain'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { recordPhotos } from '../../platform/db/schema/index.ts'
import { type Lawns, seedLawns } from '../../testing/lawn.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const as = 'ROLE_GREENKEEPER'
const bytes = (base64: string): Buffer => Buffer.from(base64, 'base64')

/** A fade from red to blue, of 24 by 16 pixels. */
const JPEG = bytes(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAQABgDASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAQF/8QAFRABAQAAAAAAAAAAAAAAAAAAABP/xAAVAQEBAAAAAAAAAAAAAAAAAAAABf/EABYRAAMAAAAAAAAAAAAAAAAAAAAVYf/aAAwDAQACEQMRAD8AwKlUVSqoohZaUtqIqgogaU//2Q==',
)
/** One transparent pixel. */
const PNG = bytes('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==')

let server: TestServer
let lawns: Lawns
let record: ZoneRecord

beforeAll(async () => {
  server = await startTestServer()
  lawns = await seedLawns(server)
})
afterAll(() => server?.close())

let minutes = 0
const addRecord = async (): Promise<ZoneRecord> => {
  minutes += 1
  const at = new Date(server.clock.now().getTime() - minutes * 60_000).toISOString()
  const body = { id: crypto.randomUUID(), kind: 'greenSpeed' as const, value: 3, product: null, at }
  return (await server.call(as, lateCalls.zoneRecords.add, { params: { id: lawns.zones[0].id }, body })).result
}
beforeEach(async () => {
  record = await addRecord()
})

interface Sent {
  readonly photoId?: string
  readonly zoneId?: string
  readonly recordId?: string
  readonly thumbnail?: Uint8Array
  readonly role?: 'ROLE_GREENKEEPER' | 'ROLE_TEST_USER'
}
const pathOf = ({ photoId = crypto.randomUUID(), zoneId = lawns.zones[0].id, recordId = record.id }: Sent): string =>
  `${server.url}/api/zones/${zoneId}/records/${recordId}/photos/${photoId}`
const send = (data: Uint8Array, sent: Sent = {}) => {
  const form = new FormData()
  if (sent.thumbnail !== undefined) form.append('thumbnail', Buffer.from(sent.thumbnail).toString('base64'))
  form.append('file', new Blob([new Uint8Array(data)], { type: 'image/jpeg' }), 'photo.jpg')
  return fetch(pathOf(sent), { method: 'PUT', headers: { 'x-api-key': server.tokens[sent.role ?? as] }, body: form })
}
const read = (photoId: string, query = '', headers: Record<string, string> = {}) =>
  fetch(`${pathOf({ photoId })}${query}`, { headers: { 'x-api-key': server.tokens.ROLE_TEST_USER, ...headers } })
const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer())
const photosOf = async (id: string = record.id) => {
  const today = dayOf(server.clock.now(), 'UTC')
  const { items } = (
    await server.call('ROLE_TEST_USER', lateCalls.zoneRecords.list, {
      params: { id: lawns.zones[0].id },
      query: { from: today, to: today },
    })
  ).result
  return items.find(item => item.id === id)?.photos
}

test('a photo comes back whole and small, without the metadata of position and camera', async () => {
  const photoId = crypto.randomUUID()
  const exif = Buffer.from('Exif\0\0II*\0\x08\0\0\0\0\0 52.5200 N 13.4050 E', 'latin1')
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2])
  const taken = Buffer.concat([JPEG.subarray(0, 20), head, exif, JPEG.subarray(20), Buffer.from('52.5200 N, a film')])
  const answer = await send(taken, { photoId, thumbnail: PNG })
  expect(answer.status).toBe(200)
  const { result } = (await answer.json()) as { result: { id: string; hash: string } }
  expect(await photosOf()).toEqual([result])
  expect(record.photos).toEqual([])

  const whole = await read(photoId)
  expect(whole.headers.get('content-type')).toBe('image/jpeg')
  expect((await bytesOf(whole)).equals(JPEG)).toBe(true)
  const small = await read(photoId, '?size=thumbnail')
  expect(small.headers.get('content-type')).toBe('image/png')
  expect((await bytesOf(small)).equals(PNG)).toBe(true)
  const etag = whole.headers.get('etag') ?? ''
  expect(etag).toContain(result.hash)
  expect((await read(photoId, '', { 'if-none-match': etag })).status).toBe(304)
  expect((await read(photoId, '?size=huge')).status).toBe(422)
})

test('without a thumbnail the whole picture is shown small', async () => {
  const photoId = crypto.randomUUID()
  expect((await send(JPEG, { photoId })).status).toBe(200)
  expect((await bytesOf(await read(photoId, '?size=thumbnail'))).equals(JPEG)).toBe(true)
})

test('a photo that is sent twice is kept once, and its id belongs to one record', async () => {
  const photoId = crypto.randomUUID()
  expect([(await send(JPEG, { photoId })).status, (await send(JPEG, { photoId })).status]).toEqual([200, 200])
  expect(await photosOf()).toHaveLength(1)
  const other = await addRecord()
  expect((await send(JPEG, { photoId, recordId: other.id })).status).toBe(409)
})

test('a record has six photos at most, also when more are sent at once', async () => {
  const answers = await Promise.all(Array.from({ length: MOST_RECORD_PHOTOS + 2 }, () => send(PNG)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 422, 422])
  const refused = answers.find(({ status }) => status === 422)
  expect(await refused?.json()).toMatchObject({ error: { fields: { 'body.file': { code: 'tooManyPhotos' } } } })
  expect(await photosOf()).toHaveLength(MOST_RECORD_PHOTOS)
})

test('photos are removed one by one, and with their record', async () => {
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
  await send(PNG, { photoId: first })
  await send(JPEG, { photoId: second })
  // The clock of the test does not advance: both were added at one moment.
  expect((await photosOf())?.map(({ id }) => id).sort()).toEqual([first, second].sort())
  const params = { id: lawns.zones[0].id, recordId: record.id, photoId: first }
  const remove = (role: 'ROLE_GREENKEEPER' | 'ROLE_TEST_USER' = as) =>
    server.call(role, lateCalls.zoneRecords.removePhoto, { params })
  expect((await remove('ROLE_TEST_USER')).status).toBe(403)
  expect((await remove()).status).toBe(200)
  expect((await remove()).status).toBe(404)
  expect((await read(first)).status).toBe(404)
  expect((await photosOf())?.map(({ id }) => id)).toEqual([second])
  await server.call(as, lateCalls.zoneRecords.remove, { params })
  expect((await read(second)).status).toBe(404)
  const kept = await server.app.ctx.db.select({ recordId: recordPhotos.recordId }).from(recordPhotos)
  expect(kept.some(({ recordId }) => recordId === record.id)).toBe(false)
})

test('what is not a picture, is not complete or is too large is refused with what to do', async () => {
  /** Packed, 60,000 by 60,000 pixels of one colour are a few bytes. */
  const bomb = Buffer.from(PNG)
  bomb.writeUInt32BE(60_000, 16)
  bomb.writeUInt32BE(60_000, 20)
  const large = Buffer.from(PNG)
  large.writeUInt32BE(3_001, 16)
  for (const [data, code] of [
    [Buffer.from('no picture'), 'photoType'],
    [Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'), 'photoType'],
    [Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'photoHeic'],
    [JPEG.subarray(0, -40), 'photoCutOff'],
    [PNG.subarray(0, -4), 'photoCutOff'],
    [Buffer.concat([JPEG, Buffer.alloc(1024 * 1024)]), 'photoSize'],
    [bomb, 'photoSide'],
    [large, 'photoSide'],
  ] as const) {
    const answer = await send(data)
    expect([answer.status, code]).toEqual([422, code])
    expect(await answer.json()).toMatchObject({ error: { fields: { 'body.file': { code } } } })
  }
  const wrong = await send(JPEG, { thumbnail: Buffer.from('no picture') })
  expect(await wrong.json()).toMatchObject({ error: { fields: { 'body.thumbnail': { code: 'photoType' } } } })
  const empty = await fetch(pathOf({}), {
    method: 'PUT',
    headers: { 'x-api-key': server.tokens[as] },
    body: new FormData(),
  })
  expect(empty.status).toBe(422)
  expect(await photosOf()).toEqual([])
})

test('a photo of a record that is not there, of another zone or of a person without the right is refused', async () => {
  const photoId = crypto.randomUUID()
  expect((await send(JPEG, { recordId: crypto.randomUUID() })).status).toBe(404)
  expect((await send(JPEG, { zoneId: lawns.zones[1].id })).status).toBe(404)
  expect((await send(JPEG, { role: 'ROLE_TEST_USER' })).status).toBe(403)
  expect((await send(JPEG, { photoId: 'mine' })).status).toBe(422)
  await send(JPEG, { photoId })
  const elsewhere = await fetch(pathOf({ photoId, zoneId: lawns.zones[1].id }), {
    headers: { 'x-api-key': server.tokens.ROLE_TEST_USER },
  })
  expect(elsewhere.status).toBe(404)
})
