/** What is known of one vehicle, built up from its messages. It sends nothing and asks for no time. */
import { type DriveMode, type FixType, linkStateOf, type Telemetry } from '@greensward/domain'
import { type LonLat, localFrame, normalizeHeadingDeg } from '@greensward/geometry'
import { driveModeOf, fixTypeOf } from './ardupilot.ts'
import type { SessionEvent } from './events.ts'
import { type Health, healthOf, hearBattery, hearHealthText, hearSysStatus, unknownHealth } from './health.ts'
import { EKF_POS_HORIZ_ABS, MavModeFlag, type Message, MissionState, UNKNOWN_UINT16 } from './mavlink/index.ts'
import { type Blade, fromE7, isNavigation, lastWaypointSeq, type MissionItem, nextWaypointSeq } from './missionItem.ts'
import { type MissionPart, nextOf, seqOf } from './missionParts.ts'
import { createStatusTexts, type StatusTexts } from './statusTexts.ts'

export interface Times {
  /** Wall time. */
  readonly nowMs: number
  readonly monotonicMs: number
}

/** Faster than any mower is carried on a trailer. */
const GREATEST_SPEED_MPS = 15
/** Scatter of a poor fix, and what an antenna does on a slope. */
const JUMP_SLACK_M = 5
/** A vehicle that goes on jumping is told of again so often. */
const JUMP_TELL_MS = 5_000
const STANDING_MPS = 0.1
const TIME_RATE_OVER_MS = 2_000

export interface Knowledge {
  position: LonLat | null
  positionAtMs: number | null
  headingDeg: number | null
  speedMps: number | null
  fixType: FixType | null
  accuracyM: number | null
  battery: number | null
  batteryV: number | null
  charging: boolean | null
  health: Health
  armed: boolean | null
  mode: DriveMode | null
  bladeOn: boolean | null
  ready: boolean | null
  /** Sequence number as the vehicle says it; 0 is 'at the start'. */
  missionSeq: number | null
  /** Items after home, as the vehicle says it. */
  missionTotal: number | null
  missionItemReached: number | null
  /** The mission as last uploaded and compared, or downloaded; null when never read. */
  mission: readonly MissionItem[] | null
  /** The part of `mission` that is on board when the vehicle cannot hold all of it. */
  part: MissionPart | null
  /** Since it was last started the vehicle has said that its mission is active. */
  wasActive: boolean
  /** How often it has booted since it is listened to. */
  boots: number
  /** The mission was sent from here, not found on the vehicle. */
  missionIsOwn: boolean
  /** The vehicle was seen driving its mission and has not finished it. */
  underWay: boolean
  bootMs: number | null
  /** A time since boot that is long before the last one: a reboot when the next message goes on from there. */
  earlierBootMs: number | null
  /** Both clocks at one moment, to measure how fast the vehicle's runs. */
  clockAnchor: { readonly bootMs: number; readonly monotonicMs: number } | null
  /** Items the vehicle said to have when `mission` was read; another number later means that someone changed it. */
  missionTotalAtRead: number | null
  jumpToldAtMs: number
  /** How many times faster than the wall the vehicle's clock runs. */
  timeRate: number
  /** When messages of a name came last, monotonic. */
  readonly heardAtMs: Map<string, number>
  readonly statusTexts: StatusTexts
  readonly parameters: Map<string, number>
  standingSamples: number
}

export const nothingKnown = (): Knowledge => ({
  position: null,
  positionAtMs: null,
  headingDeg: null,
  speedMps: null,
  fixType: null,
  accuracyM: null,
  battery: null,
  batteryV: null,
  charging: null,
  health: unknownHealth(),
  armed: null,
  mode: null,
  bladeOn: null,
  ready: null,
  missionSeq: null,
  missionTotal: null,
  missionItemReached: null,
  mission: null,
  part: null,
  wasActive: false,
  boots: 0,
  missionIsOwn: false,
  underWay: false,
  bootMs: null,
  earlierBootMs: null,
  clockAnchor: null,
  missionTotalAtRead: null,
  jumpToldAtMs: Number.NEGATIVE_INFINITY,
  timeRate: 1,
  heardAtMs: new Map(),
  statusTexts: createStatusTexts(),
  parameters: new Map(),
  standingSamples: 0,
})

