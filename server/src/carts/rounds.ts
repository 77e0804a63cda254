/** The rounds of all carts as they are played: found from their positions, rated, kept, and told of when behind. */
import { randomUUID } from 'node:crypto'
import {
  type CartPace,
  type CartState,
  type CourseMap,
  expireRound,
  followRound,
  groupAhead,
  holeNumberOf,
  NEW_ROUND_WATCH,
  type PaceRating,
  type PlayedLine,
  paceNow,
  type Round,
  type RoundEvent,
  type RoundOfCart,
  type RoundWatch,
} from '@greensward/domain'
import type { Context } from '../context.ts'
import { closeRounds, dropRounds, type KeptRound, openRounds, saveRounds } from './roundsStore.ts'

const SAVE_MS = 3_000
/** A group that finished was in front of others for so long. */
const AHEAD_FOR_MS = 3 * 3_600_000
/** A round that began earlier is not gone on with by another start of the server. */
const RESUMED_MS = 8 * 3_600_000

interface Followed {
  readonly cartId: string
  cartName: string
  watch: RoundWatch
  /** Of the round that is being played. */
  roundId: string | null
  /** Of the one before, which a batch after a gap may go on with. */
  endedId: string | null
  pace: CartPace | null
  /** The last rating that staff heard of. */
  told: PaceRating
}

export interface Rounds {
  /** Once a fix of this cart went through the rules of carts. */
  follow(cart: { readonly id: string; readonly name: string }, state: CartState): void
  paceOf(cartId: string): CartPace | null
  /** Rates all of them anew; time alone makes a group late. */
  rate(): void
  /** The course as it is now. */
  useCourse(course: CourseMap, holes: readonly PlayedLine[]): void
  /** A cart that is gone plays no longer; its rounds stay. */
  useCarts(ids: ReadonlySet<string>): void
  /** @param heardMs when a cart was last heard of */
  start(heardMs: (cartId: string) => number | null): Promise<void>
  stop(): Promise<void>
}

