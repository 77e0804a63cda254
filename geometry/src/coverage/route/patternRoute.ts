import { intersection, offset } from '../../polygon/clipper.ts'
import { withoutRepeats } from '../../polyline.ts'
import type { PolygonXY, PolylineXY } from '../../units.ts'
import type { MowingPattern } from '../request.ts'
import { guidesAlong } from '../swaths/guide.ts'
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

/** The quickest swaths of a pattern: `straight` ones have one heading, in all others each part of the area is filled by itself. */
export const patternRoute = (
  pattern: MowingPattern,
  headingsDeg: readonly number[],
  lineOfPlay: PolylineXY | undefined,
  area: SwathArea,
  request: RouteRequest,
): Route | undefined => {
  if (pattern === 'straight') return quickestRoute(headingsDeg, request)
  const line = withoutRepeats(lineOfPlay ?? [], LEAST_LINE_M)
  return joinedRoute(
    area.inner.flatMap(part => {
      const bent = bentRoute(guidesAlong(part, line.length < 2 ? undefined : line), part, area, request)
      if (pattern === 'contour' && bent !== undefined) return bent
      const straight = quickestRoute(headingsDeg, { ...request, inner: edgesOf([part]) })
      return quicker(bent, straight) ?? []
    }),
  )
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
    field: edgesOf(intersection([field], near)),
    drive: driving && edgesOf(intersection(driving, near)),
  })
}

const quicker = (a: Route | undefined, b: Route | undefined): Route | undefined =>
  a === undefined || (b !== undefined && b.seconds < a.seconds) ? b : a
