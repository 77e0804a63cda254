import type { Fence } from '../../polygon/fence.ts'
import type { XY } from '../../units.ts'
import { nthHighest } from '../swaths/nthHighest.ts'
import type { SwathFrame } from '../swaths/scan.ts'
import type { Swath } from '../swaths/swaths.ts'
import type { TolerancePreset } from '../tolerancePreset.ts'

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

export interface TurnContext {
  readonly frame: SwathFrame
  /** Round the ground that the centre of the blade must not leave. */
  readonly fence: Fence
  readonly widthM: number
  readonly radiusM: number
  readonly toleranceM: number
  readonly preset: TolerancePreset
}

/** A lane that ends by less than this before the turn is mown up to it. */
const LEAST_LAG_M = 0.3

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
export const roundTurn = (a: Swath, b: Swath, side: 1 | -1, context: TurnContext): RoundTurn | undefined => {
  const { frame, widthM, radiusM } = context
  const gapM = Math.abs(b.y - a.y)
  if (gapM < 2 * radiusM - 1e-6 || radiusM > widthM) return undefined
  const middle = (a.y + b.y) / 2
  const choice = cheapestTurn(a, b, side, middle, gapM, context)
  if (choice === undefined) return undefined
  const { line, onA, onB } = choice
  const beyondM = (swath: Swath): number => ((side === 1 ? swath.toX : swath.fromX) - line) * side
  const short = (swath: Swath): boolean => (line - (side === 1 ? swath.fromX : swath.toX)) * side < widthM / 2
  if (short(a) || short(b)) return undefined
  const endOf = (swath: Swath): XY =>
    frame.outOf([line + side * (beyondM(swath) < -LEAST_LAG_M ? beyondM(swath) : 0), swath.y])
  const [exit, entry] = [endOf(a), endOf(b)]
  const [first, second] = arcHalves(line, middle, gapM, side, b.y > a.y ? 1 : -1, context)
  const away = [exit, ...first]
  const home = [...second, entry]
  const drive = [...away, ...home]
  // A way that crosses no edge is inside when one place of it is.
  if (!context.fence.contains(entry)) return undefined
  for (let i = 1; i < drive.length; i++) {
    const p = drive[i - 1]
    const q = drive[i]
    if (p !== undefined && q !== undefined && !context.fence.clear(p, q)) return undefined
  }
  const pieces =
    onA && onB
      ? [{ bladeOn: true, points: [...away, ...home.slice(1)] }]
      : [
          { bladeOn: onA, points: away },
          { bladeOn: onB, points: home },
        ]
  const [below, above] = b.y > a.y ? [onA, onB] : [onB, onA]
  return { exit, entry, pieces, mown: { x: line, y: middle, gapM, side, below: below === true, above: above === true } }
}

/** The demand of the lines under a turn, overwritten by every turn that is examined. */
let asked = new Float64Array(0)

/** Assumed cost of a metre mown twice, in metres of driving. */
const WEAR = 0.75

/**
 * Whether both halves of the turn, one or none had better cut: a half that cuts lets the turn begin earlier, yet its quarter of a
 * circle is mostly mown already. Undefined when the turn had better not cut at all.
 */
const cheapestTurn = (
  a: Swath,
  b: Swath,
  side: 1 | -1,
  middle: number,
  gapM: number,
  context: TurnContext,
): { line: number; onA: boolean; onB: boolean } | undefined => {
  const out = (swath: Swath): number => (side === 1 ? swath.toX : -swath.fromX)
  const quarterM = (Math.PI / 2) * context.radiusM + gapM / 2 - context.radiusM
  const most = a.lines + b.lines
  if (asked.length < most) asked = new Float64Array(most)
  const ofA = linesAsked(a, side, middle, gapM, context, 0)
  const all = linesAsked(b, side, middle, gapM, context, ofA)
  let best: { line: number; onA: boolean; onB: boolean } | undefined
  let bestM = Number.POSITIVE_INFINITY
  for (let choice = 0; choice < 4; choice++) {
    const onA = (choice & 1) === 1
    const onB = choice > 1
    const askedM = turnLine(onA ? 0 : ofA, onB ? all : ofA, context.preset.uncutInTurns)
    const line = Math.max(askedM, onA ? askedM : out(a), onB ? askedM : out(b))
    const mownM = (onA ? line + quarterM : Math.min(line, out(a))) + (onB ? line + quarterM : Math.min(line, out(b)))
    const costM = 2 * line + WEAR * mownM
    if (costM >= bestM) continue
    bestM = costM
    best = onA || onB ? { line: line * side, onA, onB } : undefined
  }
  return best
}

/**
 * How far out at least, towards `side`, a turn must start to cut what each line of a strip that it passes asks for: written to `asked`
 * from `at` on, and where that ends.
 */
const linesAsked = (
  { y, needs, needsAt, lines }: Swath,
  side: 1 | -1,
  middle: number,
  gapM: number,
  { widthM, radiusM }: TurnContext,
  at: number,
): number => {
  const first = side === 1 ? needsAt + lines : needsAt
  let end = at
  for (let i = 0; i < lines; i++) {
    const need = needs[first + i] ?? Number.POSITIVE_INFINITY
    if (!Number.isFinite(need)) continue
    const offsetM = y - gapM / 2 + ((i + 0.5) * gapM) / lines - middle
    asked[end++] = need * side - Math.max(0, turnReachM(offsetM, gapM, radiusM, widthM))
  }
  return end
}

/** The same for one or two strips together, less the share of their lines that may stay uncut. */
const turnLine = (from: number, to: number, uncutShare: number): number =>
  to <= from ? Number.NEGATIVE_INFINITY : nthHighest(asked, Math.round((to - from) * uncutShare) + 1, from, to)

/** The two quarters of a turn with half of what is straight between them; they share the point in the middle. */
const arcHalves = (
  line: number,
  middle: number,
  gapM: number,
  side: 1 | -1,
  up: 1 | -1,
  { frame, radiusM, toleranceM }: TurnContext,
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
