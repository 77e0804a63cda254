import { distanceM } from '../../polyline.ts'
import type { XY } from '../../units.ts'
import type { End } from './linkCost.ts'
import type { Route } from './route.ts'

/** Rows of different parts are never side by side. */
const ROWS_BETWEEN = 10

/** One route through several, each driven whole: after each the nearest end of another. */
export const joinedRoute = (routes: readonly Route[]): Route | undefined => {
  const [first] = routes
  if (first === undefined || routes.length === 1) return first
  const open = new Set(routes)
  const swaths: Route['swaths'][number][] = []
  const frames: Route['frames'][number][] = []
  const tour: End[] = []
  let at = first.ends.start
  let rows = 0
  while (open.size > 0) {
    const [next] = [...open].map(route => nearestEnd(route, at)).sort((a, b) => a.awayM - b.awayM)
    if (next === undefined) break
    const { route, isBackwards } = next
    open.delete(route)
    const offset = 2 * swaths.length
    for (const end of isBackwards ? route.tour.map(entry => entry ^ 1).reverse() : route.tour) tour.push(end + offset)
    at = placeOf(route, (isBackwards ? route.tour[0] : (route.tour.at(-1) ?? 0) ^ 1) ?? 0)
    let mostRow = 0
    for (const swath of route.swaths) {
      swaths.push({ ...swath, row: swath.row + rows })
      mostRow = Math.max(mostRow, swath.row)
    }
    frames.push(...route.frames)
    rows += mostRow + ROWS_BETWEEN
  }
  return { swaths, frames, tour, ends: first.ends, seconds: routes.reduce((sum, { seconds }) => sum + seconds, 0) }
}

const nearestEnd = (
  route: Route,
  at: XY | undefined,
): { readonly route: Route; readonly isBackwards: boolean; readonly awayM: number } => {
  const fromM = (end: End | undefined): number =>
    at === undefined || end === undefined ? 0 : distanceM(at, placeOf(route, end))
  const [forwardsM, backwardsM] = [fromM(route.tour[0]), fromM((route.tour.at(-1) ?? 0) ^ 1)]
  return { route, isBackwards: backwardsM < forwardsM, awayM: Math.min(forwardsM, backwardsM) }
}

const placeOf = ({ swaths, frames }: Route, end: End): XY => {
  const swath = swaths[end >> 1]
  const at = swath && frames[end >> 1]?.outOf([end % 2 === 0 ? swath.fromX : swath.toX, swath.y])
  return at ?? [0, 0]
}
