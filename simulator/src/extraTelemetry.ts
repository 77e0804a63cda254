/**
 * When a mower's time runs faster than the wall, metres are between two of its positions: a corner there would be cut off, and
 * nobody would know where its blade was switched. It says so at once then. One in real time has nothing to add.
 */
import type { Body } from './dynamics.ts'
import type { Streams } from './streams.ts'

export interface ExtraTelemetry {
  /** It has just said where it is. */
  positionSent(): void
  bladeSwitched(): void
  /** After each step. */
  update(): void
}

export interface ExtraTelemetryOptions {
  readonly timeFactor: number
  readonly body: Readonly<Body>
  readonly streams: Pick<Streams, 'hasten'>
}

/** A turn of this angle over this distance is a corner that a line between two positions would cut off. */
const CORNER_RAD = Math.PI / 6
const CORNER_M = 1

export const createExtraTelemetry = ({ timeFactor, body, streams }: ExtraTelemetryOptions): ExtraTelemetry => {
  let reported: Readonly<Body> = { ...body }
  let switched = false

  const isCorner = (): boolean => {
    const turn = body.heading - reported.heading
    const turnedRad = Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn)))
    return turnedRad >= CORNER_RAD && Math.hypot(body.x - reported.x, body.y - reported.y) >= CORNER_M
  }

  return {
    positionSent: () => {
      reported = { ...body }
    },
    bladeSwitched: () => {
      switched = timeFactor > 1
    },
    update: () => {
      if (timeFactor <= 1) return
      if (switched || isCorner()) streams.hasten('GLOBAL_POSITION_INT')
      if (!switched) return
      switched = false
      streams.hasten('RELAY_STATUS')
      streams.hasten('SERVO_OUTPUT_RAW')
      // Here with the blade as it was, and here with the blade as it is.
      streams.hasten('GLOBAL_POSITION_INT')
    },
  }
}
