import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { CourseDiff, CourseFeature, FeatureOf, Position } from '@greensward/domain'
import { fixture } from '@greensward/testing/fixtures'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missions } from '../../platform/db/schema/index.ts'
import { at, rectangle } from '../../testing/ground.ts'
import { importFile } from '../../testing/importFile.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { seedCourse } from './seedCourse.ts'

let server: TestServer
let greenType: string
let roughType: string

const zoneTypeOf = async (name: string, allowsIntersection: boolean): Promise<string> =>
  (
    await server.call('ROLE_ADMIN', calls.zoneTypes.create, {
      body: { name, color: '#17A73F', directions: ['12-6'], allowsIntersection, mowable: true },
    })
  ).result.id

beforeAll(async () => {
  server = await startTestServer()
  for (const name of ['Fairway', 'Tee', 'Bunker']) await zoneTypeOf(name, false)
  greenType = await zoneTypeOf('Green', false)
  roughType = await zoneTypeOf('Rough', true)
})

afterAll(() => server?.close())

const zone = (coordinates: Position[][], zoneTypeId = greenType): FeatureOf<'zone'> => ({
  type: 'Feature',
  id: crypto.randomUUID(),
  kind: 'zone',
  geometry: { type: 'Polygon', coordinates },
  properties: {
    title: 'A zone',
    zoneTypeId,
    holeId: null,
    hiddenForMower: false,
    hiddenForBuggy: false,
    rainModeRestricted: false,
  },
})

const onHole = (of: FeatureOf<'zone'>, holeId: string | null, title: string): FeatureOf<'zone'> => ({
  ...of,
  properties: { ...of.properties, holeId, title },
})

const hole = (name: string): FeatureOf<'hole'> => ({
  type: 'Feature',
  id: crypto.randomUUID(),
  kind: 'hole',
  geometry: { type: 'LineString', coordinates: [at(0, 700), at(100, 700)] },
  properties: { name, baseAngle: 0, par: 4, rating: 4, pass: 14, sort: 1, isActive: true, view: null },
})

const road = (): FeatureOf<'road'> => ({
  type: 'Feature',
  id: crypto.randomUUID(),
  kind: 'road',
  geometry: { type: 'LineString', coordinates: [at(0, 500), at(100, 500)] },
  properties: { title: 'A road', type: 'cartPath' },
})

const note = (): FeatureOf<'note'> => ({
  type: 'Feature',
  id: crypto.randomUUID(),
  kind: 'note',
  geometry: { type: 'Point', coordinates: at(0, 600) },
  properties: { label: 'Wet', author: 'Somebody', time: '2026-05-01T05:30:00.000Z' },
})

const readMap = async () => (await server.call('ROLE_ADMIN', calls.map.get)).result

const change = async (
  diff: { [K in keyof CourseDiff]?: CourseFeature[] | [CourseFeature, CourseFeature][] },
  role: Parameters<TestServer['call']>[0] = 'ROLE_GREENKEEPER',
) =>
  server.call(role, calls.map.change, {
    body: {
      baseRevision: 0,
      label: 'A change',
      added: (diff.added ?? []) as CourseFeature[],
      updated: (diff.updated ?? []) as [CourseFeature, CourseFeature][],
      removed: (diff.removed ?? []) as CourseFeature[],
    },
  })

test('the first features on an empty map put its middle there, later ones do not', async () => {
  const centre = async () => {
    const { centerLon, centerLat } = (await server.call('ROLE_ADMIN', calls.settings.get)).result
    return [centerLon, centerLat]
  }
  expect(await centre()).toEqual([0, 0])
  const first = zone(rectangle(-1_000, -1_000, 20, 10))
  await change({ added: [first] })
  const [lon = 0, lat = 0] = await centre()
  expect(lon).toBeCloseTo(at(-990, 0)[0], 7)
  expect(lat).toBeCloseTo(at(0, -995)[1], 7)
  await change({ added: [zone(rectangle(-2_000, -1_000, 20, 10))] })
  expect(await centre()).toEqual([lon, lat])
})

test('a note keeps its author and the time of its first save, also when it is changed', async () => {
  const sent = note()
  expect((await change({ added: [sent] })).status).toBe(200)
  const kept = async () => (await readMap()).features.find(({ id }) => id === sent.id) ?? expect.fail('no note')
  const written = await kept()
  const { author, time } = written.properties as { author: string; time: string }
  expect(author).not.toBe('Somebody')
  expect(time).toBe(server.clock.now().toISOString())
  server.clock.advance(60_000)
  const forged = { ...sent, properties: { label: 'Dry again', author: 'Demo Admin', time: sent.properties.time } }
  expect((await change({ updated: [[written, forged]] }, 'ROLE_ADMIN')).status).toBe(200)
  expect((await kept()).properties).toEqual({ label: 'Dry again', author, time })
  expect((await change({ removed: [await kept()] })).status).toBe(200)
})

