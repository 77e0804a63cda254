/** Corners of a feature: moved, inserted, taken out; the feature with its new shape comes back, the old one stays. */
import { baseAngleAfter, type CourseFeature, type Position } from '@greensward/domain'
import { roundedPosition, storedPaths } from './plane.ts'

/** A corner by its position: path 0 is the line or the outer ring, the others are holes. */
export interface CornerRef {
  readonly path: number
  readonly index: number
}

/** A corner of a neighbour. */
export interface SharedCorner {
  readonly id: string
  readonly ref: CornerRef
  /** On an edge that both share, where one of them gets a new corner, and so does the other. */
  readonly isNew: boolean
}

export const sameCorner = (a: CornerRef | null, b: CornerRef | null): boolean =>
  a === b || (a !== null && b !== null && a.path === b.path && a.index === b.index)

/** Corners in order, rings without their first one again at the end. */
export const pathsOf = (feature: CourseFeature): readonly (readonly Position[])[] =>
  feature.geometry.type === 'Polygon'
    ? feature.geometry.coordinates.map(ring => ring.slice(0, -1))
    : storedPaths(feature.geometry)

export const cornerAt = (feature: CourseFeature, { path, index }: CornerRef): Position | undefined =>
  storedPaths(feature.geometry)[path]?.[index]

const pair = ([lon, lat]: Position): [number, number] => [lon, lat]

const geometryOf = (
  feature: CourseFeature,
  paths: readonly (readonly Position[])[],
): CourseFeature['geometry'] | undefined => {
  switch (feature.geometry.type) {
    case 'Polygon': {
      const rings = paths.filter((ring, i) => i === 0 || ring.length > 2)
      if ((rings[0]?.length ?? 0) < 3) return undefined
      return {
        type: 'Polygon',
        coordinates: rings.map(ring => [...ring, ...ring.slice(0, 1)].map(pair)),
      }
    }
    case 'LineString': {
      const [line = []] = paths
      return line.length < 2 ? undefined : { type: 'LineString', coordinates: line.map(pair) }
    }
    case 'Point': {
      const at = paths[0]?.[0]
      return at === undefined ? undefined : { type: 'Point', coordinates: pair(at) }
    }
  }
}

/**
 * The feature with another shape of its own kind. The base angle of a hole that followed its line still follows it.
 */
export const withGeometry = (feature: CourseFeature, geometry: CourseFeature['geometry']): CourseFeature => {
  if (geometry.type !== feature.geometry.type) return feature
  const after = { ...feature, geometry } as CourseFeature
  if (after.kind !== 'hole' || feature.kind !== 'hole') return after
  const baseAngle = baseAngleAfter(
    feature.properties.baseAngle,
    feature.geometry.coordinates,
    after.geometry.coordinates,
  )
  return { ...after, properties: { ...after.properties, baseAngle } }
}

/** Undefined where too few corners are left; a hole in an area that loses its third corner is filled. */
export const withPaths = (
  feature: CourseFeature,
  paths: readonly (readonly Position[])[],
): CourseFeature | undefined => {
  const geometry = geometryOf(feature, paths)
  return geometry === undefined ? undefined : withGeometry(feature, geometry)
}

export const moveCorner = (feature: CourseFeature, { path, index }: CornerRef, to: Position): CourseFeature => {
  const paths = pathsOf(feature)
  const old = paths[path]
  if (old === undefined || index >= old.length) return feature
  return withPaths(feature, paths.with(path, old.with(index, roundedPosition(to)))) ?? feature
}

/** A new corner before the one at `index`; after the last one where `index` is their number. */
export const insertCorner = (feature: CourseFeature, { path, index }: CornerRef, at: Position): CourseFeature => {
  const paths = pathsOf(feature)
  const old = paths[path]
  if (old === undefined || feature.geometry.type === 'Point') return feature
  return withPaths(feature, paths.with(path, old.toSpliced(index, 0, roundedPosition(at)))) ?? feature
}

/** Undefined where too few corners would be left. */
export const removeCorner = (feature: CourseFeature, { path, index }: CornerRef): CourseFeature | undefined => {
  const paths = pathsOf(feature)
  const old = paths[path]
  if (old === undefined || index >= old.length || feature.geometry.type === 'Point') return undefined
  return withPaths(feature, paths.with(path, old.toSpliced(index, 1)))
}

/** The feature moved as it is, by degrees. */
export const shifted = (feature: CourseFeature, dLon: number, dLat: number): CourseFeature =>
  withPaths(
    feature,
    pathsOf(feature).map(path => path.map(([lon, lat]) => roundedPosition([lon + dLon, lat + dLat]))),
  ) ?? feature

/** The next corner in the order in which they are drawn; null past the last one, so that the focus can move on. */
export const nextCorner = (feature: CourseFeature, from: CornerRef | null, back: boolean): CornerRef | null => {
  const all = pathsOf(feature).flatMap((path, number) => path.map((_, index): CornerRef => ({ path: number, index })))
  if (from === null) return (back ? all.at(-1) : all[0]) ?? null
  const at = all.findIndex(ref => sameCorner(ref, from))
  return (back ? all[at - 1] : all[at + 1]) ?? null
}
