import Flatbush from 'flatbush'
import { offset, union } from '../polygon/clipper.ts'
import { type Fence, fenceOf } from '../polygon/fence.ts'
import { type Box, boxesMeet, boxOf, ringsOf, signedAreaM2 } from '../polygon/measure.ts'
import { distanceM, nearestOnSegment } from '../polyline.ts'
import { simplifyRing } from '../simplify.ts'
import type { PolygonXY, PolylineXY, Ring, XY } from '../units.ts'
import { linkOverGaps } from './roadGaps.ts'
import { roadPieces } from './roadPieces.ts'
import { graphOf, type Link, type ShortestTree, shortestTree } from './shortestTree.ts'

/** Routes over a course: along its roads, or straight over the grass where that is clear. */
export interface RoadNetwork {
  /** Length of the route between two positions, in metres; infinite without a route. */
  lengthM(from: number, to: number): number
  /** The route itself, both positions included; undefined without a route. */
  path(from: number, to: number): PolylineXY | undefined
}

export interface RoadNetworkRequest {
  readonly roads: readonly PolylineXY[]
  /** Areas that no route may cross. From a place in one, a route takes the shortest way out. */
  readonly blocked: readonly PolygonXY[]
  readonly places: readonly XY[]
}

/** A metre over the grass counts as this many on a road. */
const GRASS = 2

/** Obstacles are gone round by this much, and by the corners of this rough an outline. */
const ROUND_M = 0.5
const OUTLINE_M = 0.4

/** Routes leave the box round all places by this much at most: what is farther off needs no corners. */
const AROUND_M = 150

/** Outlines are thinned to this before anything is asked of them: a tree is a circle of 32 corners. */
const THIN_M = 0.1

/** How far a corner may be from the next of a route, and how many of the nearest are tried: a bound for drawings of any size. */
const CORNER_REACH_M = 250
const CORNERS_TRIED = 100
const NEAREST_CORNERS = 8

/** How many corners of roads a place or a corner of an obstacle is joined to, and how far off they may be. */
const ROAD_JOINS = 4
const ROAD_REACH_M = 600

/** A place in an obstacle steps out of it by this much more than to its edge. */
const STEP_OUT_M = 0.05

/** A corner of an outline that a taut string bends round. */
interface Corner {
  readonly at: XY
  readonly previous: XY
  readonly next: XY
}

const side = (a: XY, b: XY, p: XY): number => (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])

/** Whether a string from `from` to the corner continues round it. */
const bendsRound = (from: XY, { at, previous, next }: Corner): boolean =>
  side(from, at, previous) * side(from, at, next) >= 0

/** The corners within a box at which routes round obstacles bend. */
const cornersOf = (obstacles: readonly PolygonXY[], fence: Fence, box: Box): Corner[] =>
  offset(obstacles, ROUND_M, 'mitre').flatMap(({ outer, holes }) =>
    [outer, ...holes].flatMap((drawn, index) => {
      const ring = simplifyRing(drawn, OUTLINE_M)
      const obstacleLeft = signedAreaM2(ring) > 0 === (index === 0)
      return ring.flatMap((at, i): Corner[] => {
        const previous = ring[(i + ring.length - 1) % ring.length] ?? at
        const next = ring[(i + 1) % ring.length] ?? at
        const bendsLeft = side(previous, at, next) > 0
        return bendsLeft === obstacleLeft && boxesMeet(boxOf([at]), box, AROUND_M) && !fence.contains(at)
          ? [{ at, previous, next }]
          : []
      })
    }),
  )

interface PointIndex {
  /** The nearest first. */
  near(to: XY, most: number, atMostM: number, filter?: (index: number) => boolean): readonly number[]
}

const pointIndex = (points: readonly XY[]): PointIndex => {
  // Flatbush refuses to index nothing.
  if (points.length === 0) return { near: () => [] }
  const tree = new Flatbush(points.length)
  for (const [x, y] of points) tree.add(x, y, x, y)
  tree.finish()
  return { near: ([x, y], most, atMostM, filter) => tree.neighbors(x, y, most, atMostM, filter) }
}

