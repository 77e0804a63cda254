/** Machines of one protocol on brokers, behind the interface of all adapters. They are shown and stopped; nothing is started. */
import type { VehicleAdapter } from '../adapter.ts'
import type { Clock } from '../clock.ts'
import type { StopOutcome } from '../safety/emergencyStop.ts'
import type { BrokerMachine } from './brokerMachine.ts'

const notKnown = (clock: Clock): StopOutcome => ({
  requestedAtMs: clock.nowMs(),
  acknowledged: false,
  acknowledgedAtMs: null,
  standingStill: false,
  tries: 0,
  reason: 'neverReceived',
  message: 'No mower has this id.',
})

export const brokerAdapter = (machines: ReadonlyMap<string, BrokerMachine>, clock: Clock): VehicleAdapter => ({
  capabilitiesOf: id => machines.get(id)?.protocol.capabilities,
  telemetryOf: id => machines.get(id)?.state().telemetry,
  stop: async id => (await machines.get(id)?.stop()) ?? notKnown(clock),
  stopAll: async () => {
    const all = [...machines].map(async ([id, machine]) => ({ id, outcome: await machine.stop() }))
    const outcomes = await Promise.all(all)
    return {
      stopped: outcomes.filter(({ outcome }) => outcome.acknowledged).map(({ id }) => id),
      notStopped: outcomes
        .filter(({ outcome }) => !outcome.acknowledged)
        .map(({ id, outcome }) => ({ id, reason: outcome.reason ?? 'noAnswer' })),
    }
  },
  paths: null,
  areas: null,
})
