/** Mowers on MAVLink as machines like any other: the gateway behind the interface of all adapters. */
import type { VehicleCapabilities } from '@greensward/domain'
import type { VehicleAdapter } from './adapter.ts'
import { MAX_TRIES } from './commands/conversation.ts'
import { POSITION_INTERVAL_MS } from './commands/telemetryRates.ts'
import type { Gateway } from './gatewayTypes.ts'
import { TRY_MS } from './safety/emergencyStop.ts'

/** ArduPilot Rover over a link of our own. @param positionIntervalMs how often each is asked to say where it is */
export const mavlinkCapabilities = (positionIntervalMs = POSITION_INTERVAL_MS): VehicleCapabilities => ({
  followsPath: true,
  mowsWorkArea: false,
  positionRateHz: 1_000 / positionIntervalMs,
  stopLatency: { via: 'directLink', withinS: (MAX_TRIES * TRY_MS) / 1_000 },
  blade: 'switched',
  charge: 'atBase',
  returnToBase: 'alongPath',
  fence: true,
  signing: true,
})

type Spoken = Pick<Gateway, 'state' | 'upload' | 'start' | 'resume' | 'stop' | 'stopAll'>

/** Of the gateway itself and of the one in a thread alike. */
export const mavlinkAdapter = (gateway: Spoken, positionIntervalMs?: number): VehicleAdapter => {
  const capabilities = mavlinkCapabilities(positionIntervalMs)
  return {
    capabilitiesOf: id => (gateway.state(id) === undefined ? undefined : capabilities),
    telemetryOf: id => gateway.state(id)?.telemetry,
    stop: id => gateway.stop(id),
    stopAll: () => gateway.stopAll(),
    paths: {
      upload: (id, items, options) => gateway.upload(id, items, options),
      start: id => gateway.start(id),
      resume: (id, seq) => gateway.resume(id, seq),
    },
    areas: null,
    ownMap: null,
  }
}
