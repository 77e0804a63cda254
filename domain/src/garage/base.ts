/** Where a mower parks, and how it gets in. */

import { z } from 'zod'
import { headingDeg, id, instant, line } from '../common/text.ts'
import { type Position, position } from '../course/course.ts'

/** An approach longer than this is a road, and belongs on the map. */
export const MAX_APPROACH_M = 100

export const base = z.strictObject({
  id,
  name: line(60),
  /** Where the middle of the parked mower is. */
  position,
  /** The direction that the parked mower faces. */
  headingDeg,
  /** The points by which a mower enters, in their order; from the last one it drives straight to the position. */
  approach: z.array(position).max(20),
  hasCharger: z.boolean(),
  /** The mower that parks here; each has one base at most. */
  mowerId: id.nullable(),
  updatedAt: instant,
})
export type Base = z.infer<typeof base>

/** The line by which a mower enters, the position included. */
export const approachLine = ({ approach, position }: Pick<Base, 'approach' | 'position'>): readonly Position[] => [
  ...approach,
  position,
]
