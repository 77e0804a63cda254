/** Features edited by other programs, over the real server: OGC API - Features Part 4 (draft OGC 20-002). */
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GisProgram, startGisProgram } from '../../testing/gisProgram.ts'
import { at } from '../../testing/ground.ts'

let gis: GisProgram
beforeAll(async () => {
  gis = await startGisProgram()
})
afterAll(() => gis?.server.close())

describe('a feature whose answer was lost, and which QGIS sends again', () => {
  const post = (body: object, as?: string) =>
    gis.ask('zone/items', { method: 'POST', body, ...(as === undefined ? {} : { as }) })

  test('is added once', async () => {
    const sent = gis.feature('Polygon', gis.square(), { title: 'Strip', zoneType: 'Rough' })
    const first = await post(sent)
    const { revision } = await gis.onMap()
    const again = await Promise.all([post(sent), post(sent), post(sent)])
    for (const { status, headers, body } of again)
      expect([status, headers.get('location'), body]).toEqual([201, first.headers.get('location'), first.body])
    expect((await gis.onMap()).revision).toBe(revision)
  })

  test('a note keeps the time when it was first sent', async () => {
    const sent = gis.feature('Point', at(0, -70), { label: 'Leak' })
    const first = await gis.create('note', sent)
    gis.server.clock.advance(60_000)
    expect((await gis.create('note', sent)).body).toEqual(first.body)
  })

  test('is added again by another person, with another shape, once the first is changed or gone, and later', async () => {
    const ring = gis.square()
    const sent = gis.feature('Polygon', ring, { title: 'Strip 2', zoneType: 'Rough' })
    const ids = new Set<string>()
    const add = async (body: object, as?: string) => {
      const { status, body: made } = await post(body, as)
      expect(status).toBe(201)
      ids.add(made.id)
      return `zone/items/${made.id}`
    }
    const first = await add(sent)
    await add(sent, await gis.makeKey('ROLE_MANAGER', true))
    await add(gis.feature('Polygon', gis.square(), { title: 'Strip 2', zoneType: 'Rough' }))
    await gis.ask(first, { method: 'PATCH', body: { properties: { title: 'Other' } } })
    const second = await add(sent)
    await gis.ask(second, { method: 'DELETE' })
    await add(sent)
    gis.server.clock.advance(11 * 60_000)
    await add(sent)
    expect(ids.size).toBe(6)
  })
})

