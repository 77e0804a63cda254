/** Share of the battery a second takes: mowing about four hours, standing three days; charging at home takes one. */
const MOWING_DRAIN = 1 / (4 * 3600)
const IDLE_DRAIN = 1 / (72 * 3600)
const CHARGE = 1 / 3600

export interface Battery {
  /** 0 to 1. */
  share: number
  step(dtS: number, use: { readonly armed: boolean; readonly atHome: boolean }): void
}

export const createBattery = (share: number): Battery => {
  const battery: Battery = {
    share,
    step: (dtS, { armed, atHome }) => {
      const change = armed ? -MOWING_DRAIN : atHome ? CHARGE : -IDLE_DRAIN
      battery.share = Math.max(0, Math.min(1, battery.share + change * dtS))
    },
  }
  return battery
}
