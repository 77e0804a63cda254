import type { XY } from '@greensward/geometry'
import { describe, expect, test } from 'vitest'
import { acceptFix, type CartFix, type FixFilter, type FixVerdict, NEW_FIX_FILTER } from './acceptFix.ts'
import { type DepthFix, depthIn, NEW_AREA_WATCH, watchArea } from './areaWatch.ts'
import { noise } from './noise.fixture.ts'
import { NEW_HOLE_WATCH, watchHole } from './round/currentHole.ts'
import { isStayNews, NEW_STAY_WATCH, watchStay } from './round/staying.ts'
import { type SmoothPlace, smoothPlace } from './smoothPlace.ts'

const fix = (seconds: number, at: XY, accuracyM: number | null = 3): CartFix => ({
  atMs: seconds * 1_000,
  at,
  accuracyM,
  trackDeg: null,
  speedMps: null,
})

describe('positions', () => {
  const run = (fixes: readonly CartFix[], nowMs = 1e12): readonly FixVerdict[] => {
    let filter: FixFilter = NEW_FIX_FILTER
    return fixes.map(one => {
      const next = acceptFix(filter, one, nowMs)
      filter = next.filter
      return next.verdict
    })
  }

  test('are distinguished when they come twice, late, or out of the future', () => {
    const now = 100_000
    expect(
      run(
        [fix(10, [0, 0]), fix(12, [5, 0]), fix(12, [5, 0]), fix(11, [2, 0]), fix(161, [9, 0]), fix(160, [9, 0])],
        now,
      ),
    ).toEqual(['taken', 'taken', 'repeated', 'late', 'future', 'taken'])
  })

  test('are refused where no cart can have reached them, and accepted again when they come back', () => {
    expect(run([fix(1, [0, 0]), fix(2, [3_000, 0]), fix(3, [8, 0])])).toEqual(['taken', 'jump', 'taken'])
  })

  test('are believed when they stay where they jumped to: then the first was the wild one', () => {
    const far = [1, 2, 3, 4].map(s => fix(s, [5_000 + s, 0]))
    expect(run([fix(0, [0, 0]), ...far])).toEqual(['taken', 'jump', 'jump', 'taken', 'taken'])
  })

  test('may be far apart after a gap that was long enough', () => {
    expect(run([fix(0, [0, 0]), fix(300, [3_000, 0])])).toEqual(['taken', 'taken'])
  })
})

describe('a no-go area', () => {
  const AREA = {
    outer: [
      [0, 0],
      [1_000, 0],
      [1_000, 100],
      [0, 100],
    ] as XY[],
    holes: [],
  }

  test('has a depth inside and a distance outside, holes included', () => {
    const pond = {
      outer: AREA.outer,
      holes: [
        [
          [400, 40],
          [400, 60],
          [420, 60],
          [420, 40],
        ] as XY[],
      ],
    }
    expect(depthIn(AREA)([500, 20])).toBeCloseTo(20)
    expect(depthIn(AREA)([500, -7])).toBeCloseTo(-7)
    expect(depthIn(pond)([410, 50])).toBeCloseTo(-10)
    expect(depthIn(pond)([425, 50])).toBeCloseTo(5)
  })

  /** A fix by itself, without the path before it. */
  const at = (s: number, depth: number, accuracyM = 3): DepthFix => ({
    atMs: s * 1_000,
    depthM: depth,
    accuracyM,
    way: null,
  })

  test('is not entered by one wild fix', () => {
    const watch = watchArea(watchArea(NEW_AREA_WATCH, at(0, -20)), at(1, 50))
    expect(watch.isInside).toBe(false)
  })

  test('is left again, once, when the cart drives out', () => {
    let watch = NEW_AREA_WATCH
    const changes: boolean[] = []
    for (let s = 0; s < 60; s += 1) {
      const next = watchArea(watch, at(s, s < 30 ? s * 2 - 10 : (60 - s) * 2 - 10))
      if (next.isInside !== watch.isInside) changes.push(next.isInside)
      watch = next
    }
    expect(changes).toEqual([true, false])
  })

  test('counts bursts of ten fixes a second as no more evidence than one a second', () => {
    const entered = (perSecond: number): number => {
      let watch = NEW_AREA_WATCH
      for (let n = 0; ; n += 1) {
        const s = n / perSecond
        watch = watchArea(watch, at(s, s * 4 - 4))
        if (watch.isInside) return s
      }
    }
    expect(Math.abs(entered(10) - entered(1))).toBeLessThanOrEqual(1)
  })
})

