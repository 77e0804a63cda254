import { arrivalsOf, type Stretch } from '../pace.ts'
import type { XY } from '../units.ts'

/**
 * Where a machine is at every step of time; nowhere (NaN) until its drive begins, and at its end after that.
 */
export interface Timeline {
  readonly stepS: number
  readonly xs: Float64Array
  readonly ys: Float64Array
  readonly durationS: number
}

/**
 * Waits for some seconds, nowhere, and then drives, slowing down in corners and arcs.
 * @param timeFactor seconds that wait and drive take for each second of the time model
 */
export const timelineOf = (
  stretches: readonly Stretch[],
  modelWaitS: number,
  stepS: number,
  timeFactor = 1,
): Timeline => {
  const arrivals = arrivalsOf(stretches).map(seconds => seconds * timeFactor)
  const waitS = modelWaitS * timeFactor
  const durationS = waitS + (arrivals.at(-1) ?? 0)
  const count = Math.floor(durationS / stepS) + 2
  const xs = new Float64Array(count)
  const ys = new Float64Array(count)
  let step = Math.min(count, Math.ceil(waitS / stepS))
  xs.fill(Number.NaN, 0, step)
  ys.fill(Number.NaN, 0, step)
  let last: XY = stretches.find(({ points }) => points.length > 0)?.points[0] ?? [0, 0]
  let lastS = waitS
  let point = 0
  for (const { points } of stretches)
    for (const to of points) {
      const atS = waitS + (arrivals[point++] ?? 0)
      for (; step < count && step * stepS < atS; step++) {
        const share = (step * stepS - lastS) / (atS - lastS)
        xs[step] = last[0] + (to[0] - last[0]) * share
        ys[step] = last[1] + (to[1] - last[1]) * share
      }
      last = to
      lastS = atS
    }
  xs.fill(last[0], step)
  ys.fill(last[1], step)
  return { stepS, xs, ys, durationS }
}

/**
 * How near two machines come whose starts are up to `slackS` apart, either way. Both timelines have the same step.
 * @returns metres between their middles
 */
export const leastApartM = (a: Timeline, b: Timeline, slackS: number): number => {
  const steps = Math.max(a.xs.length, b.xs.length)
  const most = Math.round(slackS / a.stepS)
  // A few shifts are enough: between them a machine moves less than the clearance that is asked for.
  const stride = Math.max(1, Math.floor(2 / a.stepS))
  let least = Number.POSITIVE_INFINITY
  for (let shift = -most; shift <= most; shift += stride)
    for (let i = Math.min(0, shift); i < steps + Math.max(0, shift); i++) {
      const at = Math.min(Math.max(i, 0), a.xs.length - 1)
      const other = Math.min(Math.max(i - shift, 0), b.xs.length - 1)
      const dx = (a.xs[at] ?? 0) - (b.xs[other] ?? 0)
      const dy = (a.ys[at] ?? 0) - (b.ys[other] ?? 0)
      const square = dx * dx + dy * dy
      if (square < least) least = square
    }
  return Math.sqrt(least)
}
