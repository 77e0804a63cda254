/**
 * Plans how a mower covers a field. Our own: libraries plan plain swaths; none mows laps, obstacles and corners with a bound
 * on the uncut area and in the time that a screen waits.
 */
import { driveS } from '../pace.ts'
import { areaM2, totalAreaM2 } from '../polygon/measure.ts'
import { quickOffset } from '../polygon/quickOffset.ts'
import { distanceM } from '../polyline.ts'
import { normalizeHeadingDeg, type PolygonXY, type Ring, type XY } from '../units.ts'
import { isTooLarge, wrongField } from './checkRequest.ts'
import { createFieldCache, type FieldCache, type FieldGeometry, toleranceOf } from './field/fieldCache.ts'
import type { FreeSpace } from './field/freeSpace.ts'
import { measureDrive } from './metrics/measureDrive.ts'
import { EMPTY_STATS, statsOf } from './metrics/stats.ts'
import { splitIntoChunks } from './path/chunks.ts'
import { type CoveragePath, connectLegs } from './path/connectLegs.ts'
import { swathPaths } from './path/swathPaths.ts'
import type { CoveragePlan, CoverageWarning, CoverageWarningCode } from './plan.ts'
import type { CoverageRequest, MowingPattern } from './request.ts'
import { TIGHT_TURN_S, turnsIntoNextRow } from './route/linkCost.ts'
import type { Tour } from './route/order.ts'
import { createPartRoutes, type PartRoutes, patternRoute } from './route/patternRoute.ts'
import { mainHeadingDeg, type Route } from './route/route.ts'
import { shortenTransits } from './route/shortenTransits.ts'
import { type Edges, spanY, swathFrame, turned } from './swaths/scan.ts'
import {
  SMALL_FIELD,
  SMALL_FIELD_PRESETS,
  TOLERANCE_PRESETS,
  type TolerancePreset,
  UNCUT_ALLOWED,
} from './tolerancePreset.ts'

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
  if (isTooLarge(areaM2(request.boundary), request.workingWidthM - request.overlapM))
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
  return movedPlan(quickestOf(leavingNoMoreOf(plansOf(space, geometry, here), areaM2(space.field))), [x, y])
}

/** A plan in each pattern but `concentric` where its passes alone take longer than another plan. */
const plansOf = (space: FreeSpace, geometry: FieldGeometry, request: CoverageRequest): readonly CoveragePlan[] => {
  const patterns = patternsOf(request)
  const routes = createPartRoutes()
  const plans = patterns
    .filter(pattern => pattern !== 'concentric')
    .map(pattern => planIn(space, geometry, request, pattern, routes))
  if (!patterns.includes('concentric')) return plans
  const { chains } = geometry.prepared(space.field, presetsFor(space.field, request)[0], 'concentric').passes
  const leastS = leavingNoMoreOf(plans, areaM2(space.field)).reduce(
    (least, plan) => Math.min(least, secondsOf(plan)),
    Number.POSITIVE_INFINITY,
  )
  const passesS = chains.flat().reduce((sum, { ring }) => sum + roundS(ring, request.speeds.mowingMps), 0)
  return passesS > leastS ? plans : [...plans, planIn(space, geometry, request, 'concentric', routes)]
}

const roundS = (ring: Ring, speedMps: number): number => driveS([{ points: [...ring, ...ring.slice(0, 1)], speedMps }])

const patternsOf = ({ pattern = ['straight'] }: CoverageRequest): readonly MowingPattern[] => pattern

/** Share of a field that a quicker pattern may leave uncut beyond what the most thorough one does. */
const UNCUT_FOR_PATTERN = 0.001

/** The plans among which the quickest may be chosen. */
const leavingNoMoreOf = (plans: readonly CoveragePlan[], wholeM2: number): readonly CoveragePlan[] => {
  const mostM2 = Math.max(...plans.map(({ stats }) => stats.coveredM2))
  return plans.filter(({ stats }) => stats.coveredM2 + UNCUT_FOR_PATTERN * wholeM2 >= mostM2)
}

/**
 * Plans with the usual care, and a small field again with more where too much of what a disc reaches stays uncut. On a tee one swath
 * more or less is a tenth of the drive, which no quick look foresees, so there several headings are planned whole.
 */
