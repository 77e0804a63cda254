/**
 * What a mower that runs OpenMower reports, and how it is stopped, started and sent home. Its reports carry no time and no number, so each counts
 * from when it arrives. Retained ones count for nothing, but for a list of actions, which may say what is offered.
 */
import type { DriveMode, MachineActivity, VehicleCapabilities } from '@greensward/domain'
import { type LonLat, utmFrame } from '@greensward/geometry'
import { BrokerMachine, MAX_STOP_TRIES } from '../broker/brokerMachine.ts'
import type { MachineConfig, MachinePorts, MachineProtocol } from '../broker/machineProtocol.ts'
import { OpenMowerOwnMap } from './ownMap.ts'
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

/** It mows the areas of its own map; which of them is set on the machine and not from here. */
export const openMowerCapabilities: VehicleCapabilities = {
  followsPath: false,
  mowsWorkArea: false,
  mowsOwnMap: true,
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

const openMowerProtocol = ({ prefix, datum }: OpenMowerConfig, ownMap: OpenMowerOwnMap): MachineProtocol => {
  const topics = openMowerTopics(prefix)
  const frame = utmFrame(datum)
  let evidence: StopEvidence | undefined
  return {
    paths: null,
    ownMap,
    topics: [topics.state, topics.actions],
    capabilities: openMowerCapabilities,
    stopTryMs: STOP_TRY_MS,
    receive: (topic, payload, isRetained) => {
      if (topic === topics.actions) {
        const offered = readActions(payload)
        if (offered === undefined) return {}
        ownMap.offers(offered)
        if (!isRetained) evidence?.actions(offered)
        return {}
      }
      if (isRetained) return {}
      const robot = topic === topics.state ? readRobotState(payload) : undefined
      if (robot === undefined) return {}
      ownMap.reports(robot)
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

export const createOpenMower = (config: OpenMowerConfig, ports: MachinePorts): BrokerMachine => {
  const { action } = openMowerTopics(config.prefix)
  const ownMap = new OpenMowerOwnMap({
    clock: ports.clock,
    send: payload => ports.send(action, payload),
    stopIs: () => machine.stopIs,
    stop: reason => machine.stopForSafety(reason),
    endStop: () => machine.endStop(),
  })
  const machine: BrokerMachine = new BrokerMachine(config, openMowerProtocol(config, ownMap), ports)
  return machine
}
