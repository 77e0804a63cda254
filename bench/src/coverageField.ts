import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LocalFrame, type LonLat, localFrame, type PolygonXY, type Ring, signedAreaM2 } from '@greensward/geometry'

/** A field to plan, in metres round its own origin. */
export interface Field {
  readonly name: string
  /** Fairway, green, rough...; empty when the file does not say. */
  readonly cls: string
  readonly polygon: PolygonXY
  readonly frame: LocalFrame
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
  return { name, cls, polygon: { outer: local(outer), holes: holes.map(local) }, frame }
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

/** All fairways, greens and tees of a course (`golf` as OpenStreetMap tags them). */
export const readCourse = (file: string, classes: readonly string[] = ['fairway', 'green', 'tee']): Field[] => {
  const { features } = JSON.parse(readFileSync(file, 'utf8')) as { features: Feature[] }
  return features.flatMap((feature, i) => {
    const cls = String(feature.properties?.golf ?? '')
    const found = rings(feature)
    return classes.includes(cls) && found !== undefined ? [fieldOf(`${cls} ${i}`, cls, found)] : []
  })
}

/** A polygon's area less its holes, for tables. */
export const fieldAreaM2 = ({ polygon }: Field): number =>
  polygon.holes.reduce((sum, hole) => sum - Math.abs(signedAreaM2(hole)), Math.abs(signedAreaM2(polygon.outer)))
