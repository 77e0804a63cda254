import { driveS } from '../../pace.ts'
import type { XY } from '../../units.ts'

/**
 * The shape of a half turn between two parallel lanes. Lanes two radii apart and more need half a circle, with a straight piece where
 * they are farther apart. Between closer lanes the machine first swerves outwards, then bulges past half a circle (an omega turn).
 * Distances along the lanes are counted outwards from the line through the centre of the arc, offsets across from the middle of the lanes.
 */

/** The turn of each swerve outwards, in radians; 0 for half a circle. */
const swerveRad = (gapM: number, radiusM: number): number =>
  gapM >= 2 * radiusM - 1e-6 ? 0 : Math.acos((2 * radiusM + gapM) / (4 * radiusM))

/** How far before its line a half turn leaves its lanes. */
export const turnLeadM = (gapM: number, radiusM: number): number => 2 * radiusM * Math.sin(swerveRad(gapM, radiusM))

/** Length of the shortest half turn between parallel lanes `gapM` apart of which one ends `lagM` farther out. */
export const halfTurnM = (gapM: number, lagM: number, radiusM: number): number =>
  radiusM === 0
    ? Math.hypot(gapM, lagM)
    : radiusM * (Math.PI + 4 * swerveRad(gapM, radiusM)) + Math.max(0, gapM - 2 * radiusM) + lagM

/** How far from the end of the straight piece in its middle a half turn passes a line along the lanes. */
const roundM = (offsetM: number, gapM: number, radiusM: number): number =>
  Math.max(0, Math.abs(offsetM) - Math.max(0, gapM / 2 - radiusM))

/** How far out a half turn cuts, at `offsetM`; minus infinity where it cuts nothing. */
export const turnReachM = (offsetM: number, gapM: number, radiusM: number, widthM: number): number => {
  const square = (radiusM + widthM / 2) ** 2 - roundM(offsetM, gapM, radiusM) ** 2
  return square > 0 ? Math.sqrt(square) : Number.NEGATIVE_INFINITY
}

/** From where on a half turn cuts, at `offsetM`: where it leaves its lanes, or beyond the hollow that a wide arc leaves in its middle. */
export const turnFromM = (offsetM: number, gapM: number, radiusM: number, widthM: number): number => {
  const hollowM = radiusM - widthM / 2
  const square = hollowM > 0 ? hollowM ** 2 - roundM(offsetM, gapM, radiusM) ** 2 : 0
  return square > 0 ? Math.sqrt(square) : -turnLeadM(gapM, radiusM)
}

/**
 * Points of the first half of a half turn, from where it leaves the upper lane to its middle, as distance outwards and offset. Straight
 * chords between them stay within `toleranceM` of the arcs.
 */
export const halfOfTurn = (gapM: number, radiusM: number, toleranceM: number): [number, number][] => {
  const points: [number, number][] = []
  const swerve = swerveRad(gapM, radiusM)
  const straightM = Math.max(0, gapM / 2 - radiusM)
  const stepRad = radiusM === 0 ? Math.PI : 2 * Math.acos(Math.max(0.5, 1 - toleranceM / radiusM))
  if (swerve > 0) {
    points.push([-turnLeadM(gapM, radiusM), gapM / 2])
    const steps = Math.ceil(swerve / stepRad)
    // Two arcs of one chord each lead straight on from one into the other.
    for (let i = 1; i <= steps && steps > 1; i++) {
      const angle = (i / steps) * swerve
      points.push([radiusM * Math.sin(angle) - turnLeadM(gapM, radiusM), gapM / 2 + radiusM * (1 - Math.cos(angle))])
    }
    for (let i = steps - 1; i >= 1; i--) {
      const angle = (i / steps) * swerve
      points.push([-radiusM * Math.sin(angle), radiusM * Math.cos(angle)])
    }
  }
  const steps = radiusM === 0 ? 0 : Math.max(2, Math.ceil(Math.PI / 2 / stepRad))
  for (let i = 0; i <= steps; i++) {
    const angle = steps === 0 ? 0 : (i / steps) * (Math.PI / 2)
    points.push([radiusM * Math.sin(angle), straightM + radiusM * Math.cos(angle)])
  }
  // Without a straight piece the arc ends in the middle.
  if (straightM >= 1e-6) points.push([radiusM, 0])
  return points
}

/** Long enough to reach any set speed from standstill and to stop again. */
const ALONGSIDE_M = 20

/**
 * Seconds that a half turn adds to a drive along its lanes, slowing down, short chords and turns on the spot included.
 * @param toleranceM of its chords from its arcs
 */
export const halfTurnS = (
  gapM: number,
  radiusM: number,
  toleranceM: number,
  turnMps: number,
  laneMps: number,
): number => {
  const away = halfOfTurn(gapM, radiusM, toleranceM)
  const turn = [...away, ...away.map(([outM, offsetM]): XY => [outM, -offsetM]).reverse()]
  const startM = -turnLeadM(gapM, radiusM)
  const lane = (offsetM: number): XY[] => [
    [startM - ALONGSIDE_M, offsetM],
    [startM, offsetM],
  ]
  const whole = driveS([
    { points: lane(gapM / 2), speedMps: laneMps },
    { points: turn, speedMps: turnMps },
    { points: lane(-gapM / 2).reverse(), speedMps: laneMps },
  ])
  const straight: XY[] = [
    [0, 0],
    [2 * ALONGSIDE_M, 0],
  ]
  return whole - driveS([{ points: straight, speedMps: laneMps }])
}
