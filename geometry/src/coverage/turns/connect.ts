import { type Fence, fenceOf } from '../../polygon/fence.ts'
import { distanceM, lengthM } from '../../polyline.ts'
import { type Router, routerOf } from '../../shortestPath.ts'
import type { PolygonXY, PolylineXY, XY } from '../../units.ts'
import { createManoeuvres, type Manoeuvres, type Pose } from './dubins.ts'

/** A way from one pose to another. */
export interface Connection {
  readonly points: PolylineXY
  /** Whether it is one manoeuvre rather than a drive along a route. */
  readonly direct: boolean
  /** Whether it turns on the spot somewhere although a turning radius was asked for. */
  readonly pivots: boolean
  /** Whether the body reaches farther over the edge of the field than it should. */
  readonly overEdge?: boolean
}

export interface Connector {
  /** A drivable way that stays inside the field; undefined when the field does not connect the two. */
  connect(from: Pose, to: Pose): Connection | undefined
  /** The length of the shortest single manoeuvre that is free, without the fallbacks; infinite when none is. */
  direct(from: Pose, to: Pose): Connection | undefined
  /** `direct`, with the body no farther over the edge of the field than it may be. */
  directInside(from: Pose, to: Pose): Connection | undefined
  /** The length of the shortest way between two places, turns left aside; infinite when there is none. */
  wayM(from: XY, to: XY): number
  /** The way from a place to another when no direction matters at the start. */
  reach(from: XY, to: Pose): Connection | undefined
}

/**
 * Joins a headland pass after a straight stretch, on which the steering settles: a machine that comes off a bend beside its line would
 * turn on the spot for the first places of the headland pass, right beside the obstacle. Without room for the stretch it joins at once.
 */
export const connectToPass = (connector: Connector, from: Pose, to: Pose, leadInM: number): Connection | undefined => {
  if (leadInM > 0) {
    const before: Pose = { at: aheadOf(to, -leadInM), angle: to.angle }
    const straight = connector.direct(before, to)
    const joined = straight && connector.connect(from, before)
    if (joined?.pivots === false) {
      const overEdge = joined.overEdge === true || straight?.overEdge === true
      return { ...joined, points: [...joined.points, to.at], overEdge }
    }
  }
  return connector.connect(from, to)
}

/** How far routes keep from the edge where there is room: a mower is about as wide as its blade. */
const ROUTE_MARGINS = [1, 0.5] as const
const LEAST_MARGIN_M = 0.02

/** What is nearer to an edge than this may be on either side of it. */
const AT_EDGE_M = 0.05

/** Places on a route, in turning radii from its ends, at which a manoeuvre may join it. */
const JOINTS = [1.2, 2, 3, 4.5, 7, 12] as const

/** A manoeuvre longer than the straight way by more than this many radii is compared with a route. */
const LONG_MANOEUVRE = 7.5

/** Long enough to have a direction. */
const STUB_M = 0.01

/** A place so far ahead of a pose. */
export const aheadOf = ({ at, angle }: Pose, aheadM: number): XY => [
  at[0] + aheadM * Math.cos(angle),
  at[1] + aheadM * Math.sin(angle),
]

const angleOf = (a: XY, b: XY): number => Math.atan2(b[1] - a[1], b[0] - a[0])

/** A way that crosses no edge is inside where one place of it is; its ends may be on an edge, so its middle is asked. */
const isClear = (fence: Fence, points: PolylineXY): boolean => {
  const half = points.length >> 1
  const p = points[half - 1]
  const q = points[half]
  if (p === undefined || q === undefined || !fence.contains([(p[0] + q[0]) / 2, (p[1] + q[1]) / 2])) return false
  for (let i = 1; i < points.length; i++) {
    const a = points[i - 1]
    const b = points[i]
    if (a !== undefined && b !== undefined && !fence.clear(a, b)) return false
  }
  return true
}

class FieldConnector implements Connector {
  private readonly field: readonly PolygonXY[]
  private readonly fence: Fence
  private readonly radiusM: number
  private readonly manoeuvres: Manoeuvres
  private readonly fits: (way: PolylineXY) => boolean
  private readonly margins: readonly number[]
  private readonly routers: (Router | undefined)[]
  /** Of each polygon of the field, made when it is asked for. */
  private readonly fences: (Fence | undefined)[] = []

