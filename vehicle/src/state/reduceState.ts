/** The next state of a vehicle and what changed, from a message or a step of its session. It sends nothing and asks no clock. */
import { type LonLat, localFrame, normalizeHeadingDeg } from '@greensward/geometry'
import { driveModeOf, fixTypeOf } from '../ardupilot.ts'
import type { SessionEvent } from '../events.ts'
import { EKF_POS_HORIZ_ABS, MavModeFlag, type Message, MissionState, UNKNOWN_UINT16 } from '../mavlink/index.ts'
import {
  type Blade,
  fromE7,
  isNavigation,
  lastWaypointSeq,
  type MissionItem,
  nextWaypointSeq,
} from '../mission/missionItem.ts'
import { type MissionPart, nextOf, seqOf } from '../mission/missionParts.ts'
import { onBattery, onHealthText, onSysStatus, UNKNOWN_HEALTH } from './health.ts'
import type { SessionState } from './sessionState.ts'
import { addText } from './statusTexts.ts'

export interface Times {
  /** Wall time. */
  readonly nowMs: number
  readonly monotonicMs: number
}

/** Faster than any mower is carried on a trailer. */
const GREATEST_SPEED_MPS = 15
/** Scatter of a poor fix, and what an antenna does on a slope. */
const JUMP_SLACK_M = 5
/** While a vehicle keeps jumping, the jump is reported again after this time. */
const JUMP_REPORT_MS = 5_000
const STANDING_MPS = 0.1
const TIME_RATE_OVER_MS = 2_000

/** An input that changes the state: a message of the vehicle, or a step of the session. */
export type StateInput =
  | { readonly kind: 'message'; readonly message: Message }
  /** The mission on board as it was read back just now. */
  | {
      readonly kind: 'missionRead'
      readonly items: readonly MissionItem[]
      /** It was sent from here before. */
      readonly isOwn?: boolean
      readonly part?: MissionPart | null
    }
  | { readonly kind: 'missionForgotten' }
  /** Another mission was sent, or none: what was reached before counts no more. */
  | { readonly kind: 'progressForgotten' }
  /** The item that the vehicle drives to, as the mission counts; null where it is not known. */
  | { readonly kind: 'seqCounted'; readonly seq: number | null }
  /** It accepted to arm or to disarm. */
  | { readonly kind: 'armAnswered'; readonly armed: boolean }
  /** It is about to be set to AUTO. */
  | { readonly kind: 'startSent' }
  | { readonly kind: 'driveBegun' }
  | { readonly kind: 'driveEnded' }
  | { readonly kind: 'parameterForgotten'; readonly name: string }

export interface Reduction {
  readonly state: SessionState
  /** The changes, in order. */
  readonly events: readonly SessionEvent[]
}

/** A copy that this reducer owns; the objects in it are replaced and never changed. */
type Draft = { -readonly [Key in keyof SessionState]: SessionState[Key] }

const rememberMission = (draft: Draft, input: Extract<StateInput, { kind: 'missionRead' }>): void => {
  draft.mission = input.items
  draft.part = input.part ?? null
  draft.missionIsOwn = input.isOwn ?? false
  draft.missionTotalAtRead = null
}

const forgetMission = (draft: Draft): void => {
  draft.mission = null
  draft.part = null
  draft.missionTotalAtRead = null
}

/** After a reboot the earlier values are unknown. */
const forgetBeforeBoot = (draft: Draft): void => {
  draft.boots++
  draft.bladeOn = null
  draft.bladeAtMs = null
  draft.ready = null
  draft.health = UNKNOWN_HEALTH
  draft.fixType = null
  draft.accuracyM = null
  // A machine that was switched off may have been carried: where it stood before proves nothing about now.
  draft.position = null
  draft.positionAtMs = null
}

/** Over two seconds at a time, so that the jitter of a radio link does not count. */
const measureTimeRate = (draft: Draft, bootMs: number, monotonicMs: number): void => {
  const anchor = draft.clockAnchor
  if (anchor !== null && monotonicMs - anchor.monotonicMs < TIME_RATE_OVER_MS) return
  draft.clockAnchor = { bootMs, monotonicMs }
  if (anchor === null) return
  const rate = (bootMs - anchor.bootMs) / (monotonicMs - anchor.monotonicMs)
  draft.timeRate = Math.min(100, Math.max(1, rate))
}

