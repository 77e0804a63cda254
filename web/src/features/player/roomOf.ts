import type { Padding } from '../../map-view/index.ts'

/** As in PlayerScreen.module.css: a screen on its side. */
const SHORT_PX = 480
/** On its side the distances, and the tools below them, are at the left of the map. */
const BESIDE_PX = 184
const EDGE_PX = 8

interface Parts {
  /** Height of the hole with its notices. */
  readonly topPx: number
  /** Height of the buttons; 0 until they are measured. */
  readonly bottomPx: number
  readonly hasDistances: boolean
}

interface Room {
  /** What the parts leave free of the map; nothing below while that is unknown. */
  readonly padding: Padding
  /** Where the distances begin. */
  readonly distancesPx: number
}

/** The free part of the golfer's map. */
export const roomOf = (
  { width, height }: { readonly width: number; readonly height: number },
  { topPx, bottomPx, hasDistances }: Parts,
): Room => {
  const isMeasured = bottomPx > 0
  // The right half has the hole, the notices and the buttons; the map has the left half in its full height.
  if (height > 0 && height <= SHORT_PX)
    return {
      padding: {
        top: EDGE_PX,
        right: Math.round(width / 2),
        bottom: isMeasured ? EDGE_PX : 0,
        left: hasDistances ? BESIDE_PX : 0,
      },
      distancesPx: EDGE_PX,
    }
  return {
    padding: { top: topPx + 24, right: 0, bottom: isMeasured ? bottomPx + 28 : 0, left: 0 },
    distancesPx: topPx + 28,
  }
}
