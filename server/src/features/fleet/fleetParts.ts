/**
 * The parts that the fleet is put together of. None of them holds what one mower is doing: that is private to its
 * controller. A function takes those parts that it uses, `Pick<FleetParts, ...>`.
 */
import type { CommandOutcome } from '@greensward/contract'
import type { RemoteGateway } from '@greensward/vehicle/thread'
import type { Context } from '../../platform/context.ts'
import type { Journal } from '../../platform/db/journal.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import type { Actor } from '../../shared/missionLife/moveMission.ts'
import type { Planner } from '../../shared/missionLife/planner.ts'
import type { CapabilitiesOf } from './abilities.ts'
import type { AutopilotSaid } from './autopilot/autopilotSaid.ts'
import type { Autopilots } from './autopilot/autopilots.ts'
import type { BrokerMachines } from './broker/brokerMachines.ts'
import type { EnergyPromises } from './energy/energyPromises.ts'
import type { HomeDistances } from './energy/homeDistances.ts'
import type { FleetRegistry } from './fleetRegistry.ts'
import type { FleetView } from './fleetView.ts'
import type { Garage } from './garage.ts'
import type { FenceFits } from './mower/fencing.ts'
import type { Ownership } from './ownership/ownership.ts'
import type { RemoteMowers } from './ownership/remoteMowers.ts'
import type { RouteInterruptions } from './shifts/routeInterruptions.ts'
import type { StartBarrier } from './start/startBarrier.ts'
import type { ZoneLocks } from './start/zoneLocks.ts'

export interface FleetParts {
  readonly ctx: Context
  readonly course: CurrentCourse
  readonly planner: Planner
  /** In a thread of its own: it stops mowers and watches over them while this one is busy. */
  readonly gateway: RemoteGateway
  /** Mowers on brokers, which the gateway passes on to. */
  readonly brokerMachines: BrokerMachines
  readonly journal: Journal
  /** Which of the mowers this server controls; the gateway knows those alone. */
  readonly ownership: Ownership
  readonly registry: FleetRegistry
  readonly remoteMowers: RemoteMowers
  readonly view: FleetView
  readonly garage: Garage
  /** What a mower can do. */
  readonly capabilitiesOf: CapabilitiesOf
  readonly autopilots: Autopilots
  readonly autopilotSaid: AutopilotSaid
  readonly fenceFits: FenceFits
  readonly homeDistances: HomeDistances
  readonly energyPromises: EnergyPromises
  /** What ended the right of a shift to continue the route of a mower. */
  readonly interruptions: RouteInterruptions
  readonly startBarrier: StartBarrier
  readonly zoneLocks: ZoneLocks
  /** A stop of any mower, also of one that another gateway controls. */
  readonly stopAnywhere: (mowerId: string, actor: Actor) => Promise<CommandOutcome>
  /** By the settings as they were last read. */
  readonly stopsForeignDrives: () => boolean
}
