/** Follows the edge of another object while something is drawn: the corners of that edge between two positions on it. */
import type { CourseFeature, Position } from '@greensward/domain'
import { lengthM } from '@greensward/geometry'
import { pathsOf } from './corners.ts'
import type { World } from './editorState.ts'
import { nearEdge } from './near.ts'

/** A position that was caught by an edge is on it but for rounding. */
const ON_EDGE_M = 0.05
/** Of an edge: nearer to a corner than this, a position is at that corner. */
const AT_CORNER = 1e-3

interface PlaceOnPath {
  readonly path: number
  /** The number of the corner before it, and the share of the edge from there. */
  readonly along: number
}

const placeOn = (feature: CourseFeature, world: World, position: Position): PlaceOnPath | undefined => {
  const { plane } = world
  const near = nearEdge(plane.flatOf(feature), plane.toFlat(position), ON_EDGE_M)
  const corner = near === null ? undefined : pathsOf(feature)[near.ref.path]?.[near.ref.index]
  if (near === null || corner === undefined) return undefined
  const [x, y] = plane.toFlat(corner)
  const share = near.lengthM === 0 ? 0 : Math.hypot(near.place[0] - x, near.place[1] - y) / near.lengthM
  return { path: near.ref.path, along: near.ref.index + share }
}

/** In the order of the path. @param to above `from`; on a ring it may be beyond the last corner */
const cornersBetween = (corners: readonly Position[], from: number, to: number): readonly Position[] => {
  const between: Position[] = []
  for (let i = Math.floor(from); i < to - AT_CORNER; i++) {
    const corner = corners[i % corners.length]
    if (i > from + AT_CORNER && corner !== undefined) between.push(corner)
  }
  return between
}

/** Both ways round a ring, the one way along a line; undefined where one of the positions is elsewhere. */
const waysAlong = (feature: CourseFeature, world: World, from: Position, to: Position): (readonly Position[])[] => {
  const [a, b] = [placeOn(feature, world, from), placeOn(feature, world, to)]
  if (a === undefined || b === undefined || a.path !== b.path) return []
  const corners = pathsOf(feature)[a.path] ?? []
  const isUp = a.along < b.along
  const [low, high] = isUp ? [a.along, b.along] : [b.along, a.along]
  const direct = cornersBetween(corners, low, high)
  const around = feature.geometry.type === 'Polygon' ? cornersBetween(corners, high, low + corners.length) : undefined
  return [isUp ? direct : direct.toReversed(), ...(around === undefined ? [] : [isUp ? around.toReversed() : around])]
}

/**
 * The corners between two positions along the edge of the object that both are on, the shortest way; undefined where no edge
 * with corners between them is under both.
 */
export const edgeBetween = (
  features: readonly CourseFeature[],
  world: World,
  from: Position,
  to: Position,
): readonly Position[] | undefined => {
  const wayM = (between: readonly Position[]): number => lengthM([from, ...between, to].map(world.plane.toFlat))
  const ways = features
    .filter(feature => feature.geometry.type !== 'Point' && world.isShown(feature))
    .flatMap(feature => {
      // Of one object the shortest way counts, also where that is its straight edge.
      const [shortest] = waysAlong(feature, world, from, to).toSorted((a, b) => wayM(a) - wayM(b))
      return shortest === undefined || shortest.length === 0 ? [] : [shortest]
    })
  return ways.toSorted((a, b) => wayM(a) - wayM(b))[0]
}
