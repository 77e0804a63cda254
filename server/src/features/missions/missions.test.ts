import { type BodyOf, calls } from '@greensward/contract'
import { type FeatureOf, type Mission, type Mower, outerPassOn } from '@greensward/domain'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at, rectangle } from '../../testing/ground.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
let mower: Mower
let zone: FeatureOf<'zone'>
let hole: FeatureOf<'hole'>
let road: FeatureOf<'road'>

const as = 'ROLE_GREENKEEPER'

beforeAll(async () => {
  server = await startTestServer()
  const blade = (
    await server.call(as, calls.blades.create, { body: { name: 'Deck', widthM: 2, missionSpeedMps: 1.5 } })
  ).result
  const zoneType = (
    await server.call(as, calls.zoneTypes.create, {
      body: { name: 'Lawn', color: '#17A73F', directions: ['12-6', '3-9'], allowsIntersection: false, mowable: true },
    })
  ).result
  mower = (
    await server.call(as, calls.mowers.create, {
      body: {
        name: 'Mower',
        color: '#0B7390',
        bladeId: blade.id,
        systemId: 1,
        widthM: 1.6,
        minTurnRadiusM: 0,
        transitSpeedMps: 2,
        turningSpeedMps: 0.8,
        batteryRangeM: 20_000,
        bladeSwitch: { kind: 'relay', index: 0 },
        inService: false,
      },
    })
  ).result
  hole = {
    type: 'Feature',
    id: crypto.randomUUID(),
    kind: 'hole',
    geometry: { type: 'LineString', coordinates: [at(0, 0), at(100, 100)] },
    properties: { name: '1', baseAngle: 45, par: 4, rating: 1, pass: 12, sort: 1, isActive: true, view: null },
  }
  zone = {
    type: 'Feature',
    id: crypto.randomUUID(),
    kind: 'zone',
    geometry: { type: 'Polygon', coordinates: rectangle(0, 0, 20, 12) },
    properties: {
      title: 'Lawn',
      zoneTypeId: zoneType.id,
      holeId: hole.id,
      hiddenForMower: false,
      hiddenForBuggy: false,
      rainModeRestricted: false,
    },
  }
  road = {
    type: 'Feature',
    id: crypto.randomUUID(),
    kind: 'road',
    geometry: { type: 'LineString', coordinates: [at(-20, 0), at(-20, 80)] },
    properties: { title: 'Way', type: 'service' },
  }
  await server
    .call(as, calls.map.change, {
      body: { baseRevision: 0, label: 'A lawn', added: [hole, zone, road], updated: [], removed: [] },
    })
    .then(answer => answer.result)
})

afterAll(() => server?.close())

const request = (
  changes: Partial<BodyOf<typeof calls.missions.create>> = {},
): BodyOf<typeof calls.missions.create> => ({
  title: 'Mow the lawn',
  target: { kind: 'zone', featureId: zone.id },
  mowerId: mower.id,
  bladeId: mower.bladeId ?? '',
  direction: '12-6',
  angleOffsetDeg: 10,
  turnScheme: 'oneInOne',
  cleaningCycles: 1,
  startsAt: null,
  startsByItself: false,
  ...changes,
})

const plan = async (changes: Parameters<typeof request>[0] = {}): Promise<Mission> =>
  (await server.call(as, calls.missions.create, { body: request(changes) })).result

const get = async (id: string): Promise<Mission> =>
  (await server.call(as, calls.missions.get, { params: { id } })).result

