import type { Fleet } from '../fleetState.ts'

/**
 * The gateway has started again and knows nothing: missions are set against what their mowers really do, as after a
 * restart of the server. Nothing is sent to a mower. A start that was on its way has failed and says so itself.
 */
export const readAgain = (fleet: Fleet): void => {
  for (const active of fleet.active.values()) {
    active.progress.interrupt()
    active.adoption = undefined
    active.isInside = false
    if (!fleet.starting.has(active.mowerId)) active.isUnconfirmed = true
  }
}