const CLOCK_WRAPS_MS = 2 ** 32
const WRAPS_NEAR_MS = 600_000
const REBOOTED_BEFORE_MS = 1_000

type ClockVerdict = 'onwards' | 'late' | 'rebooted'

/**
 * Reads the vehicle's clock in a message. The clock wraps after 49.7 days, and a radio may deliver a message late. Only a
 * clock that continues from a much earlier time shows a reboot.
 */
const judgeClock = (draft: Draft, bootMs: number): ClockVerdict => {
  const { bootMs: lastMs, earlierBootMs: earlierMs } = draft
  draft.earlierBootMs = null
  if (lastMs === null || bootMs >= lastMs) return 'onwards'
  if (lastMs > CLOCK_WRAPS_MS - WRAPS_NEAR_MS && bootMs < WRAPS_NEAR_MS) return 'onwards'
  if (lastMs - bootMs <= REBOOTED_BEFORE_MS) return 'late'
  if (earlierMs !== null && bootMs > earlierMs) return 'rebooted'
  draft.earlierBootMs = bootMs
  return 'late'
}

const onPosition = (
  draft: Draft,
  fields: Extract<Message, { name: 'GLOBAL_POSITION_INT' }>['fields'],
  times: Times,
): SessionEvent[] => {
  const events: SessionEvent[] = []
  const clock = judgeClock(draft, fields.timeBootMs)
  if (clock === 'late') return []
  const wrapped = draft.bootMs !== null && fields.timeBootMs < draft.bootMs
  if (clock === 'rebooted') {
    events.push({ kind: 'rebooted' })
    forgetBeforeBoot(draft)
  }
  if (wrapped) {
    draft.bootMs = fields.timeBootMs
    draft.clockAnchor = null
  }
  const sinceBootMs = draft.bootMs === null ? 0 : fields.timeBootMs - draft.bootMs
  const sinceMs = draft.positionAtMs === null ? 0 : times.monotonicMs - draft.positionAtMs
  measureTimeRate(draft, fields.timeBootMs, times.monotonicMs)
  // A vehicle that has no position yet says 0, 0, which lies in the sea off Africa.
  if (fields.lat !== 0 || fields.lon !== 0) {
    const position: LonLat = [fromE7(fields.lon), fromE7(fields.lat)]
    const jumpM = draft.position === null ? 0 : distanceM(draft.position, position)
    // The vehicle's own clock counts too: one in a simulator may run faster than the wall.
    const possibleM = (GREATEST_SPEED_MPS * Math.max(sinceMs, sinceBootMs)) / 1000 + JUMP_SLACK_M
    if (draft.position !== null && jumpM > possibleM) {
      // The clock of the refused position is not taken over: the room for a real move grows until it fits.
      if (times.monotonicMs - draft.jumpReportedAtMs < JUMP_REPORT_MS) return events
      draft.jumpReportedAtMs = times.monotonicMs
      return [...events, { kind: 'positionJump', distanceM: jumpM, from: draft.position, refused: position }]
    }
    draft.position = position
    draft.positionAtMs = times.monotonicMs
  }
  draft.bootMs = fields.timeBootMs
  draft.speedMps = Math.hypot(fields.vx, fields.vy) / 100
  draft.headingDeg = fields.hdg === UNKNOWN_UINT16 ? null : normalizeHeadingDeg(fields.hdg / 100)
  draft.standingSamples = draft.speedMps < STANDING_MPS ? draft.standingSamples + 1 : 0
  return events
}

export const distanceM = (a: LonLat, b: LonLat): number => Math.hypot(...localFrame(a).toLocal(b))

