/**
 * Plans how a mower covers a field. Our own: libraries plan plain swaths; none mows laps, obstacles and corners with a bound
 * on the uncut area and in the time that a screen waits.
 */
import { areaM2, totalAreaM2 } from '../polygon/measure.ts'
import { quickOffset } from '../polygon/quickOffset.ts'
import { distanceM } from '../polyline.ts'
import { normalizeHeadingDeg, type PolygonXY, type XY } from '../units.ts'
import { isTooLarge, wrongField } from './checkRequest.ts'
import { cheapestPattern, quickestOf, secondsOf } from './choosePlan.ts'
import {
  createFieldCache,
  type FieldCache,
  type FieldGeometry,
  type PreparedField,
  toleranceOf,
} from './field/fieldCache.ts'
import type { FreeSpace } from './field/freeSpace.ts'
import type { HeadlandPasses } from './headland/headlandPasses.ts'
import { leastConcentricS } from './headland/leastConcentric.ts'
import { measureDrive } from './metrics/measureDrive.ts'
import { EMPTY_STATS, statsOf } from './metrics/stats.ts'
import { splitIntoChunks } from './path/chunks.ts'
import { type CoveragePath, connectLegs } from './path/connectLegs.ts'
import { fineBends } from './path/fineBends.ts'
import { swathPaths } from './path/swathPaths.ts'
import type { CoveragePlan, CoverageWarning, CoverageWarningCode, Leg } from './plan.ts'
import type { CoverageRequest, MowingPattern } from './request.ts'
import { TIGHT_TURN_S, turnsIntoNextRow } from './route/linkCost.ts'
import type { Tour } from './route/order.ts'
import { isSameRoute } from './route/partsRoute.ts'
import { createPartRoutes, type PartRoutes } from './route/patternRoute.ts'
import { mainHeadingDeg, type Route } from './route/route.ts'
import { headingsOf, passCountOf, patternsOf, pitchOf, routeIn } from './route/routeIn.ts'
import { type OrderedSwaths, shortenTransits } from './route/shortenTransits.ts'
import { type Edges, spanY, swathFrame, turned } from './swaths/scan.ts'
import {
  SHARPEST_PRESETS,
  SMALL_FIELD,
  SMALL_FIELD_PRESETS,
  TOLERANCE_PRESETS,
  type TolerancePreset,
  UNCUT_ALLOWED,
  UNCUT_SEEN,
} from './tolerancePreset.ts'
import type { Connector } from './turns/connect.ts'
import { warningsOf } from './warningsOf.ts'

/**
 * Plans one drive that mows a field: headland passes along every edge and swaths in between, or an empty plan with the reason in
 * its warnings. It answers every input, never throws and never leaves the boundary or enters an obstacle's clearance.
 * @param cache of fields planned before; reused between calls, it makes other headings on the same field faster
 */
export const planCoverage = (request: CoverageRequest, cache: FieldCache = createFieldCache()): CoveragePlan => {
  const field = wrongField(request)
  if (field !== undefined) return emptyPlan(request, 'invalidRequest', { field })
  const geometry = cache.fieldOf(request)
  if (geometry.boundaryFault !== undefined)
    return emptyPlan(request, 'invalidBoundary', { fault: geometry.boundaryFault })
  if (isTooLarge(areaM2(request.boundary), pitchOf(request)))
    return emptyPlan(request, 'invalidRequest', { field: 'workingWidthM' })

  // Planning near the origin makes the answer the same wherever in the frame the field is.
  const [x, y] = request.boundary.outer[0] ?? [0, 0]
  const toOrigin = ([px, py]: XY): XY => [px - x, py - y]
  const { start, end, lineOfPlay } = request
  const here = {
    ...request,
    ...(start && { start: toOrigin(start) }),
    ...(end && { end: toOrigin(end) }),
    ...(lineOfPlay && { lineOfPlay: lineOfPlay.map(toOrigin) }),
  }
  const space = geometry.spaceFor(here.start)
  if (space === undefined) return emptyPlan(request, 'allObstacle')
  return movedPlan(cheapestOf(plansOf(space, geometry, here), space, here), [x, y])
}

/**
 * Islands round which concentric passes are tried where another pattern is allowed, too. Of 102 roughs by three machines, passes in more
 * than one chain were never the quickest: 4.6 % slower at least, and mostly 10 to 40 %.
 */
const MOST_ISLANDS = 3

/** What the patterns of one request share. */
interface Known {
  readonly parts: PartRoutes
  readonly routes: { readonly asked: AskedRoute; readonly route: Route | undefined }[]
  /** Patterns often come to the same swaths in the same order. */
  readonly plans: { readonly passes: HeadlandPasses; readonly route: Route; readonly plan: CoveragePlan }[]
}