describe('reading the map', () => {
  test('an unchanged map is answered by 304 to the etag of before, a changed one by the new map', async () => {
    const first = await server.call('ROLE_ADMIN', calls.map.get)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).not.toBe('')
    const again = await server.call('ROLE_ADMIN', calls.map.get, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    const feature = zone(rectangle(0, 0, 10, 10))
    expect((await change({ added: [feature] })).result.revision).toBe(first.result.revision + 1)
    const changed = await server.call('ROLE_ADMIN', calls.map.get, { headers: { 'if-none-match': etag } })
    expect(changed.status).toBe(200)
    expect(changed.result.features).toContainEqual(feature)
  })

  test('the buggy bar sees holes and roads only', async () => {
    const added = road()
    await change({ added: [added, zone(rectangle(0, 20, 10, 10))] })
    const { features } = (await server.call('ROLE_BUGGY_BAR', calls.map.get)).result
    expect(features.map(({ id }) => id)).toContain(added.id)
    expect(new Set(features.map(({ kind }) => kind))).toEqual(new Set(['road']))
  })
})

describe('changing the map', () => {
  test.each([
    ['ROLE_BUGGY_ADMIN', 'road', 200],
    ['ROLE_BUGGY_ADMIN', 'zone', 403],
    ['ROLE_BUGGY_BAR', 'note', 200],
    ['ROLE_BUGGY_BAR', 'road', 403],
    ['ROLE_TEST_USER', 'note', 403],
    ['ROLE_APPLICANT', 'note', 403],
    ['ROLE_GREENKEEPER', 'zone', 200],
  ] as const)('%s who adds a %s is answered %i', async (role, kind, status) => {
    const feature = { road, note, zone: () => zone(rectangle(1_000 + Math.random() * 1e4, 1_000, 5, 5), roughType) }[
      kind
    ]()
    expect((await change({ added: [feature] }, role)).status).toBe(status)
  })

  test('two changes of one feature from the same state: the second gets a conflict with the present feature', async () => {
    const before = zone(rectangle(0, 40, 10, 10))
    await change({ added: [before] })
    const mine = { ...before, properties: { ...before.properties, title: 'Mine' } }
    const theirs = { ...before, properties: { ...before.properties, title: 'Theirs' } }
    const answers = await Promise.all([change({ updated: [[before, mine]] }), change({ updated: [[before, theirs]] })])
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(1)
    const today = (await readMap()).features.find(({ id }) => id === before.id)
    expect(refused[0]?.error).toMatchObject({ kind: 'mapConflict', details: [{ id: before.id, today }] })
  })

  test('a conflict shows only what the person may read', async () => {
    const hidden = zone(rectangle(0, 80, 10, 10))
    await change({ added: [hidden] })
    const asNote = { ...note(), id: hidden.id }
    const refused = await change({ added: [asNote] }, 'ROLE_BUGGY_BAR')
    expect(refused.error).toMatchObject({ kind: 'mapConflict', details: [{ id: hidden.id, today: null }] })
    expect(JSON.stringify(refused.error)).not.toContain(hidden.properties.title)
    const own = note()
    await change({ added: [own] }, 'ROLE_BUGGY_BAR')
    expect((await change({ added: [own] }, 'ROLE_BUGGY_BAR')).error.details).toMatchObject([
      { id: own.id, today: { kind: 'note' } },
    ])
  })

  test('nothing of a diff is applied when one of its features is refused', async () => {
    const taken = zone(rectangle(0, 60, 10, 10))
    await change({ added: [taken] })
    const { revision } = await readMap()
    const fine = zone(rectangle(40, 60, 10, 10))
    const refused = (await change({ added: [fine, zone(rectangle(5, 65, 10, 10))] })).error
    expect(refused).toMatchObject({
      kind: 'zoneIntersects',
      message: 'Polygon intersections are not allowed for this zone type',
    })
    const after = await readMap()
    expect(after.revision).toBe(revision)
    expect(after.features.map(({ id }) => id)).not.toContain(fine.id)
  })

  test('zones that share an edge do not intersect, and a rough may overlap', async () => {
    await change({ added: [zone(rectangle(0, 80, 10, 10))] })
    expect((await change({ added: [zone(rectangle(10, 80, 10, 10))] })).status).toBe(200)
    expect((await change({ added: [zone(rectangle(5, 82, 10, 10), roughType)] })).status).toBe(200)
  })

  test('a zone whose mission is active is neither edited nor deleted', async () => {
    const feature = zone(rectangle(0, 100, 10, 10))
    await change({ added: [feature] })
    await server.app.ctx.db.insert(missions).values(missionOn(feature.id))
    const edited = { ...feature, properties: { ...feature.properties, title: 'Other' } }
    expect((await change({ updated: [[feature, edited]] })).error).toMatchObject({
      kind: 'zoneBusyEdit',
      message: 'Edit zone prohibited while mission is working',
    })
    expect((await change({ removed: [feature] })).error).toMatchObject({
      kind: 'zoneBusyDelete',
      message: 'Delete zone prohibited while mission is working',
    })
  })

  test('a deleted hole leaves its zones without a hole in the same change, by name, and undoing it restores both', async () => {
    const [gone, stays] = [hole('21'), hole('22')]
    const green = onHole(zone(rectangle(0, 700, 10, 10)), gone.id, 'Green 21')
    const other = onHole(zone(rectangle(0, 720, 10, 10)), stays.id, 'Green 22')
    await change({ added: [gone, stays, green, other] })
    const holeOf = async (id: string) =>
      (await readMap()).features.flatMap(feature =>
        feature.id === id && feature.kind === 'zone' ? feature.properties.holeId : [],
      )

    const { revision, leftWithoutHole } = (await change({ removed: [gone] })).result
    expect(leftWithoutHole).toEqual([{ id: green.id, title: 'Green 21' }])
    expect(await holeOf(green.id)).toEqual([null])
    expect(await holeOf(other.id)).toEqual([stays.id])
    const undone = await server.call('ROLE_GREENKEEPER', calls.map.revert, { params: { revision } })
    expect(undone.result).toEqual({ revision: revision + 1, leftWithoutHole: [] })
    expect(await holeOf(green.id)).toEqual([gone.id])
    expect((await readMap()).features).toContainEqual(gone)
  })

  test('a zone that an older change left pointing to no hole can be edited again', async () => {
    const lost = onHole(zone(rectangle(0, 740, 10, 10)), crypto.randomUUID(), 'Green of nowhere')
    await server.app.ctx.db.transaction(tx => seedCourse(tx, [lost]))
    const renamed = onHole(lost, lost.properties.holeId, 'Green 23')
    const answer = await change({ updated: [[lost, renamed]] })
    expect(answer.result.leftWithoutHole).toEqual([{ id: lost.id, title: 'Green of nowhere' }])
    expect((await readMap()).features).toContainEqual(onHole(lost, null, 'Green 23'))
    const wrong = onHole(zone(rectangle(0, 760, 10, 10)), crypto.randomUUID(), 'Green 24')
    expect((await change({ added: [wrong] })).error.fields).toEqual({
      'body.added.0.properties.holeId': { code: 'noSuchHole', params: {} },
    })
  })

  test('a feature cannot stand in one diff twice nor become another one', async () => {
    const feature = zone(rectangle(0, 120, 10, 10))
    expect((await change({ added: [feature, feature] })).error.kind).toBe('invalid')
    await change({ added: [feature] })
    expect((await change({ updated: [[feature, { ...feature, id: crypto.randomUUID() }]] })).error.kind).toBe('invalid')
  })

  test('history names person and change, and a change is undone by its inverse', async () => {
    const feature = zone(rectangle(0, 140, 10, 10))
    const { revision } = (await change({ added: [feature] })).result
    const { items } = (await server.call('ROLE_ADMIN', calls.map.changes)).result
    expect(items[0]).toMatchObject({ revision, label: 'A change', who: 'Test Greenkeeper', added: 1, updated: 0 })
    const undone = (await server.call('ROLE_GREENKEEPER', calls.map.revert, { params: { revision } })).result
    const [newest] = (await server.call('ROLE_GREENKEEPER', calls.map.changes, { query: { perPage: 1 } })).result.items
    expect(newest).toMatchObject({
      label: 'Undo: A change',
      said: { code: 'changeUndone', params: { change: 'A change' } },
    })
    const found = async (search: string) =>
      (await server.call('ROLE_GREENKEEPER', calls.map.changes, { query: { search } })).result.items.map(
        item => item.revision,
      )
    for (const word of ['undo: a change', 'RÜCKGÄNGIG', 'deshacer'])
      expect(await found(word)).toContain(undone.revision)
    expect(await found('deshacer')).not.toContain(revision)
    expect(undone.revision).toBe(revision + 1)
    expect((await readMap()).features.map(({ id }) => id)).not.toContain(feature.id)
    expect((await server.call('ROLE_GREENKEEPER', calls.map.revert, { params: { revision } })).error.kind).toBe(
      'mapConflict',
    )
    expect((await server.call('ROLE_ADMIN', calls.map.revert, { params: { revision: 99_999 } })).error.kind).toBe(
      'notFound',
    )
  })
})

