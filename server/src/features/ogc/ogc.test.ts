import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { CourseFeature, FeatureOf } from '@greensward/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at, rectangle } from '../../testing/ground.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
let key: string
let features: CourseFeature[]

const wc = (n: number): FeatureOf<'wc'> => ({
  type: 'Feature',
  id: crypto.randomUUID(),
  kind: 'wc',
  geometry: { type: 'Point', coordinates: at(n * 10, 0) },
  properties: { title: `WC ${n}` },
})
const note = (time: string): FeatureOf<'note'> => ({
  type: 'Feature',
  id: crypto.randomUUID(),
  kind: 'note',
  geometry: { type: 'Point', coordinates: at(0, 50) },
  properties: { label: `Note of ${time}`, author: 'Greta', time },
})
/** An L whose box holds the empty corner at 90 east, 90 north. */
const bend: FeatureOf<'road'> = {
  type: 'Feature',
  id: crypto.randomUUID(),
  kind: 'road',
  geometry: { type: 'LineString', coordinates: [at(0, 0), at(100, 0), at(100, 100)] },
  properties: { title: 'Bend', type: 'cartPath' },
}
const ring = rectangle(1_000, 0, 100, 100)
const hole = rectangle(1_020, 20, 60, 60).map(positions => positions.toReversed())

const make = async (role: Parameters<TestServer['call']>[0]): Promise<string> =>
  (await server.call(role, lateCalls.accessKeys.create, { body: { name: 'QGIS' } })).result.key

beforeAll(async () => {
  server = await startTestServer()
  const zoneTypeId = (
    await server.call('ROLE_ADMIN', calls.zoneTypes.create, {
      body: { name: 'Green', color: '#17A73F', directions: ['12-6'], allowsIntersection: false, mowable: true },
    })
  ).result.id
  const zone: FeatureOf<'zone'> = {
    type: 'Feature',
    id: crypto.randomUUID(),
    kind: 'zone',
    geometry: { type: 'Polygon', coordinates: [...ring, ...hole] },
    properties: {
      title: 'Green 1',
      zoneTypeId,
      holeId: null,
      hiddenForMower: false,
      hiddenForBuggy: true,
      rainModeRestricted: false,
    },
  }
  features = [
    zone,
    bend,
    ...Array.from({ length: 25 }, (_, n) => wc(n)),
    note('2026-05-01T05:30:00.000Z'),
    note('2026-06-01T05:30:00.000Z'),
  ]
  const today = server.clock.now()
  const goTo = async (moment: Date) => {
    server.clock.set(moment.getTime() - server.clock.now().getTime())
    await server.signInAgain()
  }
  const draw = async (added: CourseFeature[]) => {
    const body = { baseRevision: 0, label: 'A course', added, updated: [], removed: [] }
    return (await server.call('ROLE_GREENKEEPER', calls.map.change, { body })).result
  }
  await draw(features.filter(({ kind }) => kind !== 'note'))
  // A note is of the moment when it is written.
  for (const feature of features) {
    if (feature.kind !== 'note') continue
    await goTo(new Date(feature.properties.time))
    await draw([feature])
  }
  await goTo(today)
  key = await make('ROLE_TEST_USER')
})
afterAll(() => server?.close())

interface Answer {
  readonly status: number
  readonly type: string
  readonly headers: Headers
  readonly body: Page
}
interface Page {
  readonly links: readonly { readonly rel: string; readonly href: string; readonly type: string }[]
  readonly collections: readonly Page[]
  readonly conformsTo: readonly string[]
  readonly id: string
  readonly type: string
  readonly features: readonly Page[]
  readonly properties: Readonly<Record<string, unknown>>
  readonly geometry: { readonly type: string; readonly coordinates: unknown }
  readonly extent: { readonly spatial: { readonly bbox: readonly number[][] } }
  readonly numberMatched: number
  readonly numberReturned: number
  readonly timeStamp: string
  readonly openapi: string
  readonly components: { readonly parameters: { readonly limit: unknown } }
  readonly paths: Readonly<Record<string, unknown>>
  readonly error: { readonly kind: string }
}

const ask = async (path: string, headers: Record<string, string> = { 'x-api-key': key }): Promise<Answer> => {
  const address = path.startsWith('http') ? path : `${server.url}/api/ogc${path}`
  const response = await fetch(address, { headers })
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    headers: response.headers,
    body: (await response.json()) as Page,
  }
}
const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
})
const href = (page: Page, rel: string): string => {
  const found = page.links.find(link => link.rel === rel)
  if (found === undefined) throw new Error(`no link ${rel}`)
  return found.href
}

