/** The last words of each autopilot, for the reason why it left AUTO by itself. */

import type { DriveMode } from '@greensward/domain'
import type { Said } from '@greensward/messages'
import type { Clock } from '../../../platform/context.ts'
import { why } from '../../../shared/missionLife/why.ts'

export interface AutopilotSaid {
  text(mowerId: string, severity: number, text: string): void
  /** @returns whether the mower had left AUTO a moment before, with another reason */
  battery(mowerId: string, volts: number | null): boolean
  whyLeft(mowerId: string, mode: DriveMode): Said
}

/** MAV_SEVERITY; a higher number is less grave. */
const WARNING = 4
/** Words and the change of mode they belong to arrive within this time. */
const TOGETHER_MS = 5_000

export const voltsIn = (volts: number | null): { readonly volts: number | string } => ({
  volts: volts === null ? '?' : Math.round(volts * 10) / 10,
})

export const createAutopilotSaid = (clock: Pick<Clock, 'now'>): AutopilotSaid => {
  const texts = new Map<string, { readonly atMs: number; readonly text: string }>()
  const batteries = new Map<string, { readonly atMs: number; readonly volts: number | null }>()
  const lefts = new Map<string, number>()
  const nowMs = (): number => clock.now().getTime()
  const isRecent = (atMs: number | undefined): boolean => atMs !== undefined && nowMs() - atMs < TOGETHER_MS

  return {
    text: (mowerId, severity, text) => {
      if (severity <= WARNING) texts.set(mowerId, { atMs: nowMs(), text: text.trim() })
    },
    battery: (mowerId, volts) => {
      batteries.set(mowerId, { atMs: nowMs(), volts })
      return isRecent(lefts.get(mowerId))
    },
    whyLeft: (mowerId, mode) => {
      const battery = batteries.get(mowerId)
      if (battery !== undefined && isRecent(battery.atMs))
        return why('batteryFailsafe', { reason: mode, mode, ...voltsIn(battery.volts) })
      lefts.set(mowerId, nowMs())
      const said = texts.get(mowerId)
      return said !== undefined && isRecent(said.atMs)
        ? why('autopilotSaid', { reason: mode, mode, text: said.text })
        : why('leftAuto', { mode })
    },
  }
}
