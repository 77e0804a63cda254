/** The checks before arming, and what the autopilot says of them while it is disarmed. */

export interface Arming {
  /** Reasons that prevent arming, each with its text; empty if the checks are switched off. */
  hindrances(): string[]
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

  const hindrances = (): string[] =>
    isUnchecked() ? [] : [fenceHindrance(), batteryHindrance()].filter(words => words !== null)

  return {
    hindrances,
    get passes() {
      return isUnchecked() ? null : (passes ?? false)
    },
    check: (timeS, armed) => {
      if (timeS - checkedS < CHECK_S) return
      checkedS = timeS
      const found = armed ? [] : hindrances()
      passes = found.length === 0
      if (passes || timeS - saidS < SAY_AGAIN_S) return
      saidS = timeS
      for (const words of found) text(2, `PreArm: ${words}`)
    },
    reset: () => {
      passes = null
      checkedS = Number.NEGATIVE_INFINITY
      saidS = Number.NEGATIVE_INFINITY
    },
  }
}
