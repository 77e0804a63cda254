import type { Position } from '@greensward/domain'
import { box, ringAt } from '@greensward/domain/testing'

/** The coordinates of a polygon, in metres around the test course. */
export const rectangle = (eastM: number, northM: number, widthM: number, heightM: number): Position[][] => [
  ringAt(box(eastM, northM, eastM + widthM, northM + heightM)),
]
