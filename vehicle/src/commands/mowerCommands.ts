/** The single commands a mower is given, each tried three times at most and believed only when seen or acknowledged. */

import { commandReason, hasRtk } from '../ardupilot.ts'
import {
  MAV_COMP_AUTOPILOT,
  MavCmd,
  MavResult,
  type Message,
  MissionResult,
  MissionType,
  message,
  RoverMode,
} from '../mavlink/index.ts'
import { type Blade, bladeCommand, type MissionItem, nextWaypointSeq } from '../mission/missionItem.ts'
import { slotOf } from '../mission/missionParts.ts'
import { type StateReader, telemetryOf } from '../state/sessionState.ts'
import type { StateStore } from '../state/stateStore.ts'
import { downloadMission } from '../transfer/transfer.ts'
import { ackText } from './ackText.ts'
import { ANSWER_MS, answerWithin, type Conversation, isForThisStation, MAX_TRIES, sendCommand } from './conversation.ts'
import { accepted, noAnswer, type Outcome, rejected, stoppedMeanwhile } from './outcome.ts'

export interface MowerCommands {
  bladeOff(signal: AbortSignal): Promise<Outcome>
  /** Writes one message straight to the socket, without waiting for an answer. */
  bladeOffNow(): void
  /** Refused unless the mower drives a mission, with RTK and a live link. */
  bladeOn(signal: AbortSignal): Promise<Outcome>
  hold(signal: AbortSignal): Promise<Outcome>
  arm(signal: AbortSignal): Promise<Outcome>
  disarm(signal: AbortSignal): Promise<Outcome>
  /** Makes item `seq` of the mission on board the next one. */
  jumpTo(seq: number, items: readonly MissionItem[], signal: AbortSignal): Promise<Outcome>
  /** Makes the first item of what is on board the next one. */
  jumpToBeginning(signal: AbortSignal): Promise<Outcome>
  /** Accepted only when the mower is then seen driving by itself. */
  enterAuto(signal: AbortSignal): Promise<Outcome>
  changeSpeed(speedMps: number, signal: AbortSignal): Promise<Outcome>
  clearMission(signal: AbortSignal): Promise<Outcome>
}

/** Adds a hint to the answer of an autopilot that lacks the relay or output: the setting to check. */
const withHint = (outcome: Outcome, blade: Blade): Outcome => {
  if (outcome.outcome !== 'rejected' || outcome.reason !== commandReason(MavResult.failed)) return outcome
  const setting =
    blade.kind === 'relay'
      ? `RELAY${blade.index + 1}_FUNCTION = 1, RELAY${blade.index + 1}_PIN > 0`
      : `SERVO${blade.channel}_FUNCTION = 0`
  return {
    ...outcome,
    detail: 'bladeNotWired',
    answer: setting,
    message: `${outcome.message} Is the blade wired there? It needs ${setting}.`,
  }
}

const AUTO_SEEN_MS = 4_000
const BLADE_FRESH_MS = 1_000

/** Adds the vehicle's own words to a refusal. */
const withReason = async (
  conversation: Conversation,
  store: StateReader,
  outcome: Outcome,
  askedAtMs: number,
  signal: AbortSignal,
): Promise<Outcome> => {
  if (outcome.outcome !== 'rejected' || signal.aborted) return outcome
  const words = await ackText(conversation, store, askedAtMs, signal)
  return words === '' ? outcome : { ...outcome, answer: words, message: `${outcome.message} It says: ${words}` }
}

const enterAuto = async (conversation: Conversation, store: StateReader, signal: AbortSignal): Promise<Outcome> => {
  const { clock } = conversation
  if (signal.aborted) return stoppedMeanwhile
  const askedAtMs = clock.nowMs()
  const seen = answerWithin(
    conversation,
    AUTO_SEEN_MS,
    received =>
      received.name === 'HEARTBEAT' && store.state.mode === 'auto' && store.state.armed === true ? true : undefined,
    signal,
  )
  // MISSION_START and not DO_SET_MODE: an acknowledgement of the latter then always means a hold.
  const asked = await sendCommand(
    conversation,
    {
      command: MavCmd.missionStart,
      params: [0, 0],
      evidence: received => received.name === 'HEARTBEAT' && received.fields.customMode === RoverMode.auto,
    },
    'start the mission',
    signal,
  )
  if (asked.outcome !== 'accepted') return withReason(conversation, store, asked, askedAtMs, signal)
  if ((await seen) === true) return accepted
  return signal.aborted
    ? stoppedMeanwhile
    : noAnswer('The mower agreed to start, but was not seen driving.', 'notSeenDriving')
}

/** Believed when there is nothing left to read, for an acknowledgement may be that of an earlier transfer. */
const clearMission = async (conversation: Conversation, signal: AbortSignal): Promise<Outcome> => {
  const { systemId } = conversation
  for (let attempt = 0; attempt < MAX_TRIES && !signal.aborted; attempt++) {
    const answer = answerWithin(
      conversation,
      ANSWER_MS,
      received =>
        received.name === 'MISSION_ACK' &&
        received.fields.missionType === MissionType.mission &&
        isForThisStation(received.fields)
          ? received.fields.type
          : undefined,
      signal,
    )
    conversation.send(message('MISSION_CLEAR_ALL', { targetSystem: systemId, targetComponent: MAV_COMP_AUTOPILOT }))
    const result = await answer
    if (result === MissionResult.error) return rejected('clearRefused', 'The mower refused to erase its mission.')
    const left = await downloadMission(conversation, { signal })
    if (left.ok && left.value.length <= 1) return accepted
  }
  return signal.aborted ? stoppedMeanwhile : noAnswer('The mower did not erase its mission when asked to.')
}

