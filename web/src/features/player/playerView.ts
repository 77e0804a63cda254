/** The data of a golfer's screen: from the live channel for staff, from the tablet for a cart. */

import type { Menu } from '@greensward/contract'
import type {
  BuggySettings,
  CartMessage,
  CartPace,
  CourseFeature,
  CourseMode,
  NoGoKind,
  Order,
  OrderRequest,
  Position,
  TechnicalNumber,
  ZoneType,
} from '@greensward/domain'
import type { RasterAccess } from '../../map-view/index.ts'

/** Nobody comes nearer to a mower that works, metres. */
export const KEEP_AWAY_M = 30

export interface PlayerFix {
  readonly position: Position
  readonly headingDeg: number | null
  /** Milliseconds since 1970. */
  readonly atMs: number
}

export interface PlayerMower {
  readonly id: string
  readonly position: Position
  readonly distanceM: number | null
}

export type PlayerMessage = Pick<CartMessage, 'id' | 'kind' | 'text'>

export interface OrderSending {
  readonly requestId: string
  readonly lines: OrderRequest['lines']
  readonly note: string
}

export interface PlayerView {
  readonly cart: { readonly id: string; readonly name: string }
  /** Pictures from the air; those of the session where nothing is said. */
  readonly access?: RasterAccess
  readonly features: readonly CourseFeature[]
  readonly zoneTypes: readonly Pick<ZoneType, 'id' | 'name'>[]
  readonly rules: BuggySettings
  /** The map's rotation outside a hole view, degrees clockwise. */
  readonly degree: number
  readonly defaultZoom: number
  readonly fix: PlayerFix | null
  readonly holeId: string | null
  readonly onHoleSinceMs: number | null
  /** Of the round, as it was last heard of the server. */
  readonly pace: CartPace | null
  readonly mode: CourseMode
  readonly noGo: readonly { readonly id: string; readonly title: string; readonly kind: NoGoKind }[]
  readonly mowers: readonly PlayerMower[]
  readonly messages: readonly PlayerMessage[]
  /** The lock that covers everything until the clubhouse lifts it. */
  readonly lock: PlayerMessage | null
  readonly phones: readonly TechnicalNumber[]
  readonly menu: Menu | undefined
  readonly orders: readonly Order[]
  /** Start of the server's silence, milliseconds since 1970. */
  readonly offlineSinceMs: number | null
  /** Null for people who may only look. */
  readonly sendOrder: ((order: OrderSending) => Promise<unknown>) | null
  /** Reports that a message was read; null for people who only look. */
  readonly readMessage: ((id: string) => void) | null
}