const planIn = (
  space: FreeSpace,
  geometry: FieldGeometry,
  request: CoverageRequest,
  pattern: MowingPattern,
  routes: PartRoutes,
): CoveragePlan => {
  const { field } = space
  // What is cut off says nothing of the field that is planned.
  const wholeM2 = areaM2(field)
  const halfM = request.workingWidthM / 2
  const widths2 = wholeM2 / request.workingWidthM ** 2
  const [usual, ...more] = presetsFor(field, request)
  const tries = [request]
  if (pattern === 'straight' && widths2 < TINY_FIELD && headingsOf(request).length > 1)
    for (const headingDeg of alongField(headingsOf(request), geometry.prepared(field, usual, pattern).innerEdges))
      tries.push({ ...request, headingDeg })
  const plansWith = (preset: TolerancePreset): CoveragePlan[] =>
    tries.map(one => planWith(preset, space, geometry, one, pattern, routes))
  let plans = plansWith(usual)
  if (passCountOf(request, pattern) === 0 || widths2 > SMALL_FIELD) return quickestOf(plans)
  const leavingLittleOf = (coverableM2: number): CoveragePlan[] =>
    plans.filter(({ stats }) => stats.coveredM2 + UNCUT_ALLOWED * wholeM2 >= coverableM2)
  let enough = leavingLittleOf(areaM2(field))
  if (enough.length > 0) return quickestOf(enough)
  const reachedM2 = totalAreaM2(quickOffset(quickOffset([field], -halfM, REACH_ARC_M), halfM, REACH_ARC_M))
  enough = leavingLittleOf(reachedM2)
  for (const preset of more) {
    if (enough.length > 0) return quickestOf(enough)
    plans = [...plans, ...plansWith(preset)]
    enough = leavingLittleOf(reachedM2)
  }
  if (enough.length > 0) return quickestOf(enough)
  return plans.reduce((best, plan) => (plan.stats.coveredM2 > best.stats.coveredM2 ? plan : best))
}

const presetsFor = (field: PolygonXY, { workingWidthM }: CoverageRequest): typeof TOLERANCE_PRESETS =>
  areaM2(field) / workingWidthM ** 2 > SMALL_FIELD ? TOLERANCE_PRESETS : SMALL_FIELD_PRESETS

/** Headland passes along each edge, of which there are as many as fit where the pattern is made of them. */
const passCountOf = ({ headland }: CoverageRequest, pattern: MowingPattern): number =>
  pattern === 'concentric' ? Number.POSITIVE_INFINITY : headland.count

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

const secondsOf = ({ legs, stats }: CoveragePlan): number =>
  legs.length === 0 ? Number.POSITIVE_INFINITY : stats.durationS

const quickestOf = (plans: readonly CoveragePlan[]): CoveragePlan =>
  plans.reduce((best, plan) => (secondsOf(plan) < secondsOf(best) ? plan : best))

/** Straight way on which the steering settles after a bend. */
const LEAD_IN_M = 1.5

/** Fine enough to measure what a disc reaches to a tenth of a per cent of a green. */
const REACH_ARC_M = 0.005

