/**
 * A robotic mower that answers as ArduPilot Rover does, quirks included. It is pure: time comes in by `step`, messages
 * by `receive`, and `takeOutgoing` returns what it sends. All its timers run on simulated time.
 */
import type { Rover, RoverOptions } from './roverInterface.ts'
import { SimulatedRover } from './simulatedRover.ts'

export type * from './roverInterface.ts'

export const createRover = (options: RoverOptions): Rover => new SimulatedRover(options)
