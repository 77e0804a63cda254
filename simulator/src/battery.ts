/** What takes and gives charge. A metre with the blade on and off, a second of standing still, and charging at home. */
export interface EnergyUse {
  readonly mowingPerM: number
  readonly drivingPerM: number
}

/** A full battery mows 16 km, or drives 24 km without mowing. */
export const USUAL_USE: EnergyUse = { mowingPerM: 1 / 16_000, drivingPerM: 1 / 24_000 }

const IDLE_DRAIN = 1 / (72 * 3600)
/** Up to the knee it takes an hour's rate, above it less: an hour and a half in all. */
const CHARGE = 1 / 3600
const KNEE = 0.8
const TOPPING = 0.4
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
  /** What a metre takes from now on. */
  use: EnergyUse
  /** Standing at home and not yet full. */
  readonly isCharging: boolean
  step(dtS: number, drive: BatteryDrive): void
}

interface BatteryDrive {
  readonly armed: boolean
  readonly atHome: boolean
  readonly wet: boolean
  /** Metres that its wheels drove in this step. */
  readonly metres: number
  readonly bladeOn: boolean
}

export const createBattery = (share: number): Battery => {
  let isCharging = false
  const battery: Battery = {
    share,
    measuredV: null,
    use: USUAL_USE,
    get isCharging() {
      return isCharging
    },
    get volts() {
      return battery.measuredV ?? EMPTY_V + battery.share * RANGE_V
    },
    step: (dtS, { armed, atHome, wet, metres, bladeOn }) => {
      const perM = bladeOn ? battery.use.mowingPerM : battery.use.drivingPerM
      const driven = metres * perM * (wet ? WET_GRASS : 1)
      const charged = CHARGE * (battery.share < KNEE ? 1 : TOPPING)
      const change = !armed && atHome ? charged * dtS : -driven - IDLE_DRAIN * dtS
      battery.share = Math.max(0, Math.min(1, battery.share + change))
      isCharging = !armed && atHome && battery.share < 1
    },
  }
  return battery
}
