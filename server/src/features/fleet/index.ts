/**
 * The fleet: mowers on their links, the missions they drive, and the routes that start and stop them. It speaks to
 * mowers through the gateway alone and knows no MAVLink.
 */

import { isActive, worksByItself } from '@greensward/domain'
import type { GatewayEvent } from '@greensward/vehicle'
import type { Context } from '../../platform/context.ts'
import type { Feature } from '../../platform/feature.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { inTurn } from '../../platform/inTurn.ts'
import { openSeal } from '../../platform/sealing.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import { readMowersHoldForCarts } from '../../shared/missionLife/machinesStore.ts'
import { SYSTEM } from '../../shared/missionLife/moveMission.ts'
import type { Planner } from '../../shared/missionLife/planner.ts'
import type { FleetPort, MachinePort } from '../../shared/missionLife/ports.ts'
import { recordPositions } from '../../shared/recording/recordPositions.ts'
import { keepPositions } from '../../shared/recording/retention.ts'
import type { TelemetryRecorder } from '../../shared/recording/telemetryRecorder.ts'
import { type Commands, createCommands } from './commands/commands.ts'
import { createDrives } from './commands/drives.ts'
import { createDueMissions, type DueMissions } from './commands/dueMissions.ts'
import { createLinkFeature, type LinkFeature } from './corrections/linkFeature.ts'
import { createFleetParts } from './createFleetParts.ts'
import type { FleetParts } from './fleetParts.ts'
import type { EntranceKeeper } from './gateway/entranceKeeper.ts'
import { createCartWatch } from './golfers/cartWatch.ts'
import { liveMower, mowerNow } from './liveVehicles.ts'
import { createMachinePort } from './machinePort.ts'
import { MowerLinks } from './mowerLinks.ts'
import { openMowerRoutes } from './openMower/openMowerRoutes.ts'
import { createPairing } from './pairing/pairing.ts'
import { fleetRoutes } from './routes.ts'
import { MapWatch } from './shifts/mapWatch.ts'
import { createReleaseEnds } from './shifts/releaseEnds.ts'
import { replanRoutes } from './shifts/replanRoutes.ts'
import { shiftRoutes } from './shifts/shiftRoutes.ts'
import { ShiftRunner } from './shifts/shiftRunner.ts'
import { gateOfPreview } from './start/gate.ts'
import { cartsOn, othersOn } from './start/onTarget.ts'
import { vda5050Routes } from './vda5050/vda5050Routes.ts'

export interface FleetFeature extends Feature {
  readonly port: FleetPort
  readonly machines: MachinePort
}

const PROGRESS_MS = 3_000
/** Vehicles that report nothing are published all the same, so that people see their age grow. */
const REFRESH_MS = 1_000
const SWEEP_MS = 3_600_000
/** Entries that are not written by then are lost with the process; the next start reads the mowers' own state again. */
const CLOSE_MS = 3_000

/**
 * Mowers that mow their own map: one that reports also where it rests, as its start may be on its way; none that drives home, as it
 * would stand outside.
 */
const byThemselves = (parts: FleetParts): readonly string[] =>
  [...parts.garage.mowers.keys()].filter(id => {
    if (parts.capabilitiesOf({ id }).mowsOwnMap !== true) return false
    const { telemetry, activity } = mowerNow(parts, id)
    if (activity === 'goingHome') return false
    return (
      telemetry.link === 'live' || telemetry.link === 'stale' || (telemetry.link === 'lost' && worksByItself(activity))
    )
  })

