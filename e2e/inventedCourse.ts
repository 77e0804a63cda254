import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes a file of an invented course at a longitude, for tests without a file of another course. @returns its path */
export const inventedCourse = (folder: string, east: number): string => {
  const box = (title: string, x: number, y: number, w: number, h: number) => ({
    type: 'Feature',
    properties: { golf: title.split(' ')[0], name: title },
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [x, y],
          [x + w, y],
          [x + w, y + h],
          [x, y + h],
          [x, y],
        ].map(([lon = 0, lat = 0]) => [east + lon / 1_000, 52.73 + lat / 1_000]),
      ],
    },
  })
  const path = join(folder, `invented-${east}.geojson`)
  writeFileSync(
    path,
    JSON.stringify({
      type: 'FeatureCollection',
      features: [
        box('fairway of elsewhere', 0, 0, 3, 0.5),
        box('green of elsewhere', 3.1, 0.1, 0.3, 0.3),
        {
          type: 'Feature',
          properties: { golf: 'hole', ref: '1', par: '4', name: 'Elsewhere' },
          geometry: {
            type: 'LineString',
            coordinates: [
              [east, 52.73],
              [east + 0.003, 52.7302],
            ],
          },
        },
      ],
    }),
  )
  return path
}
