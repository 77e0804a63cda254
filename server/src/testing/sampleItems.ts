/** One item of each kind that people keep, and the bodies that create them. */
import { type Call, calls } from '@greensward/contract'
import { at, rectangle } from './ground.ts'
import { type Lawns, seedLawns } from './lawn.ts'
import type { TestServer } from './testServer.ts'

export const PASSWORD = 'grass grows at night'
export const PHONE = '+353 1 234 5678'
export const LATER = '2030-01-01T06:00:00.000Z'

export const person = (n: number) => ({
  fullname: `Person ${n}`,
  phone: PHONE,
  email: `person${n}@example.org`,
  login: `person-${n}`,
  password: PASSWORD,
})

const TIMETABLE = [{ days: ['mon'], from: '06:00', to: '09:00' }]

/** One feature of every kind on the map, with all its properties. */
export const featureSamples = (zoneTypeId: string, holeId: string): Readonly<Record<string, () => unknown>> => {
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

export interface Item {
  readonly id: string
}

export const bladeBody = { name: 'Deck', widthM: 1, missionSpeedMps: 1 }
export const zoneTypeBody = {
  name: 'Semi-rough',
  color: '#17A73F',
  directions: ['12-6'],
  allowsIntersection: true,
  mowable: true,
}
export const numberBody = { phone: PHONE, department: 'Workshop' }
export const mowerBody = (bladeId: string, n: number) => ({
  name: `Mower ${n}`,
  color: '#0B7390',
  bladeId,
  systemId: 3 + (n % 250),
  widthM: 1.6,
  minTurnRadiusM: 0,
  transitSpeedMps: 2,
  turningSpeedMps: 0.8,
  batteryRangeM: 20_000,
  bladeSwitch: { kind: 'relay', index: 0 },
  inService: false,
})
export const standingPlanBody = (zoneTypeId: string) => ({
  name: 'Greens',
  zoneTypeIds: [zoneTypeId],
  zoneIds: [],
  exceptZoneIds: [],
  repeat: { kind: 'daily' as const, until: null },
  firstDay: '2029-01-01',
  from: '05:00',
  until: '09:00',
  mowers: [],
  priority: 'normal' as const,
  aheadOfPlay: false,
  direction: 'auto' as const,
  pattern: 'auto' as const,
  turnScheme: 'oneInOne' as const,
  cleaningCycles: 1,
  cleanUpPass: 'everyDay' as const,
  startsByItself: false,
  pausedUntil: null,
})

export const jobKindBody = { name: 'Cups', minutes: 5 }
export const jobWorkBody = (kindId: string) => ({
  kindId,
  places: [{ name: 'Putting green' }],
  personIds: [],
  minutes: 5,
  note: 'Back left',
})
export const jobRepeatBody = (kindId: string) => ({
  ...jobWorkBody(kindId),
  repeat: { kind: 'daily' as const, until: null },
  firstDay: '2029-01-01',
  pausedUntil: null,
})

export const baseBody = {
  name: 'Bay',
  position: [-2.8, 52.7],
  headingDeg: 90,
  approach: [[-2.8001, 52.7]],
  hasCharger: true,
  mowerId: null,
}
export const cartBody = { name: 'Cart', inService: false, home: null }
export const categoryBody = { name: 'Drinks', translations: { de: { name: 'Getränke' } }, sort: 1 }
export const dishBody = (categoryId: string) => ({
  categoryId,
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
})
export const orderBody = (cartId: string, dishId: string) => ({
  cartId,
  lines: [{ dishId, quantity: 1 }],
  note: 'Warm',
})

export interface SampleItems {
  readonly lawns: Lawns
  readonly base: Item
  readonly blade: Item
  readonly zoneType: Item
  readonly number: Item
  readonly mower: Item
  readonly cart: Item
  readonly category: Item
  readonly dish: Item
  readonly order: Item
  readonly user: Item
  readonly mission: Item
  readonly standingPlan: Item
  readonly jobKind: Item
  readonly jobRepeat: Item
  readonly job: Item
}

/** @param note receives each answer */
export const seedItems = async (server: TestServer, note: (answer: unknown) => void): Promise<SampleItems> => {
  const lawns = await seedLawns(server)
  const add = async (call: Call, body: unknown): Promise<Item> => {
    const { result } = await server.call('ROLE_ADMIN', call, { body } as never)
    note(result)
    return result as Item
  }
  const base = await add(calls.bases.create, baseBody)
  const blade = await add(calls.blades.create, bladeBody)
  const zoneType = await add(calls.zoneTypes.create, zoneTypeBody)
  const number = await add(calls.technicalNumbers.create, numberBody)
  const mower = await add(calls.mowers.create, { ...mowerBody(lawns.request().bladeId, 0), systemId: 254 })
  const cart = await add(calls.carts.create, cartBody)
  const category = await add(calls.categories.create, categoryBody)
  const dish = await add(calls.dishes.create, dishBody(category.id))
  const order = await add(calls.orders.create, orderBody(cart.id, dish.id))
  const user = await add(calls.users.create, { ...person(0), role: 'ROLE_TEST_USER' })
  const mission = await add(calls.missions.create, lawns.request())
  const standingPlan = await add(calls.standingPlans.create, standingPlanBody(zoneType.id))
  const jobKind = await add(calls.jobKinds.create, jobKindBody)
  const jobRepeat = await add(calls.jobRepeats.create, jobRepeatBody(jobKind.id))
  const [job] = (
    await server.call('ROLE_ADMIN', calls.jobs.plan, { body: { day: '2030-01-01', ...jobWorkBody(jobKind.id) } })
  ).result.items
  if (job === undefined) throw new Error('no job was planned')
  note(job)
  return {
    ...{ lawns, base, blade, zoneType, number, mower, cart, category, dish, order, user, mission, standingPlan },
    ...{ jobKind, jobRepeat, job },
  }
}
