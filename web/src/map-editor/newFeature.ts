/** Makes a feature from a drawn shape. */
import { type CourseFeature, drawnHole, type FeatureKind, type Position } from '@greensward/domain'

export type DrawnShape = 'polygon' | 'line' | 'point'

export const SHAPE_OF: Readonly<Record<FeatureKind, DrawnShape>> = {
  zone: 'polygon',
  restriction: 'polygon',
  missionArea: 'polygon',
  area: 'polygon',
  markedArea: 'polygon',
  road: 'line',
  hole: 'line',
  radius: 'point',
  garage: 'point',
  wc: 'point',
  note: 'point',
}

export interface NewFeatureParts {
  readonly id: string
  readonly kind: FeatureKind
  /** Corners in order, without the first one again at the end. */
  readonly points: readonly Position[]
  readonly title: string
  readonly zoneTypeId: string
  readonly author: string
  /** ISO 8601 in UTC. */
  readonly now: string
  /** The names of the holes that there are: a new one gets the next number. */
  readonly holes: readonly string[]
  /** The hole on which an area is drawn. */
  readonly holeId?: string | null
}

/** Undefined where there are too few points for the kind. */
export const newFeature = (parts: NewFeatureParts): CourseFeature | undefined => {
  const { id, kind, points, title, zoneTypeId, author, now, holes, holeId = null } = parts
  const [first] = points
  if (first === undefined) return undefined
  const ring = (): [number, number][] => [...points, first].map(([lon, lat]) => [lon, lat])
  const common = { type: 'Feature', id } as const
  const polygon = { type: 'Polygon', coordinates: [ring()] } as const
  const line = { type: 'LineString' as const, coordinates: points.map(([lon, lat]): [number, number] => [lon, lat]) }
  const point = { type: 'Point' as const, coordinates: first }
  if (SHAPE_OF[kind] === 'polygon' && points.length < 3) return undefined
  if (SHAPE_OF[kind] === 'line' && points.length < 2) return undefined
  switch (kind) {
    case 'zone':
      return {
        ...common,
        kind,
        geometry: { ...polygon, coordinates: [ring()] },
        properties: {
          title,
          zoneTypeId,
          holeId,
          hiddenForMower: false,
          hiddenForBuggy: false,
          rainModeRestricted: false,
        },
      }
    case 'restriction':
      return {
        ...common,
        kind,
        geometry: { ...polygon, coordinates: [ring()] },
        properties: { title, appliesTo: 'both' },
      }
    case 'missionArea':
      return { ...common, kind, geometry: { ...polygon, coordinates: [ring()] }, properties: { title, holeId } }
    case 'area':
      return { ...common, kind, geometry: { ...polygon, coordinates: [ring()] }, properties: { title } }
    case 'markedArea':
      return {
        ...common,
        kind,
        geometry: { ...polygon, coordinates: [ring()] },
        properties: { title, colour: '#2f7fd0', until: null },
      }
    case 'road':
      return { ...common, kind, geometry: line, properties: { title, type: 'cartPath' } }
    case 'hole':
      return { ...common, kind, geometry: line, properties: drawnHole(points, holes) }
    case 'radius':
      return { ...common, kind, geometry: point, properties: { title, appliesTo: 'both', radiusM: 3 } }
    case 'garage':
    case 'wc':
      return { ...common, kind, geometry: point, properties: { title } }
    case 'note':
      return { ...common, kind, geometry: point, properties: { label: title, author, time: now } }
  }
}
