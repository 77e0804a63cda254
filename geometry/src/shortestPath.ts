import { contains } from './polygon/contains.ts'
import { type Fence, fenceOf } from './polygon/fence.ts'
import { type Box, boxesMeet, boxOf, ringsOf, signedAreaM2 } from './polygon/measure.ts'
import { quickOffset } from './polygon/quickOffset.ts'
import { distanceM, nearestOnLine } from './polyline.ts'
import { simplifyRing } from './simplify.ts'
import type { PolygonXY, PolylineXY, Ring, XY } from './units.ts'

/** Finds shortest ways on some ground; what it learns about the ground stays for the next question. */
export interface Router {
  /** The shortest way inside from `a` to `b`, both included; undefined when there is none shorter than `atMostM`. */
  path(a: XY, b: XY, atMostM?: number): PolylineXY | undefined
}

interface Corner {
  readonly at: XY
  readonly previous: XY
  readonly next: XY
}

/** How far corners are kept from the edge, so that rounding never puts a way on the wrong side. */
const MARGIN_M = 0.02

/** A place this far beyond the edge still counts as on it. */
const BEYOND_M = 0.008

/** Share of the margin by which a way may come nearer to the edge. */
const MARGIN_SHARE = 0.1

/** With more corners than this the sight between them is not remembered, as that would take too much memory. */
const MOST_REMEMBERED = 1500

/** Cosine of the bend at which an edge turns back on the one before. */
const TURNS_BACK = -0.999999

/**
 * An operation on polygons leaves needles as thin as its rounding, into which no way leads. The quick offset refuses them,
 * and Clipper took a quarter of the time of the first plan of a large field for it.
 */
const withoutNeedles = ({ outer, holes }: PolygonXY): PolygonXY => ({
  outer: withoutTips(outer),
  holes: holes.map(withoutTips),
})

const withoutTips = (ring: Ring): Ring => {
  const isTip = (at: XY, i: number): boolean => {
    const before = ring[(i + ring.length - 1) % ring.length] ?? at
    const next = ring[(i + 1) % ring.length] ?? at
    const dot = (at[0] - before[0]) * (next[0] - at[0]) + (at[1] - before[1]) * (next[1] - at[1])
    return dot < TURNS_BACK * distanceM(before, at) * distanceM(at, next)
  }
  return ring.some(isTip) ? ring.filter((at, i) => !isTip(at, i)) : ring
}

const UNKNOWN = 0
const CLEAR = 1
const BLOCKED = 2

/** Ways that lead on, in a heap by the length that the whole way would have at least. */
class OpenWays {
  /** The value popped last. */
  node = -1
  by = -1
  soFarM = 0
  readonly #wholeM: number[] = []
  readonly #soFarM: number[] = []
  readonly #node: number[] = []
  readonly #by: number[] = []

