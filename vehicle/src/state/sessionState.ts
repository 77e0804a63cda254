/** The state of one vehicle, built up from its messages. */
import { type DriveMode, type FixType, linkStateOf, type Telemetry } from '@greensward/domain'
import type { LonLat } from '@greensward/geometry'
import type { MessageName } from '../mavlink/index.ts'
import type { MissionItem } from '../mission/missionItem.ts'
import type { MissionPart } from '../mission/missionParts.ts'
import { type Health, healthOf, UNKNOWN_HEALTH } from './health.ts'
import { NO_TEXTS, type StatusTexts } from './statusTexts.ts'

/** Never changed: `reduce` makes the next one. */
export interface SessionState {
  readonly position: LonLat | null
  readonly positionAtMs: number | null
  readonly headingDeg: number | null
  readonly speedMps: number | null
  readonly fixType: FixType | null
  readonly accuracyM: number | null
  readonly battery: number | null
  readonly batteryV: number | null
  readonly charging: boolean | null
  readonly health: Health
  readonly armed: boolean | null
  readonly mode: DriveMode | null
  readonly bladeOn: boolean | null
  /** When the blade was last reported, monotonic. */
  readonly bladeAtMs: number | null
  readonly ready: boolean | null
  /** Sequence number as the vehicle says it; 0 is 'at the start'. */
  readonly missionSeq: number | null
  /** Items after home, as the vehicle says it. */
  readonly missionTotal: number | null
  readonly missionItemReached: number | null
  /** The mission as last uploaded and compared, or downloaded; null when never read. */
  readonly mission: readonly MissionItem[] | null
  /** The part of `mission` that is on board when the vehicle cannot hold all of it. */
  readonly part: MissionPart | null
  /** Since it was last started the vehicle has said that its mission is active. */
  readonly wasActive: boolean
  /** How often it has booted since the session began. */
  readonly boots: number
  /** The mission was sent from here, not found on the vehicle. */
  readonly missionIsOwn: boolean
  /** The vehicle was seen driving its mission and has not finished it. */
  readonly underWay: boolean
  readonly bootMs: number | null
  /** A time since boot that is long before the last one: a reboot if the next message continues from it. */
  readonly earlierBootMs: number | null
  /** Both clocks at one moment, to measure how fast the vehicle's runs. */
  readonly clockAnchor: { readonly bootMs: number; readonly monotonicMs: number } | null
  /** Items the vehicle said to have when `mission` was read; another number later means that someone changed it. */
  readonly missionTotalAtRead: number | null
  readonly jumpReportedAtMs: number
  /** How many times faster than the wall the vehicle's clock runs. */
  readonly timeRate: number
  readonly statusTexts: StatusTexts
  readonly parameters: ReadonlyMap<string, number>
  readonly standingSamples: number
}

/** Nothing was received yet. */
export const initialState = (): SessionState => ({
  position: null,
  positionAtMs: null,
  headingDeg: null,
  speedMps: null,
  fixType: null,
  accuracyM: null,
  battery: null,
  batteryV: null,
  charging: null,
  health: UNKNOWN_HEALTH,
  armed: null,
  mode: null,
  bladeOn: null,
  bladeAtMs: null,
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
  jumpReportedAtMs: Number.NEGATIVE_INFINITY,
  timeRate: 1,
  statusTexts: NO_TEXTS,
  parameters: new Map(),
  standingSamples: 0,
})

const missionCountOf = (state: SessionState): number | null => {
  if (state.mission !== null) return state.mission.length
  if (state.missionTotal === null) return null
  return state.missionTotal === 0 ? 0 : state.missionTotal + 1
}

/** @param monotonicMs now, for the age of the position */
export const telemetryOf = (state: SessionState, monotonicMs: number): Telemetry => {
  const ageMs = state.positionAtMs === null ? null : Math.max(0, monotonicMs - state.positionAtMs)
  const missionCount = missionCountOf(state)
  return {
    position: state.position === null ? null : [state.position[0], state.position[1]],
    headingDeg: state.headingDeg,
    speedMps: state.speedMps,
    fixType: state.fixType,
    accuracyM: state.accuracyM,
    battery: state.battery,
    batteryV: state.batteryV,
    charging: state.charging,
    ...healthOf(state.health, monotonicMs),
    armed: state.armed,
    mode: state.mode,
    bladeOn: state.bladeOn,
    ready: state.ready,
    missionSeq: missionCount === 0 ? null : state.missionSeq,
    missionCount,
    ageMs,
    link: linkStateOf(ageMs),
  }
}

/** The session holds the current state; everything else reads it. */
export interface StateReader {
  readonly state: SessionState
  /** When the last message of this name was received, monotonic; undefined where none was. */
  receivedAtMs(name: MessageName): number | undefined
}