export const createMowerCommands = (conversation: Conversation, store: StateStore, blade: Blade): MowerCommands => {
  const { clock, systemId } = conversation
  const bladeMessageName = blade.kind === 'relay' ? 'RELAY_STATUS' : 'SERVO_OUTPUT_RAW'

  const bladeSeen =
    (on: boolean) =>
    (received: Message): boolean =>
      received.name === bladeMessageName && store.state.bladeOn === on

  const bladeOffNow = (): void => {
    const { command, params } = bladeCommand(blade, false)
    const target = { targetSystem: systemId, targetComponent: MAV_COMP_AUTOPILOT }
    conversation.send(message('COMMAND_LONG', { command, param1: params[0], param2: params[1], ...target }))
  }

  const bladeOff = async (signal: AbortSignal): Promise<Outcome> => {
    const receivedAtMs = store.receivedAtMs(bladeMessageName) ?? Number.NEGATIVE_INFINITY
    if (store.state.bladeOn === false && clock.monotonicMs() - receivedAtMs <= BLADE_FRESH_MS) {
      // Sent all the same: what is known is a moment old, and off may be said once too often.
      bladeOffNow()
      return accepted
    }
    const off = { ...bladeCommand(blade, false), evidence: bladeSeen(false) }
    return withHint(await sendCommand(conversation, off, 'switch the blade off', signal), blade)
  }

  const bladeForbidden = (): string | null => {
    const now = telemetryOf(store.state, clock.monotonicMs())
    if (now.link !== 'live') return 'its telemetry is not fresh'
    if (now.mode !== 'auto' || now.armed !== true) return 'it is not driving a mission'
    if (now.fixType === null || !hasRtk(now.fixType)) return 'it has no RTK position'
    return null
  }

  const bladeOn = async (signal: AbortSignal): Promise<Outcome> => {
    const forbidden = bladeForbidden()
    if (forbidden !== null) return rejected('bladeForbidden', `The blade stays off: ${forbidden}.`)
    const on = { ...bladeCommand(blade, true), evidence: bladeSeen(true) }
    return withHint(await sendCommand(conversation, on, 'switch the blade on', signal), blade)
  }

  const setArmed = async (armed: boolean, signal: AbortSignal): Promise<Outcome> => {
    const outcome = await sendCommand(
      conversation,
      {
        command: MavCmd.componentArmDisarm,
        params: [armed ? 1 : 0],
        evidence: received => received.name === 'HEARTBEAT' && store.state.armed === armed,
      },
      armed ? 'arm' : 'disarm',
      signal,
    )
    // The next heartbeat comes up to a second later, and the last one says the opposite.
    if (outcome.outcome === 'accepted') store.apply({ kind: 'armAnswered', armed })
    return outcome
  }

  return {
    bladeOff,
    bladeOffNow,
    bladeOn,
    hold: signal =>
      sendCommand(
        conversation,
        {
          command: MavCmd.doSetMode,
          params: [1, RoverMode.hold],
          evidence: received => received.name === 'HEARTBEAT' && received.fields.customMode === RoverMode.hold,
        },
        'hold',
        signal,
      ),
    // Sent to an armed mower too, which accepts it: its last heartbeat may be older than a disarm from elsewhere.
    arm: async signal => {
      const askedAtMs = clock.nowMs()
      return withReason(conversation, store, await setArmed(true, signal), askedAtMs, signal)
    },
    disarm: signal => setArmed(false, signal),
    jumpTo: (seq, items, signal) => {
      const waypoint = nextWaypointSeq(items, seq)
      const placeOf = (own: number): number | null => (store.state.part === null ? own : slotOf(store.state.part, own))
      const place = placeOf(seq)
      if (place === null) return Promise.resolve(rejected('noSuchItem', `Item ${seq} is not on board.`))
      const waypointPlace = waypoint === null ? null : placeOf(waypoint)
      return sendCommand(
        conversation,
        {
          command: MavCmd.doSetMissionCurrent,
          params: [place],
          evidence: received => seq > 1 && received.name === 'MISSION_CURRENT' && received.fields.seq === waypointPlace,
        },
        `go to item ${seq}`,
        signal,
      )
    },
    // Its first waypoint may be 'current' already without the items before it being due: only its answer counts.
    jumpToBeginning: signal =>
      sendCommand(conversation, { command: MavCmd.doSetMissionCurrent, params: [1] }, 'go to its first item', signal),
    enterAuto: signal => enterAuto(conversation, store, signal),
    changeSpeed: (speedMps, signal) =>
      sendCommand(
        conversation,
        { command: MavCmd.doChangeSpeed, params: [1, speedMps, -1] },
        'change its speed',
        signal,
      ),
    clearMission: signal => clearMission(conversation, signal),
  }
}
