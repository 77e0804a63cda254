/** A flat nowhere to lay test features on, in metres. */
import type { Position } from '@greensward/domain'

const ORIGIN: Position = [-2.8, 52.7]
const METRES_A_DEGREE = 111_320

/** A position in metres east and north of the origin. */
export const at = (eastM: number, northM: number): Position => [
  ORIGIN[0] + eastM / (METRES_A_DEGREE * Math.cos((ORIGIN[1] * Math.PI) / 180)),
  ORIGIN[1] + northM / METRES_A_DEGREE,
]

/** The coordinates of a polygon. */
export const rectangle = (eastM: number, northM: number, widthM: number, heightM: number): Position[][] => [
  [
    at(eastM, northM),
    at(eastM + widthM, northM),
    at(eastM + widthM, northM + heightM),
    at(eastM, northM + heightM),
    at(eastM, northM),
  ],
]
