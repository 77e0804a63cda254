/** A drive over time, as the model of the planner says: where the mower is at each second. */
import { frameAround, type MissionPlan, type Position } from '@greensward/domain'
import { arrivalsOf, headingOfDeg, type LocalFrame, type XY } from '@greensward/geometry'

export type DriveLeg = Pick<MissionPlan['legs'][number], 'bladeOn' | 'speedMps' | 'points'>

export interface Moment {
  /** Seconds since the drive began. */
  readonly s: number
  readonly position: Position
  readonly bladeOn: boolean
  readonly headingDeg: number
  readonly speedMps: number
}

interface Point {
  readonly s: number
  readonly at: XY
  readonly bladeOn: boolean
}

/** A long straight piece is noted at least as often as this, in metres: farther apart, two positions count as a gap. */
const LONGEST_M = 20

export class TimedDrive {
  readonly totalS: number
  private readonly points: readonly Point[]
  private readonly frame: LocalFrame

  /** @param slower seconds that it really takes for each second of the model */
  constructor(legs: readonly DriveLeg[], slower: number) {
    const frame = frameAround(legs.flatMap(({ points }) => points))
    const stretches = legs.map(({ points, speedMps, bladeOn }) => ({
      points: points.map(point => frame.toLocal(point)),
      speedMps,
      bladeOn,
    }))
    const arrivals = arrivalsOf(stretches)
    let index = 0
    this.points = stretches.flatMap(({ points, bladeOn }) =>
      points.map((at): Point => ({ s: (arrivals[index++] ?? 0) * slower, at, bladeOn })),
    )
    this.totalS = this.points.at(-1)?.s ?? 0
    this.frame = frame
  }

  /** Every corner of the drive, with further points on long straight pieces. */
  *corners(): Generator<Moment> {
    let before: Point | undefined
    for (const point of this.points) {
      const from = before ?? point
      before = point
      const lengthM = Math.hypot(point.at[0] - from.at[0], point.at[1] - from.at[1])
      const pieces = Math.max(1, Math.ceil(lengthM / LONGEST_M))
      for (let piece = 1; piece <= pieces; piece++) yield this.between(from, point, piece / pieces)
    }
  }

  /** Every `stepS` seconds from its beginning on. */
  *every(stepS: number): Generator<Moment> {
    let index = 0
    for (let s = 0; s <= this.totalS; s += stepS) {
      while (index + 2 < this.points.length && (this.points[index + 1]?.s ?? 0) <= s) index++
      const [from, to] = [this.points[index], this.points[index + 1] ?? this.points[index]]
      if (from === undefined || to === undefined) return
      const lastsS = to.s - from.s
      yield this.between(from, to, lastsS > 0 ? Math.min(1, (s - from.s) / lastsS) : 1)
    }
  }

  private between(from: Point, to: Point, share: number): Moment {
    const at: XY = [from.at[0] + (to.at[0] - from.at[0]) * share, from.at[1] + (to.at[1] - from.at[1]) * share]
    const [lon, lat] = this.frame.toLonLat(at)
    const lengthM = Math.hypot(to.at[0] - from.at[0], to.at[1] - from.at[1])
    const lastsS = to.s - from.s
    return {
      s: from.s + lastsS * share,
      position: [lon, lat],
      bladeOn: to.bladeOn,
      headingDeg: lengthM > 0 ? headingOfDeg(from.at, to.at) : 0,
      speedMps: lastsS > 0 ? lengthM / lastsS : 0,
    }
  }
}
