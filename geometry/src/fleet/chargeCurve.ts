/** A part of a charge: up to `untilShare` of a full battery, `perHour` shares in an hour. */
export interface ChargePiece {
  readonly untilShare: number
  readonly perHour: number
}

/**
 * How a battery fills: a share of energy for each second since it was empty, and back. The pieces are in order, the fast ones
 * first, as batteries charge.
 */
export class ChargeCurve {
  /** Corners of the curve. */
  private readonly shares: readonly number[]
  private readonly seconds: readonly number[]

  constructor(pieces: readonly ChargePiece[]) {
    const shares = [0]
    const seconds = [0]
    for (const { untilShare, perHour } of pieces) {
      const share = shares[shares.length - 1] ?? 0
      if (!(untilShare > share && perHour > 0)) continue
      shares.push(untilShare)
      seconds.push((seconds[seconds.length - 1] ?? 0) + ((untilShare - share) / perHour) * 3_600)
    }
    this.shares = shares
    this.seconds = seconds
  }

  /** The share at which it stops to charge. */
  get fullShare(): number {
    return this.shares[this.shares.length - 1] ?? 0
  }

  /** The fewest seconds for a whole share: those of the first piece; infinite without one. */
  get leastS(): number {
    return this.shares.length < 2 ? Number.POSITIVE_INFINITY : (this.seconds[1] ?? 0) / (this.shares[1] ?? 1)
  }

  /** Seconds from empty to a share; no more than to full. */
  secondsTo(share: number): number {
    return interpolated(this.shares, this.seconds, share)
  }

  /** The share that a number of seconds makes of an empty battery; no more than full. */
  shareAfter(seconds: number): number {
    return interpolated(this.seconds, this.shares, seconds)
  }
}

const interpolated = (from: readonly number[], to: readonly number[], at: number): number => {
  for (let i = 1; i < from.length; i++) {
    const end = from[i] ?? 0
    if (at >= end) continue
    const begin = from[i - 1] ?? 0
    const base = to[i - 1] ?? 0
    return base + (((to[i] ?? 0) - base) * (Math.max(at, 0) - begin)) / (end - begin)
  }
  return to[to.length - 1] ?? 0
}