interface AskedRoute {
  readonly prepared: PreparedField
  readonly preset: TolerancePreset
  readonly request: CoverageRequest
  readonly pattern: MowingPattern
}

const routeOnce = (field: PolygonXY, asked: AskedRoute, known: Known): Route | undefined => {
  const { prepared, preset, request, pattern } = asked
  const before = known.routes.find(
    ({ asked: other }) => other.prepared === prepared && other.request === request && other.pattern === pattern,
  )
  if (before !== undefined) return before.route
  const route = routeIn(prepared, field, preset, request, pattern, known.parts)
  known.routes.push({ asked, route })
  return route
}

/** A plan in each pattern but `concentric` where it takes longer than another plan at least, or its passes meet in many hollows. */
const plansOf = (space: FreeSpace, geometry: FieldGeometry, request: CoverageRequest): readonly CoveragePlan[] => {
  const patterns = patternsOf(request)
  const known: Known = { parts: createPartRoutes(), routes: [], plans: [] }
  const plans = likelyPatterns(
    patterns.filter(pattern => pattern !== 'concentric'),
    space,
    geometry,
    request,
    known,
  ).map(pattern => planIn(space, geometry, request, pattern, known))
  if (!patterns.includes('concentric') || (plans.length > 0 && space.field.holes.length > MOST_ISLANDS)) return plans
  const [preset] = presetsFor(space.field, request)
  const prepared = geometry.prepared(space.field, preset, 'concentric')
  const leastS = plans.length === 0 ? Number.POSITIVE_INFINITY : secondsOf(cheapestOf(plans, space, request))
  const asked = { prepared, preset, request, pattern: 'concentric' } as const
  const swathsS = (): number => routeOnce(space.field, asked, known)?.seconds ?? 0
  return leastConcentricS(prepared.passes.chains, swathsS, request, leastS) > leastS
    ? plans
    : [...plans, planIn(space, geometry, request, 'concentric', known)]
}

const cheapestOf = (plans: readonly CoveragePlan[], { field }: FreeSpace, request: CoverageRequest): CoveragePlan =>
  cheapestPattern(plans, areaM2(field), () => reachedM2Of(field, request))

/** Patterns with the same passes, less those whose estimate is so much longer than another one that they are not the quickest. */
const likelyPatterns = (
  patterns: readonly MowingPattern[],
  { field }: FreeSpace,
  geometry: FieldGeometry,
  request: CoverageRequest,
  known: Known,
): readonly MowingPattern[] => {
  // A small field is planned with several presets, and quickly.
  if (patterns.length < 2 || areaM2(field) / request.workingWidthM ** 2 <= SMALL_FIELD) return patterns
  const [preset] = presetsFor(field, request)
  const seconds = patterns.map(
    pattern =>
      routeOnce(field, { prepared: geometry.prepared(field, preset, pattern), preset, request, pattern }, known)
        ?.seconds ?? 0,
  )
  const leastS = Math.min(...seconds)
  return patterns.filter((_, i) => (seconds[i] ?? 0) <= leastS * UNLIKELY)
}

/** A pattern whose swaths and links are estimated to take longer than another one by this factor. */
const UNLIKELY = 1.3

/**
 * Plans with the usual care, and a small field again with more where too much of what a disc reaches stays uncut. On a tee one swath
 * more or less is a tenth of the drive, which no quick look foresees, so there several headings are planned whole.
 */
const planIn = (
  space: FreeSpace,
  geometry: FieldGeometry,
  request: CoverageRequest,
  pattern: MowingPattern,
  known: Known,
): CoveragePlan => {
  const { field } = space
  // What is cut off says nothing of the field that is planned.
  const wholeM2 = areaM2(field)
  const widths2 = wholeM2 / request.workingWidthM ** 2
  const [usual, ...more] = presetsFor(field, request)
  const tries = [request]
  if (pattern === 'straight' && widths2 < TINY_FIELD && headingsOf(request).length > 1)
    for (const headingDeg of alongField(headingsOf(request), geometry.prepared(field, usual, pattern).innerEdges))
      tries.push({ ...request, headingDeg })
  const plansWith = (preset: TolerancePreset): CoveragePlan[] =>
    tries.map(one => planWith(preset, space, geometry, one, pattern, known))
  let plans = plansWith(usual)
  if (passCountOf(request, pattern) === 0 || widths2 > SMALL_FIELD) return quickestOf(plans)
  const leaving = (share: number, coverableM2: number): CoveragePlan[] =>
    plans.filter(({ stats }) => stats.coveredM2 + share * wholeM2 >= coverableM2)
  let enough = leaving(UNCUT_ALLOWED, wholeM2)
  if (enough.length > 0) return quickestOf(enough)
  const reachedM2 = reachedM2Of(field, request)
  for (const preset of [undefined, ...more]) {
    if (preset !== undefined) plans = [...plans, ...plansWith(preset)]
    enough = leaving(UNCUT_ALLOWED, reachedM2)
    if (enough.length > 0) return quickestOf(enough)
  }
  if (leaving(UNCUT_SEEN, reachedM2).length === 0) {
    plans = [...plans, ...SHARPEST_PRESETS.flatMap(plansWith)]
    enough = leaving(UNCUT_ALLOWED, reachedM2)
    if (enough.length > 0) return quickestOf(enough)
  }
  return plans.reduce((best, plan) => (plan.stats.coveredM2 > best.stats.coveredM2 ? plan : best))
}

