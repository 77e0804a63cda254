/** Commands of people and schedules to mowers, whichever server controls the mower. */

import type { CommandOutcome, calls, MowerPairing, ResultOf, UnpairedVehicle, ZoneChecks } from '@greensward/contract'
import type { MowerAutopilot } from '@greensward/domain'
import type { MowerConfig } from '@greensward/vehicle'
import { refuse } from '../../../platform/http/refusal.ts'
import { type Deadline, deadline } from '../../../shared/missionLife/commandAge.ts'
import { readMission } from '../../../shared/missionLife/missionsStore.ts'
import { type Actor, moveMission, nameOf } from '../../../shared/missionLife/moveMission.ts'
import { why } from '../../../shared/missionLife/why.ts'
import { refuseUnable } from '../abilities.ts'
import type { FleetParts } from '../fleetParts.ts'
import { isActiveRow } from '../fleetView.ts'
import { auditCommand } from '../mission/recordMove.ts'
import type { ControlledMower } from '../mower/controlledMower.ts'
import { ownMapChecks, sendHomeOwnMap, startOwnMap } from '../ownMap/ownMapCommands.ts'
import type { Pairing } from '../pairing/pairing.ts'
import type { How } from '../start/recordStart.ts'
import { commandOutcome } from '../start/startSteps.ts'
import { createOrders, type Order, type Orders } from './orders.ts'
import { createStopCommands, type StopCommands } from './stopCommands.ts'

type Correction = ResultOf<typeof calls.autopilots.correct>
type Restart = ResultOf<typeof calls.autopilots.restart>

export interface Commands extends StopCommands {
  start(missionId: string, how: How, actor: Actor, limit?: Deadline): Promise<CommandOutcome>
  startNext(mowerId: string, actor: Actor, limit: Deadline): Promise<CommandOutcome>
  /** The pre-start checks of a mower that mows its own map. @throws Refusal machineCannot, ownMapNoZone */
  ownMapChecks(mowerId: string, actor: Actor): Promise<ZoneChecks['areas']>
  /** @throws what `ownMapChecks` throws, gateShut, commandExpired */
  startOwnMap(mowerId: string, actor: Actor, limit: Deadline): Promise<CommandOutcome>
  /** Needs none of these checks. @throws Refusal commandExpired */
  sendHomeOwnMap(mowerId: string, actor: Actor, limit: Deadline): Promise<CommandOutcome>
  clear(mowerId: string, actor: Actor): Promise<CommandOutcome>
  disarm(mowerId: string, actor: Actor): Promise<CommandOutcome>
  acceptSender(mowerId: string, actor: Actor): Promise<CommandOutcome>
  cancel(missionId: string, actor: Actor): Promise<CommandOutcome>
  /** A stopped mission lets its mower go. @returns whether it is interrupted */
  interruptStopped(missionId: string, actor: Actor): Promise<boolean>
  readAutopilot(mowerId: string): Promise<MowerAutopilot>
  correct(mowerId: string, actor: Actor): Promise<Correction>
  restartAutopilot(mowerId: string, actor: Actor): Promise<Restart>
  newKey(mowerId: string, isSent: boolean, actor: Actor): Promise<MowerPairing>
  endKey(mowerId: string, actor: Actor): Promise<MowerPairing>
  /** Vehicles that any gateway receives and that belong to no mower. */
  unpaired(): Promise<readonly UnpairedVehicle[]>
}

type CommandParts = Pick<
  FleetParts,
  | 'ctx'
  | 'course'
  | 'gateway'
  | 'brokerMachines'
  | 'journal'
  | 'ownership'
  | 'registry'
  | 'remoteMowers'
  | 'view'
  | 'garage'
  | 'autopilots'
  | 'interruptions'
  | 'capabilitiesOf'
>

const UNPAIRED = 'unpaired'
/** So long the other gateways have to say what they receive. */
const LISTEN_MS = 400

