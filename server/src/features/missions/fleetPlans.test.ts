import { type BodyOf, type CourseJob, calls, type ZoneWish } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { type CourseFeature, DEFAULT_ENERGY, type FeatureOf, type Mower } from '@greensward/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at, rectangle } from '../../testing/ground.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
let mowers: Mower[]
let zones: FeatureOf<'zone'>[]

const as = 'ROLE_GREENKEEPER'
const DAY = '2030-06-01'

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
  mowers = []
  for (const n of [1, 2, 3])
    mowers.push(
      (
        await server.call(as, calls.mowers.create, {
          body: {
            name: `Mower ${n}`,
            color: '#0B7390',
            bladeId: n === 3 ? null : blade.id,
            systemId: n,
            widthM: 1.6,
            minTurnRadiusM: 0,
            transitSpeedMps: 2,
            turningSpeedMps: 0.8,
            batteryRangeM: 20_000,
            bladeSwitch: { kind: 'relay', index: 0 },
            inService: false,
          },
        })
      ).result,
    )
  const zone = (title: string, x: number): FeatureOf<'zone'> => ({
    type: 'Feature',
    id: crypto.randomUUID(),
    kind: 'zone',
    geometry: { type: 'Polygon', coordinates: rectangle(x, 0, 40, 60) },
    properties: {
      title,
      zoneTypeId: zoneType.id,
      holeId: null,
      hiddenForMower: false,
      hiddenForBuggy: false,
      rainModeRestricted: false,
    },
  })
  zones = [zone('West', 0), zone('Middle', 100), zone('East', 200), zone('Far', 300)]
  const garage: CourseFeature = {
    type: 'Feature',
    id: crypto.randomUUID(),
    kind: 'garage',
    geometry: { type: 'Point', coordinates: at(-20, 0) },
    properties: { title: 'Shed' },
  }
  const road: CourseFeature = {
    type: 'Feature',
    id: crypto.randomUUID(),
    kind: 'road',
    geometry: { type: 'LineString', coordinates: [at(-20, -10), at(400, -10)] },
    properties: { title: 'Way', type: 'service' },
  }
  await server
    .call(as, calls.map.change, {
      body: { baseRevision: 0, label: 'Lawns', added: [...zones, garage, road], updated: [], removed: [] },
    })
    .then(answer => answer.result)
})

afterAll(() => server?.close())

const machine = (index: number) => {
  const { id, bladeId } = mowers[index] ?? { id: '', bladeId: null }
  return { mowerId: id, bladeId: bladeId ?? mowers[0]?.bladeId ?? '' }
}

const splitBody = (
  changes: Partial<BodyOf<typeof lateCalls.fleetPlans.split>> = {},
): BodyOf<typeof lateCalls.fleetPlans.split> => ({
  title: 'Together',
  target: { kind: 'zone', featureId: zones[0]?.id ?? '' },
  mowers: [machine(0), machine(1)],
  direction: '12-6',
  angleOffsetDeg: 0,
  turnScheme: 'oneInOne',
  cleaningCycles: 1,
  startsAt: null,
  startsByItself: false,
  ...changes,
})

