/** Which machines stopped, of the outcomes of their stops. */
import type { StopAllOutcome } from '../gatewayTypes.ts'
import type { StopOutcome } from './emergencyStop.ts'

export const stopAllOutcome = (
  stops: readonly { readonly id: string; readonly outcome: StopOutcome }[],
): StopAllOutcome => ({
  stopped: stops.filter(({ outcome }) => outcome.acknowledged).map(({ id }) => id),
  notStopped: stops
    .filter(({ outcome }) => !outcome.acknowledged)
    .map(({ id, outcome }) => ({ id, reason: outcome.reason ?? 'noAnswer' })),
})
