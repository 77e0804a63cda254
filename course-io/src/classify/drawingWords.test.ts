import { featureTitle } from '@greensward/domain'
import { at } from '@greensward/domain/testing'
import { describe, expect, test } from 'vitest'
import { FAIRWAY, preview } from '../testing/importFile.ts'
import { kml, kmlRing, line, placemark } from '../testing/kmlText.ts'
import { rectangle } from '../testing/rectangle.ts'

const area = (name: string, east: number, north: number, width = 18, height = 18) =>
  placemark(name, kmlRing(rectangle(east, north, width, height)[0]))
const hole = (n: number, east: number) => placemark(`Hole ${n}`, line(at(east, 0), at(east, 300)))

describe('names of a kind, the word hole and perhaps its number', () => {
  /** The titles of the zones of each hole, by its number. */
  const zonesByHole = (body: string): Record<number, readonly string[]> => {
    const { features } = preview(kml(body))
    return Object.fromEntries(
      features.flatMap(one =>
        one.kind === 'hole'
          ? [
              [
                one.properties.sort,
                features.flatMap(zone =>
                  zone.kind === 'zone' && zone.properties.holeId === one.id ? [featureTitle(zone)] : [],
                ),
              ],
            ]
          : [],
      ),
    )
  }

  test.each(['fairway_hole_7', 'Fairway Hole 7', 'FairwayHole7', 'fairway-hole-07', 'hole_7_fairway', 'Hole7_Fairway'])(
    '%s belongs to hole 7, also where another is nearer',
    name => {
      const near = area(name, 105, 100)
      expect(zonesByHole(hole(7, 0) + hole(8, 100) + near)).toEqual({ 7: [name], 8: [] })
    },
  )

  test.each(['fairway_hole', 'Fairway Hole', 'fairway'])('%s belongs to the nearest hole', name => {
    expect(zonesByHole(hole(7, 0) + hole(8, 100) + area(name, 95, 100))).toEqual({ 7: [], 8: [name] })
  })

  test('a fairway is a fairway and a green a green, and a bunker needs a zone type of its own', () => {
    const { features, refused } = preview(
      kml(area('fairway_hole_7', 0, 0) + area('green_hole_7', 40, 0) + area('Bunker Hole 3', 80, 0)),
    )
    expect(features.flatMap(one => (one.kind === 'zone' ? [one.properties.zoneTypeId] : []))).toEqual([
      FAIRWAY.id,
      expect.any(String),
    ])
    expect(refused).toContainEqual(
      expect.objectContaining({ reason: 'noZoneType', code: 'noZoneTypeNamed', params: { word: 'bunker' } }),
    )
  })

  test('a hole is made of tee_hole_3 and green_hole_3', () => {
    const read = preview(kml(area('tee_hole_3', 0, 0, 9, 9) + area('green_hole_3', 0, 150)))
    expect(read.features.filter(({ kind }) => kind === 'hole')).toMatchObject([{ properties: { sort: 3 } }])
  })
})

describe('GPX tracks', () => {
  const track = (name: string, places: readonly (readonly number[])[]) =>
    `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>${name}</name><trkseg>${places.map(([lon, lat]) => `<trkpt lat="${lat}" lon="${lon}"/>`).join('')}</trkseg></trk></gpx>`
  const around = rectangle(0, 0, 30, 30)[0] ?? []
  /** Where the person stopped, three metres before the start. */
  const walked = [...around.slice(0, -1), at(0, 3)]

  test.each([
    ['closed', around, []],
    ['walked to within three metres of its start', walked, ['ringUnclosed']],
  ])('around a fairway, %s, are a fairway', (_, places, repaired) => {
    const { features, refused } = preview(track('fairway_hole_7', places))
    expect(features).toMatchObject([{ kind: 'zone', properties: { zoneTypeId: FAIRWAY.id, title: 'fairway_hole_7' } }])
    expect(refused.map(({ code }) => code)).toEqual(repaired)
  })

  test('that stay open, or name no ground, are roads still', () => {
    expect(preview(track('fairway_hole_7', around.slice(0, 3))).features).toMatchObject([{ kind: 'road' }])
    expect(preview(track('Morning walk', walked)).features).toMatchObject([{ kind: 'road' }])
  })
})

describe('lines of trees', () => {
  const along = line(at(0, 0), at(0, 120))

  test.each([
    'trees',
    'Trees',
    'tree line',
    'tree_line',
    'TreeLine',
    'Tree Row 3',
    'trees_hole_7',
    'tree_hole_7',
    'Trees left of hole 7',
    'Baumreihe',
    'Árboles',
    'Wood',
  ])('%s is left out, and the report says so and where', name => {
    const { features, refused, groups } = preview(kml(placemark(name, along)))
    expect(features).toEqual([])
    expect(refused).toMatchObject([
      { code: 'treesAsLine', repaired: false, at: [expect.any(Number), expect.any(Number)] },
    ])
    expect(groups).toMatchObject([{ label: 'wood', shape: 'line', target: 'ignore' }])
  })

  test('a layer of trees says it for lines without a name', () => {
    const { features, refused } = preview(kml(`<Folder><name>tree line</name>${placemark('', along)}</Folder>`))
    expect(features).toEqual([])
    expect(refused).toMatchObject([{ code: 'treesAsLine' }])
  })

  test.each(['Woodland path', 'Forest road', 'Path by the trees'])('%s is a road still', name => {
    expect(preview(kml(placemark(name, along))).features).toMatchObject([{ kind: 'road' }])
  })

  test('trees drawn as an area are closed to mowers, and a line of them can be mapped to a road', () => {
    expect(preview(kml(area('tree_line', 0, 0))).features).toMatchObject([
      { kind: 'restriction', properties: { appliesTo: 'mowers' } },
    ])
    const mapping = { 'word|wood|line': 'road:walking' as const }
    expect(preview(kml(placemark('trees', along)), { mapping }).features).toMatchObject([{ kind: 'road' }])
  })

  test('a green that is called after a tree is a green', () => {
    expect(preview(kml(area('Lone Tree Green', 0, 0))).features).toMatchObject([{ kind: 'zone' }])
    expect(preview(kml(area('Tree Tops Green', 0, 0))).features).toMatchObject([{ kind: 'zone' }])
  })
})