  push(wholeM: number, soFarM: number, node: number, by: number): void {
    let at = this.#wholeM.length
    while (at > 0) {
      const above = (at - 1) >> 1
      if ((this.#wholeM[above] ?? 0) <= wholeM) break
      this.#move(above, at)
      at = above
    }
    this.#set(at, wholeM, soFarM, node, by)
  }

  clear(): void {
    this.#wholeM.length = 0
    this.#soFarM.length = 0
    this.#node.length = 0
    this.#by.length = 0
  }

  /** Takes out the shortest; false when none is left. */
  pop(): boolean {
    const last = this.#wholeM.length - 1
    if (last < 0) return false
    this.node = this.#node[0] ?? -1
    this.by = this.#by[0] ?? -1
    this.soFarM = this.#soFarM[0] ?? 0
    const wholeM = this.#wholeM.pop() ?? 0
    const soFarM = this.#soFarM.pop() ?? 0
    const node = this.#node.pop() ?? -1
    const by = this.#by.pop() ?? -1
    if (last === 0) return true
    let at = 0
    for (;;) {
      let below = 2 * at + 1
      if (below >= last) break
      if (below + 1 < last && (this.#wholeM[below + 1] ?? 0) < (this.#wholeM[below] ?? 0)) below++
      if ((this.#wholeM[below] ?? 0) >= wholeM) break
      this.#move(below, at)
      at = below
    }
    this.#set(at, wholeM, soFarM, node, by)
    return true
  }

  #set(at: number, wholeM: number, soFarM: number, node: number, by: number): void {
    this.#wholeM[at] = wholeM
    this.#soFarM[at] = soFarM
    this.#node[at] = node
    this.#by[at] = by
  }

  #move(from: number, to: number): void {
    this.#set(to, this.#wholeM[from] ?? 0, this.#soFarM[from] ?? 0, this.#node[from] ?? -1, this.#by[from] ?? -1)
  }
}

class VisibilityGraph implements Router {
  private readonly marginM: number
  private readonly fence: Fence
  private readonly shrunk: readonly PolygonXY[]
  /** Its rings with their first corner at the end, too, made when a place near the edge is asked for. */
  private closed: readonly { readonly ring: PolylineXY; readonly box: Box }[] | undefined
  private readonly corners: readonly Corner[]
  private readonly count: number
  /** x and y of each corner, of the one before it and of the one behind it: looked at in turn so often that tuples would cost time. */
  private readonly flat: Float64Array
  /** Known lines of sight between two corners. */
  private readonly sight: Uint8Array | undefined
  private readonly ways: (Int32Array | undefined)[]
  // What one search leaves to the next: node `count` is the goal, -1 is the start.
  private readonly cost: Float64Array
  private readonly from: Int32Array
  private readonly done: Uint8Array
  private readonly open = new OpenWays()

  constructor(free: readonly PolygonXY[], marginM: number, fence: Fence) {
    this.marginM = marginM
    this.fence = fence
    // Few corners make quick answers, and rounding them this coarsely takes little of the margin.
    const coarseM = marginM * MARGIN_SHARE
    const shrunk = quickOffset(free.map(withoutNeedles), -marginM, coarseM).map(({ outer, holes }) => ({
      outer: simplifyRing(outer, coarseM),
      holes: holes.map(hole => simplifyRing(hole, coarseM)),
    }))
    this.shrunk = shrunk
    const corners: Corner[] = []
    this.corners = corners
    for (const { outer, holes } of shrunk)
      for (const [i, ring] of [outer, ...holes].entries()) {
        const leftIsFree = signedAreaM2(ring) > 0 === (i === 0)
        ring.forEach((at, k) => {
          const previous = ring[(k + ring.length - 1) % ring.length]
          const next = ring[(k + 1) % ring.length]
          if (previous === undefined || next === undefined) return
          const turn = (at[0] - previous[0]) * (next[1] - at[1]) - (at[1] - previous[1]) * (next[0] - at[0])
          if (turn < 0 === leftIsFree) corners.push({ at, previous, next })
        })
      }
    const count = corners.length
    this.count = count
    this.flat = new Float64Array(6 * count)
    for (const [k, { at, previous, next }] of corners.entries()) this.flat.set([...at, ...previous, ...next], 6 * k)
    this.sight = count <= MOST_REMEMBERED ? new Uint8Array(count * count) : undefined
    this.ways = corners.map(() => undefined)
    this.cost = new Float64Array(count + 1)
    this.from = new Int32Array(count + 1)
    this.done = new Uint8Array(count + 1)
  }

  private side(a: XY, b: XY, p: XY): number {
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
  }

  private bendsRound(from: XY, { at, previous, next }: Corner): boolean {
    return this.side(from, at, previous) * this.side(from, at, next) >= 0
  }

  /** A place on the edge or a little beyond is taken for the nearest one that is clearly inside. */
  private steppedIn(p: XY): XY | undefined {
    const { shrunk, marginM, fence } = this
    if (
      (fence.contains(p) && fence.distanceM(p, marginM / 2) >= marginM / 2) ||
      shrunk.some(polygon => contains(polygon, p))
    )
      return p
    const within = fence.distanceM(p, BEYOND_M) >= BEYOND_M && fence.contains(p)
    let best: XY | undefined
    // From beyond the edge a way leads in only where it is a hair's breadth.
    let bestM = within ? 2 * marginM : marginM + BEYOND_M
    this.closed ??= ringsOf(shrunk).map(ring => ({ ring: [...ring, ...ring.slice(0, 1)], box: boxOf(ring) }))
    const here = boxOf([p])
    for (const { ring, box } of this.closed) {
      if (!boxesMeet(here, box, bestM)) continue
      const nearest = nearestOnLine(ring, p)
      if (nearest === undefined || nearest.distanceM > bestM || (within && !fence.clear(p, nearest.point))) continue
      best = nearest.point
      bestM = nearest.distanceM
    }
    return best
  }

  private seen(i: number, k: number, from: XY, to: XY): boolean {
    const { count, sight, fence } = this
    if (sight === undefined) return fence.clear(from, to)
    const known = sight[i * count + k]
    if (known !== UNKNOWN) return known === CLEAR
    const clear = fence.clear(from, to)
    sight[k * count + i] = clear ? CLEAR : BLOCKED
    return clear
  }

  private waysFrom(index: number, here: Corner): Int32Array {
    const { corners, count, flat, ways } = this
    const known = ways[index]
    if (known !== undefined) return known
    const found: number[] = []
    const [x, y] = here.at
    const beforeX = here.previous[0] - x
    const beforeY = here.previous[1] - y
    const behindX = here.next[0] - x
    const behindY = here.next[1] - y
    for (let k = 0; k < count; k++) {
      const at = 6 * k
      const dx = (flat[at] ?? 0) - x
      const dy = (flat[at + 1] ?? 0) - y
      // Both corners bend a string between them: all that is beside each of them is on one side of it.
      if (k === index || (dx * beforeY - dy * beforeX) * (dx * behindY - dy * behindX) < 0) continue
      const before = dx * ((flat[at + 3] ?? 0) - y) - dy * ((flat[at + 2] ?? 0) - x)
      const behind = dx * ((flat[at + 5] ?? 0) - y) - dy * ((flat[at + 4] ?? 0) - x)
      if (before * behind < 0) continue
      const corner = corners[k]
      if (corner !== undefined && this.seen(index, k, here.at, corner.at)) found.push(k)
    }
    const fresh = Int32Array.from(found)
    ways[index] = fresh
    return fresh
  }

  path(a: XY, b: XY, atMostM = Number.POSITIVE_INFINITY): PolylineXY | undefined {
    const start = this.steppedIn(a)
    const goal = this.steppedIn(b)
    if (start === undefined || goal === undefined) return undefined
    const found = this.search(start, goal, atMostM)
    if (found === undefined) return undefined
    return [...(start === a ? [] : [a]), ...found, ...(goal === b ? [] : [b])]
  }

  private search(a: XY, b: XY, atMostM: number): PolylineXY | undefined {
    const { corners, count, fence, cost, from, done, open } = this
    if (fence.clear(a, b)) return [a, b]
    cost.fill(Number.POSITIVE_INFINITY)
    from.fill(-1)
    done.fill(0)
    open.clear()
    // Every corner is near some start, so sight from it is looked for only where no other way could be shorter.
    for (let k = 0; k < count; k++) {
      const corner = corners[k]
      if (corner === undefined || !this.bendsRound(a, corner)) continue
      const away = distanceM(a, corner.at)
      const whole = away + distanceM(corner.at, b)
      if (whole < atMostM) open.push(whole, away, k, -1)
    }
    while (open.pop()) {
      const { node, by, soFarM } = open
      if (done[node] === 1) continue
      const here = corners[node]
      if (by === -1 && here !== undefined && !fence.clear(a, here.at)) continue
      done[node] = 1
      from[node] = by
      if (here === undefined) break
      const wholeM = soFarM + distanceM(here.at, b)
      if (wholeM < (cost[count] ?? 0) && wholeM < atMostM && this.bendsRound(b, here) && fence.clear(here.at, b)) {
        cost[count] = wholeM
        open.push(wholeM, wholeM, count, node)
      }
      for (const other of this.waysFrom(node, here)) {
        const next = corners[other]
        if (next === undefined || done[other] === 1) continue
        const total = soFarM + distanceM(here.at, next.at)
        const whole = total + distanceM(next.at, b)
        if (total >= (cost[other] ?? 0) || whole >= atMostM) continue
        cost[other] = total
        open.push(whole, total, other, node)
      }
    }
    if (done[count] !== 1) return undefined
    const path: XY[] = [b]
    for (let node = from[count] ?? -1; node >= 0; node = from[node] ?? -1) {
      const corner = corners[node]
      if (corner !== undefined) path.push(corner.at)
    }
    path.push(a)
    return path.reverse()
  }
}

/**
 * A visibility graph (Lozano-Perez and Wesley 1979) over the corners that a taut string can bend round, explored by A* and only as
 * far as the questions need. Corners come from the ground shrunk by `marginM`, sight is judged on the ground itself.
 * @param free polygons that do not overlap, finite and valid
 */
export const routerOf = (free: readonly PolygonXY[], marginM = MARGIN_M, fence: Fence = fenceOf(free)): Router =>
  new VisibilityGraph(free, marginM, fence)

const routers = new WeakMap<readonly PolygonXY[], Router>()

/**
 * The shortest way from `a` to `b` inside polygons, holes avoided, or undefined when they are not connected. It keeps about 2 cm
 * from the edge at its bends. Questions about the same array of polygons share one graph.
 */
export const shortestPath = (free: readonly PolygonXY[], a: XY, b: XY): PolylineXY | undefined => {
  const known = routers.get(free)
  const router = known ?? routerOf(free)
  if (known === undefined) routers.set(free, router)
  return router.path(a, b)
}
