/** A plan as a drive through time: where the mower will be so long after its start, and what it will have mown by then. */
import type { MissionPlan, Position } from '@greensward/domain'

export interface PathMoment {
  readonly position: Position
  /** Degrees clockwise from north. */
  readonly headingDeg: number
  readonly bladeOn: boolean
}

export interface PlannedPath {
  readonly durationS: number
  /** @param afterS seconds after the start; before it and after the end the mower is at the start or the end. */
  readonly at: (afterS: number) => PathMoment
  /** Lines driven with the blade on. */
  readonly mownUntil: (afterS: number) => readonly (readonly Position[])[]
}

interface Piece {
  readonly from: Position
  readonly to: Position
  readonly bladeOn: boolean
  readonly fromS: number
  readonly toS: number
}

const METRES_A_DEGREE = 111_320
const eastM = (from: Position, to: Position): number =>
  (to[0] - from[0]) * METRES_A_DEGREE * Math.cos((from[1] * Math.PI) / 180)
const northM = (from: Position, to: Position): number => (to[1] - from[1]) * METRES_A_DEGREE

const between = (from: Position, to: Position, share: number): Position => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
]

/** @returns undefined for a plan without a route */
export const plannedPath = ({ legs, stats }: Pick<MissionPlan, 'legs' | 'stats'>): PlannedPath | undefined => {
  const pieces: Piece[] = []
  let s = 0
  for (const { points, speedMps, bladeOn } of legs)
    for (const [index, to] of points.entries()) {
      const from = points[index - 1]
      if (from === undefined) continue
      const tookS = Math.hypot(eastM(from, to), northM(from, to)) / speedMps
      if (tookS === 0) continue
      pieces.push({ from, to, bladeOn, fromS: s, toS: s + tookS })
      s += tookS
    }
  const [first] = pieces
  if (first === undefined) return undefined
  // The estimate includes starting, braking and turning, the pieces do not: they are spread over the whole drive.
  const stretch = stats.durationS > 0 ? stats.durationS / s : 1

  /** The piece that is driven then. */
  const pieceAt = (pathS: number): number => {
    let [low, high] = [0, pieces.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pieces[middle]?.toS ?? 0) < pathS) low = middle + 1
      else high = middle
    }
    return low
  }
  const shareOf = ({ fromS, toS }: Piece, pathS: number): number =>
    Math.min(1, Math.max(0, (pathS - fromS) / (toS - fromS)))

  return {
    durationS: s * stretch,
    at: afterS => {
      const pathS = afterS / stretch
      const piece = pieces[pieceAt(pathS)] ?? first
      const { from, to, bladeOn } = piece
      return {
        position: between(from, to, shareOf(piece, pathS)),
        headingDeg: ((Math.atan2(eastM(from, to), northM(from, to)) * 180) / Math.PI + 360) % 360,
        bladeOn,
      }
    },
    mownUntil: afterS => {
      const pathS = afterS / stretch
      const lines: Position[][] = []
      const last = pieceAt(pathS)
      let before: Piece | undefined
      for (const piece of pieces.slice(0, last + 1)) {
        const { from, to, bladeOn } = piece
        if (bladeOn) {
          const end = piece === pieces[last] ? between(from, to, shareOf(piece, pathS)) : to
          const line = lines.at(-1)
          const continues = before?.bladeOn === true && before.to[0] === from[0] && before.to[1] === from[1]
          if (continues && line !== undefined) line.push(end)
          else lines.push([from, end])
        }
        before = piece
      }
      return lines
    },
  }
}
