import type { PolygonXY } from '../../units.ts'
import type { HeadlandPasses } from '../headland/headlandPasses.ts'
import type { CoveragePath } from '../path/connectLegs.ts'
import type { Leg, LegKind } from '../plan.ts'
import type { Route } from '../route/route.ts'
import type { SwathFrame } from '../swaths/scan.ts'
import { type CoverageArea, measureCoverage, type Strip } from './coverageArea.ts'
import type { CutLine } from './cutAlong.ts'

/**
 * Measures what a drive cuts.
 * @param route its swaths; strips of one heading are measured as they are, all others by the outline of what they cut
 * @param frame along most of them
 */
export const measureDrive = (
  field: PolygonXY,
  passes: HeadlandPasses,
  path: CoveragePath,
  route: Route | undefined,
  frame: SwathFrame,
  widthM: number,
  radiusM: number,
): CoverageArea => {
  const isStraight = route === undefined || (new Set(route.frames).size < 2 && route.frames[0]?.bends.length === 0)
  const isWhole = path.drivenChains.every(driven => driven)
  const swaths = path.legs.filter(({ kind }) => kind === 'swath')
  return measureCoverage(
    field,
    {
      bands: isWhole ? passes.bands : [],
      swaths: isStraight ? swaths.map(leg => stripOf(leg, frame)) : [],
      turns: isStraight ? path.mowingTurns : [],
      lines: [
        // In the rare case that some headland passes could not be reached, those that are driven.
        ...(isWhole ? [] : linesOf(path, 'lap', 'round')),
        ...path.pastTips.map((points): CutLine => ({ points, ends: 'round' })),
        ...(isStraight ? [] : [...linesOf(path, 'swath', 'flat'), ...linesOf(path, 'turn', 'round')]),
      ],
    },
    radiusM,
    frame,
    widthM,
  )
}

const stripOf = ({ points }: Leg, frame: SwathFrame): Strip => {
  const xs = points.map(point => frame.into(point)[0])
  const [first] = points
  return { y: first === undefined ? 0 : frame.into(first)[1], fromX: Math.min(...xs), toX: Math.max(...xs) }
}

const linesOf = ({ legs }: CoveragePath, of: LegKind, ends: CutLine['ends']): CutLine[] =>
  legs.filter(({ kind, bladeOn }) => bladeOn && kind === of).map(({ points }) => ({ points, ends }))
