/** A course of 54 holes: the demo course three times side by side, and on request a zone of very many corners. */

import { demoCourse } from '@greensward/demo'
import type { CourseFeature, FeatureOf, Position, ZoneType } from '@greensward/domain'

export type Coordinates = number | readonly Coordinates[]

/** The same shape elsewhere. */
export const moved = (coordinates: Coordinates, [lon, lat]: Position): Coordinates => {
  if (typeof coordinates === 'number') return coordinates
  const [first, second] = coordinates
  if (typeof first === 'number' && typeof second === 'number') return [first + lon, second + lat]
  return coordinates.map(inner => moved(inner as Coordinates, [lon, lat]))
}

const COPIES = 3
/** Degrees of longitude from one copy to the next, some 2.5 km. */
const APART_DEG = 0.04

/** @param by how far the whole course is from the demo's own location, in degrees */
export const largeCourse = (by: Position = [0, 0]): { features: CourseFeature[]; zoneTypes: ZoneType[] } => {
  const demo = demoCourse()
  const features = Array.from({ length: COPIES }, (_, copy) => {
    const ids = new Map(demo.features.map(({ id }) => [id, crypto.randomUUID()]))
    return demo.features.map(feature => {
      const text = JSON.stringify({
        ...feature,
        geometry: {
          ...feature.geometry,
          coordinates: moved(feature.geometry.coordinates, [by[0] + copy * APART_DEG, by[1]]),
        },
      })
      const read: CourseFeature = JSON.parse(
        text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, id => ids.get(id) ?? id),
      )
      if (read.kind !== 'hole') return read
      const name = String(copy * 18 + Number(read.properties.name))
      return { ...read, properties: { ...read.properties, name, sort: read.properties.sort + copy * 18 } }
    })
  }).flat()
  const zoneTypes = demo.zoneTypes.map((type): ZoneType => ({ ...type, updatedAt: '2026-05-01T05:00:00.000Z' }))
  return { features, zoneTypes }
}

/** A wavy ring round a position. */
export const zoneOfCorners = (zoneTypeId: string, corners: number, [lon, lat]: Position): FeatureOf<'zone'> => {
  const ring = Array.from({ length: corners }, (_, index): Position => {
    const angle = (index / corners) * 2 * Math.PI
    const reach = 0.0006 * (1 + 0.2 * Math.sin(angle * 97))
    return [lon + Math.cos(angle) * reach * 1.6, lat + Math.sin(angle) * reach]
  })
  const [first] = ring
  return {
    type: 'Feature',
    id: crypto.randomUUID(),
    kind: 'zone',
    geometry: { type: 'Polygon', coordinates: [first === undefined ? [] : [...ring, first]] },
    properties: {
      title: 'Fairway 0',
      zoneTypeId,
      holeId: null,
      hiddenForMower: false,
      hiddenForBuggy: false,
      rainModeRestricted: false,
    },
  }
}
