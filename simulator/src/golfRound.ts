/** A foursome's way round the course in one cart, at human pace: driving, standing for shots, searching, putting. Pure. */
import { localFrame, type XY } from '@greensward/geometry'

export type LonLat = readonly [lon: number, lat: number]

export interface PlayedHole {
  /** From tee to green. */
  readonly line: readonly LonLat[]
  readonly par: number
  /** Minutes that a group may take. */
  readonly passMinutes: number
}

export interface GolfCourse {
  /** In the order of play. */
  readonly holes: readonly PlayedHole[]
  readonly garage: LonLat
}

/** From one place straight to another, or standing where both are the same. */
export interface Leg {
  readonly from: LonLat
  readonly to: LonLat
  readonly seconds: number
}

const DRIVE_MPS = 4.5
const BETWEEN_HOLES_MPS = 5
/** Carts keep beside the line of play. */
const BESIDE_M = 12
/** They wait beside the green. */
const SHORT_OF_GREEN_M = 18
const LOST_BALL_SHARE = 0.07
const LOST_BALL_S = 180
const REST_S = 900

const lengthM = (from: LonLat, to: LonLat): number => {
  const [x, y] = localFrame(from).toLocal(to)
  return Math.hypot(x, y)
}

const drive = (from: LonLat, to: LonLat, mps: number): Leg => ({ from, to, seconds: lengthM(from, to) / mps })
const stand = (at: LonLat, seconds: number): Leg => ({ from: at, to: at, seconds })

/** A place on the line, a share of its length along, and metres to its right. */
const beside = (line: readonly LonLat[], share: number, rightM: number): LonLat => {
  const origin = line[0] ?? [0, 0]
  const frame = localFrame(origin)
  const points: XY[] = line.map(place => frame.toLocal(place))
  const total = points.reduce((sum, point, i) => {
    const before = points[i - 1]
    return before === undefined ? sum : sum + Math.hypot(point[0] - before[0], point[1] - before[1])
  }, 0)
  let left = Math.max(0, Math.min(1, share)) * total
  for (const [i, point] of points.entries()) {
    const before = points[i - 1]
    if (before === undefined) continue
    const [dx, dy] = [point[0] - before[0], point[1] - before[1]]
    const length = Math.hypot(dx, dy)
    if (left > length && i < points.length - 1) {
      left -= length
      continue
    }
    const along = length === 0 ? 0 : Math.min(1, left / length)
    const [nx, ny] = length === 0 ? [0, 0] : [dy / length, -dx / length]
    return frame.toLonLat([before[0] + dx * along + nx * rightM, before[1] + dy * along + ny * rightM])
  }
  return origin
}

/** When each tee is free, seconds; every round puts down its own times for those behind it. */
export type TeeTimes = Map<number, number>

/**
 * One round, from the garage and back to it.
 * @param slowness 1 plays by the pace of the holes; 1.3 takes a third longer
 * @param random uniform, 0 to 1
 * @param tees nobody plays before the group in front is on the green
 * @param startsAtS when the cart leaves the garage, on the clock of the tees
 */
export const golfRound = (
  course: GolfCourse,
  slowness: number,
  random: () => number,
  tees: TeeTimes = new Map(),
  startsAtS = 0,
): readonly Leg[] => {
  const legs: Leg[] = []
  let at = course.garage
  const nowS = (): number => legs.reduce((sum, { seconds }) => sum + seconds, startsAtS)
  const goTo = (place: LonLat, mps: number): void => {
    legs.push(drive(at, place, mps))
    at = place
  }
  for (const [number, { line, par, passMinutes }] of course.holes.entries()) {
    const side = random() < 0.5 ? -BESIDE_M : BESIDE_M
    const holeM = line.slice(1).reduce((sum, place, i) => sum + lengthM(line[i] ?? place, place), 0)
    const toGreen = Math.max(0.5, 1 - SHORT_OF_GREEN_M / Math.max(1, holeM))
    goTo(beside(line, 0, side), BETWEEN_HOLES_MPS)
    legs.push(stand(at, Math.max(0, (tees.get(number) ?? 0) - nowS())))
    const shots = Math.max(1, par - 2)
    const driveS = holeM / DRIVE_MPS
    // The rest of the pace is for shots; putting takes longest.
    const standS = Math.max(60, passMinutes * 60 * slowness * (0.85 + random() * 0.25) - driveS)
    legs.push(stand(at, standS * 0.25))
    for (let shot = 1; shot <= shots; shot += 1) {
      const share = shot === shots ? toGreen : (toGreen * (shot - 0.1 + random() * 0.2)) / shots
      goTo(beside(line, share, side), DRIVE_MPS)
      if (shot === shots) tees.set(number, nowS())
      if (random() < LOST_BALL_SHARE) legs.push(stand(at, LOST_BALL_S))
      legs.push(stand(at, shot === shots ? standS * 0.45 : (standS * 0.3) / Math.max(1, shots - 1)))
    }
  }
  goTo(course.garage, BETWEEN_HOLES_MPS)
  legs.push(stand(at, REST_S))
  return legs
}

/** Where a cart is this many seconds into its legs; undefined after the last. */
export const placeAfter = (legs: readonly Leg[], seconds: number): LonLat | undefined => {
  let left = seconds
  for (const { from, to, seconds: lasts } of legs) {
    if (left <= lasts) {
      const share = lasts === 0 ? 0 : left / lasts
      return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
    }
    left -= lasts
  }
  return undefined
}
