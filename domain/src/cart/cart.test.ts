import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { localFrame, type XY } from '@greensward/geometry'
import { describe, expect, test } from 'vitest'
import { acceptFix, type CartFix, type FixFilter, type FixVerdict, NEW_FIX_FILTER } from './acceptFix.ts'
import { depthM, NEW_AREA_WATCH, watchArea } from './areaWatch.ts'
import { NEW_HOLE_WATCH, watchHole } from './currentHole.ts'
import { type SmoothPlace, smoothPlace } from './smoothPlace.ts'
import { isStayNews, NEW_STAY_WATCH, watchStay } from './staying.ts'

const fix = (seconds: number, at: XY, accuracyM: number | null = 3): CartFix => ({
  atMs: seconds * 1_000,
  at,
  accuracyM,
  trackDeg: null,
  speedMps: null,
})

/** Normal deviates from a fixed seed: mulberry32 and Box-Muller. */
const noise = (seed: number): (() => number) => {
  let state = seed
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
}

describe('positions', () => {
  const run = (fixes: readonly CartFix[], nowMs = 1e12): readonly FixVerdict[] => {
    let filter: FixFilter = NEW_FIX_FILTER
    return fixes.map(one => {
      const next = acceptFix(filter, one, nowMs)
      filter = next.filter
      return next.verdict
    })
  }

  test('that come twice, late, or out of the future are told apart', () => {
    const now = 100_000
    expect(
      run(
        [fix(10, [0, 0]), fix(12, [5, 0]), fix(12, [5, 0]), fix(11, [2, 0]), fix(161, [9, 0]), fix(160, [9, 0])],
        now,
      ),
    ).toEqual(['taken', 'taken', 'repeated', 'late', 'future', 'taken'])
  })

  test('that no cart can have reached are refused, and what comes back goes on', () => {
    expect(run([fix(1, [0, 0]), fix(2, [3_000, 0]), fix(3, [8, 0])])).toEqual(['taken', 'jump', 'taken'])
  })

  test('are believed when they stay where they jumped to: then the first was the wild one', () => {
    const far = [1, 2, 3, 4].map(s => fix(s, [5_000 + s, 0]))
    expect(run([fix(0, [0, 0]), ...far])).toEqual(['taken', 'jump', 'jump', 'taken', 'taken'])
  })

  test('may lie far apart after a gap that was long enough', () => {
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
    expect(depthM(AREA, [500, 20])).toBeCloseTo(20)
    expect(depthM(AREA, [500, -7])).toBeCloseTo(-7)
    expect(depthM(pond, [410, 50])).toBeCloseTo(-10)
    expect(depthM(pond, [425, 50])).toBeCloseTo(5)
  })

  const moved = (fix: CartFix, [vx, vy]: XY): CartFix => ({
    ...fix,
    speedMps: Math.hypot(vx, vy),
    trackDeg: ((Math.atan2(vx, vy) * 180) / Math.PI + 360) % 360,
  })

  /** As `noticed`, by a tracker that says its speed and direction too, each a little wrong. */
  const noticedMoving = (
    path: (s: number) => XY,
    sigmaM: number,
    seconds: number,
    seed: number,
  ): number | undefined => {
    const deviate = noise(seed)
    let watch = NEW_AREA_WATCH
    let place: SmoothPlace | null = null
    for (let s = 0; s <= seconds; s += 1) {
      const [x, y] = path(s)
      const [x0, y0] = path(s - 0.5)
      const [x1, y1] = path(s + 0.5)
      const at: XY = [x + sigmaM * deviate(), y + sigmaM * deviate()]
      const one = moved(fix(s, at, sigmaM), [x1 - x0 + 0.3 * deviate(), y1 - y0 + 0.3 * deviate()])
      place = smoothPlace(place, one)
      const smooth =
        place === null || place.outliers > 0 ? null : { depthM: depthM(AREA, place.at), deviationM: place.deviationM }
      watch = watchArea(watch, one, depthM(AREA, at), 5, smooth)
      if (watch.isInside) return s
    }
    return undefined
  }

  /** Seconds after the cart crossed the edge until it is noticed; undefined when it never is. */
  const noticed = (path: (s: number) => XY, sigmaM: number, seconds: number, seed: number): number | undefined => {
    const deviate = noise(seed)
    let watch = NEW_AREA_WATCH
    for (let s = 0; s <= seconds; s += 1) {
      const [x, y] = path(s)
      const at: XY = [x + sigmaM * deviate(), y + sigmaM * deviate()]
      watch = watchArea(watch, fix(s, at, sigmaM), depthM(AREA, at), 5)
      if (watch.isInside) return s
    }
    return undefined
  }

  test('raises no false alarm on a track along its edge with 5 m noise, in ten hours of driving', () => {
    const alarms = Array.from({ length: 120 }, (_, seed) => noticed(s => [s * 3, -3], 5, 300, seed + 1)).filter(
      at => at !== undefined,
    )
    expect(alarms).toEqual([])
  })

  test.each([
    [2, 3],
    [2.5, 4],
    [4, 5],
  ])(
    'notices a real entry by fixes of %d m within %d s of crossing the edge, at the pace of a cart',
    (sigmaM, mostS) => {
      const late = Array.from({ length: 200 }, (_, seed) => {
        // Crosses the edge at 10 s, straight in with 5 m/s.
        const at = noticed(s => [500, (s - 10) * 5], sigmaM, 60, seed + 1)
        return at === undefined ? Number.POSITIVE_INFINITY : at - 10
      })
      expect(late.filter(s => s > mostS)).toEqual([])
      expect(late.filter(s => s < 0)).toEqual([])
    },
  )

  test('raises no false alarm along its edge for a tracker that says how it moves, in ten hours of driving', () => {
    const alarms = Array.from({ length: 120 }, (_, seed) =>
      noticedMoving(s => [s * 3, -3 + Math.sin(s / 7)], 5, 300, seed + 1),
    ).filter(at => at !== undefined)
    expect(alarms).toEqual([])
  })

  test.each([2, 3, 4, 5])(
    'notices a real entry by fixes of %d m within 3 s where the tracker says how it moves',
    sigmaM => {
      const late = Array.from({ length: 200 }, (_, seed) => {
        const at = noticedMoving(s => [500, (s - 10) * 5], sigmaM, 60, seed + 1)
        return at === undefined ? Number.POSITIVE_INFINITY : at - 10
      })
      expect(late.filter(s => s > 3)).toEqual([])
      expect(late.filter(s => s < 0)).toEqual([])
    },
  )

  test('says nothing from a fix that is worse than the settings ask for, nor from one wild fix', () => {
    let watch = NEW_AREA_WATCH
    for (let s = 0; s < 60; s += 1) watch = watchArea(watch, fix(s, [500, 50], 6), 50, 5)
    expect(watch.isInside).toBe(false)
    watch = watchArea(NEW_AREA_WATCH, fix(0, [500, -20], 3), -20, 5)
    watch = watchArea(watch, fix(1, [500, 50], 3), 50, 5)
    expect(watch.isInside).toBe(false)
  })

  test('is left again, once, when the cart drives out', () => {
    let watch = NEW_AREA_WATCH
    const changes: boolean[] = []
    for (let s = 0; s < 60; s += 1) {
      const y = s < 30 ? s * 2 - 10 : (60 - s) * 2 - 10
      const next = watchArea(watch, fix(s, [500, y], 3), y, 5)
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
        watch = watchArea(watch, fix(s, [500, s * 4 - 4], 3), s * 4 - 4, 5)
        if (watch.isInside) return s
      }
    }
    expect(Math.abs(entered(10) - entered(1))).toBeLessThanOrEqual(1)
  })
})