const missionOn = (targetId: string): typeof missions.$inferInsert => ({
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

describe('importing a file', () => {
  const upload = (content: string | Uint8Array<ArrayBuffer>) =>
    importFile(server.url, server.tokens.ROLE_GREENKEEPER, content)

  test.each([
    ['broken JSON', '{"type":"FeatureCollection",\n"features":[\n{]}', /not well-formed JSON.*\(line 3\)/],
    ['JSON that ends too early', '{"type":"FeatureCollection","features":[', /not well-formed JSON.*too early/],
    ['broken XML', '<osm>\n<node id="1" lat="1" lon="2">\n</osm>', /not well-formed XML.*\(line 3\)/],
    ['a DOCTYPE', '<!DOCTYPE osm [<!ENTITY a "b">]>\n<osm>&a;</osm>', /DOCTYPE/],
    ['an unknown entity', '<osm><node id="&a;"/></osm>', /not well-formed XML.*entity that is not known/],
    ['other XML', '<?xml version="1.0"?><svg/>', /root element is <svg>/],
    ['text that is neither', 'hello', /neither OpenStreetMap XML.* nor GeoJSON/],
    ['other JSON', '{"type":"Topology"}', /not a GeoJSON/],
    ['JSON as deep as a well', '{"a":'.repeat(100_000), /nested more than/],
    ['bytes that are not text', new Uint8Array([0x80, 0xff, 0xfe]), /neither UTF-8/],
  ])('%s is refused with the reason, and where possible the line', async (_, content, message) => {
    const { revision } = await readMap()
    const { status, error } = await upload(content)
    expect(status).toBe(422)
    expect(error.kind).toBe('importRefused')
    expect(error.message).toMatch(message)
    expect((await readMap()).revision).toBe(revision)
  })

  test('a file of more than 64 MB is refused as too large', async () => {
    const { status, error } = await upload(new Uint8Array(65 * 1024 * 1024))
    expect(status).toBe(413)
    expect(error.kind).toBe('tooLarge')
  })

  test('an export comes back as it was, under new ids', async () => {
    const feature = zone(rectangle(5_000, 5_000, 10, 10), roughType)
    await change({ added: [feature] })
    const exported = (await server.call('ROLE_ADMIN', calls.map.export, { query: { format: 'geojson' } })).result
    const { result } = await upload(JSON.stringify(exported))
    const read = [...result.features, ...result.standing.map(({ feature }) => feature)]
    const copy = read.find(({ geometry }) => JSON.stringify(geometry) === JSON.stringify(feature.geometry))
    expect(copy).toMatchObject({ kind: 'zone', properties: feature.properties })
    expect(copy?.id).not.toBe(feature.id)
  })

  const laidOnMap = async (file: string) => {
    const before = await readMap()
    const { result } = await upload(new Uint8Array(readFileSync(file)))
    expect(result.format).toBe('osm')
    expect((await readMap()).revision).toBe(before.revision)
    const applied = await server.call('ROLE_GREENKEEPER', lateCalls.imports.apply, {
      params: { id: result.id },
      body: { baseRevision: before.revision, label: 'A course', mode: 'add' },
    })
    expect(applied.status).toBe(200)
    const after = await readMap()
    expect(after.features).toHaveLength(before.features.length + result.features.length)
    const byId = new Map(after.features.map(feature => [feature.id, feature]))
    expect(result.features.map(({ id }) => byId.get(id))).toEqual(result.features)
    return result
  }

  test('a whole course is previewed and laid on the map', async () => {
    const { counts, refused, features } = await laidOnMap(fixture('course/course.osm'))
    const first = features.find(feature => feature.kind === 'hole' && feature.properties.sort === 1)
    expect(first?.geometry).toMatchObject({ coordinates: [[-2.70366142, 52.75447827], {}, {}] })
    expect(counts).toEqual({ hole: 3, zone: 11, restriction: 1, road: 1 })
    expect(refused).toEqual([])
  })

  const REAL = join(import.meta.dirname, '../../../../../shared/data/courses/course-a.osm')
  test.skipIf(!existsSync(REAL))(
    'a real course is previewed and laid on the map (skipped where it is absent)',
    async () => {
      expect((await laidOnMap(REAL)).counts).toMatchObject({ hole: 18 })
    },
    30_000,
  )
})
