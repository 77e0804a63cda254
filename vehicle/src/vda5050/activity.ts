/** What a mower does, by its last state. VDA 5050 has no word for mowing. */
import type { DriveMode, MachineActivity } from '@greensward/domain'
import type { MachineState } from './readMessages.ts'

const byHand = ({ operatingMode }: MachineState): boolean => operatingMode === 'manual' || operatingMode === 'service'

/** At rest is what it cannot leave by itself. */
export const activityOf = (state: MachineState): MachineActivity => {
  const { driving, operatingMode, emergencyStop, errors, charging, paused, hasOrder } = state
  if (operatingMode === 'teachIn') return 'recording'
  if (byHand(state)) return 'byHand'
  if (driving !== false) return driving === true ? 'working' : 'unknown'
  if (emergencyStop === 'manual' || emergencyStop === 'remote' || errors.some(({ isFatal }) => isFatal)) return 'failed'
  if (paused === true) return 'paused'
  if (hasOrder === true) return 'working'
  // It continues by itself once what caused it is gone, and nothing says that there is no order to continue with.
  if (hasOrder === null || operatingMode === null) return 'unknown'
  return charging === true ? 'charging' : 'idle'
}

export const modeOf = (state: MachineState): DriveMode => {
  if (byHand(state) || state.operatingMode === 'teachIn') return 'manual'
  if (state.driving === true) return 'auto'
  return state.driving === false && activityOf(state) !== 'working' ? 'hold' : 'other'
}