describe('OGC API - Features, core', () => {
  test('/req/core/root-success: the landing page links to description, conformance and data, all absolute', async () => {
    const { status, body } = await ask('')
    expect(status).toBe(200)
    for (const rel of ['self', 'service-desc', 'conformance', 'data']) {
      expect(href(body, rel)).toMatch(/^http:\/\//)
      expect((await ask(href(body, rel))).status).toBe(200)
    }
  })

  test('/req/core/api-definition-success: the description is OpenAPI 3.0 and names every path', async () => {
    const { type, body } = await ask('/api')
    expect(type).toMatch(/application\/vnd\.oai\.openapi\+json;\s*version=3\.0/)
    expect(body.openapi).toMatch(/^3\.0\./)
    expect(Object.keys(body.paths)).toContain('/collections/zone/items')
  })

  test('the description says where QGIS and GDAL look for it how large a page may be', async () => {
    const { components, paths } = (await ask('/api')).body
    expect(components.parameters.limit).toMatchObject({ name: 'limit', schema: { maximum: 10_000, default: 1_000 } })
    expect(paths['/collections/zone/items']).toMatchObject({
      get: { parameters: expect.arrayContaining([{ $ref: '#/components/parameters/limit' }]) },
    })
  })

  test('/req/core/conformance-success: core, GeoJSON, OpenAPI 3.0, coordinate systems, filters, and editing by both names of its drafts', async () => {
    const { body } = await ask('/conformance')
    const classes = body.conformsTo.map(uri => /spec\/(.*)\/1\.0\/conf\/(.*)/.exec(uri)?.slice(1).join(' '))
    const editing = ['create-replace-delete', 'update', 'optimistic-locking-etags']
    expect(classes).toEqual([
      ...['core', 'oas30', 'geojson'].map(name => `ogcapi-features-1 ${name}`),
      'ogcapi-features-2 crs',
      ...['queryables', 'queryables-query-parameters', 'filter', 'features-filter'].map(
        name => `ogcapi-features-3 ${name}`,
      ),
      ...['cql2-text', 'cql2-json', 'basic-cql2', 'advanced-comparison-operators'].map(name => `cql2 ${name}`),
      ...['case-insensitive-comparison', 'arithmetic'].map(name => `cql2 ${name}`),
      ...['basic-spatial-functions', 'basic-spatial-functions-plus', 'basic-spatial-operators'].map(
        name => `cql2 ${name}`,
      ),
      ...[...editing, 'features'].map(name => `ogcapi-features-4 ${name}`),
      ...editing.map(name => `ogcapi-common-5 ${name}`),
    ])
  })

  test('/req/core/fc-md-op: each collection has an id, its items as a link, and the box of what is in it', async () => {
    const { body } = await ask('/collections')
    expect(body.collections.map(({ id }) => id)).toContain('zone')
    for (const collection of body.collections) {
      expect(href(collection, 'items')).toMatch(new RegExp(`/collections/${collection.id}/items$`))
      expect((await ask(`/collections/${collection.id}`)).body).toEqual(collection)
    }
    const [box] = body.collections.find(({ id }) => id === 'zone')?.extent.spatial.bbox ?? []
    expect(box).toEqual([at(1_000, 0)[0], at(0, 0)[1], at(1_100, 0)[0], at(0, 100)[1]])
    expect((await ask('/collections/dragons')).status).toBe(404)
    expect((await ask('/collections/dragons/items')).status).toBe(404)
  })

  test('/req/core/fc-response: items are GeoJSON with counts, a time stamp and flat properties', async () => {
    const { type, body } = await ask('/collections/zone/items')
    expect(type).toMatch(/^application\/geo\+json/)
    expect(body).toMatchObject({ type: 'FeatureCollection', numberMatched: 1, numberReturned: 1 })
    expect(Date.parse(body.timeStamp)).not.toBeNaN()
    expect(body.features[0]).toMatchObject({
      type: 'Feature',
      id: features[0]?.id,
      geometry: features[0]?.geometry,
      properties: { title: 'Green 1', zoneType: 'Green', color: '#17A73F', hole: null, hiddenForBuggy: true },
    })
    expect(body.features[0]?.properties.areaM2).toBeCloseTo(6_400, -2)
  })

  test('/req/core/fc-limit-response: pages of ten contain every item once', async () => {
    const seen: string[] = []
    let next: string | undefined = '/collections/wc/items?limit=10'
    const sizes: number[] = []
    while (next !== undefined) {
      const { body }: Answer = await ask(next)
      expect(body.numberMatched).toBe(25)
      sizes.push(body.numberReturned)
      seen.push(...body.features.map(({ id }) => id))
      next = body.links.find(({ rel }) => rel === 'next')?.href
    }
    expect(sizes).toEqual([10, 10, 5])
    expect(new Set(seen).size).toBe(25)
    expect((await ask('/collections/wc/items?limit=1000000')).body.numberReturned).toBe(25)
  })

  test('/req/core/fc-bbox-response: a feature is left out when only its box meets the query', async () => {
    const [west, south] = at(10, 10)
    const [east, north] = at(90, 90)
    expect((await ask(`/collections/road/items?bbox=${west},${south},${east},${north}`)).body.numberMatched).toBe(0)
    expect((await ask(`/collections/road/items?bbox=${west},${south},0,${north},${at(101, 0)[0]},99`)).status).toBe(400)
    const wide = at(101, 0)[0]
    expect((await ask(`/collections/road/items?bbox=${west},${south},${wide},${north}`)).body.numberMatched).toBe(1)
    expect((await ask(`/collections/road/items?bbox=${west},${south},0,${wide},${north},9`)).body.numberMatched).toBe(1)
    const inHole = [...at(1_040, 40), ...at(1_050, 50)].join(',')
    const inGreen = [...at(1_002, 2), ...at(1_005, 5)].join(',')
    expect((await ask(`/collections/zone/items?bbox=${inHole}`)).body.numberMatched).toBe(0)
    expect((await ask(`/collections/zone/items?bbox=${inGreen}`)).body.numberMatched).toBe(1)
    expect((await ask('/collections/road/items?bbox=170,-10,-2,60')).body.numberMatched).toBe(1)
  })

  test('/req/core/fc-time-response: instants and intervals filter features with a time', async () => {
    const count = async (datetime: string) =>
      (await ask(`/collections/note/items?datetime=${encodeURIComponent(datetime)}`)).body.numberMatched
    expect(await count('2026-05-01T05:30:00Z')).toBe(1)
    expect(await count('2026-05-01')).toBe(1)
    expect(await count('2026-05-01/2026-05-01')).toBe(1)
    expect(await count('2026-05-15/..')).toBe(1)
    expect(await count('../2027-01-01T00:00:00Z')).toBe(2)
    expect((await ask('/collections/wc/items?datetime=2020-01-01/..')).body.numberMatched).toBe(25)
  })

  test.each([
    'unknown=1',
    'bbox=1,2,3',
    'bbox=a,b,c,d',
    'bbox=0,60,1,50',
    'bbox=0,0,400,1',
    'limit=0',
    'limit=ten',
    'offset=-1',
    'datetime=yesterday',
    'datetime=2026-06-01/2026-05-01',
    'f=html',
  ])('/req/core/query-param-invalid: %s is answered by 400', async query => {
    const { status, body } = await ask(`/collections/wc/items?${query}`)
    expect(status).toBe(400)
    expect(body.error.kind).toBe('badRequest')
  })

  test('/rec/core/fc-filters: columns filter features, in pages too', async () => {
    expect((await ask('/collections/wc/items?title=WC%203')).body).toMatchObject({
      numberMatched: 1,
      features: [{ properties: { title: 'WC 3' } }],
    })
    expect((await ask('/collections/zone/items?zoneType=Green&hiddenForBuggy=true')).body.numberMatched).toBe(1)
    expect((await ask('/collections/zone/items?hiddenForBuggy=false')).body.numberMatched).toBe(0)
    // GDAL sends yes and no as 1 and 0.
    expect((await ask('/collections/zone/items?hiddenForBuggy=1')).body.numberMatched).toBe(1)
    expect((await ask('/collections/zone/items?hiddenForMower=0')).body.numberMatched).toBe(1)
    expect((await ask('/collections/zone/items?hiddenForBuggy=0')).body.numberMatched).toBe(0)
    expect((await ask('/collections/zone/items?hiddenForMower=1')).body.numberMatched).toBe(0)
    expect((await ask('/collections/road/items?type=cartPath&limit=1')).body.numberMatched).toBe(1)
    expect((await ask('/collections/wc/items?zoneType=Green')).status).toBe(400)
  })

  test('pages of other origins may use it with a key, and addresses take their own methods only', async () => {
    const before = await fetch(`${server.url}/api/ogc/collections`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://map.example.org',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-api-key',
      },
    })
    expect(before.status).toBe(204)
    expect(before.headers.get('access-control-allow-headers')).toContain('x-api-key')
    expect((await fetch(`${server.url}/api/ogc`, { method: 'OPTIONS' })).status).toBe(204)
    const { headers } = await ask('/collections')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await fetch(`${server.url}/api/ogc/collections/wc`, {
        method,
        headers: { 'x-api-key': key },
      })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    }
  })

  test('/req/core/f-success: one feature by its id, with links to itself and its collection', async () => {
    const id = bend.id
    const { type, body } = await ask(`/collections/road/items/${id}`)
    expect(type).toMatch(/^application\/geo\+json/)
    expect(body).toMatchObject({ type: 'Feature', id, properties: { title: 'Bend', lengthM: expect.closeTo(200, 0) } })
    expect((await ask(href(body, 'self'))).body.id).toBe(id)
    expect((await ask(href(body, 'collection'))).body.id).toBe('road')
    expect((await ask(`/collections/wc/items/${id}`)).status).toBe(404)
    expect((await ask('/collections/wc/items/nothing')).status).toBe(404)
  })
})

