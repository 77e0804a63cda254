import { type CourseFeature, courseFeature, featureTitle } from '@greensward/domain'
import { at, BUNKER, box, FAIRWAY, GREEN, idOf, ROUGH, ringAt, TEE, zone } from '@greensward/domain/testing'
import { localFrame, type XY } from '@greensward/geometry'
import { describe, expect, test } from 'vitest'
import { counter, golf, HOLE, line, point, read } from '../testing/elements.ts'
import { importCourse } from './courseImport.ts'

const titles = (features: readonly CourseFeature[]) => features.map(featureTitle)

describe('importCourse', () => {
  test('a hole keeps ref, par and name, and looks from tee to green', () => {
    const { features, counts } = read([HOLE])
    expect(counts).toEqual({ hole: 1 })
    expect(features[0]).toMatchObject({
      kind: 'hole',
      properties: { name: 'Azalea', baseAngle: 0, par: 5, pass: 18, sort: 13, isActive: true, view: null },
    })
  })

  test('a hole drawn from green to tee is turned round', () => {
    const { features } = read([HOLE, golf('green', box(-10, -10, 10, 10))])
    expect(features[0]).toMatchObject({ kind: 'hole', properties: { baseAngle: 180 } })
  })

  test('a hole without par or number gets the par of its length and the next number', () => {
    const { features } = read([
      line({ golf: 'hole' }, [
        [0, 0],
        [0, 150],
      ]),
    ])
    expect(features[0]).toMatchObject({ properties: { name: 'Hole 1', par: 3, sort: 1 } })
  })

  test('zones find their type, their hole and their title, counted from the tee', () => {
    const { features } = read([
      HOLE,
      golf('fairway', box(-15, 100, 15, 350)),
      golf('green', box(-10, 390, 10, 410)),
      golf('tee', box(-5, -5, 5, 5)),
      golf('bunker', box(20, 300, 25, 305)),
      golf('bunker', box(20, 200, 25, 205)),
      golf('rough', box(-500, 100, -480, 120)),
      golf('tee', box(600, 0, 610, 10), { name: 'Practice tee' }),
    ])
    expect(titles(features)).toEqual([
      'Azalea',
      'Fairway 13',
      'Green 13',
      'Tee 13',
      'Bunker 13-2',
      'Bunker 13-1',
      'Rough (1)',
      'Practice tee',
    ])
    const zones = features.flatMap(feature => (feature.kind === 'zone' ? [feature.properties] : []))
    expect(zones.map(({ zoneTypeId }) => zoneTypeId)).toEqual(
      [FAIRWAY, GREEN, TEE, BUNKER, BUNKER, ROUGH, TEE].map(({ id }) => id),
    )
    const holeId = features[0]?.id
    expect(zones.map(zoneOf => zoneOf.holeId === holeId)).toEqual([true, true, true, true, true, false, false])
  })

  test('a tee beside another hole belongs to the hole that its own ref names', () => {
    const { features } = read([
      HOLE,
      line(
        { golf: 'hole', ref: '4', par: '3' },
        [
          [60, 0],
          [60, -150],
        ],
        'way/hole4',
      ),
      golf('tee', box(50, -5, 55, 5), { ref: '13' }),
    ])
    expect(titles(features)).toContain('Tee 13')
  })

  test('bunkers, greens and tees are cut out of the fairway; a fairway cut in two becomes two zones', () => {
    const { features, refused } = read([
      HOLE,
      golf('fairway', box(-15, 100, 15, 350)),
      golf('bunker', box(-5, 120, 5, 130)),
      golf('bunker', box(-20, 200, 20, 210)),
      golf('green', box(-10, 340, 10, 360)),
      golf('rough', box(-60, 50, 60, 380)),
    ])
    expect(refused).toEqual([])
    expect(titles(features)).toEqual([
      'Azalea',
      'Fairway 13',
      'Fairway 13 (2)',
      'Bunker 13-1',
      'Bunker 13-2',
      'Green 13',
      'Rough 13',
    ])
    const rings = features.map(({ geometry }) => (geometry.type === 'Polygon' ? geometry.coordinates.length : 0))
    expect(rings).toEqual([0, 1, 2, 1, 1, 1, 1])
  })

  test('an island green in a waste bunker stays, and so does a bunker at the edge of a green', () => {
    const { features } = read([
      golf('bunker', box(-40, 300, 40, 420)),
      golf('green', box(-10, 390, 10, 410)),
      golf('bunker', box(8, 395, 14, 400), {}, 'way/2'),
    ])
    expect(titles(features).toSorted()).toEqual(['Bunker (1)', 'Bunker (2)', 'Green (1)'])
    const rings = features.map(({ geometry }) => (geometry.type === 'Polygon' ? geometry.coordinates : []))
    expect(rings.map(({ length }) => length)).toEqual([2, 1, 1])
    // The small bunker takes its corner out of the green, which has eight corners then.
    expect(rings[1]?.[0]).toHaveLength(9)
  })

  test('a tee of four hectares is taken for a wrong tag, with its size, and cuts nothing', () => {
    const { features, refused } = read([
      golf('tee', box(-100, 0, 100, 200)),
      golf('fairway', box(-20, 50, 20, 150)),
      golf('tee', box(-5, 10, 5, 20), {}, 'way/2'),
    ])
    expect(titles(features)).toEqual(['Fairway (1)', 'Tee (1)'])
    expect(refused).toMatchObject([{ reason: 'implausible', repaired: false, source: 'way/tee' }])
    expect(refused[0]).toMatchObject({ code: 'implausibleArea', params: { word: 'tee', area: 40_000 } })
  })

  test('a fairway drawn twice, once with its bunkers as holes and once without, is taken once', () => {
    const outer = box(-15, 100, 15, 350)
    const { features, refused } = read([
      golf('fairway', outer, {}, 'way/1'),
      {
        id: 'relation/1',
        tags: { golf: 'fairway' },
        geometry: { type: 'MultiPolygon', coordinates: [[ringAt(outer), ringAt(box(-5, 150, 5, 160))]] },
      },
    ])
    expect(features).toHaveLength(1)
    expect(refused).toMatchObject([{ source: 'way/1', becomes: 'zone', reason: 'overlaps', repaired: false }])
  })

  test('each polygon of a multipolygon is a zone of its own', () => {
    const rings = [[ringAt(box(0, 0, 10, 10))], [ringAt(box(20, 0, 30, 10))]]
    const { features } = read([
      { id: 'relation/1', tags: { golf: 'green' }, geometry: { type: 'MultiPolygon', coordinates: rings } },
    ])
    expect(titles(features)).toEqual(['Green (1)', 'Green (2)'])
  })

  test('roads, restrictions, areas, toilets and trees become what they are; the rest is counted', () => {
    const { features, ignored } = read([
      golf('fairway', box(0, 0, 100, 100)),
      line({ golf: 'cartpath', highway: 'service' }, [
        [0, 0],
        [10, 0],
      ]),
      line({ highway: 'footway', name: 'Lane' }, [
        [0, 0],
        [10, 0],
      ]),
      line({ highway: 'footway', footway: 'crossing' }, [
        [0, 0],
        [10, 0],
      ]),
      line({ highway: 'service' }, [
        [0, 0],
        [10, 0],
      ]),
      golf('water_hazard', box(120, 0, 130, 10)),
      { ...golf('', box(120, 20, 130, 30)), tags: { natural: 'wood' } },
      { ...golf('', box(100, 20, 110, 30)), tags: { building: 'yes', golf: 'clubhouse' } },
      { ...golf('', box(1_000, 20, 1_010, 30)), tags: { building: 'yes' } },
      point({ amenity: 'toilets' }, [5, 5]),
      point({ natural: 'tree' }, [50, 50]),
      point({ natural: 'tree' }, [-5, 50]),
      point({ golf: 'pin' }, [50, 50]),
      point({ highway: 'crossing' }, [50, 50]),
      point({}, [50, 50]),
    ])
    expect(features.slice(1).map(({ kind, properties }) => ({ kind, ...properties }))).toEqual([
      { kind: 'road', title: 'Cart path', type: 'cartPath' },
      { kind: 'road', title: 'Lane', type: 'walking' },
      { kind: 'road', title: 'Crossing', type: 'crossing' },
      { kind: 'road', title: 'Service road', type: 'service' },
      { kind: 'restriction', title: 'Water', appliesTo: 'both' },
      { kind: 'restriction', title: 'Wood', appliesTo: 'mowers' },
      { kind: 'area', title: 'Clubhouse' },
      { kind: 'wc', title: 'WC' },
      { kind: 'radius', title: 'Tree 1', appliesTo: 'mowers', radiusM: 1 },
    ])
    expect(ignored).toEqual({
      'building=yes outside the course': 1,
      'natural=tree outside the zones or in a wood': 1,
      'golf=pin': 1,
      'highway=crossing': 1,
      untagged: 1,
    })
  })

  test('reports a row of trees where it is on ground that is mown, as its width is not known', () => {
    const row = (points: readonly XY[], id: string) => line({ natural: 'tree_row' }, points, id)
    const { features, refused, ignored } = read([
      golf('fairway', box(0, 0, 100, 100)),
      // Both ends are beside the fairway.
      row(
        [
          [-20, 50],
          [120, 50],
        ],
        'way/across',
      ),
      row(
        [
          [-20, 0],
          [-20, 100],
        ],
        'way/beside',
      ),
    ])
    expect(features).toHaveLength(1)
    expect(refused).toMatchObject([{ source: 'way/across', code: 'treesAsLine', repaired: false }])
    const [lon = 0, lat = 0] = refused[0]?.at ?? []
    const [x, y] = localFrame(at(0, 0)).toLocal([lon, lat])
    expect([x >= -1 && x < 4, Math.round(y)]).toEqual([true, 50])
    expect(ignored).toEqual({ 'natural=tree_row': 2 })
  })

  test('says which zone type is missing', () => {
    const { refused } = importCourse({ elements: [golf('tee', box(0, 0, 9, 9))], zoneTypes: [GREEN], newId: counter() })
    expect(refused).toMatchObject([{ reason: 'noZoneType', code: 'noZoneTypeNamed', params: { word: 'tee' } }])
  })

  test('sets zones apart that would lie in a zone of the map, and names it', () => {
    const { features, standing } = read([golf('green', box(0, 0, 9, 9))], [zone(5, FAIRWAY, box(-20, -20, 5, 5))])
    expect(features).toEqual([])
    expect(standing).toMatchObject([{ reason: 'overlaps', title: 'Fairway 5', existingId: idOf(5), addable: false }])
  })

  test('names from a file are cleaned of control characters and cut to length', () => {
    const { features } = read([golf('green', box(0, 0, 9, 9), { name: `A\u0000B\n${'x'.repeat(500)}` })])
    expect(courseFeature.parse(features[0])).toEqual(features[0])
    expect(featureTitle(features[0] as CourseFeature)).toMatch(/^ABx+$/)
  })
})
