/** What makes ArduPilot Rover hold by itself. None of it touches the blade, and none of it goes on by itself after. */
export interface FailsafeSigns {
  readonly timeS: number
  readonly armed: boolean
  readonly inAuto: boolean
  /** 0 to 1. */
  readonly battery: number
  readonly fixType: number
}

export interface Failsafes {
  /** The ground station was heard. */
  heardStation(timeS: number): void
  check(signs: FailsafeSigns): void
  reset(): void
}

export interface FailsafeOptions {
  readonly parameters: ReadonlyMap<string, number>
  readonly text: (severity: number, words: string) => void
  readonly hold: () => void
}

/** Measured: the hold comes so long after FS_GCS_TIMEOUT. */
const STATION_GRACE_S = 0.6
const LOW_BATTERY = 0.1

export const createFailsafes = ({ parameters, text, hold }: FailsafeOptions): Failsafes => {
  let stationHeardS: number | null = null
  let stationLost = false
  let batteryLow = false

  const checkStation = ({ timeS, armed }: FailsafeSigns): void => {
    // Off unless switched on, and never before a station was heard at all.
    if ((parameters.get('FS_GCS_ENABLE') ?? 0) < 1 || stationLost || stationHeardS === null) return
    if (timeS - stationHeardS <= (parameters.get('FS_GCS_TIMEOUT') ?? 5) + STATION_GRACE_S) return
    stationLost = true
    text(4, 'GCS Failsafe')
    if (armed) hold()
  }

  const checkBattery = ({ battery, armed }: FailsafeSigns): void => {
    if (battery > LOW_BATTERY * 2) batteryLow = false
    if (batteryLow || battery >= LOW_BATTERY) return
    batteryLow = true
    text(4, 'Battery 1 is low, failsafe')
    if (armed) hold()
  }

  return {
    heardStation: timeS => {
      stationHeardS = timeS
      stationLost = false
    },
    check: signs => {
      checkStation(signs)
      checkBattery(signs)
      if (signs.fixType >= 3 || !signs.armed || !signs.inAuto) return
      text(2, 'EKF failsafe')
      hold()
    },
    reset: () => {
      stationHeardS = null
      stationLost = false
    },
  }
}
