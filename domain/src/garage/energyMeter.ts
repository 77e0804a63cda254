/**
 * Measures what a mower uses and charges from its own telemetry. The telemetry reports whole percents, so a stretch runs from one
 * change of the percentage to another: there the charge is known exactly, and the rounding cancels.
 */
import { localFrame } from '@greensward/geometry'
import type { Position } from '../course/course.ts'
import { CHARGE_KNEE, type ChargeStretch, type UseStretch } from './energy.ts'
import type { Telemetry } from './telemetry.ts'

export interface EnergyReading {
  /** Milliseconds of a clock that cannot be set back. */
  readonly atMs: number
  readonly telemetry: Pick<Telemetry, 'position' | 'bladeOn' | 'battery' | 'charging' | 'link'>
  /** It drives a mission or a drive that was started here. */
  readonly isDriven: boolean
  /** It is parked at a base with a charger. */
  readonly isAtCharger: boolean
}

export interface EnergyMeter {
  note(reading: EnergyReading): void
  /** The stretches since the last call. */
  take(): { readonly uses: readonly UseStretch[]; readonly charges: readonly ChargeStretch[] }
  /** Nothing is known of what happened from the last reading to the next. */
  interrupt(): void
}

/** Used on a stretch; smaller ones would be mostly steps of a percent. */
export const LEAST_USED = 0.03
/** Charged on a stretch, unless it ends at the knee or full. */
const LEAST_CHARGED = 0.05
const LEAST_CHARGED_AT_END = 0.02
/** A change by more than this at once means another battery, or a gauge that was set. */
const MOST_AT_ONCE = 0.045
/** A gauge may waver by this much without meaning a charge. */
const WAVER = 0.0101
/** Standing longer than this within a stretch would count as driving. */
const MOST_STANDING_MS = 5 * 60_000
/** A shorter pause is a turn, a start or a blade that runs up: part of mowing. */
const PAUSE_MS = 10_000
/** Closer positions count as one, farther ones as a jump. */
const NEAR_M = 0.5
const FAR_M = 30

interface OpenUse {
  readonly from: number
  mowingM: number
  drivingM: number
  standingMs: number
}

export const createEnergyMeter = (): EnergyMeter => {
  let uses: UseStretch[] = []
  let charges: ChargeStretch[] = []
  let use: OpenUse | undefined
  let charge: { readonly from: number; readonly atMs: number } | undefined
  /** The least share since it was last charged, which a wavering gauge does not raise. */
  let lowest: number | undefined
  /** The greatest share on the charger. */
  let highest: number | undefined
  let place: Position | undefined
  /** When it came to that place. */
  let placedMs = 0

  const interrupt = (): void => {
    use = undefined
    charge = undefined
    lowest = undefined
    highest = undefined
    place = undefined
  }

  const noteMetres = (position: Position, { atMs, telemetry, isDriven }: EnergyReading): void => {
    const [x, y] = place === undefined ? [0, 0] : localFrame(place).toLocal(position)
    const metres = Math.hypot(x, y)
    const hasMoved = place === undefined || metres >= NEAR_M
    const pauseMs = place === undefined ? 0 : atMs - placedMs
    if (hasMoved) {
      place = position
      placedMs = atMs
    }
    if (use === undefined) return
    const standingMs = use.standingMs + (pauseMs > PAUSE_MS ? pauseMs : 0)
    if (standingMs > MOST_STANDING_MS) use = undefined
    else if (hasMoved) {
      use.standingMs = standingMs
      if (metres > FAR_M || !isDriven || telemetry.bladeOn === null) use = undefined
      else if (telemetry.bladeOn) use.mowingM += metres
      else use.drivingM += metres
    }
  }

  const noteUse = (share: number, isDriven: boolean): void => {
    if (lowest !== undefined && (lowest - share > MOST_AT_ONCE || share - lowest > WAVER)) {
      use = undefined
      lowest = share
    }
    if (lowest === undefined) lowest = share
    if (share >= lowest) return
    lowest = share
    if (use !== undefined && isDriven && use.from - share < LEAST_USED - 1e-6) return
    if (use !== undefined && isDriven && use.mowingM + use.drivingM > 0)
      uses.push({ mowingM: use.mowingM, drivingM: use.drivingM, used: use.from - share })
    // A percent that fell while it stood was not used by driving.
    use = isDriven ? { from: share, mowingM: 0, drivingM: 0, standingMs: 0 } : undefined
  }

  const noteCharge = (share: number, atMs: number): void => {
    use = undefined
    lowest = share
    if (highest === undefined || share < highest || share - highest > MOST_AT_ONCE) {
      highest = share
      charge = undefined
      return
    }
    if (share === highest) return
    highest = share
    if (charge === undefined) {
      charge = { from: share, atMs }
      return
    }
    const gained = share - charge.from
    const isAtEnd = share >= 1 || (charge.from < CHARGE_KNEE && share >= CHARGE_KNEE)
    if (gained < (isAtEnd ? LEAST_CHARGED_AT_END : LEAST_CHARGED) - 1e-6) {
      if (isAtEnd) charge = { from: share, atMs }
      return
    }
    if (atMs > charge.atMs) charges.push({ from: charge.from, to: share, hours: (atMs - charge.atMs) / 3_600_000 })
    charge = { from: share, atMs }
  }

  return {
    note: reading => {
      const { telemetry, atMs, isDriven, isAtCharger } = reading
      const { battery, position, link } = telemetry
      if (link !== 'live' || position === null || battery === null) {
        interrupt()
        return
      }
      noteMetres(position, reading)
      if (!isDriven && (isAtCharger || telemetry.charging === true)) {
        noteCharge(battery, atMs)
        return
      }
      charge = undefined
      highest = undefined
      noteUse(battery, isDriven)
    },
    take: () => {
      const taken = { uses, charges }
      uses = []
      charges = []
      return taken
    },
    interrupt,
  }
}
