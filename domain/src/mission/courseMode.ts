/** How the course is open today, and what that means for carts and mowers: one table. */
import { z } from 'zod'
import type { CartMessageKind } from '../cart/cartMessage.ts'
import { instant } from '../common/text.ts'

/**
 * `normal`; `cartPathsOnly` after rain; `frostDelay` until the grass bears weight; `lightning` brings everybody in;
 * `tournament` keeps mowers away from play; `closed` to golfers, which is when mowers work best.
 */
export const courseMode = z.enum(['normal', 'cartPathsOnly', 'frostDelay', 'lightning', 'tournament', 'closed'])
export type CourseMode = z.infer<typeof courseMode>

export interface CourseModeRules {
  /** Missions that drive are stopped when it begins, and none starts or resumes while it lasts. */
  readonly holdsMissions: boolean
  /** Carts are asked to leave everything but paths, garages and the ground beside them. */
  readonly keepsCartsToPaths: boolean
  /** The message to every cart when it starts. */
  readonly cartMessage: Extract<CartMessageKind, 'text' | 'callBack'> | null
}

/** No change between modes starts a machine. */
export const COURSE_MODES: Readonly<Record<CourseMode, CourseModeRules>> = {
  normal: { holdsMissions: false, keepsCartsToPaths: false, cartMessage: null },
  cartPathsOnly: { holdsMissions: false, keepsCartsToPaths: true, cartMessage: 'text' },
  frostDelay: { holdsMissions: true, keepsCartsToPaths: true, cartMessage: 'text' },
  lightning: { holdsMissions: true, keepsCartsToPaths: false, cartMessage: 'callBack' },
  tournament: { holdsMissions: true, keepsCartsToPaths: false, cartMessage: 'text' },
  closed: { holdsMissions: false, keepsCartsToPaths: false, cartMessage: 'callBack' },
}

export const courseModeNow = z.strictObject({
  mode: courseMode,
  since: instant.nullable(),
  /** Person who switched the mode; null before the first switch. */
  by: z.string().nullable(),
  /** The mode that an undo restores; null if nothing can be undone. */
  undoTo: courseMode.nullable(),
})
export type CourseModeNow = z.infer<typeof courseModeNow>
