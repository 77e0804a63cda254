/** Adds a receiver's error to a position: it drifts, and is smaller with corrections. */
import type { LocalFrame, LonLat, XY } from '@greensward/geometry'
import { gaussian } from './random.ts'

export interface Receiver {
  /** Spread of the position said, metres. */
  readonly spreadM: number
  position(place: XY): LonLat
  step(dtS: number): void
}

export interface ReceiverOptions {
  readonly frame: LocalFrame
  readonly random: () => number
  /** GPS_FIX_TYPE now, and metres added to what is said. */
  readonly faults: { readonly fixType: number; readonly jump: XY }
}

/** How long an error of the position lasts. */
const WANDER_S = 20
const spreads = { rtkFixed: 0.008, rtkFloat: 0.2, none: 1.5 } as const

export const createReceiver = ({ frame, random, faults }: ReceiverOptions): Receiver => {
  let east = 0
  let north = 0
  const spreadM = (): number =>
    faults.fixType >= 6 ? spreads.rtkFixed : faults.fixType === 5 ? spreads.rtkFloat : spreads.none
  return {
    get spreadM() {
      return spreadM()
    },
    position: ([x, y]) => frame.toLonLat([x + faults.jump[0] + east, y + faults.jump[1] + north]),
    // It does not leap from one message to the next.
    step: dtS => {
      const keep = Math.exp(-dtS / WANDER_S)
      const step = spreadM() * 0.5 * Math.sqrt(1 - keep * keep)
      east = east * keep + gaussian(random) * step
      north = north * keep + gaussian(random) * step
    },
  }
}
