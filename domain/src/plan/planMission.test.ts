import { lengthM } from '@greensward/geometry'
import { describe, expect, test } from 'vitest'
import {
  area,
  at,
  BLADE,
  BUNKER,
  box,
  FAIRWAY,
  frame,
  GREEN,
  hole,
  idOf,
  MOWER,
  markedArea,
  missionArea,
  ROUGH,
  radius,
  restriction,
  road,
  zone,
} from '../course/course.fixture.ts'
import type { CourseFeature } from '../course/course.ts'
import { checkPlan } from './checkPlan.ts'
import { missionGround } from './missionGround.ts'
import { missionPlan } from './missionPlan.ts'
import { FIELD, input, nearestM, planned } from './planMission.fixture.ts'
import { bodyOf, type PlanInput, planMission, swathOverlapM } from './planMission.ts'

describe('planMission', () => {
  test('mows a plain field: covered, inside, joined up, with the speeds of blade and mower, fit for the contract', () => {
    const plan = planned(input([FIELD]))
    expect(missionPlan.parse(plan)).toEqual(plan)
    expect(plan.stats.areaM2).toBeCloseTo(3200, 0)
    expect(plan.stats.coverage).toBeGreaterThan(0.98)
    expect(checkPlan(plan, input([FIELD]))).toEqual([])
    plan.legs.slice(1).forEach((leg, i) => {
      expect(leg.points[0]).toEqual(plan.legs[i]?.points.at(-1))
    })
    for (const leg of plan.legs) {
      if (leg.kind === 'lap' || leg.kind === 'swath') expect(leg.speedMps).toBe(BLADE.missionSpeedMps)
      if (leg.kind === 'turn') expect(leg.speedMps).toBe(MOWER.turningSpeedMps)
      if (leg.kind === 'transit') expect(leg).toMatchObject({ bladeOn: false, speedMps: MOWER.transitSpeedMps })
    }
    const driven = plan.legs.reduce((sum, { points }) => sum + lengthM(points.map(p => frame.toLocal(p))), 0)
    expect(plan.stats.lengthM).toBeCloseTo(driven, 0)
    expect(plan.stats.battery).toBeCloseTo(driven / MOWER.batteryRangeM, 3)
    expect(plan.stats.mownLengthM).toBeLessThan(driven)
    expect(plan.stats.mownLengthM).toBeGreaterThan(driven / 2)
  })

  test('may run contour rows along the line of play of the hole that a zone belongs to', () => {
    const bend = (50 * Math.PI) / 180
    const ahead = (along: number, aside: number): [number, number] => [
      along * Math.sin(bend) + aside * Math.cos(bend),
      along * Math.cos(bend) - aside * Math.sin(bend),
    ]
    const rise = 15 * Math.tan(bend / 2)
    const outer: [number, number][] = [[15, -80], [15, -rise], ahead(80, 15), ahead(80, -15), [-15, rise], [-15, -80]]
    const played = hole(9, [[0, -80], [0, 0], ahead(80, 0)])
    const drive = (holeId: string | null) =>
      planned(input([zone(1, FAIRWAY, outer, { holeId }), played], { patterns: ['contour'] })).stats.durationS
    expect(drive(played.id)).toBeLessThan(drive(null))
  })

  test('gives the same plan for the same input', () => {
    const features = [FIELD, restriction(2, box(10, 20, 20, 30))]
    expect(planMission(input(features))).toEqual(planMission(input(features)))
  })

  test('runs the swaths along the heading that is asked for', () => {
    for (const headingDeg of [0, 60, 135]) {
      const plan = planned(input([FIELD], { headingDeg, cleaningCycles: 1 }))
      expect(plan.headingDeg).toBeCloseTo(headingDeg, 6)
      const longest = plan.legs
        .filter(({ kind }) => kind === 'swath')
        .map(({ points }) => points.map(p => frame.toLocal(p)))
        .sort((a, b) => lengthM(b) - lengthM(a))[0]
      const [a, b] = [longest?.[0], longest?.at(-1)]
      const angle = (Math.atan2((b?.[0] ?? 0) - (a?.[0] ?? 0), (b?.[1] ?? 0) - (a?.[1] ?? 0)) * 180) / Math.PI
      const off = (((angle - headingDeg) % 180) + 180) % 180
      expect(Math.min(off, 180 - off)).toBeLessThan(0.5)
    }
  })

  test('begins near the given start', () => {
    for (const corner of [at(1, 1), at(39, 79)]) {
      const plan = planned(input([FIELD], { start: corner }))
      const first = plan.legs[0]?.points[0] ?? [0, 0]
      expect(nearestM([first], corner)).toBeLessThan(6)
    }
  })

  test('a start outside the zone only says from which side: the drive itself stays inside', () => {
    const of = input([FIELD], { start: at(80, 120) })
    const plan = planned(of)
    expect(checkPlan(plan, of)).toEqual([])
    expect(plan.stats.coverage).toBeGreaterThan(0.98)
  })

  const middle = box(15, 30, 25, 40)
  const obstacles: readonly (readonly [string, CourseFeature])[] = [
    ['a restriction for mowers', restriction(2, middle, 'mowers')],
    ['a restriction for both', restriction(2, middle, 'both')],
    ['a radius', radius(2, [20, 35], 4)],
    ['a bunker', zone(2, BUNKER, middle)],
    ['a green', zone(2, GREEN, middle)],
    ['a rough that is hidden for mowers', zone(2, ROUGH, middle, { hiddenForMower: true })],
    ['a zone of an unknown type', zone(2, { ...ROUGH, id: idOf(999) }, middle)],
    ['an area', area(2, middle)],
    ['a marked area without an end', markedArea(2, middle, null)],
    ['a marked area that ends later', markedArea(2, middle, '2026-06-01T00:00:00.000Z')],
  ]
  test.each(obstacles)('goes round %s, and the check of the plan knows it', (_, obstacle) => {
    const of = input([FIELD, obstacle], { at: '2026-05-01T00:00:00.000Z' })
    const plan = planned(of)
    expect(plan.stats.areaM2).toBeLessThan(3160)
    expect(checkPlan(plan, of)).toEqual([])
    const points = plan.legs.flatMap(leg => leg.points)
    expect(nearestM(points, at(20, 35))).toBeGreaterThan(3.9)
    const heedless = planned(input([FIELD]))
    expect(checkPlan(heedless, of)).toContainEqual(
      expect.objectContaining({ kind: 'crossesObstacle', featureId: idOf(2) }),
    )
  })

  const nothing: readonly (readonly [string, CourseFeature])[] = [
    ['a restriction for carts', restriction(2, middle, 'carts')],
    ['a radius for carts', radius(2, [20, 35], 4, 'carts')],
    ['a rough in it', zone(2, ROUGH, middle)],
    ['a marked area that has ended', markedArea(2, middle, '2026-04-01T00:00:00.000Z')],
    ['a neighbour along the same edge', zone(2, GREEN, box(40, 0, 60, 80))],
    ['an area that the whole zone lies in', area(2, box(-50, -50, 100, 150))],
    ['a mission area', missionArea(2, middle)],
    [
      'a road',
      road(2, [
        [0, 40],
        [40, 40],
      ]),
    ],
  ]
  test.each(nothing)('does not mind %s', (_, other) => {
    const plan = planned(input([FIELD, other], { at: '2026-05-01T00:00:00.000Z' }))
    expect(plan.stats.areaM2).toBeCloseTo(3200, 0)
  })

  test('keeps out of the holes of a zone', () => {
    const holed = zone(1, FAIRWAY, box(0, 0, 40, 80), { holes: [middle] })
    const plan = planned(input([holed]))
    expect(plan.stats.areaM2).toBeCloseTo(3100, 0)
    expect(checkPlan(plan, input([holed]))).toEqual([])
  })

  test('a mission area mows the protected type that most of it is on, and spares the others', () => {
    const features = [
      zone(1, FAIRWAY, box(0, 0, 40, 80)),
      zone(2, FAIRWAY, box(40, 0, 80, 80)),
      zone(3, GREEN, box(20, 80, 60, 100)),
      missionArea(4, box(20, 40, 60, 90)),
    ]
    const of = input(features, { target: { kind: 'missionArea', featureId: idOf(4) } })
    const ground = missionGround(of)
    expect(ground.ok && ground.value.obstacles.map(({ title }) => title)).toEqual(['Green 3'])
    const plan = planned(of)
    // Less the rim that the body keeps from the protected zones.
    expect(plan.stats.areaM2).toBeGreaterThan(40 * 40 - 20)
    expect(plan.stats.areaM2).toBeLessThanOrEqual(40 * 40)
    expect(checkPlan(plan, of)).toEqual([])
  })

  test('drives a road along its line with the blade off, from the nearer end', () => {
    const features = [
      road(1, [
        [0, 0],
        [50, 0],
        [50, 50],
      ]),
    ]
    const target = { kind: 'road', featureId: idOf(1) } as const
    const plan = planned(input(features, { target }))
    expect(plan.legs).toHaveLength(1)
    expect(plan.legs[0]).toMatchObject({ kind: 'transit', bladeOn: false, speedMps: MOWER.transitSpeedMps })
    expect(plan.stats).toMatchObject({ areaM2: 0, mownLengthM: 0, waypoints: 3 })
    expect(plan.stats.lengthM).toBeCloseTo(100, 3)
    // 50 s at its speed, plus the time for acceleration, the corner and the stop.
    expect(plan.stats.durationS).toBeGreaterThan(50)
    expect(plan.stats.durationS).toBeLessThan(60)
    const back = planned(input(features, { target, start: at(60, 50) }))
    expect(back.legs[0]?.points).toEqual(plan.legs[0]?.points.toReversed())
    const blocked = planMission(input([...features, restriction(2, box(20, -5, 30, 5))], { target }))
    expect(blocked).toMatchObject({ ok: false, error: { kind: 'roadBlocked', featureId: idOf(2) } })
  })

  test('takes as long as its mower was found to take, on a zone and on a road alike', () => {
    const slow = { ...MOWER, driveTime: { factor: 1.2, missions: 5 } }
    const line = road(2, [
      [0, 0],
      [50, 0],
    ])
    for (const asked of [input([FIELD]), input([line], { target: { kind: 'road', featureId: idOf(2) } })]) {
      const [usual, longer] = [planned(asked), planned({ ...asked, mower: slow })]
      expect(longer.stats.durationS).toBeCloseTo(1.2 * usual.stats.durationS, 6)
      expect(longer.legs).toEqual(usual.legs)
    }
  })

  const refusals: readonly (readonly [string, PlanInput, object])[] = [
    ['an unknown id', input([]), { kind: 'unknownTarget' }],
    [
      'a target of another kind than the feature',
      input([FIELD], { target: { kind: 'missionArea', featureId: idOf(1) } }),
      { kind: 'unknownTarget' },
    ],
    [
      'a zone hidden for mowers',
      input([zone(1, FAIRWAY, middle, { hiddenForMower: true })]),
      { kind: 'hiddenForMower' },
    ],
    ['a bunker', input([zone(1, BUNKER, middle)]), { kind: 'notMowable' }],
    [
      'a blade without width',
      input([FIELD], { blade: { ...BLADE, widthM: 0 } }),
      { kind: 'wrongValue', field: 'blade.widthM' },
    ],
    [
      'a blade of 6 m',
      input([FIELD], { blade: { ...BLADE, widthM: 6 } }),
      { kind: 'wrongValue', field: 'blade.widthM' },
    ],
    [
      'a mower of 6 m',
      input([FIELD], { mower: { ...MOWER, widthM: 6 } }),
      { kind: 'wrongValue', field: 'mower.widthM' },
    ],
    ['a heading that is none', input([FIELD], { headingDeg: Number.NaN }), { kind: 'wrongValue', field: 'headingDeg' }],
    ['six cleaning cycles', input([FIELD], { cleaningCycles: 6 }), { kind: 'wrongValue', field: 'cleaningCycles' }],
    [
      'a zone under a restriction',
      input([FIELD, restriction(2, box(-10, -10, 90, 90))]),
      { kind: 'emptyPlan', warnings: [{ code: 'allObstacle', params: {} }] },
    ],
    ['a zone narrower than the blade', input([zone(1, FAIRWAY, box(0, 0, 1, 50))]), { kind: 'emptyPlan' }],
  ]
  test.each(refusals)('refuses %s', (_, of, error) => {
    expect(planMission(of)).toMatchObject({ ok: false, error })
  })

  const beside = (gapM: number) => box(40 + gapM, 20, 50, 60)
  const besides: readonly (readonly [string, CourseFeature])[] = [
    ['a bunker along the same edge', zone(2, BUNKER, beside(0))],
    ['a restriction 10 cm off', restriction(2, beside(0.1), 'mowers')],
    ['a no-go circle beyond the edge', radius(2, [44.05, 40], 4)],
    ['a wood along the same edge', area(2, beside(0))],
  ]
  test.each(besides)('keeps its whole body out of %s, which a plan without it does not', (_, obstacle) => {
    const mower = { ...MOWER, widthM: BLADE.widthM + 0.4 }
    const of = { ...input([FIELD, obstacle], { mower }), body: bodyOf(mower) }
    expect(checkPlan(planned(of), of)).toEqual([])
    const heedless = planned(input([FIELD], { mower }))
    expect(checkPlan(heedless, input([FIELD, obstacle]))).toEqual([])
    expect(checkPlan(heedless, of)).toContainEqual(
      expect.objectContaining({ kind: 'bodyInObstacle', featureId: idOf(2) }),
    )
  })

  test('a green along the same edge may be reached over, and so may what is farther off than any body reaches', () => {
    const alone = planned(input([FIELD]))
    for (const other of [zone(2, GREEN, beside(0)), zone(2, BUNKER, beside(3)), restriction(2, beside(0), 'carts')])
      expect(planned(input([FIELD, other])).legs).toEqual(alone.legs)
  })

  test('laps swaths over by 4 % of the width, at least 4 cm, and by no more than a quarter of a narrow blade', () => {
    expect([0.1, 0.5, 1, 2, 5].map(swathOverlapM)).toEqual([0.025, 0.04, 0.04, 0.08, 0.2])
  })
})
