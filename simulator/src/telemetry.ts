/** The telemetry of a rover, in the messages of ArduPilot. */
import type { LonLat } from '@greensward/geometry'
import {
  BatteryChargeState,
  MAV_SYS_STATUS_BATTERY,
  MAV_SYS_STATUS_PREARM_CHECK,
  MavAutopilot,
  MavModeFlag,
  MavState,
  MavType,
  type Message,
  message,
} from '@greensward/vehicle/mavlink'
import type { StreamName } from './streams.ts'

export interface RoverStatus {
  readonly mode: number
  readonly armed: boolean
  /** Simulated time since the program began and since the vehicle booted. */
  readonly timeS: number
  readonly bootMs: number
  /** The estimate of the position is good. */
  readonly ready: boolean
  /** As the receiver gives it, scatter and all. */
  readonly position: LonLat
  /** Spread of that position, metres. */
  readonly spreadM: number
  /** GPS_FIX_TYPE. */
  readonly fixType: number
  /** Radians clockwise from north. */
  readonly heading: number
  readonly speedMps: number
  /** 0 to 1. */
  /** Null where its monitor measures a voltage only. */
  readonly battery: number | null
  readonly batteryV: number
  readonly isCharging: boolean
  /** The battery failsafe has acted since the boot. */
  readonly isBatteryLow: boolean
  /** Null where the checks before arming are all left out. */
  readonly passesPreArm: boolean | null
  /** One bit each. */
  readonly relays: number
  readonly servos: ReadonlyMap<number, number>
  readonly missionSeq: number
  readonly missionItems: number
  readonly missionState: number
  readonly inMission: boolean
}

export const RELAYS = 6
/** EKF_STATUS_REPORT: attitude, velocity, relative and absolute position good; without the position bits. */
const EKF_GOOD = 831
const EKF_WAITING = 167
const ALTITUDE_MM = 100_000
const CAPACITY_MAH = 40_000
const SERVOS = 16
const SERVO_IDLE_PWM = 1_000
const UNUSED_CELL = 65_535
const TEMPERATURE_UNKNOWN = 32_767

export const headingDegOf = (heading: number): number => ((((heading * 180) / Math.PI) % 360) + 360) % 360

/** Percent, -1 where it is not measured. */
const remainingOf = (battery: number | null): number => (battery === null ? -1 : Math.round(battery * 100))

export const usedMahOf = (share: number): number => (1 - share) * CAPACITY_MAH

const e7 = (degrees: number): number => Math.round(degrees * 1e7)

const chargeStateOf = ({ isBatteryLow, isCharging }: RoverStatus): number => {
  if (isBatteryLow) return BatteryChargeState.low
  return isCharging ? BatteryChargeState.charging : BatteryChargeState.ok
}

export const telemetryMessage = (name: StreamName, status: RoverStatus): Message => {
  const { armed, bootMs, position, speedMps, heading, battery } = status
  switch (name) {
    case 'HEARTBEAT':
      return message('HEARTBEAT', {
        customMode: status.mode,
        type: MavType.groundRover,
        autopilot: MavAutopilot.ardupilot,
        baseMode: MavModeFlag.customModeEnabled | (armed ? MavModeFlag.safetyArmed : 0),
        systemStatus: armed ? MavState.active : MavState.standby,
        mavlinkVersion: 3,
      })
    case 'GLOBAL_POSITION_INT':
      return message('GLOBAL_POSITION_INT', {
        timeBootMs: bootMs,
        // The position stays 0 until the estimate is good.
        lat: status.ready ? e7(position[1]) : 0,
        lon: status.ready ? e7(position[0]) : 0,
        alt: ALTITUDE_MM,
        vx: Math.round(speedMps * Math.cos(heading) * 100),
        vy: Math.round(speedMps * Math.sin(heading) * 100),
        hdg: Math.round(headingDegOf(heading) * 100) % 36_000,
      })
    case 'GPS_RAW_INT':
      return message('GPS_RAW_INT', {
        timeUsec: BigInt(Math.round(status.timeS * 1e6)),
        lat: e7(position[1]),
        lon: e7(position[0]),
        alt: ALTITUDE_MM,
        eph: 60,
        epv: 90,
        fixType: status.fixType,
        satellitesVisible: status.fixType >= 3 ? 28 : 3,
        hAcc: Math.round(status.spreadM * 1_000 + 6),
        vAcc: Math.round(status.spreadM * 2_000 + 10),
      })
    case 'BATTERY_STATUS':
      return message('BATTERY_STATUS', {
        currentConsumed: battery === null ? -1 : Math.round(usedMahOf(battery)),
        energyConsumed: -1,
        temperature: TEMPERATURE_UNKNOWN,
        voltages: [Math.round(status.batteryV * 1_000), ...Array.from({ length: 9 }, () => UNUSED_CELL)],
        currentBattery: armed ? 1_200 : 20,
        batteryRemaining: remainingOf(battery),
        chargeState: chargeStateOf(status),
      })
    case 'SYS_STATUS': {
      const { passesPreArm, isBatteryLow } = status
      const present = MAV_SYS_STATUS_PREARM_CHECK | MAV_SYS_STATUS_BATTERY
      const enabled = passesPreArm === null ? MAV_SYS_STATUS_BATTERY : present
      const health =
        (passesPreArm === true ? MAV_SYS_STATUS_PREARM_CHECK : 0) | (isBatteryLow ? 0 : MAV_SYS_STATUS_BATTERY)
      return message('SYS_STATUS', {
        onboardControlSensorsPresent: present,
        onboardControlSensorsEnabled: enabled,
        onboardControlSensorsHealth: health,
        voltageBattery: Math.round(status.batteryV * 1_000),
        currentBattery: armed ? 1_200 : 20,
        batteryRemaining: remainingOf(battery),
      })
    }
    case 'MISSION_CURRENT':
      return message('MISSION_CURRENT', {
        seq: status.missionSeq,
        // Home is not counted.
        total: Math.max(0, status.missionItems - 1),
        missionState: status.missionState,
        missionMode: status.inMission ? 1 : 0,
      })
    case 'RELAY_STATUS':
      return message('RELAY_STATUS', { timeBootMs: bootMs, on: status.relays, present: (1 << RELAYS) - 1 })
    case 'SERVO_OUTPUT_RAW': {
      const channels = Array.from({ length: SERVOS }, (_, i) => i + 1)
      return message('SERVO_OUTPUT_RAW', {
        timeUsec: Math.round(status.timeS * 1e6) >>> 0,
        ...Object.fromEntries(
          channels.map(channel => [`servo${channel}Raw`, Math.round(status.servos.get(channel) ?? SERVO_IDLE_PWM)]),
        ),
      })
    }
    case 'EKF_STATUS_REPORT':
      return message('EKF_STATUS_REPORT', { flags: status.ready ? EKF_GOOD : EKF_WAITING, posHorizVariance: 0.02 })
    case 'SYSTEM_TIME':
      return message('SYSTEM_TIME', { timeBootMs: bootMs })
    case 'AUTOPILOT_VERSION':
      return message('AUTOPILOT_VERSION', { capabilities: 0xfbefn, flightSwVersion: 0x0407_00ff })
  }
}