/** Carries out orders to mowers that this server controls. */
const createExecute = (parts: CommandParts, pairing: Pairing) => {
  const { ctx, gateway, registry, autopilots } = parts
  const controlled = (mowerId: string): ControlledMower => registry.get(mowerId) ?? refuse('gatewayChanged')

  const readAutopilot = async (mowerId: string): Promise<MowerAutopilot> => {
    if ((await autopilots.read(mowerId)) === undefined) refuse('commandNoAnswer')
    return autopilots.of(mowerId)
  }
  const correct = async (mowerId: string, actor: Actor): Promise<Correction> => {
    const { outcome, set } = await autopilots.correct(mowerId, actor)
    // A new value counts only after it was read back.
    await autopilots.read(mowerId)
    return { outcome: commandOutcome(outcome), set: [...set], autopilot: autopilots.of(mowerId) }
  }
  const restart = async (mowerId: string, actor: Actor): Promise<Restart> => {
    const outcome = await autopilots.restart(mowerId, controlled(mowerId).isStarting, actor)
    if (outcome.outcome === 'accepted') await autopilots.read(mowerId)
    return { outcome: commandOutcome(outcome), autopilot: autopilots.of(mowerId) }
  }
  /** A finished mission leaves its mower armed in HOLD; its key is changed and its autopilot restarted only when disarmed. */
  const disarm = async (mowerId: string, actor: Actor): Promise<CommandOutcome> => {
    if (controlled(mowerId).isStarting) return refuse('startingAlready')
    // Somebody is about to touch the machine.
    parts.interruptions.noteStop(mowerId, actor)
    const outcome = await gateway.disarm(mowerId)
    auditCommand(parts, 'mower.disarm', mowerId, actor, outcome)
    return commandOutcome(outcome)
  }
  /** A person says which of two senders is the mower. What it does then is read from it; nothing is sent but heartbeats. */
  const acceptSender = async (mowerId: string, actor: Actor): Promise<CommandOutcome> => {
    const outcome = await gateway.acceptSender(mowerId)
    auditCommand(parts, 'mower.acceptSender', mowerId, actor, outcome)
    return commandOutcome(outcome)
  }

  return async (order: Order, actor: Actor): Promise<unknown> => {
    const { mowerId } = order
    switch (order.kind) {
      case 'start':
        return controlled(mowerId)[order.how](order.missionId, actor, deadline(ctx, order.agedMs))
      case 'startNext':
        return controlled(mowerId).startNext(actor, deadline(ctx, order.agedMs))
      case 'ownMapChecks':
        return ownMapChecks(parts, mowerId)
      case 'startOwnMap':
        return startOwnMap(parts, mowerId, actor, deadline(ctx, order.agedMs))
      case 'sendHomeOwnMap':
        return sendHomeOwnMap(parts, mowerId, actor, deadline(ctx, order.agedMs))
      case 'clear':
        return controlled(mowerId).clear(actor)
      case 'cancel':
        return cancelMission(parts, order.missionId, actor)
      case 'interrupt':
        return controlled(mowerId).interruptStopped(order.missionId, actor)
      case 'disarm':
        return disarm(mowerId, actor)
      case 'acceptSender':
        return acceptSender(mowerId, actor)
      case 'readAutopilot':
        return readAutopilot(mowerId)
      case 'correct':
        return correct(mowerId, actor)
      case 'restartAutopilot':
        return restart(mowerId, actor)
      case 'newKey':
        return pairing.newKey(mowerId, order.isSent, actor)
      case 'endKey':
        return pairing.endKey(mowerId, actor)
    }
  }
}

/**
 * Cancels a mission: an active one on its mower first, a planned one in the record alone.
 * @throws Refusal notFound, missionState
 */
const cancelMission = async (
  { ctx, registry }: Pick<FleetParts, 'ctx' | 'registry'>,
  missionId: string,
  actor: Actor,
): Promise<CommandOutcome> => {
  const mower = registry.all().find(({ mission }) => mission?.id === missionId)
  if (mower !== undefined) return mower.cancel(missionId, actor)
  const moved = await moveMission(ctx, {
    missionId,
    event: 'cancel',
    actor,
    why: why('cancelledBy', { who: nameOf(actor) }),
  })
  if (moved.ok) return commandOutcome({ outcome: 'accepted' })
  return moved.error.kind === 'notFound'
    ? refuse('notFound')
    : refuse('missionState', {}, { details: moved.error.mission })
}

