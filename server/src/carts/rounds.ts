/** The rounds of all carts as they are played: found from their positions, rated, kept, and told of when behind. */
import { randomUUID } from 'node:crypto'
import {
  CART_LOST_AFTER_MS,
  type Cart,
  type CartFix,
  type CartGround,
  type CartPace,
  type CartRules,
  type CartState,
  type CourseMap,
  expireRound,
  followRound,
  type Gap,
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
  replayGap,
  roundSampleOf,
} from '@greensward/domain'
import type { Context } from '../context.ts'
import {
  closeRounds,
  dropRounds,
  type KeptRound,
  openRounds,
  readSilentRounds,
  type SilentRound,
  saveRounds,
  saveSilentRounds,
} from './roundsStore.ts'

const SAVE_MS = 3_000
/** A group that finished was in front of others for so long. */
const AHEAD_FOR_MS = 3 * 3_600_000
/** A round that began earlier is not gone on with by another start of the server. */
const RESUMED_MS = 8 * 3_600_000

/** What was told late is waited for as long as this after a cart is heard again, and no more of it is kept than this. */
const LATE_FOR_MS = 15 * 60_000
const FIX_EVERY_MS = 5_000
const MOST_FIXES = 4_000

/** A silence that is over: tell the newest first, and the rest will be followed in its turn. */
interface OpenGap extends Omit<Gap, 'fixes'> {
  readonly fixes: CartFix[]
  readonly roundId: string | null
  readonly endedId: string | null
  /** Of the cart's first fix after it. */
  readonly heardMs: number
  /** Rounds that the fixes told so far made by themselves. */
  readonly begunIds: string[]
  /** `coming`: late ones came since the last look; `come`: and none since. */
  late: 'none' | 'coming' | 'come'
}

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
  gap: OpenGap | null
  /** Its positions arrive here: this server writes its rounds down and tells staff of them, all others only know them. */
  isOurs: boolean
}

const NEW_FOLLOWED = {
  watch: NEW_ROUND_WATCH,
  roundId: null,
  endedId: null,
  pace: null,
  told: 'onTime',
  gap: null,
  isOurs: false,
} satisfies Partial<Followed>

/** What the server where a cart's positions arrive calls its rounds. */
export type RoundIds = Pick<Followed, 'roundId' | 'endedId'>

type NamedCart = Pick<Cart, 'id' | 'name'>

export interface Rounds {
  /**
   * Once a fix of this cart went through the rules of carts.
   * @param before as the cart was before it
   * @returns what its rounds are called here
   */
  follow(cart: NamedCart, before: CartState, state: CartState): RoundIds
  /** As `follow`, of a fix that another server got: the same fixes find the same rounds. */
  followElsewhere(cart: NamedCart, before: CartState, state: CartState, ids: RoundIds): void
  /** A good fix that is older than the newest. */
  hearLate(cartId: string, fix: CartFix): void
  paceOf(cartId: string): CartPace | null
  /** Rates all of them anew; time alone makes a group late. */
  rate(): void
  /** The course as it is now. */
  useCourse(course: CourseMap, ground: CartGround, rules: CartRules): void
  /** A cart that is gone plays no longer; its rounds stay. */
  useCarts(ids: ReadonlySet<string>): void
  /** @param heardMs when a cart was last heard of */
  start(heardMs: (cartId: string) => number | null): Promise<void>
  /** Reads anew those that another server follows. */
  readAgain(): Promise<void>
  stop(): Promise<void>
}

/**
 * @param rate how many times faster than the clock the players' time runs
 * @param fastestMps of a cart, as `followCart` takes it
 */
