/** The routes of staff for carts: keys of trackers, pairing of tablets, messages. */

import { lateCalls } from '@greensward/contract/late'
import type { CartMessage } from '@greensward/domain'
import { said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import { refuse, refuseFields } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { newPairingCode, newTrackerKey, secretHash } from './cartSecrets.ts'
import {
  addMessages,
  allCartIds,
  cartExists,
  knownCarts,
  liftMessage,
  listMessages,
  readAccess,
  removeDevice,
  removeKey,
  storeKey,
  storePairing,
} from './cartsStore.ts'

const PAIRING_MS = 600_000
/** So much of a key is shown later on, to tell keys apart. */
const BEGINNING = 4

/** After commit: messages of the clubhouse appear on the screen at once. */
const tellTablets = (ctx: Context, messages: readonly CartMessage[]): void =>
  ctx.live.tellTablets(
    messages.map(({ cartId }) => cartId),
    'state',
  )

/** @param keysChanged called after commit: the routes of the trackers then accept the new keys only */
export const cartRoutes = (ctx: Context, keysChanged: () => Promise<void>): readonly Route[] => [
  route(lateCalls.cartAccess.get, async ({ params }) =>
    (await cartExists(ctx.db, params.id)) ? readAccess(ctx.db, params.id) : refuse('notFound'),
  ),
  route(
    lateCalls.cartAccess.newKey,
    async ({ params, user, write }) => {
      const answer = await write(async tx => {
        if (!(await cartExists(tx, params.id))) return refuse('notFound')
        const key = newTrackerKey()
        const stored = { cartId: params.id, hash: secretHash(key), beginning: key.slice(0, BEGINNING) }
        await storeKey(tx, stored, ctx.clock.now())
        await ctx.audit(tx, { user, action: 'cart.newKey', subject: 'cart', subjectId: params.id })
        return { key }
      })
      await keysChanged()
      return answer
    },
    { tellsSecret: true },
  ),
  route(lateCalls.cartAccess.removeKey, async ({ params, user, write }) => {
    await write(async tx => {
      if (!(await removeKey(tx, params.id))) return refuse('notFound')
      await ctx.audit(tx, { user, action: 'cart.removeKey', subject: 'cart', subjectId: params.id })
      return {}
    })
    await keysChanged()
    return {}
  }),
  route(lateCalls.cartAccess.pair, ({ params, user, write }) =>
    write(async tx => {
      if (!(await cartExists(tx, params.id))) return refuse('notFound')
      const code = newPairingCode()
      const expiresAt = new Date(ctx.clock.now().getTime() + PAIRING_MS)
      await storePairing(tx, params.id, secretHash(code), expiresAt)
      await ctx.audit(tx, { user, action: 'cart.pair', subject: 'cart', subjectId: params.id })
      return { code, expiresAt: expiresAt.toISOString() }
    }),
  ),
  route(lateCalls.cartAccess.removeDevice, async ({ params, user, write }) => {
    const answer = await write(async tx => {
      if (!(await removeDevice(tx, params.id, params.deviceId))) return refuse('notFound')
      await ctx.audit(tx, {
        user,
        action: 'cart.removeDevice',
        subject: 'cart',
        subjectId: params.id,
        details: { deviceId: params.deviceId },
      })
      return {}
    })
    ctx.events.emit('tabletsEnded', { deviceIds: [params.deviceId] })
    return answer
  }),
  route(lateCalls.cartMessages.list, async ({ query }) => {
    const items = await listMessages(ctx.db, query.cartId)
    return { items, total: items.length }
  }),
  route(lateCalls.cartMessages.send, async ({ body, user, write }) => {
    const sent = await write(async tx => {
      const wanted = body.to === 'all' ? await allCartIds(tx) : [...new Set(body.to)]
      const known = body.to === 'all' ? wanted : await knownCarts(tx, wanted)
      const missing = wanted.findIndex(id => !known.includes(id))
      if (missing >= 0) refuseFields({ [`body.to.${missing}`]: said('noSuchCart') })
      const items = await addMessages(
        tx,
        known,
        { kind: body.kind, text: body.text, from: user.fullname },
        ctx.clock.now(),
      )
      await ctx.audit(tx, { user, action: `cart.${body.kind}`, subject: 'cart', details: body })
      return { items, total: items.length }
    })
    tellTablets(ctx, sent.items)
    return sent
  }),
  route(lateCalls.cartMessages.lift, async ({ params, user, write }) => {
    const lifted = await write(async tx => {
      const lifted = await liftMessage(tx, params.id, ctx.clock.now())
      if (lifted === undefined) return refuse('notFound')
      await ctx.audit(tx, { user, action: 'cart.lift', subject: 'cart', subjectId: lifted.cartId })
      return lifted
    })
    tellTablets(ctx, [lifted])
    return lifted
  }),
]