  constructor(
    field: readonly PolygonXY[],
    fence: Fence,
    widthM: number,
    radiusM: number,
    fits: (way: PolylineXY) => boolean,
    manoeuvres: Manoeuvres,
  ) {
    this.field = field
    this.fence = fence
    this.radiusM = radiusM
    this.fits = fits
    this.manoeuvres = manoeuvres
    this.margins = [...ROUTE_MARGINS.map(m => m * Math.max(widthM / 2, radiusM)), LEAST_MARGIN_M]
    this.routers = this.margins.map(() => undefined)
  }

  /** The polygon of the field that a place is in; undefined where that is not sure. */
  private polygonAt(place: XY): number | undefined {
    const { field, fence, fences } = this
    if (fence.distanceM(place, AT_EDGE_M) < AT_EDGE_M) return undefined
    const found = field.findIndex((polygon, i) => {
      const own = fences[i] ?? fenceOf([polygon])
      fences[i] = own
      return own.contains(place)
    })
    return found < 0 ? undefined : found
  }

  /** Whether two places are in different polygons, between which no way leads: a search would look at every corner in vain. */
  private areApart(a: XY, b: XY): boolean {
    if (this.field.length < 2) return false
    const from = this.polygonAt(a)
    const to = from === undefined ? undefined : this.polygonAt(b)
    return to !== undefined && from !== to
  }

  private routeWith(i: number, a: XY, b: XY, atMostM: number): PolylineXY | undefined {
    const { margins, routers, field, fence } = this
    const router = routers[i] ?? routerOf(field, margins[i] ?? LEAST_MARGIN_M, fence)
    routers[i] = router
    return router.path(a, b, atMostM)
  }

  private route(a: XY, b: XY, atMostM = Number.POSITIVE_INFINITY): PolylineXY | undefined {
    const { margins, fence } = this
    if (isClear(fence, [a, b])) return [a, b]
    if (this.areApart(a, b)) return undefined
    for (let i = 0; i < margins.length; i++) {
      const way = this.routeWith(i, a, b, atMostM)
      if (way !== undefined) return way
    }
    return undefined
  }

  private manoeuvre(from: Pose, to: Pose): PolylineXY | undefined {
    const { fence, radiusM, manoeuvres, fits } = this
    if (radiusM === 0) return isClear(fence, [from.at, to.at]) && fits([from.at, to.at]) ? [from.at, to.at] : undefined
    return manoeuvres(from, to, points => isClear(fence, points) && fits(points))
  }

  direct(from: Pose, to: Pose): Connection | undefined {
    const points = this.manoeuvre(from, to)
    return points && { points, direct: true, pivots: false }
  }

  directInside(from: Pose, to: Pose): Connection | undefined {
    return this.direct(from, to)
  }

  /** The place `alongM` metres down a route, with the way it runs there and the corners on either side. */
  private jointAt(way: PolylineXY, alongM: number): { pose: Pose; index: number } | undefined {
    let left = alongM
    for (let i = 1; i < way.length; i++) {
      const a = way[i - 1]
      const b = way[i]
      if (a === undefined || b === undefined) continue
      const step = distanceM(a, b)
      if (left <= step && step > 0) {
        const t = left / step
        return { pose: { at: [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t], angle: angleOf(a, b) }, index: i }
      }
      left -= step
    }
    return undefined
  }

