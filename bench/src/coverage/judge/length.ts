import type { PolylineXY } from '@greensward/geometry'

export const lengthM = (points: PolylineXY): number =>
  points.reduce((sum, p, i) => {
    const before = points[i - 1]
    return before === undefined ? 0 : sum + Math.hypot(p[0] - before[0], p[1] - before[1])
  }, 0)