/** The mission on board as it was read back just now. @param isOwn it was sent from here before */
export const rememberMission = (
  known: Knowledge,
  items: readonly MissionItem[],
  isOwn = false,
  part: MissionPart | null = null,
): void => {
  known.mission = items
  known.part = part
  known.missionIsOwn = isOwn
  known.missionTotalAtRead = null
}

export const forgetMission = (known: Knowledge): void => {
  known.mission = null
  known.part = null
  known.missionTotalAtRead = null
}

const missionCountOf = (known: Knowledge): number | null => {
  if (known.mission !== null) return known.mission.length
  if (known.missionTotal === null) return null
  return known.missionTotal === 0 ? 0 : known.missionTotal + 1
}

/** @param monotonicMs now, for the age of the position */
export const telemetryOf = (known: Knowledge, monotonicMs: number): Telemetry => {
  const ageMs = known.positionAtMs === null ? null : Math.max(0, monotonicMs - known.positionAtMs)
  const missionCount = missionCountOf(known)
  return {
    position: known.position === null ? null : [known.position[0], known.position[1]],
    headingDeg: known.headingDeg,
    speedMps: known.speedMps,
    fixType: known.fixType,
    accuracyM: known.accuracyM,
    battery: known.battery,
    batteryV: known.batteryV,
    charging: known.charging,
    ...healthOf(known.health, monotonicMs),
    armed: known.armed,
    mode: known.mode,
    bladeOn: known.bladeOn,
    ready: known.ready,
    missionSeq: missionCount === 0 ? null : known.missionSeq,
    missionCount,
    ageMs,
    link: linkStateOf(ageMs),
  }
}

/** What was true before the vehicle booted is not known to be true after. */
const forgetBeforeBoot = (known: Knowledge): void => {
  known.boots++
  known.bladeOn = null
  known.ready = null
  known.health = unknownHealth()
  known.fixType = null
  known.accuracyM = null
  // A machine that was switched off may have been carried: where it stood before proves nothing about now.
  known.position = null
  known.positionAtMs = null
}

/** Over two seconds at a time, so that the jitter of a radio link does not count. */
const measureTimeRate = (known: Knowledge, bootMs: number, monotonicMs: number): void => {
  const anchor = known.clockAnchor
  if (anchor !== null && monotonicMs - anchor.monotonicMs < TIME_RATE_OVER_MS) return
  known.clockAnchor = { bootMs, monotonicMs }
  if (anchor === null) return
  const rate = (bootMs - anchor.bootMs) / (monotonicMs - anchor.monotonicMs)
  known.timeRate = Math.min(100, Math.max(1, rate))
}

const CLOCK_WRAPS_MS = 2 ** 32
const WRAPS_NEAR_MS = 600_000
const REBOOTED_BEFORE_MS = 1_000

type ClockVerdict = 'onwards' | 'late' | 'rebooted'

/**
 * What the vehicle's clock says of a message. It wraps after 49.7 days; a radio may hand a message on late; and only a
 * clock that goes on from a much earlier time is that of a vehicle that has rebooted.
 */
const judgeClock = (known: Knowledge, bootMs: number): ClockVerdict => {
  const { bootMs: lastMs, earlierBootMs: earlierMs } = known
  known.earlierBootMs = null
  if (lastMs === null || bootMs >= lastMs) return 'onwards'
  if (lastMs > CLOCK_WRAPS_MS - WRAPS_NEAR_MS && bootMs < WRAPS_NEAR_MS) return 'onwards'
  if (lastMs - bootMs <= REBOOTED_BEFORE_MS) return 'late'
  if (earlierMs !== null && bootMs > earlierMs) return 'rebooted'
  known.earlierBootMs = bootMs
  return 'late'
}

