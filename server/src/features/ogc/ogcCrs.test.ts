/** OGC API - Features Part 2: coordinate systems by reference, read and written by a program with a key. */
import type { Position } from '@greensward/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GisProgram, startGisProgram } from '../../testing/gisProgram.ts'
import { at } from '../../testing/ground.ts'

const EPSG = 'http://www.opengis.net/def/crs/EPSG/0'
const CRS84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84'
/** Half the circumference of the earth as EPSG:3857 has it, in metres. */
const HALF_M = 20_037_508.342789244
const mercator = ([lon, lat]: Position): Position => [
  (lon / 180) * HALF_M,
  (Math.log(Math.tan(((90 + lat) * Math.PI) / 360)) / Math.PI) * HALF_M,
]

let gis: GisProgram
let utm: string
let ring: Position[]
let id: string
beforeAll(async () => {
  gis = await startGisProgram()
  const square = gis.square()
  ring = square[0] ?? []
  id = (await gis.create('zone', gis.green(square))).body.id
  // Zones of six degrees, counted from the date line.
  const [lon, lat] = at(0, 0)
  utm = `${EPSG}/${(lat < 0 ? 32_700 : 32_600) + Math.floor((lon + 180) / 6) + 1}`
})
afterAll(() => gis?.server.close())

const first = async (path: string): Promise<{ readonly crs: string | null; readonly corner: Position }> => {
  const { status, headers, body } = await gis.ask(path)
  expect([path, status]).toEqual([path, 200])
  const feature = 'features' in body ? (body.features as (typeof body)[])[0] : body
  return { crs: headers.get('content-crs'), corner: feature?.geometry.coordinates[0]?.[0] ?? [0, 0] }
}
const matched = async (query: string): Promise<unknown> => {
  const { status, body } = await gis.ask(`zone/items?${query}`)
  return status === 200 && 'numberMatched' in body ? body.numberMatched : [status, body.error.code]
}

describe('what is read', () => {
  test('/req/crs/fc-md-crs-list, /req/crs/fc-md-storageCrs: each collection lists its systems and the stored one', async () => {
    const { body } = await gis.ask('zone')
    expect(body).toMatchObject({ crs: [CRS84, `${EPSG}/4326`, `${EPSG}/3857`, utm], storageCrs: CRS84 })
  })

  test('/req/crs/crs-action, /req/crs/ogc-crs-header: items and one item are in the system that is asked for', async () => {
    const [lon, lat] = ring[0] ?? [0, 0]
    for (const path of ['zone/items', `zone/items/${id}`]) {
      expect(await first(path)).toEqual({ crs: `<${CRS84}>`, corner: [lon, lat] })
      expect(await first(`${path}?crs=${EPSG}/4326`)).toEqual({ crs: `<${EPSG}/4326>`, corner: [lat, lon] })
      const web = await first(`${path}?crs=${EPSG}/3857`)
      expect(web.crs).toBe(`<${EPSG}/3857>`)
      const [x, y] = mercator([lon, lat])
      expect(Math.hypot(web.corner[0] - x, web.corner[1] - y)).toBeLessThan(1e-4)
    }
    const [a, b] = [(await first(`zone/items?crs=${utm}`)).corner, ring[1] ?? [0, 0]]
    expect(a[0]).toBeGreaterThan(100_000)
    expect(a[0]).toBeLessThan(900_000)
    expect(b).not.toEqual(ring[0])
  })

  test.each(['EPSG:4326', '[EPSG:4326]', 'urn:ogc:def:crs:EPSG::4326', 'https://www.opengis.net/def/crs/EPSG/0/4326'])(
    'a system may be named %s',
    async name => {
      const [lon, lat] = ring[0] ?? [0, 0]
      expect((await first(`zone/items?crs=${encodeURIComponent(name)}`)).corner).toEqual([lat, lon])
    },
  )

  test('/req/crs/fc-bbox-crs-action: a box is in its own system, with its order of axes', async () => {
    const [lon, lat] = ring[0] ?? [0, 0]
    const wide = 0.0001
    expect(await matched(`bbox=${lon - wide},${lat - wide},${lon + wide},${lat + wide}`)).toBe(1)
    expect(await matched(`bbox=${lat - wide},${lon - wide},${lat + wide},${lon + wide}&bbox-crs=${EPSG}/4326`)).toBe(1)
    expect(await matched(`bbox=${lon - wide},${lat - wide},${lon + wide},${lat + wide}&bbox-crs=${EPSG}/4326`)).toBe(0)
    const [x, y] = (await first(`zone/items?crs=${utm}`)).corner
    expect(await matched(`bbox=${x - 1},${y - 1},${x + 1},${y + 1}&bbox-crs=${utm}`)).toBe(1)
    expect(await matched(`bbox=${x - 1},${y - 1},0,${x + 1},${y + 1},9&bbox-crs=${utm}`)).toBe(1)
    expect(await matched(`bbox=${x - 9},${y - 90},${x - 1},${y + 90}&bbox-crs=${utm}`)).toBe(0)
    expect(await matched(`bbox=${x + 1},${y - 1},${x - 1},${y + 1}&bbox-crs=${utm}`)).toEqual([400, 'wrongParameter'])
    expect(await matched(`bbox=91,0,92,1&bbox-crs=${EPSG}/4326`)).toEqual([400, 'wrongParameter'])
  })

  test('links to other pages keep the system', async () => {
    await gis.create('zone', gis.green())
    const { body } = await gis.ask(`zone/items?limit=1&crs=${EPSG}/3857`)
    const links = 'links' in body ? (body.links as { rel: string; href: string }[]) : []
    const next = new URL(links.find(({ rel }) => rel === 'next')?.href ?? '')
    expect(next.searchParams.get('crs')).toBe(`${EPSG}/3857`)
  })

  test.each([
    'crs=http://www.opengis.net/def/crs/EPSG/0/27700',
    'crs=',
    'crs=EPSG:',
    'crs=EPSG:43260',
    'bbox=0,0,1,1&bbox-crs=EPSG:27700',
    'bbox-crs=x',
  ])('/req/crs/fc-crs-valid-value: %s is answered by 400, with those that are offered', async query => {
    const { status, body } = await gis.ask(`zone/items?${query}`)
    expect([status, body.error.code]).toEqual([400, 'otherCrs'])
    expect(body.error).toMatchObject({
      params: { offered: expect.stringMatching(/^CRS84, EPSG:4326, EPSG:3857, EPSG:32/) },
    })
  })
})

