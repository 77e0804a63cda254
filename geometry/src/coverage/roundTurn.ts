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
  /** The drive between them, in pieces; the blade is off where a piece cuts nothing that is asked for. */
  readonly pieces: readonly { readonly bladeOn: boolean; readonly points: readonly XY[] }[]
  /** The turn in the frame of the swaths, to measure what it cuts. */
  readonly mown: TurnShape
}

/** From the line `x`, towards `side`, a half turn between the lanes `y` +- `gapM` / 2. */
export interface TurnShape {
  readonly x: number
  readonly y: number
  readonly gapM: number
  readonly side: 1 | -1
  /** Whether its blade is on below and above `y`. */
  readonly below: boolean
  readonly above: boolean
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
const UNCUT_SHARE = 0.05

/** A lane that ends by less than this before the turn is mown up to it; half a turn that cuts less than this is not. */
const LEAST_LAG_M = 0.3
const LEAST_GAIN_M = 0.1

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
  if (line === undefined) return undefined
  const beyondM = (swath: Swath): number => ((side === 1 ? swath.toX : swath.fromX) - line) * side
  const short = (swath: Swath): boolean => (line - (side === 1 ? swath.fromX : swath.toX)) * side < widthM / 2
  if (short(a) || short(b)) return undefined
  const [onA, onB] = [a, b].map(swath => beyondM(swath) > LEAST_GAIN_M)
  if (!onA && !onB) return undefined
  const endOf = (swath: Swath): XY =>
    frame.outOf([line + side * (beyondM(swath) < -LEAST_LAG_M ? beyondM(swath) : 0), swath.y])
  const [exit, entry] = [endOf(a), endOf(b)]
  const [first, second] = arcHalves(line, middle, gapM, side, b.y > a.y ? 1 : -1, ground)
  const away = [exit, ...first]
  const home = [...second, entry]
  const drive = [...away, ...home]
  for (let i = 1; i < drive.length; i++) {
    const p = drive[i - 1]
    const q = drive[i]
    if (p !== undefined && q !== undefined && !ground.fence.clear(p, q)) return undefined
  }
  const pieces =
    onA && onB
      ? [{ bladeOn: true, points: [...away, ...home.slice(1)] }]
      : [
          { bladeOn: onA === true, points: away },
          { bladeOn: onB === true, points: home },
        ]
  const [below, above] = b.y > a.y ? [onA, onB] : [onB, onA]
  return { exit, entry, pieces, mown: { x: line, y: middle, gapM, side, below: below === true, above: above === true } }
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

/** The two quarters of a turn with half of what is straight between them; they share the point in the middle. */
const arcHalves = (
  line: number,
  middle: number,
  gapM: number,
  side: 1 | -1,
  up: 1 | -1,
  { frame, radiusM, toleranceM }: TurnGround,
): [XY[], XY[]] => {
  const straightM = gapM / 2 - radiusM
  const steps =
    radiusM === 0 ? 0 : Math.max(2, Math.ceil(Math.PI / 4 / Math.acos(Math.max(0.5, 1 - toleranceM / radiusM))))
  const top = frame.outOf([line + side * radiusM, middle])
  const quarter = (half: 1 | -1): XY[] => {
    const points: XY[] = []
    for (let i = 0; i <= steps; i++) {
      const angle = steps === 0 ? 0 : (i / steps) * (Math.PI / 2)
      points.push(
        frame.outOf([
          line + side * radiusM * Math.cos(angle),
          middle + up * half * (straightM + radiusM * Math.sin(angle)),
        ]),
      )
    }
    // Without a straight piece the first point of the quarter is the top itself.
    if (straightM < 1e-6) points.shift()
    return [top, ...points]
  }
  return [quarter(-1).reverse(), quarter(1)]
}
