/** A mower on its link: who may speak for it, what goes out to it, and its session. */
import { isNotAutopilot, isRover } from './ardupilot.ts'
import type { Clock } from './clock.ts'
import { accepted, type Outcome, rejected } from './commands/outcome.ts'
import type { FrameRefusal, GatewayEvent } from './events.ts'
import { createKeyRing, type KeyRing, type MowerKeys } from './keys/keyRing.ts'
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
import type { Blade } from './mission/missionItem.ts'
import { Session, STATION_FAILSAFE } from './session.ts'
import { type SessionState, telemetryOf } from './state/sessionState.ts'
import type { VehicleState } from './state/vehicleState.ts'

export interface MowerConfig extends MowerKeys {
  readonly id: string
  /** 1 to 254, unique among the mowers. */
  readonly systemId: number
  readonly name: string
  readonly blade: Blade
  /** A person has confirmed that it is full, which counts where it reports no charge; left out, nobody has. */
  readonly isFullConfirmed?: boolean
}

/** Where a vehicle was last heard, and its last heartbeat there. */
export interface LastSeen {
  readonly peer: Peer
  readonly linkIndex: number
  readonly heartbeat: Frame
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
  readonly receivedAtMs: number
}

/** `udp:192.0.2.7:14550` without its port. */
const hostOf = ({ id }: Peer): string => id.replace(/:\d+$/, '')

/** A mower on its link: its session, and the one sender that may speak for it. */
export class Mower {
  readonly session: Session
  readonly #options: MowerOptions
  readonly #id: string
  readonly #systemId: number
  readonly #ring: KeyRing
  readonly #refusals = new Map<string, { count: number; reportedAtMs: number }>()
  #config: MowerConfig
  #binding: Binding | null = null
  #other: OtherSender | null = null
  /** The bound connection was closed: the next one from the same host is the same machine. */
  #isConnectionGone = false
  #parameters: { readonly map: SessionState['parameters']; readonly record: VehicleState['parameters'] } | null = null
  #lastReceivedMs = Number.NEGATIVE_INFINITY
  #lastHeartbeatMs = Number.NEGATIVE_INFINITY

  constructor(config: MowerConfig, options: MowerOptions) {
    const { clock, onEvent } = options
    const { id: mowerId, systemId, blade } = config
    this.#options = options
    this.#config = config
    this.#id = mowerId
    this.#systemId = systemId
    this.#ring = createKeyRing(config, clock)
    this.session = new Session({
      systemId,
      blade,
      clock,
      positionIntervalMs: options.positionIntervalMs,
      transmit: outgoing => this.transmit(outgoing),
      isKeyProven: () => this.#ring.isProven,
      isFullConfirmed: () => this.#config.isFullConfirmed === true,
      onEvent: event =>
        onEvent(
          event.kind === 'telemetry'
            ? { kind: 'telemetry', mowerId, atMs: event.atMs, state: this.state() }
            : { ...event, mowerId },
        ),
    })
  }

  get config(): MowerConfig {
    return this.#config
  }

  /** The link it is bound to; null before its first message. */
  get linkIndex(): number | null {
    return this.#binding?.linkIndex ?? null
  }

  /** Whether another sender claimed to be this mower lately. */
  get hasOtherSender(): boolean {
    return this.#otherSender() !== null
  }

