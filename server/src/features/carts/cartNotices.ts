/** Notifications about carts. */
import {
  type CartEvent,
  type CartGround,
  isStayNews,
  may,
  type NotificationLevel,
  ROLE_SLUGS,
  type RoleSlug,
} from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import { addMessages } from './cartsStore.ts'
import type { KnownCart } from './knownCart.ts'

/** The notification to staff when a cart enters an area of this kind. */
const ENTERED = { noGo: 'cartInNoGo', rain: 'cartInRainZone', paths: 'cartOffPaths' } as const

/**
 * The roles that are notified about carts. On a busy day carts stay and enter areas more than a hundred times, and bar staff and
 * greenkeepers would overlook an order or a missed green among them. An emergency reaches everybody.
 */
export const cartReaders = (level: NotificationLevel): readonly RoleSlug[] =>
  level === 'alarm'
    ? ROLE_SLUGS
    : ROLE_SLUGS.filter(
        role =>
          may(role, 'carts.edit') ||
          // A cart that stays in a closed area harms the grass.
          (level === 'warning' && may(role, 'mowers.edit')) ||
          // Sees all that happens.
          role === 'ROLE_TEST_USER',
      )

const notice = (
  ctx: Context,
  cart: KnownCart,
  level: NotificationLevel,
  kind: string,
  values: Record<string, string>,
): void => {
  ctx.events.emit('notice', {
    level,
    subject: 'cart',
    subjectId: cart.id,
    kind,
    values: { cart: cart.name, ...values },
    roles: cartReaders(level),
  })
}

/** Notifies staff of what happened to a cart, and its tablet that it is in a closed area. */
export const notifyOfEvents = (ctx: Context, cart: KnownCart, events: readonly CartEvent[]): void => {
  const isBlocked = events.some(({ kind }) => kind === 'noGoBlocked')
  for (const event of events) {
    switch (event.kind) {
      case 'noGoEntered':
        // A block says the same, and more.
        if (!isBlocked)
          notice(ctx, cart, 'info', ENTERED[event.area.kind], {
            area: event.area.title,
          })
        break
      case 'noGoBlocked':
        notice(ctx, cart, 'warning', event.area.kind === 'paths' ? 'cartOffPaths' : 'cartBlocked', {
          area: event.area.title,
        })
        addMessages(ctx.db, [cart.id], { kind: 'noGo', text: event.area.title, from: null }, ctx.clock.now())
          .then(() => ctx.live.tellTablets([cart.id], 'state'))
          .catch((error: unknown) =>
            ctx.log.warn({ err: error }, 'Could not notify a cart that it is in a closed area'),
          )
        break
      case 'stays':
      case 'noGoLeft':
      case 'movesOn':
      case 'holeChanged':
        break
    }
  }
}

/** Alarms that have a sentence of their own; any other is shown by the tracker's word. */
const ALARMS: readonly string[] = [
  'sos',
  'lowBattery',
  'powerCut',
  'tow',
  'tampering',
  'fallDown',
  'accident',
  'overspeed',
]
/** Somebody may need help. */
const URGENT: readonly string[] = ['sos', 'accident', 'fallDown']

export const hasOwnSentence = (alarm: string): boolean => ALARMS.includes(alarm)

/** Notifies staff of an alarm that the tracker of a cart raised. */
export const notifyOfAlarm = (ctx: Context, cart: KnownCart, alarm: string): void =>
  notice(ctx, cart, URGENT.includes(alarm) ? 'alarm' : 'warning', 'cartAlarm', {
    alarm,
    ...(hasOwnSentence(alarm) ? { reason: alarm } : {}),
  })

/** @param rate how many times faster than the clock the players' time runs */
export const notifyOfStay = (ctx: Context, cart: KnownCart, ground: CartGround, rate: number): void => {
  const { stay, hole } = cart.state
  const { stayingSinceMs: sinceMs } = stay
  const nowMs = ctx.clock.now().getTime()
  const played = ground.holes.find(({ id }) => id === hole.holeId)
  if (sinceMs === null) cart.isStayReported = false
  else if (!cart.isStayReported && isStayNews(sinceMs, played?.passMinutes ?? null, nowMs, rate)) {
    cart.isStayReported = true
    const minutes = Math.max(1, Math.round(((nowMs - sinceMs) * rate) / 60_000))
    notice(ctx, cart, 'info', 'cartStaying', { minutes: String(minutes) })
  }
}
