/** The failsafes that make ArduPilot Rover hold. None of them switches the blade or resumes by itself. */
export interface FailsafeSigns {
  readonly timeS: number
  readonly armed: boolean
  readonly inAuto: boolean
  readonly batteryV: number
  readonly usedMah: number
  readonly fixType: number
}

export type FailsafeAction = 'hold' | 'rtl' | 'disarm'

export interface Failsafes {
  /** A heartbeat of the ground station arrived. */
  stationReceived(timeS: number): void
  check(signs: FailsafeSigns): void
  /** Carries out an action of FS_ACTION, FENCE_ACTION or BATT_FS_LOW_ACT; 0 is none. */
  act(action: number): void
  /** The battery failsafe has acted since the boot. */
  readonly isBatteryLow: boolean
  reset(): void
}

export interface FailsafeOptions {
  readonly parameters: ReadonlyMap<string, number>
  readonly text: (severity: number, words: string) => void
  readonly carryOut: (action: FailsafeAction) => void
}

/** Measured: the hold comes so long after FS_GCS_TIMEOUT. */
const STATION_GRACE_S = 0.6
/** Ten checks in a row, ten a second (read). */
const POSITION_GRACE_S = 1
/** Under the limit for so long (BATT_LOW_TIMER, read). */
const BATTERY_GRACE_S = 10
const CONTINUE_MISSION = 2

const actions: Readonly<Record<number, FailsafeAction>> = { 1: 'rtl', 2: 'hold', 3: 'rtl', 4: 'hold', 5: 'disarm' }

export const createFailsafes = ({ parameters, text, carryOut }: FailsafeOptions): Failsafes => {
  let stationReceivedS: number | null = null
  let stationLost = false
  /** Until the next boot: ArduPilot acts on a low battery once. */
  let batteryActed = false
  let batteryLowSinceS: number | null = null
  let blindSinceS: number | null = null

  const act = (action: number): void => {
    const known = actions[action]
    if (known !== undefined) carryOut(known)
  }

  const checkStation = ({ timeS, armed, inAuto }: FailsafeSigns): void => {
    const enabled = parameters.get('FS_GCS_ENABLE') ?? 0
    // Off unless switched on, and never before the first heartbeat of a station.
    if (enabled < 1 || stationLost || stationReceivedS === null) return
    if (timeS - stationReceivedS <= (parameters.get('FS_GCS_TIMEOUT') ?? 5) + STATION_GRACE_S) return
    stationLost = true
    text(4, 'GCS Failsafe')
    if (enabled === CONTINUE_MISSION && inAuto) text(4, 'Failsafe - Continuing Auto Mode')
    else if (armed) act(parameters.get('FS_ACTION') ?? 0)
  }

  /** Read: only while armed, and never a second time for the same or a lesser failsafe. */
  const checkBattery = ({ timeS, batteryV, usedMah, armed }: FailsafeSigns): void => {
    if (!armed || batteryActed) return
    const lowV = parameters.get('BATT_LOW_VOLT') ?? 0
    if (lowV <= 0 || batteryV >= lowV) {
      batteryLowSinceS = null
      return
    }
    batteryLowSinceS ??= timeS
    if (timeS - batteryLowSinceS < BATTERY_GRACE_S) return
    batteryActed = true
    text(4, `Battery 1 is low ${batteryV.toFixed(2)}V used ${usedMah.toFixed(0)} mAh`)
    act(parameters.get('BATT_FS_LOW_ACT') ?? 0)
  }

  const checkPosition = ({ timeS, fixType, armed, inAuto }: FailsafeSigns): void => {
    if (fixType >= 3 || !armed) {
      blindSinceS = null
      return
    }
    blindSinceS ??= timeS
    if (!inAuto || timeS - blindSinceS < POSITION_GRACE_S) return
    blindSinceS = Number.POSITIVE_INFINITY
    text(2, 'EKF failsafe')
    carryOut('hold')
  }

  return {
    stationReceived: timeS => {
      stationReceivedS = timeS
      stationLost = false
    },
    check: signs => {
      checkStation(signs)
      checkBattery(signs)
      checkPosition(signs)
    },
    act,
    get isBatteryLow() {
      return batteryActed
    },
    reset: () => {
      stationReceivedS = null
      stationLost = false
      batteryActed = false
      batteryLowSinceS = null
      blindSinceS = null
    },
  }
}
