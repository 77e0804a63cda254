/** Simulated mowers on a real link, whose time is the clock's, and the record of where they really are. */
import { type LocalFrame, type LonLat, localFrame, type XY } from '@greensward/geometry'
import { openRadio, type Radio } from '@greensward/simulator/radio'
import { createRover, type Rover } from '@greensward/simulator/rover'
import { RoverMode } from '@greensward/vehicle/mavlink'
import type { RecordedMower } from './record.ts'

export interface FleetMower {
  readonly record: RecordedMower
  readonly rover: Rover
  readonly radio: Radio
  /** The server asks something of it. */
  readonly isTalking: () => boolean
  readonly position: () => XY
}

export interface FleetMachine {
  readonly id: string
  readonly name: string
  readonly systemId: number
  readonly widthM: number
  readonly cutM: number
  readonly rangeM: number
  readonly base: LonLat
  readonly headingDeg: number
}

/** As a workshop sets an autopilot before it goes out. */
const PARAMETERS = {
  FS_GCS_ENABLE: 1,
  FS_CRASH_CHECK: 1,
  FENCE_ACTION: 2,
  FENCE_TYPE: 4,
  AVOID_ENABLE: 0,
  BATT_FS_LOW_ACT: 2,
  BATT_LOW_VOLT: 21.2,
  BRD_SD_MISSION: 64,
  BRD_SD_FENCE: 64,
  WP_RADIUS: 0.5,
}

const MOVES_MPS = 0.05
const MOVING_EVERY_MS = 500
const STILL_EVERY_MS = 10_000
/** Driving without mowing takes less than mowing. */
const DRIVES_FARTHER = 1.5

/** A conversation has a message at least as often. */
const TALK_MS = 2_000

export const openMower = async (
  machine: FleetMachine,
  port: number,
  seed: number,
  frame: LocalFrame,
  nowMs: () => number,
): Promise<FleetMower> => {
  const rover = createRover({
    systemId: machine.systemId,
    home: machine.base,
    headingDeg: machine.headingDeg,
    steering: 'skid',
    seed,
    timeFactor: 1,
    ekfReadyAfterS: 5,
    saved: {
      position: machine.base,
      headingDeg: machine.headingDeg,
      battery: 1,
      items: [],
      parameters: PARAMETERS,
    },
  })
  rover.setEnergyUse({ mowingPerM: 1 / machine.rangeM, drivingPerM: 1 / (DRIVES_FARTHER * machine.rangeM) })
  const radio = await openRadio(rover, {
    host: '127.0.0.1',
    port,
    faults: { on: true, lossPercent: 0, delayMs: 0 },
    signingKey: null,
    seed: seed + machine.systemId,
    onReceived: () => {
      // Answered at once, as by an autopilot that reads its port in each of its short loops.
      rover.step(0)
      radio.flush()
    },
  })
  const own = localFrame(machine.base)
  let talkedMs = Number.NEGATIVE_INFINITY
  const receive = rover.receive.bind(rover)
  rover.receive = (message, from) => {
    if (message.name !== 'HEARTBEAT') talkedMs = nowMs()
    receive(message, from)
  }
  return {
    record: {
      id: machine.id,
      name: machine.name,
      widthM: machine.widthM,
      cutM: machine.cutM,
      base: frame.toLocal(machine.base),
      samples: [],
      startsMs: [],
    },
    rover,
    radio,
    isTalking: () => nowMs() - talkedMs < TALK_MS,
    position: () => frame.toLocal(own.toLonLat([rover.body.x, rover.body.y])),
  }
}

/** @returns what is called after each step of the clock */
export const driveFleet = (mowers: readonly FleetMower[]) => {
  const states = new Map(mowers.map(mower => [mower, { wasInAuto: false, bladeWasOn: false }]))
  return (nowMs: number, dtMs: number): void => {
    for (const mower of mowers) {
      const { rover, radio, record } = mower
      rover.step(dtMs / 1_000)
      radio.flush()
      const state = states.get(mower)
      if (state === undefined) continue
      const isInAuto = rover.armed && rover.mode === RoverMode.auto
      if (isInAuto && !state.wasInAuto) record.startsMs.push(nowMs)
      state.wasInAuto = isInAuto
      const speedMps = Math.abs(rover.body.speedMps)
      const everyMs = speedMps > MOVES_MPS ? MOVING_EVERY_MS : STILL_EVERY_MS
      const last = record.samples.at(-1)
      if (last !== undefined && nowMs - last.atMs < everyMs && state.bladeWasOn === rover.bladeOn) continue
      state.bladeWasOn = rover.bladeOn
      record.samples.push({ atMs: nowMs, at: mower.position(), speedMps, bladeOn: rover.bladeOn })
    }
  }
}
