/**
 * Vehicles that are received but not controlled here: they are not configured, or another station holds them. They are
 * listed. Nothing is sent to them but a stop.
 */
import { isNotAutopilot } from './ardupilot.ts'
import type { Clock } from './clock.ts'
import type { Conversation } from './commands/conversation.ts'
import { createKeyRing } from './keys/keyRing.ts'
import type { Peer } from './link/index.ts'
import { decodeFrame, type Frame, readFrame } from './mavlink/index.ts'
import { type LastSeen, type MowerConfig, stationSender } from './mower.ts'
import { type StopOutcome, stopRequest, stopVehicle } from './safety/emergencyStop.ts'
import { StateStore } from './state/stateStore.ts'

export interface UnknownVehicle {
  readonly systemId: number
  readonly link: string
  /** Wall time. */
  readonly lastMessageMs: number
  /** Since that message, by the clock that cannot be set. */
  readonly ageMs: number
}

interface SeenVehicle extends Omit<UnknownVehicle, 'ageMs'> {
  readonly peer: Peer
  readonly linkIndex: number
  /** By the clock that cannot be set back. */
  readonly receivedAtMs: number
  /** Its last heartbeat, in bytes of our own. */
  readonly heartbeat: Uint8Array
}

export interface UnknownVehicles {
  readonly list: readonly UnknownVehicle[]
  /** A frame of an autopilot's. @param isUnknown the system id belongs to no mower that is configured here */
  receive(frame: Frame, peer: Peer, linkIndex: number, isUnknown: boolean): void
  /**
   * Removes a vehicle that is configured now.
   * @returns the address of its last message; undefined if none came lately
   */
  take(systemId: number): LastSeen | undefined
  /**
   * Stops a mower that is received here, at once. Only its own acknowledgement counts. From a mower with a key it must be
   * signed with that key and newer than the messages before it.
   * @returns undefined if no message came lately; nothing was sent then
   */
  stop(config: MowerConfig): Promise<StopOutcome> | undefined
}

/** As many as there are system ids. */
const MAX_UNKNOWN = 254
const SEEN_WITHIN_MS = 5_000
/** Apart from the link ids with which mowers that are held are spoken to: each has a row of timestamps of its own. */
const SIGNING_LINK_ID = 0xff

export const createUnknownVehicles = (clock: Clock, isOpen: () => boolean): UnknownVehicles => {
  const known = new Map<number, SeenVehicle>()
  const listening = new Map<number, Set<(frame: Frame, peer: Peer) => void>>()

  const lastSeen = (systemId: number): LastSeen | undefined => {
    const seen = known.get(systemId)
    if (seen === undefined || clock.monotonicMs() - seen.receivedAtMs > SEEN_WITHIN_MS) return undefined
    const { peer, linkIndex, heartbeat: bytes } = seen
    const heartbeat = readFrame(bytes, 0, bytes.length)
    return typeof heartbeat === 'string' ? undefined : { peer, linkIndex, heartbeat }
  }

  const stop = (config: MowerConfig): Promise<StopOutcome> | undefined => {
    const { systemId } = config
    const seen = lastSeen(systemId)
    if (seen === undefined) return undefined
    const { peer, heartbeat } = seen
    const ring = createKeyRing(config, clock)
    const isGenuine = (frame: Frame): boolean => ring.check(frame).verdict === 'accepted'
    if (!isGenuine(heartbeat)) return undefined
    let seq = 0
    const conversation: Conversation = {
      clock,
      systemId,
      send: outgoing => {
        if (!isOpen()) return false
        for (const bytes of ring.encode(outgoing, stationSender, SIGNING_LINK_ID, () => seq++ & 0xff)) peer.send(bytes)
        return true
      },
      listen: listener => {
        const listeners = listening.get(systemId) ?? new Set()
        listening.set(systemId, listeners)
        const onFrame = (frame: Frame, from: Peer): void => {
          if (from.id !== peer.id || !isGenuine(frame)) return
          const said = decodeFrame(frame)
          if (said !== undefined) listener(said)
        }
        listeners.add(onFrame)
        return () => {
          listeners.delete(onFrame)
          if (listeners.size === 0) listening.delete(systemId)
        }
      },
      timeRate: () => 1,
    }
    // Nothing is known of it but that it is there, so no heartbeat of it says that it holds.
    const nothing = new StateStore(config.blade, clock)
    return stopVehicle(conversation, nothing, config.blade, stopRequest(clock), () => undefined, NEVER, false)
  }

  return {
    get list() {
      const nowMs = clock.monotonicMs()
      return [...known.values()].map(({ systemId, link, lastMessageMs, receivedAtMs }) => ({
        systemId,
        link,
        lastMessageMs,
        ageMs: nowMs - receivedAtMs,
      }))
    },
    receive: (frame, peer, linkIndex, isUnknown) => {
      const listeners = listening.get(frame.systemId)
      if (listeners !== undefined) for (const listener of [...listeners]) listener(frame, peer)
      if (!isUnknown || frame.layout.name !== 'HEARTBEAT') return
      const received = decodeFrame(frame)
      if (received?.name !== 'HEARTBEAT' || isNotAutopilot(received.fields)) return
      if (!known.has(frame.systemId) && known.size >= MAX_UNKNOWN) return
      known.set(frame.systemId, {
        systemId: frame.systemId,
        link: peer.id,
        peer,
        linkIndex,
        lastMessageMs: clock.nowMs(),
        receivedAtMs: clock.monotonicMs(),
        heartbeat: frame.bytes.slice(),
      })
    },
    take: systemId => {
      const seen = lastSeen(systemId)
      known.delete(systemId)
      return seen
    },
    stop,
  }
}

/** Never aborted: all tries of a stop are made. */
const NEVER = new AbortController().signal
