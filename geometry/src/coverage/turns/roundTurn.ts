import type { Fence } from '../../polygon/fence.ts'
import type { XY } from '../../units.ts'
import { nthHighest } from '../swaths/nthHighest.ts'
import type { SwathFrame } from '../swaths/scan.ts'
import type { Swath } from '../swaths/swaths.ts'
import type { TolerancePreset } from '../tolerancePreset.ts'
import { halfOfTurn, halfTurnM, turnFromM, turnLeadM, turnReachM } from './halfTurn.ts'

/**
 * A half turn into the row beside, driven with the blade on. What the arc cuts the swaths need not: both end earlier than
 * their flat ends would have to reach. Where the rows are closer than two radii, it bulges past half a circle.
 */
export interface RoundTurn {
  /** Where the swath that is left ends, and where the next one begins. */
  readonly exit: XY
  readonly entry: XY
  /** The drive between them, in pieces; the blade is off where a piece cuts nothing that is asked for. */
  readonly pieces: readonly { readonly bladeOn: boolean; readonly points: readonly XY[] }[]
  /** Where the centre of its arc is along the swaths, in their frame. */
  readonly x: number
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

/**
 * The turn from swath `a`, left at its high end if `side` is 1 and at its low end if -1, into its neighbour `b`; undefined where
 * a swath is too short, it had better not mow, or the blade would leave its ground.
 */
export const roundTurn = (a: Swath, b: Swath, side: 1 | -1, context: TurnContext): RoundTurn | undefined => {
  const { frame, widthM, radiusM } = context
  const gapM = Math.abs(b.y - a.y)
  const middle = (a.y + b.y) / 2
  const choice = cheapestTurn(a, b, side, middle, gapM, context)
  if (choice === undefined) return undefined
  const { line, onA, onB } = choice
  const leaveX = line - side * turnLeadM(gapM, radiusM)
  const beyondM = (swath: Swath): number => ((side === 1 ? swath.toX : swath.fromX) - leaveX) * side
  const short = (swath: Swath): boolean => (leaveX - (side === 1 ? swath.fromX : swath.toX)) * side < widthM / 2
  if (short(a) || short(b)) return undefined
  const endOf = (swath: Swath): XY =>
    frame.outOf([leaveX + side * (beyondM(swath) < -LEAST_LAG_M ? beyondM(swath) : 0), swath.y])
  const [exit, entry] = [endOf(a), endOf(b)]
  const half = halfOfTurn(gapM, radiusM, context.toleranceM)
  const halfFrom = ({ y }: Swath): XY[] =>
    half.map(([outM, offsetM]) => frame.outOf([line + side * outM, middle + (y > middle ? offsetM : -offsetM)]))
  const away = [exit, ...halfFrom(a)]
  const home = [...halfFrom(b).reverse(), entry]
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
  return { exit, entry, pieces, x: line }
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
  const leadM = turnLeadM(gapM, context.radiusM)
  // From the line of the turn to its middle, as much longer as the swerve is than the straight way to that line.
  const halfM = halfTurnM(gapM, 0, context.radiusM) / 2 - leadM
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
    const line = Math.max(askedM, onA ? askedM : out(a) + leadM, onB ? askedM : out(b) + leadM)
    const mownM =
      (onA ? line + halfM : Math.min(line - leadM, out(a))) + (onB ? line + halfM : Math.min(line - leadM, out(b)))
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
  const leadM = turnLeadM(gapM, radiusM)
  let end = at
  for (let i = 0; i < lines; i++) {
    const need = needs[first + i] ?? Number.POSITIVE_INFINITY
    if (!Number.isFinite(need)) continue
    const offsetM = y - gapM / 2 + ((i + 0.5) * gapM) / lines - middle
    const fromM = turnFromM(offsetM, gapM, radiusM, widthM)
    // What the hollow of the turn leaves, the swath has to cut.
    asked[end++] = need * side - (fromM > 0 ? -leadM : Math.max(0, turnReachM(offsetM, gapM, radiusM, widthM)))
  }
  return end
}

/** The same for one or two strips together, less the share of their lines that may stay uncut. */
const turnLine = (from: number, to: number, uncutShare: number): number =>
  to <= from ? Number.NEGATIVE_INFINITY : nthHighest(asked, Math.round((to - from) * uncutShare) + 1, from, to)
