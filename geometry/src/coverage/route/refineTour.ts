import { lengthM } from '../../polyline.ts'
import type { Connector } from '../turns/connect.ts'
import type { Pose } from '../turns/dubins.ts'
import type { End } from './linkCost.ts'
import { improveTour, type OrderProblem, type Tour, tourCost } from './order.ts'

/** How often the order is improved and its new links are looked up. */
const ROUNDS = 6

/** Seconds held against a link that turns on the spot although a radius was asked for, and against one that no way leads along. */
const PIVOT_S = 20
const NO_WAY_S = 10_000

/** A tour and the seconds of its links. */
export interface CostedTour {
  readonly tour: Tour
  readonly seconds: number
}

/**
 * Betters a tour by the links as they are driven. A wide half turn often has no room beyond rows that end at a slant, and the loop driven
 * instead costs twice the estimate. Links are looked up only for an order that seems better.
 * @param poseAt the place of an end, in the direction in which the swath is left there
 */
export const refineTour = (
  first: Tour,
  problem: OrderProblem,
  connector: Pick<Connector, 'connect'>,
  transitMps: number,
  poseAt: (end: End) => Pose,
): CostedTour => {
  const ends = 2 * problem.swathCount
  const driven = new Map<number, number>()
  const exact = {
    ...problem,
    cost: (from: End, to: End): number => driven.get(from * ends + to) ?? problem.cost(from, to),
  }
  /** Looks up the links of a tour; true when all were known before. */
  const lookUp = (tour: Tour): boolean => {
    let known = true
    for (let i = 1; i < tour.length; i++) {
      const from = (tour[i - 1] ?? 0) ^ 1
      const to = tour[i] ?? 0
      if (driven.has(from * ends + to)) continue
      known = false
      const { at, angle } = poseAt(to)
      const way = connector.connect(poseAt(from), { at, angle: angle + Math.PI })
      const seconds = way === undefined ? NO_WAY_S : lengthM(way.points) / transitMps + (way.pivots ? PIVOT_S : 0)
      driven.set(from * ends + to, seconds)
      driven.set(to * ends + from, seconds)
    }
    return known
  }
  lookUp(first)
  let best = { tour: first, seconds: tourCost(first, exact) }
  let tour = first
  for (let round = 0; round < ROUNDS; round++) {
    tour = improveTour(tour, exact)
    const known = lookUp(tour)
    const seconds = tourCost(tour, exact)
    if (seconds < best.seconds) best = { tour, seconds }
    if (known) break
  }
  return best
}