describe('creating, replacing, changing and removing features', () => {
  test('/req/create-replace-delete/post-response: a feature is added under an id of the server', async () => {
    const id = crypto.randomUUID()
    const ring = gis.square()
    const sent = gis.green(ring, { title: 'Green 1' })
    const answer = await gis.create('zone', { ...sent, id, bbox: [0, 0, 1, 1], links: [] })
    expect(answer.headers.get('location')).toBe(`${gis.server.url}/api/ogc/collections/zone/items/${answer.body.id}`)
    expect(answer.headers.get('content-crs')).toBe('<http://www.opengis.net/def/crs/OGC/1.3/CRS84>')
    expect(answer.body.id).not.toBe(id)
    const read = await gis.ask(`zone/items/${answer.body.id}`)
    expect(read.body).toEqual(answer.body)
    expect(read.headers.get('etag')).toBe(answer.headers.get('etag'))
    expect((await gis.onMap()).features.find(known => known.id === answer.body.id)).toEqual({
      type: 'Feature',
      id: answer.body.id,
      kind: 'zone',
      geometry: { type: 'Polygon', coordinates: ring },
      properties: {
        title: 'Green 1',
        zoneTypeId: gis.greenType,
        holeId: null,
        hiddenForMower: false,
        hiddenForBuggy: false,
        rainModeRestricted: false,
      },
    })
  })

  test.each([
    [
      'restriction',
      'Polygon',
      () => gis.square(),
      { title: 'Nursery', timetable: '[{"days":["mon"],"from":"06:00","to":"09:00"}]' },
    ],
    ['missionArea', 'Polygon', () => gis.square(), { title: 'By the pond' }],
    ['area', 'Polygon', () => gis.square(), { title: 'Wood' }],
    [
      'markedArea',
      'Polygon',
      () => gis.square(),
      { title: 'Repair', colour: '#2f7fd0', until: '2026-11-20T07:30:00+02:00' },
    ],
    ['radius', 'Point', () => at(0, -20), { title: 'Oak', radiusM: 4, appliesTo: 'mowers' }],
    ['road', 'LineString', () => [at(0, -30), at(50, -30)], { title: 'Path', type: 'cartPath' }],
    ['hole', 'LineString', () => [at(0, -40), at(300, -40)], { name: '1', baseAngle: 90, par: 4, pass: 14, sort: 1 }],
    ['garage', 'Point', () => at(0, -50), { title: 'Shed' }],
    ['wc', 'Point', () => at(0, -60), { title: 'WC' }],
  ] as const)(
    'a feature of the collection %s is added, replaced by what was read, changed and removed',
    async (kind, type, place, properties) => {
      const made = await gis.create(kind, gis.feature(type, place(), properties))
      const path = `${kind}/items/${made.body.id}`
      const before = (await gis.onMap()).features.find(({ id }) => id === made.body.id)
      expect(before?.kind).toBe(kind)
      // What is read has columns that are computed; sent back as it is, it changes nothing.
      const { revision } = await gis.onMap()
      const same = await gis.ask(path, { method: 'PUT', body: made.body })
      expect([same.status, same.body]).toEqual([200, made.body])
      expect((await gis.onMap()).revision).toBe(revision)
      const name = kind === 'hole' ? 'name' : 'title'
      const renamed = await gis.ask(path, { method: 'PATCH', body: { properties: { [name]: 'Other' } } })
      expect([renamed.status, renamed.body.properties[name]]).toEqual([200, 'Other'])
      const after = (await gis.onMap()).features.find(({ id }) => id === made.body.id)
      expect(after).toEqual({ ...before, properties: { ...before?.properties, [name]: 'Other' } })
      const removed = await gis.ask(path, { method: 'DELETE' })
      expect([removed.status, (await gis.ask(path)).status]).toEqual([204, 404])
    },
  )

  test('a hole that is only a line and a name gets what follows from them, and is added once', async () => {
    const sent = gis.feature('LineString', [at(0, -140), at(300, -140)], { name: 'Hole 12', par: null, pass: null })
    const { body } = await gis.create('hole', sent)
    expect(body.properties).toMatchObject({
      name: 'Hole 12',
      baseAngle: 90,
      par: 4,
      pass: 15,
      sort: 12,
      rating: 0,
      isActive: true,
    })
    expect((await gis.create('hole', sent)).body.id).toBe(body.id)
    const short = await gis.ask(`hole/items/${body.id}`, {
      method: 'PATCH',
      body: { properties: { par: 3, pass: null } },
    })
    expect(short.body.properties).toMatchObject({ par: 3, pass: 12 })
  })

  test('a hole whose name has no number comes behind the others', async () => {
    const sent = gis.feature('LineString', [at(0, -150), at(100, -150)], { name: 'Practice' })
    expect((await gis.create('hole', sent)).body.properties).toMatchObject({ par: 3, sort: 1_000 })
  })

  test('a moment with an offset is kept in UTC', async () => {
    const sent = { title: 'Repair', colour: '#2f7fd0', until: '2026-11-20T07:30:00+02:00' }
    const { body } = await gis.create('markedArea', gis.feature('Polygon', gis.square(), sent))
    expect(body.properties.until).toBe('2026-11-20T05:30:00.000Z')
  })

  test('a note has the owner of the key as its author, and keeps its first one', async () => {
    const sent = { label: 'Wet', author: 'Nobody', time: '2000-01-01T00:00:00Z' }
    const { body } = await gis.create('note', gis.feature('Point', at(5, -70), sent))
    expect(body.properties).toMatchObject({ label: 'Wet', author: 'Test Greenkeeper' })
    expect(body.properties.time).not.toBe(sent.time)
    const managers = await gis.makeKey('ROLE_MANAGER', true)
    const changed = await gis.ask(`note/items/${body.id}`, {
      method: 'PATCH',
      body: { properties: { label: 'Very wet' } },
      as: managers,
    })
    expect(changed.body.properties).toEqual({ ...body.properties, label: 'Very wet' })
    const forged = await gis.ask(`note/items/${body.id}`, {
      method: 'PATCH',
      body: { properties: { author: 'Nobody' } },
    })
    expect([forged.status, forged.body.error.fields]).toMatchObject([
      422,
      { 'body.properties.author': { code: 'computed' } },
    ])
  })

  test('zone type and hole may be given by their names, as a person reads them', async () => {
    const hole = await gis.create(
      'hole',
      gis.feature('LineString', [at(0, -90), at(90, -90)], { name: '7', baseAngle: 0, par: 3, pass: 10, sort: 7 }),
    )
    const sent = { title: 'By name', zoneType: 'Rough', hole: '7', areaM2: null, color: null }
    const { body } = await gis.create('zone', gis.feature('Polygon', gis.square(), sent))
    expect(body.properties).toMatchObject({
      zoneTypeId: gis.roughType,
      holeId: hole.body.id,
      zoneType: 'Rough',
      hole: '7',
    })
    const patched = await gis.ask(`zone/items/${body.id}`, {
      method: 'PATCH',
      body: { properties: { zoneType: 'Green', hole: null } },
    })
    expect(patched.body.properties).toMatchObject({ zoneTypeId: gis.greenType, holeId: null, hole: null })
    // A removed hole leaves its zones without one, as in the editor.
    await gis.ask(`zone/items/${body.id}`, { method: 'PATCH', body: { properties: { hole: '7' } } })
    expect((await gis.ask(`hole/items/${hole.body.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await gis.ask(`zone/items/${body.id}`)).body.properties.holeId).toBeNull()
  })

  test('/req/features/geojson-create-replace: the id in a body of PUT is ignored, and the geometry replaced', async () => {
    const { body } = await gis.create('zone', gis.green())
    const ring = gis.square()
    const other = crypto.randomUUID()
    const put = await gis.ask(`zone/items/${body.id}`, {
      method: 'PUT',
      body: { ...gis.green(ring, { title: 'Moved' }), id: other },
    })
    expect([put.status, put.body.id, put.body.geometry.coordinates]).toEqual([200, body.id, ring])
    expect((await gis.ask(`zone/items/${other}`)).status).toBe(404)
  })

  test('one part of several, heights and 0 or 1 for no and yes are taken, as programs send them', async () => {
    const ring = gis.square()
    const withHeights = ring.map(positions => positions.map(([lon, lat]) => [lon, lat, 12]))
    const { body } = await gis.create(
      'zone',
      gis.feature('MultiPolygon', [withHeights], { title: 'Z', zoneTypeId: gis.greenType, hiddenForBuggy: 1 }),
    )
    expect(body.geometry.coordinates).toEqual(ring)
    expect(body.properties.hiddenForBuggy).toBe(true)
  })

  test('it is one change of the map: history, audit, live event, notice to the fleet and undo', async () => {
    const { token } = (await gis.server.call('ROLE_MANAGER', calls.live.config)).result
    const socket = io(gis.server.url, { query: { token }, reconnection: false, forceNew: true })
    try {
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', () => resolve())
        socket.once('connect_error', reject)
      })
      const live = new Promise(resolve => socket.once('map', resolve))
      const touched: string[] = []
      const off = gis.server.app.ctx.events.on('mapChanged', ({ touchedIds }) => {
        touched.push(...touchedIds)
      })
      const { body } = await gis.create('zone', gis.green(gis.square(), { title: 'Watched' }))
      off()
      expect(touched).toEqual([body.id])
      const { revision } = await gis.onMap()
      expect(await live).toMatchObject({ event: 'changed', message: { revision, upserted: [{ id: body.id }] } })
      const history = await gis.server.call('ROLE_GREENKEEPER', calls.map.changes, { query: { perPage: 1 } })
      const [newest] = history.result.items
      expect(newest).toMatchObject({
        revision,
        who: 'Test Greenkeeper',
        label: 'Added by another program: Watched',
        // Everybody reads it in their language.
        said: { code: 'addedByProgram', params: { feature: 'Watched' } },
        added: 1,
      })
      const audit = (
        await gis.server.call('ROLE_ADMIN', lateCalls.audit.list, { query: { subject: 'map', perPage: 1 } })
      ).result
      expect(audit.items).toMatchObject([
        { action: 'map.change', who: 'Test Greenkeeper', subjectId: String(revision) },
      ])
      await gis.server
        .call('ROLE_GREENKEEPER', calls.map.revert, { params: { revision } })
        .then(answer => answer.result)
      expect((await gis.ask(`zone/items/${body.id}`)).status).toBe(404)
    } finally {
      socket.disconnect()
    }
  })
})

describe('optimistic locking', () => {
  test('/req/optimistic-locking-etags: a stale version is refused for each method, and nothing changes', async () => {
    const made = await gis.create('zone', gis.green())
    const path = `zone/items/${made.body.id}`
    const first = made.headers.get('etag') ?? ''
    const changed = await gis.ask(path, {
      method: 'PATCH',
      body: { properties: { title: 'One' } },
      headers: { 'if-match': first },
    })
    expect(changed.status).toBe(200)
    const second = changed.headers.get('etag') ?? ''
    expect(second).not.toBe(first)
    const { revision } = await gis.onMap()
    for (const ifMatch of [first, `W/${second}`, '"0"', second.slice(1, -1)])
      for (const [method, body] of [
        ['PATCH', { properties: { title: 'Two' } }],
        ['PUT', gis.green()],
        ['DELETE', undefined],
      ] as const) {
        const answer = await gis.ask(path, { method, body, headers: { 'if-match': ifMatch } })
        expect([ifMatch, method, answer.status, answer.body.error.code]).toEqual([
          ifMatch,
          method,
          412,
          'preconditionFailed',
        ])
      }
    expect((await gis.onMap()).revision).toBe(revision)
    expect((await gis.ask(path, { method: 'DELETE', headers: { 'if-match': `"0", ${second}` } })).status).toBe(204)
  })

  test('of two that read the same version and write at once, one is refused', async () => {
    const made = await gis.create('zone', gis.green())
    const headers = { 'if-match': made.headers.get('etag') ?? '' }
    const write = (title: string) =>
      gis.ask(`zone/items/${made.body.id}`, { method: 'PATCH', body: { properties: { title } }, headers })
    const answers = await Promise.all([write('A'), write('B'), write('C')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412])
  })
})

describe('rights', () => {
  const methods = async (path: string, as: string) =>
    (await gis.ask(path, { method: 'OPTIONS', as })).headers.get('allow')?.split(', ')

  test('/req/create-replace-delete/options-response: what may be done is shown by the rights of the key', async () => {
    const options = await gis.ask('zone/items', { method: 'OPTIONS' })
    expect([options.status, options.headers.get('accept-post')]).toEqual([
      200,
      'application/geo+json, application/json',
    ])
    expect(await methods('zone/items', gis.key)).toContain('POST')
    expect(await methods('zone/items/unknown_id', gis.key)).toEqual([
      'GET',
      'HEAD',
      'OPTIONS',
      'PUT',
      'PATCH',
      'DELETE',
    ])
    const [reading, carts] = [await gis.makeKey('ROLE_GREENKEEPER', false), await gis.makeKey('ROLE_BUGGY_ADMIN', true)]
    expect(await methods('zone/items', reading)).toEqual(['GET', 'HEAD', 'OPTIONS'])
    expect(await methods('zone/items', carts)).toEqual(['GET', 'HEAD', 'OPTIONS'])
    expect(await methods('road/items', carts)).toContain('POST')
    expect((await gis.ask('nothing/items', { method: 'OPTIONS' })).status).toBe(404)
  })

  test('a key that may only read is refused with what to do, also one from before there was a choice', async () => {
    const { body } = await gis.create('zone', gis.green())
    const made = await gis.server.call('ROLE_GREENKEEPER', lateCalls.accessKeys.create, { body: { name: 'Old' } })
    expect(made.result.mayEdit).toBe(false)
    for (const [method, path, sent] of [
      ['POST', 'zone/items', gis.green()],
      ['PUT', `zone/items/${body.id}`, gis.green()],
      ['PATCH', `zone/items/${body.id}`, { properties: { title: 'X' } }],
      ['DELETE', `zone/items/${body.id}`, undefined],
    ] as const) {
      const answer = await gis.ask(path, { method, body: sent, as: made.result.key })
      expect([method, answer.status, answer.body.error.code]).toEqual([method, 403, 'keyOnlyReads'])
    }
    expect((await gis.ask('zone/items', { as: made.result.key })).status).toBe(200)
  })

  test('a key edits what the role of its owner edits on the map, and nothing else', async () => {
    const carts = await gis.makeKey('ROLE_BUGGY_ADMIN', true)
    const post = async (collection: string, body: object, as: string) =>
      (await gis.ask(`${collection}/items`, { method: 'POST', body, as })).status
    const path = gis.feature('LineString', [at(0, -110), at(50, -110)], { title: 'Path', type: 'cartPath' })
    expect(await post('road', path, carts)).toBe(201)
    expect(await post('zone', gis.green(), carts)).toBe(403)
    const noGo = (appliesTo: string) => gis.feature('Polygon', gis.square(), { title: 'No carts', appliesTo })
    expect(await post('restriction', noGo('carts'), carts)).toBe(201)
    expect(await post('restriction', noGo('both'), carts)).toBe(403)
    const bar = await gis.makeKey('ROLE_BUGGY_BAR', true)
    expect(await post('zone', gis.green(), bar)).toBe(404)
    expect(await post('road', path, bar)).toBe(403)
    expect(await post('road', path, await gis.makeKey('ROLE_TEST_USER', true))).toBe(403)
    // A session edits by its role, too.
    expect(await post('zone', gis.green(), gis.server.tokens.ROLE_GREENKEEPER)).toBe(201)
    expect(await post('zone', gis.green(), 'wrong')).toBe(401)
  })

  test('an editing key opens no other call', async () => {
    const body = { baseRevision: 0, label: 'X', added: [], updated: [], removed: [] }
    expect((await gis.server.as(gis.key, calls.map.change, { body })).status).toBe(401)
  })
})
