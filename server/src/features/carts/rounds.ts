/** The rounds of all carts as they are played: found from their positions, rated, kept, and reported when behind. */
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
  groupAhead,
  holeNumberOf,
  NEW_ROUND_WATCH,
  type PlayedLine,
  paceNow,
  type Round,
  type RoundEvent,
  type RoundOfCart,
  replayGap,
  roundSampleOf,
} from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import { type Followed, NEW_FOLLOWED, type OpenGap, type RoundIds, watchOfWritten } from './followedCart.ts'
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
/** A round that began earlier is not continued after a restart of the server. */
const RESUMED_MS = 8 * 3_600_000

/** After a cart reports again, late positions are awaited for this long, and no more of them than this are kept. */
const LATE_FOR_MS = 15 * 60_000
const FIX_EVERY_MS = 5_000
const MOST_FIXES = 4_000

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
  addLate(cartId: string, fix: CartFix): void
  paceOf(cartId: string): CartPace | null
  /** Rates all of them again; time alone makes a group late. */
  rate(): void
  /** The course as it is now. */
  useCourse(course: CourseMap, ground: CartGround, rules: CartRules): void
  /** A cart that is gone plays no longer; its rounds stay. */
  useCarts(ids: ReadonlySet<string>): void
  /** @param receivedMs when a cart last reported */
  start(receivedMs: (cartId: string) => number | null): Promise<void>
  /** Re-reads those that another server follows. */
  readAgain(): Promise<void>
  stop(): Promise<void>
}

class FollowedRounds implements Rounds {
  private readonly ctx: Context
  private readonly timeRate: number
  private readonly fastestMps: number
  private readonly carts = new Map<string, Followed>()
  private ground: CartGround = { holes: [], garages: [], noGo: [] }
  private cartRules: CartRules | undefined
  private finished: (RoundOfCart & { readonly atMs: number })[] = []
  private holes: readonly PlayedLine[] = []
  private holeNames: ReadonlyMap<string, string> = new Map()
  private readonly unsaved = new Map<string, KeptRound>()
  private readonly dropped = new Set<string>()
  /** By cart; null where the silence is over. */
  private readonly unsavedSilent = new Map<string, SilentRound | null>()
  private timer: NodeJS.Timeout | undefined
  private isSaving: Promise<void> = Promise.resolve()

  constructor(ctx: Context, timeRate: number, fastestMps: number) {
    this.ctx = ctx
    this.timeRate = timeRate
    this.fastestMps = fastestMps
  }

  private receivedMs: (cartId: string) => number | null = () => null

  private readonly save = async (): Promise<void> => {
    if (this.unsaved.size === 0 && this.dropped.size === 0 && this.unsavedSilent.size === 0) return
    const [rows, gone, silent] = [[...this.unsaved.values()], [...this.dropped], new Map(this.unsavedSilent)]
    this.unsaved.clear()
    this.dropped.clear()
    this.unsavedSilent.clear()
    try {
      await dropRounds(this.ctx.db, gone)
      await saveRounds(this.ctx.db, rows, this.timeRate)
      await saveSilentRounds(this.ctx.db, silent)
    } catch (error) {
      // Changes made meanwhile are newer than those that could not be written.
      for (const row of rows) if (!this.unsaved.has(row.id)) this.unsaved.set(row.id, row)
      for (const id of gone) this.dropped.add(id)
      for (const [id, one] of silent) if (!this.unsavedSilent.has(id)) this.unsavedSilent.set(id, one)
      throw error
    }
    this.ctx.live.publish('garage', 'changed', { subject: 'rounds' })
  }

  private saveSoon(): Promise<void> {
    this.isSaving = this.isSaving.then(this.save).catch((error: unknown) => {
      this.ctx.log.warn({ err: error }, 'Could not write rounds; will retry')
    })
    return this.isSaving
  }

  /** Silence ends a round for all servers alike, and the one that got its positions may be gone. */
  private isWritten({ isOurs, watch }: Followed): boolean {
    return isOurs || (watch.silenced !== null && this.ctx.bus.isConnected())
  }

  private keep(cart: Followed, id: string, round: Round): void {
    if (!this.isWritten(cart)) return
    this.dropped.delete(id)
    this.unsaved.set(id, { id, cartId: cart.cartId, cartName: cart.cartName, round, holeNames: this.holeNames })
  }

  private drop(cart: Followed, id: string): void {
    if (!this.isWritten(cart)) return
    this.unsaved.delete(id)
    this.dropped.add(id)
  }

