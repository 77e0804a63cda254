/** Puts the parts of the fleet together. */
import type { GatewayEvent, MowerConfig } from '@greensward/vehicle'
import type { Context } from '../../platform/context.ts'
import { createJournal } from '../../platform/db/journal.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import type { Planner } from '../../shared/missionLife/planner.ts'
import { capabilitiesInGarage } from './abilities.ts'
import { createAutopilotSaid } from './autopilot/autopilotSaid.ts'
import { Autopilots } from './autopilot/autopilots.ts'
import { BrokerMachines } from './broker/brokerMachines.ts'
import { withBrokerMachines } from './broker/withBrokerMachines.ts'
import { EnergyPromises } from './energy/energyPromises.ts'
import { createHomeDistances } from './energy/homeDistances.ts'
import type { FleetParts } from './fleetParts.ts'
import { FleetRegistry } from './fleetRegistry.ts'
import { FleetView } from './fleetView.ts'
import { Garage } from './garage.ts'
import type { EntranceKeeper } from './gateway/entranceKeeper.ts'
import { openGateway } from './gateway/openGateway.ts'
import { createFenceFits } from './mower/fencing.ts'
import { MowerController } from './mower/mowerController.ts'
import { type LeaseHooks, leasedOwnership, noOwnership, type Ownership, soleOwnership } from './ownership/ownership.ts'
import { createRemoteMowers } from './ownership/remoteMowers.ts'
import { RouteInterruptions } from './shifts/routeInterruptions.ts'
import { createStartBarrier } from './start/startBarrier.ts'
import { createZoneLocks } from './start/zoneLocks.ts'

/** A long mission over a bad radio takes so much longer to send than a short one over a good one. */
const PATIENCE_MS = 60_000

export interface FleetHooks extends Pick<FleetParts, 'stopAnywhere' | 'stopsForeignDrives'> {
  readonly onEvent: (event: GatewayEvent) => void
  readonly configOf: (mowerId: string) => MowerConfig | undefined
  readonly leases: Omit<LeaseHooks, 'mowerIds'>
}

const createOwnership = (ctx: Context, hooks: LeaseHooks): Ownership => {
  const { isGateway } = ctx.config
  if (!ctx.bus.isShared) return soleOwnership(ctx.replicaId, isGateway)
  return isGateway ? leasedOwnership(ctx, hooks) : noOwnership(ctx)
}

export const createFleetParts = (
  ctx: Context,
  course: CurrentCourse,
  planner: Planner,
  { onEvent, configOf, stopAnywhere, stopsForeignDrives, leases }: FleetHooks,
): { readonly parts: FleetParts; readonly entrance: EntranceKeeper } => {
  const opened = openGateway(ctx, { parts: () => parts, configOf, onEvent })
  const garage = new Garage()
  const brokerMachines = new BrokerMachines(ctx, onEvent)
  const isOnBroker = (mowerId: string): boolean => garage.brokerMowers.has(mowerId)
  const gateway = withBrokerMachines(opened.gateway, brokerMachines, isOnBroker, () => ctx.clock.now().getTime())
  const journal = createJournal(ctx.log)
  const ownership = createOwnership(ctx, { ...leases, mowerIds: () => [...garage.mowers.keys()] })
  const remoteMowers = createRemoteMowers({ ctx, course, garage, ownership })
  const homeDistances = createHomeDistances({ course, garage, planner })
  const registry = new FleetRegistry(id => new MowerController(id, parts, remoteMowers.takeOver(id)))
  const parts: FleetParts = {
    ctx,
    course,
    planner,
    gateway,
    brokerMachines,
    journal,
    ownership,
    registry,
    remoteMowers,
    view: new FleetView({ clock: ctx.clock, registry, remoteMowers, ownership, gateway }),
    garage,
    capabilitiesOf: capabilitiesInGarage(ctx.config, id => garage.brokerMowers.get(id)?.capabilities),
    autopilots: new Autopilots({ ctx, gateway, journal }),
    autopilotSaid: createAutopilotSaid(ctx.clock),
    fenceFits: createFenceFits({ gateway, planner }),
    homeDistances,
    energyPromises: new EnergyPromises({ ctx, journal, garage, homeDistances }),
    interruptions: new RouteInterruptions({ ctx, journal, garage }),
    startBarrier: createStartBarrier(PATIENCE_MS),
    zoneLocks: createZoneLocks(ctx, remoteMowers),
    stopAnywhere,
    stopsForeignDrives,
  }
  return { parts, entrance: opened.entrance }
}
