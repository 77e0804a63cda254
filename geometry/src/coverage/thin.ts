import { simplifyLine } from '../polyline.ts'
import type { PolylineXY } from '../units.ts'

/** Thins a line to within `toleranceM` of itself, half as much wherever `allowed` refuses the outcome. */
export const thinned = (line: PolylineXY, toleranceM: number, allowed: (line: PolylineXY) => boolean): PolylineXY => {
  for (const tolerance of [toleranceM, toleranceM / 2, toleranceM / 8]) {
    const thin = simplifyLine(line, tolerance)
    if (thin.length === line.length || allowed(thin)) return thin
  }
  return line
}
