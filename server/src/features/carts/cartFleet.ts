/** Carts as they are now: every position is checked by the domain's rules, recorded, and shown. */

import type { LiveVehicle, PlayerSubject } from '@greensward/contract'
import {
  type BuggySettings,
  type CartGround,
  type CartRules,
  type CartState,
  type CourseMap,
  type CourseMode,
  cartGround,
  cartLinkOf,
  cartLiveOf,
  type FixVerdict,
  followCart,
  type MapSettings,
  NEW_CART,
  SILENT_TELEMETRY,
  type Telemetry,
} from '@greensward/domain'
import { type LocalFrame, localFrame } from '@greensward/geometry'
import type { Context } from '../../platform/context.ts'
import { inTurn } from '../../platform/inTurn.ts'
import { modeNow } from '../../shared/course/courseModeStore.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import type { TelemetryRecorder } from '../../shared/recording/telemetryRecorder.ts'
import { notifyOfEvents, notifyOfStay } from './cartNotices.ts'
import type { CartPorts } from './cartPorts.ts'
import { lastPositions, readCartIds, readMowerNames } from './cartsStore.ts'
import { isFar, originOf } from './courseOrigin.ts'
import type { RoundIds } from './followedCart.ts'
import type { CartReport, KnownCart } from './knownCart.ts'
import { mowersNear } from './mowersNear.ts'
import { createRounds, type Rounds } from './rounds.ts'

export interface CartFleet {
  readonly carts: ReadonlyMap<string, KnownCart>
  /** Names by id. */
  readonly mowers: ReadonlyMap<string, string>
  readonly settings: { readonly buggy: BuggySettings; readonly map: Omit<MapSettings, 'totalFieldArea'> }
  readonly mode: CourseMode
  readonly course: CourseMap
  readonly frame: LocalFrame
  countOffPaths(): number
  live(cart: KnownCart): LiveVehicle
  readonly rounds: Pick<Rounds, 'paceOf'>
  /** Undefined for an unknown cart. */
  report(cartId: string, report: CartReport): FixVerdict | undefined
  start(): Promise<void>
  stop(): Promise<void>
}

/** A report as one server passes it to the others. */
interface SharedReport {
  readonly cartId: string
  readonly report: Omit<CartReport, 'at'> & { readonly at: number }
  /** The ids of its rounds, where the position was believed. */
  readonly rounds: RoundIds | null
}

const REFRESH_MS = 1_000
/** Refreshes after which a cart without news is published again. */
const REPEAT_EVERY = 5
/** A golf cart's greatest speed, with the slack of the filter: simulated time may run faster. */
const FASTEST_MPS = 12

class LiveCarts implements CartFleet {
  private readonly ctx: Context
  private readonly currentCourse: CurrentCourse
  private readonly ports: CartPorts
  private readonly recorder: TelemetryRecorder
  readonly carts = new Map<string, KnownCart>()
  readonly mowers = new Map<string, string>()
  /** Read at the start, before any request is taken. */
  course: CourseMap = { revision: 0, features: [] }
  frame = localFrame([0, 0])
  mode: CourseMode = 'normal'
  private knownSettings: CartFleet['settings'] | undefined
  private ground: CartGround = { holes: [], garages: [], noGo: [] }
  /** Simulated golfers play faster than the clock: they drive farther in a second, and their delays are shorter. */
  private readonly timeRate: number
  private readonly fastestMps: number
  readonly rounds: Rounds
  private readonly unsubscribe: (() => void)[] = []
  private timer: NodeJS.Timeout | undefined
  private refreshes = 0

  constructor(ctx: Context, currentCourse: CurrentCourse, ports: CartPorts, recorder: TelemetryRecorder) {
    this.ctx = ctx
    this.currentCourse = currentCourse
    this.ports = ports
    this.recorder = recorder
    this.timeRate = this.ctx.config.simulator ? Math.max(1, this.ctx.config.simSpeed) : 1
    this.fastestMps = FASTEST_MPS * this.timeRate
    this.rounds = createRounds(this.ctx, this.timeRate, this.fastestMps)
    // The server that got it records it and tells people; the others only know where the cart is and what it plays.
    this.ctx.bus.subscribe('cart', message => {
      const { cartId, report, rounds: ids } = message as SharedReport
      const followed = this.follow(cartId, new Date(report.at), { ...report, at: new Date(report.at) })
      if (followed === undefined) return
      const { cart, fix, before, verdict } = followed
      if (verdict === 'late') this.rounds.addLate(cartId, fix)
      if (verdict === 'taken' && ids !== null) this.rounds.followElsewhere(cart, before, cart.state, ids)
    })
  }

