import { bufferLines } from '../../polygon/clipper.ts'
import type { PolygonXY, PolylineXY } from '../../units.ts'
import type { HeadlandPasses } from '../headland/headlandPasses.ts'
import type { CoveragePath } from '../path/connectLegs.ts'
import type { Leg } from '../plan.ts'
import type { Route } from '../route/route.ts'
import type { SwathFrame } from '../swaths/scan.ts'
import { type CoverageArea, measureCoverage, type Strip } from './coverageArea.ts'

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
  const { pastTips } = path
  const beyond = pastTips.length === 0 ? [] : [{ outside: bufferLines([...pastTips], widthM / 2, 'round'), inside: [] }]
  const bands = [...bandsDriven(passes, path, widthM), ...beyond]
  if (!isStraight)
    return measureCoverage(field, [...bands, ...bandsOfSwaths(path, widthM)], [], [], radiusM, frame, widthM)
  const strips = path.legs.filter(({ kind }) => kind === 'swath').map(leg => stripOf(leg, frame))
  return measureCoverage(field, bands, strips, path.mowingTurns, radiusM, frame, widthM)
}

const stripOf = ({ points }: Leg, frame: SwathFrame): Strip => {
  const xs = points.map(point => frame.into(point)[0])
  const [first] = points
  return { y: first === undefined ? 0 : frame.into(first)[1], fromX: Math.min(...xs), toX: Math.max(...xs) }
}

/** The bands of all headland passes, or of those driven alone in the rare case that some could not be reached. */
const bandsDriven = (passes: HeadlandPasses, path: CoveragePath, widthM: number): HeadlandPasses['bands'] => {
  if (path.drivenChains.every(driven => driven)) return passes.bands
  const rounds = path.legs.filter(({ kind }) => kind === 'lap').map(({ points }) => points)
  return [{ outside: bufferLines(rounds, widthM / 2, 'round'), inside: [] }]
}

/** What swaths of several directions cut, and the turns between them. */
const bandsOfSwaths = ({ legs }: CoveragePath, widthM: number): HeadlandPasses['bands'] => {
  const mown = (of: Leg['kind']): PolylineXY[] =>
    legs.filter(({ kind, bladeOn }) => bladeOn && kind === of).map(({ points }) => points)
  return [
    { outside: bufferLines(mown('swath'), widthM / 2, 'flat'), inside: [] },
    { outside: bufferLines(mown('turn'), widthM / 2, 'round'), inside: [] },
  ]
}
