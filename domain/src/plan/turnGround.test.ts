import { contains, difference, type PolygonXY, totalAreaM2, type XY } from '@greensward/geometry'
import { describe, expect, it } from 'vitest'
import {
  area,
  at,
  BUNKER,
  box,
  FAIRWAY,
  frame,
  GREEN,
  idOf,
  MOWER,
  ROUGH,
  restriction,
  road,
  TEE,
  ZONE_TYPES,
  zone,
} from '../course/course.fixture.ts'
import type { CourseFeature } from '../course/course.ts'
import { missionFence } from '../mission/missionFence.ts'
import { turnsOutside, watchedBoundary } from '../mission/watchedBoundary.ts'
import { checkPlan, wayCheckOf } from './checkPlan.ts'
import { qgcPlan } from './file/qgcPlan.ts'
import { type MissionGround, missionGround } from './missionGround.ts'
import { input as inputOf, planned } from './planMission.fixture.ts'
import { bodyOf, type PlanInput } from './planMission.ts'
import { turnGroundOf } from './turnGround.ts'

const TYPES = ZONE_TYPES.map(type =>
  type.id === GREEN.id || type.id === TEE.id ? { ...type, turnsOutside: true } : type,
)
const green = zone(1, GREEN, [
  [0, 0],
  [24, 0],
  [20, 18],
  [0, 18],
])
const rough = zone(2, ROUGH, box(-40, -40, 60, 60))

const input = (features: readonly CourseFeature[], over: Partial<PlanInput> = {}): PlanInput =>
  inputOf(features, {
    zoneTypes: TYPES,
    mower: { ...MOWER, widthM: 1.7, minTurnRadiusM: 0.6 },
    headingDeg: 20,
    ...over,
  })

const groundFound = (of: PlanInput): MissionGround => {
  const found = missionGround(of)
  if (!found.ok) throw new Error(found.error.code)
  return found.value
}

const groundOf = (of: PlanInput): PolygonXY[] => {
  const found = groundFound(of)
  const { frame: own } = found
  const here = (ring: readonly XY[]): XY[] => ring.map(point => frame.toLocal(own.toLonLat(point)))
  return turnGroundOf(found, of).map(({ outer, holes }) => ({ outer: here(outer), holes: holes.map(here) }))
}
const isIn = (ground: readonly PolygonXY[], place: XY): boolean => ground.some(polygon => contains(polygon, place))

describe('ground to turn on beside a zone', () => {
  it('is mown grass within reach of a green, and nothing of the green', () => {
    const ground = groundOf(input([green, rough]))
    expect(isIn(ground, [10, -3])).toBe(true)
    expect(isIn(ground, [10, -7])).toBe(false)
    expect(isIn(ground, [10, 9])).toBe(false)
  })

  it('is none where the map shows nothing, where the type does not ask for it, and beside a part of a zone', () => {
    expect(groundOf(input([green]))).toEqual([])
    expect(groundOf(input([green, rough], { zoneTypes: ZONE_TYPES }))).toEqual([])
    const cell = {
      splitId: idOf(77),
      ground: green.geometry,
      lapsWhen: 'before' as const,
      lapDirection: 'clockwise' as const,
      start: null,
      end: null,
    }
    expect(groundOf(input([green, rough], { target: { kind: 'zone', featureId: green.id, cell } }))).toEqual([])
  })

  it.each<readonly [string, CourseFeature]>([
    ['a bunker', zone(3, BUNKER, box(4, -10, 16, -2))],
    ['a no-go', restriction(3, box(4, -10, 16, -2), 'mowers')],
    ['an area', area(3, box(4, -10, 16, -2))],
    [
      'a road',
      road(3, [
        [-30, -3],
        [50, -3],
      ]),
    ],
    ['a tee', zone(3, TEE, box(4, -10, 16, -2))],
    ['a zone that is hidden for mowers', zone(3, FAIRWAY, box(4, -10, 16, -2), { hiddenForMower: true })],
  ])('is not where %s is', (_, obstacle) => {
    const ground = groundOf(input([green, rough, obstacle]))
    expect(isIn(ground, [10, -3])).toBe(false)
    expect(isIn(ground, [10, 21])).toBe(true)
  })

  it('is not on grass that is closed in rain', () => {
    expect(
      groundOf(input([green, { ...rough, properties: { ...rough.properties, rainModeRestricted: true } }])),
    ).toEqual([])
  })
})