/** The nearest place outside of the obstacles; the place itself if it is. */
const steppedOut = (place: XY, rings: readonly Ring[], fence: Fence): XY => {
  if (!fence.contains(place)) return place
  let best = place
  let bestM = Number.POSITIVE_INFINITY
  for (const ring of rings)
    ring.forEach((to, i) => {
      const near = nearestOnSegment(ring[(i + ring.length - 1) % ring.length] ?? to, to, place)
      const awayM = distanceM(near, place)
      if (awayM >= bestM) return
      bestM = awayM
      const further = awayM > 0 ? (awayM + STEP_OUT_M) / awayM : 1
      best = [place[0] + (near[0] - place[0]) * further, place[1] + (near[1] - place[1]) * further]
    })
  return best
}

/** Roads and corners of obstacles: the nodes of routes, all corners of roads before those of obstacles. */
class Ways {
  readonly nodes: XY[] = []
  readonly links: Link[][] = []
  private readonly fence: Fence
  private readonly corners: readonly Corner[]
  private readonly roadCount: number
  private readonly roadIndex: PointIndex
  private readonly cornerIndex: PointIndex

  constructor({ roads, places }: RoadNetworkRequest, obstacles: readonly PolygonXY[], fence: Fence) {
    this.fence = fence
    const known = new Map<string, number>()
    const nodeOf = (at: XY): number => {
      const key = `${Math.round(at[0] * 10)} ${Math.round(at[1] * 10)}`
      const node = known.get(key) ?? this.nodes.push(at) - 1
      known.set(key, node)
      this.links[node] ??= []
      return node
    }
    for (const [a, b] of roadPieces(roads))
      if (!fence.contains(a) && fence.clear(a, b)) this.join(nodeOf(a), nodeOf(b), 1)
    this.roadCount = this.nodes.length
    this.roadIndex = pointIndex(this.nodes)
    this.corners = cornersOf(obstacles, fence, boxOf(places))
    this.cornerIndex = pointIndex(this.corners.map(({ at }) => at))
    for (const { at } of this.corners) {
      this.nodes.push(at)
      this.links.push([])
    }
    this.corners.forEach((corner, i) => {
      const node = this.roadCount + i
      // Each pair once: the later corner is joined by the earlier one.
      const bends = this.bendsFrom(corner.at, (other, { at }) => other > i && bendsRound(at, corner))
      for (const { to, lengthM, cost } of [...this.toCorners(corner.at, bends), ...this.toRoads(corner.at)]) {
        this.links[node]?.push({ to, lengthM, cost })
        this.links[to]?.push({ to: node, lengthM, cost })
      }
    })
  }

  /** Links pieces of the network over open grass, however wide, where these joins need more than one of them. */
  linkOverGaps(joins: readonly (readonly Link[])[]): void {
    const needed = joins.flatMap(own => own.map(({ to }) => to))
    linkOverGaps(
      this.nodes,
      this.links,
      needed,
      (from, to) => this.fence.clear(from, to),
      (a, b) => this.join(a, b, GRASS),
    )
  }

  /** Links over the grass from a place: to the nearest roads, the corners that a route bends round, and the nearest of all. */
  joinsOf(place: XY): readonly Link[] {
    // Beside an outline or within it, its own corners seem not to bend, although routes begin there.
    const nearest = this.cornerIndex.near(place, NEAREST_CORNERS, CORNER_REACH_M)
    const bends = this.bendsFrom(place, () => true).filter(i => !nearest.includes(i))
    return [...this.toCorners(place, [...nearest, ...bends]), ...this.toRoads(place)]
  }

  private bendsFrom(from: XY, isAsked: (index: number, corner: Corner) => boolean): readonly number[] {
    return this.cornerIndex.near(from, CORNERS_TRIED, CORNER_REACH_M, index => {
      const corner = this.corners[index]
      return corner !== undefined && isAsked(index, corner) && bendsRound(from, corner)
    })
  }

  private toCorners(from: XY, corners: readonly number[]): Link[] {
    return corners.flatMap(index => this.overGrass(from, this.roadCount + index))
  }

  private toRoads(from: XY): Link[] {
    const nearest = this.roadIndex.near(from, 3 * ROAD_JOINS, ROAD_REACH_M)
    return nearest.flatMap(node => this.overGrass(from, node)).slice(0, ROAD_JOINS)
  }