describe('what is written', () => {
  const sameAsStored = async (crs: string): Promise<void> => {
    const path = `zone/items/${id}`
    const before = await gis.ask(path)
    const { body } = await gis.ask(`${path}?crs=${crs}`)
    const { revision } = await gis.onMap()
    const sent = { type: 'Feature', geometry: body.geometry, properties: body.properties }
    const put = await gis.ask(path, { method: 'PUT', body: sent, headers: { 'content-crs': `<${crs}>` } })
    expect([put.status, put.body.geometry]).toEqual([200, before.body.geometry])
    // Nothing has changed, so the history has no new entry.
    expect((await gis.onMap()).revision).toBe(revision)
  }

  test('/req/features/crs-header: a feature that is read and put back in another system stays as it is', async () => {
    for (const crs of [`${EPSG}/4326`, `${EPSG}/3857`, utm]) await sameAsStored(crs)
  })

  test('a feature is added, replaced and changed in the system of the header', async () => {
    const corners = gis.square()[0] ?? []
    const green = (positions: readonly Position[]) => gis.green([positions])
    const headers = { 'content-crs': `<${EPSG}/4326>` }
    const body = green(corners.map(([lon, lat]): Position => [lat, lon]))
    const added = await gis.ask('zone/items', { method: 'POST', body, headers })
    expect([added.status, added.headers.get('content-crs')]).toEqual([201, `<${CRS84}>`])
    expect(added.body.geometry.coordinates[0]).toEqual(corners)
    const moved = (gis.square()[0] ?? []).map(mercator)
    const patched = await gis.ask(`zone/items/${added.body.id}`, {
      method: 'PATCH',
      body: { geometry: { type: 'Polygon', coordinates: [moved] }, coordRefSys: `${EPSG}/3857` },
      headers: { 'content-crs': `<${EPSG}/3857>` },
    })
    expect(patched.status).toBe(200)
    const [x, y] = mercator(patched.body.geometry.coordinates[0]?.[0] ?? [0, 0])
    expect(Math.hypot(x - (moved[0]?.[0] ?? 0), y - (moved[0]?.[1] ?? 0))).toBeLessThan(0.001)
    const renamed = await gis.ask(`zone/items/${added.body.id}`, {
      method: 'PATCH',
      body: { properties: { title: 'Other' } },
      headers: { 'content-crs': `<${utm}>` },
    })
    expect(renamed.body.geometry).toEqual(patched.body.geometry)
  })
})
