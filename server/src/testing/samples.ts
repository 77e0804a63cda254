/** A body that each call takes, with every text that it may carry filled in: what tests put other texts into. */
import { createECDH, randomBytes } from 'node:crypto'
import type { FeatureOf } from '@greensward/domain'
import { type Call, calls } from '@greensward/domain/contract'
import { hashPassword } from '../features/auth/password.ts'
import { changeUser } from '../features/auth/userStore.ts'
import { at, rectangle } from './ground.ts'
import { type Lawns, seedLawns } from './lawn.ts'
import type { TestServer } from './testServer.ts'

export interface Sample {
  readonly call: Call
  readonly params?: Readonly<Record<string, unknown>>
  /** @param n counts up, for what has to be unique */
  readonly body: (n: number) => unknown
  /** Kinds of refusals that name no field here: they tell nothing on purpose, or speak of more than one field. */
  readonly silent?: readonly string[]
  /** Made of the schema alone: what it points to is not there. */
  readonly isMadeUp?: boolean
}

export interface Samples {
  readonly all: Readonly<Record<string, Sample>>
  /** The token of a cart's tablet. */
  readonly tablet: string
  /** Notes the answer, so that the next change is not a conflict. */
  note(answer: unknown): void
}

const PASSWORD = 'grass grows at night'
const PHONE = '+353 1 234 5678'
const LATER = '2030-01-01T06:00:00.000Z'

const person = (n: number) => ({
  fullname: `Person ${n}`,
  phone: PHONE,
  email: `person${n}@example.org`,
  login: `person-${n}`,
  password: PASSWORD,
})

