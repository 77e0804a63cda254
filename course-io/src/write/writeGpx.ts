/** GPX 1.1 for hand-held devices: roads as tracks, notes as waypoints. It can hold nothing else of a course. */
import type { CourseFeature, Position } from '@greensward/domain'
import { xmlText } from './xmlText.ts'

const point = (tag: 'trkpt' | 'wpt', [lon, lat]: Position, inside = ''): string =>
  `<${tag} lat="${lat}" lon="${lon}">${inside}</${tag}>`

export const writeGpx = (features: readonly CourseFeature[], courseName: string): string => {
  const waypoints = features.flatMap(feature =>
    feature.kind === 'note'
      ? [
          point(
            'wpt',
            feature.geometry.coordinates,
            `<time>${feature.properties.time}</time><name>${xmlText(feature.properties.label)}</name>`,
          ),
        ]
      : [],
  )
  const tracks = features.flatMap(feature =>
    feature.kind === 'road'
      ? [
          `<trk><name>${xmlText(feature.properties.title)}</name><type>${feature.properties.type}</type><trkseg>${feature.geometry.coordinates.map(position => point('trkpt', position)).join('')}</trkseg></trk>`,
        ]
      : [],
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Greensward" xmlns="http://www.topografix.com/GPX/1/1"><metadata><name>${xmlText(courseName)}</name></metadata>\n${[...waypoints, ...tracks].join('\n')}\n</gpx>\n`
}
