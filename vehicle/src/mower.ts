/** A mower on its link: who may speak for it, what goes out to it, and its session. */
import { isNoVehicle, isRover } from './ardupilot.ts'
import type { Clock } from './clock.ts'
import type { FrameRefusal, GatewayEvent } from './events.ts'
import { createKeyRing, type MowerKeys } from './keyRing.ts'
import type { Peer } from './link/index.ts'
import {
  decodeFrame,
  type Frame,
  GROUND_STATION_SYSTEM_ID,
  MAV_COMP_AUTOPILOT,
  MAV_COMP_MISSION_PLANNER,
  MavAutopilot,
  MavState,
  MavType,
  type Message,
  message,
  signingTimestamp,
} from './mavlink/index.ts'
import type { Blade } from './missionItem.ts'
import { accepted, type Outcome, rejected } from './outcome.ts'
import { Session, STATION_FAILSAFE } from './session.ts'
import { telemetryOf } from './sessionState.ts'
import type { VehicleState } from './vehicleState.ts'

export interface MowerConfig extends MowerKeys {
  readonly id: string
  /** 1 to 254, unique among the mowers. */
  readonly systemId: number
  readonly name: string
  readonly blade: Blade
}

/** Where a vehicle was last heard, and its last heartbeat there. */
export interface LastSeen {
  readonly peer: Peer
  readonly linkIndex: number
  readonly heartbeat: Frame
}

export interface Mower {
  readonly config: MowerConfig
  readonly session: Session
  /** The link it is bound to; null until it was heard. */
  readonly linkIndex: number | null
  /** Straight to the socket; false when it was never heard. */
  transmit(message: Message): boolean
  /**
   * It was received before it was configured here, and can be spoken to before its next frame. Nothing is concluded from
   * what it sent then: it counts as received from its next frame on.
   */
  adopt(lastSeen: LastSeen): void
  /** A frame that bears its system id, from its autopilot. */
  hear(frame: Frame, peer: Peer, linkIndex: number): void
  /** Whether frames from there are not this mower's, as far as is known: it is bound to another place. */
  isElsewhere(peer: Peer): boolean
  /** Whether another sender claimed to be this mower lately. */
  readonly hasOtherSender: boolean
  /** A person says that the other sender is this very machine. */
  acceptSender(): Outcome
  /** The connection is gone: the mower may come back from the same host at once. */
  peerGone(peer: Peer): void
  /** Takes other keys over, and goes on as before with all else. */
  setKeys(config: MowerConfig): void
  /** Gives it the signing key it is to have, or ends the signing; accepted once it has answered under it. */
  giveKey(): Promise<Outcome>
  /** Sends the station's heartbeat when it is due. @returns milliseconds until the next one */
  beat(): number
  state(): VehicleState
  close(): void
}

export interface MowerOptions {
  readonly clock: Clock
  /** How often a mower is asked to say where it is. */
  readonly positionIntervalMs: number
  readonly onEvent: (event: GatewayEvent) => void
  /** False once the links are closed. */
  readonly isOpen: () => boolean
}

export const stationSender = { systemId: GROUND_STATION_SYSTEM_ID, componentId: MAV_COMP_MISSION_PLANNER }

export const stationHeartbeat = message('HEARTBEAT', {
  type: MavType.groundStation,
  autopilot: MavAutopilot.invalid,
  systemStatus: MavState.active,
  mavlinkVersion: 3,
})

export const HEARTBEAT_MS = 1_000
/** A vehicle whose clock runs fast would otherwise miss heartbeats; no vehicle needs more than this. */
const HEARTBEAT_LEAST_MS = 40
/** A bound address may be taken over by another one only after so long a silence. */
const REBIND_AFTER_MS = 5_000
/** Another sender that was silent for longer is forgotten. */
const OTHER_SENDER_MS = 10_000
const REFUSAL_EVENT_MS = 5_000
/** Places whose refusals are counted; a flood from made-up addresses must not eat the memory. */
const MAX_REFUSALS = 256

interface Binding {
  /** The same place may come back as a new connection. */
  peer: Peer
  readonly linkIndex: number
  seq: number
}

interface OtherSender {
  readonly peer: Peer
  readonly linkIndex: number
  readonly heardAtMs: number
}

/** `udp:192.0.2.7:14550` without its port. */
const hostOf = ({ id }: Peer): string => id.replace(/:\d+$/, '')

