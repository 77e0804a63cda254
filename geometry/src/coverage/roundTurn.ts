import type { Fence } from '../polygon/fence.ts'
import type { XY } from '../units.ts'
import type { SwathFrame } from './scan.ts'
import type { Swath } from './swaths.ts'

/**
 * A half turn into the row beside, driven with the blade on. What the arc cuts the swaths need not: both end earlier than
 * their flat ends would have to reach.
 */
export interface RoundTurn {
  /** Where the swath that is left ends, and where the next one begins. */
  readonly exit: XY
  readonly entry: XY
  /** The drive between them: straight on with the blade off where a lane ends earlier, and the arc with the blade on. */
  readonly out: readonly XY[]
  readonly arc: readonly XY[]
  readonly back: readonly XY[]
  /** The arc in the frame of the swaths, to measure what it cuts. */
  readonly mown: TurnShape
}

/** From the line `x`, towards `side`, a half turn between the lanes `y` +- `gapM` / 2. */
export interface TurnShape {
  readonly x: number
  readonly y: number
  readonly gapM: number
  readonly side: 1 | -1
}

export interface TurnGround {
  readonly frame: SwathFrame
  /** Edges that the centre of the blade must not cross. */
  readonly fence: Fence
  readonly widthM: number
  readonly radiusM: number
  readonly toleranceM: number
}

/** Share of the lines of both swaths that the turn may leave uncut at its end. */
const UNCUT_SHARE = 0.13

/** A lane that ends by less than this before the arc is mown up to it. */
const LEAST_LAG_M = 1

/** How far a half turn cuts beyond the line it starts from, `offsetM` from the middle of its lanes; negative where it cuts nothing. */
export const turnReachM = (offsetM: number, gapM: number, radiusM: number, widthM: number): number => {
  const round = Math.max(0, Math.abs(offsetM) - (gapM / 2 - radiusM))
  const square = (radiusM + widthM / 2) ** 2 - round * round
  return square > 0 ? Math.sqrt(square) : -1
}

/** Up to which distance from its line a half turn leaves the ground in its middle uncut. */
export const turnHollowM = (offsetM: number, gapM: number, radiusM: number, widthM: number): number => {
  const inner = radiusM - widthM / 2
  if (inner <= 0) return 0
  const round = Math.max(0, Math.abs(offsetM) - (gapM / 2 - radiusM))
  return Math.sqrt(Math.max(0, inner * inner - round * round))
}

/**
 * The turn from swath `a`, left at its high end if `side` is 1 and at its low end if -1, into its neighbour `b`; undefined where
 * the lanes are too close for a plain half turn, a swath is too short, or the blade would leave its ground.
 */
export const roundTurn = (a: Swath, b: Swath, side: 1 | -1, ground: TurnGround): RoundTurn | undefined => {
  const { frame, widthM, radiusM } = ground
  const gapM = Math.abs(b.y - a.y)
  if (gapM < 2 * radiusM - 1e-6 || radiusM > widthM) return undefined
  const middle = (a.y + b.y) / 2
  const line = turnLine([a, b], side, middle, gapM, ground)
  const ends = [a, b].map(swath => (side === 1 ? swath.toX : swath.fromX))
  const starts = [a, b].map(swath => (side === 1 ? swath.fromX : swath.toX))
  if (line === undefined || starts.some(start => (line - start) * side < widthM / 2)) return undefined
  const [exitX = line, entryX = line] = ends.map(end => ((line - end) * side > LEAST_LAG_M ? end : line))
  const up = b.y > a.y ? 1 : -1
  const arc = arcPoints(line, middle, gapM, side, up, ground)
  const out = [exitX, line].map((x): XY => frame.outOf([x, a.y]))
  const back = [line, entryX].map((x): XY => frame.outOf([x, b.y]))
  const drive = [...out, ...arc, ...back]
  for (let i = 1; i < drive.length; i++) {
    const p = drive[i - 1]
    const q = drive[i]
    if (p !== undefined && q !== undefined && !ground.fence.clear(p, q)) return undefined
  }
  return {
    exit: frame.outOf([exitX, a.y]),
    entry: frame.outOf([entryX, b.y]),
    out: exitX === line ? [] : out,
    arc,
    back: entryX === line ? [] : back,
    mown: { x: line, y: middle, gapM, side },
  }
}

/** The nearest line to start the arc from so that lanes and arc together cut what both strips ask for. */
const turnLine = (
  swaths: readonly Swath[],
  side: 1 | -1,
  middle: number,
  gapM: number,
  { widthM, radiusM }: TurnGround,
): number | undefined => {
  const asked: number[] = []
  for (const { y, needFromX, needToX } of swaths) {
    const needs = side === 1 ? needToX : needFromX
    const pitchM = gapM
    needs.forEach((need, i) => {
      if (!Number.isFinite(need)) return
      const offsetM = y - pitchM / 2 + ((i + 0.5) * pitchM) / needs.length - middle
      asked.push(need * side - Math.max(0, turnReachM(offsetM, gapM, radiusM, widthM)))
    })
  }
  asked.sort((p, q) => q - p)
  const line = asked[Math.floor(asked.length * UNCUT_SHARE)]
  return line === undefined ? undefined : line * side
}

const arcPoints = (
  line: number,
  middle: number,
  gapM: number,
  side: 1 | -1,
  up: 1 | -1,
  { frame, radiusM, toleranceM }: TurnGround,
): XY[] => {
  const points: XY[] = []
  const straightM = gapM / 2 - radiusM
  const steps =
    radiusM === 0 ? 0 : Math.max(2, Math.ceil(Math.PI / 4 / Math.acos(Math.max(0.5, 1 - toleranceM / radiusM))))
  for (const half of [-1, 1])
    for (let i = 0; i <= steps; i++) {
      const angle = steps === 0 ? 0 : ((half === -1 ? i - steps : i) / steps) * (Math.PI / 2)
      const x = line + side * radiusM * Math.cos(angle)
      const y = middle + up * (half * straightM + radiusM * Math.sin(angle))
      // Without a straight piece between the two quarters they share their middle.
      if (half === 1 && i === 0 && straightM < 1e-6) continue
      points.push(frame.outOf([x, y]))
    }
  return points
}
