/** The state of the battery and of the checks before arming, as the autopilot reports them. */
import type { PreArm, Telemetry } from '@greensward/domain'
import type { SessionEvent } from '../events.ts'
import {
  BatteryChargeState,
  MAV_SYS_STATUS_BATTERY,
  MAV_SYS_STATUS_PREARM_CHECK,
  type MessageFields,
  UNKNOWN_UINT16,
} from '../mavlink/index.ts'

export interface Health {
  /** Reported by a text or by the charge state; ArduPilot keeps it until it boots. */
  readonly batteryLow: boolean | null
  /** SYS_STATUS: the battery monitor has failed, or its failsafe has acted. */
  readonly batteryUnhealthy: boolean | null
  readonly preArm: PreArm | null
  /** The checks that failed lately. */
  readonly preArmTexts: readonly { readonly atMs: number; readonly text: string }[]
}

export const UNKNOWN_HEALTH: Health = {
  batteryLow: null,
  batteryUnhealthy: null,
  preArm: null,
  preArmTexts: [],
}

/** A failed check is repeated each half minute, and one of the repetitions may be lost. */
const PRE_ARM_TEXT_MS = 65_000
const MOST_TEXTS = 3
const BATTERY_LOW_TEXT = /^Battery \d+ is (?:low|critical) ([\d.]+)V/
const PRE_ARM_TEXT = /^PreArm: *(.+)$/

const hasFailed = ({ batteryLow, batteryUnhealthy }: Health): boolean | null => {
  if (batteryLow === true || batteryUnhealthy === true) return true
  return batteryLow ?? batteryUnhealthy
}

/** @param monotonicMs now, for the age of the texts */
export const healthOf = (
  health: Health,
  monotonicMs: number,
): Pick<Telemetry, 'batteryFailsafe' | 'preArm' | 'preArmText'> => {
  const texts = health.preArmTexts.filter(({ atMs }) => monotonicMs - atMs < PRE_ARM_TEXT_MS)
  const isSaid = health.preArm === 'failed' && texts.length > 0
  return {
    batteryFailsafe: hasFailed(health),
    preArm: health.preArm,
    preArmText: isSaid ? texts.map(({ text }) => text).join(' / ') : null,
  }
}

const CELL_UNKNOWN_V = UNKNOWN_UINT16 / 1000

/** The battery and its health, in a copy that the reducer owns. */
interface BatteryDraft {
  battery: number | null
  batteryV: number | null
  charging: boolean | null
  health: Health
}

/** @returns the event of a failsafe that was not known before */
const noteBattery = (draft: BatteryDraft, change: Partial<Health>, volts: number | null): SessionEvent[] => {
  const before = hasFailed(draft.health)
  draft.health = { ...draft.health, ...change }
  return before !== true && hasFailed(draft.health) === true ? [{ kind: 'batteryFailsafe', volts }] : []
}

export const onBattery = (draft: BatteryDraft, fields: Readonly<MessageFields['BATTERY_STATUS']>): SessionEvent[] => {
  if (fields.id !== 0) return []
  draft.battery = fields.batteryRemaining < 0 ? null : Math.min(1, fields.batteryRemaining / 100)
  const volts = fields.voltages.map(mV => mV / 1000).filter(v => v < CELL_UNKNOWN_V)
  draft.batteryV = volts.length === 0 ? null : volts.reduce((sum, v) => sum + v, 0)
  const { chargeState } = fields
  // A field of its own that came late to the protocol: from an autopilot without it nothing, and that is not "no".
  draft.charging = chargeState === BatteryChargeState.undefined ? null : chargeState === BatteryChargeState.charging
  if (chargeState === BatteryChargeState.undefined) return []
  const isLow = chargeState >= BatteryChargeState.low && chargeState < BatteryChargeState.charging
  return noteBattery(draft, { batteryLow: isLow || draft.health.batteryLow === true }, draft.batteryV)
}

const preArmOf = (fields: Readonly<MessageFields['SYS_STATUS']>): PreArm | null => {
  if ((fields.onboardControlSensorsPresent & MAV_SYS_STATUS_PREARM_CHECK) === 0) return null
  if ((fields.onboardControlSensorsEnabled & MAV_SYS_STATUS_PREARM_CHECK) === 0) return 'off'
  return (fields.onboardControlSensorsHealth & MAV_SYS_STATUS_PREARM_CHECK) === 0 ? 'failed' : 'passed'
}

export const onSysStatus = (draft: BatteryDraft, fields: Readonly<MessageFields['SYS_STATUS']>): SessionEvent[] => {
  const { onboardControlSensorsEnabled: enabled, onboardControlSensorsHealth: healthy } = fields
  const preArm = preArmOf(fields)
  const preArmTexts = preArm === 'passed' ? [] : draft.health.preArmTexts
  const batteryUnhealthy = (enabled & MAV_SYS_STATUS_BATTERY) === 0 ? null : (healthy & MAV_SYS_STATUS_BATTERY) === 0
  return noteBattery(draft, { preArm, preArmTexts, batteryUnhealthy }, draft.batteryV)
}

export const onHealthText = (draft: BatteryDraft, text: string, monotonicMs: number): SessionEvent[] => {
  const { health } = draft
  const [, failed] = PRE_ARM_TEXT.exec(text) ?? []
  if (failed !== undefined) {
    const others = health.preArmTexts.filter(
      other => other.text !== failed && monotonicMs - other.atMs < PRE_ARM_TEXT_MS,
    )
    draft.health = { ...health, preArmTexts: [...others, { atMs: monotonicMs, text: failed }].slice(-MOST_TEXTS) }
  }
  const [, volts] = BATTERY_LOW_TEXT.exec(text) ?? []
  return volts === undefined ? [] : noteBattery(draft, { batteryLow: true }, Number(volts))
}
