import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LocalFrame, type LonLat, localFrame, type PolygonXY, type Ring, type XY } from '@greensward/geometry'

/** A field to plan, in metres round its own origin. */
export interface Field {
  readonly name: string
  /** Fairway, green, rough...; empty when the file does not say. */
  readonly cls: string
  readonly polygon: PolygonXY
  readonly frame: LocalFrame
  /** Heading of its longest extent, degrees clockwise from north: a mission has one heading, most often along the hole. */
  readonly alongDeg: number
}

/** The first principal axis of an outline, its edges weighted by their length. */
export const longestExtentDeg = (outer: Ring): number => {
  const edges = outer.map((a, i) => {
    const b = outer[(i + 1) % outer.length] ?? a
    return { x: (a[0] + b[0]) / 2, y: (a[1] + b[1]) / 2, weight: Math.hypot(b[0] - a[0], b[1] - a[1]) }
  })
  const sumOf = (of: (edge: { x: number; y: number }) => number): number =>
    edges.reduce((sum, edge) => sum + of(edge) * edge.weight, 0)
  const whole = sumOf(() => 1)
  const [x0, y0] = [sumOf(({ x }) => x) / whole, sumOf(({ y }) => y) / whole]
  const xx = sumOf(({ x }) => (x - x0) ** 2)
  const yy = sumOf(({ y }) => (y - y0) ** 2)
  const xy = sumOf(({ x, y }) => (x - x0) * (y - y0))
  const fromEastDeg = (Math.atan2(2 * xy, xx - yy) * 90) / Math.PI
  return (450 - fromEastDeg) % 180
}

interface Feature {
  properties: Record<string, unknown> | null
  geometry: { type: string; coordinates: unknown } | null
}

const rings = (feature: Feature): LonLat[][] | undefined => {
  if (feature.geometry?.type === 'Polygon') return feature.geometry.coordinates as LonLat[][]
  // Of several pieces the first counts, as a field is one polygon.
  if (feature.geometry?.type === 'MultiPolygon') return (feature.geometry.coordinates as LonLat[][][])[0]
  return undefined
}

const fieldOf = (name: string, cls: string, [outer = [], ...holes]: LonLat[][]): Field => {
  const middle: [number, number] = [0, 0]
  for (const [lon, lat] of outer) {
    middle[0] += lon / outer.length
    middle[1] += lat / outer.length
  }
  const frame = localFrame(middle)
  // GeoJSON repeats the first position at the end of a ring.
  const local = (ring: LonLat[]): Ring => ring.slice(0, -1).map(position => frame.toLocal(position))
  const polygon = { outer: local(outer), holes: holes.map(local) }
  return { name, cls, polygon, frame, alongDeg: longestExtentDeg(polygon.outer) }
}

/** The first polygon of every `*.geojson` in a folder. */
export const readFields = (folder: string): Field[] =>
  readdirSync(folder)
    .filter(file => file.endsWith('.geojson'))
    .sort()
    .flatMap(file => {
      const { features } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { features: Feature[] }
      const feature = features.find(candidate => rings(candidate) !== undefined)
      const found = feature && rings(feature)
      const name = file.slice(0, -'.geojson'.length)
      return found === undefined ? [] : [fieldOf(name, String(feature?.properties?.cls ?? ''), found)]
    })

const COURSE_CLASSES = ['fairway', 'green', 'tee', 'rough']

/** Fairways, greens, tees and roughs of a course, or other classes (`golf` as OpenStreetMap tags them), as drawn. */
export const readCourse = (file: string, classes: readonly string[] = COURSE_CLASSES): Field[] => {
  const { features } = JSON.parse(readFileSync(file, 'utf8')) as { features: Feature[] }
  return features.flatMap((feature, i) => {
    const cls = String(feature.properties?.golf ?? '')
    const found = rings(feature)
    return classes.includes(cls) && found !== undefined ? [fieldOf(`${cls} ${i}`, cls, found)] : []
  })
}

/** Each corner cut at a quarter of both its edges, twice (Chaikin). */
const rounded = (ring: Ring): Ring => {
  let line = ring
  for (let round = 0; round < 2; round++)
    line = line.flatMap((a, i): XY[] => {
      const b = line[(i + 1) % line.length] ?? a
      const between = (share: number): XY => [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]
      return [between(0.25), between(0.75)]
    })
  return line
}

/** The field with its corners rounded, as an outline that was measured and not drawn. */
export const smoothed = (field: Field): Field => ({
  ...field,
  polygon: { outer: rounded(field.polygon.outer), holes: field.polygon.holes.map(rounded) },
})
