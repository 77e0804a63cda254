/**
 * The fleet: mowers on their links, the missions they drive, and the routes that start and stop them. It speaks to
 * mowers through the gateway alone and knows no MAVLink.
 */

import { gateOpen, isActive, type Telemetry, targetFeature } from '@greensward/domain'
import { calls } from '@greensward/domain/contract'
import { type MowerConfig, type MowerKeys, systemClock } from '@greensward/vehicle'
import type { Context } from '../context.ts'
import type { CurrentCourse } from '../course/currentCourse.ts'
import type { Feature } from '../feature.ts'
import { refuse } from '../http/refusal.ts'
import { type Route, route } from '../http/route.ts'
import { sharedWith } from '../live/audience.ts'
import { askerOf } from '../missionLife/askers.ts'
import type { FleetDoor } from '../missionLife/doors.ts'
import { readCarts, readMowers, readMowersHoldForCarts } from '../missionLife/machinesStore.ts'
import { activeMissions, readMission } from '../missionLife/missionsStore.ts'
import { SYSTEM } from '../missionLife/moveMission.ts'
import type { Planner } from '../missionLife/planner.ts'
import { partOf, why } from '../missionLife/why.ts'
import { healthRoute } from '../recording/healthRoute.ts'
import { replayRoutes } from '../recording/replayRoute.ts'
import { keepPositions } from '../recording/retention.ts'
import { createTelemetryRecorder } from '../recording/telemetryRecorder.ts'
import { telemetryRoute } from '../recording/telemetryRoute.ts'
import { insertChunks, insertPositions } from '../recording/telemetryStore.ts'
import { openSeal } from '../sealing.ts'
import { autopilotRoutes } from './autopilot/autopilotRoutes.ts'
import { createAutopilotReader, loadAutopilots } from './autopilot/autopilots.ts'
import { deadlineOf } from './commandAge.ts'
import { createCommands } from './commands.ts'
import { createLinkFeature } from './corrections/linkFeature.ts'
import { createDueMissions } from './dueMissions.ts'
import { createElsewhere } from './elsewhere.ts'
import { takeFenceLater } from './fencing.ts'
import { type Fleet, mowerName, telemetryOf } from './fleetState.ts'
import { createFollowing } from './following.ts'
import { createForeignDriveWatch } from './foreignDrive.ts'
import { gateOf, gateOfPreview } from './gate.ts'
import { openGateway } from './gateway/openGateway.ts'
import { createGolferWatch, type WatchedMission } from './golferWatch.ts'
import { createJournal } from './journal.ts'
import { heldMowers, liveMower, liveVehicles } from './liveVehicles.ts'
import { loadActive } from './loadActive.ts'
import { type LeaseDoors, leasedOwnership, noOwnership, type Ownership, soleOwnership } from './ownership.ts'
import { createPairing, openMowerKeys } from './pairing/pairing.ts'
import { pairingRoutes } from './pairing/pairingRoutes.ts'
import { recordMove, recordProgress } from './recordMove.ts'
import { createSettingOff } from './settingOff.ts'

export interface FleetFeature extends Feature {
  readonly door: FleetDoor
}

const PROGRESS_MS = 3_000
/** A mower that was silent this long is not heard. */
const UNHEARD_MS = 5_000
/** Vehicles that say nothing are told of all the same, so that their age is seen to grow. */
const REFRESH_MS = 1_000
/** A long mission over a bad radio takes so much longer to send than a short one over a good one. */
const PATIENCE_MS = 60_000
const SWEEP_MS = 3_600_000
/** Missions that drive or are about to, on this server and on every other. */
const drivingMissions = (fleet: Fleet) =>
  [...fleet.active.values(), ...fleet.elsewhere.missions()].filter(
    ({ status }) => status === 'working' || status === 'uploading',
  )

/** What is not written down by then is lost with the process; the mowers' own state is read again at the next start. */
const CLOSE_MS = 3_000

