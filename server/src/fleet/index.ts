/**
 * The fleet: mowers on their links, the missions they drive, and the routes that start and stop them. It speaks to
 * mowers through the gateway alone and knows no MAVLink.
 */
import { gateOpen, isActive, may, type Telemetry, targetFeature } from '@greensward/domain'
import { type CommandOutcome, calls } from '@greensward/domain/contract'
import { createGateway, systemClock } from '@greensward/vehicle'
import type { Context } from '../context.ts'
import type { CurrentCourse } from '../course/currentCourse.ts'
import type { Feature } from '../feature.ts'
import { refuse } from '../http/refusal.ts'
import { type Route, route } from '../http/route.ts'
import { sharedWith } from '../live/audience.ts'
import type { FleetDoor } from '../missionLife/doors.ts'
import { readCarts, readMowers, readMowersHoldForCarts } from '../missionLife/machinesStore.ts'
import { activeMissions, readMission } from '../missionLife/missionsStore.ts'
import { type Actor, SYSTEM } from '../missionLife/moveMission.ts'
import type { Planner } from '../missionLife/planner.ts'
import { replayRoutes } from '../recording/replayRoute.ts'
import { forgetOldPositions } from '../recording/retention.ts'
import { createTelemetryRecorder } from '../recording/telemetryRecorder.ts'
import { telemetryRoute } from '../recording/telemetryRoute.ts'
import { insertChunks, insertPositions } from '../recording/telemetryStore.ts'
import { autopilotRoutes } from './autopilot/autopilotRoutes.ts'
import { createAutopilotReader, loadAutopilots } from './autopilot/autopilots.ts'
import { type Deadline, deadlineOf } from './commandAge.ts'
import { createLinkFeature } from './corrections/linkFeature.ts'
import { createDueMissions } from './dueMissions.ts'
import { takeFenceLater } from './fencing.ts'
import { type Fleet, mowerName } from './fleetState.ts'
import { nextPlanned } from './fleetStore.ts'
import { createFollowing } from './following.ts'
import { gateOf, gateOfPreview } from './gate.ts'
import { createGolferWatch, type WatchedMission } from './golferWatch.ts'
import { createJournal } from './journal.ts'
import { liveMower, liveMowers, liveVehicles } from './liveVehicles.ts'
import { loadActive } from './loadActive.ts'
import { recordMove, recordProgress } from './recordMove.ts'
import { depart } from './starting.ts'
import { cancelMission, clearMower, stopAllMowers, stopMission, stopMower } from './stopping.ts'

export interface FleetFeature extends Feature {
  readonly door: FleetDoor
}

const PROGRESS_MS = 3_000
/** Vehicles that say nothing are told of all the same, so that their age is seen to grow. */
const REFRESH_MS = 1_000
const SWEEP_MS = 3_600_000
/** What is not written down by then is lost with the process; the mowers' own state is read again at the next start. */
const CLOSE_MS = 3_000