const fleetPort = (parts: FleetParts, commands: Commands): FleetPort => {
  const { view, garage, registry } = parts
  return {
    positionOf: mowerId => {
      const telemetry = view.telemetryOf(mowerId)
      return telemetry?.link === 'live' ? (telemetry.position ?? undefined) : undefined
    },
    gateOfPreview: async (target, planned) => (await gateOfPreview(parts, target, planned)).lines,
    othersOn: async target => ({
      mowers: othersOn(parts, await parts.course.read(), target, null).map(({ name }) => name),
      carts: await cartsOn(parts, target),
    }),
    driving: () =>
      view.drivingMissions().map(({ id, title, mowerId }) => ({ id, title, mowerName: garage.nameOf(mowerId) })),
    holdAll: async actor => {
      const starting = registry.all().filter(({ isStarting }) => isStarting)
      const mowerIds = new Set([
        ...view.drivingMissions().map(({ mowerId }) => mowerId),
        ...starting.map(({ id }) => id),
        ...byThemselves(parts),
      ])
      // All are sent their stop before the first answer is waited for.
      const asked = [...mowerIds].map(async mowerId => ({ mowerId, outcome: await commands.stop(mowerId, actor) }))
      return (await Promise.all(asked)).flatMap(({ mowerId, outcome }) =>
        outcome.outcome === 'accepted'
          ? []
          : [{ name: garage.nameOf(mowerId), reason: outcome.reason ?? outcome.outcome }],
      )
    },
    cancel: (missionId, actor) => commands.cancel(missionId, actor),
  }
}

interface Lifecycle {
  readonly parts: FleetParts
  readonly entrance: EntranceKeeper
  readonly links: MowerLinks
  readonly link: LinkFeature
  readonly due: DueMissions
  readonly shifts: ShiftRunner
  readonly recorder: TelemetryRecorder
}

/** Everything that runs from the start of the server to its end. */
const fleetLifecycle = ({ parts, entrance, links, link, due, shifts, recorder }: Lifecycle) => {
  const { ctx, gateway, brokerMachines, ownership, registry, remoteMowers, garage, autopilots, journal } = parts
  const { events } = ctx
  const timers: NodeJS.Timeout[] = []
  const unsubscribe: (() => void)[] = []
  /** The sweep ends with the server, between two of its batches. */
  let isClosing = false
  let holdsForCarts = false
  const mapWatch = new MapWatch(parts)

  const sweep = async (): Promise<void> => {
    try {
      await keepPositions(ctx, await link.settings(), () => isClosing)
    } catch (error) {
      ctx.log.warn({ err: error }, 'Could not prepare the partitions for positions')
    }
  }
  const readHolds = inTurn(async (): Promise<void> => {
    holdsForCarts = await readMowersHoldForCarts(ctx.db)
  })
  const saveProgressOfAll = (): void => {
    for (const mower of registry.all()) mower.saveProgress()
  }
  const subscribe = (): void => {
    unsubscribe.push(
      events.onEverywhere('garageChanged', () => links.readGarage()),
      events.onEverywhere('settingsChanged', readHolds),
      events.onEverywhere('missionChanged', ({ mission }) => remoteMowers.missionChanged(mission)),
      events.onEverywhere('mapChanged', ({ touchedIds }) => mapWatch.look(touchedIds)),
      events.on('foundDriving', ({ mowerId }) => mapWatch.lookAt(mowerId)),
      events.onEverywhere('autopilotChanged', ({ autopilot }) => autopilots.set(autopilot)),
      events.onEverywhere('missionChanged', ({ mission }) => {
        if (!isActive(mission.status)) registry.get(mission.mowerId)?.removeFence()
      }),
      events.onEverywhere('missed', async () => {
        await links.readGarage()
        await readHolds()
        await remoteMowers.read()
      }),
      events.onEverywhere('missed', () => mapWatch.look()),
    )
  }
  const every = (ms: number, work: () => void): void => {
    timers.push(setInterval(work, ms))
  }

  return {
    start: async () => {
      ctx.live.onVehicles(vehicles => remoteMowers.receive(vehicles))
      await links.readGarage()
      await mapWatch.start()
      await links.recallPositions()
      if (!ctx.bus.isShared) await links.takeMissions([...garage.mowers.keys()])
      await readHolds()
      await remoteMowers.read()
      await entrance.start()
      if (ctx.config.mavlinkUdp !== null) await gateway.open()
      await ownership.start()
      subscribe()
      await link.start()
      every(PROGRESS_MS, saveProgressOfAll)
      every(REFRESH_MS, () => links.publishAll())
      every(REFRESH_MS, createReleaseEnds(parts))
      every(
        REFRESH_MS,
        createCartWatch(parts, () => holdsForCarts),
      )
      every(SWEEP_MS, () => void sweep())
      void sweep()
      if (ctx.config.isGateway) {
        due.start()
        shifts.start()
      }
    },
    stop: async () => {
      for (const off of unsubscribe.splice(0)) off()
      isClosing = true
      for (const timer of timers.splice(0)) clearInterval(timer)
      link.close()
      entrance.stop()
      await due.close()
      await shifts.close()
      // The mowers drive on or hold as they are; the server that starts next reads what they do.
      await gateway.close()
      await brokerMachines.close()
      await ownership.stop()
      saveProgressOfAll()
      await journal.settled(CLOSE_MS)
      journal.close()
      await recorder.close()
    },
  }
}

