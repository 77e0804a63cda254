/** Which messages go out how often. */
import { layoutById, layoutByName } from '@greensward/vehicle/mavlink'

const names = [
  'HEARTBEAT',
  'GLOBAL_POSITION_INT',
  'GPS_RAW_INT',
  'BATTERY_STATUS',
  'SYS_STATUS',
  'MISSION_CURRENT',
  'RELAY_STATUS',
  'SERVO_OUTPUT_RAW',
  'EKF_STATUS_REPORT',
  'SYSTEM_TIME',
  'AUTOPILOT_VERSION',
] as const
export type StreamName = (typeof names)[number]

/** Sent without being asked for, seconds. */
const unasked: readonly (readonly [StreamName, number])[] = [['HEARTBEAT', 1]]
const LEAST_S = 0.025

export interface Streams {
  /** @returns false for a message that the vehicle does not have */
  setInterval(messageId: number, intervalUs: number): boolean
  sendOnce(messageId: number): boolean
  /** Sends ahead of its time what is asked for; it comes again an interval later. */
  hasten(name: StreamName): void
  update(timeS: number): void
  reset(): void
}

export interface StreamsOptions {
  /** Simulated seconds in a second of the wall: intervals are kept by the wall, so that the link is not flooded. */
  readonly timeFactor: number
  readonly send: (name: StreamName) => void
}

export const createStreams = (options: StreamsOptions): Streams => {
  const intervals = new Map<StreamName, { everyS: number; nextS: number }>()
  let nowS = 0

  const nameOf = (messageId: number): StreamName | undefined => {
    const layout = layoutById(messageId)
    return names.find(name => layout !== undefined && layoutByName(name) === layout)
  }

  const reset = (): void => {
    intervals.clear()
    for (const [name, everyS] of unasked) intervals.set(name, { everyS: everyS * options.timeFactor, nextS: nowS })
  }
  reset()

  return {
    setInterval: (messageId, intervalUs) => {
      const name = nameOf(messageId)
      if (name === undefined) return false
      // -1 switches off, 0 asks for the default.
      if (intervalUs < 0) intervals.delete(name)
      else {
        const everyS = Math.max(LEAST_S, intervalUs === 0 ? 1 : intervalUs / 1e6) * options.timeFactor
        intervals.set(name, { everyS, nextS: nowS })
      }
      return true
    },
    sendOnce: messageId => {
      const name = nameOf(messageId)
      if (name === undefined) return false
      options.send(name)
      return true
    },
    hasten: name => {
      const stream = intervals.get(name)
      if (stream === undefined) return
      stream.nextS = nowS + stream.everyS
      options.send(name)
    },
    update: timeS => {
      nowS = timeS
      for (const [name, stream] of intervals) {
        if (timeS < stream.nextS) continue
        // After a gap the stream continues from now instead of catching up.
        stream.nextS = Math.max(stream.nextS + stream.everyS, timeS)
        options.send(name)
      }
    },
    reset,
  }
}
