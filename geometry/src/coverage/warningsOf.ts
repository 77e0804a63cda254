import type { FreeSpace } from './field/freeSpace.ts'
import type { CoveragePath } from './path/connectLegs.ts'
import type { CoverageWarning } from './plan.ts'

interface Counts {
  readonly uncovered: number
  readonly chunks: number
  readonly beyondRange: number
  readonly tightTurns: number
}

/** What a person should know of a plan before it is driven. */
export const warningsOf = (
  space: FreeSpace,
  path: CoveragePath,
  { uncovered, chunks, beyondRange, tightTurns }: Counts,
): CoverageWarning[] => {
  const warnings: CoverageWarning[] = []
  const unreached = [...path.drivenSwaths, ...path.drivenChains].filter(driven => !driven).length
  if (space.cutOff.length > 0 || unreached > 0)
    warnings.push({ code: 'unreachableParts', params: { pieces: space.cutOff.length, passes: unreached } })
  const tight = [...path.tightBends, ...path.bendsAtLoops, ...path.pivots.flat()]
  if (tight.length > 0)
    warnings.push({ code: 'turnRadiusNotKept', params: { pivots: path.pivots.length }, places: tight })
  if (uncovered > 0) warnings.push({ code: 'uncovered', params: { count: uncovered } })
  if (tightTurns > 0) warnings.push({ code: 'tightTurns', params: { count: tightTurns } })
  if (path.overEdge > 0) warnings.push({ code: 'bodyOverEdge', params: { count: path.overEdge } })
  if (chunks > 1) warnings.push({ code: 'splitIntoParts', params: { count: chunks } })
  if (beyondRange > 0) warnings.push({ code: 'beyondRange', params: { count: beyondRange } })
  return warnings
}
