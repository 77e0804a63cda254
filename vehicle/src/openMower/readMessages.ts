/** Reads what OpenMower publishes. A field that is missing or makes no sense is null, never a guess. */
import type { MachineActivity } from '@greensward/domain'
import type { XY } from '@greensward/geometry'
import { numberIn, objectIn, parsedJson } from '../broker/json.ts'

export interface RobotState {
  /** The name of its behaviour, in capitals. */
  readonly behaviour: string
  readonly isEmergency: boolean | null
  readonly isCharging: boolean | null
  /** By its own sensor. */
  readonly isRaining: boolean | null
  /** 0 to 1. */
  readonly battery: number | null
  /** Metres along the grid of UTM from its datum. */
  readonly xy: XY | null
  readonly accuracyM: number | null
  /** Clockwise from north. */
  readonly headingDeg: number | null
}

/** Longer ones are not what OpenMower publishes. */
const MOST_CHARACTERS = 40_000
/** Farther from its datum it is on no golf course. */
const FARTHEST_M = 20_000
/** Before it has a fix it reports 999 m; a position as poor as this is none. */
const POOREST_M = 10

/** ROS keeps a yes or no in a byte, so that the message has 0 and 1 in some versions, and true and false in others. */
const flag = (value: unknown): boolean | null =>
  value === true || value === 1 ? true : value === false || value === 0 ? false : null

/** @returns undefined for what is not a state of OpenMower */
export const readRobotState = (payload: string): RobotState | undefined => {
  const {
    current_state: name,
    emergency,
    is_charging: charging,
    rain_detected: rain,
    battery_percentage: battery,
    pose,
  } = objectIn(parsedJson(payload, MOST_CHARACTERS))
  if (typeof name !== 'string' || name === '' || name.length > 60) return undefined
  const { x, y, heading, heading_valid: isHeadingValid, pos_accuracy: accuracy } = objectIn(pose)
  const east = numberIn(x, -FARTHEST_M, FARTHEST_M)
  const north = numberIn(y, -FARTHEST_M, FARTHEST_M)
  const accuracyM = numberIn(accuracy, Number.MIN_VALUE, POOREST_M)
  // Radians, counted to the left from the east.
  const turned = flag(isHeadingValid) === true ? numberIn(heading, -100, 100) : null
  return {
    behaviour: name.toUpperCase(),
    isEmergency: flag(emergency),
    isCharging: flag(charging),
    isRaining: flag(rain),
    battery: numberIn(battery, 0, 1),
    xy: east === null || north === null || accuracyM === null ? null : [east, north],
    accuracyM,
    headingDeg: turned === null ? null : (((90 - (turned * 180) / Math.PI) % 360) + 360) % 360,
  }
}

/** @returns the ids of the actions that it offers now; undefined for what is not a list of actions */
export const readActions = (payload: string): ReadonlySet<string> | undefined => {
  const list = parsedJson(payload, MOST_CHARACTERS)
  if (!Array.isArray(list)) return undefined
  const actions = list.map(objectIn)
  return new Set(
    actions.flatMap(({ action_id: id, enabled }) => (typeof id === 'string' && flag(enabled) === true ? [id] : [])),
  )
}

/** The names that the behaviours of mower_logic give themselves in `state_name`; PARKING is DOCKING in some versions. */
const ACTIVITIES: Readonly<Record<string, MachineActivity>> = {
  MOWING: 'mowing',
  PAUSED: 'paused',
  UNDOCKING: 'leaving',
  DOCKING: 'goingHome',
  PARKING: 'goingHome',
  AREA_RECORDING: 'recording',
}

export const activityOf = ({ behaviour, isEmergency, isCharging }: RobotState): MachineActivity => {
  if (isEmergency === true) return 'failed'
  if (behaviour === 'IDLE') return isCharging === true ? 'charging' : 'idle'
  return ACTIVITIES[behaviour] ?? 'unknown'
}