  get settings(): CartFleet['settings'] {
    if (this.knownSettings === undefined) throw new Error('the settings were not read yet')
    return this.knownSettings
  }

  private rules(): CartRules {
    const { buggy } = this.settings
    return {
      ...buggy,
      stayCheckDelay: buggy.stayCheckDelay / this.timeRate,
      applyHoleDelay: buggy.applyHoleDelay / this.timeRate,
    }
  }

  private readonly readGround = inTurn(async (): Promise<void> => {
    this.course = await this.currentCourse.read()
    this.knownSettings = { buggy: await this.ports.buggySettings(), map: await this.ports.mapSettings() }
    if (isFar(this.frame.origin, originOf(this.course))) {
      this.frame = localFrame(originOf(this.course))
      for (const cart of this.carts.values()) cart.state = NEW_CART
    }
    this.mode = await modeNow(this.ctx.db)
    this.ground = cartGround(this.course.features, this.frame, this.settings.map.rainMode === 'true', this.mode)
    this.rounds.useCourse(this.course, this.ground, this.rules())
  })

  private readonly readMachines = inTurn(async (): Promise<void> => {
    const found = await readCartIds(this.ctx.db)
    const left = new Set(this.carts.keys())
    for (const { id, name, home } of found) {
      left.delete(id)
      const before = this.carts.get(id)
      this.carts.set(id, {
        ...(before ?? { state: NEW_CART, battery: null, isStayReported: false, shown: '' }),
        id,
        name,
        home,
      })
    }
    for (const id of left) this.carts.delete(id)
    this.ctx.live.endTablets([...left])
    this.rounds.useCarts(new Set(this.carts.keys()))
    this.mowers.clear()
    for (const { id, name } of await readMowerNames(this.ctx.db)) this.mowers.set(id, name)
    this.publish([...this.carts.values()])
  })

  /** Loads the position of each at the end of the last server, with its age. */
  private async readLast(): Promise<void> {
    for (const { vehicleId, at, lon, lat, accuracyM } of await lastPositions(this.ctx.db)) {
      const cart = this.carts.get(vehicleId)
      if (cart === undefined) continue
      const fix = {
        atMs: at.getTime(),
        at: this.frame.toLocal([lon, lat]),
        accuracyM,
        trackDeg: null,
        speedMps: null,
      }
      // It has been at this position before, so it does not wait once more to count as on that hole.
      const asBefore = { ...this.rules(), applyHoleDelay: 0 }
      cart.state = followCart(NEW_CART, fix, { ...this.ground, noGo: [] }, asBefore, fix.atMs).state
    }
  }

  private telemetryOf({ state, battery, home }: KnownCart): Telemetry {
    const { last } = state.filter
    if (last === null) return { ...SILENT_TELEMETRY, position: home }
    const ageMs = Math.max(0, this.ctx.clock.now().getTime() - last.atMs)
    const [lon, lat] = this.frame.toLonLat(last.at)
    return {
      ...SILENT_TELEMETRY,
      position: [lon, lat],
      headingDeg: state.trackDeg,
      speedMps: state.speedMps,
      accuracyM: last.accuracyM,
      battery,
      ageMs,
      link: cartLinkOf(ageMs),
    }
  }

  readonly live = (cart: KnownCart): LiveVehicle => ({
    id: cart.id,
    kind: 'cart',
    telemetry: this.telemetryOf(cart),
    missionId: null,
    progress: null,
    stop: null,
    cart: cartLiveOf(cart.state, this.ctx.clock.now().getTime(), this.rounds.paceOf(cart.id)),
  })

  private showTablet(cart: KnownCart, { telemetry, cart: state }: LiveVehicle): void {
    if (state === undefined) return
    this.ctx.live.showTablet(cart.id, () => ({
      at: this.ctx.clock.now().toISOString(),
      telemetry,
      state,
      mowers: mowersNear(cart.state.filter.last?.at, this.ctx.live.vehicles(), this.mowers, this.frame),
    }))
  }

  private publish(some: readonly KnownCart[]): void {
    if (some.length === 0) return
    // Every server follows every report, and shows its own people what it knows.
    this.ctx.live.show(
      some.map(cart => {
        const shown = this.live(cart)
        cart.shown = `${shown.telemetry.link} ${shown.cart?.standing}`
        this.showTablet(cart, shown)
        return shown
      }),
    )
  }

  /** Time alone makes a cart stale and offline. */
  private readonly refresh = (): void => {
    this.refreshes += 1
    const repeatsAll = this.refreshes % REPEAT_EVERY === 0
    if (repeatsAll) this.rounds.rate()
    this.publish(
      [...this.carts.values()].filter(cart => {
        if (repeatsAll) return true
        const { telemetry, cart: now } = this.live(cart)
        return cart.shown !== `${telemetry.link} ${now?.standing}`
      }),
    )
  }

