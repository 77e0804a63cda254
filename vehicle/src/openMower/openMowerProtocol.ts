/**
 * What a mower that runs OpenMower reports, and how it is stopped. Its reports carry no time and no number, so each counts
 * from when it arrives; retained ones count for nothing.
 */
import type { DriveMode, MachineActivity, VehicleCapabilities } from '@greensward/domain'
import { type LonLat, utmFrame } from '@greensward/geometry'
import {
  BrokerMachine,
  MAX_STOP_TRIES,
  type MachineConfig,
  type MachinePorts,
  type MachineProtocol,
} from '../broker/brokerMachine.ts'
import { activityOf, readActions, readRobotState } from './readMessages.ts'
import { type StopEvidence, stopEvidence } from './stopRequest.ts'
import { openMowerTopics, STOP_ACTIONS } from './topics.ts'

export interface OpenMowerConfig extends MachineConfig {
  /** `OM_DATUM_LONG` and `OM_DATUM_LAT` of the mower: the origin of its map. */
  readonly datum: LonLat
  readonly prefix: string
}

/** It reports once a second, and a pause takes it up to a second. */
const STOP_TRY_MS = 2_000

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

const MODES: Partial<Record<MachineActivity, DriveMode>> = {
  mowing: 'auto',
  leaving: 'auto',
  goingHome: 'rtl',
  paused: 'hold',
  idle: 'hold',
  charging: 'hold',
  recording: 'manual',
}
const DRIVING: ReadonlySet<string> = new Set(['MOWING', 'UNDOCKING', 'DOCKING', 'PARKING'])

const openMowerProtocol = ({ prefix, datum }: OpenMowerConfig): MachineProtocol => {
  const topics = openMowerTopics(prefix)
  const frame = utmFrame(datum)
  let evidence: StopEvidence | undefined
  return {
    paths: null,
    topics: [topics.state, topics.actions],
    capabilities: openMowerCapabilities,
    stopTryMs: STOP_TRY_MS,
    receive: (topic, payload, isRetained) => {
      if (isRetained) return {}
      if (topic === topics.actions) {
        const offered = readActions(payload)
        if (offered !== undefined) evidence?.actions(offered)
        return {}
      }
      const robot = topic === topics.state ? readRobotState(payload) : undefined
      if (robot === undefined) return {}
      const { behaviour, xy, headingDeg, accuracyM, battery, isCharging } = robot
      const activity = activityOf(robot)
      return {
        report: {
          activity,
          mode: MODES[activity] ?? 'other',
          isDriving: DRIVING.has(behaviour),
          at: xy === null ? null : { position: frame.toLonLat(xy), xy },
          telemetry: { headingDeg, accuracyM, battery, charging: isCharging },
        },
        acknowledges: evidence?.state(behaviour) === true,
      }
    },
    forgetStop: () => {
      evidence = stopEvidence()
    },
    stopMessages: () => STOP_ACTIONS.map(payload => ({ topic: topics.action, payload })),
    refusal: () => undefined,
  }
}

export const createOpenMower = (config: OpenMowerConfig, ports: MachinePorts): BrokerMachine =>
  new BrokerMachine(config, openMowerProtocol(config), ports)
