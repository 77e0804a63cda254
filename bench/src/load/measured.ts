/** The subject of a run, and its result. */

export interface Size {
  readonly mowers: number
  readonly carts: number
  readonly pages: number
  readonly editors: number
}
export interface Measured extends Size {
  /** Share of one core of the server's process, its database not counted. */
  readonly core: number
  readonly apiP99Ms: number
  readonly mowerP99Ms: number
  readonly cartP99Ms: number
  /** How late this process was itself: what is measured here holds it. */
  readonly ownP99Ms: number
  readonly residentMb: readonly number[]
  readonly lostEvents: number
  readonly refused: number
  readonly changes: number
  readonly megabytesASecond: number
}
