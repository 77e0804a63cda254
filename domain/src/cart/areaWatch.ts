/**
 * Whether a cart is in an area, from fixes that are metres off. Every fix is evidence: how many of its own standard
 * deviations it lies inside the edge, or outside. Evidence is summed and a drift taken off each second (Page's CUSUM
 * test, 1954), so that a noisy track along the edge never adds up to an entry, and a real one does within seconds. Where
 * the tracker says how the cart moves, the whole way driven tells sooner: see `smoothPlace`.
 */
import { contains, distanceToLineM, type PolygonXY, type XY } from '@greensward/geometry'
import { ASSUMED_ACCURACY_M, type CartFix } from './acceptFix.ts'

/** A fix is never believed to be better than this, whatever it says of itself. */
const LEAST_ACCURACY_M = 1.5
/** Standard deviations a second: what is taken off the sum, half of the entry that is to be found. */
const DRIFT = 1
/** One fix alone, however deep, is no more evidence than this: a single wild one raises nothing. */
const MOST_A_FIX = 3
/** The sum at which the cart has entered, or has left. */
const DECISION = 3
/** The place that the whole way gives must lie deeper than so many of its own standard deviations. */
const SURE_DEVIATIONS = 2.5
/** After a gap a fix counts for this long at most. */
const MOST_SECONDS = 1

export interface AreaWatch {
  readonly isInside: boolean
  readonly evidence: number
  readonly atMs: number | null
}

export const NEW_AREA_WATCH: AreaWatch = { isInside: false, evidence: 0, atMs: null }

/** Metres to the nearest edge, above 0 inside. */
export const depthM = (area: PolygonXY, at: XY): number => {
  const rings = [area.outer, ...area.holes]
  const nearest = Math.min(
    ...rings.map(ring => {
      const [first] = ring
      return first === undefined ? Number.POSITIVE_INFINITY : distanceToLineM([...ring, first], at)
    }),
  )
  return contains(area, at) ? nearest : -nearest
}

/** How deep the whole way driven has led into the area, and the standard deviation of that, metres. */
export interface SmoothDepth {
  readonly depthM: number
  readonly deviationM: number
}

/** Deep by the way driven, and by more than an error that all fixes of a minute may share. */
const isBeyond = (signedM: number, deviationM: number, accuracyM: number): boolean =>
  signedM >= Math.max(accuracyM, SURE_DEVIATIONS * deviationM)

/**
 * @param depth of the fix in the area, metres, see `depthM`
 * @param leastAccuracyM a fix worse than this says nothing (the settings' alert or block accuracy)
 * @param smooth null where nothing is known but the fix
 */
export const watchArea = (
  watch: AreaWatch,
  fix: CartFix,
  depth: number,
  leastAccuracyM: number,
  smooth: SmoothDepth | null = null,
): AreaWatch => {
  const saidM = fix.accuracyM ?? ASSUMED_ACCURACY_M
  if (saidM > leastAccuracyM) return watch
  const accuracyM = Math.max(LEAST_ACCURACY_M, saidM)
  const seconds =
    watch.atMs === null ? MOST_SECONDS : Math.min(MOST_SECONDS, Math.max(0, (fix.atMs - watch.atMs) / 1_000))
  const across = watch.isInside ? -1 : 1
  const score = Math.max(-MOST_A_FIX, Math.min(MOST_A_FIX, (across * depth) / accuracyM))
  const evidence = Math.max(0, watch.evidence + (score - DRIFT) * seconds)
  const isAcross =
    evidence >= DECISION || (smooth !== null && isBeyond(across * smooth.depthM, smooth.deviationM, accuracyM))
  return isAcross
    ? { isInside: !watch.isInside, evidence: 0, atMs: fix.atMs }
    : { isInside: watch.isInside, evidence, atMs: fix.atMs }
}
