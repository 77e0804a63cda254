import { featureTitle } from '@greensward/domain'
import { at, frame } from '@greensward/domain/testing'
import { describe, expect, test } from 'vitest'
import { preview } from '../testing/importFile.ts'
import { kml, kmlRing, line, placemark } from '../testing/kmlText.ts'
import { rectangle } from '../testing/rectangle.ts'

describe('KML of golf GPS devices', () => {
  const spot = (name: string, east: number, north: number) =>
    placemark(name, `<Point><coordinates>${at(east, north).join(',')}</coordinates></Point>`)
  const folder = (name: string, body: string, description = '') =>
    `<Folder><name>${name}</name><description>${description}</description>${body}</Folder>`
  const area = (name: string, east: number, north: number) =>
    placemark(name, kmlRing(rectangle(east - 9, north - 9, 18, 18)[0]))
  const holesOf = ({ features }: ReturnType<typeof preview>) =>
    features.flatMap(feature =>
      feature.kind === 'hole'
        ? [
            {
              ...feature.properties,
              corners: feature.geometry.coordinates.map(place => frame.toLocal(place).map(Math.round)),
            },
          ]
        : [],
    )

  test('a tee and a green of one number, as points, are a hole', () => {
    const file = kml(
      spot('1-Tee', 0, 0) + spot('1-Green', 0, 300) + spot('2-Tee', 100, 300) + spot('2-Green', 100, 150),
    )
    const { features, groups } = preview(file)
    expect(features.map(({ kind, properties }) => [kind, properties])).toMatchObject([
      ['hole', { name: 'Hole 1', sort: 1, par: 4, baseAngle: 0 }],
      ['hole', { name: 'Hole 2', sort: 2, par: 3, baseAngle: 180 }],
    ])
    expect(groups.map(({ label, shape, count }) => [label, shape, count])).toEqual([
      ['tee', 'point', 2],
      ['green', 'point', 2],
    ])
  })

  test('folders 1 to 18 number what they hold, and a line with a par is a hole', () => {
    const folder = (n: number) =>
      `<Folder><name>${n}</name>${placemark(`par ${n + 3}`, line(at(n * 100, 0), at(n * 100, 300)))}${placemark('teebox', kmlRing(rectangle(n * 100 - 5, -5, 10, 10)[0]))}${placemark('green', kmlRing(rectangle(n * 100 - 9, 291, 18, 18)[0]))}</Folder>`
    const { features } = preview(kml(`<Folder><name>Wickerdale</name>${folder(2)}${folder(1)}</Folder>`))
    expect(features.flatMap(({ kind, properties }) => (kind === 'hole' ? [properties] : []))).toMatchObject([
      { sort: 1, par: 4 },
      { sort: 2, par: 5 },
    ])
    expect(features.filter(({ kind }) => kind === 'zone').map(featureTitle)).toEqual(['green', 'green'])
  })

  test('a tee alone makes no hole, and says so', () => {
    const { features, refused } = preview(kml(spot('1-Tee', 0, 0)))
    expect(features).toEqual([])
    expect(refused).toMatchObject([
      { becomes: 'hole', code: 'holeWithoutGreen', params: { number: 1 }, repaired: false },
    ])
  })

  test('a tee as a point, a green as an area and cups are a hole, with the par of their folder', () => {
    const hole = (n: number) =>
      area('teebox', n * 100, 3) + spot('tee', n * 100, 0) + area('green', n * 100, 300) + spot('cup', n * 100 + 5, 303)
    const read = preview(
      kml(folder('Wickerdale', folder('1', hole(1), 'par 5') + folder('2', hole(2), 'par 4') + folder('global', ''))),
    )
    expect(read.refused.filter(({ becomes }) => becomes === 'hole')).toEqual([])
    expect(holesOf(read)).toMatchObject([
      {
        name: 'Hole 1',
        par: 5,
        corners: [
          [100, 0],
          [100, 300],
        ],
      },
      {
        name: 'Hole 2',
        par: 4,
        corners: [
          [200, 0],
          [200, 300],
        ],
      },
    ])
    expect(read.features.filter(({ kind }) => kind !== 'hole' && kind !== 'zone')).toEqual([])
  })

  test('lines across a fairway, of a width at a distance, are neither holes nor roads', () => {
    const across = [200, 250, 300].map(yards => placemark(`${yards} width`, line(at(-20, yards), at(20, yards))))
    const read = preview(
      kml(folder('Course', folder('Hole 7 - Par 4', across.join('') + spot('Tee', 0, 0) + area('Green', 0, 380)))),
    )
    expect(holesOf(read)).toMatchObject([
      {
        sort: 7,
        par: 4,
        corners: [
          [0, 0],
          [0, 380],
        ],
      },
    ])
    expect(read.counts).toEqual({ hole: 1, zone: 1 })
    expect(read.groups).toContainEqual(expect.objectContaining({ label: 'width', target: 'ignore', count: 3 }))
  })

  test('a line by the tee, the landing and the green is a hole by each of its usual names', () => {
    const dogleg = line(at(0, 0), at(20, 200), at(120, 300))
    for (const name of ['Hole 4', '4', 'Tee 4 to Green 4', 'Hole 4 tee-green', 'Centerline 4'])
      expect(holesOf(preview(kml(placemark(name, dogleg)))), name).toMatchObject([
        {
          sort: 4,
          corners: [
            [0, 0],
            [20, 200],
            [120, 300],
          ],
        },
      ])
    expect(holesOf(preview(kml(placemark('Centerline', dogleg))))).toEqual([])
  })

  test('tees and greens keep the number that their names say, wherever in the name it is', () => {
    const names: readonly (readonly [string, string])[] = [
      ['Blue Tee 4', 'Pin 4'],
      ['Tee 2, Hole 4', 'Hole 4 Flag'],
      ['4 White Tee', '4 Green Centre'],
      ['Tee box 4', 'Green #4'],
    ]
    for (const [tee, green] of names)
      expect(holesOf(preview(kml(spot(tee, 0, 0) + spot(green, 0, 300)))), tee).toMatchObject([{ sort: 4 }])
  })

  test('a hole ends in the middle of a green of which the device keeps the front and the back', () => {
    const ends = spot('Green 1 front', 0, 290) + spot('Green 1 middle', 0, 301) + spot('Green 1 back', 0, 320)
    expect(holesOf(preview(kml(ends + spot('Tee 1', 0, 0))))).toMatchObject([
      {
        corners: [
          [0, 0],
          [0, 301],
        ],
      },
    ])
  })

  test('numbered tees and greens that are only areas are a hole', () => {
    const read = preview(kml(area('Tee 3', 0, 0) + area('Green 3', 0, 150) + area('Green 4', 200, 0)))
    expect(holesOf(read)).toMatchObject([{ sort: 3, par: 3 }])
    expect(read.refused.filter(({ becomes }) => becomes === 'hole')).toEqual([])
  })

  test('greens far apart, and ends too far apart, make no hole and say so', () => {
    const { refused } = preview(
      kml(
        spot('Tee 1', 0, 0) +
          spot('Green 1', 0, 300) +
          spot('Green 1', 200, 0) +
          spot('Tee 2', 0, 0) +
          spot('Green 2', 0, 1500),
      ),
    )
    expect(refused).toMatchObject([
      { code: 'holeGreensApart', params: { number: 1, metres: expect.any(Number) } },
      { code: 'holeEndsApart', params: { number: 2, metres: 1500 } },
    ])
  })

  test('holes of one number in the folders of two courses are two holes', () => {
    const course = (name: string, east: number) =>
      folder(name, folder('1', spot('tee', east, 0) + spot('green', east, 300)))
    const read = preview(kml(course('Old', 0) + course('New', 600)))
    expect(
      holesOf(read)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['New 1', 'Old 1'])
  })
})
