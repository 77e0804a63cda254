/** Whether two shapes share a position, in the plane of their coordinates. */
import type { CourseFeature, Position } from '@greensward/domain'
import { ringHolds } from '../meetsBox.ts'
import type { Shape } from './filterTree.ts'

type Segment = readonly [Position, Position]
type Box = readonly [west: number, south: number, east: number, north: number]

export const shapeOfGeometry = (geometry: CourseFeature['geometry']): Shape => {
  switch (geometry.type) {
    case 'Point':
      return { points: [geometry.coordinates], lines: [], areas: [] }
    case 'LineString':
      return { points: [], lines: [geometry.coordinates], areas: [] }
    case 'Polygon':
      return { points: [], lines: [], areas: [geometry.coordinates] }
  }
}

/** Calls back with each edge until one is what is looked for. A point is an edge without length. */
const someEdge = ({ points, lines, areas }: Shape, isIt: (from: Position, to: Position) => boolean): boolean => {
  for (const point of points) if (isIt(point, point)) return true
  for (const line of [...lines, ...areas.flat()]) {
    let from = line[0]
    for (const to of line) {
      if (from !== undefined && from !== to && isIt(from, to)) return true
      from = to
    }
  }
  return false
}

const edgesOf = (shape: Shape): Segment[] => {
  const edges: Segment[] = []
  someEdge(shape, (from, to) => {
    edges.push([from, to])
    return false
  })
  return edges
}

/** Twice the area of a triangle; its sign is the side of the line on which `c` is. */
const turn = (a: Position, b: Position, c: Position): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

const isBetween = (a: Position, b: Position, c: Position): boolean =>
  Math.min(a[0], b[0]) <= c[0] &&
  c[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= c[1] &&
  c[1] <= Math.max(a[1], b[1])

const edgesMeet = (a: Position, b: Position, [c, d]: Segment): boolean => {
  const ofC = turn(a, b, c)
  const ofD = turn(a, b, d)
  const ofA = turn(c, d, a)
  const ofB = turn(c, d, b)
  if (ofC * ofD < 0 && ofA * ofB < 0) return true
  return (
    (ofC === 0 && isBetween(a, b, c)) ||
    (ofD === 0 && isBetween(a, b, d)) ||
    (ofA === 0 && isBetween(c, d, a)) ||
    (ofB === 0 && isBetween(c, d, b))
  )
}

const boxOf = (segments: readonly Segment[]): Box => {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const segment of segments)
    for (const [x, y] of segment) {
      west = Math.min(west, x)
      south = Math.min(south, y)
      east = Math.max(east, x)
      north = Math.max(north, y)
    }
  return [west, south, east, north]
}

/** Asked of every edge, so it makes nothing. */
const isNear = (a: Position, b: Position, box: Box): boolean =>
  (a[0] >= box[0] || b[0] >= box[0]) &&
  (a[0] <= box[2] || b[0] <= box[2]) &&
  (a[1] >= box[1] || b[1] >= box[1]) &&
  (a[1] <= box[3] || b[1] <= box[3])

const holds = ({ areas }: Shape, position: Position): boolean =>
  areas.some(([outer = [], ...holes]) => ringHolds(outer, position) && !holes.some(hole => ringHolds(hole, position)))

/** One position of each part: where no edges meet, a part is wholly inside the other shape or wholly outside. */
const oneOfEach = ({ points, lines, areas }: Shape): readonly Position[] => [
  ...points,
  ...[...lines, ...areas.map(([outer = []]) => outer)].flatMap(([first]) => (first === undefined ? [] : [first])),
]

/** Upright strips of the ground of a shape, each with the edges in it. */
const STRIPS = 64

interface BoxedEdge {
  readonly edge: Segment
  readonly box: Box
}

/** @returns whether an edge from one position to another meets one of the edges */
const meeting = (edges: readonly Segment[]): ((from: Position, to: Position) => boolean) => {
  const around = boxOf(edges)
  const [west, , east] = around
  const stripOf = (x: number): number =>
    east > west ? Math.min(STRIPS - 1, Math.max(0, Math.floor(((x - west) / (east - west)) * STRIPS))) : 0
  const strips = Array.from({ length: STRIPS }, (): BoxedEdge[] => [])
  for (const edge of edges) {
    const box = boxOf([edge])
    for (let i = stripOf(box[0]); i <= stripOf(box[2]); i += 1) strips[i]?.push({ edge, box })
  }
  return (from, to) => {
    if (!isNear(from, to, around)) return false
    const last = stripOf(Math.max(from[0], to[0]))
    for (let i = stripOf(Math.min(from[0], to[0])); i <= last; i += 1)
      if (strips[i]?.some(({ edge, box }) => isNear(from, to, box) && edgesMeet(from, to, edge)) === true) return true
    return false
  }
}

/** @param wanted the smaller one: its edges are compared with each edge of the other that is near */
export const shapesMeet = (shape: Shape, wanted: Shape): boolean =>
  someEdge(shape, meeting(edgesOf(wanted))) ||
  oneOfEach(shape).some(position => holds(wanted, position)) ||
  oneOfEach(wanted).some(position => holds(shape, position))
