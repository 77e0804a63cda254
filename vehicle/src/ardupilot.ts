/** ArduPilot Rover's numbers as words of the domain. */
import type { DriveMode, FixType } from '@greensward/domain'
import { MavAutopilot, MavResult, MavType, type MessageFields, MissionResult, RoverMode } from './mavlink/index.ts'

const modes: Readonly<Record<number, DriveMode>> = {
  [RoverMode.manual]: 'manual',
  [RoverMode.hold]: 'hold',
  [RoverMode.auto]: 'auto',
  [RoverMode.rtl]: 'rtl',
  [RoverMode.smartRtl]: 'rtl',
  [RoverMode.guided]: 'guided',
}

/** True of gimbals, transponders and ground stations: their heartbeat says that they are not an autopilot. */
export const isNotAutopilot = ({ autopilot, type }: Readonly<MessageFields['HEARTBEAT']>): boolean =>
  autopilot === MavAutopilot.invalid || type === MavType.groundStation

/** Boats are steered by the same program. */
export const isRover = ({ autopilot, type }: Readonly<MessageFields['HEARTBEAT']>): boolean =>
  autopilot === MavAutopilot.ardupilot && (type === MavType.groundRover || type === MavType.surfaceBoat)

export const driveModeOf = (customMode: number): DriveMode => modes[customMode] ?? 'other'

// GPS_FIX_TYPE; 7 (static) and 8 (PPP) are good fixes, but no RTK.
const fixes: readonly FixType[] = ['noGps', 'noFix', 'fix2d', 'fix3d', 'dgps', 'rtkFloat', 'rtkFixed', 'fix3d', 'dgps']

export const fixTypeOf = (value: number): FixType => fixes[value] ?? 'noGps'

/** Good enough to drive by: RTK, fixed or float. */
export const hasRtk = (fix: FixType): boolean => fix === 'rtkFixed' || fix === 'rtkFloat'

const commandReasons: Readonly<Record<number, string>> = {
  [MavResult.temporarilyRejected]: 'temporarilyRejected',
  [MavResult.denied]: 'denied',
  [MavResult.unsupported]: 'unsupported',
  [MavResult.failed]: 'failed',
}

export const commandReason = (result: number): string => commandReasons[result] ?? `result${result}`

const missionReasons: Readonly<Record<number, string>> = {
  [MissionResult.error]: 'missionError',
  [MissionResult.unsupportedFrame]: 'unsupportedFrame',
  [MissionResult.unsupported]: 'unsupported',
  [MissionResult.noSpace]: 'tooManyItems',
  [MissionResult.invalid]: 'invalidItem',
  [MissionResult.invalidSequence]: 'invalidSequence',
  [MissionResult.denied]: 'otherGroundStation',
  [MissionResult.cancelled]: 'cancelledByVehicle',
}

export const missionReason = (result: number): string => missionReasons[result] ?? `missionResult${result}`
