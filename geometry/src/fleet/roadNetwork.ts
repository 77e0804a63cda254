import { offset, union } from '../polygon/clipper.ts'
import { fenceOf } from '../polygon/fence.ts'
import { boxOf, ringsOf } from '../polygon/measure.ts'
import { distanceM, nearestOnSegment, simplifyRing } from '../polyline.ts'
import type { PolygonXY, PolylineXY, XY } from '../units.ts'

/** Routes over a course: along its roads, or straight over the grass where that is clear. */
export interface RoadNetwork {
  /** Length of the route between two positions, in metres; infinite without a route. */
  lengthM(from: number, to: number): number
  /** The route itself, both positions included; undefined without a route. */
  path(from: number, to: number): PolylineXY | undefined
}

export interface RoadNetworkRequest {
  readonly roads: readonly PolylineXY[]
  /** Areas that no route may cross. */
  readonly blocked: readonly PolygonXY[]
  readonly places: readonly XY[]
}

/** A metre over the grass counts as this many on a road. */
const GRASS = 2

/** Roads are joined at their corners; long straights get corners of their own. */
const ROAD_STEP_M = 30

/** Ends of roads this near to another road are drawn to meet it. */
const MEET_M = 3

/** How many corners of roads a place is joined to, and how far off they may be. */
const JOINS = 8
const JOIN_M = 600

/** Obstacles are gone round by this much, and by the corners of this rough an outline. */
const ROUND_M = 1.5
const OUTLINE_M = 1
/** Beyond this a course is drawn so finely that joining all corners would take seconds. */
const MOST_ROUNDING = 5_000
const ROUNDING_REACH_M = 250

interface Link {
  readonly to: number
  readonly lengthM: number
  readonly cost: number
}

/** Cuts roads where they cross or meet, and every few metres. */
const pieces = (roads: readonly PolylineXY[]): (readonly [XY, XY])[] => {
  const segments = roads.flatMap((road, index) =>
    road.slice(1).map((to, i) => ({ from: road[i] ?? to, to, index, box: boxOf([road[i] ?? to, to]) })),
  )
  const cuts: number[][] = segments.map(() => [0, 1])
  segments.forEach((a, i) => {
    for (let k = i + 1; k < segments.length; k++) {
      const b = segments[k]
      if (b === undefined) continue
      if (
        a.box.minX > b.box.maxX + MEET_M ||
        b.box.minX > a.box.maxX + MEET_M ||
        a.box.minY > b.box.maxY + MEET_M ||
        b.box.minY > a.box.maxY + MEET_M
      )
        continue
      const [dx, dy] = [a.to[0] - a.from[0], a.to[1] - a.from[1]]
      const [ex, ey] = [b.to[0] - b.from[0], b.to[1] - b.from[1]]
      const cross = dx * ey - dy * ex
      if (cross === 0) continue
      const t = ((b.from[0] - a.from[0]) * ey - (b.from[1] - a.from[1]) * ex) / cross
      const u = ((b.from[0] - a.from[0]) * dy - (b.from[1] - a.from[1]) * dx) / cross
      if (t > 0 && t < 1 && u > 0 && u < 1) {
        cuts[i]?.push(t)
        cuts[k]?.push(u)
      }
    }
  })
  const out: (readonly [XY, XY])[] = []
  // An end that nearly meets another road is joined to it by a last piece.
  roads.forEach((road, index) => {
    for (const end of [road[0], road[road.length - 1]]) {
      if (end === undefined) continue
      segments.forEach(({ from, to, index: other }, k) => {
        if (other === index) return
        const near = nearestOnSegment(from, to, end)
        const whole = distanceM(from, to)
        if (whole === 0 || distanceM(near, end) > MEET_M) return
        cuts[k]?.push(distanceM(from, near) / whole)
        out.push([end, near])
      })
    }
  })
  segments.forEach(({ from, to }, i) => {
    const at = (t: number): XY => [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t]
    const places = [...new Set(cuts[i])].sort((a, b) => a - b)
    places.slice(1).forEach((end, k) => {
      const begin = places[k] ?? 0
      const count = Math.max(1, Math.ceil((distanceM(from, to) * (end - begin)) / ROAD_STEP_M))
      for (let n = 0; n < count; n++)
        out.push([at(begin + ((end - begin) * n) / count), at(begin + ((end - begin) * (n + 1)) / count)])
    })
  })
  return out.filter(([a, b]) => distanceM(a, b) > 1e-6)
}

