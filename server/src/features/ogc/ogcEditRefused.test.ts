/** What another program may not write, and what it is answered: nothing of it changes the map. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missions } from '../../platform/db/schema/index.ts'
import { type GisProgram, type Sent, startGisProgram } from '../../testing/gisProgram.ts'
import { at } from '../../testing/ground.ts'

let gis: GisProgram
beforeAll(async () => {
  gis = await startGisProgram()
})
afterAll(() => gis?.server.close())

test('why is said in the line of the status, too, where QGIS shows it to a person', async () => {
  const ring = gis.square()
  await gis.create('zone', gis.green(ring, { title: 'Größe' }))
  const overlap = await gis.ask('zone/items', { method: 'POST', body: gis.green(ring) })
  expect(overlap.reason).toBe('Polygon intersections are not allowed for this zone type. geometry: Overlaps Gr??e')
  const unknown = await gis.ask('zone/items', { method: 'POST', body: gis.green(gis.square(), { hole: '99' }) })
  expect(unknown.reason).toBe('Some values are not valid. hole: This hole does not exist')
})

describe('what is refused', () => {
  const refused = async (collection: string, body: unknown, more: Sent = {}) => {
    const before = (await gis.onMap()).revision
    const { status, body: answer } = await gis.ask(`${collection}/items`, { method: 'POST', body, ...more })
    expect((await gis.onMap()).revision).toBe(before)
    return [
      status,
      answer.error.code,
      Object.entries(answer.error.fields ?? {}).map(([path, { code }]) => `${path} ${code}`),
    ]
  }
  const bow = () => {
    const [[a, b, c, d] = []] = gis.square()
    return [[a, c, b, d, a]]
  }

  test.each([
    ['a ring that crosses itself', () => gis.green(bow()), ['body.geometry ringCrossesItself']],
    ['an open ring', () => gis.green(gis.square().map(ring => ring.slice(0, -1))), ['body.geometry ringOpen']],
    ['no geometry', () => ({ ...gis.green(), geometry: null }), ['body.geometry required']],
    ['a line as a zone', () => gis.feature('LineString', [at(0, 0), at(1, 1)], {}), ['body.geometry.type otherShape']],
    ['two parts', () => gis.feature('MultiPolygon', [gis.square(), gis.square()], {}), ['body.geometry onePartOnly']],
    [
      'metres',
      () =>
        gis.green([
          [
            [500_000, 5_800_000],
            [500_100, 5_800_000],
            [500_100, 5_800_100],
            [500_000, 5_800_000],
          ],
        ]),
      expect.arrayContaining(['body.geometry.coordinates.0.0.0 tooLargeNumber']),
    ],
    [
      'text as a corner',
      () => gis.green([['a', 'b', 'c', 'd']]),
      expect.arrayContaining(['body.geometry.coordinates.0.0 notAList']),
    ],
    ['an unknown column', () => gis.green(gis.square(), { nothing: 1 }), ['body.properties.nothing unknownKey']],
    [
      'a column of another type',
      () => gis.green(gis.square(), { title: 5, hiddenForMower: 'no' }),
      ['body.properties.title notAText', 'body.properties.hiddenForMower notYesOrNo'],
    ],
    ['an empty title', () => gis.green(gis.square(), { title: null }), ['body.properties.title required']],
    [
      'no zone type',
      () => gis.feature('Polygon', gis.square(), { title: 'X' }),
      ['body.properties.zoneTypeId required'],
    ],
    [
      'an unknown zone type',
      () => gis.green(gis.square(), { zoneTypeId: crypto.randomUUID() }),
      ['body.properties.zoneTypeId noSuchZoneType'],
    ],
    [
      'an unknown name of a zone type',
      () => gis.feature('Polygon', gis.square(), { title: 'X', zoneType: 'Sand' }),
      ['body.properties.zoneType noSuchZoneType'],
    ],
    [
      'a name and an id of two types',
      () => gis.green(gis.square(), { zoneType: 'Rough' }),
      ['body.properties.zoneType nameAndIdDiffer'],
    ],
    [
      'an unknown hole',
      () => gis.green(gis.square(), { holeId: crypto.randomUUID() }),
      ['body.properties.holeId noSuchHole'],
    ],
    [
      'a collection',
      () => ({ type: 'FeatureCollection', features: [] }),
      expect.arrayContaining(['body.type notOneOf']),
    ],
  ])('%s, by the name of its column', async (_, body, faults) => {
    expect(await refused('zone', body())).toEqual([422, 'invalid', faults])
  })

  test('an overlap of zones that allow none', async () => {
    const ring = gis.square()
    await gis.create('zone', gis.green(ring))
    expect(await refused('zone', gis.green(ring, { title: 'Another' }))).toEqual([
      422,
      'zoneIntersects',
      ['body.geometry overlaps'],
    ])
  })

  test('names that several holes have', async () => {
    const nine = (y: number) =>
      gis.feature('LineString', [at(0, y), at(90, y)], { name: '9', baseAngle: 0, par: 3, pass: 10, sort: 9 })
    await gis.create('hole', nine(-120))
    await gis.create('hole', nine(-130))
    expect(await refused('zone', gis.green(gis.square(), { hole: '9' }))).toEqual([
      422,
      'invalid',
      ['body.properties.hole severalHaveName'],
    ])
  })

  test('a half given view of a hole', async () => {
    const hole = gis.feature('LineString', [at(0, -140), at(90, -140)], {
      name: '3',
      baseAngle: 0,
      par: 3,
      pass: 10,
      sort: 3,
      viewZoom: 17,
    })
    expect(await refused('hole', hole)).toEqual([422, 'invalid', ['body.properties.viewAngle required']])
  })

  test('/req/features/crs-crs84: another coordinate system, wherever it is named', async () => {
    const utm = 'http://www.opengis.net/def/crs/EPSG/0/32630'
    const elsewhere = 'http://www.opengis.net/def/crs/EPSG/0/25832'
    for (const [body, headers, code] of [
      [gis.green(), { 'content-crs': `<${elsewhere}>` }, 'otherCrs'],
      [gis.green(), { 'content-crs': 'nonsense' }, 'otherCrs'],
      [{ ...gis.green(), crs: { type: 'name', properties: { name: 'EPSG:3857' } } }, {}, 'crsDiffers'],
      [{ ...gis.green(), coordRefSys: utm }, {}, 'crsDiffers'],
      [{ ...gis.green(), coordRefSys: utm }, { 'content-crs': `<${elsewhere}>` }, 'otherCrs'],
    ] as const)
      expect(await refused('zone', body, { headers })).toEqual([400, code, []])
    const named = { ...gis.green(), crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } } }
    const headers = { 'content-crs': '<http://www.opengis.net/def/crs/OGC/1.3/CRS84>' }
    expect((await gis.ask('zone/items', { method: 'POST', body: named, headers })).status).toBe(201)
  })

  test('/req/create-replace-delete/post-content-type: a body without its type, or of another one', async () => {
    expect(await refused('zone', gis.green(), { type: null })).toEqual([400, 'contentTypeMissing', []])
    expect(await refused('zone', gis.green(), { type: 'application/gml+xml' })).toEqual([415, 'unsupportedType', []])
    expect(await refused('zone', '{"type":', {})).toEqual([400, 'unreadableRequest', []])
    expect((await gis.ask('zone/items', { method: 'POST', body: gis.green(), type: 'application/json' })).status).toBe(
      201,
    )
  })

  test('a body that is too large', async () => {
    expect(await refused('zone', { ...gis.green(), note: 'x'.repeat(5 * 1024 * 1024) })).toEqual([413, 'tooLarge', []])
    expect((await refused('zone', gis.green([Array.from({ length: 30_000 }, () => [0, 0])])))[0]).toBe(413)
  })

  test('an unknown id and collection', async () => {
    const id = crypto.randomUUID()
    for (const path of [
      `zone/items/${id}`,
      `wc/items/${(await gis.create('zone', gis.green())).body.id}`,
      'zone/items/no-id',
      `nothing/items/${id}`,
    ])
      for (const [method, body] of [
        ['PUT', gis.green()],
        ['PATCH', { properties: { title: 'X' } }],
        ['DELETE', undefined],
      ] as const)
        expect([path, method, (await gis.ask(path, { method, body })).status]).toEqual([path, method, 404])
    expect(
      (await gis.ask(`zone/items/${id}`, { method: 'PUT', body: gis.green(), headers: { 'if-match': '"xyz"' } }))
        .status,
    ).toBe(404)
  })

  test('methods that an address does not have', async () => {
    const put = await gis.ask('zone/items', { method: 'PUT', body: gis.green() })
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS'])
    const post = await gis.ask(`zone/items/${crypto.randomUUID()}`, { method: 'POST', body: gis.green() })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS'])
  })

  test('a change of what is computed, and a patch with members of its own', async () => {
    const { body } = await gis.create('zone', gis.green())
    const patch = async (sent: object) =>
      (await gis.ask(`zone/items/${body.id}`, { method: 'PATCH', body: sent })).body.error
    expect((await patch({ properties: { areaM2: 1 } })).fields).toMatchObject({
      'body.properties.areaM2': { code: 'computed' },
    })
    expect((await patch({ title: 'X' })).fields).toMatchObject({ 'body.title': { code: 'unknownKey' } })
    expect((await patch({ geometry: null })).fields).toMatchObject({ 'body.geometry': { code: 'required' } })
  })

  test('a zone whose mission is working is neither changed nor removed', async () => {
    const { body } = await gis.create('zone', gis.green())
    await gis.server.app.ctx.db.insert(missions).values(workingOn(body.id))
    const patch = { properties: { title: 'Other' } }
    const path = `zone/items/${body.id}`
    const changed = await gis.ask(path, { method: 'PATCH', body: patch })
    expect([changed.status, changed.body.error.code]).toEqual([409, 'zoneBusyEdit'])
    const removed = await gis.ask(path, { method: 'DELETE' })
    expect([removed.status, removed.body.error.code]).toEqual([409, 'zoneBusyDelete'])
    expect(removed.body.error.fields).toMatchObject({ body: { code: 'missionWorking' } })
  })
})

const workingOn = (targetId: string): typeof missions.$inferInsert => ({
  id: crypto.randomUUID(),
  title: 'A mission',
  targetKind: 'zone',
  targetId,
  mowerId: crypto.randomUUID(),
  bladeId: crypto.randomUUID(),
  direction: 'auto',
  angleOffsetDeg: 0,
  turnScheme: 'oneInOne',
  cleaningCycles: 0,
  startsByItself: false,
  status: 'working',
  resolvedDirection: '12-6',
  holeBaseAngleDeg: 0,
  swathHeadingDeg: 0,
  stats: { areaM2: 0, coverage: 0, lengthM: 0, mownLengthM: 0, turns: 0, durationS: 0, waypoints: 0, battery: 0 },
  mapRevision: 1,
  progress: 0,
  createdBy: 'Somebody',
  createdAt: new Date(),
  updatedAt: new Date(),
  logLines: 0,
})
