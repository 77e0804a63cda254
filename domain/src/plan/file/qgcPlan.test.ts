import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import {
  at,
  BLADE,
  BUNKER,
  box,
  FAIRWAY,
  idOf,
  MOWER,
  radius,
  restriction,
  road,
  ZONE_TYPES,
  zone,
} from '../../course/course.fixture.ts'
import type { CourseFeature, Position } from '../../course/course.ts'
import type { Mower } from '../../garage/garage.ts'
import { missionGround } from '../missionGround.ts'
import type { PlanLeg } from '../missionPlan.ts'
import { planHash } from '../planHash.ts'
import { planItems } from '../planItems.ts'
import { planMission } from '../planMission.ts'
import { qgcPlan } from './qgcPlan.ts'
import { qgcRules } from './qgcRules.fixture.ts'

const leg = (kind: PlanLeg['kind'], bladeOn: boolean, speedMps: number, ...points: Position[]): PlanLeg => ({
  kind,
  bladeOn,
  speedMps,
  points,
})

const [a, b, c, d, near] = [at(0, 0), at(0, 10), at(2, 10), at(2, 0), at(0, 9.9)]

const words = (legs: readonly PlanLeg[]) =>
  planItems({ legs: [...legs] }).map(item => {
    if (item.kind === 'waypoint') return [a, b, c, d, near].indexOf(item.position)
    return item.kind === 'speed' ? `${item.speedMps} m/s` : item.on ? 'on' : 'off'
  })

describe('planItems', () => {
  test('switches the blade on where mowing starts and off before it leaves for a transit', () => {
    const legs = [leg('swath', true, 1.5, a, b), leg('transit', false, 2, b, c), leg('swath', true, 1.5, c, d)]
    expect(words(legs)).toEqual(['off', '1.5 m/s', 0, 'on', 1, 'off', '2 m/s', 2, 'on', '1.5 m/s', 3, 'off'])
  })

  test('says nothing twice: legs of one speed with the blade on are a chain of waypoints', () => {
    const legs = [leg('lap', true, 1, a, b), leg('swath', true, 1, b, c, d)]
    expect(words(legs)).toEqual(['off', '1 m/s', 0, 'on', 1, 2, 3, 'off'])
  })

  test('a speed that the mower may forget, as the next waypoint is within its radius, comes again at that one', () => {
    const legs = [leg('turn', false, 2, a, b), leg('swath', true, 1, b, near, c)]
    expect(words(legs)).toEqual(['off', '2 m/s', 0, 1, 'on', '1 m/s', 4, '1 m/s', 2, 'off'])
    const short = [leg('turn', false, 2, a, b), leg('swath', true, 1, b, near), leg('swath', true, 1, near, c)]
    expect(words(short)).toEqual(['off', '2 m/s', 0, 1, 'on', '1 m/s', 4, '1 m/s', 2, 'off'])
  })

  test('drives a gap between two legs with the blade off', () => {
    expect(words([leg('swath', true, 1, a, b), leg('swath', true, 1, c, d)])).toEqual([
      'off',
      '1 m/s',
      0,
      'on',
      1,
      'off',
      2,
      'on',
      3,
      'off',
    ])
  })

  test('an empty plan is nothing but the blade off', () => {
    expect(words([])).toEqual(['off'])
  })
})

const FEATURES: readonly CourseFeature[] = [
  zone(1, FAIRWAY, box(0, 0, 40, 80), { holes: [box(5, 5, 8, 8)] }),
  zone(2, BUNKER, box(10, 30, 18, 40)),
  restriction(3, box(30, -10, 60, 20)),
  radius(4, [25, 60], 3),
]

const fileFor = (mower: Mower, kind: 'zone' | 'road' = 'zone') => {
  const target = { kind, featureId: idOf(kind === 'zone' ? 1 : 9) }
  const features = [
    ...FEATURES,
    road(9, [
      [0, 0],
      [-50, 0],
      [-50, 50],
    ]),
  ]
  const input = { features, zoneTypes: ZONE_TYPES, target }
  const planned = planMission({
    ...input,
    mower,
    blade: BLADE,
    headingDeg: 30,
    turnScheme: 'oneInOne',
    cleaningCycles: 1,
  })
  if (!planned.ok) throw new Error(planned.error.code)
  const ground = missionGround(input)
  const meta = {
    title: 'Fairway 1',
    stored: {
      missionId: idOf(70),
      mapRevision: 5,
      planHash: planHash({ mapRevision: 5, mower, blade: BLADE, plan: planned.value }),
    },
    ...(ground.ok ? { ground: ground.value } : {}),
  }
  return { plan: planned.value, file: qgcPlan(planned.value, meta, mower) }
}