describe('the place by the whole way driven', () => {
  const east = (s: number, at: XY, accuracyM = 3): CartFix => ({ ...fix(s, at, accuracyM), speedMps: 4, trackDeg: 90 })
  const driven = (fixes: readonly CartFix[]): SmoothPlace | null =>
    fixes.reduce<SmoothPlace | null>((place, one) => smoothPlace(place, one), null)
  const straight = Array.from({ length: 20 }, (_, s) => east(s, [s * 4, 0]))

  test('is surer than any fix of it, and ten fixes in a second make it no surer than one', () => {
    const bursts = Array.from({ length: 200 }, (_, n) => east(n / 10, [(n / 10) * 4, 0]))
    expect(driven(straight)?.at[0]).toBeCloseTo(76)
    expect(driven(straight)?.deviationM).toBeLessThan(1.6)
    expect(driven(bursts)?.deviationM).toBeGreaterThan(1.2)
  })

  test('is not moved by one wild fix, and follows three that agree', () => {
    const wild = driven([...straight, east(20, [80, 60])])
    expect(wild?.at[1]).toBeCloseTo(0)
    expect(wild?.outliers).toBe(1)
    expect(driven([...straight, east(20, [80, 60]), east(21, [84, 0])])?.outliers).toBe(0)
    expect(driven([...straight, ...[20, 21, 22].map(s => east(s, [s * 4, 60]))])?.at).toEqual([88, 60])
  })

  test('is unknown where the tracker does not say how it moves, and begins anew after a gap', () => {
    expect(smoothPlace(driven(straight), fix(20, [80, 0]))).toBeNull()
    expect(driven([...straight, east(40, [300, 0], 4)])).toMatchObject({ at: [300, 0], deviationM: 4 })
    expect(smoothPlace(null, { ...fix(0, [0, 0]), speedMps: 0 })?.velocityMps).toEqual([0, 0])
  })
})

describe('a cart that stays', () => {
  test('has stood within five metres for the delay, off the garage', () => {
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

const GPX = fileURLToPath(new URL('../../../../shared/data/trackers/gpxpy-car-around-visnjan.gpx', import.meta.url))

test.skipIf(!existsSync(GPX))('a recorded drive is taken whole, skipped where the recording is absent', () => {
  const points = [...readFileSync(GPX, 'utf8').matchAll(/lat="([\d.]+)" lon="([\d.]+)"[^>]*>[\s\S]*?<time>([^<]+)</g)]
  expect(points.length).toBeGreaterThan(50)
  const frame = localFrame([Number(points[0]?.[2]), Number(points[0]?.[1])])
  let filter: FixFilter = NEW_FIX_FILTER
  const verdicts = points.map(([, lat, lon, time]) => {
    const next = acceptFix(
      filter,
      fix(Date.parse(time ?? '') / 1_000, frame.toLocal([Number(lon), Number(lat)]), 5),
      Date.parse(time ?? ''),
    )
    filter = next.filter
    return next.verdict
  })
  // A car is faster than a golf cart at times; most of its track is still taken.
  expect(verdicts.filter(verdict => verdict === 'taken').length).toBeGreaterThan(points.length * 0.5)
  expect(verdicts).not.toContain('future')
})