const planWith = (
  preset: TolerancePreset,
  space: FreeSpace,
  geometry: FieldGeometry,
  request: CoverageRequest,
  pattern: MowingPattern,
  routes: PartRoutes,
): CoveragePlan => {
  const { field } = space
  const widthM = request.workingWidthM
  const pitchM = widthM - request.overlapM
  const radiusM = request.minTurnRadiusM
  const { passes, inner, driving, fence, connector, innerEdges, fieldEdges, bladeFence, driveEdges } =
    geometry.prepared(field, preset, pattern)
  const passCount = passCountOf(request, pattern)
  const drafted = patternRoute(
    {
      pattern,
      headingsDeg: headingsOf(request),
      lineOfPlay: request.lineOfPlay,
      mayBend: patternsOf(request).includes('contour'),
    },
    { inner, field, driving },
    {
      inner: innerEdges,
      field: fieldEdges,
      drive: driveEdges,
      fence,
      connector,
      widthM,
      keptM: passCount === 0 ? 0 : widthM + Math.max(0, request.headland.count - 1) * pitchM,
      pitchM,
      minTurnRadiusM: radiusM,
      speeds: request.speeds,
      turnScheme: request.turnScheme,
      preset,
      toleranceM: toleranceOf(request),
      // The headland passes come between the swaths and the start or the end.
      start: request.headland.when === 'before' && passCount > 0 ? undefined : request.start,
      end: request.headland.when === 'after' && passCount > 0 ? undefined : request.end,
    },
    routes,
  )
  if (passes.chains.length === 0 && drafted === undefined)
    return { ...emptyPlan(request, 'tooNarrow', {}, space.areaM2, [field, ...space.cutOff]), pattern }

  const outerPasses = passes.chains[0]?.map(({ ring }) => ring) ?? []
  const order =
    drafted &&
    shortenTransits(drafted, outerPasses, fence, connector, {
      widthM,
      radiusM,
      tightTurnM: request.turnScheme === 'oneThroughOne' ? TIGHT_TURN_S * request.speeds.transitMps : 0,
    })
  const turnContext = { fence: bladeFence, widthM, radiusM, toleranceM: toleranceOf(request), preset }
  const path = connectLegs({
    swaths: drafted === undefined || order === undefined ? [] : swathPaths(drafted, order.main, turnContext),
    asides:
      drafted === undefined || order === undefined
        ? []
        : order.asides.map(tour => swathPaths(drafted, tour, turnContext)),
    chains: passes.chains,
    when: request.headland.when,
    connector,
    minTurnRadiusM: radiusM,
    widthM,
    pitchM,
    pastTips: preset.pastTips,
    speeds: request.speeds,
    leadInM: request.body === undefined ? 0 : Math.max(LEAD_IN_M, radiusM),
    start: request.start,
    end: request.end,
  })
  const headingDeg = drafted === undefined ? (headingsOf(request)[0] ?? 0) : mainHeadingDeg(drafted)
  const coverage = measureDrive(field, passes, path, drafted, swathFrame(headingDeg), widthM, radiusM)
  const { start } = request
  const toStartM =
    start &&
    ((place: XY): number => {
      const wayM = connector.wayM(start, place)
      return Number.isFinite(wayM) ? wayM : distanceM(start, place)
    })
  const { legs, chunks, beyondRange } = splitIntoChunks(
    path.legs,
    request.maxWaypoints,
    request.batteryRangeM,
    toStartM,
  )
  const tightTurns =
    request.turnScheme === 'oneThroughOne' && pitchM < 2 * radiusM && drafted !== undefined && order !== undefined
      ? [order.main, ...order.asides].reduce((sum, tour) => sum + turnsIntoNextRows(drafted, tour), 0)
      : 0
  return {
    legs,
    chunks,
    uncovered: [...coverage.uncovered, ...space.cutOff],
    leftUncut: space.leftUncut,
    warnings: warningsOf(space, path, {
      uncovered: coverage.uncovered.length,
      chunks: chunks.length,
      beyondRange,
      tightTurns,
    }),
    pattern,
    headingDeg: normalizeHeadingDeg(headingDeg),
    stats: statsOf(legs, chunks, space.areaM2, coverage.coveredM2, request),
  }
}

const headingsOf = ({ headingDeg }: CoverageRequest): readonly number[] =>
  typeof headingDeg === 'number' ? [headingDeg] : headingDeg

interface Counts {
  readonly uncovered: number
  readonly chunks: number
  readonly beyondRange: number
  readonly tightTurns: number
}

/** Turns of a tour that lead into the row beside. */
const turnsIntoNextRows = ({ swaths }: Route, tour: Tour): number => {
  let count = 0
  for (let i = 1; i < tour.length; i++) if (turnsIntoNextRow(swaths, (tour[i - 1] ?? 0) ^ 1, tour[i] ?? 0)) count++
  return count
}

const warningsOf = (
  space: FreeSpace,
  path: CoveragePath,
  { uncovered, chunks, beyondRange, tightTurns }: Counts,
): CoverageWarning[] => {
  const warnings: CoverageWarning[] = []
  const unreached = [...path.drivenSwaths, ...path.drivenChains].filter(driven => !driven).length
  if (space.cutOff.length > 0 || unreached > 0)
    warnings.push({ code: 'unreachableParts', params: { pieces: space.cutOff.length, passes: unreached } })
  const tight = [...path.tightBends, ...path.pivots.flat()]
  if (tight.length > 0)
    warnings.push({ code: 'turnRadiusNotKept', params: { pivots: path.pivots.length }, places: tight })
  if (uncovered > 0) warnings.push({ code: 'uncovered', params: { count: uncovered } })
  if (tightTurns > 0) warnings.push({ code: 'tightTurns', params: { count: tightTurns } })
  if (path.overEdge > 0) warnings.push({ code: 'bodyOverEdge', params: { count: path.overEdge } })
  if (chunks > 1) warnings.push({ code: 'splitIntoParts', params: { count: chunks } })
  if (beyondRange > 0) warnings.push({ code: 'beyondRange', params: { count: beyondRange } })
  return warnings
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
