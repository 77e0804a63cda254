/**
 * When carts are found in closed places, over hours of drives by fixes of a second each whose noise is normal and new with
 * each. Chance comes from seeds: the counts below are the same on every machine.
 */

import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { distanceToLineM, localFrame, type XY } from '@greensward/geometry'
import { fixture } from '@greensward/testing/fixtures'
import { describe, expect, test } from 'vitest'
import { acceptFix, type CartFix, type FixFilter, type FixVerdict, NEW_FIX_FILTER } from './acceptFix.ts'
import type { NoGoArea } from './cartGround.ts'
import { type CartState, followCart, NEW_CART } from './followCart.ts'
import { chance, noise } from './noise.fixture.ts'
import { decodeOwntracks } from './trackerReport.ts'

/** Where the cart really is, by seconds. */
type Way = (s: number) => XY
interface Tracker {
  /** Standard deviation of its fixes, east and north. */
  readonly noiseM: number
  /** The accuracy that it reports. */
  readonly saidM: number | null
  readonly reportsMotion?: boolean
}

const RULES = { stayCheckDelay: 1e6, applyHoleDelay: 0, alertAccuracy: 10, blockAccuracy: 3 }
const CLOSED: Omit<NoGoArea, 'depthM'> = {
  id: 'closed',
  title: 'New turf',
  kind: 'noGo',
  box: [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
}
/** Everything north of the line y = 0. */
const northOf0: NoGoArea = { ...CLOSED, depthM: ([, y]) => y }
/** A pond of 30 m around which a path leads, and a lawn that everything else is closed around. */
const pond: NoGoArea = { ...CLOSED, depthM: ([x, y]) => 30 - Math.hypot(x, y) }
const aroundLawn: NoGoArea = { ...CLOSED, depthM: ([x, y]) => Math.hypot(x, y) - 30 }
const NO_CAR_IS_FASTER_MPS = 60

const motion = (way: Way, s: number, deviate: () => number): Pick<CartFix, 'speedMps' | 'trackDeg'> => {
  const [[x0, y0], [x1, y1]] = [way(s - 0.5), way(s + 0.5)]
  const [east, north] = [x1 - x0 + 0.3 * deviate(), y1 - y0 + 0.3 * deviate()]
  return { speedMps: Math.hypot(east, north), trackDeg: ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360 }
}

/** The second at which the cart is found inside; undefined when it never is. */
const found = (
  way: Way,
  [from, to]: readonly [number, number],
  area: NoGoArea,
  tracker: Tracker,
  seed: number,
  fastestMps?: number,
): number | undefined => {
  const deviate = noise(seed)
  let state: CartState = NEW_CART
  for (let s = from; s <= to; s += 1) {
    const [x, y] = way(s)
    const fix: CartFix = {
      atMs: (s + 1_000) * 1_000,
      at: [x + tracker.noiseM * deviate(), y + tracker.noiseM * deviate()],
      accuracyM: tracker.saidM,
      ...(tracker.reportsMotion === true ? motion(way, s, deviate) : { speedMps: null, trackDeg: null }),
    }
    const next = followCart(state, fix, { holes: [], garages: [], noGo: [area] }, RULES, fix.atMs, fastestMps)
    state = next.state
    if (next.events.some(({ kind }) => kind === 'noGoEntered')) return s
  }
  return undefined
}

const seeds = (count: number): readonly number[] => Array.from({ length: count }, (_, seed) => seed * 7_919 + 1)

/** Drives of five minutes, twelve to the hour, that raise a false alarm. */
const falseAlarms = (way: Way, hours: number, area: NoGoArea, tracker: Tracker): number =>
  seeds(hours * 12).filter(seed => found(way, [0, 299], area, tracker, seed) !== undefined).length

const withAccuracy = (noiseM: number): Tracker => ({ noiseM, saidM: noiseM })
const withoutAccuracy = (noiseM: number): Tracker => ({ noiseM, saidM: null })
const moving = (noiseM: number): Tracker => ({ noiseM, saidM: noiseM, reportsMotion: true })

const alongAt =
  (distanceM: number): Way =>
  s => [s * 3, -distanceM]
/** Never straight, as nobody drives. */
const windingAt =
  (distanceM: number): Way =>
  s => [s * 3, -distanceM + Math.sin(s / 7)]
const roundAt =
  (radiusM: number): Way =>
  s => [radiusM * Math.cos((4 / radiusM) * s), radiusM * Math.sin((4 / radiusM) * s)]

describe('false alarms of closed places, by 5 m noise and in ten hours each, for a cart that drives', () => {
  const ways: readonly (readonly [where: string, way: Way, area: NoGoArea, most: number])[] = [
    ['straight along the edge 3 m off', alongAt(3), northOf0, 0],
    ['winding along the edge 3 m off', windingAt(3), northOf0, 1],
    ['winding along the edge 5 m off', windingAt(5), northOf0, 0],
    ['winding along the edge 10 m off', windingAt(10), northOf0, 0],
    ['round a pond 4 m off', roundAt(34), pond, 0],
    ['round a lawn that it must not leave, 6 m from its edge', roundAt(24), aroundLawn, 1],
    ['nowhere, and stands 3 m off', () => [0, -3], northOf0, 0],
  ]
  const trackers: readonly (readonly [string, Tracker])[] = [
    ['that reports its accuracy', withAccuracy(5)],
    ['that reports no accuracy', withoutAccuracy(5)],
    ['that says how it moves', moving(5)],
  ]
  test.each(trackers.flatMap(tracker => ways.map(way => [way[0], tracker[0], way[3], way, tracker[1]] as const)))(
    '%s, by a tracker %s: %d at the most',
    (_, __, most, [, way, area], tracker) => {
      expect(falseAlarms(way, 10, area, tracker)).toBeLessThanOrEqual(most)
    },
  )
})

/** Towards the edge at an angle to it, crossing it at 0 s. */
const intoAt = (speedMps: number, angleDeg: number): Way => {
  const angle = (angleDeg * Math.PI) / 180
  return s => [speedMps * Math.cos(angle) * s, speedMps * Math.sin(angle) * s]
}
/** Along the edge 5 m off, and round a bend of 5 m into it. */
const turningIn: Way = s => {
  const begun = -Math.PI / 2
  const turned = s - begun
  return s < begun ? [5 * turned, -5] : s < 0 ? [5 * Math.sin(turned), -5 * Math.cos(turned)] : [5, 5 * s]
}

const DRIVES = 400
/** Seconds after the edge was crossed, which is anywhere between two fixes; in order. */
const delays = (way: Way, tracker: Tracker): readonly number[] =>
  seeds(DRIVES)
    .map(seed => {
      const off = chance(seed + 1)()
      return found(way, [-20 - off, 40], northOf0, tracker, seed) ?? Number.POSITIVE_INFINITY
    })
    .toSorted((a, b) => a - b)

const within = (seconds: number, all: readonly number[]): number => all.filter(s => s <= seconds).length / all.length

describe('an entry is found, by positions alone, where the cart', () => {
  // The best possible: a cart at 5 m/s is 12 m inside at its third fix, a walker 4 m, which 5 m of noise hide.
  test.each<[how: string, noiseM: number, share: number, mostS: number, way: Way]>([
    ['drives straight in at 5 m/s', 3, 0.99, 4, intoAt(5, 90)],
    ['drives in at 5 m/s and 60°', 3, 0.98, 4, intoAt(5, 60)],
    ['drives in at 5 m/s and 45°', 3, 0.93, 5, intoAt(5, 45)],
    ['drives in at 5 m/s and 30°', 3, 0.65, 6, intoAt(5, 30)],
    ['turns in at 5 m/s from along the edge', 3, 0.8, 5, turningIn],
    ['rolls in at 3 m/s', 3, 0.8, 5, intoAt(3, 90)],
    ['walks in at 1.4 m/s', 3, 0.05, 9, intoAt(1.4, 90)],
    ['drives straight in at 6.5 m/s, as fast as carts go', 5, 0.98, 5, intoAt(6.5, 90)],
    ['drives straight in at 5 m/s', 5, 0.9, 5, intoAt(5, 90)],
    ['drives in at 5 m/s and 45°', 5, 0.5, 8, intoAt(5, 45)],
    ['turns in at 5 m/s from along the edge', 5, 0.2, 7, turningIn],
    ['walks in at 1.4 m/s', 5, 0.02, 20, intoAt(1.4, 90)],
  ])('%s, by %d m noise: within 3 s by a share of %d, and always within %d s', (_, noiseM, share, mostS, way) => {
    // A tracker that reports no accuracy is taken to be no better than 5 m.
    for (const tracker of noiseM < 5 ? [withAccuracy(noiseM)] : [withAccuracy(noiseM), withoutAccuracy(noiseM)]) {
      const all = delays(way, tracker)
      expect(within(3, all)).toBeGreaterThanOrEqual(share)
      expect(all.at(-1)).toBeLessThanOrEqual(mostS)
      expect(all.filter(s => s < -1)).toEqual([])
    }
  })

  test.each([2, 3, 4, 5])('says how it moves: by %d m noise within 3 s, straight in and turning in', noiseM => {
    for (const way of [intoAt(5, 90), intoAt(5, 60), turningIn])
      expect(within(3, delays(way, moving(noiseM)))).toBeGreaterThanOrEqual(0.99)
  })
})

test('reports no entry for a cart that stops 3 m before the edge, nine times in ten at 5 m noise', () => {
  const stop: Way = s => [0, s < -1.25 ? -6.1 + 5 * (s + 1.25) : s < 1.25 ? -3 - 0.5 * 2 * (1.25 - s) ** 2 : -3]
  const wrong = (tracker: Tracker): number =>
    seeds(DRIVES).filter(seed => found(stop, [-20, 25], northOf0, tracker, seed) !== undefined).length / DRIVES
  expect(wrong(withAccuracy(5))).toBeLessThan(0.1)
  expect(wrong(withAccuracy(3))).toBeLessThan(0.02)
  expect(wrong(moving(5))).toBeLessThan(0.01)
})

test('a fix that is worse than the settings ask for says nothing; what only shows its accuracy raises no block', () => {
  expect(found(() => [0, 50], [0, 120], northOf0, { noiseM: 5, saidM: 11 }, 1)).toBeUndefined()
  const blocked = (saidM: number | null): boolean => {
    let state: CartState = NEW_CART
    for (let s = 0; s < 60; s += 1) {
      const fix: CartFix = { atMs: s * 1_000, at: [s, 50], accuracyM: saidM, speedMps: null, trackDeg: null }
      state = followCart(state, fix, { holes: [], garages: [], noGo: [northOf0] }, RULES, 1e12).state
    }
    expect(state.areas.get('closed')?.alert.isInside).toBe(true)
    return state.areas.get('closed')?.block.isInside === true
  }
  expect(blocked(3)).toBe(true)
  expect(blocked(null)).toBe(false)
})

describe('a tracker that does not say how good it is', () => {
  /** Seconds from the edge until the cart, which drives in and stays, is reported. */
  const reportedAfter = (noiseM: number, alertAccuracy: number, seed: number): number => {
    const deviate = noise(seed)
    let state: CartState = NEW_CART
    for (let s = -60; s < 300; s += 1) {
      const at: XY = [noiseM * deviate(), Math.min(30, s * 3) + noiseM * deviate()]
      const fix: CartFix = { atMs: (s + 1_000) * 1_000, at, accuracyM: null, speedMps: null, trackDeg: null }
      const ground = { holes: [], garages: [], noGo: [northOf0] }
      const next = followCart(state, fix, ground, { ...RULES, alertAccuracy }, fix.atMs)
      state = next.state
      if (next.events.some(({ kind }) => kind === 'noGoEntered')) return s
    }
    return Number.POSITIVE_INFINITY
  }
  const all = (noiseM: number, alertAccuracy: number): readonly number[] =>
    seeds(60).map(seed => reportedAfter(noiseM, alertAccuracy, seed))

  test('and strays by a little more than the settings allow still raises its alert, half of the time within 10 s', () => {
    const delays = all(5.2, 5)
    expect(delays.every(Number.isFinite)).toBe(true)
    expect(within(10, delays)).toBeGreaterThan(0.5)
  })

  test('raises none where the settings ask for better than it can be known to be', () => {
    expect(all(2, 4).some(Number.isFinite)).toBe(false)
    expect(all(8, 5).filter(Number.isFinite).length).toBeLessThan(6)
  })
})

const RECORDED = fileURLToPath(new URL('../../../../shared/data/trackers/', import.meta.url))

describe.each([
  ['an invented drive', fixture('trackers/drive.gpx'), fixture('trackers/phone.rec')],
  [
    'recorded tracks, skipped where the recordings are absent',
    `${RECORDED}gpxpy-car-around-visnjan.gpx`,
    `${RECORDED}owntracks-demo-iphone.rec`,
  ],
])('%s', (_, gpxFile, phoneFile) => {
  const isAbsent = gpxFile.startsWith(RECORDED) && !existsSync(RECORDED)
  interface Timed {
    readonly s: number
    readonly at: XY
  }
  const recorded = (): readonly Timed[] => {
    const gpx = readFileSync(gpxFile, 'utf8')
    const points = [...gpx.matchAll(/lat="([\d.]+)" lon="(-?[\d.]+)"[^>]*>[\s\S]*?<time>([^<]+)</g)]
    const frame = localFrame([Number(points[0]?.[2]), Number(points[0]?.[1])])
    return points.map(([, lat, lon, time]) => ({
      s: (Date.parse(time ?? '') - Date.parse(points[0]?.[3] ?? '')) / 1_000,
      at: frame.toLocal([Number(lon), Number(lat)]),
    }))
  }
  /** Between the recorded points as straight and even as they allow. */
  const wayOf =
    (track: readonly Timed[]): Way =>
    s => {
      const after = Math.max(
        1,
        track.findIndex(point => point.s >= s),
      )
      const [from, to] = [track[after - 1], track[after]]
      if (from === undefined || to === undefined) return track.at(-1)?.at ?? [0, 0]
      const share = Math.min(1, Math.max(0, (s - from.s) / (to.s - from.s)))
      return [from.at[0] + (to.at[0] - from.at[0]) * share, from.at[1] + (to.at[1] - from.at[1]) * share]
    }

  test.skipIf(isAbsent)('a recorded drive is taken', () => {
    let filter: FixFilter = NEW_FIX_FILTER
    const verdicts = recorded().map(({ s, at }): FixVerdict => {
      const fix: CartFix = { atMs: s * 1_000, at, accuracyM: 5, trackDeg: null, speedMps: null }
      const next = acceptFix(filter, fix, s * 1_000)
      filter = next.filter
      return next.verdict
    })
    expect(verdicts.length).toBeGreaterThan(50)
    // A car is faster than a golf cart at times; most of its track is still taken.
    expect(verdicts.filter(verdict => verdict === 'taken').length).toBeGreaterThan(verdicts.length * 0.5)
    expect(verdicts).not.toContain('future')
  })

  test.skipIf(isAbsent)(
    'a recorded drive between edges that follow it raises no alarm, by its own fixes and by 5 m noise more',
    () => {
      const track = recorded()
      const line = track.map(({ at }) => at)
      const beside: NoGoArea = { ...CLOSED, depthM: at => distanceToLineM(line, at) - 8 }
      const way = wayOf(track)
      const last = track.at(-1)?.s ?? 0
      const drive = (tracker: Tracker, seed: number) =>
        found(way, [0, last], beside, tracker, seed, NO_CAR_IS_FASTER_MPS)
      expect(drive({ noiseM: 0, saidM: 5 }, 1)).toBeUndefined()
      expect(seeds(20).filter(seed => drive(withAccuracy(5), seed) !== undefined)).toEqual([])
    },
  )

  test.skipIf(isAbsent)('an edge across a recorded drive is crossed, and found within 3 s by a fix of 3 m', () => {
    const track = recorded()
    const way = wayOf(track)
    const found3: number[] = []
    for (const [index, { s, at }] of track.entries()) {
      const [x0, y0] = way(s - 2)
      const [x1, y1] = way(s + 4)
      const lengthM = Math.hypot(x1 - x0, y1 - y0)
      // As fast as a cart may be, for long enough.
      if (index < 10 || lengthM / 6 < 4 || lengthM / 6 > 14) continue
      const [east, north] = [(x1 - x0) / lengthM, (y1 - y0) / lengthM]
      const across: NoGoArea = { ...CLOSED, depthM: ([x, y]) => (x - at[0]) * east + (y - at[1]) * north }
      for (const seed of seeds(5)) {
        const second = found(way, [s - 15.5, s + 8], across, withAccuracy(3), seed, NO_CAR_IS_FASTER_MPS)
        found3.push(second === undefined ? Number.POSITIVE_INFINITY : second - s)
      }
    }
    expect(found3.length).toBeGreaterThan(50)
    expect(within(3, found3)).toBeGreaterThan(0.95)
  })

  test.skipIf(isAbsent)('a telephone that knows itself to kilometres alone is in no closed place', () => {
    let state: CartState = NEW_CART
    let count = 0
    for (const line of readFileSync(phoneFile, 'utf8').trim().split('\n')) {
      const report = decodeOwntracks(JSON.parse(line.slice(line.indexOf('{'))))
      if (!report.ok || report.value.position === null || report.value.at === null) continue
      count += 1
      const { at, accuracyM, speedMps, trackDeg } = report.value
      const fix: CartFix = { atMs: at.getTime(), at: [0, 50], accuracyM, speedMps, trackDeg }
      const next = followCart(state, fix, { holes: [], garages: [], noGo: [northOf0] }, RULES, fix.atMs)
      state = next.state
      if ((accuracyM ?? 0) > RULES.alertAccuracy) expect(next.events).toEqual([])
    }
    expect(count).toBeGreaterThan(5)
  })
})