  private apply(cart: Followed, events: readonly RoundEvent[]): void {
    for (const event of events) {
      if (event.kind === 'finished' || event.kind === 'dropped') cart.endedId = cart.roundId
      switch (event.kind) {
        case 'resumed':
          cart.roundId = cart.endedId ?? randomUUID()
          this.finished = this.finished.filter(
            ({ cartId, round }) => cartId !== cart.cartId || round.plays[0]?.begunMs !== event.round.plays[0]?.begunMs,
          )
          if (this.isWritten(cart)) this.unsavedSilent.set(cart.cartId, null)
          this.keep(cart, cart.roundId, event.round)
          break
        case 'begun':
          cart.roundId = randomUUID()
          cart.reportedRating = 'onTime'
          cart.gap?.begunIds.push(cart.roundId)
          this.keep(cart, cart.roundId, event.round)
          break
        case 'holeChanged':
          if (cart.roundId !== null) this.keep(cart, cart.roundId, event.round)
          break
        case 'finished':
          if (cart.roundId !== null) this.keep(cart, cart.roundId, event.round)
          this.finished.push({ cartId: cart.cartId, round: event.round, atMs: event.round.finishedMs ?? 0 })
          cart.roundId = null
          break
        case 'dropped':
          if (cart.roundId !== null) this.drop(cart, cart.roundId)
          cart.roundId = null
          break
      }
    }
  }

  /** State that the next start of the server needs to continue a round that silence ended. */
  private keepSilence(cart: Followed): void {
    const { silenced, lastMs } = cart.watch
    if (!this.isWritten(cart) || silenced?.round == null || lastMs === null || cart.endedId === null) return
    this.unsavedSilent.set(cart.cartId, { roundId: cart.endedId, receivedMs: lastMs, stood: silenced })
  }

  private openGap(cart: Followed, before: CartState, receivedMs: number): void {
    const last = before.filter.last?.atMs ?? receivedMs
    if (cart.gap !== null && receivedMs - cart.gap.receivedMs > LATE_FOR_MS) cart.gap = null
    if (cart.gap !== null || (receivedMs - last) * this.timeRate < CART_LOST_AFTER_MS) return
    const { watch, roundId, endedId } = cart
    cart.gap = { cart: before, watch, roundId, endedId, receivedMs, fixes: [], begunIds: [], late: 'none' }
  }

  private collect({ fixes }: OpenGap, fix: CartFix): void {
    const apartMs = Math.abs(fix.atMs - (fixes.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY))
    if (apartMs * this.timeRate >= FIX_EVERY_MS && fixes.length < MOST_FIXES) fixes.push(fix)
  }

  /** The rounds that the newest fixes alone made are forgotten, and all are followed in their order. */
  private replay(cart: Followed, gap: OpenGap, rules: CartRules): void {
    gap.late = 'none'
    for (const id of gap.begunIds.splice(0)) this.drop(cart, id)
    this.finished = this.finished.filter(({ cartId, atMs }) => cartId !== cart.cartId || atMs < gap.receivedMs)
    cart.roundId = gap.roundId
    cart.endedId = gap.endedId
    const { watch, events } = replayGap(
      gap,
      this.ground,
      { cart: rules, round: { holes: this.holes, rate: this.timeRate } },
      this.fastestMps,
    )
    cart.watch = watch
    this.apply(cart, events)
    if (cart.roundId !== null && watch.round !== null) this.keep(cart, cart.roundId, watch.round)
  }

  /** Once for each time that a group falls behind. */
  private report(cart: Followed, pace: CartPace): void {
    if (pace.rating === 'behind' && cart.reportedRating !== 'behind') {
      cart.reportedRating = 'behind'
      if (!cart.isOurs) return
      this.ctx.events.emit('notice', {
        level: 'warning',
        subject: 'cart',
        subjectId: cart.cartId,
        kind: 'cartBehindPace',
        values: {
          cart: cart.cartName,
          minutes: pace.behindMinutes,
          hole: holeNumberOf(this.holeNames.get(pace.holeId ?? '') ?? ''),
        },
      })
    } else if (pace.rating === 'onTime') cart.reportedRating = 'onTime'
  }

  private rateOne(cart: Followed, all: readonly RoundOfCart[], nowMs: number): void {
    const { roundId, watch } = cart
    const [first] = watch.round?.plays ?? []
    const own = watch.round === null ? null : { cartId: cart.cartId, round: watch.round }
    const now =
      own === null
        ? null
        : paceNow(own.round, groupAhead(own, all, this.timeRate), { holes: this.holes, rate: this.timeRate }, nowMs)
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
    this.report(cart, cart.pace)
  }

  private everyRound(): RoundOfCart[] {
    return [
      ...this.finished,
      ...[...this.carts.values()].flatMap(({ cartId, watch }) =>
        watch.round === null ? [] : [{ cartId, round: watch.round }],
      ),
    ]
  }

  private openSince(): Date {
    return new Date(this.ctx.clock.now().getTime() - RESUMED_MS)
  }