const createOwnership = (ctx: Context, doors: LeaseDoors): Ownership => {
  const { isGateway } = ctx.config
  if (!ctx.bus.isShared) return soleOwnership(ctx.replicaId, isGateway)
  return isGateway ? leasedOwnership(ctx, doors) : noOwnership(ctx)
}

export const createFleetFeature = (ctx: Context, course: CurrentCourse, planner: Planner): FleetFeature => {
  const { mavlinkUdp } = ctx.config
  const { gateway, entrance } = openGateway(ctx, {
    fleet: () => fleet,
    configOf: mowerId => configOf(mowerId),
    onEvent: event => {
      // A fault in following one mower must never reach the link that stops all of them.
      try {
        following.hear(event)
        if (event.kind === 'rebooted') autopilots.restarted(event.mowerId)
        if (event.kind === 'keyProven') noteProven(event.mowerId)
      } catch (error) {
        ctx.log.error({ err: error, event: event.kind }, 'An event of a mower was not understood')
      }
    },
  })
  const { isGateway } = ctx.config
  const ownership = createOwnership(ctx, {
    mowerIds: () => [...fleet.mowers.keys()],
    isHeard: mowerId => isHeard(mowerId),
    onChange: (gained, lost) => changeHands(gained, lost),
  })
  const fleet: Fleet = {
    ctx,
    ownership,
    elsewhere: createElsewhere(() => fleet),
    course,
    planner,
    gateway,
    journal: createJournal(ctx.log),
    mowers: new Map(),
    carts: new Map(),
    autopilots: new Map(),
    reading: new Map(),
    fenced: new Set(),
    unfenced: new Set(),
    fenceFits: new Map(),
    toReboot: new Set(),
    unfencing: new Map(),
    active: new Map(),
    starting: new Map(),
    settingOff: createSettingOff(PATIENCE_MS),
    stopping: new Map(),
    stoppedFor: new Map(),
    foreignDrives: new Set(),
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
  const seal = openSeal(ctx.config.sharedDir)
  const link = createLinkFeature(fleet, recorder)
  const foreignDrives = createForeignDriveWatch(fleet, { stops: link.stopsForeignDrives })
  const following = createFollowing(fleet, {
    onTelemetry: (mowerId: string, telemetry: Telemetry) => {
      foreignDrives.hear(mowerId, telemetry)
      autopilots.heard(mowerId)
      recorder.note(mowerId, fleet.active.get(mowerId)?.id ?? null, telemetry)
      ctx.live.publishVehicles([liveMower(fleet, mowerId)])
    },
  })
  /** The sweep ends with the server, between two of its batches. */
  let isClosing = false
  const sweep = async (): Promise<void> => {
    try {
      await keepPositions(ctx, await link.settings(), () => isClosing)
    } catch (error) {
      ctx.log.warn({ err: error }, 'Positions were not put in order by day')
    }
  }
  const pairing = createPairing(fleet, seal, () => readMachines())
  const commands = createCommands(fleet, autopilots, pairing, mowerId => configOf(mowerId))
  const due = createDueMissions(ctx, async missionId => {
    const outcome = await commands.depart(missionId, 'start', SYSTEM)
    // A gateway that got it writes down itself what came of it.
    if (outcome.outcome === 'noAnswer') refuse('gatewaySilent', {}, outcome.why === null ? {} : { why: outcome.why })
    return outcome
  })
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
    keys = await openMowerKeys(fleet, seal)
    setMowers()
    await ownership.look()
    publishAll()
  }

  let keys: ReadonlyMap<string, MowerKeys> = new Map()
  const noteProven = (mowerId: string): void => {
    const gone = (err: unknown) => ctx.log.warn({ err, mowerId }, 'A proven signing key was not written down')
    void pairing.proven(mowerId).catch(gone)
  }
  const configOf = (mowerId: string): MowerConfig | undefined => {
    const mower = fleet.mowers.get(mowerId)
    if (mower === undefined) return undefined
    const { id, systemId, name, bladeSwitch: blade } = mower
    return { id, systemId, name, blade, ...keys.get(id) }
  }
  /** The gateway knows those that are held here; to all others it is silent, but for a stop. */
  const setMowers = (): void => {
    gateway.setMowers([...fleet.mowers.keys()].filter(ownership.holds).flatMap(id => configOf(id) ?? []))
    entrance.changed()
  }

  /** What a mower of another gateway sends is heard, too, where its radio reaches several. */
  const isHeard = (mowerId: string): boolean => {
    if (ownership.holds(mowerId)) return (gateway.state(mowerId)?.telemetry.ageMs ?? UNHEARD_MS) < UNHEARD_MS
    const systemId = fleet.mowers.get(mowerId)?.systemId
    const sinceMs = systemClock.nowMs() - UNHEARD_MS
    return gateway.unknownVehicles().some(heard => heard.systemId === systemId && heard.lastHeardMs > sinceMs)
  }

  /** Mowers that another gateway held until now are listened to and read; they are told nothing. */
  const changeHands = async (gained: readonly string[], lost: readonly string[]): Promise<void> => {
    for (const id of lost) {
      fleet.starting.get(id)?.abort()
      fleet.active.delete(id)
      fleet.fenced.delete(id)
      fleet.foreignDrives.delete(id)
    }
    for (const id of gained) fleet.elsewhere.forget(id)
    setMowers()
    await readActive(gained)
    if (lost.length > 0) await fleet.elsewhere.read()
    publishAll()
  }

  /** Missions that were active when the last server ended; what their mowers do now is read from them. */
  const readActive = async (mowerIds: readonly string[]): Promise<void> => {
    for (const row of await activeMissions(ctx.db)) {
      if (!mowerIds.includes(row.mowerId)) continue
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

  const publishAll = (): void => {
    const held = heldMowers(fleet)
    if (held.length > 0) ctx.live.publishVehicles(held)
    // A gateway that died tells nobody that its mowers are not heard any more.
    const silent = fleet.elsewhere.silent()
    if (silent.length > 0) ctx.live.show(silent)
  }

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
          why: why('systemStop', { cause: partOf(why('cartThere', { cart })) }),
        })
      }
      tellOfCart('mowerHeldForCart', mission, cartId)
    },
    nowMs: () => ctx.clock.monotonicMs(),
  })

  const saveProgressOfAll = (): void => {
    for (const active of fleet.active.values()) if (active.status === 'working') recordProgress(fleet, active)
  }

  const routes: Route[] = [
    route(calls.live.vehicles, async ({ user }) => ({
      items: [...sharedWith.vehicles(user.role, liveVehicles(fleet))],
    })),
    route(calls.mowers.start, ({ params, user, request }) =>
      commands.startNext(params.id, { user }, deadlineOf(ctx, request)),
    ),
    route(calls.mowers.stop, ({ params, user }) => commands.stop(params.id, { user })),
    route(calls.mowers.stopAll, ({ user }) => commands.stopAll({ user })),
    route(calls.mowers.acceptSender, ({ params, user }) => commands.acceptSender(params.id, { user })),
    route(calls.mowers.disarm, ({ params, user }) => commands.disarm(params.id, { user })),
    route(calls.mowers.clear, ({ params, user }) => commands.clear(params.id, { user })),
    route(calls.missions.start, ({ params, user, request }) =>
      commands.depart(params.id, 'start', { user }, deadlineOf(ctx, request)),
    ),
    route(calls.missions.resume, ({ params, user, request }) =>
      commands.depart(params.id, 'resume', { user }, deadlineOf(ctx, request)),
    ),
    route(calls.missions.stop, ({ params, user }) => commands.stopMission(params.id, { user })),
    route(calls.missions.cancel, ({ params, user }) => commands.cancel(params.id, { user })),
    ...autopilotRoutes(fleet, commands),
    ...pairingRoutes(pairing, commands),
    ...link.routes,
    ...entrance.routes,
    telemetryRoute(ctx),
    healthRoute(ctx),
    ...replayRoutes(ctx),
    route(calls.missions.gate, async ({ params, user, reply }) => {
      const row = (await readMission(ctx.db, params.id)) ?? refuse('notFound')
      const { lines } = await planner.asking(askerOf(user, reply), () => gateOf(fleet, row))
      return { open: gateOpen(lines), lines: [...lines] }
    }),
  ]

  return {
    routes,
    vitals: () => ({
      mowers: [...fleet.mowers.keys()].filter(ownership.holds).map(id => ({ id, isHeard: isHeard(id) })),
      journalWaiting: fleet.journal.waiting,
    }),
    met: entrance.met,
    stopPort: entrance.port,
    door: {
      positionOf: mowerId => {
        const telemetry = telemetryOf(fleet, mowerId)
        return telemetry?.link === 'live' ? (telemetry.position ?? undefined) : undefined
      },
      gateOfPreview: async (target, planned) => (await gateOfPreview(fleet, target, planned)).lines,
      driving: () =>
        drivingMissions(fleet).map(({ id, title, mowerId }) => ({ id, title, mowerName: mowerName(fleet, mowerId) })),
      holdAll: async actor => {
        const mowerIds = new Set([...drivingMissions(fleet).map(({ mowerId }) => mowerId), ...fleet.starting.keys()])
        // All are sent their stop before the first answer is waited for.
        const asked = [...mowerIds].map(async mowerId => ({ mowerId, outcome: await commands.stop(mowerId, actor) }))
        return (await Promise.all(asked)).flatMap(({ mowerId, outcome }) =>
          outcome.outcome === 'accepted'
            ? []
            : [{ name: mowerName(fleet, mowerId), reason: outcome.reason ?? outcome.outcome }],
        )
      },
      cancel: (missionId, actor) => commands.cancel(missionId, actor),
    },
    start: async () => {
      ctx.live.onVehicles(vehicles => fleet.elsewhere.hear(vehicles))
      await readMachines()
      if (!ctx.bus.isShared) await readActive([...fleet.mowers.keys()])
      await readHolds()
      await fleet.elsewhere.read()
      await entrance.start()
      if (mavlinkUdp !== null) await gateway.open()
      await ownership.start()
      const { events } = ctx
      unsubscribe.push(
        events.onEverywhere('garageChanged', readMachines),
        events.onEverywhere('settingsChanged', readHolds),
        events.onEverywhere('missionChanged', ({ mission }) => fleet.elsewhere.missionChanged(mission)),
        events.onEverywhere('autopilotChanged', ({ autopilot }) => {
          fleet.autopilots.set(autopilot.mowerId, autopilot)
        }),
        events.onEverywhere('missionChanged', ({ mission }) => {
          if (!isActive(mission.status) && ownership.holds(mission.mowerId)) takeFenceLater(fleet, mission.mowerId)
        }),
        events.onEverywhere('missed', async () => {
          await readMachines()
          await readHolds()
          await fleet.elsewhere.read()
        }),
      )
      await link.start()
      timers.push(setInterval(saveProgressOfAll, PROGRESS_MS), setInterval(publishAll, REFRESH_MS))
      timers.push(setInterval(lookForGolfers, REFRESH_MS))
      timers.push(setInterval(() => void sweep(), SWEEP_MS))
      void sweep()
      if (isGateway) due.start()
    },
    stop: async () => {
      for (const off of unsubscribe.splice(0)) off()
      isClosing = true
      for (const timer of timers.splice(0)) clearInterval(timer)
      link.close()
      entrance.stop()
      await due.close()
      // The mowers drive on or hold as they are; the server that starts next reads what they do.
      await gateway.close()
      await ownership.stop()
      saveProgressOfAll()
      await fleet.journal.settled(CLOSE_MS)
      fleet.journal.close()
      await recorder.close()
    },
  }
}
