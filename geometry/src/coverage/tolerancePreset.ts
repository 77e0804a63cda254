/** How much may stay uncut for the sake of a shorter path. */
export interface TolerancePreset {
  /** Share of the field that rounded corners of headland passes may leave uncut before the sharpest are driven to their tip. */
  readonly cornerShare: number
  /** Corners whose rounding takes less than this many squared radii (a turn of 90 degrees takes 0.21) are always rounded. */
  readonly leastCorner: number
  /** The area left between two headland passes gets swaths of its own from this many squared widths on. */
  readonly leastBetweenPasses: number
  /** An area of less than this share of a squared width is not worth a swath and its two turns. */
  readonly leastArea: number
  /** Share of a strip's width that its flat end may leave uncut: a small triangle costs less than a long second cut. */
  readonly uncutAtEnds: number
  /** Share of the lines of two swaths that the turn between them may leave uncut. */
  readonly uncutInTurns: number
  /** A corner that an inner pass leaves uncut is mown from this many squared widths on, with a loop at its tip. */
  readonly cornerPatch: number
  /** Whether the blade stays on beyond the tip of a corner of an inner pass, up to the corner that the pass outside of it leaves. */
  readonly pastTips: boolean
  /** How coarsely passes are drawn and how far they keep from the edge; 1 is a rim of about 3 cm, which nobody sees on a hectare. */
  readonly coarseness: number
}

/**
 * The usual preset comes first. Where it leaves too much of a small field uncut, the planner tries the finer ones.
 * A patch of a square metre or the corners of a pass are negligible on a hectare, but a per cent of a tee.
 */
const USUAL: TolerancePreset = {
  cornerShare: 0.0005,
  leastCorner: 0.25,
  leastBetweenPasses: 0.5,
  leastArea: 0.2,
  uncutAtEnds: 0.09,
  uncutInTurns: 0.06,
  cornerPatch: 0.125,
  pastTips: false,
  coarseness: 1,
}

const FINER: readonly TolerancePreset[] = [
  {
    cornerShare: 0.0005,
    leastCorner: 0.1,
    leastBetweenPasses: 0.1,
    leastArea: 0.05,
    uncutAtEnds: 0.09,
    uncutInTurns: 0.06,
    cornerPatch: 0.125,
    pastTips: false,
    coarseness: 0.3,
  },
  {
    cornerShare: 0,
    leastCorner: 0.05,
    leastBetweenPasses: 0.05,
    leastArea: 0.02,
    uncutAtEnds: 0,
    uncutInTurns: 0,
    cornerPatch: 0.125,
    pastTips: false,
    coarseness: 0.2,
  },
]

export const TOLERANCE_PRESETS: readonly [TolerancePreset, ...TolerancePreset[]] = [USUAL, ...FINER]

const ofSmallField = (preset: TolerancePreset): TolerancePreset => ({
  ...preset,
  uncutAtEnds: 0,
  uncutInTurns: 0,
  cornerPatch: 0.01,
  pastTips: true,
  leastArea: Math.min(preset.leastArea, 0.05),
})

/** A field of more squared widths than this is not planned again: the usual preset leaves too little of it uncut. */
export const SMALL_FIELD = 400

/** On a green or a tee every spot is seen: swaths and turns mow all of their strip, and inner passes all of their corners. */
export const SMALL_FIELD_PRESETS: readonly [TolerancePreset, ...TolerancePreset[]] = [
  ofSmallField(USUAL),
  ...FINER.map(ofSmallField),
]

/**
 * The finest one, with the outer pass tighter than the turning radius at blunt corners, too. Each of them leaves a crescent of a few
 * hundredths of a square metre, and eight of those are a hundredth of a tee.
 */
export const SHARPEST_PRESETS: readonly TolerancePreset[] = FINER.slice(-1).map(preset => ({
  ...ofSmallField(preset),
  leastCorner: 0.02,
}))

/**
 * Share of a field that may stay uncut although a disc of the working width reaches it. People accept 0.006; the rest is what the
 * estimate of the covered area may be wrong by.
 */
export const UNCUT_ALLOWED = 0.005

/** From this share on, less what the estimate is mostly wrong by, a small field is worth bends tighter than the turning radius. */
export const UNCUT_SEEN = 0.0055

/** A patch of more than this is mown at any cost, because people see it. */
export const MOST_PATCH_M2 = 1.5

/** The same of a corner that rounding to the turning radius leaves, for a blade of that width: half a square metre at 2 m. */
export const mostCornerM2 = (widthM: number, { cornerPatch } = USUAL): number =>
  Math.min(MOST_PATCH_M2, widthM ** 2 * cornerPatch)

/** Square metres uncut at the edge for each that a pass loses at a rounded corner: there it is rounded by half a width more. */
export const lossAtEdge = (radiusM: number, halfM: number): number =>
  ((radiusM + halfM) ** 2 - halfM ** 2) / radiusM ** 2

/**
 * The same of a corner along the edge, where a pass that reaches the tip has to bend tighter than the radius and the plan has to warn of
 * it. A right angle is worth neither, unless too much of a small field stays uncut.
 */
export const mostEdgeCornerM2 = (widthM: number, radiusM: number, { leastCorner }: TolerancePreset): number =>
  Math.min(MOST_PATCH_M2, Math.max(mostCornerM2(widthM), leastCorner * radiusM ** 2 * lossAtEdge(radiusM, widthM / 2)))
