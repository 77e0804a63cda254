/**
 * Vehicle: the only room that knows MAVLink. Its door is the gateway: links to mowers, what is known of each, and the
 * few things that may be asked of them. It owns no database, knows no courses and no people, and repeats nothing after
 * a restart: it listens and reads.
 */
import type { Result } from '@greensward/domain'
import type { LonLat } from '@greensward/geometry'
import type { Clock } from './clock.ts'
import { createCorrections } from './corrections.ts'
import type { StopOutcome } from './emergencyStop.ts'
import type { GatewayEvent } from './events.ts'
import type { FailsafeReport } from './failsafeReport.ts'
import { type Fence, fenceItems, fenceProblem } from './fence.ts'
import { sameKey } from './keyRing.ts'
import { type Link, type LinkConfig, openLink, type Peer } from './link/index.ts'
import {
  createFrameParser,
  encodeFrame,
  type Frame,
  type FrameParser,
  GROUND_STATION_SYSTEM_ID,
  MAV_COMP_AUTOPILOT,
} from './mavlink/index.ts'
import type { MissionItem } from './missionItem.ts'
import { HEARTBEAT_MS, Mower, type MowerConfig, stationHeartbeat, stationSender } from './mower.ts'
import { noAnswer, type Outcome, type Rejection, rejected } from './outcome.ts'
import type { Session } from './session.ts'
import { POSITION_INTERVAL_MS } from './telemetryRates.ts'
import { createUnknownVehicles, type UnknownVehicle } from './unknownVehicles.ts'
import type { VehicleState } from './vehicleState.ts'

export { type Clock, systemClock } from './clock.ts'
export type { StopOutcome } from './emergencyStop.ts'
export type { FrameRefusal, GatewayEvent, SafetyReason } from './events.ts'
export type { FailsafeLine, FailsafeReport, FailsafeVerdict } from './failsafeReport.ts'
export { type Fence, MAX_FENCE_ITEMS } from './fence.ts'
export type { MowerKeys } from './keyRing.ts'
export type { LinkConfig } from './link/index.ts'
export {
  type Blade,
  contextOf,
  firstDifference,
  type ItemContext,
  lastWaypointSeq,
  type MissionItem,
} from './missionItem.ts'
export type { MowerConfig } from './mower.ts'
export {
  ForbiddenAddress,
  type NtripClient,
  type NtripOptions,
  type NtripProblem,
  type NtripState,
  openNtrip,
} from './ntrip.ts'
export type { Outcome, Rejection } from './outcome.ts'
export type { StatusText } from './statusTexts.ts'
export {
  type Drive,
  type DriveSegment,
  MAX_MISSION_ITEMS,
  type MissionStep,
  missionItems,
  missionParts,
  stepAt,
  type TranslatedMission,
} from './translate.ts'
export type { UnknownVehicle } from './unknownVehicles.ts'
export type { VehicleState } from './vehicleState.ts'

export interface GatewayOptions {
  readonly links: readonly LinkConfig[]
  readonly clock: Clock
  /** How often each mower is asked to say where it is, 25 to 1000 ms; 200 ms when left out. */
  readonly positionIntervalMs?: number
  /** Called at once, in order. */
  readonly onEvent: (event: GatewayEvent) => void
  /** Another way to open links than sockets, for tests. */
  readonly openLink?: typeof openLink
}

export interface UploadOptions {
  readonly signal?: AbortSignal
  readonly onProgress?: (sent: number, total: number) => void
}

export interface StopAllOutcome {
  readonly stopped: readonly string[]
  readonly notStopped: readonly { readonly id: string; readonly reason: string }[]
}

