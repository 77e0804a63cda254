/**
 * Vehicles that are heard and not ours to speak for: nobody configured them, or another station holds them. They are
 * listed, and nothing is sent to them, save one thing: a stop.
 */
import { isNoVehicle } from './ardupilot.ts'
import type { Clock } from './clock.ts'
import type { Conversation } from './conversation.ts'
import { type StopOutcome, stopVehicle } from './emergencyStop.ts'
import { createKeyRing } from './keyRing.ts'
import type { Peer } from './link/index.ts'
import { decodeFrame, type Frame, readFrame } from './mavlink/index.ts'
import { type LastSeen, type MowerConfig, stationSender } from './mower.ts'
import { initialState } from './sessionState.ts'

export interface UnknownVehicle {
  readonly systemId: number
  readonly link: string
  /** Wall time. */
  readonly lastHeardMs: number
}

interface SeenVehicle extends UnknownVehicle {
  readonly peer: Peer
  readonly linkIndex: number
  /** By the clock that cannot be set back. */
  readonly heardAtMs: number
  /** Its last heartbeat, in bytes of our own. */
  readonly heartbeat: Uint8Array
}

export interface UnknownVehicles {
  readonly list: readonly UnknownVehicle[]
  /** A frame of an autopilot's. @param isUnknown the system id belongs to no mower that is configured here */
  hear(frame: Frame, peer: Peer, linkIndex: number, isUnknown: boolean): void
  /**
   * It is configured now, and known.
   * @returns where it was heard; undefined where it was not heard lately
   */
  take(systemId: number): LastSeen | undefined
  /**
   * Stops a mower that is heard here, at once. Its acknowledgement alone counts, and from a mower with a key only one
   * that bears it and is newer than what was heard before.
   * @returns undefined where it was not heard lately, and nothing was sent
   */
  stop(config: MowerConfig): Promise<StopOutcome> | undefined
}

/** As many as there are system ids. */
const MAX_UNKNOWN = 254
const HEARD_MS = 5_000
/** Apart from the link ids with which mowers that are held are spoken to: each has a row of timestamps of its own. */
const SIGNING_LINK_ID = 0xff

export const createUnknownVehicles = (clock: Clock, isOpen: () => boolean): UnknownVehicles => {
  const known = new Map<number, SeenVehicle>()
  const listening = new Map<number, Set<(frame: Frame, peer: Peer) => void>>()

  const lastSeen = (systemId: number): LastSeen | undefined => {
    const seen = known.get(systemId)
    if (seen === undefined || clock.monotonicMs() - seen.heardAtMs > HEARD_MS) return undefined
    const { peer, linkIndex, heartbeat: bytes } = seen
    const heartbeat = readFrame(bytes, 0, bytes.length)
    return typeof heartbeat === 'string' ? undefined : { peer, linkIndex, heartbeat }
  }

  const stop = (config: MowerConfig): Promise<StopOutcome> | undefined => {
    const { systemId } = config
    const heard = lastSeen(systemId)
    if (heard === undefined) return undefined
    const { peer, heartbeat } = heard
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
    const request = { atMs: clock.nowMs(), acknowledgedAtMs: null, standingAtMs: null }
    // Nothing is known of it but that it is there, so no heartbeat of it says that it holds.
    return stopVehicle(conversation, { state: initialState() }, config.blade, request, () => undefined, NEVER, false)
  }

  return {
    get list() {
      return [...known.values()].map(({ systemId, link, lastHeardMs }) => ({ systemId, link, lastHeardMs }))
    },
    hear: (frame, peer, linkIndex, isUnknown) => {
      const listeners = listening.get(frame.systemId)
      if (listeners !== undefined) for (const listener of [...listeners]) listener(frame, peer)
      if (!isUnknown || frame.layout.name !== 'HEARTBEAT') return
      const heard = decodeFrame(frame)
      if (heard?.name !== 'HEARTBEAT' || isNoVehicle(heard.fields)) return
      if (!known.has(frame.systemId) && known.size >= MAX_UNKNOWN) return
      known.set(frame.systemId, {
        systemId: frame.systemId,
        link: peer.id,
        peer,
        linkIndex,
        lastHeardMs: clock.nowMs(),
        heardAtMs: clock.monotonicMs(),
        heartbeat: frame.bytes.slice(),
      })
    },
    take: systemId => {
      const heard = lastSeen(systemId)
      known.delete(systemId)
      return heard
    },
    stop,
  }
}

/** Whatever happens, its tries are made. */
const NEVER = new AbortController().signal
