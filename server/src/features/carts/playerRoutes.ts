/** The routes of the tablet in a cart: pairing, what the cart sees, positions, the menu and an order, messages. */

import type { PlayerState } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { type CartMessage, isVisibleToCarts } from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { readZoneTypes } from '../../shared/missionLife/machinesStore.ts'
import type { CartFleet } from './cartFleet.ts'
import type { CartPorts } from './cartPorts.ts'
import { newDeviceToken, secretHash } from './cartSecrets.ts'
import {
  addDevice,
  noteRequest,
  openMessages,
  orderOfRequest,
  ordersOfCart,
  readPhones,
  redeemPairing,
  seeMessage,
} from './cartsStore.ts'
import type { KnownCart } from './knownCart.ts'
import { mowersNear } from './mowersNear.ts'

const ORDERS_SINCE_MS = 12 * 3_600_000
/** A code has fifty random bits and lives for minutes. */
const PAIRINGS_A_MINUTE = 20
/** Of one tablet. A cart that was out of reach sends its orders one after the other, the rest a minute later. */
const ORDERS_A_MINUTE = 20

/** Golfers read what the course writes, not the names of the people who work there. */
const unsigned = (message: CartMessage): CartMessage => ({ ...message, from: null })

export const playerRoutes = (ctx: Context, fleet: CartFleet, ports: CartPorts): readonly Route[] => {
  const cartOf = (id: string): KnownCart => fleet.carts.get(id) ?? refuse('notFound')

  const stateOf = async (cart: KnownCart): Promise<PlayerState> => {
    const { telemetry, cart: state } = fleet.live(cart)
    if (state === undefined) throw new Error('a cart has no state')
    const messages = (await openMessages(ctx.db, cart.id)).map(unsigned)
    const hole = fleet.course.features.find(({ id }) => id === state.holeId)
    const { mowerWidth: _, ...map } = fleet.settings.map
    return {
      at: ctx.clock.now().toISOString(),
      cart: { id: cart.id, name: cart.name, home: cart.home },
      telemetry,
      state,
      passMinutes: hole?.kind === 'hole' ? hole.properties.pass : null,
      messages,
      lock: messages.find(({ kind }) => kind === 'lock') ?? null,
      mowers: mowersNear(cart.state.filter.last?.at, ctx.live.vehicles(), fleet.mowers, fleet.frame),
      mode: fleet.mode,
      settings: fleet.settings.buggy,
      map,
      phones: await readPhones(ctx.db),
      revision: fleet.course.revision,
    }
  }

  return [
    route(
      lateCalls.player.pair,
      ({ body, write }) =>
        write(async tx => {
          const now = ctx.clock.now()
          const cart = await redeemPairing(tx, secretHash(body.code.trim().toLowerCase()), now)
          if (cart === undefined) return refuse('wrongCode')
          const token = newDeviceToken()
          await addDevice(tx, { cartId: cart.id, tokenHash: secretHash(token), name: body.name, pairedAt: now })
          await ctx.audit(tx, {
            action: 'cart.paired',
            subject: 'cart',
            subjectId: cart.id,
            details: { name: body.name },
          })
          return { token, cart }
        }),
      { perMinute: PAIRINGS_A_MINUTE },
    ),
    route(lateCalls.player.get, ({ device }) => stateOf(cartOf(device.cartId))),
    route(lateCalls.player.ofCart, ({ params }) => stateOf(cartOf(params.id))),
    route(lateCalls.player.course, async () => ({
      revision: fleet.course.revision,
      features: fleet.course.features.filter(isVisibleToCarts),
      zoneTypes: await readZoneTypes(ctx.db),
    })),
    route(lateCalls.player.report, async ({ device, body }) => {
      const cart = cartOf(device.cartId)
      let taken = 0
      for (const { at, position, accuracyM, speedMps, headingDeg } of body.fixes) {
        const verdict = fleet.report(cart.id, {
          at: new Date(at),
          position,
          accuracyM,
          speedMps,
          trackDeg: headingDeg,
          battery: null,
        })
        if (verdict === 'taken' || verdict === 'late') taken += 1
      }
      const { cart: state } = fleet.live(cart)
      if (state === undefined) throw new Error('a cart has no state')
      return { taken, state }
    }),
    route(lateCalls.player.menu, () => ports.menu(ctx.clock.now())),
    route(lateCalls.player.orders, async ({ device }) => {
      const since = new Date(ctx.clock.now().getTime() - ORDERS_SINCE_MS)
      const items = await ordersOfCart(ctx.db, device.cartId, since)
      return { items, total: items.length }
    }),
    route(
      lateCalls.player.order,
      async ({ device, body, write }) => {
        let isNew = false
        const order = await write(async tx => {
          isNew = false
          const earlier = await orderOfRequest(tx, body.requestId, device.cartId)
          if (earlier !== undefined) return earlier
          isNew = true
          const taken = await ports.takeOrder(tx, { cartId: device.cartId, lines: body.lines, note: body.note })
          await noteRequest(tx, body.requestId, device.cartId, taken.id)
          await ctx.audit(tx, {
            action: 'order.create',
            subject: 'order',
            subjectId: taken.id,
            details: { cartId: device.cartId, deviceId: device.id },
          })
          return taken
        })
        if (isNew) ports.announceOrder(order)
        return order
      },
      { perMinute: ORDERS_A_MINUTE },
    ),
    route(lateCalls.player.seen, ({ device, params, write }) =>
      write(async tx => {
        const seen = await seeMessage(tx, device.cartId, params.id, ctx.clock.now())
        return seen === undefined ? refuse('notFound') : unsigned(seen)
      }),
    ),
  ]
}