const presetsFor = (field: PolygonXY, { workingWidthM }: CoverageRequest): typeof TOLERANCE_PRESETS =>
  areaM2(field) / workingWidthM ** 2 > SMALL_FIELD ? TOLERANCE_PRESETS : SMALL_FIELD_PRESETS

/** A field of fewer squared widths than this is planned whole in several headings. */
const TINY_FIELD = 64
const HEADINGS_OF_TINY = 6

/** The headings in which the ground for the swaths is lowest, so that fewest swaths are on it. */
const alongField = (headings: readonly number[], inner: Edges): number[] => {
  const heightM = (headingDeg: number): number => {
    const [low, high] = spanY(turned(inner, swathFrame(headingDeg)))
    return high - low
  }
  return headings
    .map(headingDeg => ({ headingDeg, heightM: heightM(headingDeg) }))
    .sort((a, b) => a.heightM - b.heightM || a.headingDeg - b.headingDeg)
    .slice(0, inner.count === 0 ? 0 : HEADINGS_OF_TINY)
    .map(({ headingDeg }) => headingDeg)
}

/** Straight way on which the steering settles after a bend. */
const LEAD_IN_M = 1.5

/** Fine enough to measure what a disc reaches to a tenth of a per cent of a green. */
const REACH_ARC_M = 0.005

/** What a disc of the working width reaches. */
const reachedM2Of = (field: PolygonXY, { workingWidthM }: CoverageRequest): number => {
  const halfM = workingWidthM / 2
  return totalAreaM2(quickOffset(quickOffset([field], -halfM, REACH_ARC_M), halfM, REACH_ARC_M))
}

/** One plan, stage by stage: the swaths of a route, their order, the path through them, and what it leaves uncut. */
const planWith = (
  preset: TolerancePreset,
  space: FreeSpace,
  geometry: FieldGeometry,
  request: CoverageRequest,
  pattern: MowingPattern,
  known: Known,
): CoveragePlan => {
  const { field } = space
  const { workingWidthM: widthM } = request
  const prepared = geometry.prepared(field, preset, pattern)
  const { passes } = prepared
  const route = routeOnce(field, { prepared, preset, request, pattern }, known)
  if (passes.chains.length === 0 && route === undefined)
    return { ...emptyPlan(request, 'tooNarrow', {}, space.areaM2, [field, ...space.cutOff]), pattern }
  const same = route && known.plans.find(one => one.passes === passes && isSameRoute(one.route, route))
  if (same !== undefined) return { ...same.plan, pattern }

  const ordered = route && { route, order: orderOf(route, prepared, request) }
  const path = pathThrough(ordered, prepared, preset, request)
  const headingDeg = route === undefined ? (headingsOf(request)[0] ?? 0) : mainHeadingDeg(route)
  const coverage = measureDrive(field, passes, path, headingDeg, widthM)
  const { legs, chunks, beyondRange } = splitIntoChunks(
    besideObstacles(path.legs, prepared, request),
    request.maxWaypoints,
    request.batteryRangeM,
    metresFrom(request.start, prepared.connector),
  )
  const plan: CoveragePlan = {
    legs,
    chunks,
    uncovered: [...coverage.uncovered, ...space.cutOff],
    leftUncut: space.leftUncut,
    warnings: warningsOf(space, path, {
      uncovered: coverage.uncovered.length,
      chunks: chunks.length,
      beyondRange,
      tightTurns: ordered === undefined ? 0 : tightTurnsOf(ordered, request),
    }),
    pattern,
    headingDeg: normalizeHeadingDeg(headingDeg),
    stats: statsOf(legs, chunks, space.areaM2, coverage.coveredM2, request),
  }
  if (route !== undefined) known.plans.push({ passes, route, plan })
  return plan
}

