/**
 * Whether a cart is in an area, from fixes that are metres off: by either of two signs.
 *
 * Every fix is evidence: how many of its own standard deviations it is inside the edge, or outside. Evidence is summed
 * and a drift taken off each second (Page's CUSUM test, 1954), so that a noisy track along the edge never adds up to an
 * entry. And the way driven, see `smoothPlace`, leads beyond the edge by more than it may be wrong, both if the cart goes
 * steadily on and if it may have braked or turned.
 *
 * What that can do, by fixes of a second and positions alone (`noGoEntry.test.ts` measures it): a cart that drives straight
 * in at 5 m/s is found within 3 s by noise of 3 m, and by noise of 5 m nine times in ten, else within 5 s. At a slant it is
 * as far inside later, and a walker is 4 m inside after 3 s, which such noise hides: both take longer, and an entry of
 * centimetres a second is found once it is metres deep. A tracker that reports speed and direction is found within 3 s by
 * noise of 5 m too. A drive 3 m beside the edge raises less than one false alarm in ten hours.
 */
import type { PolygonXY, XY } from '@greensward/geometry'

/** The accuracy of a fix is taken as at least this, even if the tracker reports a better one. */
const LEAST_ACCURACY_M = 1.5
/** Standard deviations a second: what is taken off the sum, half of the entry that is to be found. */
const DRIFT = 1
/** Limit of the evidence of one fix, however deep it is: a single outlier raises no alert. */
const MOST_A_FIX = 3
/** The sum at which the cart has entered, or has left. */
const DECISION = 3
/** The place by the way driven must be deeper than this many of its own standard deviations, see `smoothPlace`. */
const STEADY_DEVIATIONS = 3.25
const AGILE_DEVIATIONS = 1.75
/** And deeper than this many of a fix's: an error that the fixes of a minute share is in no deviation of theirs. */
const SHARED_ERROR = 0.6
/** After a gap a fix counts for this long at most. */
const MOST_SECONDS = 1

export interface AreaWatch {
  readonly isInside: boolean
  readonly evidence: number
  readonly atMs: number | null
}

export const NEW_AREA_WATCH: AreaWatch = { isInside: false, evidence: 0, atMs: null }

/** Numbers kept of an edge: where it begins, its way east and north, one over the square of its length, its end's north. */
const EDGE = 6

/** Metres from a place to the nearest edge of an area, above 0 inside: worked out once for the many fixes near it. */
export const depthIn = ({ outer, holes }: PolygonXY): ((at: XY) => number) => {
  const edges = Float64Array.from(
    [outer, ...holes].flatMap(ring =>
      ring.flatMap(([x, y], index) => {
        const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y]
        const [east, north] = [nextX - x, nextY - y]
        const square = east * east + north * north
        return [x, y, east, north, square === 0 ? 0 : 1 / square, nextY]
      }),
    ),
  )
  return ([x, y]) => {
    let nearest = Number.POSITIVE_INFINITY
    let isInside = false
    for (let edge = 0; edge < edges.length; edge += EDGE) {
      const fromY = edges[edge + 1] ?? 0
      const toX = x - (edges[edge] ?? 0)
      const toY = y - fromY
      const east = edges[edge + 2] ?? 0
      const north = edges[edge + 3] ?? 0
      const perSquare = edges[edge + 4] ?? 0
      const share = Math.min(1, Math.max(0, (toX * east + toY * north) * perSquare))
      const offX = toX - share * east
      const offY = toY - share * north
      nearest = Math.min(nearest, offX * offX + offY * offY)
      // Of a line due east from the place, whether it is crossed here: in all rings together an odd number of times inside.
      if (fromY > y !== (edges[edge + 5] ?? 0) > y && toX < (toY * east) / north) isInside = !isInside
    }
    return isInside ? Math.sqrt(nearest) : -Math.sqrt(nearest)
  }
}

/** How deep the way driven has led into the area, and the standard deviation of that, metres. */
export interface SmoothDepth {
  readonly depthM: number
  readonly deviationM: number
}

/** By the filter that believes in a steady drive, and by the one that believes in none. */
export interface DepthByWay {
  readonly steady: SmoothDepth
  readonly agile: SmoothDepth
}

const isBeyond = (across: number, { steady, agile }: DepthByWay, accuracyM: number): boolean =>
  across * steady.depthM >= Math.max(SHARED_ERROR * accuracyM, STEADY_DEVIATIONS * steady.deviationM) &&
  across * agile.depthM >= Math.max(SHARED_ERROR * accuracyM, AGILE_DEVIATIONS * agile.deviationM)

/** The depth of one fix in an area: see `depthM`. */
export interface DepthFix {
  readonly atMs: number
  readonly depthM: number
  /** Of the fix, as it says or shows it: see `smoothPlace`. */
  readonly accuracyM: number
  /** Null where the fix contradicts the way driven: then it is all there is. */
  readonly way: DepthByWay | null
}

export const watchArea = (watch: AreaWatch, { atMs, depthM: depth, ...fix }: DepthFix): AreaWatch => {
  const accuracyM = Math.max(LEAST_ACCURACY_M, fix.accuracyM)
  const seconds = watch.atMs === null ? MOST_SECONDS : Math.min(MOST_SECONDS, Math.max(0, (atMs - watch.atMs) / 1_000))
  const across = watch.isInside ? -1 : 1
  const score = Math.max(-MOST_A_FIX, Math.min(MOST_A_FIX, (across * depth) / accuracyM))
  const evidence = Math.max(0, watch.evidence + (score - DRIFT) * seconds)
  const isAcross = evidence >= DECISION || (fix.way !== null && isBeyond(across, fix.way, accuracyM))
  return isAcross ? { isInside: !watch.isInside, evidence: 0, atMs } : { isInside: watch.isInside, evidence, atMs }
}
