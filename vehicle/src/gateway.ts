/**
 * Vehicle: the only package that knows MAVLink. Its entry point is the gateway: the links to the mowers, the state of
 * each mower, and the few commands it accepts. It owns no database and knows neither courses nor people. After a restart
 * it listens and reads, and repeats no command.
 */

import { POSITION_INTERVAL_MS } from './commands/telemetryRates.ts'
import { createCorrections } from './corrections/corrections.ts'
import type { GatewayEvent } from './events.ts'
import type { Gateway, GatewayOptions } from './gatewayTypes.ts'
import { sameKey } from './keys/keyRing.ts'
import { type Link, type LinkConfig, openLink, type Peer } from './link/index.ts'
import {
  createFrameParser,
  encodeFrame,
  type Frame,
  type FrameParser,
  GROUND_STATION_SYSTEM_ID,
  MAV_COMP_AUTOPILOT,
} from './mavlink/index.ts'
import { HEARTBEAT_MS, Mower, type MowerConfig, stationHeartbeat, stationSender } from './mower.ts'
import { mowerRequests, mowerStops } from './mowerRequests.ts'
import { createUnknownVehicles } from './unknownVehicles.ts'

export type { VehicleAdapter } from './adapter.ts'
export { type Clock, systemClock } from './clock.ts'
export type { Outcome, Rejection } from './commands/outcome.ts'
export {
  ForbiddenAddress,
  type NtripClient,
  type NtripOptions,
  type NtripState,
  openNtrip,
} from './corrections/ntrip.ts'
export type { NtripProblem } from './corrections/ntripConnection.ts'
export type { FrameRefusal, GatewayEvent, SafetyReason } from './events.ts'
export type { Gateway, GatewayOptions, StopAllOutcome, UploadOptions } from './gatewayTypes.ts'
export type { MowerKeys } from './keys/keyRing.ts'
export type { LinkConfig } from './link/index.ts'
export { mavlinkAdapter, mavlinkCapabilities } from './mavlinkAdapter.ts'
export {
  type Blade,
  bladeSetBy,
  contextOf,
  firstDifference,
  type ItemContext,
  lastWaypointSeq,
  type MissionItem,
} from './mission/missionItem.ts'
export {
  type Drive,
  type DriveSegment,
  MAX_MISSION_ITEMS,
  type MissionStep,
  missionItems,
  missionParts,
  stepAt,
  type TranslatedMission,
} from './mission/translate.ts'
export type { MowerConfig } from './mower.ts'
export type { StopOutcome } from './safety/emergencyStop.ts'
export type { FailsafeLine, FailsafeReport, FailsafeVerdict } from './safety/failsafeReport.ts'
export { stopAllOutcome } from './safety/stopAllOutcome.ts'
export type { StatusText } from './state/statusTexts.ts'
export type { VehicleState } from './state/vehicleState.ts'
export { type Fence, MAX_FENCE_ITEMS } from './transfer/fence.ts'
export type { UnknownVehicle } from './unknownVehicles.ts'

const sameMachine = (a: MowerConfig, b: MowerConfig): boolean =>
  a.systemId === b.systemId && JSON.stringify(a.blade) === JSON.stringify(b.blade)

/** The key is unchanged, or the mower may still use the old one: a stop under it reaches the same mower. */
const mayKeepLink = (before: MowerConfig, after: MowerConfig): boolean =>
  [after.signingKey, ...(after.formerKeys ?? [])].some(key => sameKey(key, before.signingKey))

const linkName = (config: LinkConfig): string =>
  config.kind === 'serial' ? `serial:${config.path}` : `${config.kind}:${config.host}:${config.port}`

