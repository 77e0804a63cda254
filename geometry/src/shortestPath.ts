import { contains } from './polygon/contains.ts'
import { type Fence, fenceOf } from './polygon/fence.ts'
import { ringsOf, signedAreaM2 } from './polygon/measure.ts'
import { quickOffset } from './polygon/quickOffset.ts'
import { distanceM, nearestOnLine, simplifyRing } from './polyline.ts'
import type { PolygonXY, PolylineXY, XY } from './units.ts'

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

/**
 * A visibility graph (Lozano-Perez and Wesley 1979) over the corners that a taut string can bend round, explored by A* and only as
 * far as the questions need. Corners come from the ground shrunk by `marginM`, sight is judged on the ground itself.
 * @param free polygons that do not overlap, finite and valid
 */
export const routerOf = (free: readonly PolygonXY[], marginM = MARGIN_M, fence: Fence = fenceOf(free)): Router => {
  // Few corners make quick answers, and rounding them this coarsely takes little of the margin.
  const coarseM = marginM * MARGIN_SHARE
  const shrunk = quickOffset(free, -marginM, coarseM).map(({ outer, holes }) => ({
    outer: simplifyRing(outer, coarseM),
    holes: holes.map(hole => simplifyRing(hole, coarseM)),
  }))
  const corners: Corner[] = []
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
  const ways: (Int32Array | undefined)[] = corners.map(() => undefined)

  const side = (a: XY, b: XY, p: XY): number => (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
  const bendsRound = (from: XY, { at, previous, next }: Corner): boolean =>
    side(from, at, previous) * side(from, at, next) >= 0
  const sees = (from: XY, corner: Corner): boolean => bendsRound(from, corner) && fence.clear(from, corner.at)
  const waysFrom = (index: number): Int32Array => {
    const known = ways[index]
    if (known !== undefined) return known
    const here = corners[index]
    const found: number[] = []
    if (here !== undefined)
      corners.forEach((corner, other) => {
        if (other !== index && bendsRound(corner.at, here) && sees(here.at, corner)) found.push(other)
      })
    const fresh = Int32Array.from(found)
    ways[index] = fresh
    return fresh
  }

  /** A place on the edge or a little beyond is taken for the nearest one that is clearly inside. */
  const steppedIn = (p: XY): XY | undefined => {
    if (
      shrunk.some(polygon => contains(polygon, p)) ||
      (fence.contains(p) && fence.distanceM(p, marginM / 2) >= marginM / 2)
    )
      return p
    const within = fence.distanceM(p, BEYOND_M) >= BEYOND_M && fence.contains(p)
    let best: XY | undefined
    // From beyond the edge a way leads in only where it is a hair's breadth.
    let bestM = within ? 2 * marginM : marginM + BEYOND_M
    for (const ring of ringsOf(shrunk)) {
      const [first] = ring
      const nearest = first && nearestOnLine([...ring, first], p)
      if (nearest === undefined || nearest.distanceM > bestM || (within && !fence.clear(p, nearest.point))) continue
      best = nearest.point
      bestM = nearest.distanceM
    }
    return best
  }

  const search = (a: XY, b: XY, atMostM: number): PolylineXY | undefined => {
    if (fence.clear(a, b)) return [a, b]
    const n = corners.length
    const cost = new Float64Array(n + 1).fill(Number.POSITIVE_INFINITY)
    const from = new Int32Array(n + 1).fill(-1)
    const done = new Uint8Array(n + 1)
    const guess = new Float64Array(n + 1)
    const open: number[] = []
    const reach = (node: number, at: XY, total: number, by: number): void => {
      if (total >= (cost[node] ?? 0)) return
      const whole = total + distanceM(at, b)
      if (whole >= atMostM) return
      cost[node] = total
      guess[node] = whole
      from[node] = by
      open.push(node)
    }
    corners.forEach((corner, i) => {
      const away = distanceM(a, corner.at)
      if (away + distanceM(corner.at, b) < atMostM && sees(a, corner)) reach(i, corner.at, away, -1)
    })
    while (open.length > 0) {
      let at = 0
      for (let i = 1; i < open.length; i++) if ((guess[open[i] ?? 0] ?? 0) < (guess[open[at] ?? 0] ?? 0)) at = i
      const node = open[at] ?? 0
      open[at] = open[open.length - 1] ?? 0
      open.pop()
      if (done[node] === 1) continue
      done[node] = 1
      if (node === n) break
      const corner = corners[node]
      if (corner === undefined) continue
      const soFar = cost[node] ?? 0
      if (bendsRound(b, corner) && fence.clear(corner.at, b)) reach(n, b, soFar + distanceM(corner.at, b), node)
      for (const other of waysFrom(node)) {
        const next = corners[other]
        if (next !== undefined && done[other] === 0) reach(other, next.at, soFar + distanceM(corner.at, next.at), node)
      }
    }
    if (done[n] !== 1) return undefined
    const path: XY[] = [b]
    for (let node = from[n] ?? -1; node >= 0; node = from[node] ?? -1) {
      const corner = corners[node]
      if (corner !== undefined) path.push(corner.at)
    }
    path.push(a)
    return path.reverse()
  }

  return {
    path: (a, b, atMostM = Number.POSITIVE_INFINITY) => {
      const start = steppedIn(a)
      const goal = steppedIn(b)
      if (start === undefined || goal === undefined) return undefined
      const found = search(start, goal, atMostM)
      if (found === undefined) return undefined
      return [...(start === a ? [] : [a]), ...found, ...(goal === b ? [] : [b])]
    },
  }
}

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
