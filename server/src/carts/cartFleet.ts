/** Carts as they are now: every position goes through the domain's rules, is recorded, and is shown. */
import {
  type BuggySettings,
  type Cart,
  type CartEvent,
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
  isStayNews,
  type MapSettings,
  NEW_CART,
  type Position,
  SILENT_TELEMETRY,
  type Telemetry,
} from '@greensward/domain'
import type { LiveVehicle, PlayerSubject } from '@greensward/domain/contract'
import { type LocalFrame, localFrame } from '@greensward/geometry'
import type { Context } from '../context.ts'
import { modeNow } from '../course/courseModeStore.ts'
import type { CurrentCourse } from '../course/currentCourse.ts'
import type { TelemetryRecorder } from '../recording/telemetryRecorder.ts'
import type { CartDoors } from './cartDoors.ts'
import { addMessages, lastPositions, readCartIds, readMowerNames } from './cartsStore.ts'
import { mowersNear } from './mowersNear.ts'
import { createRounds, type RoundIds, type Rounds } from './rounds.ts'

/** A position as any of the doors hands it in. */
export interface CartReport {
  /** Null means now. */
  readonly at: Date | null
  readonly position: Position
  readonly accuracyM: number | null
  readonly speedMps: number | null
  readonly trackDeg: number | null
  readonly battery: number | null
}

export interface KnownCart extends Pick<Cart, 'id' | 'name' | 'home'> {
  state: CartState
  battery: number | null
  /** Whether staff heard of the stay that it is in. */
  isStayTold: boolean
  /** As it was last published, to tell what changed by time alone. */
  shown: string
}

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
  /** Undefined where there is no such cart. */
  report(cartId: string, report: CartReport): FixVerdict | undefined
  start(): Promise<void>
  stop(): Promise<void>
}

/** A report as one server hands it to the others. */
interface ToldReport {
  readonly cartId: string
  readonly report: Omit<CartReport, 'at'> & { readonly at: number }
  /** What its rounds are called, where the position was believed. */
  readonly rounds: RoundIds | null
}

const REFRESH_MS = 1_000
/** What nothing happened to is published again this often. */
const REPEAT_ROUNDS = 5
/** Beyond this the course has moved elsewhere, and its metres are counted from there. */
const FRAME_REACH_DEG = 0.2
/** A golf cart's greatest speed, with the slack of the filter: simulated time may run faster. */
const FASTEST_MPS = 12

/** What staff are told of a cart that comes to such a place. */
const ENTERED = { noGo: 'cartInNoGo', rain: 'cartInRainZone', paths: 'cartOffPaths' } as const

const originOf = ({ features }: CourseMap): Position => {
  const holes = features.filter(({ kind }) => kind === 'hole')
  const geometry = (holes[0] ?? features[0])?.geometry
  if (geometry === undefined) return [0, 0]
  if (geometry.type === 'Point') return geometry.coordinates
  return (geometry.type === 'LineString' ? geometry.coordinates[0] : geometry.coordinates[0]?.[0]) ?? [0, 0]
}

const isFar = ([lon, lat]: readonly [number, number], [otherLon, otherLat]: Position): boolean =>
  Math.abs(lon - otherLon) > FRAME_REACH_DEG || Math.abs(lat - otherLat) > FRAME_REACH_DEG

