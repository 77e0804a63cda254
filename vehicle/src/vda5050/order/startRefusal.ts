/** Why a mower is not started now: each fact has to be known, fresh and good. */
import type { OwnState } from '@greensward/domain'
import { MOST_DEVIATION_M } from '../../broker/brokerMachine.ts'
import { type Rejected, rejected } from '../../commands/outcome.ts'
import type { MachineState } from '../readMessages.ts'
import type { Order } from './makeOrder.ts'
import type { OrderPorts } from './orderPorts.ts'

/** As for every mower (SAFE-3). */
const FRESH_MS = 3_000

const refusalOf = (
  { operatingMode, emergencyStop, fieldViolation, errors, driving, battery, paused }: MachineState,
  isOurPause: boolean,
): Rejected | null => {
  const refusals: readonly (readonly [boolean, string, string])[] = [
    [operatingMode !== 'automatic', 'notAutomatic', 'The mower is not in its automatic mode.'],
    [emergencyStop !== 'none', 'emergencyStop', 'The emergency stop of the mower is not released.'],
    [fieldViolation !== false, 'fieldViolation', 'Something is in the protective field of the mower.'],
    [errors.some(({ isFatal }) => isFatal), 'machineFailed', 'The mower reports that it has failed.'],
    [driving !== false, 'drives', 'The mower drives.'],
    [battery === null, 'noBattery', 'The charge of the mower is unknown.'],
    [paused === null, 'pauseUnknown', 'The mower does not report whether it is paused.'],
    [paused === true && !isOurPause, 'pausedElsewhere', 'The mower was paused at the machine or by its own control.'],
  ]
  const found = refusals.find(([isSo]) => isSo)
  return found === undefined ? null : rejected(found[1], found[2])
}

/** For the pre-start checks; what is missing here is unknown. */
export const OWN_STATES: Readonly<Record<string, OwnState>> = {
  notOnline: 'notConnected',
  stopNotAcknowledged: 'stopPending',
  noPosition: 'noPosition',
  inaccurate: 'inaccurate',
  notAutomatic: 'notAutomatic',
  emergencyStop: 'emergencyStop',
  fieldViolation: 'fieldBlocked',
  machineFailed: 'fault',
  drives: 'busy',
  pausedElsewhere: 'pausedElsewhere',
  hasOrder: 'hasOrder',
}

/** @param given the order that the mower has by now; without one it must not have any */
export const startRefusal = (ports: OrderPorts, isOurPause: boolean, given?: Order): Rejected | null => {
  const state = ports.state()
  if (state === undefined || state.ageMs > FRESH_MS)
    return rejected('staleReport', 'The mower did not report its state within 3 s.')
  if (!ports.isOnline()) return rejected('notOnline', 'The broker does not report the mower as connected.')
  if (ports.stopIs() !== 'none') return rejected('stopNotAcknowledged', 'The mower did not acknowledge its last stop.')
  if (ports.position() === null) return rejected('noPosition', 'The position of the mower is unknown.')
  const accuracyM = ports.accuracyM()
  if (accuracyM === null || accuracyM > MOST_DEVIATION_M)
    return rejected('inaccurate', `The mower does not report its position to ${MOST_DEVIATION_M} m.`)
  const { is } = state
  const refusal = refusalOf(is, isOurPause)
  if (refusal !== null) return refusal
  if (given !== undefined)
    return is.orderId === given.orderId && is.paused === true
      ? null
      : rejected('orderGone', 'The mower does not hold its order at a pause any more.')
  // An order of another control, or one that it does not report, would drive by the same end of the pause.
  return is.hasOrder === false ? null : rejected('hasOrder', 'The mower has an order that was not given here.')
}