  private overGrass(from: XY, node: number): Link[] {
    const to = this.nodes[node]
    if (to === undefined || !this.fence.clear(from, to)) return []
    const lengthM = distanceM(from, to)
    return [{ to: node, lengthM, cost: lengthM * GRASS }]
  }

  private join(a: number, b: number, factor: number): void {
    const [from, to] = [this.nodes[a], this.nodes[b]]
    if (from === undefined || to === undefined || a === b) return
    const lengthM = distanceM(from, to)
    this.links[a]?.push({ to: b, lengthM, cost: lengthM * factor })
    this.links[b]?.push({ to: a, lengthM, cost: lengthM * factor })
  }
}

/** The cheapest way from a tree's start to a place over one of the place's own joins. */
const arrival = (tree: ShortestTree, joins: readonly Link[]) => {
  let best = { node: -1, cost: Number.POSITIVE_INFINITY, lengthM: Number.POSITIVE_INFINITY }
  for (const { to, lengthM, cost } of joins) {
    const total = (tree.cost[to] ?? 0) + cost
    if (total < best.cost) best = { node: to, cost: total, lengthM: (tree.lengthM[to] ?? 0) + lengthM }
  }
  return best
}

interface Row {
  readonly cost: Float64Array
  readonly lengthM: Float64Array
}

/** Knows all ways between some places; the same request gives the same ways. */
export const roadNetwork = (request: RoadNetworkRequest): RoadNetwork => {
  const { blocked, places } = request
  const thin = (ring: Ring): Ring => simplifyRing(ring, THIN_M)
  const obstacles = union(blocked).map(({ outer, holes }) => ({ outer: thin(outer), holes: holes.map(thin) }))
  const fence = fenceOf(obstacles)
  const rings = ringsOf(obstacles)
  const ways = new Ways(request, obstacles, fence)
  const outside = places.map(place => steppedOut(place, rings, fence))
  const stepM = places.map((place, i) => distanceM(place, outside[i] ?? place))
  const joins = outside.map(place => ways.joinsOf(place))
  ways.linkOverGaps(joins)
  const graph = graphOf(ways.links)
  const treeFrom = (from: number): ShortestTree => shortestTree(joins[from] ?? [], graph)
  const rows: (Row | undefined)[] = []
  const rowFrom = (from: number): Row => {
    const known = rows[from]
    if (known !== undefined) return known
    const tree = treeFrom(from)
    const row = { cost: new Float64Array(places.length), lengthM: new Float64Array(places.length) }
    joins.forEach((own, to) => {
      const { cost, lengthM } = arrival(tree, own)
      row.cost[to] = cost
      row.lengthM[to] = lengthM
    })
    rows[from] = row
    return row
  }
  /** The straight way where it is clear and no road is better; infinite otherwise. */
  const straightM = (from: number, to: number): number => {
    const [a, b] = [outside[from], outside[to]]
    if (a === undefined || b === undefined) return Number.POSITIVE_INFINITY
    const lengthM = distanceM(a, b)
    return lengthM * GRASS < (rowFrom(from).cost[to] ?? 0) && fence.clear(a, b) ? lengthM : Number.POSITIVE_INFINITY
  }
  return {
    lengthM: (from, to) => {
      if (from === to) return 0
      const straight = straightM(from, to)
      const outM = (stepM[from] ?? 0) + (stepM[to] ?? 0)
      return outM + (Number.isFinite(straight) ? straight : (rowFrom(from).lengthM[to] ?? Number.POSITIVE_INFINITY))
    },
    path: (from, to) => {
      const between: XY[] = []
      if (from !== to && !Number.isFinite(straightM(from, to))) {
        const tree = treeFrom(from)
        let { node } = arrival(tree, joins[to] ?? [])
        if (node < 0) return undefined
        for (; node >= 0; node = tree.before[node] ?? -1) between.push(ways.nodes[node] ?? [0, 0])
        between.reverse()
      }
      const line = [places[from], outside[from], ...between, outside[to], places[to]]
      return line.flatMap((at, i) => (at === undefined || at === line[i - 1] ? [] : [at]))
    },
  }
}