export const createCartFleet = (
  ctx: Context,
  currentCourse: CurrentCourse,
  doors: CartDoors,
  recorder: TelemetryRecorder,
): CartFleet => {
  const carts = new Map<string, KnownCart>()
  const mowers = new Map<string, string>()
  /** Read at the start, before any request is taken. */
  let course: CourseMap = { revision: 0, features: [] }
  let frame = localFrame([0, 0])
  let mode: CourseMode = 'normal'
  let settings: CartFleet['settings'] | undefined
  let ground: CartGround = { holes: [], garages: [], noGo: [] }
  const known = (): CartFleet['settings'] => {
    if (settings === undefined) throw new Error('the settings were not read yet')
    return settings
  }
  /** Simulated golfers play faster than the clock: they drive farther in a second, and their delays are shorter. */
  const rate = ctx.config.simulator ? Math.max(1, ctx.config.simSpeed) : 1
  const fastestMps = FASTEST_MPS * rate
  const rules = (): CartRules => {
    const { buggy } = known()
    return {
      ...buggy,
      stayCheckDelay: buggy.stayCheckDelay / rate,
      applyHoleDelay: buggy.applyHoleDelay / rate,
    }
  }
  const rounds = createRounds(ctx, rate, fastestMps)
  const unsubscribe: (() => void)[] = []
  let timer: NodeJS.Timeout | undefined
  let round = 0

  const readGround = async (): Promise<void> => {
    course = await currentCourse.read()
    settings = { buggy: await doors.buggySettings(), map: await doors.mapSettings() }
    if (isFar(frame.origin, originOf(course))) {
      frame = localFrame(originOf(course))
      for (const cart of carts.values()) cart.state = NEW_CART
    }
    mode = await modeNow(ctx.db)
    ground = cartGround(course.features, frame, known().map.rainMode === 'true', mode)
    rounds.useCourse(course, ground, rules())
  }

  const readMachines = async (): Promise<void> => {
    const found = await readCartIds(ctx.db)
    const left = new Set(carts.keys())
    for (const { id, name, home } of found) {
      left.delete(id)
      const before = carts.get(id)
      carts.set(id, {
        ...(before ?? { state: NEW_CART, battery: null, isStayTold: false, shown: '' }),
        id,
        name,
        home,
      })
    }
    for (const id of left) carts.delete(id)
    ctx.live.endTablets([...left])
    rounds.useCarts(new Set(carts.keys()))
    mowers.clear()
    for (const { id, name } of await readMowerNames(ctx.db)) mowers.set(id, name)
    publish([...carts.values()])
  }

  /** Where each was when the last server ended, with its age. */
  const readLast = async (): Promise<void> => {
    for (const { vehicleId, at, lon, lat, accuracyM } of await lastPositions(ctx.db)) {
      const cart = carts.get(vehicleId)
      if (cart === undefined) continue
      const fix = { atMs: at.getTime(), at: frame.toLocal([lon, lat]), accuracyM, trackDeg: null, speedMps: null }
      // Where it was it had been before: it does not wait once more to be on that hole.
      const asBefore = { ...rules(), applyHoleDelay: 0 }
      cart.state = followCart(NEW_CART, fix, { ...ground, noGo: [] }, asBefore, fix.atMs).state
    }
  }

  const telemetryOf = ({ state, battery, home }: KnownCart): Telemetry => {
    const { last } = state.filter
    if (last === null) return { ...SILENT_TELEMETRY, position: home }
    const ageMs = Math.max(0, ctx.clock.now().getTime() - last.atMs)
    const [lon, lat] = frame.toLonLat(last.at)
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

  const live = (cart: KnownCart): LiveVehicle => ({
    id: cart.id,
    kind: 'cart',
    telemetry: telemetryOf(cart),
    missionId: null,
    progress: null,
    stop: null,
    cart: cartLiveOf(cart.state, ctx.clock.now().getTime(), rounds.paceOf(cart.id)),
  })

  const showTablet = (cart: KnownCart, { telemetry, cart: state }: LiveVehicle): void => {
    if (state === undefined) return
    ctx.live.showTablet(cart.id, () => ({
      at: ctx.clock.now().toISOString(),
      telemetry,
      state,
      mowers: mowersNear(cart.state.filter.last?.at, ctx.live.vehicles(), mowers, frame),
    }))
  }

  const publish = (some: readonly KnownCart[]): void => {
    if (some.length === 0) return
    // Every server follows every report, and shows its own people what it knows.
    ctx.live.show(
      some.map(cart => {
        const shown = live(cart)
        cart.shown = `${shown.telemetry.link} ${shown.cart?.standing}`
        showTablet(cart, shown)
        return shown
      }),
    )
  }

  /** Time alone makes a cart stale and offline. */
  const refresh = (): void => {
    round = (round + 1) % REPEAT_ROUNDS
    if (round === 0) rounds.rate()
    publish(
      [...carts.values()].filter(cart => {
        if (round === 0) return true
        const { telemetry, cart: now } = live(cart)
        return cart.shown !== `${telemetry.link} ${now?.standing}`
      }),
    )
  }

  const notice = (cart: KnownCart, level: 'info' | 'warning', kind: string, values: Record<string, string>): void =>
    ctx.events.emit('notice', {
      level,
      subject: 'cart',
      subjectId: cart.id,
      kind,
      values: { cart: cart.name, ...values },
    })

  const tell = (cart: KnownCart, events: readonly CartEvent[]): void => {
    const isBlocked = events.some(({ kind }) => kind === 'noGoBlocked')
    for (const event of events) {
      switch (event.kind) {
        case 'noGoEntered':
          // A block says the same, and more.
          if (!isBlocked)
            notice(cart, 'info', ENTERED[event.area.kind], {
              area: event.area.title,
            })
          break
        case 'noGoBlocked':
          notice(cart, 'warning', event.area.kind === 'paths' ? 'cartOffPaths' : 'cartBlocked', {
            area: event.area.title,
          })
          addMessages(ctx.db, [cart.id], { kind: 'noGo', text: event.area.title, from: null }, ctx.clock.now())
            .then(() => ctx.live.tellTablets([cart.id], 'state'))
            .catch((error: unknown) => ctx.log.warn({ err: error }, 'A cart was not told that it is in a closed place'))
          break
        case 'stays':
        case 'noGoLeft':
        case 'movesOn':
        case 'holeChanged':
          break
      }
    }
  }

  const tellOfStay = (cart: KnownCart): void => {
    const { stay, hole } = cart.state
    const { stayingSinceMs: sinceMs } = stay
    const nowMs = ctx.clock.now().getTime()
    const played = ground.holes.find(({ id }) => id === hole.holeId)
    if (sinceMs === null) cart.isStayTold = false
    else if (!cart.isStayTold && isStayNews(sinceMs, played?.passMinutes ?? null, nowMs, rate)) {
      cart.isStayTold = true
      const minutes = Math.max(1, Math.round(((nowMs - sinceMs) * rate) / 60_000))
      notice(cart, 'info', 'cartStaying', { minutes: String(minutes) })
    }
  }

  const record = (cart: KnownCart, atMs: number, report: CartReport, state: CartState): void =>
    recorder.keep(cart.id, {
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

  /** What a report means to the cart, here and on every other server. */
  const follow = (cartId: string, at: Date, report: CartReport) => {
    const cart = carts.get(cartId)
    if (cart === undefined) return undefined
    const fix = {
      atMs: at.getTime(),
      at: frame.toLocal(report.position),
      accuracyM: report.accuracyM,
      trackDeg: report.trackDeg,
      speedMps: report.speedMps,
    }
    const nowMs = ctx.clock.now().getTime()
    const before = cart.state
    const { state, verdict, events } = followCart(before, fix, ground, rules(), nowMs, fastestMps)
    cart.state = state
    if (verdict === 'taken') {
      cart.battery = report.battery ?? cart.battery
      publish([cart])
    }
    return { cart, fix, before, verdict, events }
  }
  // The server that got it records it and tells people; the others only know where the cart is and what it plays.
  ctx.bus.hear('cart', message => {
    const { cartId, report, rounds: ids } = message as ToldReport
    const followed = follow(cartId, new Date(report.at), { ...report, at: new Date(report.at) })
    if (followed === undefined) return
    const { cart, fix, before, verdict } = followed
    if (verdict === 'late') rounds.hearLate(cartId, fix)
    if (verdict === 'taken' && ids !== null) rounds.followElsewhere(cart, before, cart.state, ids)
  })

  return {
    carts,
    mowers,
    get settings() {
      return known()
    },
    get mode() {
      return mode
    },
    /** Heard of lately, and off the paths at this moment. */
    countOffPaths: () => {
      const off = cartGround(course.features, frame, false, 'cartPathsOnly').noGo.find(({ kind }) => kind === 'paths')
      const nowMs = ctx.clock.now().getTime()
      return [...carts.values()].filter(({ state: { filter } }) => {
        const { last } = filter
        return off !== undefined && last !== null && cartLinkOf(nowMs - last.atMs) !== 'lost' && off.depthM(last.at) > 0
      }).length
    },
    get course() {
      return course
    },
    get frame() {
      return frame
    },
    live,
    rounds,
    report: (cartId, report) => {
      const at = report.at ?? ctx.clock.now()
      const followed = follow(cartId, at, report)
      if (followed === undefined) return undefined
      const { cart, fix, before, verdict, events } = followed
      if (verdict === 'taken' || verdict === 'late') record(cart, at.getTime(), report, cart.state)
      const ids = verdict === 'taken' ? rounds.follow(cart, before, cart.state) : null
      // A jump as well: whether the next one agrees with it decides on every server whether it is believed.
      if (verdict === 'taken' || verdict === 'late' || verdict === 'jump')
        ctx.bus.tell('cart', { cartId, report: { ...report, at: at.getTime() }, rounds: ids } satisfies ToldReport)
      if (verdict === 'late') rounds.hearLate(cartId, fix)
      if (verdict === 'taken') {
        tell(cart, events)
        tellOfStay(cart)
      }
      return verdict
    },
    start: async () => {
      await readGround()
      await readMachines()
      await readLast()
      await rounds.start(id => carts.get(id)?.state.filter.last?.atMs ?? null)
      publish([...carts.values()])
      const again =
        (read: () => Promise<void>, subject: PlayerSubject): (() => Promise<void>) =>
        () =>
          read()
            .then(() => ctx.live.tellTabletsHere(subject))
            .catch((error: unknown) => ctx.log.error({ err: error }, 'What carts go by was not read anew'))
      unsubscribe.push(
        ctx.events.onEverywhere('mapChanged', again(readGround, 'course')),
        ctx.events.onEverywhere('settingsChanged', ({ subject }) =>
          again(readGround, subject === 'zoneTypes' ? 'course' : 'state')(),
        ),
        ctx.events.onEverywhere('garageChanged', again(readMachines, 'state')),
        ctx.events.onEverywhere('missed', again(readGround, 'course')),
        ctx.events.onEverywhere('missed', again(readMachines, 'state')),
        ctx.events.onEverywhere('missed', again(rounds.readAgain, 'state')),
      )
      timer = setInterval(refresh, REFRESH_MS)
    },
    stop: async () => {
      for (const off of unsubscribe.splice(0)) off()
      clearInterval(timer)
      await rounds.stop()
    },
  }
}
