/**
 * The fleet: mowers on their links, the missions they drive, and the routes that start and stop them. It speaks to
 * mowers through the gateway alone and knows no MAVLink.
 */
import { gateOpen, may, type Telemetry } from '@greensward/domain'
import { type CommandOutcome, calls } from '@greensward/domain/contract'
import { createGateway, systemClock } from '@greensward/vehicle'
import type { Context } from '../context.ts'
import type { CurrentCourse } from '../course/currentCourse.ts'
import type { Feature } from '../feature.ts'
import { refuse } from '../http/refusal.ts'
import { type Route, route } from '../http/route.ts'
import { sharedWith } from '../live/audience.ts'
import type { FleetDoor } from '../missionLife/doors.ts'
import { readCarts, readMowers } from '../missionLife/machinesStore.ts'
import { activeMissions, readMission } from '../missionLife/missionsStore.ts'
import { SYSTEM } from '../missionLife/moveMission.ts'
import type { Planner } from '../missionLife/planner.ts'
import { createDueMissions } from './dueMissions.ts'
import type { Fleet } from './fleetState.ts'
import { nextPlanned } from './fleetStore.ts'
import { createFollowing } from './following.ts'
import { gateOf, gateOfPreview } from './gate.ts'
import { createJournal } from './journal.ts'
import { liveMower, liveVehicles } from './liveVehicles.ts'
import { loadActive } from './loadActive.ts'
import { recordProgress } from './recordMove.ts'
import { depart } from './starting.ts'
import { cancelMission, clearMower, stopAllMowers, stopMission, stopMower } from './stopping.ts'
import { createTelemetryRecorder } from './telemetryRecorder.ts'
import { forgetPositions, insertPositions } from './telemetryStore.ts'

export interface FleetFeature extends Feature {
  readonly door: FleetDoor
}

const PROGRESS_MS = 3_000
/** Vehicles that say nothing are told of all the same, so that their age is seen to grow. */
const REFRESH_MS = 1_000
const SWEEP_MS = 6 * 3_600_000
const POSITIONS_KEPT_MS = 90 * 24 * 3_600_000
/** What is not written down by then is lost with the process; the mowers' own state is read again at the next start. */
const CLOSE_MS = 3_000

export const createFleetFeature = (ctx: Context, course: CurrentCourse, planner: Planner): FleetFeature => {
  const { mavlinkUdp } = ctx.config
  const gateway = createGateway({
    links: mavlinkUdp === null ? [] : [{ kind: 'udp', ...mavlinkUdp }],
    clock: systemClock,
    onEvent: event => {
      // A fault in following one mower must never reach the link that stops all of them.
      try {
        following.hear(event)
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
    active: new Map(),
    starting: new Map(),
    stopping: new Map(),
  }
  const recorder = createTelemetryRecorder({
    write: rows => insertPositions(ctx.db, rows),
    now: () => ctx.clock.now(),
    log: ctx.log,
  })
  const following = createFollowing(fleet, {
    onTelemetry: (mowerId: string, telemetry: Telemetry) => {
      recorder.note(mowerId, fleet.active.get(mowerId)?.id ?? null, telemetry)
      ctx.live.publish('vehicles', 'vehicles', [liveMower(fleet, mowerId)])
    },
  })
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
    gateway.setMowers(mowers.map(({ id, systemId, name, bladeSwitch }) => ({ id, systemId, name, blade: bladeSwitch })))
    publishAll()
  }

  /** Missions that were active when the last server ended; what their mowers do now is read from them. */
  const readActive = async (): Promise<void> => {
    for (const row of await activeMissions(ctx.db)) {
      const active = await loadActive(fleet, row, true)
      if (active === undefined)
        ctx.log.warn({ missionId: row.id }, 'An active mission has no mower or no plan any more')
      else fleet.active.set(row.mowerId, active)
    }
  }

  const publishAll = (): void => ctx.live.publish('vehicles', 'vehicles', liveVehicles(fleet))

  const saveProgressOfAll = (): void => {
    for (const active of fleet.active.values()) if (active.status === 'working') recordProgress(fleet, active)
  }

  const startOrResume = async (mowerId: string, actor: Parameters<typeof depart>[3]): Promise<CommandOutcome> => {
    if (!fleet.mowers.has(mowerId)) return refuse('notFound')
    const active = fleet.active.get(mowerId)
    if (active?.status === 'stopped') return depart(fleet, active.id, 'resume', actor)
    if (active !== undefined) return refuse('missionState', 'The mower is on a mission already')
    const next = await nextPlanned(ctx.db, mowerId)
    return next === undefined
      ? refuse('missionState', 'No mission is planned for this mower')
      : depart(fleet, next, 'start', actor)
  }

  const routes: Route[] = [
    route(calls.live.vehicles, async ({ user }) => {
      const all = liveVehicles(fleet)
      return { items: may(user.role, 'operations.read') ? all : (sharedWith.vehicles(user.role, all) ?? []) }
    }),
    route(calls.mowers.start, ({ params, user }) => startOrResume(params.id, { user })),
    route(calls.mowers.stop, ({ params, user }) => stopMower(fleet, params.id, { user })),
    route(calls.mowers.stopAll, ({ user }) => stopAllMowers(fleet, { user })),
    route(calls.mowers.clear, ({ params, user }) => clearMower(fleet, params.id, { user })),
    route(calls.missions.start, ({ params, user }) => depart(fleet, params.id, 'start', { user })),
    route(calls.missions.resume, ({ params, user }) => depart(fleet, params.id, 'resume', { user })),
    route(calls.missions.stop, ({ params, user }) => stopMission(fleet, params.id, { user })),
    route(calls.missions.cancel, ({ params, user }) => cancelMission(fleet, params.id, { user })),
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
      if (mavlinkUdp !== null) await gateway.open()
      unsubscribe.push(ctx.events.on('garageChanged', readMachines))
      timers.push(setInterval(saveProgressOfAll, PROGRESS_MS), setInterval(publishAll, REFRESH_MS))
      timers.push(
        setInterval(() => {
          const before = new Date(ctx.clock.now().getTime() - POSITIONS_KEPT_MS)
          forgetPositions(ctx.db, before).catch((error: unknown) => ctx.log.warn({ err: error }, 'Old positions stay'))
        }, SWEEP_MS),
      )
      due.start()
    },
    stop: async () => {
      for (const off of unsubscribe.splice(0)) off()
      for (const timer of timers.splice(0)) clearInterval(timer)
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
