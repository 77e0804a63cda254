/** Messages of staff to the people in a cart. */
import { z } from 'zod'
import { id, instant } from '../common/text.ts'

/**
 * `text` from a person; `callBack` asks the cart to return to its garage; `lock` stays on its screen until it is lifted;
 * `noGo` is said by the system to a cart in a place that is closed to it. A cart is never cut off.
 */
export const cartMessageKind = z.enum(['text', 'callBack', 'lock', 'noGo'])
export type CartMessageKind = z.infer<typeof cartMessageKind>

export const cartMessage = z.strictObject({
  id,
  cartId: id,
  kind: cartMessageKind,
  text: z.string(),
  /** Sender; null for the system. */
  from: z.string().nullable(),
  sentAt: instant,
  seenAt: instant.nullable(),
  /** A lock that was lifted, a call back that was taken back. */
  liftedAt: instant.nullable(),
})
export type CartMessage = z.infer<typeof cartMessage>