  /** Writes straight to the socket; false before the first message of the mower. */
  transmit(outgoing: Message): boolean {
    if (this.#binding === null || !this.#options.isOpen()) return false
    const { peer, linkIndex } = this.#binding
    const nextSeq = (): number => this.#nextSeq()
    for (const bytes of this.#ring.encode(outgoing, stationSender, linkIndex & 0xff, nextSeq)) peer.send(bytes)
    return true
  }

  /**
   * It was received before it was configured here, and can be spoken to before its next frame. Nothing is concluded from
   * what it sent then: it counts as received from its next frame on.
   */
  adopt({ peer, linkIndex, heartbeat }: LastSeen): void {
    if (this.#ring.check(heartbeat).verdict !== 'accepted') return
    const said = decodeFrame(heartbeat)
    if (said?.name === 'HEARTBEAT' && isRover(said.fields)) this.#bind(peer, linkIndex)
  }

  /** A frame that bears its system id, from its autopilot. */
  receive(frame: Frame, peer: Peer, linkIndex: number): void {
    const nowMs = this.#options.clock.monotonicMs()
    const isElsewhere = this.isElsewhere(peer)
    // Refused before its signature is looked at: a copied frame must not use up the timestamp of the real one.
    const isForeign = isElsewhere && nowMs - this.#lastReceivedMs < REBIND_AFTER_MS
    const { verdict, isNew } = isForeign ? { verdict: 'foreignLink' as const, isNew: false } : this.#ring.check(frame)
    if (verdict !== 'accepted') {
      this.#refuse(peer, verdict)
      return
    }
    const received = decodeFrame(frame)
    if (received === undefined) return
    const isHeartbeat = received.name === 'HEARTBEAT'
    if (isHeartbeat && isNotAutopilot(received.fields)) return
    if (isHeartbeat && !isRover(received.fields)) {
      this.#refuse(peer, 'otherVehicle')
      return
    }
    if (isElsewhere && !this.#mayMove(peer)) {
      if (!isHeartbeat) return
      this.#other = { peer, linkIndex, receivedAtMs: nowMs }
      this.#refuse(peer, 'secondSender')
      return
    }
    if (this.#binding === null || isElsewhere) {
      // Only a heartbeat opens a link, so that a stray frame cannot draw commands to itself.
      if (!isHeartbeat) return
      this.#bind(peer, linkIndex)
    }
    if (this.#binding !== null) this.#binding.peer = peer
    this.#lastReceivedMs = nowMs
    if (!this.#ring.isProven) this.#lookForProof(received, isNew)
    this.session.receive(received)
  }

  /** Whether frames from there are not this mower's, as far as is known: it is bound to another place. */
  isElsewhere(peer: Peer): boolean {
    return this.#binding !== null && this.#binding.peer.id !== peer.id
  }

  /** A person says that the other sender is this very machine. */
  acceptSender(): Outcome {
    const accepting = this.#otherSender()
    if (accepting === null) return rejected('noOtherSender', 'No other sender claims to be this mower now.')
    this.#bind(accepting.peer, accepting.linkIndex)
    return accepted
  }

  /** The connection is gone: the mower may come back from the same host at once. */
  peerGone(peer: Peer): void {
    if (this.#binding?.peer !== peer) return
    this.#isConnectionGone = true
    this.#lastReceivedMs = Number.NEGATIVE_INFINITY
  }

  /** Takes other keys over, and leaves all else as it is. */
  setKeys(config: MowerConfig): void {
    this.#config = config
    this.#ring.set(config)
  }

  /** Gives it the signing key it is to have, or ends the signing; accepted once it has answered under it. */
  giveKey(): Promise<Outcome> {
    return this.session.changeKey(() => this.#sendKey())
  }

  /** Sends the station's heartbeat when it is due. @returns milliseconds until the next one */
  beat(): number {
    const everyMs = Math.max(HEARTBEAT_LEAST_MS, HEARTBEAT_MS / Math.max(1, this.session.state.timeRate))
    // A tenth early is on time: two timers of the same length would otherwise skip every second beat.
    if (this.#options.clock.monotonicMs() - this.#lastHeartbeatMs >= everyMs * 0.9) this.#sendHeartbeat()
    return everyMs
  }

  state(): VehicleState {
    const { state, capacity } = this.session
    return {
      id: this.#id,
      systemId: this.#systemId,
      telemetry: telemetryOf(state, this.#options.clock.monotonicMs()),
      ...this.#requestedStop(),
      missionItemReached: state.missionItemReached,
      mission: state.mission,
      missionOnBoardTo: state.part?.last ?? null,
      statusTexts: state.statusTexts.recent,
      parameters: this.#parameterRecord(),
      link: this.#binding?.peer.id ?? null,
      capacity,
      otherSender: this.#otherSender()?.peer.id ?? null,
      isKeyProven: this.#ring.isProven,
    }
  }

  close(): void {
    this.session.close()
  }

  #nextSeq(): number {
    if (this.#binding === null) return 0
    const { seq } = this.#binding
    this.#binding.seq = (seq + 1) & 0xff
    return seq
  }

  /** Asked under the new key alone: an answer under that key shows that the mower has it. */
  #askForProof(): void {
    if (this.#binding === null || !this.#options.isOpen()) return
    const { peer, linkIndex } = this.#binding
    const target = { targetSystem: this.#systemId, targetComponent: MAV_COMP_AUTOPILOT }
    const question = message('PARAM_REQUEST_READ', { paramIndex: -1, paramId: STATION_FAILSAFE, ...target })
    peer.send(this.#ring.encodeNew(question, stationSender, linkIndex & 0xff, () => this.#nextSeq()))
  }

  #sendKey(): void {
    const { signingKey } = this.#config
    this.transmit(
      message('SETUP_SIGNING', {
        // ArduPilot takes zeros for both as the end of signing.
        initialTimestamp: signingKey === undefined ? 0n : BigInt(signingTimestamp(this.#options.clock.nowMs())),
        targetSystem: this.#systemId,
        targetComponent: MAV_COMP_AUTOPILOT,
        secretKey: signingKey === undefined ? Array.from({ length: 32 }, () => 0) : [...signingKey],
      }),
    )
    this.#askForProof()
  }

  #lookForProof({ name }: Message, isNew: boolean): void {
    if (isNew && name === 'PARAM_VALUE') {
      this.#ring.prove()
      this.#options.onEvent({ kind: 'keyProven', mowerId: this.#id })
    } else if (name === 'HEARTBEAT') this.#askForProof()
  }

  #refuse(peer: Peer, reason: FrameRefusal): void {
    const key = `${peer.id} ${reason}`
    const nowMs = this.#options.clock.monotonicMs()
    const before = this.#refusals.get(key) ?? { count: 0, reportedAtMs: Number.NEGATIVE_INFINITY }
    const count = before.count + 1
    const isDue = nowMs - before.reportedAtMs >= REFUSAL_EVENT_MS
    if (this.#refusals.size >= MAX_REFUSALS) this.#refusals.clear()
    this.#refusals.set(key, { count, reportedAtMs: isDue ? nowMs : before.reportedAtMs })
    const event = { mowerId: this.#id, systemId: this.#systemId, from: peer.id, reason, count }
    if (isDue) this.#options.onEvent({ kind: 'refusedFrame', ...event })
  }

  #sendHeartbeat(): void {
    this.#lastHeartbeatMs = this.#options.clock.monotonicMs()
    this.transmit(stationHeartbeat)
  }

  #bind(peer: Peer, linkIndex: number): void {
    this.#binding = { peer, linkIndex, seq: 0 }
    this.#other = null
    this.#isConnectionGone = false
    // The first heartbeat goes out at once: a vehicle may hold commands back from a station it does not know.
    this.#sendHeartbeat()
  }

  #otherSender(): OtherSender | null {
    const other = this.#other
    return other !== null && this.#options.clock.monotonicMs() - other.receivedAtMs < OTHER_SENDER_MS ? other : null
  }

  /** Its last message said that it is disarmed with the blade off; unknown counts as neither. */
  #isSafe(): boolean {
    const { armed, bladeOn } = this.session.state
    return armed === false && bladeOn !== true
  }

  /** Whether a sender that speaks while the bound one is silent may be this mower without a person's confirmation. */
  #mayMove(peer: Peer): boolean {
    if (this.#isSafe()) return true
    // A signature shows who it is, wherever it comes from.
    if (this.#config.signingKey !== undefined && this.#ring.isProven) return true
    return this.#isConnectionGone && this.#binding !== null && hostOf(peer) === hostOf(this.#binding.peer)
  }

  /** Made once for each change of them: a state is made for every position. */
  #parameterRecord(): VehicleState['parameters'] {
    const { parameters } = this.session.state
    if (this.#parameters?.map !== parameters) {
      this.#parameters = { map: parameters, record: Object.fromEntries(parameters) }
    }
    return this.#parameters.record
  }

  #requestedStop(): Pick<VehicleState, 'requestedStop'> {
    const stop = this.session.requestedStop
    if (stop === null) return {}
    return {
      requestedStop: {
        at: stop.atMs,
        ...(stop.acknowledgedAtMs === null ? {} : { acknowledgedAt: stop.acknowledgedAtMs }),
        ...(stop.standingAtMs === null ? {} : { standingAt: stop.standingAtMs }),
      },
    }
  }
}
