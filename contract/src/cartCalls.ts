/** Carts from a distance: how they report, and what staff write to the people in them. */

import { cartMessage, cartMessageKind, fieldFault, freeText, id, instant } from '@greensward/domain'
import { z } from 'zod'
import { byId, call, listOf, nothing } from './call.ts'

export const cartDevice = z.strictObject({ id, name: z.string(), pairedAt: instant, lastSeenAt: instant.nullable() })

export const cartAccess = z.strictObject({
  /** Of the tracker's key only the beginning is known after it was shown. */
  key: z.strictObject({ beginning: z.string(), createdAt: instant, lastUsedAt: instant.nullable() }).nullable(),
  devices: z.array(cartDevice),
})
export type CartAccess = z.infer<typeof cartAccess>

/** The body of a tracker's report is decoded by the rules of its protocol. */
const anyQuery = z.looseObject({})

export const cartCalls = {
  track: {
    osmandGet: call({
      method: 'GET',
      path: 'track/osmand',
      who: 'anyone',
      summary:
        'A position from Traccar Client or OsmAnd in the query. The key of the cart is the device identifier, or `key`, or the password of Basic. Answers without the envelope',
      query: anyQuery,
      result: z.unknown(),
    }),
    osmand: call({
      method: 'POST',
      path: 'track/osmand',
      who: 'anyone',
      summary: 'The same by POST, in the query, as a form, or as the JSON of newer Traccar Clients',
      query: anyQuery,
      body: z.unknown(),
      result: z.unknown(),
    }),
    owntracks: call({
      method: 'POST',
      path: 'track/owntracks',
      who: 'anyone',
      summary:
        'A message of OwnTracks in HTTP mode. The key of the cart is the password of Basic, or `key` in the query. Answers a bare list',
      query: anyQuery,
      body: z.unknown(),
      result: z.unknown(),
    }),
  },
  cartAccess: {
    get: call({
      method: 'GET',
      path: 'carts/{id}/access',
      who: 'carts.edit',
      summary: 'By what this cart reports itself: the key of its tracker, and its tablets',
      params: byId,
      result: cartAccess,
    }),
    newKey: call({
      method: 'POST',
      path: 'carts/{id}/key',
      who: 'carts.edit',
      summary: 'A new key for the tracker of this cart, shown this once; an earlier one ends',
      params: byId,
      result: z.strictObject({ key: z.string() }),
    }),
    removeKey: call({
      method: 'DELETE',
      path: 'carts/{id}/key',
      who: 'carts.edit',
      summary: 'End the key of the tracker of this cart',
      params: byId,
      result: nothing,
    }),
    pair: call({
      method: 'POST',
      path: 'carts/{id}/pairing',
      who: 'carts.edit',
      summary: 'A code that pairs one tablet with this cart, within ten minutes',
      params: byId,
      result: z.strictObject({ code: z.string(), expiresAt: instant }),
    }),
    removeDevice: call({
      method: 'DELETE',
      path: 'carts/{id}/devices/{deviceId}',
      who: 'carts.edit',
      summary: 'Take the player away from a tablet of this cart',
      params: z.strictObject({ id, deviceId: id }),
      result: nothing,
    }),
  },
  cartMessages: {
    list: call({
      method: 'GET',
      path: 'cart-messages',
      who: 'course.read',
      summary: 'Messages to carts, newest first',
      query: z.strictObject({ cartId: id.optional() }),
      result: listOf(cartMessage),
    }),
    send: call({
      method: 'POST',
      path: 'cart-messages',
      who: 'carts.edit',
      summary: 'Tell one cart, some, or all of them something, call them back, or put a lock on their screens',
      body: z
        .strictObject({
          to: z.union([z.literal('all'), z.array(id).min(1).max(1_000)]),
          kind: cartMessageKind.exclude(['noGo']),
          text: freeText(300).default(''),
        })
        .refine(({ kind, text }) => kind !== 'text' || text !== '', { path: ['text'], message: fieldFault('empty') }),
      result: listOf(cartMessage),
    }),
    lift: call({
      method: 'POST',
      path: 'cart-messages/{id}/lift',
      who: 'carts.edit',
      summary: 'Lift a lock, or take a call back back',
      params: byId,
      result: cartMessage,
    }),
  },
} as const
