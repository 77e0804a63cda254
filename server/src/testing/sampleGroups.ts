/** The samples of every call, by groups of the contract. */
import { createECDH, randomBytes } from 'node:crypto'
import { type Call, calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { at } from './ground.ts'
import {
  baseBody,
  bladeBody,
  cartBody,
  categoryBody,
  dishBody,
  featureSamples,
  type Item,
  jobKindBody,
  jobRepeatBody,
  jobWorkBody,
  LATER,
  mowerBody,
  numberBody,
  orderBody,
  PASSWORD,
  PHONE,
  person,
  type SampleItems,
  standingPlanBody,
  zoneTypeBody,
} from './sampleItems.ts'

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

export type SampleGroup = Readonly<Record<string, Sample>>

/** A change of an item by the stamp of its newest answer. */
export type ChangeOf = (call: Call, item: Item, body: (n: number) => object) => Sample

const browserKeys = createECDH('prime256v1')
const pushBrowser = (n: number) => ({
  endpoint: `https://push.example.org/send/${n}`,
  keys: { p256dh: browserKeys.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') },
  language: 'en',
})

export const peopleSamples = ({ user }: SampleItems, change: ChangeOf): SampleGroup => ({
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
})

export const courseSamples = ({ zoneType, number }: SampleItems, change: ChangeOf): SampleGroup => ({
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
})

/** Changes of the map: one of each kind of feature, and of features that are gone. */
export const mapSamples = ({ zoneType, lawns }: SampleItems): SampleGroup => {
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
  return {
    ...Object.fromEntries([...drawn, ...gone]),
    'courseVersions.create': { call: calls.courseVersions.create, body: n => ({ name: `Version ${n}` }) },
    'accessKeys.create': { call: lateCalls.accessKeys.create, body: () => ({ name: 'QGIS' }), silent: ['conflict'] },
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
  }
}

export const garageSamples = ({ base, blade, mower, cart, lawns }: SampleItems, change: ChangeOf): SampleGroup => {
  const body = (n: number) => mowerBody(lawns.request().bladeId, n)
  return {
    'bases.create': { call: calls.bases.create, body: () => baseBody },
    'bases.update': change(calls.bases.update, base, () => baseBody),
    'blades.create': { call: calls.blades.create, body: () => bladeBody },
    'blades.update': change(calls.blades.update, blade, () => bladeBody),
    'mowers.create': { call: calls.mowers.create, body, silent: ['conflict'] },
    'mowers.update': change(calls.mowers.update, mower, n => ({ ...body(n), systemId: 254 })),
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
  }
}

export const missionSamples = ({ mission, mower, lawns }: SampleItems, change: ChangeOf): SampleGroup => {
  const [lawn] = lawns.zones
  const splitBody = () => {
    const { mowerId: _, bladeId, ...request } = lawns.request()
    return { ...request, mowers: lawns.mowers.map(({ id }) => ({ mowerId: id, bladeId })) }
  }
  return {
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
    'fleetPlans.splitPreview': { call: lateCalls.fleetPlans.splitPreview, body: splitBody, silent: ['planRefused'] },
    'fleetPlans.split': { call: lateCalls.fleetPlans.split, body: splitBody, silent: ['planRefused'] },
    'fleetPlans.course': {
      call: lateCalls.fleetPlans.course,
      body: () => ({
        title: 'Monday',
        zoneIds: [lawn.id],
        mowers: [{ mowerId: lawns.mowers[0].id, zoneTypeIds: [lawn.properties.zoneTypeId] }],
        startsAt: LATER,
        endsAt: '2030-01-01T12:00:00.000Z',
        cleaningCycles: 0,
        turnScheme: 'oneInOne',
        startsByItself: false,
        wishes: [
          {
            featureId: lawn.id,
            day: '2030-01-01',
            startsAt: LATER,
            endsAt: '2030-01-01T12:00:00.000Z',
            mowerIds: [lawns.mowers[0].id],
            priority: 'high',
            direction: 'auto',
            pattern: 'auto',
            turnScheme: 'oneInOne',
            cleaningCycles: 1,
            cleanUpPass: 'byDay',
            startsByItself: false,
          },
        ],
      }),
      silent: ['planRefused', 'tooManyRequests', 'unavailable'],
    },
  }
}

export const standingPlanSamples = (
  { standingPlan, zoneType, mission, mower, lawns }: SampleItems,
  change: ChangeOf,
): SampleGroup => {
  const [lawn] = lawns.zones
  const body = () => ({
    ...standingPlanBody(zoneType.id),
    zoneIds: [lawn.id],
    mowers: [{ mowerId: mower.id, bladeId: null, zoneTypeIds: null }],
  })
  return {
    'standingPlans.create': { call: calls.standingPlans.create, body },
    'standingPlans.update': change(calls.standingPlans.update, standingPlan, body),
    'standingPlans.copy': {
      call: calls.standingPlans.copy,
      params: { id: standingPlan.id },
      body: n => ({ name: `Copy ${n}` }),
    },
    'standingPlans.fromSeries': {
      call: calls.standingPlans.fromSeries,
      body: () => ({ missionId: mission.id }),
      silent: ['conflict'],
    },
    'standingPlans.tryOut': { call: calls.standingPlans.tryOut, body: () => ({ ...body(), replaces: null }) },
    'standingPlans.pause': change(calls.standingPlans.pause, standingPlan, () => ({ pausedUntil: '2029-05-01' })),
  }
}

export const jobSamples = ({ jobKind, jobRepeat, job }: SampleItems, change: ChangeOf): SampleGroup => {
  const some = () => ({ ids: [job.id] })
  return {
    'jobKinds.create': { call: calls.jobKinds.create, body: () => jobKindBody },
    'jobKinds.update': change(calls.jobKinds.update, jobKind, () => jobKindBody),
    'jobRepeats.create': { call: calls.jobRepeats.create, body: () => jobRepeatBody(jobKind.id) },
    'jobRepeats.update': change(calls.jobRepeats.update, jobRepeat, () => jobRepeatBody(jobKind.id)),
    'jobs.plan': { call: calls.jobs.plan, body: () => ({ day: '2030-01-01', ...jobWorkBody(jobKind.id) }) },
    'jobs.update': change(calls.jobs.update, job, () => ({ note: 'Front right', plannedMinutes: 6 })),
    'jobs.give': { call: calls.jobs.give, body: () => ({ ...some(), personId: null }) },
    'jobs.step': {
      call: calls.jobs.step,
      params: { id: job.id },
      body: () => ({ step: 'notDone', at: '2020-01-01T06:00:00.000Z', minutes: 5, reason: 'Too wet' }),
    },
    'jobs.remove': { call: calls.jobs.remove, body: () => ({ ids: [crypto.randomUUID()] }) },
    'jobs.restore': { call: calls.jobs.restore, body: some },
  }
}

export const restaurantSamples = ({ category, dish, order, cart }: SampleItems, change: ChangeOf): SampleGroup => ({
  'categories.create': { call: calls.categories.create, body: () => categoryBody },
  'categories.update': change(calls.categories.update, category, () => categoryBody),
  'dishes.create': { call: calls.dishes.create, body: () => dishBody(category.id), silent: ['conflict'] },
  'dishes.update': { ...change(calls.dishes.update, dish, () => dishBody(category.id)), silent: ['conflict'] },
  'menu.sort': {
    call: calls.menu.sort,
    body: () => ({ of: 'dishes', categoryId: category.id, ids: [dish.id] }),
    silent: ['conflict', 'notFound'],
  },
  'orders.create': { call: calls.orders.create, body: () => orderBody(cart.id, dish.id), silent: ['conflict'] },
  'orders.move': { ...change(calls.orders.move, order, () => ({ status: 'accepted' })), silent: ['conflict'] },
})

export const playerSamples = ({ dish }: SampleItems): SampleGroup => ({
  'cartMessages.send': {
    call: lateCalls.cartMessages.send,
    body: () => ({ to: 'all', kind: 'text', text: 'Fog at nine' }),
  },
  // Every code here is a wrong one, and the answer says only that.
  'player.pair': {
    call: lateCalls.player.pair,
    body: () => ({ code: 'abcdefghjk', name: 'Tablet' }),
    silent: ['wrongCode'],
  },
  'walls.redeem': {
    call: lateCalls.walls.redeem,
    body: () => ({ code: 'abcdefghjk', name: 'Wall' }),
    silent: ['wrongCode'],
  },
  'player.report': {
    call: lateCalls.player.report,
    body: () => ({ fixes: [{ at: LATER, position: at(0, 0), accuracyM: 3, speedMps: null, headingDeg: null }] }),
  },
  'player.order': {
    call: lateCalls.player.order,
    body: () => ({ requestId: crypto.randomUUID(), lines: [{ dishId: dish.id, quantity: 1 }], note: 'No ice' }),
  },
})

export const notificationSamples = (): SampleGroup => ({
  'notifications.choose': {
    call: calls.notifications.choose,
    body: () => ({ email: 'alarm', push: 'alarm', quietFrom: '22:00', quietTo: '06:00', language: 'de' }),
  },
  'push.add': { call: calls.push.add, body: n => pushBrowser(n) },
  'push.renew': {
    call: calls.push.renew,
    body: n => ({ endpoint: pushBrowser(n).endpoint, language: 'de' }),
  },
})
