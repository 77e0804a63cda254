/** Mowers that run OpenMower as machines like any other. They are shown and stopped; nothing is started on them. */
import type { VehicleCapabilities } from '@greensward/domain'
import type { VehicleAdapter } from '../adapter.ts'
import type { Clock } from '../clock.ts'
import type { StopOutcome } from '../safety/emergencyStop.ts'
import { MAX_STOP_TRIES, type OpenMower, STOP_TRY_MS } from './machine.ts'

/** It mows areas of its own map; which of them, and when, is set on the machine and not from here. */
export const openMowerCapabilities: VehicleCapabilities = {
  followsPath: false,
  mowsWorkArea: false,
  positionRateHz: 1,
  stopLatency: { via: 'directLink', withinS: (MAX_STOP_TRIES * STOP_TRY_MS) / 1_000 },
  blade: 'own',
  charge: 'own',
  returnToBase: 'own',
  fence: false,
  signing: false,
}

export const notKnown = (clock: Clock): StopOutcome => ({
  requestedAtMs: clock.nowMs(),
  acknowledged: false,
  acknowledgedAtMs: null,
  standingStill: false,
  tries: 0,
  reason: 'neverReceived',
  message: 'No mower has this id.',
})

export const openMowerAdapter = (machines: ReadonlyMap<string, OpenMower>, clock: Clock): VehicleAdapter => ({
  capabilitiesOf: id => (machines.has(id) ? openMowerCapabilities : undefined),
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