describe('a zone for several mowers', () => {
  test('is shown in parts that end together, and stores nothing', async () => {
    const { result } = await server.call(as, lateCalls.fleetPlans.splitPreview, { body: splitBody() })
    expect(result.parts.map(({ mowerId }) => mowerId).sort()).toEqual([mowers[0]?.id, mowers[1]?.id].sort())
    expect(result.spread).toBeLessThan(0.03)
    expect(result.apartM).toBeGreaterThanOrEqual(result.clearanceM)
    const { total } = (await server.call(as, calls.missions.list, { query: {} })).result
    expect(total).toBe(0)
  })

  test('becomes a mission for each, which keeps its part of the zone when it changes', async () => {
    const { items } = (
      await server.call(as, lateCalls.fleetPlans.split, { body: splitBody({ startsAt: `${DAY}T05:00:00.000Z` }) })
    ).result
    expect(items.map(({ title }) => title)).toEqual(['Together 1/2', 'Together 2/2'])
    const [one, other] = items
    expect(one?.target).toMatchObject({ kind: 'zone', cell: { splitId: expect.any(String) } })
    expect(one?.target.kind === 'zone' && one.target.cell?.splitId).toBe(
      other?.target.kind === 'zone' && other.target.cell?.splitId,
    )
    const read = (await server.call(as, calls.missions.get, { params: { id: one?.id ?? '' } })).result
    expect(read).toEqual(one)
    const before = (await server.call(as, calls.missions.path, { params: { id: read.id } })).result
    const changed = (
      await server.call(as, calls.missions.update, {
        params: { id: read.id },
        body: { title: 'Mine', updatedAt: read.updatedAt },
      })
    ).result
    expect(changed.target).toEqual(read.target)
    const after = (await server.call(as, calls.missions.path, { params: { id: read.id } })).result
    expect(after.legs).toEqual(before.legs)
  })

  test('all missions are made or none: one without a free slot ends all', async () => {
    const busy = `${DAY}T05:05:00.000Z`
    const { total: before } = (await server.call(as, calls.missions.list, { query: {} })).result
    const answer = await server.call(as, lateCalls.fleetPlans.split, {
      body: splitBody({ target: { kind: 'zone', featureId: zones[1]?.id ?? '' }, startsAt: busy }),
    })
    expect(answer).toMatchObject({ status: 409, error: { kind: 'scheduleConflict' } })
    const { total } = (await server.call(as, calls.missions.list, { query: {} })).result
    expect(total).toBe(before)
  })

  test.each([
    ['one mower', () => splitBody({ mowers: [machine(0)] }), 'body.mowers'],
    ['the same twice', () => splitBody({ mowers: [machine(0), machine(0)] }), 'body.mowers.1.mowerId'],
    [
      'a mower that is none',
      () => splitBody({ mowers: [machine(0), { ...machine(1), mowerId: crypto.randomUUID() }] }),
      'body.mowers.1.mowerId',
    ],
    ['a direction of another type', () => splitBody({ direction: '2-8' }), 'body.direction'],
  ])('a refusal names the field: %s', async (_, body, field) => {
    const answer = await server.call(as, lateCalls.fleetPlans.splitPreview, { body: body() })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.error.fields ?? {})).toEqual([field])
  })
})

const courseBody = (
  changes: Partial<BodyOf<typeof lateCalls.fleetPlans.course>> = {},
): BodyOf<typeof lateCalls.fleetPlans.course> => ({
  title: 'Saturday',
  zoneIds: zones.map(({ id }) => id),
  mowers: [0, 1].map(index => ({ mowerId: mowers[index]?.id ?? '', zoneTypeIds: null })),
  startsAt: '2030-06-02T04:00:00.000Z',
  endsAt: '2030-06-02T09:00:00.000Z',
  cleaningCycles: 1,
  turnScheme: 'oneInOne',
  startsByItself: true,
  ...changes,
})

const planned = async (body: BodyOf<typeof lateCalls.fleetPlans.course>): Promise<CourseJob> => {
  let job = (await server.call(as, lateCalls.fleetPlans.course, { body })).result
  for (let tries = 0; tries < 400 && job.state !== 'done' && job.state !== 'failed'; tries += 1) {
    await new Promise(resolve => setTimeout(resolve, 25))
    job = (await server.call(as, lateCalls.fleetPlans.courseJob, { params: { id: job.id } })).result
  }
  return job
}