const SERVO: Mower = { ...MOWER, bladeSwitch: { kind: 'servo', channel: 9, onPwm: 1_900, offPwm: 1_100 } }

interface Item {
  readonly command: number
  readonly doJumpId: number
  readonly frame: number
  readonly params: readonly (number | null)[]
}

const itemsOf = (file: Record<string, unknown>): readonly Item[] =>
  (file.mission as { readonly items: readonly Item[] }).items

describe('qgcPlan', () => {
  test('writes every waypoint of the plan, latitude first, numbered from 1', () => {
    const { plan, file } = fileFor(MOWER)
    const items = itemsOf(file)
    expect(items.map(({ doJumpId }) => doJumpId)).toEqual(items.map((_, i) => i + 1))
    const places = items.filter(({ command }) => command === 16).map(({ params }) => [params[5], params[4]])
    const expected = plan.legs.flatMap(({ points }, i) => (i === 0 ? points : points.slice(1)))
    expect(places).toEqual(expected)
    expect(file.mission).toMatchObject({ cruiseSpeed: BLADE.missionSpeedMps, vehicleType: 10, firmwareType: 3 })
  })

  test('switches the blade by relay or by servo, as the mower is built, and leaves it off', () => {
    const relay = itemsOf(fileFor(MOWER).file).filter(({ command }) => command === 181 || command === 183)
    expect(new Set(relay.map(({ command }) => command))).toEqual(new Set([181]))
    expect(relay[0]?.params.slice(0, 2)).toEqual([0, 0])
    expect(relay.at(-1)?.params.slice(0, 2)).toEqual([0, 0])
    expect(relay.map(({ params }) => params[1])).toContain(1)
    const servo = itemsOf(fileFor(SERVO).file).filter(({ command }) => command === 181 || command === 183)
    expect(new Set(servo.map(({ command }) => command))).toEqual(new Set([183]))
    expect(servo.map(({ params }) => params[1])).toContain(1_900)
    expect(servo.at(-1)?.params.slice(0, 2)).toEqual([9, 1_100])
  })

  test('fences the boundary in, and its holes, the bunker, the no-go and the tree out', () => {
    const fence = fileFor(MOWER).file.geoFence as {
      readonly polygons: readonly { readonly inclusion: boolean; readonly polygon: readonly number[][] }[]
      readonly circles: readonly { readonly inclusion: boolean; readonly circle: { readonly radius: number } }[]
    }
    expect(fence.polygons.map(({ inclusion, polygon }) => [inclusion, polygon.length])).toEqual([
      [true, 4],
      [false, 4],
      [false, 4],
      [false, 4],
    ])
    expect(fence.circles).toMatchObject([{ inclusion: false, circle: { radius: 3 } }])
  })

  const VALIDATOR = resolve(import.meta.dirname, '../../../../../shared/tools/validate-plan.mjs')
  for (const [name, make] of [
    ['a mowing plan with a relay', () => fileFor(MOWER)],
    ['a mowing plan with a servo', () => fileFor(SERVO)],
    ['a road', () => fileFor(MOWER, 'road')],
  ] as const) {
    test(`${name} keeps every rule of QGroundControl's file format`, () => {
      expect(qgcRules.safeParse(JSON.parse(JSON.stringify(make().file))).error?.issues ?? []).toEqual([])
    })

    test(`${name} is read by QGroundControl's rules without an error or a warning`, async context => {
      if (!existsSync(VALIDATOR)) context.skip('validate-plan.mjs is not among the shared tools')
      const { validatePlan } = await import(pathToFileURL(VALIDATOR).href)
      const verdict = validatePlan(JSON.stringify(make().file))
      expect({ errors: verdict.errors, warnings: verdict.warnings }).toEqual({ errors: [], warnings: [] })
      expect(verdict.info.items).toBe(itemsOf(make().file).length)
    })
  }
})