/** Knows all ways between some places; the same request gives the same ways. */
export const roadNetwork = ({ roads, blocked, places }: RoadNetworkRequest): RoadNetwork => {
  const fence = fenceOf(blocked.length === 0 ? [] : union(blocked))
  const clear = (a: XY, b: XY): boolean => blocked.length === 0 || (!fence.contains(a) && fence.clear(a, b))
  const nodes: XY[] = [...places]
  const links: Link[][] = nodes.map(() => [])
  const join = (a: number, b: number, factor: number): void => {
    const [from, to] = [nodes[a], nodes[b]]
    if (from === undefined || to === undefined || a === b) return
    const lengthM = distanceM(from, to)
    links[a]?.push({ to: b, lengthM, cost: lengthM * factor })
    links[b]?.push({ to: a, lengthM, cost: lengthM * factor })
  }
  const known = new Map<string, number>()
  const nodeOf = (at: XY): number => {
    const key = `${Math.round(at[0] * 10)} ${Math.round(at[1] * 10)}`
    const found = known.get(key)
    if (found !== undefined) return found
    nodes.push(at)
    links.push([])
    known.set(key, nodes.length - 1)
    return nodes.length - 1
  }
  for (const [a, b] of pieces(roads)) if (clear(a, b)) join(nodeOf(a), nodeOf(b), 1)
  const firstCorner = nodes.length
  const corners =
    blocked.length === 0
      ? []
      : ringsOf(offset(union(blocked), ROUND_M, 'mitre'))
          .flatMap(ring => simplifyRing(ring, OUTLINE_M))
          .filter(corner => !fence.contains(corner))
  if (corners.length <= MOST_ROUNDING) for (const corner of corners) nodeOf(corner)
  for (let a = firstCorner; a < nodes.length; a++)
    for (let b = a + 1; b < nodes.length; b++) {
      const [from, to] = [nodes[a], nodes[b]]
      if (from !== undefined && to !== undefined && distanceM(from, to) < ROUNDING_REACH_M && clear(from, to))
        join(a, b, GRASS)
    }
  const count = places.length
  const nearest = (from: XY, begin: number, end: number, most: number): void => {
    const here = places.indexOf(from)
    const order = Array.from({ length: Math.max(0, end - begin) }, (_, i) => begin + i)
      .map(node => ({ node, awayM: distanceM(from, nodes[node] ?? from) }))
      .filter(({ awayM }) => awayM < JOIN_M)
      .sort((a, b) => a.awayM - b.awayM)
    let joined = 0
    for (const { node } of order) {
      if (joined >= most) break
      const to = nodes[node]
      if (to === undefined || !clear(from, to)) continue
      join(here, node, GRASS)
      joined++
    }
  }
  for (const place of places) {
    nearest(place, count, firstCorner, JOINS)
    nearest(place, firstCorner, nodes.length, JOINS)
  }
  // Corners of obstacles are joined to the road as well, or a place behind a pond would not find to it.
  for (let corner = firstCorner; corner < nodes.length; corner++) {
    const from = nodes[corner]
    if (from === undefined) continue
    let best = -1
    let bestM = JOIN_M / 4
    for (let node = count; node < firstCorner; node++) {
      const to = nodes[node]
      if (to === undefined) continue
      const awayM = distanceM(from, to)
      if (awayM < bestM && clear(from, to)) {
        best = node
        bestM = awayM
      }
    }
    if (best >= 0) join(corner, best, GRASS)
  }

  const trees: (Tree | undefined)[] = []
  const treeFrom = (from: number): Tree => {
    const found = trees[from]
    if (found !== undefined) return found
    const tree = shortestFrom(from, links)
    places.forEach((to, index) => {
      const start = nodes[from]
      if (start === undefined || index === from) return
      const straight = distanceM(start, to)
      if (straight * GRASS < (tree.cost[index] ?? 0) && clear(start, to)) {
        tree.cost[index] = straight * GRASS
        tree.lengthM[index] = straight
        tree.before[index] = from
      }
    })
    trees[from] = tree
    return tree
  }
  return {
    lengthM: (from, to) => (from === to ? 0 : (treeFrom(from).lengthM[to] ?? Number.POSITIVE_INFINITY)),
    path: (from, to) => {
      const { before, cost } = treeFrom(from)
      if (!Number.isFinite(cost[to] ?? Number.POSITIVE_INFINITY)) return undefined
      const way: XY[] = []
      for (let node = to; node !== -1; node = node === from ? -1 : (before[node] ?? -1)) {
        const at = nodes[node]
        if (at !== undefined) way.push(at)
      }
      return way.reverse()
    },
  }
}

interface Tree {
  readonly cost: Float64Array
  readonly lengthM: Float64Array
  readonly before: Int32Array
}

/** Dijkstra's shortest ways from one node, with a binary heap. */
const shortestFrom = (from: number, links: readonly (readonly Link[])[]): Tree => {
  const cost = new Float64Array(links.length).fill(Number.POSITIVE_INFINITY)
  const lengthM = new Float64Array(links.length).fill(Number.POSITIVE_INFINITY)
  const before = new Int32Array(links.length).fill(-1)
  const heap: { readonly node: number; readonly cost: number }[] = []
  const push = (node: number, at: number): void => {
    let i = heap.push({ node, cost: at }) - 1
    while (i > 0) {
      const up = (i - 1) >> 1
      const [child, parent] = [heap[i], heap[up]]
      if (child === undefined || parent === undefined || parent.cost <= child.cost) return
      heap[i] = parent
      heap[up] = child
      i = up
    }
  }
  const pop = (): { readonly node: number; readonly cost: number } | undefined => {
    const [top] = heap
    const last = heap.pop()
    if (top === undefined || last === undefined || heap.length === 0) return top
    heap[0] = last
    for (let i = 0; ; ) {
      let least = i
      for (const child of [2 * i + 1, 2 * i + 2])
        if ((heap[child]?.cost ?? Number.POSITIVE_INFINITY) < (heap[least]?.cost ?? 0)) least = child
      if (least === i) return top
      const [a, b] = [heap[i], heap[least]]
      if (a === undefined || b === undefined) return top
      heap[i] = b
      heap[least] = a
      i = least
    }
  }
  cost[from] = 0
  lengthM[from] = 0
  push(from, 0)
  for (let top = pop(); top !== undefined; top = pop()) {
    if (top.cost > (cost[top.node] ?? 0)) continue
    for (const link of links[top.node] ?? []) {
      const next = top.cost + link.cost
      if (next >= (cost[link.to] ?? 0)) continue
      cost[link.to] = next
      lengthM[link.to] = (lengthM[top.node] ?? 0) + link.lengthM
      before[link.to] = top.node
      push(link.to, next)
    }
  }
  return { cost, lengthM, before }
}