const browserKeys = createECDH('prime256v1')
const pushBrowser = (n: number) => ({
  endpoint: `https://push.example.org/send/${n}`,
  keys: { p256dh: browserKeys.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') },
  language: 'en',
})

const TIMETABLE = [{ days: ['mon'], from: '06:00', to: '09:00' }]

/** One feature of every kind on the map, with all its properties. */
const featureSamples = (zoneTypeId: string, holeId: string): Readonly<Record<string, () => unknown>> => {
  const feature = (kind: string, type: string, coordinates: unknown, properties: unknown) => (): unknown => ({
    type: 'Feature',
    id: crypto.randomUUID(),
    kind,
    geometry: { type, coordinates },
    properties,
  })
  const ground = rectangle(30, 20, 5, 5)
  const zone = { title: 'Zone', zoneTypeId, holeId, hiddenForMower: false, hiddenForBuggy: false }
  const hole = { name: '14', baseAngle: 0, par: 4, rating: 1, pass: 12, sort: 2, isActive: true, view: null }
  return {
    zone: feature('zone', 'Polygon', ground, { ...zone, rainModeRestricted: false }),
    restriction: feature('restriction', 'Polygon', ground, {
      title: 'No-go',
      appliesTo: 'mowers',
      timetable: TIMETABLE,
    }),
    missionArea: feature('missionArea', 'Polygon', ground, { title: 'Mission area', holeId }),
    area: feature('area', 'Polygon', ground, { title: 'Clubhouse' }),
    markedArea: feature('markedArea', 'Polygon', ground, { title: 'Wet', colour: '#0B7390', until: LATER }),
    radius: feature('radius', 'Point', at(40, 20), { title: 'Tree', appliesTo: 'both', radiusM: 3 }),
    road: feature('road', 'LineString', [at(30, 40), at(50, 40)], { title: 'Path', type: 'cartPath' }),
    hole: feature('hole', 'LineString', [at(30, 0), at(30, 60)], { ...hole, closedTimes: TIMETABLE }),
    garage: feature('garage', 'Point', at(40, 30), { title: 'Shed' }),
    wc: feature('wc', 'Point', at(41, 30), { title: 'WC' }),
    note: feature('note', 'Point', at(42, 30), { label: 'Note', author: 'Ada', time: LATER }),
  }
}

/** Fills the server with one item of each kind, so that every body refers to existing ones. */
export const createSamples = async (server: TestServer): Promise<Samples> => {
  const lawns: Lawns = await seedLawns(server)
  const [lawn]: readonly [FeatureOf<'zone'>, unknown] = lawns.zones
  const stamps = new Map<string, string>()
  const note = (answer: unknown): void => {
    if (typeof answer !== 'object' || answer === null || !('id' in answer) || !('updatedAt' in answer)) return
    stamps.set(String(answer.id), String(answer.updatedAt))
  }
  const add = async (call: Call, body: unknown): Promise<{ readonly id: string }> => {
    const { result } = await server.call('ROLE_ADMIN', call, { body } as never)
    note(result)
    return result as { id: string }
  }
  /** Changes one item by its newest stamp. */
  const change = (call: Call, { id }: { readonly id: string }, body: (n: number) => object): Sample => ({
    call,
    params: { id },
    body: n => ({ ...body(n), updatedAt: stamps.get(String(id)) }),
  })

  await server.call('ROLE_ADMIN', calls.auth.updateAccess, { body: { selfRegistration: true } })
  const bladeBody = { name: 'Deck', widthM: 1, missionSpeedMps: 1 }
  const zoneTypeBody = {
    name: 'Semi-rough',
    color: '#17A73F',
    directions: ['12-6'],
    allowsIntersection: true,
    mowable: true,
  }
  const numberBody = { phone: PHONE, department: 'Workshop' }
  const mowerBody = (n: number) => ({
    name: `Mower ${n}`,
    color: '#0B7390',
    bladeId: lawns.request().bladeId,
    systemId: 3 + (n % 250),
    widthM: 1.6,
    minTurnRadiusM: 0,
    transitSpeedMps: 2,
    turningSpeedMps: 0.8,
    batteryRangeM: 20_000,
    bladeSwitch: { kind: 'relay', index: 0 },
    inService: false,
  })
  const cartBody = { name: 'Cart', inService: false, home: null }
  const categoryBody = { name: 'Drinks', translations: { de: { name: 'Getränke' } }, sort: 1 }
  const blade = await add(calls.blades.create, bladeBody)
  const zoneType = await add(calls.zoneTypes.create, zoneTypeBody)
  const number = await add(calls.technicalNumbers.create, numberBody)
  const mower = await add(calls.mowers.create, { ...mowerBody(0), systemId: 254 })
  const cart = await add(calls.carts.create, cartBody)
  const category = await add(calls.categories.create, categoryBody)
  const dishBody = {
    categoryId: category.id,
    name: 'Tea',
    description: 'Hot',
    translations: { de: { name: 'Tee', description: 'Heiß' } },
    allergens: ['milk'],
    priceMinor: 250,
    currency: 'EUR',
    isAvailable: true,
    soldOutUntil: '2020-01-01T00:00:00.000Z',
    servedFrom: null,
    servedTo: null,
    sort: 1,
  }
  const dish = await add(calls.dishes.create, dishBody)
  const orderBody = { cartId: cart.id, lines: [{ dishId: dish.id, quantity: 1 }], note: 'Warm' }
  const order = await add(calls.orders.create, orderBody)
  const user = await add(calls.users.create, { ...person(0), role: 'ROLE_TEST_USER' })
  const mission = await add(calls.missions.create, lawns.request())
  const passwordHash = await hashPassword(PASSWORD)
  await server.app.ctx.db.transaction(tx => changeUser(tx, server.userIds.ROLE_ADMIN, { passwordHash }))
  const splitBody = () => {
    const { mowerId: _, bladeId, ...request } = lawns.request()
    return { ...request, mowers: lawns.mowers.map(({ id }) => ({ mowerId: id, bladeId })) }
  }

  const kinds = featureSamples(zoneType.id, lawns.hole.id)
  const drawn = Object.entries(kinds).map(([kind, feature]): [string, Sample] => [
    `map.change of a ${kind}`,
    {
      call: calls.map.change,
      body: () => ({ baseRevision: 0, label: 'Drawn', added: [feature()], updated: [], removed: [] }),
    },
  ])
  // These are not on the map, so a change of them is a conflict, once all of it was read.
  const gone = [kinds.zone, kinds.hole, kinds.note].map((feature, index): [string, Sample] => [
    `map.change of what is gone, ${index}`,
    {
      call: calls.map.change,
      body: () => {
        const [one, other] = [feature?.(), feature?.()]
        return { baseRevision: 0, label: 'Drawn', added: [], updated: [[one, one]], removed: [other] }
      },
      silent: ['mapConflict'],
    },
  ])

  const tabletCart = await add(calls.carts.create, { name: 'Cart with a tablet', inService: false, home: null })
  const pairing = await server.call('ROLE_ADMIN', calls.cartAccess.pair, { params: { id: tabletCart.id } })
  const tablet = (await server.call(null, calls.player.pair, { body: { code: pairing.result.code } })).result.token
  const all: Readonly<Record<string, Sample>> = {
    'auth.login': {
      call: calls.auth.login,
      body: n => ({ login: `nobody-${n}`, password: PASSWORD }),
      silent: ['wrongCredentials'],
    },
    'auth.code': {
      call: calls.auth.code,
      body: () => ({ challengeId: crypto.randomUUID(), code: '123456' }),
      silent: ['wrongCode'],
    },
    'auth.resend': {
      call: calls.auth.resend,
      body: () => ({ challengeId: crypto.randomUUID() }),
      silent: ['wrongCode'],
    },
    'auth.refresh': { call: calls.auth.refresh, body: () => ({ refreshToken: 'no token' }), silent: ['unauthorized'] },
    'auth.register': { call: calls.auth.register, body: n => ({ ...person(n), login: `asks-${n}` }) },
    'auth.setUp': {
      call: calls.auth.setUp,
      body: n => {
        const { phone: _, ...rest } = person(n)
        return { ...rest, token: 'no such link' }
      },
      silent: ['forbidden', 'tooManyRequests'],
    },
    'auth.updateAccess': { call: calls.auth.updateAccess, body: () => ({ selfRegistration: true }) },
    'profile.update': {
      call: calls.profile.update,
      body: n => ({ fullname: 'Ada', phone: PHONE, email: `ada${n}@example.org`, currentPassword: PASSWORD }),
      silent: ['tooManyRequests'],
    },
    'profile.changePassword': {
      call: calls.profile.changePassword,
      body: () => ({ currentPassword: 'not this one', password: PASSWORD }),
      // The wrong value here is the present password, not the new one.
      silent: ['tooManyRequests', 'invalid'],
    },
    'profile.endSession': {
      call: calls.profile.endSession,
      params: { id: crypto.randomUUID() },
      body: () => ({ currentPassword: 'not this one' }),
      silent: ['tooManyRequests'],
    },
    'profile.endOtherSessions': {
      call: calls.profile.endOtherSessions,
      body: () => ({ currentPassword: 'not this one' }),
      silent: ['tooManyRequests'],
    },
    'users.create': { call: calls.users.create, body: n => ({ ...person(n), role: 'ROLE_TEST_USER' }) },
    'users.update': change(calls.users.update, user, n => ({ ...person(n), role: 'ROLE_TEST_USER' })),
    'settings.update': {
      call: calls.settings.update,
      body: () => ({
        rainMode: 'false',
        courseName: 'Course',
        timeZone: 'Europe/Dublin',
        courseMapUrl: 'https://example.org/',
        baseMapUrl: 'https://tiles.example.org/{z}/{x}/{y}.png',
        baseMapAttribution: 'Ada',
      }),
    },
    'settings.updateBuggy': { call: calls.settings.updateBuggy, body: () => ({ stayCheckDelay: 5 }) },
    'zoneTypes.create': { call: calls.zoneTypes.create, body: () => zoneTypeBody },
    'zoneTypes.update': change(calls.zoneTypes.update, zoneType, () => zoneTypeBody),
    'technicalNumbers.create': { call: calls.technicalNumbers.create, body: () => numberBody },
    'technicalNumbers.update': change(calls.technicalNumbers.update, number, () => numberBody),
    ...Object.fromEntries([...drawn, ...gone]),
    'courseVersions.create': { call: calls.courseVersions.create, body: n => ({ name: `Version ${n}` }) },
    'accessKeys.create': { call: calls.accessKeys.create, body: () => ({ name: 'QGIS' }), silent: ['conflict'] },
    'rasters.update': {
      call: calls.rasters.update,
      params: { id: crypto.randomUUID() },
      body: () => ({ title: 'June', attribution: 'Ada', takenOn: '2026-06-01' }),
      silent: ['notFound'],
    },
    'rasters.openUpload': {
      call: calls.rasters.openUpload,
      body: () => ({
        kind: 'orthophoto',
        title: 'June',
        attribution: 'Ada',
        takenOn: '2026-06-01',
        fileName: 'june.tif',
        sizeBytes: 99,
      }),
      silent: ['conflict', 'tooManyRequests'],
    },
    'blades.create': { call: calls.blades.create, body: () => bladeBody },
    'blades.update': change(calls.blades.update, blade, () => bladeBody),
    'mowers.create': { call: calls.mowers.create, body: mowerBody, silent: ['conflict'] },
    'mowers.update': change(calls.mowers.update, mower, n => ({ ...mowerBody(n), systemId: 254 })),
    'carts.create': { call: calls.carts.create, body: () => cartBody },
    'carts.update': change(calls.carts.update, cart, () => cartBody),
    'link.update': {
      call: calls.link.update,
      body: () => ({
        correctionsEnabled: false,
        casterHost: 'caster.example.org',
        mountpoint: 'COURSE',
        casterUser: 'ada',
        casterPassword: 'grass',
      }),
    },
    'autopilots.update': {
      call: calls.autopilots.update,
      params: { id: mower.id },
      body: () => ({ fence: 'wanted', phone: PHONE }),
    },
    'missions.create': {
      call: calls.missions.create,
      body: () => ({ ...lawns.request(), qgcPlan: { fileType: 'Plan', groundStation: 'any' } }),
      silent: ['planRefused'],
    },
    'missions.create of our own plan': { call: calls.missions.create, body: () => lawns.request() },
    'missions.update': change(calls.missions.update, mission, () => ({ title: 'Mow' })),
    'missions.preview': { call: calls.missions.preview, body: () => lawns.request(), silent: ['planRefused'] },
    'missions.slots': {
      call: calls.missions.slots,
      body: () => ({
        missionId: mission.id,
        mowerId: mower.id,
        target: { kind: 'zone', featureId: lawn.id },
        startsAt: LATER,
        durationS: 600,
      }),
      silent: ['notFound', 'planRefused'],
    },
    'missions.bulk': { call: calls.missions.bulk, body: () => ({ action: 'cancel', ids: [crypto.randomUUID()] }) },
    'missions.putPlan': {
      ...change(calls.missions.putPlan, mission, () => ({ qgcPlan: { fileType: 'Plan', groundStation: 'any' } })),
      silent: ['planRefused'],
    },
    'missions.skip': {
      call: calls.missions.skip,
      params: { id: mission.id },
      body: () => ({ scope: 'one' }),
      silent: ['missionState', 'conflict'],
    },
    'fleetPlans.splitPreview': { call: calls.fleetPlans.splitPreview, body: splitBody, silent: ['planRefused'] },
    'fleetPlans.split': { call: calls.fleetPlans.split, body: splitBody, silent: ['planRefused'] },
    'fleetPlans.course': {
      call: calls.fleetPlans.course,
      body: () => ({
        title: 'Monday',
        zoneIds: [lawn.id],
        mowers: [{ mowerId: lawns.mowers[0].id, zoneTypeIds: [lawn.properties.zoneTypeId] }],
        startsAt: LATER,
        endsAt: '2030-01-01T12:00:00.000Z',
        cleaningCycles: 0,
        turnScheme: 'oneInOne',
        startsByItself: false,
      }),
      silent: ['planRefused', 'tooManyRequests', 'unavailable'],
    },
    'categories.create': { call: calls.categories.create, body: () => categoryBody },
    'categories.update': change(calls.categories.update, category, () => categoryBody),
    'dishes.create': { call: calls.dishes.create, body: () => dishBody, silent: ['conflict'] },
    'dishes.update': { ...change(calls.dishes.update, dish, () => dishBody), silent: ['conflict'] },
    'menu.sort': {
      call: calls.menu.sort,
      body: () => ({ of: 'dishes', categoryId: category.id, ids: [dish.id] }),
      silent: ['conflict', 'notFound'],
    },
    'orders.create': { call: calls.orders.create, body: () => orderBody, silent: ['conflict'] },
    'orders.move': { ...change(calls.orders.move, order, () => ({ status: 'accepted' })), silent: ['conflict'] },
    'cartMessages.send': {
      call: calls.cartMessages.send,
      body: () => ({ to: 'all', kind: 'text', text: 'Fog at nine' }),
    },
    // Every code here is a wrong one, and the answer says only that.
    'player.pair': {
      call: calls.player.pair,
      body: () => ({ code: 'abcdefghjk', name: 'Tablet' }),
      silent: ['wrongCode'],
    },
    'player.report': {
      call: calls.player.report,
      body: () => ({ fixes: [{ at: LATER, position: at(0, 0), accuracyM: 3, speedMps: null, headingDeg: null }] }),
    },
    'player.order': {
      call: calls.player.order,
      body: () => ({ requestId: crypto.randomUUID(), lines: [{ dishId: dish.id, quantity: 1 }], note: 'No ice' }),
    },
    'notifications.choose': {
      call: calls.notifications.choose,
      body: () => ({ email: 'alarm', push: 'alarm', quietFrom: '22:00', quietTo: '06:00', language: 'de' }),
    },
    'push.add': { call: calls.push.add, body: n => pushBrowser(n) },
    'push.renew': {
      call: calls.push.renew,
      body: n => ({ endpoint: pushBrowser(n).endpoint, language: 'de' }),
    },
  }
  return { all, tablet, note }
}