export const createFleetFeature = (ctx: Context, course: CurrentCourse, planner: Planner): FleetFeature => {
  const { parts, entrance } = createFleetParts(ctx, course, planner, {
    onEvent: event => onEvent(event),
    configOf: mowerId => links.configOf(mowerId),
    stopAnywhere: (mowerId, actor) => commands.stop(mowerId, actor),
    stopsForeignDrives: () => link.stopsForeignDrives(),
    leases: {
      receives: mowerId => links.receives(mowerId),
      onLeaseChange: (gained, lost) => links.onLeaseChange(gained, lost),
    },
  })
  const { registry, ownership, garage, journal, autopilots } = parts
  const seal = openSeal(ctx.config.sharedDir)
  const recorder = recordPositions(ctx)
  const links = new MowerLinks(parts, entrance, seal)
  const link = createLinkFeature(parts, recorder)
  const pairing = createPairing(parts, seal, () => links.readGarage())
  const commands = createCommands(parts, pairing, mowerId => links.configOf(mowerId))
  const drives = createDrives(parts, commands, (featureId, planned) =>
    gateOfPreview(parts, { kind: 'drive', featureId }, planned),
  )
  const shifts = new ShiftRunner(parts, drives)
  const due = createDueMissions(ctx, async missionId => {
    const outcome = await commands.start(missionId, 'start', SYSTEM)
    // A gateway that received it records the result itself.
    if (outcome.outcome === 'noAnswer') refuse('gatewaySilent', {}, outcome.why === null ? {} : { why: outcome.why })
    return outcome
  })

  const noteProven = (mowerId: string): void => {
    const gone = (err: unknown) => ctx.log.warn({ err, mowerId }, 'Could not save a proven signing key')
    void pairing.proven(mowerId).catch(gone)
  }
  const handle = (event: GatewayEvent): void => {
    if (event.kind === 'linkError') {
      ctx.log.error(event, 'A link to the mowers failed')
      return
    }
    const { mowerId, kind } = event
    const mower = registry.get(mowerId)
    mower?.onMowerEvent(event)
    if (kind === 'rebooted') autopilots.onReboot(mowerId)
    if (kind === 'keyProven') noteProven(mowerId)
    if (event.kind !== 'telemetry' || mower === undefined) return
    const can = parts.capabilitiesOf({ id: mowerId })
    if (can.followsPath && can.judgesItself !== true) autopilots.onTelemetry(mowerId)
    recorder.note(mowerId, mower.mission?.id ?? null, event.state.telemetry)
    ctx.live.publishVehicles([liveMower(parts, mowerId, event.state)])
  }
  const onEvent = (event: GatewayEvent): void => {
    // A fault in following one mower must never reach the link that stops all of them.
    try {
      handle(event)
    } catch (error) {
      ctx.log.error({ err: error, event: event.kind }, 'Could not handle an event of a mower')
    }
  }

  return {
    routes: [
      ...fleetRoutes(parts, { commands, drives, pairing }),
      ...openMowerRoutes(parts, seal),
      ...vda5050Routes(parts, seal),
      ...shiftRoutes(parts, commands),
      ...replanRoutes(parts),
      ...link.routes,
      ...entrance.routes,
    ],
    vitals: () => ({
      mowers: [...garage.mowers.keys()].filter(ownership.holds).map(id => ({ id, isConnected: links.receives(id) })),
      journalWaiting: journal.waiting,
    }),
    met: entrance.met,
    stopPort: entrance.port,
    port: fleetPort(parts, commands),
    machines: createMachinePort(parts, commands, drives),
    ...fleetLifecycle({ parts, entrance, links, link, due, shifts, recorder }),
  }
}