const hearPosition = (
  known: Knowledge,
  fields: Extract<Message, { name: 'GLOBAL_POSITION_INT' }>['fields'],
  times: Times,
): SessionEvent[] => {
  const events: SessionEvent[] = []
  const clock = judgeClock(known, fields.timeBootMs)
  if (clock === 'late') return []
  const wrapped = known.bootMs !== null && fields.timeBootMs < known.bootMs
  if (clock === 'rebooted') {
    events.push({ kind: 'rebooted' })
    forgetBeforeBoot(known)
  }
  if (wrapped) {
    known.bootMs = fields.timeBootMs
    known.clockAnchor = null
  }
  const sinceBootMs = known.bootMs === null ? 0 : fields.timeBootMs - known.bootMs
  const sinceMs = known.positionAtMs === null ? 0 : times.monotonicMs - known.positionAtMs
  measureTimeRate(known, fields.timeBootMs, times.monotonicMs)
  // A vehicle that has no position yet says 0, 0, which lies in the sea off Africa.
  if (fields.lat !== 0 || fields.lon !== 0) {
    const position: LonLat = [fromE7(fields.lon), fromE7(fields.lat)]
    const jumpM = known.position === null ? 0 : distanceM(known.position, position)
    // The vehicle's own clock counts too: one in a simulator may run faster than the wall.
    const possibleM = (GREATEST_SPEED_MPS * Math.max(sinceMs, sinceBootMs)) / 1000 + JUMP_SLACK_M
    if (known.position !== null && jumpM > possibleM) {
      // The clock of the refused position is not taken over: the room for a real move grows until it fits.
      if (times.monotonicMs - known.jumpToldAtMs < JUMP_TELL_MS) return events
      known.jumpToldAtMs = times.monotonicMs
      return [...events, { kind: 'positionJump', distanceM: jumpM, from: known.position, refused: position }]
    }
    known.position = position
    known.positionAtMs = times.monotonicMs
  }
  known.bootMs = fields.timeBootMs
  known.speedMps = Math.hypot(fields.vx, fields.vy) / 100
  known.headingDeg = fields.hdg === UNKNOWN_UINT16 ? null : normalizeHeadingDeg(fields.hdg / 100)
  known.standingSamples = known.speedMps < STANDING_MPS ? known.standingSamples + 1 : 0
  return events
}

export const distanceM = (a: LonLat, b: LonLat): number => Math.hypot(...localFrame(a).toLocal(b))

const hearHeartbeat = (known: Knowledge, fields: Extract<Message, { name: 'HEARTBEAT' }>['fields']): SessionEvent[] => {
  const events: SessionEvent[] = []
  const mode = driveModeOf(fields.customMode)
  const armed = (fields.baseMode & MavModeFlag.safetyArmed) !== 0
  if (mode !== known.mode) events.push({ kind: 'modeChanged', from: known.mode, to: mode })
  if (armed !== known.armed && known.armed !== null) events.push({ kind: 'armedChanged', armed })
  known.mode = mode
  known.armed = armed
  return events
}

const setBlade = (known: Knowledge, on: boolean): SessionEvent[] => {
  if (known.bladeOn === on) return []
  const first = known.bladeOn === null
  known.bladeOn = on
  return first && !on ? [] : [{ kind: 'bladeChanged', on }]
}

/** The vehicle counts the places of its memory; the product counts the items of the mission. */
const seqSaid = (known: Knowledge, said: number): number => (known.part === null ? said : seqOf(known.part, said))

/** Only reaching a waypoint counts: a vehicle also says 'reached' for a change of speed it has carried out. */
const hearReached = (known: Knowledge, said: number): SessionEvent[] => {
  const seq = seqSaid(known, said)
  const item = known.mission?.[seq]
  // What leads into a part is no item of the mission.
  if (known.part !== null && known.part.first > 1 && said < known.part.firstSlot) return []
  if (item !== undefined && !isNavigation(item)) return []
  known.missionItemReached = seq
  // From here it drives to the next one; it says so itself only a moment later.
  if (known.mission !== null) known.missionSeq = nextWaypointSeq(known.mission, seq + 1) ?? known.missionSeq
  const events: SessionEvent[] = [{ kind: 'itemReached', seq }]
  const last = lastOnBoard(known)
  if (known.underWay && last !== null && seq >= last) events.push(...endMission(known, last))
  return events
}

/** The last waypoint of what the vehicle holds of its mission. */
const lastOnBoard = ({ mission, part }: Knowledge): number | null => {
  if (mission === null) return null
  return part === null || nextOf(mission, part) === null ? lastWaypointSeq(mission) : part.last
}

const endMission = (known: Knowledge, seq: number): SessionEvent[] => {
  known.underWay = false
  const next = known.mission === null || known.part === null ? null : nextOf(known.mission, known.part)
  return next === null ? [{ kind: 'missionEnded', seq }] : [{ kind: 'partEnded', seq, next }]
}