describe('planning', () => {
  test('a mission has the heading of hole, direction and offset, a plan, and a first log line', async () => {
    const mission = await plan()
    expect(mission).toMatchObject({
      status: 'planned',
      holeBaseAngleDeg: 45,
      swathHeadingDeg: 55,
      resolvedDirection: '12-6',
      createdBy: 'Test Greenkeeper',
      logLines: 1,
      progress: 0,
    })
    expect(mission.stats.coverage).toBeGreaterThan(0.95)
    const path = (await server.call(as, calls.missions.path, { params: { id: mission.id } })).result
    expect(path.legs.some(({ kind }) => kind === 'swath')).toBe(true)
    const logs = (await server.call(as, calls.missions.logs, { params: { id: mission.id } })).result
    expect(logs.items).toMatchObject([{ status: 'planned', who: 'Test Greenkeeper', why: 'Planned' }])
  })

  test('a preview is the plan that would be stored, and stores nothing', async () => {
    const before = (await server.call(as, calls.missions.list)).result.total
    const preview = (await server.call(as, calls.missions.preview, { body: request() })).result
    const mission = await plan()
    expect(preview.plan.stats).toEqual(mission.stats)
    expect(preview.gate.find(({ check }) => check === 'telemetry')?.verdict).toBe('refused')
    expect((await server.call(as, calls.missions.list)).result.total).toBe(before + 1)
  })

  test('a mission takes the quickest pattern that the type of its zone allows, or the one that its person forces', async () => {
    const kinds = async (changes: Parameters<typeof request>[0]) => {
      const { plan } = (await server.call(as, calls.missions.preview, { body: request(changes) })).result
      return { pattern: plan.pattern, kinds: [...new Set(plan.legs.map(({ kind }) => kind))] }
    }
    expect((await kinds({})).pattern).toBe('straight')
    expect(await kinds({ pattern: 'concentric' })).toMatchObject({
      pattern: 'concentric',
      kinds: expect.arrayContaining(['lap']),
    })
    const mission = await plan({ pattern: 'concentric' })
    expect((await get(mission.id)).pattern).toBe('concentric')
    const path = (await server.call(as, calls.missions.path, { params: { id: mission.id } })).result
    expect(path.pattern).toBe('concentric')
    expect((await plan()).pattern).toBe('auto')
    const { error } = await server.call(as, calls.missions.preview, { body: request({ pattern: 'zigzag' as 'auto' }) })
    expect(error?.fields).toMatchObject({ 'body.pattern': { code: 'notOneOf' } })
  })

  test('a clean-up pass that varies by day is that of the day of the start, on the clock of the course', async () => {
    const outerPassOfDay = async (startsAt: string, cleanUpPass: 'everyDay' | 'byDay' = 'byDay') =>
      (await server.call(as, calls.missions.preview, { body: request({ startsAt, cleanUpPass, cleaningCycles: 2 }) }))
        .result.plan.outerPass
    const days = [1, 2, 3, 4, 5].map(day => `2027-03-0${day}`)
    for (const day of days) {
      expect(await outerPassOfDay(`${day}T06:00:00.000Z`)).toBe(outerPassOn('byDay', day))
      expect(await outerPassOfDay(`${day}T06:00:00.000Z`, 'everyDay')).toBe('normal')
    }
    const mission = await plan({ cleanUpPass: 'byDay' })
    expect((await get(mission.id)).cleanUpPass).toBe('byDay')
    expect((await plan()).cleanUpPass).toBe('everyDay')
  })

  test('a road is driven with the blade off', async () => {
    const mission = await plan({ target: { kind: 'road', featureId: road.id } })
    const path = (await server.call(as, calls.missions.path, { params: { id: mission.id } })).result
    expect(path.legs.every(({ bladeOn }) => !bladeOn)).toBe(true)
  })

  test.each([
    ['an unknown mower', { mowerId: crypto.randomUUID() }, 'body.mowerId'],
    ['an unknown blade', { bladeId: crypto.randomUUID() }, 'body.bladeId'],
    ['a target that is not on the map', { target: { kind: 'zone', featureId: crypto.randomUUID() } }, 'body.target'],
    ['a direction the zone type does not allow', { direction: '10-4' }, 'body.direction'],
    ['a start by itself without a time', { startsByItself: true }, 'body.startsByItself'],
    ['a time that nobody plans for', { startsAt: '9999-12-31T23:59:59.000Z' }, 'body.startsAt'],
    ['a start by itself in the past', { startsByItself: true, startsAt: '2020-01-01T00:00:00.000Z' }, 'body.startsAt'],
  ] as const)('%s is refused by field', async (_, changes, field) => {
    const { error } = await server.call(as, calls.missions.create, { body: request(changes) })
    expect(error.kind).toBe('invalid')
    expect(Object.keys(error.fields ?? {})).toEqual([field])
  })

  test('the plan is exported as a QGroundControl file that its loader accepts', async () => {
    const mission = await plan()
    const file = (await server.call(as, calls.missions.qgcPlan, { params: { id: mission.id } })).result
    expect(file).toMatchObject({ fileType: 'Plan', version: 1, geoFence: { version: 2 }, rallyPoints: { version: 2 } })
  })
})

