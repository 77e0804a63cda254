import { intersectionNear, offset } from '../../polygon/clipper.ts'
import { splitPolygon } from '../../polygon/splitPolygon.ts'
import { withoutRepeats } from '../../polyline.ts'
import type { PolygonXY, PolylineXY } from '../../units.ts'
import type { MowingPattern } from '../request.ts'
import { cutsAtBends, guidesAlong } from '../swaths/guide.ts'
import { edgesOf } from '../swaths/scan.ts'
import { joinedRoute } from './partsRoute.ts'
import { quickestBentRoute, quickestRoute, type Route, type RouteRequest } from './route.ts'

/** The area in which swaths are laid, as polygons. */
export interface SwathArea {
  /** What has to be mown, in separate parts. */
  readonly inner: readonly PolygonXY[]
  readonly field: PolygonXY
  /** Area for the middle of the machine, where its body counts. */
  readonly driving: readonly PolygonXY[] | undefined
}

export interface PatternRequest {
  readonly pattern: MowingPattern
  readonly headingsDeg: readonly number[]
  readonly lineOfPlay: PolylineXY | undefined
  /** Whether parts of a `perCell` may have bent rows. */
  readonly mayBend: boolean
}

/** Routes through parts of an area, which the patterns of one request share. */
export interface PartRoutes {
  readonly bent: Map<PolygonXY, Found>
  readonly straight: Map<PolygonXY, Found>
}

interface Found {
  readonly route: Route | undefined
}

export const createPartRoutes = (): PartRoutes => ({ bent: new Map(), straight: new Map() })

const once = (known: Map<PolygonXY, Found>, find: (part: PolygonXY) => Route | undefined) => (part: PolygonXY) => {
  const found = known.get(part) ?? { route: find(part) }
  known.set(part, found)
  return found.route
}

/** The quickest swaths of a pattern: `straight` ones have one heading, in all others each part of the area is filled by itself. */
export const patternRoute = (
  asked: PatternRequest,
  area: SwathArea,
  { pass, ...request }: RouteRequest,
  routes: PartRoutes,
): Route | undefined => {
  const { pattern, headingsDeg, lineOfPlay, mayBend } = asked
  if (pattern === 'straight') return quickestRoute(headingsDeg, { ...request, pass })
  // Of several parts only one comes next to the headland pass.
  const line = withoutRepeats(lineOfPlay ?? [], LEAST_LINE_M)
  const given = line.length < 2 ? undefined : line
  const bent = once(routes.bent, part => bentRoute(guidesAlong(part, given), part, area, request))
  const straightIn = (part: PolygonXY): Route | undefined =>
    quickestRoute(headingsDeg, { ...request, inner: edgesOf([part]) })
  const straight = once(routes.straight, straightIn)
  const either = (part: PolygonXY): Route | undefined => quicker(bent(part), straight(part))
  const filled = (part: PolygonXY): Route | undefined => {
    if (pattern === 'contour') return bent(part) ?? straight(part)
    if (pattern === 'concentric') return either(part)
    return quicker(mayBend ? either(part) : straight(part), cellsRoute(part, straightIn))
  }
  return joinedRoute(area.inner.flatMap(part => filled(part) ?? []))
}

/** Assumed time from one cell to the next. */
const BETWEEN_CELLS_S = 15

/** Straight swaths in cells that meet at the bends of a part; undefined where it has none. */
const cellsRoute = (part: PolygonXY, fill: (cell: PolygonXY) => Route | undefined): Route | undefined => {
  const cells = cutsAtBends(part).reduce((pieces, cut) => pieces.flatMap(piece => splitPolygon(piece, cut)), [part])
  if (cells.length < 2) return undefined
  const route = joinedRoute(cells.flatMap(cell => fill(cell) ?? []))
  return route && { ...route, seconds: route.seconds + (cells.length - 1) * BETWEEN_CELLS_S }
}

/** Corners of a line of play nearer to each other than this are one. */
const LEAST_LINE_M = 1

/** What is farther from an area than this many widths is in the way of none of its rows. */
const NEAR_WIDTHS = 1

const bentRoute = (
  guides: readonly PolylineXY[],
  part: PolygonXY,
  { field, driving }: SwathArea,
  request: RouteRequest,
): Route | undefined => {
  const near = offset([part], NEAR_WIDTHS * request.widthM)
  return quickestBentRoute(guides, {
    ...request,
    inner: edgesOf([part]),
    field: edgesOf(intersectionNear([field], near)),
    drive: driving && edgesOf(intersectionNear(driving, near)),
  })
}

const quicker = (a: Route | undefined, b: Route | undefined): Route | undefined =>
  a === undefined || (b !== undefined && b.seconds < a.seconds) ? b : a