/**
 * A mission that ended while nobody listened: it was found on the vehicle, and the vehicle says that it is complete. One
 * that was sent from here proves nothing, for a vehicle calls the mission before it complete until the next start.
 */
const foundAtEnd = (known: Knowledge): SessionEvent[] => {
  const last = known.missionIsOwn ? null : lastOnBoard(known)
  if (last === null || known.missionItemReached === last) return []
  known.missionItemReached = last
  return known.mode === 'auto' && known.armed === true ? endMission(known, last) : []
}

const hearMissionCurrent = (
  known: Knowledge,
  fields: Extract<Message, { name: 'MISSION_CURRENT' }>['fields'],
): SessionEvent[] => {
  const seq = seqSaid(known, fields.seq)
  known.missionSeq = seq
  // Before these fields were added to the message there was nothing in their place, which reads as 0.
  const isUnknown =
    fields.total === UNKNOWN_UINT16 || (fields.total === 0 && fields.missionState === MissionState.unknown)
  known.missionTotal = isUnknown ? null : fields.total
  if (known.mission !== null) {
    known.missionTotalAtRead ??= known.missionTotal
    if (known.missionTotal !== known.missionTotalAtRead) forgetMission(known)
  }
  const last = known.part === null ? null : lastOnBoard(known)
  const standsAtEnd = last !== null && known.missionItemReached === last
  if (fields.missionState === MissionState.active && known.mode === 'auto' && known.armed === true && !standsAtEnd) {
    known.underWay = true
    known.wasActive = true
  }
  if (fields.missionState !== MissionState.complete) return []
  // Of a part that has just begun: the vehicle may be late in saying that the one before it is complete.
  if (known.part !== null && known.underWay && !known.wasActive) return []
  return known.underWay ? endMission(known, seq) : foundAtEnd(known)
}

const servoPwm = (fields: Extract<Message, { name: 'SERVO_OUTPUT_RAW' }>['fields'], channel: number): number => {
  const pwm: unknown = Object.entries(fields).find(([name]) => name === `servo${channel}Raw`)?.[1]
  return typeof pwm === 'number' ? pwm : 0
}

/** Takes a message in; says what changed. */
export const hear = (known: Knowledge, heard: Message, blade: Blade, times: Times): SessionEvent[] => {
  known.heardAtMs.set(heard.name, times.monotonicMs)
  switch (heard.name) {
    case 'HEARTBEAT':
      return hearHeartbeat(known, heard.fields)
    case 'GLOBAL_POSITION_INT':
      return hearPosition(known, heard.fields, times)
    case 'GPS_RAW_INT':
      known.fixType = fixTypeOf(heard.fields.fixType)
      known.accuracyM = heard.fields.hAcc === 0 ? null : heard.fields.hAcc / 1000
      return []
    case 'BATTERY_STATUS':
      return hearBattery(known, heard.fields)
    case 'SYS_STATUS':
      return hearSysStatus(known.health, heard.fields, known.batteryV)
    case 'EKF_STATUS_REPORT':
      known.ready = (heard.fields.flags & EKF_POS_HORIZ_ABS) !== 0
      return []
    case 'MISSION_CURRENT':
      return hearMissionCurrent(known, heard.fields)
    case 'MISSION_ITEM_REACHED':
      return hearReached(known, heard.fields.seq)
    case 'RELAY_STATUS': {
      const bit = blade.kind === 'relay' ? 1 << blade.index : 0
      if ((heard.fields.present & bit) === 0) return []
      return setBlade(known, (heard.fields.on & bit) !== 0)
    }
    case 'SERVO_OUTPUT_RAW': {
      if (blade.kind !== 'servo' || (heard.fields.port !== 0 && blade.channel <= 16)) return []
      const pwm = servoPwm(heard.fields, blade.channel)
      // Whatever is not plainly off counts as on.
      return pwm === 0 ? [] : setBlade(known, Math.abs(pwm - blade.offPwm) > 20)
    }
    case 'STATUSTEXT':
      return known.statusTexts
        .hear(heard.fields, times)
        .flatMap(({ severity, text }): SessionEvent[] => [
          { kind: 'statusText', severity, text },
          ...hearHealthText(known.health, text, times.monotonicMs),
        ])
    case 'PARAM_VALUE':
      known.parameters.set(heard.fields.paramId, heard.fields.paramValue)
      return []
    default:
      return []
  }
}