describe('a course for a fleet', () => {
  test('is planned with progress, shown, and accepted as missions at their times', async () => {
    const job = await planned(courseBody())
    expect(job).toMatchObject({ state: 'done', done: 8, total: 8, reason: null, plan: { left: [] } })
    const stops =
      job.plan?.rounds.flatMap(round => round.stops.map(stop => ({ ...stop, mowerId: round.mowerId }))) ?? []
    expect(stops.map(({ featureId }) => featureId).sort()).toEqual(zones.map(({ id }) => id).sort())
    expect(stops.every(({ way }) => way.length > 1)).toBe(true)
    const { items } = (await server.call(as, lateCalls.fleetPlans.acceptCourse, { params: { id: job.id } })).result
    expect(items).toHaveLength(4)
    for (const stop of stops) {
      const mission = items.find(({ target }) => target.featureId === stop.featureId)
      expect(mission).toMatchObject({ mowerId: stop.mowerId, startsAt: stop.startsAt, startsByItself: true })
    }
    const again = await server.call(as, lateCalls.fleetPlans.acceptCourse, { params: { id: job.id } })
    expect(again.status).toBe(404)
  })

  test('it avoids the missions that are already scheduled', async () => {
    const job = await planned(courseBody({ zoneIds: [zones[0]?.id ?? ''] }))
    const [stop] = job.plan?.rounds.flatMap(({ stops }) => stops) ?? []
    const { items } = (await server.call(as, calls.missions.list, { query: { featureId: zones[0]?.id ?? '' } })).result
    const standing = items.find(({ startsAt }) => startsAt?.startsWith('2030-06-02') === true)
    const endMs = Date.parse(standing?.startsAt ?? '') + (standing?.stats.durationS ?? 0) * 1_000
    expect(Date.parse(stop?.startsAt ?? '')).toBeGreaterThanOrEqual(endMs - 1_000)
  })

  test('a mower with a charger at its base charges in between, as often as the time allows', async () => {
    const [mower] = mowers
    if (mower === undefined) throw new Error('There is no mower')
    const change = async (body: Partial<BodyOf<typeof calls.mowers.update>>): Promise<void> => {
      const { updatedAt } = (await server.call(as, calls.mowers.get, { params: { id: mower.id } })).result
      await server
        .call(as, calls.mowers.update, { params: { id: mower.id }, body: { ...body, updatedAt } })
        .then(answer => answer.result)
    }
    // Enough for two of the four zones.
    await change({ batteryRangeM: 4_000, energy: { ...DEFAULT_ENERGY, fullChargeH: 2 } })
    const body = courseBody({
      startsAt: '2030-10-02T04:00:00.000Z',
      endsAt: '2030-10-02T16:00:00.000Z',
      mowers: [{ mowerId: mower.id, zoneTypeIds: null }],
    })
    const without = await planned(body)
    expect(without.plan?.left.length).toBeGreaterThan(0)
    const base = (
      await server.call(as, calls.bases.create, {
        body: {
          name: 'Shed',
          position: at(-10, -10),
          headingDeg: 0,
          approach: [],
          hasCharger: true,
          mowerId: mower.id,
        },
      })
    ).result
    const { plan } = await planned(body)
    expect(plan?.left).toEqual([])
    const [round] = plan?.rounds ?? []
    expect(round?.stops).toHaveLength(4)
    expect(round?.charges.length).toBeGreaterThan(0)
    for (const { from, until, share } of round?.charges ?? []) {
      expect(Date.parse(until)).toBeGreaterThan(Date.parse(from))
      expect(share).toBeLessThanOrEqual(1)
    }
    await server.call(as, calls.bases.remove, { params: { id: base.id } })
    await change({ batteryRangeM: mower.batteryRangeM, energy: DEFAULT_ENERGY })
  })

  test('a plan on a map that has changed since makes no missions', async () => {
    const day = { startsAt: '2030-07-01T04:00:00.000Z', endsAt: '2030-07-01T06:00:00.000Z' }
    const job = await planned(courseBody(day))
    const { revision } = (await server.call(as, calls.map.get)).result
    const note: CourseFeature = {
      type: 'Feature',
      id: crypto.randomUUID(),
      kind: 'note',
      geometry: { type: 'Point', coordinates: at(0, 0) },
      properties: { label: 'Wet', author: 'Test', time: '2030-01-01T00:00:00.000Z' },
    }
    await server
      .call(as, calls.map.change, {
        body: { baseRevision: revision, label: 'A note', added: [note], updated: [], removed: [] },
      })
      .then(answer => answer.result)
    const answer = await server.call(as, lateCalls.fleetPlans.acceptCourse, { params: { id: job.id } })
    expect(answer).toMatchObject({ status: 409, error: { kind: 'conflict' } })
  })

  describe('with wishes of its zones', () => {
    const wish = (index: number, changes: Partial<ZoneWish> = {}): ZoneWish => ({
      featureId: zones[index]?.id ?? '',
      day: '2030-09-01',
      startsAt: '2030-09-01T04:00:00.000Z',
      endsAt: '2030-09-01T09:00:00.000Z',
      mowerIds: null,
      priority: 'normal',
      direction: '3-9',
      pattern: 'auto',
      turnScheme: 'oneInOne',
      cleaningCycles: 2,
      cleanUpPass: 'byDay',
      startsByItself: false,
      ...changes,
    })
    const body = (wishes: ZoneWish[], changes: Partial<BodyOf<typeof lateCalls.fleetPlans.course>> = {}) =>
      courseBody({
        zoneIds: zones.slice(0, 2).map(({ id }) => id),
        startsAt: '2030-09-01T04:00:00.000Z',
        endsAt: '2030-09-01T09:00:00.000Z',
        wishes,
        ...changes,
      })
    const stopsOf = ({ plan }: CourseJob) =>
      plan?.rounds.flatMap(({ mowerId, stops }) => stops.map(stop => ({ ...stop, mowerId }))) ?? []

    test('gives each zone its window, its mowers and its choices', async () => {
      const second = mowers[1]?.id ?? ''
      const job = await planned(
        body([
          wish(0, { mowerIds: [second] }),
          wish(1, { startsAt: '2030-09-01T07:00:00.000Z', mowerIds: [second], cleaningCycles: 0 }),
        ]),
      )
      const [west, middle] = zones.map(({ id }) => stopsOf(job).find(({ featureId }) => featureId === id))
      expect([west?.mowerId, middle?.mowerId]).toEqual([second, second])
      expect(Date.parse(west?.startsAt ?? '')).toBeLessThan(Date.parse('2030-09-01T05:00:00.000Z'))
      expect(Date.parse(middle?.startsAt ?? '')).toBeGreaterThanOrEqual(Date.parse('2030-09-01T07:00:00.000Z'))
      const { items } = (await server.call(as, lateCalls.fleetPlans.acceptCourse, { params: { id: job.id } })).result
      expect(items.find(({ target }) => target.featureId === zones[0]?.id)).toMatchObject({
        direction: '3-9',
        cleaningCycles: 2,
        cleanUpPass: 'byDay',
        startsByItself: false,
      })
      expect(items.find(({ target }) => target.featureId === zones[1]?.id)?.cleaningCycles).toBe(0)
      for (const { id } of items) await server.call(as, calls.missions.cancel, { params: { id } })
    })

    test('leaves out a zone whose window is too short, and says that there is no time', async () => {
      const job = await planned(body([wish(0, { endsAt: '2030-09-01T04:02:00.000Z' })]))
      expect(job.plan?.left).toEqual([{ featureId: zones[0]?.id, reason: 'noTime' }])
    })

    test('keeps the zone of the highest priority where the time is too short for both', async () => {
      const only = [{ mowerId: mowers[0]?.id ?? '', zoneTypeIds: null }]
      for (const [high, low] of [
        [0, 1],
        [1, 0],
      ] as const) {
        const whole = await planned(body([wish(0), wish(1)], { mowers: only }))
        const [first] = stopsOf(whole)
        // Long enough for either of the two, and not for both.
        const endsAt = new Date(Date.parse(first?.endsAt ?? '') + 180_000).toISOString()
        const job = await planned(
          body([wish(high, { priority: 'high' }), wish(low, { priority: 'low' })], { mowers: only, endsAt }),
        )
        expect(stopsOf(job).map(({ featureId }) => featureId)).toEqual([zones[high]?.id])
      }
    })

    test('makes no mission of a zone that got one for the day since it was planned', async () => {
      const wishes = [wish(0), wish(1)]
      const [first, second] = [await planned(body(wishes)), await planned(body(wishes))]
      const { items } = (await server.call(as, lateCalls.fleetPlans.acceptCourse, { params: { id: first.id } })).result
      expect(items).toHaveLength(2)
      const answer = await server.call(as, lateCalls.fleetPlans.acceptCourse, { params: { id: second.id } })
      expect(answer).toMatchObject({ status: 409, error: { code: 'zonesMownAlready', params: { count: 2 } } })
      const { total } = (
        await server.call(as, calls.missions.list, {
          query: { from: '2030-09-01T00:00:00.000Z', to: '2030-09-02T00:00:00.000Z', status: 'planned' },
        })
      ).result
      expect(total).toBe(2)
    })

    test.each([
      ['of a zone that is not in the course', () => [wish(3)], 'body.wishes.0.featureId'],
      ['twice of one zone', () => [wish(0), wish(0)], 'body.wishes.1.featureId'],
      ['without a window', () => [wish(0, { endsAt: '2030-09-01T04:00:00.000Z' })], 'body.wishes.0.endsAt'],
    ])('refuses a wish %s at its field', async (_, wishes, field) => {
      const answer = await server.call(as, lateCalls.fleetPlans.course, { body: body(wishes()) })
      expect(answer.status).toBe(422)
      expect(Object.keys(answer.error.fields ?? {})).toEqual([field])
    })
  })

  test('a plan is its planner’s alone', async () => {
    const job = await planned(courseBody({ startsAt: '2030-08-01T04:00:00.000Z', endsAt: '2030-08-01T06:00:00.000Z' }))
    const answer = await server.call('ROLE_ADMIN', lateCalls.fleetPlans.courseJob, { params: { id: job.id } })
    expect(answer.status).toBe(404)
  })

  test.each([
    ['a zone that is none', () => courseBody({ zoneIds: [crypto.randomUUID()] }), 'body.zoneIds.0'],
    ['a zone twice', () => courseBody({ zoneIds: [zones[0]?.id ?? '', zones[0]?.id ?? ''] }), 'body.zoneIds.1'],
    [
      'a mower without a blade',
      () => courseBody({ mowers: [{ mowerId: mowers[2]?.id ?? '', zoneTypeIds: null }] }),
      'body.mowers.0.mowerId',
    ],
    ['the past', () => courseBody({ startsAt: '2020-01-01T00:00:00.000Z' }), 'body.startsAt'],
    ['an end before the beginning', () => courseBody({ endsAt: '2030-06-02T03:00:00.000Z' }), 'body.endsAt'],
  ])('a refusal names the field: %s', async (_, body, field) => {
    const answer = await server.call(as, lateCalls.fleetPlans.course, { body: body() })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.error.fields ?? {})).toEqual([field])
  })
})
