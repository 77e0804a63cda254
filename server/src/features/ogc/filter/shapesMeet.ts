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

/** A point is a segment without length. */
const segmentsOf = ({ points, lines, areas }: Shape): Segment[] => [
  ...points.map((point): Segment => [point, point]),
  ...[...lines, ...areas.flat()].flatMap(line => line.slice(1).map((to, i): Segment => [line[i] ?? to, to])),
]

/** Twice the area of a triangle; its sign is the side of the line on which `c` is. */
const turn = (a: Position, b: Position, c: Position): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

const isBetween = (a: Position, b: Position, c: Position): boolean =>
  Math.min(a[0], b[0]) <= c[0] &&
  c[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= c[1] &&
  c[1] <= Math.max(a[1], b[1])

const segmentsMeet = ([a, b]: Segment, [c, d]: Segment): boolean => {
  const [ofC, ofD, ofA, ofB] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)]
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

/** Asked of every pair of edges, so it takes nothing apart. */
const isNear = (segment: Segment, box: Box): boolean => {
  const a = segment[0]
  const b = segment[1]
  return (
    (a[0] >= box[0] || b[0] >= box[0]) &&
    (a[0] <= box[2] || b[0] <= box[2]) &&
    (a[1] >= box[1] || b[1] >= box[1]) &&
    (a[1] <= box[3] || b[1] <= box[3])
  )
}

const holds = ({ areas }: Shape, position: Position): boolean =>
  areas.some(([outer = [], ...holes]) => ringHolds(outer, position) && !holes.some(hole => ringHolds(hole, position)))

/** One position of each part: where no edges meet, a part is wholly inside the other shape or wholly outside. */
const oneOfEach = ({ points, lines, areas }: Shape): readonly Position[] => [
  ...points,
  ...[...lines, ...areas.map(([outer = []]) => outer)].flatMap(([first]) => (first === undefined ? [] : [first])),
]

/** @param wanted the smaller one: its edges are compared with each edge of the other that is near */
export const shapesMeet = (shape: Shape, wanted: Shape): boolean => {
  const edges = segmentsOf(wanted)
  const around = boxOf(edges)
  const near = segmentsOf(shape).filter(segment => isNear(segment, around))
  const boxed = edges.map(edge => ({ edge, box: boxOf([edge]) }))
  return (
    near.some(a => boxed.some(({ edge, box }) => isNear(a, box) && segmentsMeet(a, edge))) ||
    oneOfEach(shape).some(position => holds(wanted, position)) ||
    oneOfEach(wanted).some(position => holds(shape, position))
  )
}