describe('changing and deleting', () => {
  test('a change replans; one made from an older reading is a conflict', async () => {
    const mission = await plan()
    const changed = (
      await server.call(as, calls.missions.update, {
        params: { id: mission.id },
        body: { direction: '3-9', updatedAt: mission.updatedAt },
      })
    ).result
    expect(changed.swathHeadingDeg).toBe(145)
    expect(changed.title).toBe(mission.title)
    const late = await server.call(as, calls.missions.update, {
      params: { id: mission.id },
      body: { title: 'Late', updatedAt: mission.updatedAt },
    })
    expect(late.error.kind).toBe('conflict')
    expect((await get(mission.id)).title).toBe(mission.title)
  })

  test('a cancelled mission can be deleted but not changed or started, and its log names the person', async () => {
    const { id, updatedAt } = await plan()
    expect((await server.call(as, calls.missions.cancel, { params: { id } })).result.outcome).toBe('accepted')
    const cancelled = await get(id)
    expect(cancelled).toMatchObject({ status: 'cancelled', statusReason: 'Cancelled by Test Greenkeeper' })
    for (const answer of [
      await server.call(as, calls.missions.update, { params: { id }, body: { title: 'X', updatedAt } }),
      await server.call(as, calls.missions.start, { params: { id } }),
      await server.call(as, calls.missions.stop, { params: { id } }),
      await server.call(as, calls.missions.cancel, { params: { id } }),
    ])
      expect(answer.error.kind).toBe('missionState')
    expect((await server.call(as, calls.missions.remove, { params: { id } })).status).toBe(200)
    expect((await server.call(as, calls.missions.get, { params: { id } })).error.kind).toBe('notFound')
  })

  test('several are cancelled and deleted at once, with an outcome for each', async () => {
    const [first, second] = [await plan(), await plan()]
    const nobody = crypto.randomUUID()
    const bulk = async (action: 'cancel' | 'delete', ids: string[]) =>
      (await server.call(as, calls.missions.bulk, { body: { action, ids } })).result.items.map(({ ok }) => ok)
    expect(await bulk('cancel', [first.id, nobody, second.id])).toEqual([true, false, true])
    expect(await bulk('cancel', [first.id])).toEqual([false])
    expect(await bulk('delete', [first.id, second.id])).toEqual([true, true])
  })

  test('stopping a mower that never reported answers so, and does not claim a stop', async () => {
    const { result } = await server.call('ROLE_BUGGY_BAR', calls.mowers.stop, { params: { id: mower.id } })
    expect(result.outcome).toBe('noAnswer')
    const all = (await server.call('ROLE_BUGGY_BAR', calls.mowers.stopAll)).result
    expect(all).toMatchObject({ stopped: [], notStopped: [{ id: mower.id }] })
    expect((await server.call('ROLE_TEST_USER', calls.mowers.stopAll)).status).toBe(403)
  })
})

describe('a changed map', () => {
  test('replans the missions on it', async () => {
    const mission = await plan()
    const pole: FeatureOf<'radius'> = {
      type: 'Feature',
      id: crypto.randomUUID(),
      kind: 'radius',
      geometry: { type: 'Point', coordinates: at(10, 6) },
      properties: { title: 'Pole', appliesTo: 'mowers', radiusM: 1 },
    }
    const change = (added: FeatureOf<'radius'>[], removed: FeatureOf<'radius'>[]) =>
      server
        .call(as, calls.map.change, { body: { baseRevision: 0, label: 'Pole', added, updated: [], removed } })
        .then(answer => answer.result)
    const { revision } = await change([pole], [])
    await expect.poll(async () => (await get(mission.id)).mapRevision, { timeout: 10_000 }).toBe(revision)
    const replanned = await get(mission.id)
    expect(replanned.stats.areaM2).toBeLessThan(mission.stats.areaM2)
    const logs = (await server.call(as, calls.missions.logs, { params: { id: mission.id } })).result.items
    expect(logs.at(-1)).toMatchObject({
      who: 'system',
      why: expect.stringContaining(`revision ${revision} of the map`),
    })
    await change([], [pole])
  })
})