export interface Gateway {
  /** Opens all links; rejects when one cannot be opened. */
  open(): Promise<void>
  close(): Promise<void>
  /** The ports that were opened, in the order of the configured links. */
  ports(): readonly number[]
  /**
   * Adds, updates and removes mowers; one whose system id and blade stay the same goes on undisturbed, also while its key
   * is changed and the one before is named among the former ones.
   */
  setMowers(configs: readonly MowerConfig[]): void
  state(mowerId: string): VehicleState | undefined
  states(): readonly VehicleState[]
  unknownVehicles(): readonly UnknownVehicle[]
  /**
   * Uploads, reads back and compares. Of more items than the mower can hold the first part goes up. At the end of each
   * part the mower stands with its blade off, is given the next one and drives on by the same start; everything here and
   * in the telemetry counts the items given here.
   */
  upload(mowerId: string, items: readonly MissionItem[], options?: UploadOptions): Promise<Outcome>
  /** Of a mission longer than the mower's memory, of which a part is found on board: the whole of it. */
  download(mowerId: string): Promise<Result<readonly MissionItem[], Rejection>>
  /**
   * After a restart: reads what is on board and, when it is this mission or a part of it, takes it for this one from then
   * on. A mower that drives a part found like this stands at its end until a person lets it resume. Any other is
   * `anotherMission`.
   */
  adoptMission(mowerId: string, items: readonly MissionItem[]): Promise<Outcome>
  /** From the beginning of the mission on board, or from the waypoint at or after `fromSeq`. */
  start(mowerId: string, options?: { readonly fromSeq?: number }): Promise<Outcome>
  /** Goes on towards waypoint `seq`, with the blade and the speed of that place of the mission. */
  resume(mowerId: string, seq: number): Promise<Outcome>
  /** Never queued, never refused; resolves when acknowledged or after three tries. */
  stop(mowerId: string): Promise<StopOutcome>
  stopAll(): Promise<StopAllOutcome>
  /**
   * Stops a mower whether or not it is among the configured ones, as when another station that speaks for it is deaf or
   * gone. Nothing else is sent to one that is not.
   * @returns undefined where it is not configured and was not heard lately, and nothing was sent
   */
  stopHeard(config: MowerConfig): Promise<StopOutcome> | undefined
  /** Stops, disarms and erases the mission on the mower. */
  clear(mowerId: string): Promise<Outcome>
  /** Off always works; on only while the mower drives a mission with RTK. */
  setBlade(mowerId: string, on: boolean): Promise<Outcome>
  readParameter(mowerId: string, name: string): Promise<Result<number, Rejection>>
  /** Several at once; those that the mower does not have are not in the answer. */
  readParameters(mowerId: string, names: readonly string[]): Promise<Result<ReadonlyMap<string, number>, Rejection>>
  /** Accepted when it is read back as wanted; five tries. FENCE_ENABLE above 0 does what `enableFence` does. */
  setParameter(mowerId: string, name: string, value: number): Promise<Outcome>
  /** What the mower does by itself when something fails, line by line beside what is wanted. */
  failsafeReport(mowerId: string): Promise<Result<FailsafeReport, Rejection>>
  /**
   * Gives the mower a fence of its own: inside the boundary, outside every obstacle; read back and compared. It is
   * heeded once it is switched on. Null takes the fence away.
   */
  uploadFence(mowerId: string, fence: Fence | null): Promise<Outcome>
  /**
   * Switches the mower's fence on, with all that it needs: polygons only, hold outside, no braking before the edge; each
   * read back. The fence must hold the mower's place and its way, or it holds at once. Off leaves the other settings.
   */
  enableFence(mowerId: string, on: boolean): Promise<Outcome>
  /**
   * Passes RTK corrections on, to all mowers that are heard or to some: whole RTCM 3 messages, in the order they came.
   */
  sendCorrections(rtcm: Uint8Array, mowerIds?: readonly string[]): void
  /**
   * Gives the mower the signing key it is configured with, over the link as it is, or ends the signing where it is to
   * have none; only while it is disarmed. Accepted once it has answered under it. Until then, as long as its former keys
   * are configured, it is believed and stopped under each of them, and not started.
   */
  giveSigningKey(mowerId: string): Promise<Outcome>
  /** Only where it stands in HOLD, as a finished mission leaves it. */
  disarm(mowerId: string): Promise<Outcome>
  /** A person says that the other sender, which `state` names, is this very machine: it is bound to that one. */
  acceptSender(mowerId: string): Promise<Outcome>
  /** Restarts a disarmed autopilot that stands: some of its parameters count from then on. Accepted once it is heard anew. */
  reboot(mowerId: string): Promise<Outcome>
  /**
   * The ring the mower may be in while it drives a mission; outside it is stopped. Null watches nothing.
   * @param bladeOff the wider ring that counts while the blade is known to be off; left out, there is one ring for both
   */
  setBoundary(mowerId: string, boundary: readonly LonLat[] | null, bladeOff?: readonly LonLat[] | null): void
}

const unknownMower = rejected('unknownMower', 'There is no mower with that id.')

const sameMachine = (a: MowerConfig, b: MowerConfig): boolean =>
  a.systemId === b.systemId && JSON.stringify(a.blade) === JSON.stringify(b.blade)

/** The key it had is one that it may have still, or nothing changed: whoever is stopped under it is the same mower. */
const mayKeepLink = (before: MowerConfig, after: MowerConfig): boolean =>
  [after.signingKey, ...(after.formerKeys ?? [])].some(key => sameKey(key, before.signingKey))

const linkName = (config: LinkConfig): string =>
  config.kind === 'serial' ? `serial:${config.path}` : `${config.kind}:${config.host}:${config.port}`

