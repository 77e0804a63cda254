/** A message to carts before it is sent. */
export const MESSAGE_KINDS = ['text', 'callBack', 'lock'] as const

/** The written message that is not sent yet. */
export interface MessageDraft {
  readonly chosen: readonly string[]
  readonly kind: (typeof MESSAGE_KINDS)[number]
  readonly text: string
}

/** A new message to one cart. */
export const draftTo = (cartId: string): MessageDraft => ({ chosen: [cartId], kind: 'text', text: '' })
