import type { Position } from '@greensward/domain'
import { apartM } from '../../shared/missionLife/pathLength.ts'

/** A mower that stands this near to its base is at it. */
const AT_BASE_M = 3

/** Null where it has no base, or its position is unknown. */
export const isAtBase = (
  position: Position | null | undefined,
  base: { readonly position: Position } | undefined,
): boolean | null => (position == null || base === undefined ? null : apartM(position, base.position) <= AT_BASE_M)
