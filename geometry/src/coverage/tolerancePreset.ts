/** How much may stay uncut for the sake of a shorter drive. */
export interface Care {
  /** Share of the field that rounded corners of laps may leave uncut before the sharpest are driven to their tip. */
  readonly cornerShare: number
  /** Corners whose rounding takes less than this many squared radii (a turn of 90 degrees takes 0.21) are always rounded. */
  readonly leastCorner: number
  /** Ground left between two laps is worth swaths of its own from this many widths squared on. */
  readonly leastBetweenLaps: number
  /** Ground of less than this share of a squared width is not worth a swath and the two turns that it takes. */
  readonly leastGround: number
  /** Share of a strip's width that its flat end may leave uncut: a small triangle costs less than a long second cut. */
  readonly uncutAtEnds: number
  /** Share of the lines of two swaths that the turn between them may leave uncut. */
  readonly uncutInTurns: number
  /** How coarsely laps are drawn and how far they keep from the edge, of what a hectare does not notice: 1 is a rim of about 3 cm. */
  readonly coarseness: number
}

/**
 * The usual care first; where that leaves too much of a small field uncut, more. What a hectare does not notice is a per cent of a
 * tee: a patch of a square metre that is not worth two turns, or the corners of a lap.
 */
export const CARES: readonly [Care, ...Care[]] = [
  {
    cornerShare: 0.0005,
    leastCorner: 0.25,
    leastBetweenLaps: 0.5,
    leastGround: 0.2,
    uncutAtEnds: 0.09,
    uncutInTurns: 0.06,
    coarseness: 1,
  },
  {
    cornerShare: 0.0005,
    leastCorner: 0.1,
    leastBetweenLaps: 0.1,
    leastGround: 0.05,
    uncutAtEnds: 0.09,
    uncutInTurns: 0.06,
    coarseness: 0.3,
  },
  {
    cornerShare: 0,
    leastCorner: 0.05,
    leastBetweenLaps: 0.05,
    leastGround: 0.02,
    uncutAtEnds: 0,
    uncutInTurns: 0,
    coarseness: 0.2,
  },
]

/** A field of more squared widths than this is not planned again: the usual care leaves too little of it. */
export const SMALL_FIELD = 400

/** Share of a field that may stay uncut although a disc of the working width reaches it. */
export const UNCUT_ALLOWED = 0.006

/** A patch of more than this is mown whatever way it costs: people see it, however wide the machine is. */
export const MOST_PATCH_M2 = 1.5