/** @param rate how many times faster than the clock the players' time runs */
export const createRounds = (ctx: Context, rate: number): Rounds => {
  const carts = new Map<string, Followed>()
  let finished: (RoundOfCart & { readonly atMs: number })[] = []
  let holes: readonly PlayedLine[] = []
  let holeNames: ReadonlyMap<string, string> = new Map()
  const unsaved = new Map<string, KeptRound>()
  const dropped = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let isSaving: Promise<void> = Promise.resolve()

  const save = async (): Promise<void> => {
    if (unsaved.size === 0 && dropped.size === 0) return
    const [rows, gone] = [[...unsaved.values()], [...dropped]]
    unsaved.clear()
    dropped.clear()
    try {
      await dropRounds(ctx.db, gone)
      await saveRounds(ctx.db, rows, rate)
    } catch (error) {
      // What changed meanwhile is newer than what could not be written.
      for (const row of rows) if (!unsaved.has(row.id)) unsaved.set(row.id, row)
      for (const id of gone) dropped.add(id)
      throw error
    }
    ctx.live.publish('garage', 'changed', { subject: 'rounds' })
  }
  const saveSoon = (): Promise<void> => {
    isSaving = isSaving.then(save).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'Rounds were not written; they are tried again')
    })
    return isSaving
  }

  const keep = (cart: Followed, id: string, round: Round): void => {
    dropped.delete(id)
    unsaved.set(id, { id, cartId: cart.cartId, cartName: cart.cartName, round, holeNames })
  }

  const hear = (cart: Followed, events: readonly RoundEvent[]): void => {
    for (const event of events) {
      if (event.kind === 'finished' || event.kind === 'dropped') cart.endedId = cart.roundId
      switch (event.kind) {
        case 'resumed':
          cart.roundId = cart.endedId ?? randomUUID()
          finished = finished.filter(
            ({ cartId, round }) => cartId !== cart.cartId || round.plays[0]?.begunMs !== event.round.plays[0]?.begunMs,
          )
          keep(cart, cart.roundId, event.round)
          break
        case 'begun':
          cart.roundId = randomUUID()
          cart.told = 'onTime'
          keep(cart, cart.roundId, event.round)
          break
        case 'holeChanged':
          if (cart.roundId !== null) keep(cart, cart.roundId, event.round)
          break
        case 'finished':
          if (cart.roundId !== null) keep(cart, cart.roundId, event.round)
          finished.push({ cartId: cart.cartId, round: event.round, atMs: event.round.finishedMs ?? 0 })
          cart.roundId = null
          break
        case 'dropped':
          if (cart.roundId !== null) {
            unsaved.delete(cart.roundId)
            dropped.add(cart.roundId)
          }
          cart.roundId = null
          break
      }
    }
  }

  /** Once for each time that a group falls behind. */
  const tell = (cart: Followed, pace: CartPace): void => {
    if (pace.rating === 'behind' && cart.told !== 'behind') {
      cart.told = 'behind'
      ctx.events.emit('notice', {
        level: 'warning',
        subject: 'cart',
        subjectId: cart.cartId,
        kind: 'cartBehindPace',
        values: {
          cart: cart.cartName,
          minutes: pace.behindMinutes,
          hole: holeNumberOf(holeNames.get(pace.holeId ?? '') ?? ''),
        },
      })
    } else if (pace.rating === 'onTime') cart.told = 'onTime'
  }

  const rateOne = (cart: Followed, all: readonly RoundOfCart[], nowMs: number): void => {
    const { roundId, watch } = cart
    const [first] = watch.round?.plays ?? []
    const own = watch.round === null ? null : { cartId: cart.cartId, round: watch.round }
    const now = own === null ? null : paceNow(own.round, groupAhead(own, all, rate), { holes, rate }, nowMs)
    if (roundId === null || first === undefined || now === null) {
      cart.pace = null
      return
    }
    const { ahead, finishMs, ...others } = now
    cart.pace = {
      ...others,
      roundId,
      startedAt: new Date(first.begunMs).toISOString(),
      firstHoleId: first.holeId,
      gapMinutes: ahead?.gapMinutes ?? null,
      aheadCartId: ahead?.cartId ?? null,
      finishAt: new Date(finishMs).toISOString(),
    }
    tell(cart, cart.pace)
  }

  const everyRound = (): RoundOfCart[] => [
    ...finished,
    ...[...carts.values()].flatMap(({ cartId, watch }) =>
      watch.round === null ? [] : [{ cartId, round: watch.round }],
    ),
  ]

  return {
    follow: ({ id, name }, state) => {
      const { last } = state.filter
      if (last === null || holes.length === 0) return
      const cart = carts.get(id) ?? {
        cartId: id,
        cartName: name,
        watch: NEW_ROUND_WATCH,
        roundId: null,
        endedId: null,
        pace: null,
        told: 'onTime' as const,
      }
      carts.set(id, cart)
      cart.cartName = name
      const sample = {
        atMs: last.atMs,
        at: last.at,
        holeId: state.hole.holeId,
        onHoleSinceMs: state.hole.sinceMs,
        atGarage: state.atGarage,
        isStaying: state.stay.stayingSinceMs !== null,
      }
      const { watch, events } = followRound(cart.watch, sample, { holes, rate })
      cart.watch = watch
      if (events.length === 0) return
      hear(cart, events)
      rateOne(cart, everyRound(), ctx.clock.now().getTime())
    },
    paceOf: cartId => carts.get(cartId)?.pace ?? null,
    rate: () => {
      const nowMs = ctx.clock.now().getTime()
      finished = finished.filter(({ atMs }) => nowMs - atMs < AHEAD_FOR_MS)
      for (const cart of carts.values()) {
        const { watch, events } = expireRound(cart.watch, nowMs, { holes, rate })
        cart.watch = watch
        hear(cart, events)
      }
      const all = everyRound()
      for (const cart of carts.values()) rateOne(cart, all, nowMs)
    },
    useCourse: (course, played) => {
      holes = played
      holeNames = new Map(
        course.features.flatMap(feature => (feature.kind === 'hole' ? [[feature.id, feature.properties.name]] : [])),
      )
    },
    useCarts: ids => {
      for (const id of carts.keys()) if (!ids.has(id)) carts.delete(id)
      for (const [id, row] of unsaved)
        if (row.cartId !== null && !ids.has(row.cartId)) unsaved.set(id, { ...row, cartId: null })
    },
    start: async heardMs => {
      const since = new Date(ctx.clock.now().getTime() - RESUMED_MS)
      await closeRounds(ctx.db, since)
      for (const { id, cartId, cartName, holes: played } of await openRounds(ctx.db, since)) {
        if (cartId === null) continue
        const plays = played.map(play => ({
          holeId: play.holeId,
          begunMs: play.begunAt.getTime(),
          leftMs: play.leftAt?.getTime() ?? null,
          stayedMs: (play.stayedMinutes * 60_000) / rate,
          passMinutes: play.passMinutes,
          reachedGreen: play.reachedGreen,
          wentUnseen: play.leftAt !== null && play.minutes === null,
        }))
        const last = plays.at(-1)
        if (last === undefined) continue
        const hole = last.leftMs === null ? holes.find(({ id: one }) => one === last.holeId) : undefined
        const watch = {
          ...NEW_ROUND_WATCH,
          // Whoever plays a hole came by its tee.
          visit:
            hole === undefined
              ? null
              : { hole, sinceMs: last.begunMs, wasAtTee: true, reachedGreen: last.reachedGreen },
          round: { plays, finishedMs: null },
          lastMs: Math.max(last.leftMs ?? last.begunMs, heardMs(cartId) ?? 0),
        }
        carts.set(cartId, { cartId, cartName, watch, roundId: id, endedId: null, pace: null, told: 'onTime' })
      }
      timer = setInterval(() => void saveSoon(), SAVE_MS)
    },
    stop: async () => {
      clearInterval(timer)
      // Where each is now, so that the next start goes on from there.
      for (const cart of carts.values())
        if (cart.roundId !== null && cart.watch.round !== null) keep(cart, cart.roundId, cart.watch.round)
      await saveSoon()
    },
  }
}
