/** What is done with all shapes of a drawing together, in its own units: its extent, and the islands of our own export. */
import type { Place } from './curves.ts'
import type { Extent } from './drawingUnit.ts'
import { areaOf, holds } from './hatch.ts'

export interface DrawnShape {
  readonly geometry: { readonly type: string; readonly coordinates: unknown }
  readonly properties: Readonly<Record<string, unknown>>
  readonly layer?: string | undefined
}

const placesIn = (coordinates: unknown): Place[] => {
  if (!Array.isArray(coordinates)) return []
  const [x, y] = coordinates as unknown[]
  return typeof x === 'number' && typeof y === 'number' ? [[x, y]] : coordinates.flatMap(placesIn)
}

export const extentOf = (shapes: readonly DrawnShape[]): Extent => {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { geometry } of shapes)
    for (const [x, y] of placesIn(geometry.coordinates)) {
      minX = Math.min(minX, x)
      minY = Math.min(minY, y)
      maxX = Math.max(maxX, x)
      maxY = Math.max(maxY, y)
    }
  if (minX > maxX) return { diagonal: 0, farthest: 0 }
  return {
    diagonal: Math.hypot(maxX - minX, maxY - minY),
    farthest: Math.max(...[minX, minY, maxX, maxY].map(Math.abs)),
  }
}

/** The layer of our own export for the holes of areas, which DXF knows as outlines only. */
const ISLANDS = 'ISLANDS'
/** An outline as large as the island fills it, as a green fills the hole of its collar; programs round the corners of both. */
const LARGER = 1.001
/** Each is compared with each outline. */
const MOST_ISLANDS = 2_000

interface Outline {
  readonly index: number
  readonly ring: readonly Place[]
  readonly area: number
}

const ringOf = ({ geometry }: DrawnShape): readonly Place[] | undefined => {
  if (geometry.type !== 'LineString') return undefined
  const places = placesIn(geometry.coordinates)
  const [first, last] = [places[0], places[places.length - 1]]
  return places.length > 3 && first?.[0] === last?.[0] && first?.[1] === last?.[1] ? places : undefined
}

/** Corners of an island may be on the outline itself, to a digit. */
const MOST_CORNERS = 0.9

const isIn = (island: readonly Place[], ring: readonly Place[]): boolean => {
  let left = Math.ceil(island.length * (1 - MOST_CORNERS))
  return island.every(corner => holds(ring, corner) || --left >= 0)
}

/**
 * The shapes, where each island is a hole in the outline before it, as our own export writes them; or, where another program has put them
 * elsewhere, in the smallest outline around it.
 */
export const withIslands = (shapes: readonly DrawnShape[]): readonly DrawnShape[] => {
  const outlines = shapes.flatMap((shape, index): Outline[] => {
    const ring = ringOf(shape)
    return ring === undefined ? [] : [{ index, ring, area: areaOf(ring) }]
  })
  const isIsland = ({ index }: Outline): boolean => shapes[index]?.layer === ISLANDS
  const islands = outlines.filter(isIsland)
  if (islands.length === 0 || islands.length > MOST_ISLANDS) return shapes
  const around = outlines.filter(outline => !isIsland(outline)).toSorted((a, b) => a.area - b.area)
  const holes = new Map<number, (readonly Place[])[]>()
  const taken = new Set<number>()
  for (const { index, ring, area } of islands) {
    const isAround = (one: Outline | undefined): boolean =>
      one !== undefined && one.area > area * LARGER && isIn(ring, one.ring)
    const before = outlines.findLast(one => one.index < index && !isIsland(one))
    const owner = isAround(before) ? before : around.find(isAround)
    if (owner === undefined) continue
    taken.add(index)
    holes.set(owner.index, [...(holes.get(owner.index) ?? []), ring])
  }
  return shapes.flatMap((shape, index): DrawnShape[] => {
    if (taken.has(index)) return []
    const own = holes.get(index)
    if (own === undefined) return [shape]
    return [{ ...shape, geometry: { type: 'Polygon', coordinates: [shape.geometry.coordinates, ...own] } }]
  })
}