  private alongRoute(from: Pose | undefined, way: PolylineXY, to: Pose): Connection | undefined {
    const { radiusM, fits } = this
    const total = lengthM(way)
    const heads = from === undefined ? [0] : JOINTS
    const starts = heads.flatMap(j => {
      const joint = this.jointAt(way, j * radiusM)
      if (joint === undefined) return []
      const head = from === undefined ? [joint.pose.at] : this.manoeuvre(from, joint.pose)
      return head === undefined ? [] : [{ alongM: j * radiusM, index: joint.index, points: head, headM: lengthM(head) }]
    })
    if (starts.length === 0) return undefined
    const ends = JOINTS.flatMap(j => {
      const joint = this.jointAt(way, total - j * radiusM)
      const tail = joint && this.manoeuvre(joint.pose, to)
      if (joint === undefined || tail === undefined) return []
      return [{ alongM: total - j * radiusM, index: joint.index, points: tail, tailM: lengthM(tail) }]
    })
    const joined = starts
      .flatMap(start => ends.map(end => ({ start, end, longM: start.headM + end.alongM - start.alongM + end.tailM })))
      .filter(({ start, end }) => end.alongM >= start.alongM)
      .sort((a, b) => a.longM - b.longM)
    for (const { start, end } of joined) {
      const points = [...start.points, ...way.slice(start.index, end.index), ...end.points]
      if (fits(points)) return { points, direct: false, pivots: this.bendsTooMuch(points) }
    }
    return undefined
  }

  /** Whether a route has a corner that no arc of the radius fits into, however it is rounded by the mower. */
  private bendsTooMuch(points: PolylineXY): boolean {
    const { radiusM } = this
    for (let i = 1; i + 1 < points.length; i++) {
      const a = points[i - 1]
      const b = points[i]
      const c = points[i + 1]
      if (a === undefined || b === undefined || c === undefined) continue
      const shorter = Math.min(distanceM(a, b), distanceM(b, c))
      if (shorter < 1e-6) continue
      const turn = Math.abs(
        Math.atan2(Math.sin(angleOf(b, c) - angleOf(a, b)), Math.cos(angleOf(b, c) - angleOf(a, b))),
      )
      // On an arc cut into chords the bend at a corner is at most the chord over the radius.
      if (turn > 0.35 && turn * radiusM > 1.5 * shorter) return true
    }
    return false
  }

  connect(from: Pose, to: Pose): Connection | undefined {
    const { radiusM, fits } = this
    const once = this.direct(from, to)
    const straightM = distanceM(from.at, to.at)
    if (once !== undefined && (radiusM === 0 || lengthM(once.points) < straightM + LONG_MANOEUVRE * radiusM))
      return once
    const onceM = once === undefined ? Number.POSITIVE_INFINITY : lengthM(once.points)
    const way = this.route(from.at, to.at, onceM)
    if (way === undefined) return once
    if (radiusM === 0) return fits(way) ? { points: way, direct: false, pivots: false } : undefined
    const round = this.alongRoute(from, way, to)
    if (once !== undefined && (round === undefined || onceM <= lengthM(round.points))) return once
    return round ?? this.onSpot(from, way, to)
  }

  /** Turns on the spot at both ends, which has to fit as well. */
  private onSpot(from: Pose | undefined, way: PolylineXY, to: Pose): Connection | undefined {
    const { fits } = this
    const first = from === undefined ? [] : [aheadOf(from, -STUB_M)]
    return fits([...first, ...way, aheadOf(to, STUB_M)]) ? { points: way, direct: false, pivots: true } : undefined
  }

  reach(from: XY, to: Pose): Connection | undefined {
    const { radiusM, fits } = this
    const way = this.route(from, to.at)
    if (way === undefined) return undefined
    if (radiusM === 0) return fits(way) ? { points: way, direct: false, pivots: false } : undefined
    return this.alongRoute(undefined, way, to) ?? this.onSpot(undefined, way, to)
  }

  wayM(from: XY, to: XY): number {
    const way = this.route(from, to)
    return way === undefined ? Number.POSITIVE_INFINITY : lengthM(way)
  }
}

/**
 * Joins poses inside a field: by one Dubins manoeuvre where that is free, else along the shortest route with a manoeuvre at either
 * end, and only where neither fits by turning on the spot.
 * @param fits what a way must satisfy besides staying in the field
 * @param manoeuvres of the same radius and tolerance; grounds that are asked for the same one after the other share them
 */
export const connectorOf = (
  field: readonly PolygonXY[],
  fence: Fence,
  widthM: number,
  radiusM: number,
  toleranceM: number,
  fits: (way: PolylineXY) => boolean = () => true,
  manoeuvres = createManoeuvres(radiusM, toleranceM),
): Connector => new FieldConnector(field, fence, widthM, radiusM, fits, manoeuvres)