const onHeartbeat = (draft: Draft, fields: Extract<Message, { name: 'HEARTBEAT' }>['fields']): SessionEvent[] => {
  const events: SessionEvent[] = []
  const mode = driveModeOf(fields.customMode)
  const armed = (fields.baseMode & MavModeFlag.safetyArmed) !== 0
  if (mode !== draft.mode) events.push({ kind: 'modeChanged', from: draft.mode, to: mode })
  if (armed !== draft.armed && draft.armed !== null) events.push({ kind: 'armedChanged', armed })
  draft.mode = mode
  draft.armed = armed
  return events
}

const noteBlade = (draft: Draft, on: boolean, { monotonicMs }: Times): SessionEvent[] => {
  draft.bladeAtMs = monotonicMs
  if (draft.bladeOn === on) return []
  const first = draft.bladeOn === null
  draft.bladeOn = on
  return first && !on ? [] : [{ kind: 'bladeChanged', on }]
}

/** The vehicle counts the places of its memory; the product counts the items of the mission. */
const seqSaid = (draft: Draft, said: number): number => (draft.part === null ? said : seqOf(draft.part, said))

/** Only reaching a waypoint counts: a vehicle also says 'reached' for a change of speed it has carried out. */
const onReached = (draft: Draft, said: number): SessionEvent[] => {
  const seq = seqSaid(draft, said)
  const item = draft.mission?.[seq]
  // The lead-in of a part does not belong to the mission.
  if (draft.part !== null && draft.part.first > 1 && said < draft.part.firstSlot) return []
  if (item !== undefined && !isNavigation(item)) return []
  draft.missionItemReached = seq
  // From here it drives to the next one; it says so itself only a moment later.
  if (draft.mission !== null) draft.missionSeq = nextWaypointSeq(draft.mission, seq + 1) ?? draft.missionSeq
  const events: SessionEvent[] = [{ kind: 'itemReached', seq }]
  const last = lastOnBoard(draft)
  if (draft.underWay && last !== null && seq >= last) events.push(...endMission(draft, last))
  return events
}

/** The last waypoint of what the vehicle holds of its mission. */
const lastOnBoard = ({ mission, part }: SessionState): number | null => {
  if (mission === null) return null
  return part === null || nextOf(mission, part) === null ? lastWaypointSeq(mission) : part.last
}

const endMission = (draft: Draft, seq: number): SessionEvent[] => {
  draft.underWay = false
  const next = draft.mission === null || draft.part === null ? null : nextOf(draft.mission, draft.part)
  return next === null ? [{ kind: 'missionEnded', seq }] : [{ kind: 'partEnded', seq, next }]
}

/**
 * A mission that ended while nobody listened: it was found on the vehicle, and the vehicle says that it is complete. One
 * that was sent from here proves nothing, for a vehicle calls the mission before it complete until the next start.
 */
const foundAtEnd = (draft: Draft): SessionEvent[] => {
  const last = draft.missionIsOwn ? null : lastOnBoard(draft)
  if (last === null || draft.missionItemReached === last) return []
  draft.missionItemReached = last
  return draft.mode === 'auto' && draft.armed === true ? endMission(draft, last) : []
}

const onMissionCurrent = (
  draft: Draft,
  fields: Extract<Message, { name: 'MISSION_CURRENT' }>['fields'],
): SessionEvent[] => {
  const seq = seqSaid(draft, fields.seq)
  draft.missionSeq = seq
  // Before these fields were added to the message there was nothing in their place, which reads as 0.
  const isUnknown =
    fields.total === UNKNOWN_UINT16 || (fields.total === 0 && fields.missionState === MissionState.unknown)
  draft.missionTotal = isUnknown ? null : fields.total
  if (draft.mission !== null) {
    draft.missionTotalAtRead ??= draft.missionTotal
    if (draft.missionTotal !== draft.missionTotalAtRead) forgetMission(draft)
  }
  const last = draft.part === null ? null : lastOnBoard(draft)
  const standsAtEnd = last !== null && draft.missionItemReached === last
  if (fields.missionState === MissionState.active && draft.mode === 'auto' && draft.armed === true && !standsAtEnd) {
    draft.underWay = true
    draft.wasActive = true
  }
  if (fields.missionState !== MissionState.complete) return []
  // Of a part that has just begun: the vehicle may be late in saying that the one before it is complete.
  if (draft.part !== null && draft.underWay && !draft.wasActive) return []
  return draft.underWay ? endMission(draft, seq) : foundAtEnd(draft)
}

