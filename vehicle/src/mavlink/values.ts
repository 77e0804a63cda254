/** The numbers of the protocol that the product uses, named; sources are the XML definitions of MAVLink. */
export const MavCmd = {
  navWaypoint: 16,
  navLoiterUnlimited: 17,
  doJump: 177,
  doChangeSpeed: 178,
  doSetMode: 176,
  doSetRelay: 181,
  doSetServo: 183,
  doPauseContinue: 193,
  doSetMissionCurrent: 224,
  preflightRebootShutdown: 246,
  missionStart: 300,
  componentArmDisarm: 400,
  setMessageInterval: 511,
  requestMessage: 512,
  requestAutopilotCapabilities: 520,
  fencePolygonVertexInclusion: 5001,
  fencePolygonVertexExclusion: 5002,
  fenceCircleInclusion: 5003,
  fenceCircleExclusion: 5004,
} as const

export const MavResult = {
  accepted: 0,
  temporarilyRejected: 1,
  denied: 2,
  unsupported: 3,
  failed: 4,
  inProgress: 5,
} as const

export const MissionResult = {
  accepted: 0,
  error: 1,
  unsupportedFrame: 2,
  unsupported: 3,
  noSpace: 4,
  invalid: 5,
  invalidSequence: 13,
  denied: 14,
  cancelled: 15,
} as const

export const MissionType = { mission: 0, fence: 1 } as const

export const MavFrame = { global: 0, mission: 2, globalRelativeAlt: 3 } as const

/** ArduPilot Rover's custom modes. */
export const RoverMode = {
  manual: 0,
  acro: 1,
  steering: 3,
  hold: 4,
  loiter: 5,
  auto: 10,
  rtl: 11,
  smartRtl: 12,
  guided: 15,
} as const

export const MavModeFlag = { customModeEnabled: 1, safetyArmed: 128 } as const
export const MavType = { groundStation: 6, groundRover: 10, surfaceBoat: 11 } as const
export const MavAutopilot = { ardupilot: 3, invalid: 8 } as const
export const MavState = { standby: 3, active: 4 } as const
/** MAV_BATTERY_CHARGE_STATE, of which the product needs these. */
export const BatteryChargeState = { undefined: 0, ok: 1, low: 2, critical: 3, charging: 7 } as const
export const MissionState = { unknown: 0, noMission: 1, notStarted: 2, active: 3, paused: 4, complete: 5 } as const

/** EKF_STATUS_REPORT.flags: the estimate of the absolute horizontal position is good. */
export const EKF_POS_HORIZ_ABS = 16

/** Bits of SYS_STATUS: the battery monitor is unhealthy or its failsafe has acted; the checks before arming. */
export const MAV_SYS_STATUS_BATTERY = 0x0200_0000
export const MAV_SYS_STATUS_PREARM_CHECK = 0x1000_0000

/** `UINT16_MAX` stands for unknown in most fields of that width. */
export const UNKNOWN_UINT16 = 0xffff

export const MAV_COMP_AUTOPILOT = 1
export const MAV_COMP_MISSION_PLANNER = 190
export const GROUND_STATION_SYSTEM_ID = 255
/** A relative altitude counts from home. */
export const MAV_PARAM_TYPE_REAL32 = 9
