import { importPreview } from '@greensward/contract'
import { courseProblems } from '@greensward/domain'
import { at, idOf, ringAt, ZONE_TYPES } from '@greensward/domain/testing'
import type { XY } from '@greensward/geometry'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { importCourse } from './courseImport.ts'
import { geojsonElements, type ImportElement } from './importElement.ts'

const read = (elements: readonly ImportElement[]) => {
  let n = 0
  return importCourse({ elements, zoneTypes: ZONE_TYPES, newId: () => idOf(10_000 + n++) })
}

const kind = fc.constantFrom('fairway', 'green', 'tee', 'bunker', 'rough', 'water_hazard', 'driving_range')
const place = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 })).map(([x, y]): XY => [x, y])
/** Rings as a careless hand draws them on a coarse grid: crossing and touching themselves and each other all the time. */
const scrawl = fc
  .tuple(
    kind,
    fc.array(place, { minLength: 1, maxLength: 9 }),
    fc.array(fc.array(place, { maxLength: 5 }), { maxLength: 2 }),
  )
  .map(
    ([golf, outer, holes]): ImportElement => ({
      id: `way/${golf}`,
      tags: { golf },
      geometry: { type: 'Polygon', coordinates: [outer, ...holes].map(ringAt) },
    }),
  )
const hole = fc.tuple(place, place).map(
  ([from, to]): ImportElement => ({
    id: 'way/hole',
    tags: { golf: 'hole', ref: '3' },
    geometry: { type: 'LineString', coordinates: [from, to].map(([x, y]) => at(x, y)) },
  }),
)

describe('importCourse', () => {
  test('any drawing becomes features that keep every rule of the map', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof({ arbitrary: scrawl, weight: 6 }, hole), { maxLength: 12 }), elements => {
        const preview = read(elements)
        importPreview.parse({ format: 'geojson', drawingUnit: null, coordinateSystems: [], ...preview })
        expect(courseProblems(preview.features, { zoneTypes: ZONE_TYPES, bounds: null })).toEqual([])
      }),
      { seed: 17, numRuns: 400 },
    )
  })

  test('any JSON at all is read or refused, and never breaks the reader', () => {
    const tags = fc.dictionary(
      fc.constantFrom(
        'golf',
        'ref',
        'par',
        'name',
        'natural',
        'highway',
        'building',
        'handicap',
        '__proto__',
        'constructor',
      ),
      fc.oneof(kind, fc.constantFrom('hole', 'wood', 'tree', 'path', 'yes', 'toString'), fc.string()),
    )
    const geometry = fc.record({
      type: fc.constantFrom('Point', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon', 'Circle'),
      coordinates: fc.jsonValue(),
    })
    const feature = fc.record(
      { type: fc.constant('Feature'), properties: tags, geometry, kind: fc.constantFrom('zone', 'hole', 'x') },
      { requiredKeys: ['type'] },
    )
    const file = fc.oneof(
      fc.jsonValue(),
      fc.record({ type: fc.constant('FeatureCollection'), features: fc.array(fc.oneof(feature, fc.jsonValue())) }),
    )
    fc.assert(
      fc.property(file, json => {
        const elements = geojsonElements(json)
        if (elements.ok)
          importPreview.parse({ format: 'geojson', drawingUnit: null, coordinateSystems: [], ...read(elements.value) })
        else expect(elements.error.kind).toBe('notGeojson')
      }),
      { seed: 18, numRuns: 400 },
    )
  })
})
