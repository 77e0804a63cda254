import type { CourseFeature } from '@greensward/domain'
import { box } from '@greensward/domain/testing'
import { describe, expect, test } from 'vitest'
import { golf, HOLE, point, read } from '../testing/elements.ts'
import { geojsonElements } from './importElement.ts'

describe('geojsonElements', () => {
  test('takes tags from the properties or from properties.tags, and any id', () => {
    const geometry = { type: 'Point', coordinates: [1, 2, 3] }
    const result = geojsonElements({
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', id: 7, properties: { golf: 'pin', par: 4, none: null }, geometry },
        { type: 'Feature', properties: { tags: { golf: 'tee' } }, geometry },
        { type: 'Feature', properties: null, geometry: { type: 'GeometryCollection', geometries: [] } },
        'nonsense',
      ],
    })
    expect(result.ok && result.value).toEqual([
      { id: '7', tags: { golf: 'pin', par: '4' }, geometry },
      { id: 'feature/2', tags: { golf: 'tee' }, geometry },
      { id: 'feature/3', tags: {}, geometry: null },
      { id: 'feature/4', tags: {}, geometry: null },
    ])
  })

  test('refuses JSON that is not GeoJSON', () => {
    for (const json of [null, 1, [], {}, { type: 'Topology' }, { type: 'FeatureCollection', features: 3 }])
      expect(geojsonElements(json)).toMatchObject({ ok: false, error: { kind: 'notGeojson' } })
  })

  test('an export comes back as it was, with new ids and references among the features kept', () => {
    const first = read([HOLE, golf('fairway', box(-15, 100, 15, 350)), point({ amenity: 'toilets' }, [5, 5])])
    const exported = geojsonElements(
      JSON.parse(JSON.stringify({ type: 'FeatureCollection', features: first.features })),
    )
    const again = read(exported.ok ? exported.value : [])
    expect(again.refused).toEqual([])
    expect(again.counts).toEqual(first.counts)
    const bare = (features: readonly CourseFeature[]) =>
      features.map(({ geometry, kind, properties }) => ({ geometry, kind, properties: { ...properties, holeId: 0 } }))
    expect(bare(again.features)).toEqual(bare(first.features))
    const fairway = again.features.find(feature => feature.kind === 'zone')
    expect(fairway?.properties).toMatchObject({ holeId: again.features.find(({ kind }) => kind === 'hole')?.id })
  })
})
