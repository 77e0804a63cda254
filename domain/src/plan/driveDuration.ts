import { driveS } from '@greensward/geometry'
import type { Position } from '../course/course.ts'
import { frameAround } from '../course/courseGeometry.ts'

/** Seconds that the time model says for a drive on the earth, from standstill to standstill. */
export const driveDurationS = (
  legs: readonly { readonly points: readonly Position[]; readonly speedMps: number }[],
): number => {
  const frame = frameAround(legs.flatMap(({ points }) => points))
  return driveS(legs.map(({ points, speedMps }) => ({ points: points.map(point => frame.toLocal(point)), speedMps })))
}