export const createRounds = (ctx: Context, rate: number, fastestMps: number): Rounds => {
  const carts = new Map<string, Followed>()
  let ground: CartGround = { holes: [], garages: [], noGo: [] }
  let cartRules: CartRules | undefined
  let finished: (RoundOfCart & { readonly atMs: number })[] = []
  let holes: readonly PlayedLine[] = []
  let holeNames: ReadonlyMap<string, string> = new Map()
  const unsaved = new Map<string, KeptRound>()
  const dropped = new Set<string>()
  /** By cart; null where the silence is over. */
  const unsavedSilent = new Map<string, SilentRound | null>()
  let timer: NodeJS.Timeout | undefined
  let heardMs: (cartId: string) => number | null = () => null
  let isSaving: Promise<void> = Promise.resolve()

  const save = async (): Promise<void> => {
    if (unsaved.size === 0 && dropped.size === 0 && unsavedSilent.size === 0) return
    const [rows, gone, silent] = [[...unsaved.values()], [...dropped], new Map(unsavedSilent)]
    unsaved.clear()
    dropped.clear()
    unsavedSilent.clear()
    try {
      await dropRounds(ctx.db, gone)
      await saveRounds(ctx.db, rows, rate)
      await saveSilentRounds(ctx.db, silent)
    } catch (error) {
      // What changed meanwhile is newer than what could not be written.
      for (const row of rows) if (!unsaved.has(row.id)) unsaved.set(row.id, row)
      for (const id of gone) dropped.add(id)
      for (const [id, one] of silent) if (!unsavedSilent.has(id)) unsavedSilent.set(id, one)
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

  /** Silence ends a round for all servers alike, and the one that got its positions may be gone. */
  const isWritten = ({ isOurs, watch }: Followed): boolean =>
    isOurs || (watch.silenced !== null && ctx.bus.isConnected())

  const keep = (cart: Followed, id: string, round: Round): void => {
    if (!isWritten(cart)) return
    dropped.delete(id)
    unsaved.set(id, { id, cartId: cart.cartId, cartName: cart.cartName, round, holeNames })
  }

  const drop = (cart: Followed, id: string): void => {
    if (!isWritten(cart)) return
    unsaved.delete(id)
    dropped.add(id)
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
          if (isWritten(cart)) unsavedSilent.set(cart.cartId, null)
          keep(cart, cart.roundId, event.round)
          break
        case 'begun':
          cart.roundId = randomUUID()
          cart.told = 'onTime'
          cart.gap?.begunIds.push(cart.roundId)
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
          if (cart.roundId !== null) drop(cart, cart.roundId)
          cart.roundId = null
          break
      }
    }
  }

  /** What another start of the server needs to go on with a round that silence ended. */
  const keepSilence = (cart: Followed): void => {
    const { silenced, lastMs } = cart.watch
    if (!isWritten(cart) || silenced?.round == null || lastMs === null || cart.endedId === null) return
    unsavedSilent.set(cart.cartId, { roundId: cart.endedId, heardMs: lastMs, stood: silenced })
  }

  const openGap = (cart: Followed, before: CartState, heardMs: number): void => {
    const last = before.filter.last?.atMs ?? heardMs
    if (cart.gap !== null && heardMs - cart.gap.heardMs > LATE_FOR_MS) cart.gap = null
    if (cart.gap !== null || (heardMs - last) * rate < CART_LOST_AFTER_MS) return
    const { watch, roundId, endedId } = cart
    cart.gap = { cart: before, watch, roundId, endedId, heardMs, fixes: [], begunIds: [], late: 'none' }
  }

  const collect = ({ fixes }: OpenGap, fix: CartFix): void => {
    const apartMs = Math.abs(fix.atMs - (fixes.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY))
    if (apartMs * rate >= FIX_EVERY_MS && fixes.length < MOST_FIXES) fixes.push(fix)
  }

  /** The rounds that the newest fixes alone made are forgotten, and all are followed in their order. */
  const replay = (cart: Followed, gap: OpenGap, rules: CartRules): void => {
    gap.late = 'none'
    for (const id of gap.begunIds.splice(0)) drop(cart, id)
    finished = finished.filter(({ cartId, atMs }) => cartId !== cart.cartId || atMs < gap.heardMs)
    cart.roundId = gap.roundId
    cart.endedId = gap.endedId
    const { watch, events } = replayGap(gap, ground, { cart: rules, round: { holes, rate } }, fastestMps)
    cart.watch = watch
    hear(cart, events)
    if (cart.roundId !== null && watch.round !== null) keep(cart, cart.roundId, watch.round)
  }

  /** Once for each time that a group falls behind. */
  const tell = (cart: Followed, pace: CartPace): void => {
    if (pace.rating === 'behind' && cart.told !== 'behind') {
      cart.told = 'behind'
      if (!cart.isOurs) return
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

  const openSince = (): Date => new Date(ctx.clock.now().getTime() - RESUMED_MS)

  /** As they were written down; those whose carts report here are known better. */
  const read = async (): Promise<void> => {
    // A server that is alone gets all positions.
    const isOurs = !ctx.bus.isShared
    const [open, silent] = [await openRounds(ctx.db, openSince()), await readSilentRounds(ctx.db, openSince())]
    for (const [id, cart] of carts) if (!cart.isOurs) carts.delete(id)
    for (const { id, cartId, cartName, holes: played } of open) {
      if (cartId === null || carts.has(cartId)) continue
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
          hole === undefined ? null : { hole, sinceMs: last.begunMs, wasAtTee: true, reachedGreen: last.reachedGreen },
        round: { plays, finishedMs: null },
        lastMs: Math.max(last.leftMs ?? last.begunMs, heardMs(cartId) ?? 0),
      }
      carts.set(cartId, { ...NEW_FOLLOWED, cartId, cartName, watch, roundId: id, isOurs })
    }
    for (const { cartId, cartName, roundId, heardMs, stood } of silent) {
      // The line of a hole may have been drawn anew since.
      const hole = holes.find(({ id }) => id === stood.visit?.hole.id)
      const visit = stood.visit === null || hole === undefined ? null : { ...stood.visit, hole }
      const watch = { ...NEW_ROUND_WATCH, lastMs: heardMs, silenced: { ...stood, visit } }
      if (!carts.has(cartId)) carts.set(cartId, { ...NEW_FOLLOWED, cartId, cartName, watch, endedId: roundId, isOurs })
    }
  }

  const followOne = ({ id, name }: NamedCart, isOurs: boolean, before: CartState, state: CartState): Followed => {
    const cart = carts.get(id) ?? { ...NEW_FOLLOWED, cartId: id, cartName: name }
    carts.set(id, cart)
    cart.cartName = name
    cart.isOurs = isOurs
    const sample = roundSampleOf(state)
    const fix = state.filter.last
    if (sample === null || fix === null || holes.length === 0) return cart
    openGap(cart, before, fix.atMs)
    if (cart.gap !== null) collect(cart.gap, fix)
    const { watch, events } = followRound(cart.watch, sample, { holes, rate })
    cart.watch = watch
    if (events.length === 0) return cart
    hear(cart, events)
    rateOne(cart, everyRound(), ctx.clock.now().getTime())
    return cart
  }

  return {
    follow: (named, before, state) => {
      const { roundId, endedId } = followOne(named, true, before, state)
      return { roundId, endedId }
    },
    followElsewhere: (named, before, state, { roundId, endedId }) => {
      const cart = followOne(named, false, before, state)
      cart.roundId = roundId
      cart.endedId = endedId
      // Its end may have been missed here.
      if (roundId === null) cart.watch = { ...cart.watch, round: null }
    },
    hearLate: (cartId, fix) => {
      const gap = carts.get(cartId)?.gap
      const since = gap?.cart.filter.last?.atMs
      if (gap == null || (since !== undefined && fix.atMs <= since)) return
      collect(gap, fix)
      gap.late = 'coming'
    },
    paceOf: cartId => carts.get(cartId)?.pace ?? null,
    rate: () => {
      const nowMs = ctx.clock.now().getTime()
      finished = finished.filter(({ atMs }) => nowMs - atMs < AHEAD_FOR_MS)
      for (const cart of carts.values()) {
        const { watch, events } = expireRound(cart.watch, nowMs, { holes, rate })
        cart.watch = watch
        hear(cart, events)
        if (watch.silenced !== null && events.length > 0) keepSilence(cart)
        const { gap } = cart
        if (gap?.late === 'come' && cartRules !== undefined) replay(cart, gap, cartRules)
        else if (gap?.late === 'coming') gap.late = 'come'
      }
      const all = everyRound()
      for (const cart of carts.values()) rateOne(cart, all, nowMs)
    },
    useCourse: (course, found, rules) => {
      ground = found
      holes = found.holes
      cartRules = rules
      holeNames = new Map(
        course.features.flatMap(feature => (feature.kind === 'hole' ? [[feature.id, feature.properties.name]] : [])),
      )
    },
    useCarts: ids => {
      for (const id of carts.keys()) if (!ids.has(id)) carts.delete(id)
      for (const [id, row] of unsaved)
        if (row.cartId !== null && !ids.has(row.cartId)) unsaved.set(id, { ...row, cartId: null })
    },
    start: async heard => {
      heardMs = heard
      await closeRounds(ctx.db, openSince())
      await read()
      timer = setInterval(() => void saveSoon(), SAVE_MS)
    },
    readAgain: read,
    stop: async () => {
      clearInterval(timer)
      // Where each is now, so that the next start goes on from there.
      for (const cart of carts.values())
        if (cart.roundId !== null && cart.watch.round !== null) keep(cart, cart.roundId, cart.watch.round)
      await saveSoon()
    },
  }
}
