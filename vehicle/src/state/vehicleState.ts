/** A vehicle as the gateway shows it: the one state from the gateway to the screen. */
import type { MachineActivity, OwnState, Telemetry } from '@greensward/domain'
import type { MissionItem } from '../mission/missionItem.ts'
import type { StatusText } from './statusTexts.ts'

export interface VehicleState {
  readonly id: string
  readonly systemId: number
  readonly telemetry: Telemetry
  /** What it does, of a mower that plans its own path; left out of one that drives our missions. */
  readonly activity?: MachineActivity
  /** What keeps it from starting, of a mower that judges itself; null where that is not known. */
  readonly ownState?: OwnState | null
  /** Wall times in ms; set by a stop, cleared by the next start. */
  readonly requestedStop?: {
    readonly at: number
    readonly acknowledgedAt?: number
    readonly standingAt?: number
  }
  readonly missionItemReached: number | null
  /** The mission on the mower as last read back; null when not read yet. */
  readonly mission: readonly MissionItem[] | null
  /** The last item of `mission` that is on board, for one longer than the mower's memory; null for any other. */
  readonly missionOnBoardTo: number | null
  readonly statusTexts: readonly StatusText[]
  readonly parameters: Readonly<Record<string, number>>
  /** Address that its messages come from, such as `udp:192.0.2.7:14550`. */
  readonly link: string | null
  /** Items that it is believed to store: what it said, or what its parameters say, or ArduPilot's own figures. */
  readonly capacity: { readonly missionItems: number; readonly fenceItems: number }
  /**
   * Another sender that claims to be this mower while this one is silent. A mower that was armed or cutting is bound to
   * it only by a person; null where there is none.
   */
  readonly otherSender: string | null
  /** False while it may sign with a former key: it has not answered under its own yet. */
  readonly isKeyProven: boolean
}
