/** The autopilot's answer to each command: a MAV_RESULT. */
import { MavCmd, MavResult, RoverMode } from '@greensward/vehicle/mavlink'
import type { Streams } from './streams.ts'

export interface CommandTarget {
  readonly streams: Streams
  readonly armed: boolean
  setMode(mode: number): boolean
  setArmed(armed: boolean): boolean
  /** Makes an item of the mission the next one. */
  setCurrent(seq: number): boolean
  /** Fields that mission items and commands share. */
  carryOut(command: number, params: readonly number[]): boolean
  reboot(): void
}

const AUTOPILOT_VERSION = 148

const done = (succeeded: boolean): number => (succeeded ? MavResult.accepted : MavResult.failed)

export const executeCommand = (rover: CommandTarget, command: number, params: readonly number[]): number => {
  const [first = 0, second = 0] = params
  switch (command) {
    case MavCmd.doSetMode:
      return done(rover.setMode(second))
    case MavCmd.missionStart:
      return first !== 0 || second !== 0 ? MavResult.denied : done(rover.setMode(RoverMode.auto))
    case MavCmd.componentArmDisarm:
      return done(rover.setArmed(first > 0.5))
    case MavCmd.doSetMissionCurrent:
      return done(rover.setCurrent(first))
    case MavCmd.doSetRelay:
    case MavCmd.doSetServo:
    case MavCmd.doChangeSpeed:
      return done(rover.carryOut(command, params))
    case MavCmd.setMessageInterval:
      return rover.streams.setInterval(first, second) ? MavResult.accepted : MavResult.denied
    case MavCmd.requestMessage:
      return rover.streams.sendOnce(first) ? MavResult.accepted : MavResult.denied
    case MavCmd.requestAutopilotCapabilities:
      return done(rover.streams.sendOnce(AUTOPILOT_VERSION))
    case MavCmd.preflightRebootShutdown:
      if (rover.armed) return MavResult.failed
      rover.reboot()
      return MavResult.accepted
    default:
      return MavResult.unsupported
  }
}