export const createGateway = (options: GatewayOptions): Gateway => {
  const { clock, positionIntervalMs = POSITION_INTERVAL_MS } = options
  const mowers = new Map<string, Mower>()
  const bySystemId = new Map<number, Mower>()
  const corrections = createCorrections()
  const parsers = new WeakMap<Peer, FrameParser>()
  let links: Link[] = []
  let heartbeatTimer: unknown
  let isOpen = false
  const unknownVehicles = createUnknownVehicles(clock, () => isOpen)

  /** A listener that throws has a bug of its own; it is thrown on, but not through a stop that is going out. */
  const onEvent = (event: GatewayEvent): void => {
    try {
      options.onEvent(event)
    } catch (error) {
      queueMicrotask(() => {
        throw error
      })
    }
  }

  const addMower = (config: MowerConfig): void => {
    const mower = new Mower(config, { clock, positionIntervalMs, onEvent, isOpen: () => isOpen })
    mowers.set(config.id, mower)
    bySystemId.set(config.systemId, mower)
    const lastSeen = unknownVehicles.take(config.systemId)
    if (lastSeen !== undefined) mower.adopt(lastSeen)
  }

  const removeMower = (mower: Mower): void => {
    mower.close()
    mowers.delete(mower.config.id)
    if (bySystemId.get(mower.config.systemId) === mower) bySystemId.delete(mower.config.systemId)
  }

  const onFrame = (peer: Peer, linkIndex: number, frame: Frame): void => {
    if (frame.systemId === GROUND_STATION_SYSTEM_ID || frame.componentId !== MAV_COMP_AUTOPILOT) return
    const mower = bySystemId.get(frame.systemId)
    unknownVehicles.receive(frame, peer, linkIndex, mower === undefined || mower.isElsewhere(peer))
    mower?.receive(frame, peer, linkIndex)
  }

  const onBytes = (linkIndex: number, peer: Peer, bytes: Uint8Array): void => {
    let parser = parsers.get(peer)
    if (parser === undefined) {
      parser = createFrameParser(frame => onFrame(peer, linkIndex, frame))
      parsers.set(peer, parser)
    }
    parser.push(bytes)
  }

  const onPeerGone = (peer: Peer): void => {
    for (const mower of mowers.values()) mower.peerGone(peer)
  }

  const beatAll = (): void => {
    let nextMs = HEARTBEAT_MS
    for (const mower of mowers.values()) nextMs = Math.min(nextMs, mower.beat())
    for (const [index, link] of links.entries()) for (const remote of link.remotes) speakFirst(remote, index)
    heartbeatTimer = clock.setTimeout(beatAll, nextMs)
  }

  /** A vehicle that listens needs a message from the station before it knows where to send. */
  const speakFirst = (remote: Peer, linkIndex: number): void => {
    for (const mower of mowers.values()) if (mower.linkIndex === linkIndex) return
    remote.send(encodeFrame(stationHeartbeat, stationSender, 0))
  }

  return {
    open: async () => {
      isOpen = true
      try {
        for (const [index, config] of options.links.entries()) {
          const link = await (options.openLink ?? openLink)(config, clock, {
            onBytes: (peer, bytes) => onBytes(index, peer, bytes),
            onPeerGone,
            onError: message => onEvent({ kind: 'linkError', link: linkName(config), message }),
          })
          links.push(link)
        }
      } catch (error) {
        await Promise.all(links.map(link => link.close()))
        links = []
        isOpen = false
        throw error
      }
      beatAll()
    },
    close: async () => {
      isOpen = false
      clock.clearTimeout(heartbeatTimer)
      for (const mower of [...mowers.values()]) removeMower(mower)
      await Promise.all(links.map(link => link.close()))
      links = []
    },
    ports: () => links.map(link => link.port),
    setMowers: configs => {
      const wanted = new Map(configs.map(config => [config.id, config]))
      for (const mower of [...mowers.values()]) {
        const config = wanted.get(mower.config.id)
        if (config !== undefined && sameMachine(config, mower.config) && mayKeepLink(mower.config, config)) {
          mower.setKeys(config)
        } else removeMower(mower)
      }
      for (const config of configs) if (!mowers.has(config.id)) addMower(config)
    },
    state: mowerId => {
      const mower = mowers.get(mowerId)
      return mower?.state()
    },
    states: () => [...mowers.values()].map(mower => mower.state()),
    unknownVehicles: () => unknownVehicles.list.filter(({ systemId }) => !bySystemId.has(systemId)),
    ...mowerStops(clock, mowers, bySystemId, unknownVehicles),
    ...mowerRequests(mowers),
    sendCorrections: (rtcm, mowerIds) => {
      for (const fragment of corrections.fragments(rtcm)) {
        for (const mower of mowers.values()) {
          if (mowerIds === undefined || mowerIds.includes(mower.config.id)) mower.transmit(fragment)
        }
      }
    },
  }
}
