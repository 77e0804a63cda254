/** The drives of a field's parts put in such an order that two machines never come near each other. */
import { machineClearanceM, type SplitMower, type SplitPart } from './split.ts'
import { lineOf, type Order, type Seat } from './splitPart.ts'
import { leastApartM } from './timeline.ts'

/**
 * So far apart may two parts be in time without the machines coming near each other: half of it for starts that come one
 * after the other, the rest because a real drive is some per cent off its prediction.
 */
export const START_SLACK_S = 45

/** More room than is asked for is taken where it costs nothing: machines are seldom where they should be to the second. */
const ROOM_M = 10

const ORDERS: readonly Order[] = [false, true].flatMap(turnedRound =>
  (['right', 'left'] as const).flatMap(sweep =>
    (['before', 'after'] as const).map((lapsWhen): Order => ({ lapsWhen, sweep, turnedRound })),
  ),
)
export const FIRST_ORDER: Order = { lapsWhen: 'before', sweep: 'right', turnedRound: false }
export const SECOND_ORDER: Order = { lapsWhen: 'after', sweep: 'left', turnedRound: false }

/** A part and the machine that drives it. */
export interface DrivenPart {
  readonly mower: SplitMower
  readonly part: SplitPart
}

export const comeNear = (driven: readonly DrivenPart[]): boolean => {
  const lines = driven.map(({ mower, part }) => ({ mower, line: lineOf(part, mower) }))
  return lines.some((one, i) =>
    lines
      .slice(i + 1)
      .some(other => leastApartM(one.line, other.line, START_SLACK_S) < machineClearanceM(one.mower, other.mower)),
  )
}

/** Of all ways to order the drives the one that keeps neighbours farthest apart, up to what is asked for; then the quickest. */
export const apartOrders = (
  seats: readonly Seat[],
  build: (seat: Seat, at: number, order: Order) => SplitPart,
): readonly Order[] => {
  const tried = seats.map((seat, at) =>
    ORDERS.map(order => {
      const part = build(seat, at, order)
      return { mower: seat.mower, order, part, line: lineOf(part, seat.mower) }
    }),
  )
  interface Chain {
    readonly orders: readonly Order[]
    readonly apartM: number
    readonly finishS: number
    readonly last: (typeof tried)[number][number]
  }
  const better = (a: Chain, b: Chain): boolean =>
    a.apartM > b.apartM + 1e-9 || (a.apartM > b.apartM - 1e-9 && a.finishS < b.finishS)
  let chains: Chain[] = (tried[0] ?? []).map(last => ({
    orders: [last.order],
    apartM: Number.POSITIVE_INFINITY,
    finishS: last.part.finishS,
    last,
  }))
  for (const choices of tried.slice(1)) {
    chains = choices.flatMap(last => {
      const grown = chains.map(chain => {
        const enoughM = machineClearanceM(chain.last.mower, last.mower) + ROOM_M
        return {
          orders: [...chain.orders, last.order],
          apartM: Math.min(chain.apartM, enoughM, leastApartM(chain.last.line, last.line, START_SLACK_S)),
          finishS: Math.max(chain.finishS, last.part.finishS),
          last,
        }
      })
      const [first, ...rest] = grown
      return first === undefined ? [] : [rest.reduce((best, chain) => (better(chain, best) ? chain : best), first)]
    })
  }
  const [first, ...rest] = chains
  return first === undefined ? [] : rest.reduce((best, chain) => (better(chain, best) ? chain : best), first).orders
}
