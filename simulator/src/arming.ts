/** The checks before arming, and what the autopilot says of them while it is disarmed. */

export interface Arming {
  /** What keeps it from arming; null when nothing does, or no checks are made. */
  hindrance(): string | null
  /** As SYS_STATUS reports it; null where all checks are left out. */
  readonly passes: boolean | null
  check(timeS: number, armed: boolean): void
  reset(): void
}

export interface ArmingOptions {
  readonly parameters: ReadonlyMap<string, number>
  readonly batteryV: () => number
  readonly fenceHindrance: () => string | null
  readonly text: (severity: number, words: string) => void
}

const CHECK_S = 1
/** Read: what fails is said again each half minute. */
const SAY_AGAIN_S = 30
const ALL_CHECKS = -1

export const createArming = ({ parameters, batteryV, fenceHindrance, text }: ArmingOptions): Arming => {
  let passes: boolean | null = null
  let checkedS = Number.NEGATIVE_INFINITY
  let saidS = Number.NEGATIVE_INFINITY

  const batteryHindrance = (): string | null => {
    const volts = batteryV()
    if (volts < (parameters.get('BATT_ARM_VOLT') ?? 0)) return 'Battery 1 below minimum arming voltage'
    // At once, without the time that the failsafe waits.
    return volts < (parameters.get('BATT_LOW_VOLT') ?? 0) ? 'Battery 1 low voltage failsafe' : null
  }

  const isUnchecked = (): boolean => parameters.get('ARMING_SKIPCHK') === ALL_CHECKS

  const hindrance = (): string | null => (isUnchecked() ? null : (fenceHindrance() ?? batteryHindrance()))

  return {
    hindrance,
    get passes() {
      return isUnchecked() ? null : (passes ?? false)
    },
    check: (timeS, armed) => {
      if (timeS - checkedS < CHECK_S) return
      checkedS = timeS
      const found = armed ? null : hindrance()
      passes = found === null
      if (found === null || timeS - saidS < SAY_AGAIN_S) return
      saidS = timeS
      text(2, `PreArm: ${found}`)
    },
    reset: () => {
      passes = null
      checkedS = Number.NEGATIVE_INFINITY
      saidS = Number.NEGATIVE_INFINITY
    },
  }
}