describe('a plan that turns outside of its green', () => {
  const of = input([green, rough])
  const plan = planned(of)
  const body = bodyOf(of.mower)
  const outside = turnsOutside(green, plan.legs)

  it('leaves it with the blade off alone, mows more of it, and is sound', () => {
    const within = planned(input([green, rough], { zoneTypes: ZONE_TYPES }))
    expect(outside.length).toBeGreaterThan(0)
    expect(plan.stats.coverage).toBeGreaterThan(within.stats.coverage)
    expect(checkPlan(plan, { ...of, body })).toEqual([])
  })

  it('is refused where the map no longer allows it', () => {
    const kindsOn = (features: readonly CourseFeature[], zoneTypes = TYPES): Set<string> =>
      new Set(checkPlan(plan, { ...input(features, { zoneTypes }), body }).map(({ kind }) => kind))
    expect(kindsOn([green])).toEqual(new Set(['leavesBoundary']))
    expect(kindsOn([green, rough], [...ZONE_TYPES])).toEqual(new Set(['leavesBoundary']))
    const bunkers = zone(3, BUNKER, box(-10, -10, 40, -0.5))
    expect(kindsOn([green, rough, bunkers])).toContain('leavesBoundary')
  })

  it('is refused with the blade on, or with a corner of the body off the grass', () => {
    const legs = plan.legs.map(leg => ({ ...leg, bladeOn: true }))
    expect(checkPlan({ legs }, { ...of, body }).map(({ kind }) => kind)).toContain('leavesBoundary')
    const past = { bladeOn: false, points: [at(2, 9), at(-5, 9)] }
    const grass = input([green, zone(2, ROUGH, box(-5.5, 0, 0, 18))])
    expect(checkPlan({ legs: [past] }, grass)).toEqual([])
    expect(checkPlan({ legs: [past] }, { ...grass, body }).map(({ kind }) => kind)).toEqual(['leavesBoundary'])
  })

  it('is inside of the fence of the mower, that of its file, and the ring that is watched while its blade is off', () => {
    const path = plan.legs.flatMap(({ points }) => points)
    const fence = missionFence({ ...of, path: [path[0] ?? [0, 0], ...path], approach: 1, mostItems: 84 })
    const ringOf = (places: Parameters<typeof frame.toLocal>[0][]): PolygonXY => ({
      outer: places.map(place => frame.toLocal(place)),
      holes: [],
    })
    const fenced = ringOf([...(fence?.boundary ?? [])])
    const off = ringOf([...(watchedBoundary(green, undefined, 'bladeOff', plan.legs) ?? [])])
    const on = ringOf([...(watchedBoundary(green, undefined, 'bladeOn', plan.legs) ?? [])])
    const exported = qgcPlan(plan, { title: 'Green', ground: groundFound(of) }, of.mower).geoFence as {
      readonly polygons: readonly { readonly polygon: readonly (readonly [number, number])[] }[]
    }
    const inFile = ringOf((exported.polygons[0]?.polygon ?? []).map(([lat, lon]) => [lon, lat]))
    for (const line of outside) {
      expect(wayCheckOf(inFile, []).pathInside(line.map(place => frame.toLocal(place)))).toBe(true)
      const local = line.map(place => frame.toLocal(place))
      expect(wayCheckOf(fenced, []).pathInside(local)).toBe(true)
      expect(wayCheckOf(off, []).pathInside(local)).toBe(true)
    }
    expect(totalAreaM2(difference([on], [ringOf(green.geometry.coordinates[0]?.slice(0, -1) ?? [])]))).toBeLessThan(50)
    // Not the whole ground beside the green is open: the mower uses a little of it.
    expect(totalAreaM2(difference([fenced], groundOf(of)))).toBeGreaterThan(300)
    expect(totalAreaM2([fenced])).toBeLessThan(24 * 18 + 250)
  })
})