  /** As they were written down; those whose carts report here are known better. */
  private readonly read = async (): Promise<void> => {
    // A server that is alone gets all positions.
    const isOurs = !this.ctx.bus.isShared
    const [open, silent] = [
      await openRounds(this.ctx.db, this.openSince()),
      await readSilentRounds(this.ctx.db, this.openSince()),
    ]
    for (const [id, cart] of this.carts) if (!cart.isOurs) this.carts.delete(id)
    for (const { id, cartId, cartName, holes: played } of open) {
      if (cartId === null || this.carts.has(cartId)) continue
      const watch = watchOfWritten(played, this.holes, this.timeRate, this.receivedMs(cartId))
      if (watch === undefined) continue
      this.carts.set(cartId, { ...NEW_FOLLOWED, cartId, cartName, watch, roundId: id, isOurs })
    }
    for (const { cartId, cartName, roundId, receivedMs, stood } of silent) {
      // The line of a hole may have been redrawn since.
      const hole = this.holes.find(({ id }) => id === stood.visit?.hole.id)
      const visit = stood.visit === null || hole === undefined ? null : { ...stood.visit, hole }
      const watch = { ...NEW_ROUND_WATCH, lastMs: receivedMs, silenced: { ...stood, visit } }
      if (!this.carts.has(cartId))
        this.carts.set(cartId, { ...NEW_FOLLOWED, cartId, cartName, watch, endedId: roundId, isOurs })
    }
  }

  private followOne({ id, name }: NamedCart, isOurs: boolean, before: CartState, state: CartState): Followed {
    const cart = this.carts.get(id) ?? { ...NEW_FOLLOWED, cartId: id, cartName: name }
    this.carts.set(id, cart)
    cart.cartName = name
    cart.isOurs = isOurs
    const sample = roundSampleOf(state)
    const fix = state.filter.last
    if (sample === null || fix === null || this.holes.length === 0) return cart
    this.openGap(cart, before, fix.atMs)
    if (cart.gap !== null) this.collect(cart.gap, fix)
    const { watch, events } = followRound(cart.watch, sample, { holes: this.holes, rate: this.timeRate })
    cart.watch = watch
    if (events.length === 0) return cart
    this.apply(cart, events)
    this.rateOne(cart, this.everyRound(), this.ctx.clock.now().getTime())
    return cart
  }

  readonly follow: Rounds['follow'] = (named, before, state) => {
    const { roundId, endedId } = this.followOne(named, true, before, state)
    return { roundId, endedId }
  }

  readonly followElsewhere: Rounds['followElsewhere'] = (named, before, state, { roundId, endedId }) => {
    const cart = this.followOne(named, false, before, state)
    cart.roundId = roundId
    cart.endedId = endedId
    // Its end may have been missed here.
    if (roundId === null) cart.watch = { ...cart.watch, round: null }
  }

  readonly addLate: Rounds['addLate'] = (cartId, fix) => {
    const gap = this.carts.get(cartId)?.gap
    const since = gap?.cart.filter.last?.atMs
    if (gap == null || (since !== undefined && fix.atMs <= since)) return
    this.collect(gap, fix)
    gap.late = 'arriving'
  }

  readonly paceOf: Rounds['paceOf'] = cartId => this.carts.get(cartId)?.pace ?? null

  readonly rate: Rounds['rate'] = () => {
    const nowMs = this.ctx.clock.now().getTime()
    this.finished = this.finished.filter(({ atMs }) => nowMs - atMs < AHEAD_FOR_MS)
    for (const cart of this.carts.values()) {
      const { watch, events } = expireRound(cart.watch, nowMs, { holes: this.holes, rate: this.timeRate })
      cart.watch = watch
      this.apply(cart, events)
      if (watch.silenced !== null && events.length > 0) this.keepSilence(cart)
      const { gap } = cart
      if (gap?.late === 'arrived' && this.cartRules !== undefined) this.replay(cart, gap, this.cartRules)
      else if (gap?.late === 'arriving') gap.late = 'arrived'
    }
    const all = this.everyRound()
    for (const cart of this.carts.values()) this.rateOne(cart, all, nowMs)
  }

  readonly useCourse: Rounds['useCourse'] = (course, found, rules) => {
    this.ground = found
    this.holes = found.holes
    this.cartRules = rules
    this.holeNames = new Map(
      course.features.flatMap(feature => (feature.kind === 'hole' ? [[feature.id, feature.properties.name]] : [])),
    )
  }

  readonly useCarts: Rounds['useCarts'] = ids => {
    for (const id of this.carts.keys()) if (!ids.has(id)) this.carts.delete(id)
    for (const [id, row] of this.unsaved)
      if (row.cartId !== null && !ids.has(row.cartId)) this.unsaved.set(id, { ...row, cartId: null })
  }

  readonly start: Rounds['start'] = async receivedMs => {
    this.receivedMs = receivedMs
    await closeRounds(this.ctx.db, this.openSince())
    await this.read()
    this.timer = setInterval(() => void this.saveSoon(), SAVE_MS)
  }

  readonly readAgain = this.read

  readonly stop: Rounds['stop'] = async () => {
    clearInterval(this.timer)
    // The present state of each, so that the next start continues from there.
    for (const cart of this.carts.values())
      if (cart.roundId !== null && cart.watch.round !== null) this.keep(cart, cart.roundId, cart.watch.round)
    await this.saveSoon()
  }
}

/**
 * @param rate how many times faster than the clock the players' time runs
 * @param fastestMps of a cart, as `followCart` takes it
 */
export const createRounds = (ctx: Context, rate: number, fastestMps: number): Rounds =>
  new FollowedRounds(ctx, rate, fastestMps)