export const createFleetFeature = (ctx: Context, course: CurrentCourse, planner: Planner): FleetFeature => {
  const { mavlinkUdp } = ctx.config
  const gateway = createGateway({
    links: mavlinkUdp === null ? [] : [{ kind: 'udp', ...mavlinkUdp }],
    clock: systemClock,
    positionIntervalMs: 1_000 / ctx.config.positionHz,
    onEvent: event => {
      // A fault in following one mower must never reach the link that stops all of them.
      try {
        following.hear(event)
        if (event.kind === 'rebooted') autopilots.restarted(event.mowerId)
      } catch (error) {
        ctx.log.error({ err: error, event: event.kind }, 'An event of a mower was not understood')
      }
    },
  })
  const fleet: Fleet = {
    ctx,
    course,
    planner,
    gateway,
    journal: createJournal(ctx.log),
    mowers: new Map(),
    carts: new Map(),
    autopilots: new Map(),
    reading: new Map(),
    fenced: new Set(),
    unfencing: new Map(),
    active: new Map(),
    starting: new Map(),
    stopping: new Map(),
  }
  const recorder = createTelemetryRecorder({
    writeSeconds: rows => insertPositions(ctx.db, rows),
    writeChunks: rows => insertChunks(ctx.db, rows),
    now: () => ctx.clock.now(),
    log: ctx.log,
    onRecovered: dropped =>
      ctx.events.emit('notice', {
        level: 'warning',
        subject: 'system',
        subjectId: null,
        kind: 'positionsDropped',
        values: { count: dropped },
      }),
  })
  const autopilots = createAutopilotReader(fleet)
  const link = createLinkFeature(fleet, recorder)
  const following = createFollowing(fleet, {
    onTelemetry: (mowerId: string, telemetry: Telemetry) => {
      autopilots.heard(mowerId)
      recorder.note(mowerId, fleet.active.get(mowerId)?.id ?? null, telemetry)
      ctx.live.publish('vehicles', 'vehicles', [liveMower(fleet, mowerId)])
    },
  })
  /** The sweep ends with the server, between two of its batches. */
  let isClosing = false
  const sweep = async (): Promise<void> => {
    try {
      await forgetOldPositions(ctx, await link.settings(), () => isClosing)
    } catch (error) {
      ctx.log.warn({ err: error }, 'Old positions stay')
    }
  }
  const due = createDueMissions(ctx, missionId => depart(fleet, missionId, 'start', SYSTEM))
  const timers: NodeJS.Timeout[] = []
  const unsubscribe: (() => void)[] = []

  const readMachines = async (): Promise<void> => {
    const mowers = await readMowers(ctx.db)
    const carts = await readCarts(ctx.db)
    fleet.mowers.clear()
    for (const mower of mowers) fleet.mowers.set(mower.id, mower)
    fleet.carts.clear()
    for (const cart of carts) fleet.carts.set(cart.id, cart)
    await loadAutopilots(fleet)
    gateway.setMowers(mowers.map(({ id, systemId, name, bladeSwitch }) => ({ id, systemId, name, blade: bladeSwitch })))
    publishAll()
  }

  /** Missions that were active when the last server ended; what their mowers do now is read from them. */
  const readActive = async (): Promise<void> => {
    for (const row of await activeMissions(ctx.db)) {
      const active = await loadActive(fleet, row, true)
      if (active === undefined)
        ctx.log.warn({ missionId: row.id }, 'An active mission has no mower or no plan any more')
      else {
        fleet.active.set(row.mowerId, active)
        // Whether it got one is not known any more; taking away one that is not there costs nothing.
        fleet.fenced.add(row.mowerId)
      }
    }
  }

  const publishAll = (): void => ctx.live.publish('vehicles', 'vehicles', liveMowers(fleet))

  let holdsForCarts = false
  const readHolds = async (): Promise<void> => {
    holdsForCarts = await readMowersHoldForCarts(ctx.db)
  }
  const tellOfCart = (kind: string, { mowerId }: WatchedMission, cartId: string): void =>
    ctx.events.emit('notice', {
      level: kind === 'mowerHeldForCart' ? 'alarm' : 'warning',
      subject: 'mower',
      subjectId: mowerId,
      kind,
      values: { mower: mowerName(fleet, mowerId), cart: fleet.carts.get(cartId)?.name ?? 'A cart' },
    })
  const lookForGolfers = createGolferWatch({
    missions: () => {
      const features = course.last?.features
      if (features === undefined) return []
      return [...fleet.active.values()].flatMap(active => {
        if (active.status !== 'working' || active.isUnconfirmed) return []
        const target = targetFeature(features, active.target)
        return target === undefined ? [] : [{ missionId: active.id, mowerId: active.mowerId, target }]
      })
    },
    vehicles: () => ctx.live.vehicles(),
    holdsForCarts: () => holdsForCarts,
    warn: (mission, cartId) => tellOfCart('cartNearMower', mission, cartId),
    hold: (mission, cartId) => {
      void gateway.stop(mission.mowerId)
      const active = fleet.active.get(mission.mowerId)
      if (active?.id === mission.missionId) {
        active.progress.interrupt()
        const cart = fleet.carts.get(cartId)?.name ?? 'a cart'
        recordMove(fleet, active, {
          event: 'held',
          actor: SYSTEM,
          why: `Stopped by the system: ${cart} is where it mows`,
        })
      }
      tellOfCart('mowerHeldForCart', mission, cartId)
    },
    nowMs: () => ctx.clock.monotonicMs(),
  })

  const saveProgressOfAll = (): void => {
    for (const active of fleet.active.values()) if (active.status === 'working') recordProgress(fleet, active)
  }

  const startOrResume = async (mowerId: string, actor: Actor, limit: Deadline): Promise<CommandOutcome> => {
    if (!fleet.mowers.has(mowerId)) return refuse('notFound')
    const active = fleet.active.get(mowerId)
    if (active?.status === 'stopped') return depart(fleet, active.id, 'resume', actor, limit)
    if (active !== undefined) return refuse('missionState', 'The mower is on a mission already')
    const next = await nextPlanned(ctx.db, mowerId)
    return next === undefined
      ? refuse('missionState', 'No mission is planned for this mower')
      : depart(fleet, next, 'start', actor, limit)
  }

  const routes: Route[] = [
    route(calls.live.vehicles, async ({ user }) => {
      const all = liveVehicles(fleet)
      return { items: may(user.role, 'operations.read') ? all : (sharedWith.vehicles(user.role, all) ?? []) }
    }),
    route(calls.mowers.start, ({ params, user, request }) =>
      startOrResume(params.id, { user }, deadlineOf(ctx, request)),
    ),
    route(calls.mowers.stop, ({ params, user }) => stopMower(fleet, params.id, { user })),
    route(calls.mowers.stopAll, ({ user }) => stopAllMowers(fleet, { user })),
    route(calls.mowers.clear, ({ params, user }) => clearMower(fleet, params.id, { user })),
    route(calls.missions.start, ({ params, user, request }) =>
      depart(fleet, params.id, 'start', { user }, deadlineOf(ctx, request)),
    ),
    route(calls.missions.resume, ({ params, user, request }) =>
      depart(fleet, params.id, 'resume', { user }, deadlineOf(ctx, request)),
    ),
    route(calls.missions.stop, ({ params, user }) => stopMission(fleet, params.id, { user })),
    route(calls.missions.cancel, ({ params, user }) => cancelMission(fleet, params.id, { user })),
    ...autopilotRoutes(fleet, autopilots),
    ...link.routes,
    telemetryRoute(ctx),
    ...replayRoutes(ctx),
    route(calls.missions.gate, async ({ params }) => {
      const row = (await readMission(ctx.db, params.id)) ?? refuse('notFound')
      const { lines } = await gateOf(fleet, row)
      return { open: gateOpen(lines), lines: [...lines] }
    }),
  ]

  return {
    routes,
    door: {
      positionOf: mowerId => {
        const telemetry = gateway.state(mowerId)?.telemetry
        return telemetry?.link === 'live' ? (telemetry.position ?? undefined) : undefined
      },
      gateOfPreview: async (target, planned) => (await gateOfPreview(fleet, target, planned)).lines,
      cancel: (missionId, actor) => cancelMission(fleet, missionId, actor),
    },
    start: async () => {
      await readMachines()
      await readActive()
      await readHolds()
      if (mavlinkUdp !== null) await gateway.open()
      unsubscribe.push(ctx.events.on('garageChanged', readMachines), ctx.events.on('settingsChanged', readHolds))
      unsubscribe.push(
        ctx.events.on('missionChanged', ({ mission }) => {
          if (!isActive(mission.status)) takeFenceLater(fleet, mission.mowerId)
        }),
      )
      await link.start()
      timers.push(setInterval(saveProgressOfAll, PROGRESS_MS), setInterval(publishAll, REFRESH_MS))
      timers.push(setInterval(lookForGolfers, REFRESH_MS))
      timers.push(setInterval(() => void sweep(), SWEEP_MS))
      void sweep()
      due.start()
    },
    stop: async () => {
      for (const off of unsubscribe.splice(0)) off()
      isClosing = true
      for (const timer of timers.splice(0)) clearInterval(timer)
      link.close()
      await due.close()
      // The mowers drive on or hold as they are; the server that starts next reads what they do.
      await gateway.close()
      saveProgressOfAll()
      await fleet.journal.settled(CLOSE_MS)
      fleet.journal.close()
      await recorder.close()
    },
  }
}