  private record(cart: KnownCart, atMs: number, report: CartReport, state: CartState): void {
    this.recorder.keep(cart.id, {
      atMs,
      telemetry: {
        position: report.position,
        headingDeg: report.trackDeg ?? state.trackDeg,
        speedMps: report.speedMps ?? state.speedMps,
        accuracyM: report.accuracyM,
        fixType: null,
        battery: report.battery,
        mode: null,
        bladeOn: null,
      },
    })
  }

  /** Applies a report to the cart, here and on every other server. */
  private follow(cartId: string, at: Date, report: CartReport) {
    const cart = this.carts.get(cartId)
    if (cart === undefined) return undefined
    const fix = {
      atMs: at.getTime(),
      at: this.frame.toLocal(report.position),
      accuracyM: report.accuracyM,
      trackDeg: report.trackDeg,
      speedMps: report.speedMps,
    }
    const nowMs = this.ctx.clock.now().getTime()
    const before = cart.state
    const { state, verdict, events } = followCart(before, fix, this.ground, this.rules(), nowMs, this.fastestMps)
    cart.state = state
    if (verdict === 'taken') {
      cart.battery = report.battery ?? cart.battery
      this.publish([cart])
    }
    return { cart, fix, before, verdict, events }
  }

  /** Reported lately, and off the paths at this moment. */
  readonly countOffPaths: CartFleet['countOffPaths'] = () => {
    const off = cartGround(this.course.features, this.frame, false, 'cartPathsOnly').noGo.find(
      ({ kind }) => kind === 'paths',
    )
    const nowMs = this.ctx.clock.now().getTime()
    return [...this.carts.values()].filter(({ state: { filter } }) => {
      const { last } = filter
      return off !== undefined && last !== null && cartLinkOf(nowMs - last.atMs) !== 'lost' && off.depthM(last.at) > 0
    }).length
  }

  readonly report: CartFleet['report'] = (cartId, report) => {
    const at = report.at ?? this.ctx.clock.now()
    const followed = this.follow(cartId, at, report)
    if (followed === undefined) return undefined
    const { cart, fix, before, verdict, events } = followed
    if (verdict === 'taken' || verdict === 'late') this.record(cart, at.getTime(), report, cart.state)
    const ids = verdict === 'taken' ? this.rounds.follow(cart, before, cart.state) : null
    // A jump as well: whether the next one agrees with it decides on every server whether it is believed.
    if (verdict === 'taken' || verdict === 'late' || verdict === 'jump')
      this.ctx.bus.publish('cart', {
        cartId,
        report: { ...report, at: at.getTime() },
        rounds: ids,
      } satisfies SharedReport)
    if (verdict === 'late') this.rounds.addLate(cartId, fix)
    if (verdict === 'taken') {
      notifyOfEvents(this.ctx, cart, events)
      notifyOfStay(this.ctx, cart, this.ground, this.timeRate)
    }
    return verdict
  }

  readonly start: CartFleet['start'] = async () => {
    await this.readGround()
    await this.readMachines()
    await this.readLast()
    await this.rounds.start(id => this.carts.get(id)?.state.filter.last?.atMs ?? null)
    this.publish([...this.carts.values()])
    const again =
      (read: () => Promise<void>, subject: PlayerSubject): (() => Promise<void>) =>
      () =>
        read()
          .then(() => this.ctx.live.tellTabletsHere(subject))
          .catch((error: unknown) => this.ctx.log.error({ err: error }, 'The rules of carts could not be re-read'))
    this.unsubscribe.push(
      this.ctx.events.onEverywhere('mapChanged', again(this.readGround, 'course')),
      this.ctx.events.onEverywhere('settingsChanged', ({ subject }) =>
        again(this.readGround, subject === 'zoneTypes' ? 'course' : 'state')(),
      ),
      this.ctx.events.onEverywhere('garageChanged', again(this.readMachines, 'state')),
      this.ctx.events.onEverywhere('missed', again(this.readGround, 'course')),
      this.ctx.events.onEverywhere('missed', again(this.readMachines, 'state')),
      this.ctx.events.onEverywhere('missed', again(this.rounds.readAgain, 'state')),
    )
    this.timer = setInterval(this.refresh, REFRESH_MS)
  }

  readonly stop: CartFleet['stop'] = async () => {
    for (const off of this.unsubscribe.splice(0)) off()
    clearInterval(this.timer)
    await this.rounds.stop()
  }
}

export const createCartFleet = (
  ctx: Context,
  currentCourse: CurrentCourse,
  ports: CartPorts,
  recorder: TelemetryRecorder,
): CartFleet => new LiveCarts(ctx, currentCourse, ports, recorder)
