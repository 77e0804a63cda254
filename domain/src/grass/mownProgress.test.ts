import { areaM2, localFrame, totalAreaM2 } from '@greensward/geometry'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  at,
  BLADE,
  box,
  FAIRWAY,
  idOf,
  MOWER,
  ORIGIN,
  restriction,
  ZONE_TYPES,
  zone,
} from '../course/course.fixture.ts'
import { polygonXY } from '../course/courseGeometry.ts'
import { type MissionGround, missionGround } from '../plan/missionGround.ts'
import { planMission } from '../plan/planMission.ts'
import { missedM2, mownProgress, mownProgressFrom } from './mownProgress.ts'

const FEATURES = [zone(1, FAIRWAY, box(0, 0, 40, 40)), restriction(2, box(10, 10, 20, 20))]
const input = { features: FEATURES, zoneTypes: ZONE_TYPES, target: { kind: 'zone', featureId: idOf(1) } } as const

const ground = (features = FEATURES): MissionGround => {
  const found = missionGround({ ...input, features })
  if (!found.ok) throw new Error(found.error.code)
  return found.value
}

const EMPTY = [zone(1, FAIRWAY, box(0, 0, 40, 40))]

describe('mownProgress', () => {
  test('a strip of 2 m along a field of 40 m cuts a twentieth of it, and cutting it again nothing', () => {
    const progress = mownProgress(ground(EMPTY), 2)
    expect([progress.share(), progress.cutM2()]).toEqual([0, 0])
    expect(progress.mow(at(10, 0), at(10, 40), 2)).toBe(8 * 160)
    expect(progress.share()).toBeCloseTo(0.05, 6)
    expect(progress.cutM2()).toBeCloseTo(80, 6)
    expect(progress.mow(at(10, 40), at(10, 0), 2)).toBe(0)
    expect(progress.cutM2()).toBeCloseTo(80, 6)
    expect(progress.share()).toBeCloseTo(0.05, 6)
  })

  test('many short stretches cut what one long stretch cuts', () => {
    const [one, many] = [mownProgress(ground(EMPTY), 2), mownProgress(ground(EMPTY), 2)]
    one.mow(at(3, 5), at(35, 29), 2)
    for (let i = 0; i < 160; i++) many.mow(at(3 + i * 0.2, 5 + i * 0.15), at(3.2 + i * 0.2, 5.15 + i * 0.15), 2)
    expect(many.share()).toBeCloseTo(one.share(), 3)
  })

  test('a curve driven in short stretches leaves no wedges', () => {
    const progress = mownProgress(ground(EMPTY), 2)
    const on = (i: number) => at(20 + 10 * Math.cos(i / 20), 20 + 10 * Math.sin(i / 20))
    for (let i = 0; i < 126; i++) progress.mow(on(i), on(i + 1), 2)
    const ring = (Math.PI * (11 ** 2 - 9 ** 2)) / 1600
    expect(Math.abs(progress.share() - ring)).toBeLessThan(0.003)
  })

  test('the area under an obstacle is not part of the mission', () => {
    const progress = mownProgress(ground(), 2)
    expect(progress.mow(at(11, 15), at(19, 15), 1)).toBe(0)
    for (let x = 0.5; x < 40; x++) progress.mow(at(x, 0), at(x, 40), 1.02)
    expect(progress.share()).toBe(1)
    expect(progress.uncut()).toEqual([])
  })

  test('what is outside or makes no sense cuts nothing', () => {
    const progress = mownProgress(ground(EMPTY), 2)
    expect(progress.mow(at(50, 0), at(50, 40), 2)).toBe(0)
    expect(progress.mow(at(5, 5), at(5, 5), 2)).toBe(0)
    expect(progress.mow([Number.NaN, 0], at(5, 5), 2)).toBe(0)
    expect(progress.mow(at(5, 5), at(9, 5), -1)).toBe(0)
  })

  test('shows what is left: the half that was not driven', () => {
    const progress = mownProgress(ground(EMPTY), 2)
    for (let x = 1; x < 20; x += 2) progress.mow(at(x, 0), at(x, 40), 2)
    const frame = localFrame(ORIGIN)
    const left = progress.uncut().map(geometry => polygonXY(frame, geometry))
    expect(left).toHaveLength(1)
    expect(totalAreaM2(left)).toBeCloseTo(800, -1)
    expect(left[0] && areaM2(left[0])).toBeGreaterThan(780)
  })

  test('driving a plan as it is planned cuts what the plan says it covers', () => {
    const planned = planMission({
      ...input,
      mower: MOWER,
      blade: BLADE,
      headingDeg: 0,
      turnScheme: 'oneInOne',
      cleaningCycles: 2,
    })
    if (!planned.ok) throw new Error(planned.error.code)
    const progress = mownProgress(ground(), BLADE.widthM)
    for (const { points, bladeOn } of planned.value.legs)
      if (bladeOn)
        points.forEach((to, i) => {
          const from = points[i - 1]
          if (from !== undefined) progress.mow(from, to, BLADE.widthM)
        })
    // A plan counts what the body leaves room for, the progress all but a strip of 10 cm round what is kept out of.
    const { coverage, areaM2: plannedM2 } = planned.value.stats
    const groundM2 = 40 * 40 - 10.2 * 10.2
    expect(Math.abs(progress.share() * groundM2 - coverage * plannedM2)).toBeLessThan(0.005 * groundM2)
  })
})

