/** The route that a request asks for in a pattern. */

import type { PolygonXY } from '../../units.ts'
import { type PreparedField, toleranceOf } from '../field/fieldCache.ts'
import { ringWay } from '../headland/ring.ts'
import type { CoverageRequest, MowingPattern } from '../request.ts'
import type { TolerancePreset } from '../tolerancePreset.ts'
import { type PartRoutes, patternRoute } from './patternRoute.ts'
import type { Route } from './route.ts'

export const patternsOf = ({ pattern = ['straight'] }: CoverageRequest): readonly MowingPattern[] => pattern

export const headingsOf = ({ headingDeg }: CoverageRequest): readonly number[] =>
  typeof headingDeg === 'number' ? [headingDeg] : headingDeg

export const pitchOf = ({ workingWidthM, overlapM }: CoverageRequest): number => workingWidthM - overlapM

/** Headland passes along each edge, of which there are as many as fit where the pattern is made of them. */
export const passCountOf = ({ headland }: CoverageRequest, pattern: MowingPattern): number =>
  pattern === 'concentric' ? Number.POSITIVE_INFINITY : headland.count

/** The swaths of a pattern; undefined where the headland passes leave no ground for any. */
export const routeIn = (
  { passes, inner, driving, innerEdges, fieldEdges, driveEdges, fence, connector }: PreparedField,
  field: PolygonXY,
  preset: TolerancePreset,
  request: CoverageRequest,
  pattern: MowingPattern,
  parts: PartRoutes,
): Route | undefined => {
  const { workingWidthM: widthM, headland } = request
  const passCount = passCountOf(request, pattern)
  // With more than one chain another one may come between the first and the swaths.
  const innermost = passes.chains.length === 1 ? passes.chains[0]?.at(-1) : undefined
  return patternRoute(
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
      keptM: passCount === 0 ? 0 : widthM + Math.max(0, headland.count - 1) * pitchOf(request),
      pitchM: pitchOf(request),
      minTurnRadiusM: request.minTurnRadiusM,
      speeds: request.speeds,
      turnScheme: request.turnScheme,
      preset,
      toleranceM: toleranceOf(request),
      // The headland passes come between the swaths and the start or the end.
      start: headland.when === 'before' && passCount > 0 ? undefined : request.start,
      end: headland.when === 'after' && passCount > 0 ? undefined : request.end,
      pass: innermost && { way: ringWay(innermost.ring), when: headland.when },
    },
    parts,
  )
}