export const createMower = (config: MowerConfig, options: MowerOptions): Mower => {
  const { clock, onEvent } = options
  const { id: mowerId, systemId, blade } = config
  const ring = createKeyRing(config, clock)
  let keys: MowerConfig = config
  const refusals = new Map<string, { count: number; toldAtMs: number }>()
  let binding: Binding | null = null
  let other: OtherSender | null = null
  /** The bound connection was closed: whoever opens one from the same host is the same machine. */
  let isConnectionGone = false
  let lastHeardMs = Number.NEGATIVE_INFINITY
  let lastHeartbeatMs = Number.NEGATIVE_INFINITY

  const transmit = (outgoing: Message): boolean => {
    if (binding === null || !options.isOpen()) return false
    const { peer, linkIndex } = binding
    for (const bytes of ring.encode(outgoing, stationSender, linkIndex & 0xff, nextSeq)) peer.send(bytes)
    return true
  }

  const nextSeq = (): number => {
    if (binding === null) return 0
    const { seq } = binding
    binding.seq = (seq + 1) & 0xff
    return seq
  }

  /** Asked under the new key alone: an answer under that key shows that the mower has it. */
  const askForProof = (): void => {
    if (binding === null || !options.isOpen()) return
    const target = { targetSystem: systemId, targetComponent: MAV_COMP_AUTOPILOT }
    const question = message('PARAM_REQUEST_READ', { paramIndex: -1, paramId: STATION_FAILSAFE, ...target })
    binding.peer.send(ring.encodeNew(question, stationSender, binding.linkIndex & 0xff, nextSeq))
  }

  const sendKey = (): void => {
    const { signingKey } = keys
    transmit(
      message('SETUP_SIGNING', {
        // ArduPilot takes zeros for both as the end of signing.
        initialTimestamp: signingKey === undefined ? 0n : BigInt(signingTimestamp(clock.nowMs())),
        targetSystem: systemId,
        targetComponent: MAV_COMP_AUTOPILOT,
        secretKey: signingKey === undefined ? Array.from({ length: 32 }, () => 0) : [...signingKey],
      }),
    )
    askForProof()
  }

  const session = new Session({
    systemId,
    blade,
    clock,
    positionIntervalMs: options.positionIntervalMs,
    transmit,
    isKeyProven: () => ring.isProven,
    onEvent: event =>
      onEvent(
        event.kind === 'telemetry'
          ? { kind: 'telemetry', mowerId, atMs: event.atMs, state: state() }
          : { ...event, mowerId },
      ),
  })

  const refuse = (peer: Peer, reason: FrameRefusal): void => {
    const key = `${peer.id} ${reason}`
    const nowMs = clock.monotonicMs()
    const before = refusals.get(key) ?? { count: 0, toldAtMs: Number.NEGATIVE_INFINITY }
    const count = before.count + 1
    const tell = nowMs - before.toldAtMs >= REFUSAL_EVENT_MS
    if (refusals.size >= MAX_REFUSALS) refusals.clear()
    refusals.set(key, { count, toldAtMs: tell ? nowMs : before.toldAtMs })
    if (tell) onEvent({ kind: 'refusedFrame', mowerId, systemId, from: peer.id, reason, count })
  }

  const sendHeartbeat = (): void => {
    lastHeartbeatMs = clock.monotonicMs()
    transmit(stationHeartbeat)
  }

  const bind = (peer: Peer, linkIndex: number): void => {
    binding = { peer, linkIndex, seq: 0 }
    other = null
    isConnectionGone = false
    // The first heartbeat goes out at once: a vehicle may hold commands back from a station it does not know.
    sendHeartbeat()
  }

  const otherSender = (): OtherSender | null =>
    other !== null && clock.monotonicMs() - other.heardAtMs < OTHER_SENDER_MS ? other : null

  /** Its last word was that it is disarmed with the blade off; unknown counts as neither. */
  const isSafe = (): boolean => session.state.armed === false && session.state.bladeOn !== true

  /** Whether a place that speaks while the bound one is silent may be this mower without anybody's word. */
  const mayMove = (peer: Peer): boolean =>
    isSafe() ||
    // A signature shows who it is, wherever it comes from.
    (keys.signingKey !== undefined && ring.isProven) ||
    (isConnectionGone && binding !== null && hostOf(peer) === hostOf(binding.peer))

  const acceptSender = (): Outcome => {
    const accepting = otherSender()
    if (accepting === null) return rejected('noOtherSender', 'No other sender claims to be this mower now.')
    bind(accepting.peer, accepting.linkIndex)
    return accepted
  }

  const hear = (frame: Frame, peer: Peer, linkIndex: number): void => {
    const nowMs = clock.monotonicMs()
    const elsewhere = binding !== null && binding.peer.id !== peer.id
    // Refused before its signature is looked at: a copied frame must not use up the timestamp of the real one.
    if (elsewhere && nowMs - lastHeardMs < REBIND_AFTER_MS) {
      refuse(peer, 'foreignLink')
      return
    }
    const { verdict, isNew } = ring.check(frame)
    if (verdict !== 'accepted') {
      refuse(peer, verdict)
      return
    }
    const heard = decodeFrame(frame)
    if (heard === undefined) return
    const isHeartbeat = heard.name === 'HEARTBEAT'
    if (isHeartbeat && isNoVehicle(heard.fields)) return
    if (isHeartbeat && !isRover(heard.fields)) {
      refuse(peer, 'otherVehicle')
      return
    }
    if (elsewhere && !mayMove(peer)) {
      if (!isHeartbeat) return
      other = { peer, linkIndex, heardAtMs: nowMs }
      refuse(peer, 'secondSender')
      return
    }
    if (binding === null || elsewhere) {
      // Only a heartbeat opens a link, so that a stray frame cannot draw commands to itself.
      if (!isHeartbeat) return
      bind(peer, linkIndex)
    }
    if (binding !== null) binding.peer = peer
    lastHeardMs = nowMs
    if (!ring.isProven) lookForProof(heard, isNew)
    session.receive(heard)
  }

  const lookForProof = ({ name }: Message, isNew: boolean): void => {
    if (isNew && name === 'PARAM_VALUE') {
      ring.prove()
      onEvent({ kind: 'keyProven', mowerId })
    } else if (name === 'HEARTBEAT') askForProof()
  }

  const adopt = ({ peer, linkIndex, heartbeat }: LastSeen): void => {
    if (ring.check(heartbeat).verdict !== 'accepted') return
    const said = decodeFrame(heartbeat)
    if (said?.name === 'HEARTBEAT' && isRover(said.fields)) bind(peer, linkIndex)
  }

  const requestedStop = (): Pick<VehicleState, 'requestedStop'> => {
    const stop = session.requestedStop
    if (stop === null) return {}
    return {
      requestedStop: {
        at: stop.atMs,
        ...(stop.acknowledgedAtMs === null ? {} : { acknowledgedAt: stop.acknowledgedAtMs }),
        ...(stop.standingAtMs === null ? {} : { standingAt: stop.standingAtMs }),
      },
    }
  }

  const state = (): VehicleState => ({
    id: mowerId,
    systemId,
    telemetry: telemetryOf(session.state, clock.monotonicMs()),
    ...requestedStop(),
    missionItemReached: session.state.missionItemReached,
    mission: session.state.mission,
    missionOnBoardTo: session.state.part?.last ?? null,
    statusTexts: session.state.statusTexts.recent,
    parameters: Object.fromEntries(session.state.parameters),
    link: binding?.peer.id ?? null,
    capacity: session.capacity,
    otherSender: otherSender()?.peer.id ?? null,
    isKeyProven: ring.isProven,
  })

  return {
    get config() {
      return keys
    },
    session,
    get linkIndex() {
      return binding?.linkIndex ?? null
    },
    transmit,
    adopt,
    hear,
    isElsewhere: peer => binding !== null && binding.peer.id !== peer.id,
    get hasOtherSender() {
      return otherSender() !== null
    },
    acceptSender,
    peerGone: peer => {
      if (binding?.peer !== peer) return
      isConnectionGone = true
      lastHeardMs = Number.NEGATIVE_INFINITY
    },
    setKeys: next => {
      keys = next
      ring.set(next)
    },
    giveKey: () => session.changeKey(sendKey),
    beat: () => {
      const everyMs = Math.max(HEARTBEAT_LEAST_MS, HEARTBEAT_MS / Math.max(1, session.state.timeRate))
      // A tenth early is on time: two timers of the same length would otherwise skip every second beat.
      if (clock.monotonicMs() - lastHeartbeatMs >= everyMs * 0.9) sendHeartbeat()
      return everyMs
    },
    state,
    close: () => session.close(),
  }
}
