/** OGC API - Features Part 3: filters of CQL2, in text and in JSON, sent to a real server. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GisProgram, startGisProgram } from '../../testing/gisProgram.ts'
import { at, rectangle } from '../../testing/ground.ts'

let gis: GisProgram
beforeAll(async () => {
  gis = await startGisProgram()
  const zones = [
    { title: "O'Brien", hiddenForBuggy: true },
    { title: '50% Rough', zoneTypeId: gis.roughType },
    { title: 'Green 1', rainModeRestricted: true },
  ]
  for (const [i, properties] of zones.entries())
    await gis.create('zone', gis.green(rectangle(i * 100, 0, 20, 20 + i * 20), properties))
  await gis.create('note', gis.feature('Point', at(0, 50), { label: 'Leak' }))
  await gis.create(
    'road',
    gis.feature('LineString', [at(0, 0), at(100, 0), at(100, 100)], { title: 'Bend', type: 'cartPath' }),
  )
})
afterAll(() => gis?.server.close())

interface Found {
  readonly numberMatched: number
  readonly features: readonly { readonly properties: { readonly title?: string } }[]
  readonly links: readonly { readonly rel: string; readonly href: string }[]
}
const ask = async (collection: string, parameters: Readonly<Record<string, string>>) => {
  const { status, body } = await gis.ask(`${collection}/items?${new URLSearchParams(parameters)}`)
  return { status, error: body.error, body: body as unknown as Found }
}
const titles = async (filter: string | object, more: Readonly<Record<string, string>> = {}) => {
  const sent = typeof filter === 'string' ? { filter } : { filter: JSON.stringify(filter), 'filter-lang': 'cql2-json' }
  const { status, error, body } = await ask('zone', { ...sent, ...more })
  expect([filter, status, error]).toEqual([filter, 200, undefined])
  return body.features.map(({ properties }) => properties.title).sort()
}
const [BRIEN, ROUGH, GREEN] = ["O'Brien", '50% Rough', 'Green 1']
const box = (eastM: number, northM: number): number[] => [...at(eastM, northM), ...at(eastM + 5, northM + 5)]
const triangle = () => [at(-50, -50), at(240, -50), at(-50, 240), at(-50, -50)]
const wkt = (positions: readonly (readonly number[])[]): string => positions.map(place => place.join(' ')).join(', ')

test('a plus is one where spaces are sent as %20, and a space where they are not', async () => {
  const asked = async (filter: string) =>
    (await gis.ask(`zone/items?filter=${filter}&filter-lang=cql2-text`)).body as unknown as Found
  expect((await asked('((areaM2%20+%201)%20%3E%20501)')).numberMatched).toBe(2)
  expect((await asked('areaM2+%3E+500')).numberMatched).toBe(2)
  expect((await asked('areaM2+%2B+1+%3E+501')).numberMatched).toBe(2)
  expect((await gis.ask('zone/items?filter=areaM2%20+%201%20%3E%20%E0%A4')).status).toBe(400)
})

describe('text', () => {
  test.each([
    ["title = 'O''Brien'", [BRIEN]],
    ["title = 'O\\'Brien'", [BRIEN]],
    ["'Green 1' = title", [GREEN]],
    ["zoneType <> 'Green'", [ROUGH]],
    ['areaM2 > 500', [GREEN, ROUGH].sort()],
    ['areaM2 >= 1e2 AND areaM2 < 500.5', [BRIEN]],
    ['areaM2 BETWEEN 700 AND 900', [ROUGH]],
    ['areaM2 NOT BETWEEN 700 AND 900', [GREEN, BRIEN].sort()],
    ["title IN ('Green 1', 'x')", [GREEN]],
    ["title NOT IN ('Green 1', 'x')", [BRIEN, ROUGH].sort()],
    ["title LIKE '%n%'", [BRIEN, GREEN].sort()],
    ["title LIKE 'green%'", []],
    ["title LIKE '50\\% %'", [ROUGH]],
    ["title LIKE 'Green _'", [GREEN]],
    ["title NOT LIKE '%n%'", [ROUGH]],
    ['hole IS NULL', [BRIEN, GREEN, ROUGH].sort()],
    ['title IS NOT NULL', [BRIEN, GREEN, ROUGH].sort()],
    ["hole = '1' OR NOT hole = '1'", []],
    ['hiddenForBuggy', [BRIEN]],
    ['hiddenForBuggy = TRUE', [BRIEN]],
    ['hiddenForBuggy = 1', [BRIEN]],
    ['NOT hiddenForBuggy', [GREEN, ROUGH].sort()],
    ['true', [BRIEN, GREEN, ROUGH].sort()],
    ["title = 'x' OR areaM2 < 500 AND hiddenForBuggy", [BRIEN]],
    ["(title = 'Green 1' OR areaM2 < 500) AND NOT (hiddenForBuggy)", [GREEN]],
    ['"title" = \'Green 1\'', [GREEN]],
    // As QGIS sends them.
    ['((areaM2 + 1) > 1201)', [GREEN]],
    ['(( - (areaM2)) > -500)', [BRIEN]],
    ["((CASEI(title) LIKE CASEI('GREEN%')) AND ((areaM2 / 2) < 650))", [GREEN]],
    ["CASEI(title) = CASEI('o''BRIEN')", [BRIEN]],
    ["CASEI(title) IN (CASEI('GREEN 1'), 'x')", [GREEN]],
    ['areaM2-400 < 100', [BRIEN]],
    ['2 * areaM2 - 2 ^ 3 * 101 < areaM2 + 1', [BRIEN, ROUGH].sort()],
    ['(areaM2 - (areaM2 % 100)) / 100 IN (8, 12)', [GREEN, ROUGH].sort()],
    ['areaM2 DIV 500 = 1', [ROUGH]],
    ['(areaM2) BETWEEN 700 AND (400 + 500)', [ROUGH]],
    ['(hiddenForBuggy) = TRUE AND (title) IS NOT NULL', [BRIEN]],
    ['areaM2 / 0 > 1 OR NOT areaM2 / 0 > 1', []],
  ] as const)('%s', async (filter, expected) => expect(await titles(filter)).toEqual(expected))

  test('moments are compared as such', async () => {
    const count = async (filter: string) => (await ask('note', { filter })).body.numberMatched
    expect(await count("time > TIMESTAMP('2020-01-01T00:00:00Z')")).toBe(1)
    expect(await count("time < DATE('2020-01-01')")).toBe(0)
    expect(await count("time > '2020-01-01T00:00:00Z'")).toBe(1)
  })

  test('S_INTERSECTS takes boxes and shapes, and not what only their boxes meet', async () => {
    expect(await titles(`S_INTERSECTS(geometry, BBOX(${box(5, 5)}))`)).toEqual([BRIEN])
    expect(await titles(`s_intersects(BBOX(${box(30, 5)}), geometry)`)).toEqual([])
    expect(await titles(`S_INTERSECTS(geometry, POINT(${at(105, 5).join(' ')}))`)).toEqual([ROUGH])
    expect(await titles(`S_INTERSECTS(geometry, MULTIPOINT((${wkt([at(105, 5)])}), (${wkt([at(5, 5)])})))`)).toEqual([
      ROUGH,
      BRIEN,
    ])
    expect(await titles(`S_INTERSECTS(geometry, LINESTRING(${wkt([at(-9, 5), at(150, 5)])}))`)).toEqual([ROUGH, BRIEN])
    expect(await titles(`S_INTERSECTS(geometry, POLYGON((${wkt(triangle())})))`)).toEqual([ROUGH, BRIEN])
    expect(await titles(`NOT S_INTERSECTS(geometry, MULTIPOLYGON(((${wkt(triangle())}))))`)).toEqual([GREEN])
    expect(await titles(`S_INTERSECTS(geometry, GEOMETRYCOLLECTION(POINT(${wkt([at(5, 5)])})))`)).toEqual([BRIEN])
    // The empty corner of the box around the bent road.
    const corner = `POLYGON((${wkt([at(10, 20), at(80, 20), at(10, 90), at(10, 20)])}))`
    expect((await ask('road', { filter: `S_INTERSECTS(geometry, ${corner})` })).body.numberMatched).toBe(0)
  })

  test('filter-crs says in which system its coordinates are, with its order of axes', async () => {
    const [west = 0, south = 0, east = 0, north = 0] = box(5, 5)
    const filter = `S_INTERSECTS(geometry, BBOX(${[south, west, north, east]}))`
    expect(await titles(filter, { 'filter-crs': 'EPSG:4326' })).toEqual([BRIEN])
    expect(await titles(filter)).toEqual([])
    const other = await ask('zone', { filter, 'filter-crs': 'EPSG:27700' })
    expect([other.status, other.error.code]).toEqual([400, 'otherCrs'])
  })

  test('it joins the other parameters, and links to pages keep it', async () => {
    const { body } = await ask('zone', { filter: 'areaM2 > 1', zoneType: 'Green', limit: '1' })
    expect(body.numberMatched).toBe(2)
    const next = new URL(body.links.find(({ rel }) => rel === 'next')?.href ?? '')
    expect(next.searchParams.get('filter')).toBe('areaM2 > 1')
  })
})

describe('JSON', () => {
  const title = { property: 'title' }
  test.each([
    [{ op: '=', args: [title, 'Green 1'] }, [GREEN]],
    [
      {
        op: 'and',
        args: [
          { op: '>', args: [{ property: 'areaM2' }, 500] },
          { op: 'like', args: [title, '%n%'] },
        ],
      },
      [GREEN],
    ],
    [{ op: 'or', args: [{ property: 'hiddenForBuggy' }, { op: 'in', args: [title, ['Green 1']] }] }, [GREEN, BRIEN]],
    [{ op: 'not', args: [{ op: 'between', args: [{ property: 'areaM2' }, 700, 900] }] }, [GREEN, BRIEN]],
    [{ op: 'isNull', args: [title] }, []],
    [
      {
        op: '>',
        args: [
          { op: '+', args: [{ property: 'areaM2' }, 1] },
          { op: '*', args: [12, 100.1] },
        ],
      },
      [GREEN],
    ],
    [
      {
        op: 'like',
        args: [
          { op: 'casei', args: [title] },
          { op: 'casei', args: ['GREEN%'] },
        ],
      },
      [GREEN],
    ],
    [{ op: 's_intersects', args: [{ property: 'geometry' }, { bbox: box(5, 5) }] }, [BRIEN]],
    [{ op: 's_intersects', args: [{ property: 'geometry' }, { type: 'Point', coordinates: at(105, 5) }] }, [ROUGH]],
  ])('%j', async (filter, expected) => expect(await titles(filter)).toEqual(expected))
})

describe('what is refused', () => {
  const fault = async (filter: string, lang = 'cql2-text'): Promise<unknown> => {
    const { status, error } = await ask('zone', { filter, 'filter-lang': lang })
    expect([filter.slice(0, 80), status, error?.code]).toEqual([filter.slice(0, 80), 400, 'wrongParameter'])
    const { code, params } = error.fields['query.filter'] as { code: string; params: { at?: unknown } }
    return [code, params.at]
  }

  test.each([
    ['', 'filterEndsEarly', 1],
    ['title =', 'filterEndsEarly', 8],
    ["title = 'x", 'filterTextOpen', 9],
    ["title = 'x' AND", 'filterEndsEarly', 16],
    ["title == 'x'", 'filterUnexpected', 8],
    ["title = 'x' title", 'filterUnexpected', 13],
    ['title # 1', 'filterUnexpected', 7],
    ['title = 😀', 'filterUnexpected', 9],
    ['(areaM2 > 1', 'filterEndsEarly', 12],
    ['areaM2 BETWEEN 1 OR 2', 'filterUnexpected', 18],
    ['title IN ()', 'filterUnexpected', 11],
    ['title IS 1', 'filterUnexpected', 10],
    ['nothing = 1', 'filterUnknownProperty', 1],
    ['areaM2 < 5 or TITLE is null', 'filterUnknownProperty', 15],
    ['__proto__ = 1', 'filterUnknownProperty', 1],
    ['areaM2 > title', 'filterTypes', 10],
    ["areaM2 > 'x'", 'filterTypes', 10],
    ['title LIKE 1', 'filterTypes', 12],
    ["areaM2 LIKE 'x'", 'filterTypes', 1],
    ['title', 'filterTypes', 1],
    ['hiddenForBuggy > TRUE', 'filterTypes', 1],
    ["ACCENTI(title) = 'x'", 'filterUnsupported', 1],
    ["CASEI(areaM2) = 'x'", 'filterTypes', 7],
    ['areaM2 + title > 2', 'filterTypes', 10],
    ['areaM2 + > 2', 'filterUnexpected', 10],
    ['areaM2 + 1', 'filterTypes', 1],
    ['(areaM2 + 1', 'filterEndsEarly', 12],
    ['areaM2 > *', 'filterUnexpected', 10],
    ["areaM2 > DATE('2020-13-01')", 'filterMoment', 15],
    ['S_INTERSECTS(geometry, geometry)', 'filterOneShape', 1],
    ['S_INTERSECTS(title, POINT(1 2))', 'filterUnknownProperty', 1],
    ['S_INTERSECTS(geometry, POINT(1))', 'filterCoordinates', 24],
    ['S_INTERSECTS(geometry, POLYGON((0 0, 1 1, 2 2)))', 'filterCoordinates', 24],
    ['S_INTERSECTS(geometry, BBOX(1, 2, 3))', 'filterCoordinates', 24],
    ['S_INTERSECTS(geometry, BBOX(5, 0, 1, 2))', 'filterCoordinates', 24],
    ['S_INTERSECTS(geometry, CIRCLE(1 2))', 'filterUnsupported', 24],
  ])('%s: %s at %s', async (filter, code, position) => expect(await fault(filter)).toEqual([code, position]))

  test.each([
    ['{', 'notJson', undefined],
    ['null', 'filterUnexpected', '$'],
    ['[]', 'filterUnexpected', '$'],
    ['{"op":"plus","args":[1]}', 'filterUnsupported', '$'],
    ['{"op":"=","args":[{"property":"title"}]}', 'filterUnexpected', '$.args'],
    ['{"op":"=","args":[{"property":"nothing"},1]}', 'filterUnknownProperty', '$.args[0]'],
    ['{"op":"=","args":[{"op":"+","args":[1]},1]}', 'filterUnexpected', '$.args[0].args'],
    ['{"op":"=","args":[{"op":"ACCENTI","args":["x"]},1]}', 'filterUnsupported', '$.args[0]'],
    ['{"op":"and","args":[true,7]}', 'filterUnexpected', '$.args[1]'],
    ['{"op":"s_intersects","args":[{"property":"geometry"},{"bbox":[1]}]}', 'filterCoordinates', '$.args[1]'],
    [
      '{"op":"s_intersects","args":[{"property":"geometry"},{"type":"Point","coordinates":[null,1]}]}',
      'filterCoordinates',
      '$.args[1]',
    ],
  ])('%s: %s at %s', async (filter, code, path) => expect(await fault(filter, 'cql2-json')).toEqual([code, path]))

  test('filters that are too long, too deep or of too many corners', async () => {
    expect(await fault(`title = '${'x'.repeat(6_000)}'`)).toEqual(['filterTooLong', undefined])
    expect(await fault(`${'('.repeat(3_000)}TRUE`)).toEqual(['filterTooDeep', undefined])
    expect(await fault('NOT '.repeat(1_000))).toEqual(['filterTooDeep', undefined])
    expect(await fault('['.repeat(4_000), 'cql2-json')).toEqual(['notJson', undefined])
    expect(await fault(`${'{"op":"not","args":['.repeat(40)}true${']}'.repeat(40)}`, 'cql2-json')).toEqual([
      'filterTooDeep',
      undefined,
    ])
    expect(await fault(`areaM2 > ${'-('.repeat(1_000)}`)).toEqual(['filterTooDeep', undefined])
    expect(await fault(`${'('.repeat(2_000)}1${')'.repeat(2_000)} = 1`)).toEqual(['filterTooDeep', undefined])
    const sum = '{"op":"+","args":[1,'.repeat(40)
    expect(await fault(`{"op":"=","args":[1,${sum}1${']}'.repeat(40)}]}`, 'cql2-json')).toEqual([
      'filterTooDeep',
      undefined,
    ])
    const corners = Array.from({ length: 300 }, (_, i) => `${i} 0`).join()
    expect(await fault(`S_INTERSECTS(geometry, LINESTRING(${corners}))`)).toEqual(['filterTooManyCorners', undefined])
  })

  test('another language', async () => {
    expect((await ask('zone', { filter: 'TRUE', 'filter-lang': 'cql-text' })).status).toBe(400)
  })
})

test('/req/queryables/get-queryables-response: a collection links to the schema of what a filter may name', async () => {
  const { body } = await gis.ask('zone')
  const { links } = body as unknown as Found
  const found = links.find(({ rel }) => rel === 'http://www.opengis.net/def/rel/ogc/1.0/queryables')
  expect(found?.href).toMatch(/\/collections\/zone\/queryables$/)
  const answer = await gis.ask('zone/queryables')
  expect(answer.headers.get('content-type')).toMatch(/^application\/schema\+json/)
  expect(answer.body).toMatchObject({
    type: 'object',
    properties: {
      title: { type: 'string' },
      areaM2: { type: 'number' },
      hiddenForBuggy: { type: 'boolean' },
      geometry: { format: 'geometry-polygon', $ref: 'https://geojson.org/schema/Polygon.json' },
    },
  })
  expect((await gis.ask('nothing/queryables')).status).toBe(404)
})
