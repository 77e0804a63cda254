/** Geometries of a filter, as coordinates of GeoJSON, become parts; what is not one is refused. */
import type { Position } from '@greensward/domain'
import { said } from '@greensward/messages'
import { type At, filterFault, refuseDeeper, type Shape } from './filterTree.ts'

const NONE: Shape = { points: [], lines: [], areas: [] }

const wrongAt = (at: At): never => filterFault(said('filterCoordinates', { at }))

const list = (value: unknown, at: At): readonly unknown[] =>
  Array.isArray(value) && value.length > 0 ? value : wrongAt(at)

const position = (value: unknown, at: At): Position => {
  const [x, y, ...more] = list(value, at)
  return Number.isFinite(x) && Number.isFinite(y) && more.length < 2 ? [x as number, y as number] : wrongAt(at)
}

const line = (value: unknown, at: At): Position[] => {
  const positions = list(value, at).map(part => position(part, at))
  return positions.length > 1 ? positions : wrongAt(at)
}

const ring = (value: unknown, at: At): Position[] => {
  const positions = line(value, at)
  const [first, last] = [positions[0], positions.at(-1)]
  return positions.length > 3 && first?.join() === last?.join() ? positions : wrongAt(at)
}

const area = (value: unknown, at: At): Position[][] => list(value, at).map(part => ring(part, at))

/** @param numbers two corners, of two or three coordinates each */
export const boxShape = (numbers: unknown, at: At): Shape => {
  const all = list(numbers, at)
  const half = all.length / 2
  if (half !== 2 && half !== 3) return wrongAt(at)
  const [[west, south], [east, north]] = [position(all.slice(0, half), at), position(all.slice(half), at)]
  if (west > east || south > north) return wrongAt(at)
  return {
    ...NONE,
    areas: [
      [
        [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
          [west, south],
        ],
      ],
    ],
  }
}

/** @throws Refusal for what is not a geometry of GeoJSON */
export const shapeOf = (given: unknown, at: At, depth = 0): Shape => {
  refuseDeeper(depth)
  if (typeof given !== 'object' || given === null) return wrongAt(at)
  const { type, coordinates, geometries } = given as { type?: unknown; coordinates?: unknown; geometries?: unknown }
  switch (type) {
    case 'Point':
      return { ...NONE, points: [position(coordinates, at)] }
    case 'MultiPoint':
      return { ...NONE, points: list(coordinates, at).map(part => position(part, at)) }
    case 'LineString':
      return { ...NONE, lines: [line(coordinates, at)] }
    case 'MultiLineString':
      return { ...NONE, lines: list(coordinates, at).map(part => line(part, at)) }
    case 'Polygon':
      return { ...NONE, areas: [area(coordinates, at)] }
    case 'MultiPolygon':
      return { ...NONE, areas: list(coordinates, at).map(part => area(part, at)) }
    case 'GeometryCollection': {
      const parts = list(geometries, at).map(part => shapeOf(part, at, depth + 1))
      return {
        points: parts.flatMap(({ points }) => points),
        lines: parts.flatMap(({ lines }) => lines),
        areas: parts.flatMap(({ areas }) => areas),
      }
    }
    default:
      return wrongAt(at)
  }
}
