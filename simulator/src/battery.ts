/** Share of the battery a second takes: mowing about four hours, standing three days; charging at home takes one. */
const MOWING_DRAIN = 1 / (4 * 3600)
const IDLE_DRAIN = 1 / (72 * 3600)
const CHARGE = 1 / 3600
const WET_GRASS = 1.3
/** Six cells. */
const EMPTY_V = 21
const RANGE_V = 4.2

export interface Battery {
  /** 0 to 1. */
  share: number
  /** Measured instead of what the charge gives, as under load or with an old battery; null for what it gives. */
  measuredV: number | null
  readonly volts: number
  /** Standing at home and not yet full. */
  readonly isCharging: boolean
  step(dtS: number, use: { readonly armed: boolean; readonly atHome: boolean; readonly wet: boolean }): void
}

export const createBattery = (share: number): Battery => {
  let isCharging = false
  const battery: Battery = {
    share,
    measuredV: null,
    get isCharging() {
      return isCharging
    },
    get volts() {
      return battery.measuredV ?? EMPTY_V + battery.share * RANGE_V
    },
    step: (dtS, { armed, atHome, wet }) => {
      const change = armed ? -MOWING_DRAIN * (wet ? WET_GRASS : 1) : atHome ? CHARGE : -IDLE_DRAIN
      battery.share = Math.max(0, Math.min(1, battery.share + change * dtS))
      isCharging = !armed && atHome && battery.share < 1
    },
  }
  return battery
}
