/** Files of each format over HTTP: read into a draft, applied to the map, and refused where they are cut or too large. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { fixture } from '@greensward/testing/fixtures'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { importFile } from '../../testing/importFile.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  for (const name of ['Green', 'Fairway', 'Tee', 'Bunker', 'Rough'])
    await server.call('ROLE_ADMIN', calls.zoneTypes.create, {
      body: { name, color: '#17A73F', directions: ['12-6'], allowsIntersection: true, mowable: true },
    })
})
afterAll(() => server?.close())

const readMap = async () => (await server.call('ROLE_ADMIN', calls.map.get)).result
const upload = (content: string | Uint8Array<ArrayBuffer>, options?: Parameters<typeof importFile>[3]) =>
  importFile(server.url, server.tokens.ROLE_GREENKEEPER, content, options)
const bytesOf = (name: string) => new Uint8Array(readFileSync(fixture(`course/${name}`)))

afterEach(async () => {
  const { features } = await readMap()
  await server.call('ROLE_ADMIN', calls.map.change, {
    body: { baseRevision: 0, label: 'Empty', added: [], updated: [], removed: features },
  })
})

const MOST_BYTES = 64 * 1024 * 1024
const UTM = { mapping: {}, epsg: 32_630 }
const FILES = [
  ['gml', 'course.gml', undefined],
  ['osm', 'course.osm', undefined],
  ['geojson', 'course.geojson', undefined],
  ['geojson', 'course.geojsons', undefined],
  ['kml', 'course.kml', undefined],
  ['kml', 'course.kmz', undefined],
  ['gpx', 'course.gpx', undefined],
  ['gpkg', 'course.gpkg', undefined],
  ['shapefile', 'course-shapefile.zip', undefined],
  ['dxf', 'course.dxf', UTM],
] as const

test.each(FILES)('a file of %s, %s, is read into a draft and put on the map whole', async (format, name, options) => {
  const { revision: baseRevision } = await readMap()
  const { status, result } = await upload(bytesOf(name), options)
  expect([status, result.format]).toEqual([200, format])
  expect(result.features.length).toBeGreaterThan(0)
  const applied = await server.call('ROLE_GREENKEEPER', lateCalls.imports.apply, {
    params: { id: result.id },
    body: { baseRevision, label: 'A course', mode: 'add' },
  })
  expect(applied.status).toBe(200)
  const { features } = await readMap()
  expect(features.map(({ id }) => id).toSorted()).toEqual(result.features.map(({ id }) => id).toSorted())
})

test('GML names its coordinate system, and its greens lie where those of the OpenStreetMap file do', async () => {
  const [gml, osm] = [await upload(bytesOf('course.gml')), await upload(bytesOf('course.osm'))]
  const centres = ({ result }: typeof gml): Map<string, readonly [number, number]> =>
    new Map(
      result.features.flatMap(feature => {
        if (feature.kind !== 'zone' || !feature.properties.title.includes('Green')) return []
        const [ring = []] = feature.geometry.coordinates
        const middle = (axis: 0 | 1): number => {
          const values = ring.map(place => place[axis])
          return (Math.min(...values) + Math.max(...values)) / 2
        }
        return [[feature.properties.title, [middle(0), middle(1)] as const]]
      }),
    )
  const [ours, theirs] = [centres(gml), centres(osm)]
  expect(ours.size).toBeGreaterThan(0)
  for (const [title, [lon, lat]] of ours) {
    expect(lon).toBeCloseTo(theirs.get(title)?.[0] ?? 0, 6)
    expect(lat).toBeCloseTo(theirs.get(title)?.[1] ?? 0, 6)
  }
})

describe('a file that is broken in its middle', () => {
  test.each(FILES)('of %s, %s, is refused in words and changes nothing', async (_, name, options) => {
    const { revision } = await readMap()
    const whole = bytesOf(name)
    const { status, error } = await upload(whole.slice(0, Math.floor(whole.length / 2)), options)
    expect([status, error.kind]).toEqual([422, 'importRefused'])
    expect(error.message).toMatch(/too early|not closed|damaged|out of place|shorter than it says/)
    expect((await readMap()).revision).toBe(revision)
  })

  test('whose connection ends in its middle leaves no part of it behind, and the next file is read', async () => {
    const { revision } = await readMap()
    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="course.gml"\r\n\r\n'
    const body = Buffer.concat([Buffer.from(head), bytesOf('course.gml')])
    await new Promise<void>(done => {
      const sent = request(`${server.url}/api/${lateCalls.imports.create.path}`, {
        method: 'POST',
        headers: {
          'x-api-key': server.tokens.ROLE_GREENKEEPER,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': body.length + 1_000,
        },
      })
      sent.on('error', () => done())
      sent.on('response', () => done())
      sent.write(body, () => setImmediate(() => sent.destroy()))
      sent.on('close', () => done())
    })
    const folder = join(server.dataDir, 'imports')
    await vi.waitFor(() => expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]))
    expect((await upload(bytesOf('course.gml'))).status).toBe(200)
    expect((await readMap()).revision).toBe(revision)
  })
})

describe('a file that is too large', () => {
  test('of GML above 64 MB is refused as too large, and the next one is read', async () => {
    const { status, error } = await upload(new Uint8Array(MOST_BYTES + 1_000_000).fill(32))
    expect([status, error.kind]).toEqual([413, 'tooLarge'])
    expect((await upload(bytesOf('course.gml'))).status).toBe(200)
  })

  test('of GML with more elements than are read is refused by their number', async () => {
    const member = '<gml:featureMember><c:p><c:n>1</c:n></c:p></gml:featureMember>'
    const { status, error } = await upload(
      `<gml:FeatureCollection xmlns:gml="http://www.opengis.net/gml" xmlns:c="http://c.example">${member.repeat(140_000)}</gml:FeatureCollection>`,
    )
    expect([status, error.kind]).toEqual([422, 'importRefused'])
    expect(error.message).toMatch(/400,?000/)
  })
})
