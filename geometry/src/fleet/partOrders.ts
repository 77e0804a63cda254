/** The drives of a field's parts put in such an order that two machines never come near each other. */
import { clearanceBetween, type SplitPart, type SplitRequest } from './split.ts'
import { lineOf, type Order } from './splitPart.ts'
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

export const comeNear = (request: SplitRequest, parts: readonly SplitPart[]): boolean => {
  const lines = parts.map(part => ({ part, line: lineOf(part, request.mowers[part.mower]) }))
  return lines.some(({ part, line }, i) =>
    lines
      .slice(i + 1)
      .some(
        other => leastApartM(line, other.line, START_SLACK_S) < clearanceBetween(request, part.mower, other.part.mower),
      ),
  )
}

/** Of all ways to order the drives the one that keeps neighbours farthest apart, up to what is asked for; then the quickest. */
export const apartOrders = (
  request: SplitRequest,
  seats: readonly number[],
  build: (seat: number, order: Order) => SplitPart,
): readonly Order[] => {
  const tried = seats.map((index, seat) =>
    ORDERS.map(order => {
      const part = build(seat, order)
      return { order, part, line: lineOf(part, request.mowers[index]) }
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
  for (const [seat, choices] of tried.entries()) {
    if (seat === 0) continue
    const enough = clearanceBetween(request, seats[seat - 1], seats[seat]) + ROOM_M
    chains = choices.flatMap(last => {
      const grown = chains.map(chain => ({
        orders: [...chain.orders, last.order],
        apartM: Math.min(chain.apartM, enough, leastApartM(chain.last.line, last.line, START_SLACK_S)),
        finishS: Math.max(chain.finishS, last.part.finishS),
        last,
      }))
      const [first, ...rest] = grown
      return first === undefined ? [] : [rest.reduce((best, chain) => (better(chain, best) ? chain : best), first)]
    })
  }
  const [first, ...rest] = chains
  return first === undefined ? [] : rest.reduce((best, chain) => (better(chain, best) ? chain : best), first).orders
}