/** Two senders claim to be one mower: it counts as stopped once both have acknowledged. */
const bothStopped = async (own: Promise<StopOutcome>, other: Promise<StopOutcome>): Promise<StopOutcome> => {
  const [first, second] = await Promise.all([own, other])
  const unanswered = first.acknowledged ? second : first
  return {
    ...unanswered,
    acknowledged: first.acknowledged && second.acknowledged,
    standingStill: first.standingStill && second.standingStill,
    tries: Math.max(first.tries, second.tries),
  }
}

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
    const heard = unknownVehicles.take(config.systemId)
    if (heard !== undefined) mower.adopt(heard)
  }

  const removeMower = (mower: Mower): void => {
    mower.close()
    mowers.delete(mower.config.id)
    if (bySystemId.get(mower.config.systemId) === mower) bySystemId.delete(mower.config.systemId)
  }

  const onFrame = (peer: Peer, linkIndex: number, frame: Frame): void => {
    if (frame.systemId === GROUND_STATION_SYSTEM_ID || frame.componentId !== MAV_COMP_AUTOPILOT) return
    const mower = bySystemId.get(frame.systemId)
    unknownVehicles.hear(frame, peer, linkIndex, mower === undefined || mower.isElsewhere(peer))
    mower?.hear(frame, peer, linkIndex)
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

  /** Vehicles that listen need to hear the station before they know where to send. */
  const speakFirst = (remote: Peer, linkIndex: number): void => {
    for (const mower of mowers.values()) if (mower.linkIndex === linkIndex) return
    remote.send(encodeFrame(stationHeartbeat, stationSender, 0))
  }

  const asked = (mowerId: string, ask: (session: Session) => Promise<Outcome>): Promise<Outcome> => {
    const mower = mowers.get(mowerId)
    if (mower === undefined) return Promise.resolve(unknownMower)
    if (mower.linkIndex === null) return Promise.resolve(noAnswer('The mower has never been heard.'))
    return ask(mower.session)
  }

  const read = <T>(
    mowerId: string,
    ask: (session: Session) => Promise<Result<T, Rejection>>,
  ): Promise<Result<T, Rejection>> => {
    const mower = mowers.get(mowerId)
    return mower === undefined ? Promise.resolve({ ok: false, error: unknownMower }) : ask(mower.session)
  }

  const stop = (mowerId: string): Promise<StopOutcome> => {
    const mower = mowers.get(mowerId)
    if (mower !== undefined) {
      const own = mower.session.stop()
      // Whoever else claims to be this mower may be the one that mows.
      const other = unknownVehicles.stop(mower.config)
      return other !== undefined && mower.hasOtherSender ? bothStopped(own, other) : own
    }
    return Promise.resolve({
      requestedAtMs: clock.nowMs(),
      acknowledged: false,
      acknowledgedAtMs: null,
      standingStill: false,
      tries: 0,
      reason: 'neverHeard',
      message: unknownMower.message,
    })
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
    upload: (mowerId, items, upload = {}) => asked(mowerId, session => session.upload(items, upload)),
    download: mowerId => read(mowerId, session => session.download()),
    adoptMission: (mowerId, items) => asked(mowerId, session => session.adoptMission(items)),
    start: (mowerId, { fromSeq } = {}) => asked(mowerId, session => session.start(fromSeq)),
    resume: (mowerId, seq) => asked(mowerId, session => session.start(seq)),
    stop,
    stopAll: async () => {
      // All are sent their first stop before the first answer is waited for.
      const all = [...mowers.keys()].map(async id => ({ id, outcome: await stop(id) }))
      const outcomes = await Promise.all(all)
      return {
        stopped: outcomes.filter(({ outcome }) => outcome.acknowledged).map(({ id }) => id),
        notStopped: outcomes
          .filter(({ outcome }) => !outcome.acknowledged)
          .map(({ id, outcome }) => ({ id, reason: outcome.reason ?? 'noAnswer' })),
      }
    },
    stopHeard: config => bySystemId.get(config.systemId)?.session.stop() ?? unknownVehicles.stop(config),
    clear: mowerId => asked(mowerId, session => session.clear()),
    setBlade: (mowerId, on) => asked(mowerId, session => session.setBlade(on)),
    readParameter: (mowerId, name) => read(mowerId, session => session.readParameter(name)),
    readParameters: (mowerId, names) => read(mowerId, session => session.readParameters(names)),
    failsafeReport: mowerId => read(mowerId, session => session.failsafeReport()),
    enableFence: (mowerId, on) => asked(mowerId, session => session.enableFence(on)),
    setParameter: (mowerId, name, value) => asked(mowerId, session => session.setParameter(name, value)),
    uploadFence: (mowerId, fence) => {
      const problem = fence === null ? null : fenceProblem(fence)
      if (problem !== null) {
        return Promise.resolve(rejected('badFence', `A mower cannot be given this fence: ${problem}.`))
      }
      const items = fence === null ? [] : fenceItems(fence)
      return asked(mowerId, session => session.uploadFence(items))
    },
    sendCorrections: (rtcm, mowerIds) => {
      for (const fragment of corrections.fragments(rtcm)) {
        for (const mower of mowers.values()) {
          if (mowerIds === undefined || mowerIds.includes(mower.config.id)) mower.transmit(fragment)
        }
      }
    },
    giveSigningKey: mowerId => {
      const mower = mowers.get(mowerId)
      if (mower === undefined) return Promise.resolve(unknownMower)
      return asked(mowerId, () => mower.giveKey())
    },
    reboot: mowerId => asked(mowerId, session => session.reboot()),
    acceptSender: mowerId => Promise.resolve(mowers.get(mowerId)?.acceptSender() ?? unknownMower),
    disarm: mowerId => asked(mowerId, session => session.disarm()),
    setBoundary: (mowerId, boundary, bladeOff) => mowers.get(mowerId)?.session.setBoundary(boundary, bladeOff),
  }
}
