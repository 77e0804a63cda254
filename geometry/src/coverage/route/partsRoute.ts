import { distanceM } from '../../polyline.ts'
import type { XY } from '../../units.ts'
import type { SwathFrame } from '../swaths/scan.ts'
import type { Swath } from '../swaths/swaths.ts'
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

/** Whether two routes mow the same swaths in the same order. */
export const isSameRoute = (a: Route, b: Route): boolean =>
  a === b ||
  (a.swaths.length === b.swaths.length &&
    a.tour.length === b.tour.length &&
    a.tour.every((end, i) => end === b.tour[i]) &&
    a.swaths.every((swath, i) => {
      const other = b.swaths[i]
      return other !== undefined && isSameSwath(swath, other) && isSameFrame(a.frames[i], b.frames[i])
    }))

/** The lines that swaths are asked for decide where their turns are, too. */
const isSameSwath = (a: Swath, b: Swath): boolean => {
  if (a.row !== b.row || a.y !== b.y || a.fromX !== b.fromX || a.toX !== b.toX || a.lines !== b.lines) return false
  for (let i = 0; i < 2 * a.lines; i++) if (a.needs[a.needsAt + i] !== b.needs[b.needsAt + i]) return false
  return true
}

/** A bent frame is only the same as itself. */
const isSameFrame = (a: SwathFrame | undefined, b: SwathFrame | undefined): boolean =>
  a === b || (a?.headingDeg === b?.headingDeg && a?.bends.length === 0 && b?.bends.length === 0)
