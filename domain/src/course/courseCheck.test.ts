import type { XY } from '@greensward/geometry'
import { cpuTimeMs } from '@greensward/testing/cpuTime'
import { describe, expect, test } from 'vitest'
import {
  at,
  BUNKER,
  box,
  FAIRWAY,
  frame,
  GREEN,
  idOf,
  missionArea,
  ROUGH,
  road,
  ZONE_TYPES,
  zone,
} from './course.fixture.ts'
import type { CourseFeature, Zone } from './course.ts'
import { type CourseCheckInput, checkFeatures, courseProblems } from './courseCheck.ts'
import { EMPTY_DIFF } from './courseDiff.ts'

const BOUNDS = { topLeft: at(-500, 500), bottomRight: at(500, -500) }

const check = (over: Partial<CourseCheckInput>) =>
  checkFeatures({
    features: [],
    diff: EMPTY_DIFF,
    zoneTypes: ZONE_TYPES,
    bounds: BOUNDS,
    busyZoneIds: new Set(),
    ...over,
  })

const adding = (feature: CourseFeature, features: readonly CourseFeature[] = []) =>
  check({ features, diff: { ...EMPTY_DIFF, added: [feature] } })

const withRing = (ring: readonly XY[], close = true): Zone => {
  const positions = ring.map(([x, y]) => at(x, y))
  const first = positions[0]
  const coordinates = [close && first !== undefined ? [...positions, first] : positions]
  return { ...zone(1, GREEN, box(0, 0, 1, 1)), geometry: { type: 'Polygon', coordinates } }
}

