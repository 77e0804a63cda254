import type { Tour } from '../route/order.ts'
import type { Route } from '../route/route.ts'
import { rowLine, type SwathFrame } from '../swaths/scan.ts'
import { type RoundTurn, roundTurn, type TurnContext } from '../turns/roundTurn.ts'
import type { SwathPath } from './pathRequest.ts'

/** The swaths of a route in their order, and the turns with the blade on where they fit. */
export const swathPaths = ({ swaths, frames }: Route, tour: Tour, context: Omit<TurnContext, 'frame'>): SwathPath[] => {
  const drives: SwathPath[] = []
  tour.forEach((end, i) => {
    const swath = swaths[end >> 1]
    const frame = frames[end >> 1]
    if (swath === undefined || frame === undefined) return
    const backwards = end % 2 === 1
    const [x1, x2] = backwards ? [swath.toX, swath.fromX] : [swath.fromX, swath.toX]
    const about = backwards ? Math.PI : 0
    const nextEnd = tour[i + 1]
    const next = nextEnd === undefined ? undefined : swaths[nextEnd >> 1]
    // A half turn leaves and enters on the same side, and only rows side by side leave no ground between them.
    const turns =
      next !== undefined && nextEnd !== undefined && (end ^ nextEnd) % 2 !== 0 && Math.abs(next.row - swath.row) === 1
    const turn = turns ? roundTurn(swath, next, backwards ? -1 : 1, { ...context, frame }) : undefined
    const nextX = backwards ? next?.fromX : next?.toX
    drives.push({
      entry: { at: frame.outOf([x1, swath.y]), angle: frame.aheadRad(x1) + about },
      exit: { at: frame.outOf([x2, swath.y]), angle: frame.aheadRad(x2) + about },
      bends: rowLine(frame, x1, x2, swath.y).slice(1, -1),
      turn: turn !== undefined && keepsShape(frame, turn, x2, nextX ?? x2, context.radiusM) ? turn : undefined,
    })
  })
  return drives
}

/** A turn may swerve this many radii before its line. */
const SWERVE_RADII = 4

/** A turn is planned in the frame of its swaths, and keeps its shape only where the frame is not bent. */
const keepsShape = (
  { bends, unbent }: SwathFrame,
  turn: RoundTurn,
  x: number,
  nextX: number,
  radiusM: number,
): boolean => {
  const marginM = SWERVE_RADII * radiusM
  const [low, high] = [Math.min(x, nextX, turn.x) - marginM, Math.max(x, nextX, turn.x) + marginM]
  return unbent(low) && unbent(high) && !bends.some(bend => bend > low && bend < high)
}
