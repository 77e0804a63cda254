/** The ground that a machine's body passes over on a drive, piece by piece. */
import type { PolygonXY, PolylineXY, XY } from '../../units.ts'

/** On the spot the body is looked at whenever it has turned by this. */
const TURN_STEP_RAD = Math.PI / 12
const SAME_M = 1e-6

const rectangle = (from: XY, to: XY, angle: number, { widthM, lengthM }: BodySize): PolygonXY => {
  const [ahead, aside] = [lengthM / 2, widthM / 2]
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const corner = ([x, y]: XY, along: number, across: number): XY => [
    x + along * cos - across * sin,
    y + along * sin + across * cos,
  ]
  return {
    outer: [
      corner(from, -ahead, -aside),
      corner(to, ahead, -aside),
      corner(to, ahead, aside),
      corner(from, -ahead, aside),
    ],
    holes: [],
  }
}

export interface BodySize {
  readonly widthM: number
  readonly lengthM: number
}

/**
 * Rectangles that the body covers one after the other: straight on along each segment, and turning at each corner. The
 * machine drives forwards, with its middle on the line.
 * @param visit is given the number of the segment, counted from 0; a corner belongs to the segment that follows it
 */
export const sweepBody = (
  line: PolylineXY,
  body: BodySize,
  visit: (ground: PolygonXY, segment: number) => void,
): void => {
  let heading: number | undefined
  for (let i = 1; i < line.length; i++) {
    const from = line[i - 1]
    const to = line[i]
    if (from === undefined || to === undefined || Math.hypot(to[0] - from[0], to[1] - from[1]) < SAME_M) continue
    const angle = Math.atan2(to[1] - from[1], to[0] - from[0])
    if (heading !== undefined) {
      const turn = Math.atan2(Math.sin(angle - heading), Math.cos(angle - heading))
      const steps = Math.ceil(Math.abs(turn) / TURN_STEP_RAD)
      for (let k = 1; k < steps; k++) visit(rectangle(from, from, heading + (turn * k) / steps, body), i - 1)
    }
    visit(rectangle(from, to, angle, body), i - 1)
    heading = angle
  }
}
