import { distanceM } from '../../polyline.ts'
import type { XY } from '../../units.ts'

/** The greatest bend of a fine line, as one over its radius. */
export const tightestBend = (points: readonly XY[]): number => {
  let worst = 0
  for (let i = 1; i + 1 < points.length; i++) {
    const [a, b, c] = [points[i - 1], points[i], points[i + 1]]
    if (!a || !b || !c) continue
    const turn = Math.atan2(c[1] - b[1], c[0] - b[0]) - Math.atan2(b[1] - a[1], b[0] - a[0])
    const wrapped = Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn)))
    worst = Math.max(worst, wrapped / Math.max(distanceM(a, b), distanceM(b, c)))
  }
  return worst
}