const servoPwm = (fields: Extract<Message, { name: 'SERVO_OUTPUT_RAW' }>['fields'], channel: number): number => {
  const pwm: unknown = Object.entries(fields).find(([name]) => name === `servo${channel}Raw`)?.[1]
  return typeof pwm === 'number' ? pwm : 0
}

const receive = (draft: Draft, message: Message, blade: Blade, times: Times): SessionEvent[] => {
  switch (message.name) {
    case 'HEARTBEAT':
      return onHeartbeat(draft, message.fields)
    case 'GLOBAL_POSITION_INT':
      return onPosition(draft, message.fields, times)
    case 'GPS_RAW_INT':
      draft.fixType = fixTypeOf(message.fields.fixType)
      draft.accuracyM = message.fields.hAcc === 0 ? null : message.fields.hAcc / 1000
      return []
    case 'BATTERY_STATUS':
      return onBattery(draft, message.fields)
    case 'SYS_STATUS':
      return onSysStatus(draft, message.fields)
    case 'EKF_STATUS_REPORT':
      draft.ready = (message.fields.flags & EKF_POS_HORIZ_ABS) !== 0
      return []
    case 'MISSION_CURRENT':
      return onMissionCurrent(draft, message.fields)
    case 'MISSION_ITEM_REACHED':
      return onReached(draft, message.fields.seq)
    case 'RELAY_STATUS': {
      const bit = blade.kind === 'relay' ? 1 << blade.index : 0
      if ((message.fields.present & bit) === 0) return []
      return noteBlade(draft, (message.fields.on & bit) !== 0, times)
    }
    case 'SERVO_OUTPUT_RAW': {
      if (blade.kind !== 'servo' || (message.fields.port !== 0 && blade.channel <= 16)) return []
      const pwm = servoPwm(message.fields, blade.channel)
      // Anything that is not clearly off counts as on.
      return pwm === 0 ? [] : noteBlade(draft, Math.abs(pwm - blade.offPwm) > 20, times)
    }
    case 'STATUSTEXT': {
      const { texts, whole } = addText(draft.statusTexts, message.fields, times.nowMs)
      draft.statusTexts = texts
      return whole.flatMap(({ severity, text }): SessionEvent[] => [
        { kind: 'statusText', severity, text },
        ...onHealthText(draft, text, times.monotonicMs),
      ])
    }
    case 'PARAM_VALUE':
      draft.parameters = new Map(draft.parameters).set(message.fields.paramId, message.fields.paramValue)
      return []
    default:
      return []
  }
}

const apply = (draft: Draft, input: StateInput, blade: Blade, times: Times): SessionEvent[] => {
  switch (input.kind) {
    case 'message':
      return receive(draft, input.message, blade, times)
    case 'missionRead':
      rememberMission(draft, input)
      return []
    case 'missionForgotten':
      forgetMission(draft)
      return []
    case 'progressForgotten':
      draft.missionItemReached = null
      return []
    case 'seqCounted':
      draft.missionSeq = input.seq
      return []
    case 'armAnswered':
      draft.armed = input.armed
      return []
    case 'startSent':
      draft.wasActive = false
      // What it said last may be an item of the mission before.
      draft.missionSeq = null
      return []
    case 'driveBegun':
      draft.underWay = true
      return []
    case 'driveEnded':
      draft.underWay = false
      return []
    case 'parameterForgotten': {
      const parameters = new Map(draft.parameters)
      parameters.delete(input.name)
      draft.parameters = parameters
      return []
    }
  }
}

/** Pure: the state that is given stays as it is, and the same input gives the same answer. */
export const reduce = (state: SessionState, input: StateInput, blade: Blade, times: Times): Reduction => {
  const draft: Draft = { ...state }
  const events = apply(draft, input, blade, times)
  return { state: draft, events }
}