const orderOf = (
  route: Route,
  { passes, fence, connector }: PreparedField,
  { workingWidthM: widthM, minTurnRadiusM: radiusM, turnScheme, speeds }: CoverageRequest,
): OrderedSwaths => {
  const outerPasses = passes.chains[0]?.map(({ ring }) => ring) ?? []
  const tightTurnM = turnScheme === 'oneThroughOne' ? TIGHT_TURN_S * speeds.transitMps : 0
  return shortenTransits(route, outerPasses, fence, connector, { widthM, radiusM, tightTurnM })
}

/** A drive that keeps the body's margin to obstacles in its bends, too. */
const besideObstacles = (
  legs: readonly Leg[],
  { keepsMargin }: PreparedField,
  { minTurnRadiusM }: CoverageRequest,
): readonly Leg[] =>
  keepsMargin === undefined || minTurnRadiusM === 0 ? legs : fineBends(legs, minTurnRadiusM, keepsMargin)

interface OrderedRoute {
  readonly route: Route
  readonly order: OrderedSwaths
}

const pathThrough = (
  ordered: OrderedRoute | undefined,
  { passes, bladeFence, connector }: PreparedField,
  preset: TolerancePreset,
  request: CoverageRequest,
): CoveragePath => {
  const { workingWidthM: widthM, minTurnRadiusM: radiusM } = request
  const turnContext = { fence: bladeFence, widthM, radiusM, toleranceM: toleranceOf(request), preset }
  return connectLegs({
    swaths: ordered === undefined ? [] : swathPaths(ordered.route, ordered.order.main, turnContext),
    asides: ordered === undefined ? [] : ordered.order.asides.map(tour => swathPaths(ordered.route, tour, turnContext)),
    chains: passes.chains,
    when: request.headland.when,
    connector,
    minTurnRadiusM: radiusM,
    widthM,
    pitchM: pitchOf(request),
    pastTips: preset.pastTips,
    speeds: request.speeds,
    leadInM: request.body === undefined ? 0 : Math.max(LEAD_IN_M, radiusM),
    start: request.start,
    end: request.end,
  })
}

/** The distance to a place by a path that may be driven, or straight where there is none. */
const metresFrom = (start: XY | undefined, connector: Pick<Connector, 'wayM'>) =>
  start &&
  ((place: XY): number => {
    const pathM = connector.wayM(start, place)
    return Number.isFinite(pathM) ? pathM : distanceM(start, place)
  })

/** Turns into the row beside, of a machine that should leave rows out because it turns wider. */
const tightTurnsOf = ({ route, order }: OrderedRoute, request: CoverageRequest): number =>
  request.turnScheme === 'oneThroughOne' && pitchOf(request) < 2 * request.minTurnRadiusM
    ? [order.main, ...order.asides].reduce((sum, tour) => sum + turnsIntoNextRows(route, tour), 0)
    : 0

/** Turns of a tour that lead into the row beside. */
const turnsIntoNextRows = ({ swaths }: Route, tour: Tour): number => {
  let count = 0
  for (let i = 1; i < tour.length; i++) if (turnsIntoNextRow(swaths, (tour[i - 1] ?? 0) ^ 1, tour[i] ?? 0)) count++
  return count
}

const emptyPlan = (
  request: CoverageRequest,
  code: CoverageWarningCode,
  params: CoverageWarning['params'] = {},
  fieldM2 = 0,
  uncovered: readonly PolygonXY[] = [],
): CoveragePlan => {
  const [heading] = headingsOf(request)
  return {
    legs: [],
    chunks: [],
    uncovered,
    leftUncut: [],
    warnings: [{ code, params }],
    pattern: patternsOf(request)[0] ?? 'straight',
    headingDeg: heading !== undefined && Number.isFinite(heading) ? normalizeHeadingDeg(heading) : 0,
    stats: { ...EMPTY_STATS, areaM2: fieldM2 },
  }
}

const movedPolygon = ({ outer, holes }: PolygonXY, by: (p: XY) => XY): PolygonXY => ({
  outer: outer.map(by),
  holes: holes.map(hole => hole.map(by)),
})

const movedPlan = (plan: CoveragePlan, [dx, dy]: XY): CoveragePlan => {
  const by = (p: XY): XY => [p[0] + dx, p[1] + dy]
  return {
    ...plan,
    legs: plan.legs.map(leg => ({ ...leg, points: leg.points.map(by) })),
    uncovered: plan.uncovered.map(polygon => movedPolygon(polygon, by)),
    leftUncut: plan.leftUncut.map(polygon => movedPolygon(polygon, by)),
    warnings: plan.warnings.map(({ places, ...warning }) =>
      places === undefined ? warning : { ...warning, places: places.map(by) },
    ),
  }
}