/** Vehicles without a mower: those that this gateway receives, and those of the others. */
const createUnpaired = ({ ctx, gateway, garage }: Pick<FleetParts, 'ctx' | 'gateway' | 'garage'>) => {
  const { bus, config } = ctx
  const here = (): UnpairedVehicle[] => {
    const paired = new Set([...garage.mowers.values()].map(({ systemId }) => systemId))
    return gateway
      .unknownVehicles()
      .filter(({ systemId }) => !paired.has(systemId))
      .map(({ lastMessageMs, ageMs: _age, ...vehicle }) => ({
        ...vehicle,
        lastMessageAt: new Date(lastMessageMs).toISOString(),
      }))
  }
  if (config.isGateway) bus.answer(UNPAIRED, async () => here(), 'urgent')
  return async (): Promise<readonly UnpairedVehicle[]> => {
    const others = (await bus.askAll(UNPAIRED, {}, LISTEN_MS, () => false)) as readonly UnpairedVehicle[][]
    // Of those that several gateways receive, the newest.
    const newest = new Map<number, UnpairedVehicle>()
    for (const vehicle of [...here(), ...others.flat()])
      if (vehicle.lastMessageAt > (newest.get(vehicle.systemId)?.lastMessageAt ?? ''))
        newest.set(vehicle.systemId, vehicle)
    return [...newest.values()].sort((a, b) => a.systemId - b.systemId)
  }
}

/** @param configOf the connection data of a mower, also of another gateway; undefined for an unknown id */
export const createCommands = (
  parts: CommandParts,
  pairing: Pairing,
  configOf: (mowerId: string) => MowerConfig | undefined,
): Commands => {
  const { ctx, view } = parts
  const orders: Orders = createOrders(parts, createExecute(parts, pairing))
  const missionRow = async (missionId: string) => (await readMission(ctx.db, missionId)) ?? refuse('notFound')

  /** A key that cannot be sent is recorded here, to be given to the mower by cable. */
  const changeKey = (order: Order, actor: Actor): Promise<MowerPairing> => {
    refuseUnable(parts, parts.garage.mowers.get(order.mowerId), 'signing')
    return view.telemetryOf(order.mowerId)?.link === 'live'
      ? orders.ask<MowerPairing>(order, actor)
      : (orders.carryOut(order, actor) as Promise<MowerPairing>)
  }

  return {
    ...createStopCommands(parts, configOf),
    start: async (missionId, how, actor, limit = deadline(ctx, 0)) => {
      const { mowerId } = await missionRow(missionId)
      refuseUnable(parts, parts.garage.mowers.get(mowerId), 'followsPath')
      return orders.command({ kind: 'start', mowerId, missionId, how, agedMs: limit.agedMs() }, actor)
    },
    startNext: (mowerId, actor, limit) => orders.command({ kind: 'startNext', mowerId, agedMs: limit.agedMs() }, actor),
    ownMapChecks: (mowerId, actor) => {
      refuseUnable(parts, parts.garage.mowers.get(mowerId), 'mowsOwnMap')
      return orders.ask<ZoneChecks['areas']>({ kind: 'ownMapChecks', mowerId }, actor)
    },
    startOwnMap: (mowerId, actor, limit) =>
      orders.command({ kind: 'startOwnMap', mowerId, agedMs: limit.agedMs() }, actor),
    sendHomeOwnMap: (mowerId, actor, limit) =>
      orders.command({ kind: 'sendHomeOwnMap', mowerId, agedMs: limit.agedMs() }, actor),
    clear: (mowerId, actor) => orders.command({ kind: 'clear', mowerId }, actor),
    disarm: (mowerId, actor) => orders.command({ kind: 'disarm', mowerId }, actor),
    acceptSender: (mowerId, actor) => orders.command({ kind: 'acceptSender', mowerId }, actor),
    cancel: async (missionId, actor) => {
      const row = await missionRow(missionId)
      if (!isActiveRow(row)) return cancelMission(parts, missionId, actor)
      return orders.command({ kind: 'cancel', mowerId: row.mowerId, missionId }, actor)
    },
    interruptStopped: async (missionId, actor) => {
      const { mowerId } = await missionRow(missionId)
      return orders.ask<boolean>({ kind: 'interrupt', mowerId, missionId }, actor)
    },
    readAutopilot: mowerId => orders.ask<MowerAutopilot>({ kind: 'readAutopilot', mowerId }, {}),
    correct: (mowerId, actor) => orders.ask<Correction>({ kind: 'correct', mowerId }, actor),
    restartAutopilot: (mowerId, actor) => orders.ask<Restart>({ kind: 'restartAutopilot', mowerId }, actor),
    newKey: async (mowerId, isSent, actor) => changeKey({ kind: 'newKey', mowerId, isSent }, actor),
    endKey: async (mowerId, actor) => changeKey({ kind: 'endKey', mowerId }, actor),
    unpaired: createUnpaired(parts),
  }
}
