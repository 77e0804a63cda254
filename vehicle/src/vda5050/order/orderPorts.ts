/** What orders need of the machine that they are given to. */
import type { LonLat } from '@greensward/geometry'
import type { Clock } from '../../clock.ts'
import type { SafetyReason, SessionEvent } from '../../events.ts'
import type { MapFrame } from '../mapFrame.ts'
import type { MachineState } from '../readMessages.ts'
import type { OrderMessage } from './makeOrder.ts'
import type { OrderLimits } from './orderLimits.ts'

export interface OrderPorts {
  readonly clock: Clock
  readonly frame: MapFrame
  readonly mapId: string
  readonly newId: () => string
  /** Sends at once and never retained. @returns false without a connection */
  readonly sendOrder: (order: OrderMessage) => boolean
  readonly sendAction: (type: 'startPause' | 'stopPause' | 'cancelOrder' | 'startCharging' | 'stopCharging') => boolean
  /** The last one, with its age. */
  readonly state: () => { readonly is: MachineState; readonly ageMs: number } | undefined
  /** Null where it is unknown, or cannot be right. */
  readonly position: () => LonLat | null
  /** Metres by which its position may be wrong, by its own report; null where it does not say so. */
  readonly accuracyM: () => number | null
  /** Its broker reports it as connected. */
  readonly isOnline: () => boolean
  /** Null before its factsheet. */
  readonly limits: () => OrderLimits | null
  /** Of a stop: its tries are under way, or it was not acknowledged. */
  readonly stopIs: () => 'none' | 'sending' | 'unacknowledged'
  readonly stop: (reason: SafetyReason) => void
  /** A start follows: the stop before it is over. */
  readonly endStop: () => void
  readonly emit: (event: Exclude<SessionEvent, { kind: 'telemetry' }>) => void
}