describe('checkFeatures', () => {
  const fine: readonly (readonly [string, CourseFeature, readonly CourseFeature[]])[] = [
    ['a zone by itself', zone(1, GREEN, box(0, 0, 10, 10)), []],
    ['a zone along the edge of another', zone(1, GREEN, box(0, 0, 10, 10)), [zone(2, FAIRWAY, box(10, 0, 20, 10))]],
    ['a lap of less than a centimetre', zone(1, GREEN, box(0, 0, 10.005, 10)), [zone(2, FAIRWAY, box(10, 0, 20, 10))]],
    ['a green in the rough', zone(1, GREEN, box(0, 0, 10, 10)), [zone(2, ROUGH, box(-50, -50, 50, 50))]],
    ['rough over a green', zone(1, ROUGH, box(-50, -50, 50, 50)), [zone(2, GREEN, box(0, 0, 10, 10))]],
    [
      'a bunker in a hole of the fairway',
      zone(1, BUNKER, box(2, 2, 4, 4)),
      [zone(2, FAIRWAY, box(0, 0, 9, 9), { holes: [box(2, 2, 4, 4)] })],
    ],
    ['a mission area over anything', missionArea(1, box(0, 0, 10, 10)), [zone(2, FAIRWAY, box(0, 0, 9, 9))]],
    [
      'a road',
      road(1, [
        [0, 0],
        [10, 0],
      ]),
      [],
    ],
  ]
  test.each(fine)('lets pass %s', (_, feature, features) => {
    expect(adding(feature, features)).toEqual({ ok: true, value: undefined })
  })

  test('refuses a zone in a zone where both types allow no overlap, and says where', () => {
    const result = adding(zone(1, GREEN, box(0, 0, 10, 10)), [zone(2, FAIRWAY, box(8, 8, 30, 30))])
    expect(result).toMatchObject({
      ok: false,
      error: {
        kind: 'zoneIntersects',
        ids: [idOf(1), idOf(2)],
        fields: { 'added.0.geometry': { code: 'overlaps', params: { title: 'Fairway 2' } } },
      },
    })
    const [x, y] = frame.toLocal((!result.ok && result.error.at) || [0, 0])
    expect(Math.hypot(x - 9, y - 9)).toBeLessThan(1.5)
  })

  test('refuses a lap of two centimetres', () => {
    const result = adding(zone(1, GREEN, box(0, 0, 10.02, 10)), [zone(2, FAIRWAY, box(10, 0, 20, 10))])
    expect(result).toMatchObject({ ok: false, error: { kind: 'zoneIntersects' } })
  })

  test('finds the overlap of two zones of the same diff once', () => {
    const result = check({
      diff: { ...EMPTY_DIFF, added: [zone(1, GREEN, box(0, 0, 10, 10)), zone(2, GREEN, box(5, 5, 15, 15))] },
    })
    expect(result).toMatchObject({
      ok: false,
      error: { fields: { 'added.0.geometry': { code: 'overlaps', params: { title: 'Green 2' } } } },
    })
  })

  test('does not judge what the diff does not touch, even where it is wrong', () => {
    const features = [
      zone(2, FAIRWAY, box(0, 0, 20, 20)),
      zone(3, GREEN, box(5, 5, 10, 10)),
      withRing([
        [0, 0],
        [9, 9],
        [9, 0],
        [0, 9],
      ]),
    ]
    expect(adding(zone(4, GREEN, box(100, 100, 110, 110)), features)).toMatchObject({ ok: true })
    expect(courseProblems(features, { zoneTypes: ZONE_TYPES, bounds: BOUNDS }).map(({ kind }) => kind)).toEqual([
      'invalid',
      'zoneIntersects',
    ])
  })

  test('judges a moved zone by its position after the diff', () => {
    const before = zone(1, GREEN, box(0, 0, 10, 10))
    const after = zone(1, GREEN, box(100, 0, 110, 10))
    const other = zone(2, FAIRWAY, box(100, 0, 120, 20))
    const updated = [[before, after]] as const
    expect(check({ features: [before, other], diff: { ...EMPTY_DIFF, updated } })).toMatchObject({
      ok: false,
      error: {
        kind: 'zoneIntersects',
        fields: { 'updated.0.1.geometry': { code: 'overlaps', params: { title: 'Fairway 2' } } },
      },
    })
    expect(check({ features: [before, other], diff: { ...EMPTY_DIFF, updated, removed: [other] } })).toMatchObject({
      ok: true,
    })
  })

  const invalid: readonly (readonly [string, CourseFeature, string, string])[] = [
    [
      'a bow-tie',
      withRing([
        [0, 0],
        [10, 10],
        [10, 0],
        [0, 10],
      ]),
      'geometry',
      'ringCrossesItself',
    ],
    ['a ring that is not closed', withRing(box(0, 0, 10, 10), false), 'geometry', 'ringOpen'],
    [
      'a ring of two places',
      withRing([
        [0, 0],
        [10, 0],
        [0, 0],
      ]),
      'geometry',
      'ringTooFewCorners',
    ],
    [
      'a ring on one line',
      withRing([
        [0, 0],
        [10, 0],
        [20, 0],
      ]),
      'geometry',
      'ringCrossesItself',
    ],
    ['a corner beyond the bounds', zone(1, GREEN, box(490, 0, 510, 10)), 'geometry', 'beyondBounds'],
    [
      'a corner that is not a number',
      {
        ...road(1, [
          [0, 0],
          [1, 1],
        ]),
        geometry: {
          type: 'LineString',
          coordinates: [
            [0, Number.NaN],
            [0, 0],
          ],
        },
      },
      'geometry',
      'ringNotFinite',
    ],
    [
      'a road without length',
      road(1, [
        [5, 5],
        [5, 5],
      ]),
      'geometry',
      'lineNoLength',
    ],
    ['a hole outside', zone(1, GREEN, box(0, 0, 10, 10), { holes: [box(20, 20, 30, 30)] }), 'geometry', 'holeOutside'],
    [
      'an unknown zone type',
      zone(1, { ...GREEN, id: idOf(999) }, box(0, 0, 10, 10)),
      'properties.zoneTypeId',
      'noSuchZoneType',
    ],
    ['an unknown hole', zone(1, GREEN, box(0, 0, 10, 10), { holeId: idOf(77) }), 'properties.holeId', 'noSuchHole'],
  ]
  test.each(invalid)('refuses %s', (_, feature, field, code) => {
    expect(adding(feature)).toMatchObject({
      ok: false,
      error: { kind: 'invalid', ids: [feature.id], fields: { [`added.0.${field}`]: { code, params: {} } } },
    })
  })

  test('a zone whose mission is working is neither edited nor deleted; others are', () => {
    const busy = zone(1, GREEN, box(0, 0, 10, 10))
    const free = zone(2, GREEN, box(20, 0, 30, 10))
    const given = { features: [busy, free], busyZoneIds: new Set([busy.id]) }
    const renamed = (of: Zone): Zone => ({ ...of, properties: { ...of.properties, title: 'New' } })
    const edit = (of: Zone) => check({ ...given, diff: { ...EMPTY_DIFF, updated: [[of, renamed(of)]] } })
    const remove = (of: Zone) => check({ ...given, diff: { ...EMPTY_DIFF, removed: [of] } })
    expect(edit(busy)).toMatchObject({ ok: false, error: { kind: 'zoneBusyEdit', ids: [busy.id] } })
    expect(remove(busy)).toMatchObject({ ok: false, error: { kind: 'zoneBusyDelete', ids: [busy.id] } })
    expect(edit(free)).toMatchObject({ ok: true })
    expect(remove(free)).toMatchObject({ ok: true })
  })

  test('without bounds the whole earth is allowed', () => {
    expect(
      check({
        bounds: null,
        diff: {
          ...EMPTY_DIFF,
          added: [
            road(1, [
              [0, 0],
              [5_000, 0],
            ]),
          ],
        },
      }),
    ).toMatchObject({ ok: true })
  })

  test('a thousand zones in one diff are checked with less than a second of work', () => {
    const added = Array.from({ length: 1_000 }, (_, i) => {
      const [x, y] = [(i % 40) * 12 - 240, Math.floor(i / 40) * 12 - 240]
      return zone(i + 1, GREEN, box(x, y, x + 12, y + 12))
    })
    const began = cpuTimeMs()
    expect(check({ diff: { ...EMPTY_DIFF, added } })).toMatchObject({ ok: true })
    expect(cpuTimeMs() - began).toBeLessThan(1_000)
  })
})
