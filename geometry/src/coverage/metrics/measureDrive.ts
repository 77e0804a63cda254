import type { PolygonXY } from '../../units.ts'
import type { HeadlandPasses } from '../headland/headlandPasses.ts'
import type { CoveragePath } from '../path/connectLegs.ts'
import type { LegKind } from '../plan.ts'
import { swathFrame } from '../swaths/scan.ts'
import { type CoverageArea, measureCoverage } from './coverageArea.ts'
import type { CutLine } from './cutAlong.ts'

/** A strip narrower than the space between two lines is between them or on one where it runs along them; at this angle it crosses many. */
const SLANT_DEG = 15

/**
 * Measures what a drive cuts.
 * @param headingDeg of most of its swaths
 */
export const measureDrive = (
  field: PolygonXY,
  passes: HeadlandPasses,
  path: CoveragePath,
  headingDeg: number,
  widthM: number,
): CoverageArea => {
  const isWhole = path.drivenChains.every(driven => driven)
  return measureCoverage(
    field,
    {
      bands: isWhole ? passes.bands : [],
      lines: [
        // In the rare case that some headland passes could not be reached, those that are driven.
        ...(isWhole ? [] : linesOf(path, 'lap', 'round')),
        ...path.pastTips.map((points): CutLine => ({ points, ends: 'round' })),
        ...linesOf(path, 'swath', 'flat'),
        ...linesOf(path, 'turn', 'round'),
      ],
    },
    swathFrame(headingDeg + SLANT_DEG),
    widthM,
  )
}

const linesOf = ({ legs }: CoveragePath, of: LegKind, ends: CutLine['ends']): CutLine[] =>
  legs.filter(({ kind, bladeOn }) => bladeOn && kind === of).map(({ points }) => ({ points, ends }))
