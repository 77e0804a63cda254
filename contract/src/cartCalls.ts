/** Carts from a distance: how they report, and what staff write to the people in them. */

import { cartMessage, cartMessageKind, fieldFault, freeText, id, instant, readyTexts } from '@greensward/domain'
import { z } from 'zod'
import { byId, call, listOf, nothing } from './call.ts'
import { readyTextsReading } from './readyTextsReading.ts'

export const cartDevice = z.strictObject({ id, name: z.string(), pairedAt: instant, lastSeenAt: instant.nullable() })

export const cartAccess = z.strictObject({
  /** Of the tracker's key only the beginning is known after it was shown. */
  key: z.strictObject({ beginning: z.string(), createdAt: instant, lastUsedAt: instant.nullable() }).nullable(),
  devices: z.array(cartDevice),
})
export type CartAccess = z.infer<typeof cartAccess>

/** With the version that a change is made from; null where nobody has changed them yet. */
const storedReadyTexts = readyTexts.extend({ updatedAt: instant.nullable() })

/** The body of a tracker's report is decoded by the rules of its protocol. */
const anyQuery = z.looseObject({})

export const cartCalls = {
  track: {
    osmandGet: call({
      method: 'GET',
      path: 'track/osmand',
      who: 'anyone',
      query: anyQuery,
      result: z.unknown(),
    }),
    osmand: call({
      method: 'POST',
      path: 'track/osmand',
      who: 'anyone',
      query: anyQuery,
      body: z.unknown(),
      result: z.unknown(),
    }),
    owntracks: call({
      method: 'POST',
      path: 'track/owntracks',
      who: 'anyone',
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
      params: byId,
      result: cartAccess,
    }),
    newKey: call({
      method: 'POST',
      path: 'carts/{id}/key',
      who: 'carts.edit',
      params: byId,
      result: z.strictObject({ key: z.string() }),
    }),
    removeKey: call({
      method: 'DELETE',
      path: 'carts/{id}/key',
      who: 'carts.edit',
      params: byId,
      result: nothing,
    }),
    pair: call({
      method: 'POST',
      path: 'carts/{id}/pairing',
      who: 'carts.edit',
      params: byId,
      result: z.strictObject({ code: z.string(), expiresAt: instant }),
    }),
    removeDevice: call({
      method: 'DELETE',
      path: 'carts/{id}/devices/{deviceId}',
      who: 'carts.edit',
      params: z.strictObject({ id, deviceId: id }),
      result: nothing,
    }),
  },
  cartMessages: {
    list: call({
      method: 'GET',
      path: 'cart-messages',
      who: 'course.read',
      query: z.strictObject({ cartId: id.optional() }),
      result: listOf(cartMessage),
    }),
    send: call({
      method: 'POST',
      path: 'cart-messages',
      who: 'carts.edit',
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
      params: byId,
      result: cartMessage,
    }),
    readyTexts: call({
      ...readyTextsReading,
      who: 'course.read',
      result: storedReadyTexts,
    }),
    changeReadyTexts: call({
      method: 'PUT',
      path: 'settings/ready-texts',
      who: 'carts.edit',
      body: storedReadyTexts,
      result: storedReadyTexts,
    }),
  },
} as const
