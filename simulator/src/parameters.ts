/**
 * The parameters a ground station asks for, with ArduPilot's defaults. INITIAL_MODE is that of a mower as a workshop
 * hands it over (HOLD); a fresh autopilot boots in MANUAL, 0.
 */
import { MAV_PARAM_TYPE_REAL32, type Message, message } from '@greensward/vehicle/mavlink'

export const defaultParameters = (systemId: number): Map<string, number> =>
  new Map([
    ['MAV_SYSID', systemId],
    ['MAV_GCS_SYSID', 255],
    ['FS_ACTION', 2],
    ['FS_GCS_ENABLE', 0],
    ['FS_GCS_TIMEOUT', 5],
    ['FS_TIMEOUT', 1.5],
    ['FS_THR_ENABLE', 1],
    ['FS_EKF_ACTION', 1],
    ['FS_CRASH_CHECK', 0],
    ['FENCE_ENABLE', 0],
    ['FENCE_TYPE', 6],
    ['FENCE_ACTION', 1],
    ['FENCE_RADIUS', 300],
    ['FENCE_MARGIN', 2],
    ['AVOID_ENABLE', 3],
    ['AVOID_MARGIN', 2],
    ['ARMING_SKIPCHK', 0],
    ['INITIAL_MODE', 4],
    ['MIS_DONE_BEHAVE', 0],
    ['MIS_RESTART', 0],
    ['WP_SPEED', 2],
    ['WP_RADIUS', 2],
    ['WP_PIVOT_ANGLE', 60],
    ['WP_PIVOT_RATE', 60],
    ['PSC_POS_P', 0.2],
    ['CRUISE_SPEED', 2],
    ['BATT_LOW_VOLT', 10.5],
    ['BATT_ARM_VOLT', 0],
    ['BATT_FS_LOW_ACT', 0],
    ['RELAY1_FUNCTION', 1],
    ['RELAY1_DEFAULT', 0],
    ['BRD_SD_MISSION', 0],
    ['BRD_SD_FENCE', 0],
    ['MIS_TOTAL', 0],
    ['FENCE_TOTAL', 0],
  ])

/** Counters of the autopilot: an attempt to set one is answered with its current value. */
const COUNTED: ReadonlySet<string> = new Set(['MIS_TOTAL', 'FENCE_TOTAL'])

const valueMessage = (parameters: ReadonlyMap<string, number>, name: string): Message =>
  message('PARAM_VALUE', {
    paramId: name,
    paramValue: parameters.get(name) ?? 0,
    paramType: MAV_PARAM_TYPE_REAL32,
    paramCount: parameters.size,
    paramIndex: [...parameters.keys()].indexOf(name),
  })

/** The answers to a parameter request; unknown names are not answered. */
export const answerParameters = (parameters: Map<string, number>, received: Message): Message[] => {
  switch (received.name) {
    case 'PARAM_REQUEST_LIST':
      return [...parameters.keys()].map(name => valueMessage(parameters, name))
    case 'PARAM_REQUEST_READ': {
      const { paramId, paramIndex } = received.fields
      const name = paramIndex < 0 ? paramId : [...parameters.keys()][paramIndex]
      return name !== undefined && parameters.has(name) ? [valueMessage(parameters, name)] : []
    }
    case 'PARAM_SET': {
      const { paramId, paramValue } = received.fields
      if (!parameters.has(paramId)) return []
      if (!COUNTED.has(paramId)) parameters.set(paramId, paramValue)
      return [valueMessage(parameters, paramId)]
    }
    default:
      return []
  }
}
