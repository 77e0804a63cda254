/** How a hole is laid out before it is drawn. Metres east and north of the course's centre. */
import type { XY } from '@greensward/geometry'

export type Side = 'left' | 'right'

/** A bunker beside the fairway: metres from the tee, and on which side of play. */
export interface FairwayBunker {
  readonly alongM: number
  readonly side: Side
  readonly sizeM: number
}

/** A bunker at the green: degrees from the line of play, clockwise seen from the green's middle; 180 is in front. */
export interface GreenBunker {
  readonly turnDeg: number
  readonly sizeM: number
}

export interface HoleRoute {
  readonly number: number
  readonly par: 3 | 4 | 5
  /** Stroke index, 1 the hardest. */
  readonly strokeIndex: number
  /** From the middle of the back tee to the middle of the green. */
  readonly line: readonly XY[]
  readonly fairwayHalfWidthM: number
  readonly fairwayBunkers: readonly FairwayBunker[]
  readonly greenBunkers: readonly GreenBunker[]
  /** The side the cart path keeps to, and how it continues from the green to the next tee. */
  readonly pathSide: Side
  readonly pathVia: readonly XY[]
  /** How the fairway is striped: along play or across it. */
  readonly stripes: 'along' | 'diagonal'
}