describe('keys for other programs', () => {
  test('a key opens by header, by bearer and as the password of Basic, as QGIS sends them', async () => {
    for (const headers of [{ 'x-api-key': key }, { authorization: `Bearer ${key}` }, basic('anybody', key)])
      expect((await ask('/collections', headers)).status).toBe(200)
    const session = { 'x-api-key': server.tokens.ROLE_TEST_USER }
    expect((await ask('/collections', session)).status).toBe(200)
  })

  test('without a right one the answer asks for Basic', async () => {
    for (const headers of [
      {},
      basic('anybody', 'wrong'),
      { authorization: 'Basic !!!' },
      { authorization: 'Bearer' },
    ]) {
      const { status, headers: said } = await ask('/collections', headers as Record<string, string>)
      expect(status).toBe(401)
      expect(said.get('www-authenticate')).toMatch(/^Basic realm="Greensward"/)
    }
  })

  test('it reads the course by this API and nothing else', async () => {
    for (const call of [calls.map.get, calls.profile.get, calls.settings.get, lateCalls.accessKeys.list])
      expect((await server.as(key, call)).status).toBe(401)
  })

  test('it is shown once, listed by its beginning, and refused once it is revoked', async () => {
    const made = (await server.call('ROLE_MANAGER', lateCalls.accessKeys.create, { body: { name: 'Laptop' } })).result
    expect(made.key).toMatch(/^gsk_[\w-]{43}$/)
    await ask('', { 'x-api-key': made.key })
    const { items } = (await server.call('ROLE_MANAGER', lateCalls.accessKeys.list)).result
    expect(items).toMatchObject([{ name: 'Laptop', beginning: made.key.slice(0, 10) }])
    expect(items[0]?.lastUsedAt).not.toBeNull()
    expect(JSON.stringify(items)).not.toContain(made.key)
    const others = await server.call('ROLE_ADMIN', lateCalls.accessKeys.remove, { params: { id: made.id } })
    expect(others.error.kind).toBe('notFound')
    await server
      .call('ROLE_MANAGER', lateCalls.accessKeys.remove, { params: { id: made.id } })
      .then(answer => answer.result)
    expect((await ask('', { 'x-api-key': made.key })).status).toBe(401)
  })

  test('it shows what its owner may see', async () => {
    const barKey = await make('ROLE_BUGGY_BAR')
    const { body } = await ask('/collections', { 'x-api-key': barKey })
    expect(body.collections.map(({ id }) => id)).toEqual(['road', 'hole'])
    expect((await ask('/collections/zone/items', { 'x-api-key': barKey })).status).toBe(404)
    const refused = await server.call('ROLE_APPLICANT', lateCalls.accessKeys.create, { body: { name: 'x' } })
    expect(refused.status).toBe(403)
  })
})
