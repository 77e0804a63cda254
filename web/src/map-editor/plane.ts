/** The course in metres on a flat plane. What a shape becomes there is worked out once and kept for as long as the shape. */
import type { CourseFeature, Position } from '@greensward/domain'
import { localFrame, type XY } from '@greensward/geometry'

/** Corners in a row: x, y, x, y. A closed path does not repeat its first corner. */
export interface FlatPath {
  readonly xy: Float64Array
  readonly count: number
  readonly closed: boolean
}

export interface Flat {
  readonly paths: readonly FlatPath[]
  readonly minX: number
  readonly minY: number
  readonly maxX: number
  readonly maxY: number
}

export interface Plane {
  readonly toFlat: (position: Position) => XY
  /** Rounded to a billionth of a degree, which is a tenth of a millimetre. */
  readonly toPosition: (place: XY) => Position
  readonly flatOf: (feature: CourseFeature) => Flat
}

const rounded = (degrees: number): number => Math.round(degrees * 1e9) / 1e9

export const roundedPosition = ([lon, lat]: Position): Position => [rounded(lon), rounded(lat)]

/** The paths of a geometry as they are stored: rings end where they begin. */
export const storedPaths = (geometry: CourseFeature['geometry']): readonly (readonly Position[])[] => {
  switch (geometry.type) {
    case 'Polygon':
      return geometry.coordinates
    case 'LineString':
      return [geometry.coordinates]
    case 'Point':
      return [[geometry.coordinates]]
  }
}

/** @param origin the plane is exact there and some millimetres off at the far end of a course */
export const planeAt = (origin: Position): Plane => {
  const frame = localFrame(origin)
  const known = new WeakMap<CourseFeature['geometry'], Flat>()
  const flatten = (geometry: CourseFeature['geometry']): Flat => {
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity]
    const closed = geometry.type === 'Polygon'
    const paths = storedPaths(geometry).map((path): FlatPath => {
      const count = closed ? Math.max(0, path.length - 1) : path.length
      const xy = new Float64Array(2 * count)
      for (let i = 0; i < count; i++) {
        const position = path[i]
        if (position === undefined) continue
        const [x, y] = frame.toLocal(position)
        xy[2 * i] = x
        xy[2 * i + 1] = y
        minX = Math.min(minX, x)
        minY = Math.min(minY, y)
        maxX = Math.max(maxX, x)
        maxY = Math.max(maxY, y)
      }
      return { xy, count, closed }
    })
    return { paths, minX, minY, maxX, maxY }
  }
  return {
    toFlat: position => frame.toLocal(position),
    toPosition: place => {
      const [lon, lat] = frame.toLonLat(place)
      return [rounded(lon), rounded(lat)]
    },
    flatOf: ({ geometry }) => {
      const flat = known.get(geometry) ?? flatten(geometry)
      known.set(geometry, flat)
      return flat
    },
  }
}