describe('the list', () => {
  test('is filtered, sorted, searched and paged by the database', async () => {
    const titles = ['List A', 'List B', 'List C']
    const ids: string[] = []
    for (const [index, title] of titles.entries())
      ids.push((await plan({ title, startsAt: new Date(Date.UTC(2031, 0, index + 1)).toISOString() })).id)
    const list = async (query: Parameters<typeof server.call<typeof calls.missions.list>>[2]) => {
      const { items, total } = (await server.call(as, calls.missions.list, query)).result
      return { titles: items.map(({ title }) => title), total }
    }
    expect(await list({ query: { search: 'list ', sort: 'title', perPage: 2 } })).toEqual({
      titles: ['List A', 'List B'],
      total: 3,
    })
    expect(await list({ query: { search: 'list ', sort: 'title', perPage: 2, page: 2 } })).toEqual({
      titles: ['List C'],
      total: 3,
    })
    expect(await list({ query: { search: 'LIST', sort: '-startsAt' } })).toEqual({
      titles: titles.toReversed(),
      total: 3,
    })
    expect(
      await list({ query: { from: '2031-01-02T00:00:00.000Z', to: '2031-01-02T23:00:00.000Z', sort: 'title' } }),
    ).toEqual({ titles: ['List B'], total: 1 })
    expect((await list({ query: { status: 'done,failed', search: 'list' } })).total).toBe(0)
    expect(
      (await list({ query: { mowerId: mower.id, featureId: zone.id, status: 'planned', search: 'list' } })).total,
    ).toBe(3)
    expect(await list({ query: { ids: ids.slice(1).join(','), sort: 'title' } })).toEqual({
      titles: ['List B', 'List C'],
      total: 2,
    })
    for (const [query, field] of [
      [{ status: 'asleep' }, 'query.status'],
      [{ ids: `${ids[0]},five` }, 'query.ids.1'],
      [{ sort: 'stats' }, 'query.sort'],
    ] as const)
      expect(Object.keys((await server.call(as, calls.missions.list, { query })).error.fields ?? {})).toEqual([field])
  })
})

describe('a mission whose time has come', () => {
  const inMinutes = (minutes: number): string => new Date(server.clock.now().getTime() + minutes * 60_000).toISOString()
  const notices = async () =>
    (await server.call(as, calls.notifications.list)).result.items.map(({ kind, subjectId }) => `${kind} ${subjectId}`)

  test('brings a notification once when it waits for a person', async () => {
    const mission = await plan({ startsAt: inMinutes(5) })
    server.clock.advance(5 * 60_000)
    await server.signInAgain()
    await expect.poll(notices, { timeout: 10_000 }).toContain(`missionDue ${mission.id}`)
    expect((await get(mission.id)).status).toBe('planned')
    await expect
      .poll(async () => (await notices()).filter(line => line === `missionDue ${mission.id}`).length, {
        timeout: 3_000,
      })
      .toBe(1)
  })

  test('is missed, with the gate as the reason, when it should start by itself and may not', async () => {
    const mission = await plan({ startsAt: inMinutes(5), startsByItself: true })
    server.clock.advance(5 * 60_000)
    await server.signInAgain()
    await expect.poll(async () => (await get(mission.id)).status, { timeout: 10_000 }).toBe('missed')
    expect((await get(mission.id)).statusReason).toMatch(/could not start.*Telemetry/)
  })

  test('is missed and never started late when its time passed while no server ran', async () => {
    const mission = await plan({ startsAt: inMinutes(5), startsByItself: true })
    server.clock.advance(60 * 60_000)
    await server.signInAgain()
    await expect.poll(async () => (await get(mission.id)).status, { timeout: 10_000 }).toBe('missed')
    expect((await get(mission.id)).statusReason).toContain('while the server was not running')
  })
})

describe('many missions', () => {
  test('fifty thousand are listed a page at a time', async () => {
    await plan()
    await server.app.ctx.db.execute(sql`
      insert into missions
      select copy.* from missions as model cross join generate_series(0, 49999) as n,
        lateral jsonb_populate_record(model, jsonb_build_object(
          'id', gen_random_uuid(), 'title', 'Copy ' || n, 'status', 'done', 'created_at', now() - n * interval '1 second'
        )) as copy
      where model.id = (select id from missions limit 1)`)
    const page = (await server.call(as, calls.missions.list, { query: { search: 'Copy 4999', perPage: 50 } })).result
    expect(page.total).toBe(11)
    const sorted = (await server.call(as, calls.missions.list, { query: { status: 'done', page: 900, perPage: 50 } }))
      .result
    expect(sorted.items).toHaveLength(50)
    expect(sorted.total).toBe(50_000)
  }, 60_000)
})