describe('the place by the whole way driven', () => {
  const east = (s: number, at: XY, accuracyM: number | null = 3): CartFix => ({
    ...fix(s, at, accuracyM),
    speedMps: 4,
    trackDeg: 90,
  })
  const driven = (fixes: readonly CartFix[]): SmoothPlace => {
    const place = fixes.reduce<SmoothPlace | null>((before, one) => smoothPlace(before, one), null)
    if (place === null) throw new Error('a way needs a fix')
    return place
  }
  const straight = Array.from({ length: 20 }, (_, s) => east(s, [s * 4, 0]))
  const silent = straight.map(one => ({ ...one, speedMps: null, trackDeg: null }))

  test('is surer than any single fix, more so when steady than agile, and more so with reported speed than with positions alone', () => {
    const [reported, shown] = [driven(straight), driven(silent)]
    expect(reported.steady.at[0]).toBeCloseTo(76)
    expect(shown.steady.velocityMps[0]).toBeCloseTo(4, 0)
    const variances = [reported.steady.placeVariance, shown.steady.placeVariance, shown.agile.placeVariance, 3 ** 2]
    expect(variances).toEqual(variances.toSorted((a, b) => a - b))
  })

  test('is as sure with ten fixes in a second as with one', () => {
    const bursts = Array.from({ length: 200 }, (_, n) => east(n / 10, [(n / 10) * 4, 0]))
    const [burst, single] = [driven(bursts).steady.placeVariance, driven(straight).steady.placeVariance]
    expect(Math.sqrt(burst / single)).toBeGreaterThan(0.8)
  })

  test('is not moved by one wild fix, and follows three that agree', () => {
    const wild = driven([...straight, east(20, [80, 60])])
    expect(wild.agile.at[1]).toBeCloseTo(0)
    expect(wild.outliers).toBe(1)
    expect(driven([...straight, east(20, [80, 60]), east(21, [84, 0])]).outliers).toBe(0)
    expect(driven([...straight, ...[20, 21, 22].map(s => east(s, [s * 4, 60]))]).agile.at).toEqual([88, 60])
  })

  test('starts again after a gap, and follows the cart at once when it stops', () => {
    expect(driven([...straight, east(40, [300, 0], 4)]).steady).toMatchObject({ at: [300, 0], placeVariance: 16 })
    const stopped = [...silent, ...Array.from({ length: 8 }, (_, s) => fix(20 + s, [80, 0]))]
    expect(Math.abs(driven(stopped).agile.at[0] - 80)).toBeLessThan(3)
    expect(smoothPlace(null, { ...fix(0, [0, 0]), speedMps: 0 }).steady.velocityMps).toEqual([0, 0])
  })

  test('takes fixes that say nothing of themselves for as good as they show, and liars for no better', () => {
    const deviate = noise(11)
    const noisy = (accuracyM: number | null): CartFix[] => {
      const at = (s: number): XY => [s * 4 + 6 * deviate(), 6 * deviate()]
      return Array.from({ length: 60 }, (_, s) => fix(s, at(s), accuracyM))
    }
    const seen = driven(noisy(null)).accuracyM
    expect(seen).toBeGreaterThan(4.5)
    expect(seen).toBeLessThan(7.5)
    expect(driven(noisy(2)).accuracyM).toBeGreaterThan(4.5)
    expect(driven(straight.map(one => ({ ...one, accuracyM: null }))).accuracyM).toBe(5)
    expect(driven(straight.slice(0, 4).map(one => ({ ...one, accuracyM: null }))).accuracyM).toBe(10)
  })
})

describe('a cart that stays', () => {
  test('has been within five metres for the delay, away from the garage', () => {
    const run = (garages: readonly XY[]) => {
      const deviate = noise(7)
      let watch = NEW_STAY_WATCH
      const staying: number[] = []
      for (let s = 0; s <= 300; s += 1) {
        const at: XY = s < 60 ? [s * 4, 0] : [240 + deviate(), deviate()]
        watch = watchStay(watch, fix(s, at), garages, 120)
        if (watch.stayingSinceMs !== null) staying.push(s)
      }
      return staying[0]
    }
    expect(run([])).toBeGreaterThanOrEqual(178)
    expect(run([])).toBeLessThan(190)
    expect(run([[240, 10]])).toBeUndefined()
  })
})

test('a stay is news once it lasts as long as its whole hole may, at once where nobody plays', () => {
  const minutes = (count: number): number => count * 60_000
  expect(isStayNews(null, null, minutes(60), 1)).toBe(false)
  expect(isStayNews(0, null, minutes(2), 1)).toBe(true)
  expect(isStayNews(0, 14, minutes(13.9), 1)).toBe(false)
  expect(isStayNews(0, 14, minutes(14), 1)).toBe(true)
  expect(isStayNews(0, 14, minutes(1), 20)).toBe(true)
})

describe('the current hole', () => {
  const HOLES = [
    {
      id: 'one',
      line: [
        [0, 0],
        [300, 0],
      ] as XY[],
    },
    {
      id: 'two',
      line: [
        [0, 60],
        [300, 60],
      ] as XY[],
    },
  ]

  test('changes after the delay, and not for a drive along the middle between two', () => {
    const deviate = noise(3)
    let watch = NEW_HOLE_WATCH
    for (let s = 0; s <= 20; s += 1) watch = watchHole(watch, fix(s, [100, 5]), HOLES, 20)
    expect(watch.holeId).toBe('one')
    for (let s = 21; s <= 200; s += 1) watch = watchHole(watch, fix(s, [s, 30 + deviate()]), HOLES, 20)
    expect(watch.holeId).toBe('one')
    for (let s = 201; s <= 219; s += 1) watch = watchHole(watch, fix(s, [200, 55]), HOLES, 20)
    expect(watch.holeId).toBe('one')
    for (let s = 220; s <= 222; s += 1) watch = watchHole(watch, fix(s, [200, 55]), HOLES, 20)
    expect(watch.holeId).toBe('two')
    for (let s = 223; s <= 260; s += 1) watch = watchHole(watch, fix(s, [200, 500]), HOLES, 20)
    expect(watch.holeId).toBeNull()
  })
})
