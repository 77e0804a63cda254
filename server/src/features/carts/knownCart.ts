/** A cart as the server knows it, and what is reported of it. */
import type { Cart, CartState, Position } from '@greensward/domain'

/** A position as any of the interfaces provides it. */
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
  /** Whether staff were notified of its present stay. */
  isStayReported: boolean
  /** As it was last published, to tell what changed by time alone. */
  shown: string
}