describe('mownProgressFrom', () => {
  test('continues from saved progress after any drive', () => {
    const place = fc.tuple(fc.integer({ min: -5, max: 45 }), fc.integer({ min: -5, max: 45 }))
    const given = ground()
    fc.assert(
      fc.property(fc.array(place, { maxLength: 12 }), route => {
        const progress = mownProgress(given, 2)
        route.forEach(([x, y], i) => {
          const [px, py] = route[i - 1] ?? [x, y]
          progress.mow(at(px, py), at(x, y), 2)
        })
        const saved = progress.save()
        const again = mownProgressFrom(given, 2, saved)
        if (!again.ok) throw new Error(again.error.message)
        expect(again.value.share()).toBe(progress.share())
        expect(again.value.save()).toBe(saved)
      }),
      { seed: 11, numRuns: 50 },
    )
  })

  test('a half-cut field takes less than 2 kB', () => {
    const progress = mownProgress(ground(), 2)
    for (let x = 1; x < 20; x += 2) progress.mow(at(x, 0), at(x, 40), 2)
    expect(progress.save().length).toBeLessThan(2_000)
  })

  test('continues from a state of version 1, whose cells were twice as wide', () => {
    // A strip of two metres along a field of six, as version 1 saved it.
    const field = ground([zone(1, FAIRWAY, box(0, 0, 6, 6))])
    const version1 = `1:12x13:144:2..${'4..8..'.repeat(11)}4..i`
    const saved = mownProgressFrom(field, 2, version1)
    if (!saved.ok) throw new Error(saved.error.message)
    expect(saved.value.share()).toBeCloseTo(1 / 3, 6)
    expect(saved.value.mow(at(2, 0), at(2, 6), 1.9)).toBe(0)
    expect(saved.value.save()).toMatch(/^2:24x25:/)
  })

  test('refuses the state of other ground, of another blade, and damaged text', () => {
    const saved = mownProgress(ground(), 2).save()
    expect(mownProgressFrom(ground(EMPTY), 2, saved)).toMatchObject({ ok: false, error: { kind: 'otherGround' } })
    expect(mownProgressFrom(ground(), 1, saved)).toMatchObject({ ok: false })
    for (const damaged of [
      '',
      'x',
      `${saved}.1`,
      `${saved}.zzzzzzzz`,
      saved.slice(0, -1),
      saved.replace(/:[^:]*$/, ':-4'),
    ])
      expect(mownProgressFrom(ground(), 2, damaged)).toMatchObject({ ok: false, error: { kind: 'otherGround' } })
  })
})

describe('missedM2', () => {
  const swath = (x: number, bladeOn = true) => ({ bladeOn, points: [at(x, 0), at(x, 40)] })
  const legs = Array.from({ length: 20 }, (_, i) => swath(1 + 2 * i))
  /** The swaths but one, each this far beside where it is planned. */
  const driven = (besideM: number, left = -1): string => {
    const progress = mownProgress(ground(EMPTY), 2)
    for (let i = 0; i < 20; i++)
      if (i !== left) progress.mow(at(1 + 2 * i + besideM, 0), at(1 + 2 * i + besideM, 40), 2)
    return progress.save()
  }
  const missed = (saved: string, plan = legs) => missedM2(ground(EMPTY), 2, saved, plan)

  test('a swath with the blade off is missed with all its area', () => {
    expect(missed(driven(0, 7))).toBeCloseTo(80, -1)
    expect(missed(driven(0))).toBe(0)
  })

  test('what a plan leaves out itself, drives with the blade off, or drives beside its path is not', () => {
    const without = legs.filter((_, i) => i !== 7)
    expect(missed(driven(0, 7), without)).toBe(0)
    expect(missed(driven(0, 7), [...without, swath(15, false)])).toBe(0)
    expect(missed(driven(0.2))).toBe(0)
  })

  test('the ends of swaths, where the blade starts and stops, are not', () => {
    const progress = mownProgress(ground(EMPTY), 2)
    for (let i = 0; i < 20; i++) progress.mow(at(1 + 2 * i, 0), at(1 + 2 * i, i % 4 === 0 ? 37 : 40), 2)
    expect(missed(progress.save())).toBe(0)
  })

  test('a state of other ground says nothing', () => {
    expect(missedM2(ground(), 1.4, driven(0), legs)).toBe(0)
  })
})
