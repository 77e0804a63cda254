/**
 * What people and schedules ask of mowers, wherever it is asked: carried out here for a mower that is held here, handed
 * to the gateway that holds it otherwise. The database is the record of what was asked; between servers nothing is ever
 * sent twice. Stops need no database and go to every gateway at once: the one that holds the mower sends it, and so does
 * each that hears it, as the other may be deaf to it or gone.
 */

import type { MowerAutopilot } from '@greensward/domain'
import type { CommandOutcome, calls, MowerPairing, ResultOf, UnpairedVehicle } from '@greensward/domain/contract'
import type { MowerConfig, Outcome } from '@greensward/vehicle'
import { z } from 'zod'
import { NoReply } from '../bus/bus.ts'
import { refuse } from '../http/refusal.ts'
import { missionOf, readMission } from '../missionLife/missionsStore.ts'
import type { Actor } from '../missionLife/moveMission.ts'
import { answerWhy } from '../missionLife/why.ts'
import { inSpan } from '../tracing/spans.ts'
import { type AutopilotReader, autopilotOf, correctFailsafes, restartAutopilot } from './autopilot/autopilots.ts'
import { type Deadline, deadline } from './commandAge.ts'
import { type Fleet, isActiveRow, mowerName, telemetryOf } from './fleetState.ts'
import type { Pairing } from './pairing/pairing.ts'
import { depart, startNext } from './starting.ts'
import { orderUnanswered, UNREACHED, unreached } from './stopAnswer.ts'
import {
  acceptSender,
  cancelMission,
  clearMower,
  disarmMower,
  noteUnreached,
  stopHeardMower,
  stopMower,
} from './stopping.ts'

type StopAll = ResultOf<typeof calls.mowers.stopAll>
type Correction = ResultOf<typeof calls.autopilots.correct>
type Restart = ResultOf<typeof calls.autopilots.restart>

export interface Commands {
  depart(missionId: string, how: 'start' | 'resume', actor: Actor, limit?: Deadline): Promise<CommandOutcome>
  startNext(mowerId: string, actor: Actor, limit: Deadline): Promise<CommandOutcome>
  stop(mowerId: string, actor: Actor): Promise<CommandOutcome>
  stopAll(actor: Actor): Promise<StopAll>
  stopMission(missionId: string, actor: Actor): Promise<CommandOutcome>
  clear(mowerId: string, actor: Actor): Promise<CommandOutcome>
  disarm(mowerId: string, actor: Actor): Promise<CommandOutcome>
  acceptSender(mowerId: string, actor: Actor): Promise<CommandOutcome>
  cancel(missionId: string, actor: Actor): Promise<CommandOutcome>
  readAutopilot(mowerId: string): Promise<MowerAutopilot>
  correct(mowerId: string, actor: Actor): Promise<Correction>
  restartAutopilot(mowerId: string, actor: Actor): Promise<Restart>
  newKey(mowerId: string, isSent: boolean, actor: Actor): Promise<MowerPairing>
  endKey(mowerId: string, actor: Actor): Promise<MowerPairing>
  /** Vehicles that any gateway hears and that belong to no mower. */
  unpaired(): Promise<readonly UnpairedVehicle[]>
}

const person = z.object({ id: z.number(), fullname: z.string() })
const handedOver = z.object({
  user: person.optional(),
  order: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('depart'),
      missionId: z.string(),
      how: z.enum(['start', 'resume']),
      agedMs: z.number(),
    }),
    z.object({ kind: z.literal('startNext'), mowerId: z.string(), agedMs: z.number() }),
    z.object({ kind: z.literal('clear'), mowerId: z.string() }),
    z.object({ kind: z.literal('disarm'), mowerId: z.string() }),
    z.object({ kind: z.literal('acceptSender'), mowerId: z.string() }),
    z.object({ kind: z.literal('cancel'), missionId: z.string() }),
    z.object({ kind: z.literal('readAutopilot'), mowerId: z.string() }),
    z.object({ kind: z.literal('correct'), mowerId: z.string() }),
    z.object({ kind: z.literal('restartAutopilot'), mowerId: z.string() }),
    z.object({ kind: z.literal('newKey'), mowerId: z.string(), isSent: z.boolean() }),
    z.object({ kind: z.literal('endKey'), mowerId: z.string() }),
  ]),
})
type Order = z.infer<typeof handedOver>['order']

/** What gateways are asked of mowers that they hold, and of those that others hold. */
const STOP_HELD = 'stop'
const STOP_HEARD = 'stopHeard'
const UNPAIRED = 'unpaired'
/** So long the other gateways have to say what they hear. */
const LISTEN_MS = 400
const stopAsked = z.object({ user: person.optional(), mowerIds: z.array(z.string()) })
type Stopped = readonly { readonly id: string; readonly outcome: CommandOutcome }[]

/** Three tries of a gateway, and the way there and back. */
const STOP_MS = 4_000

const NO_GATEWAY = 'No gateway holds this mower at this moment'

const personOf = ({ user }: Actor) => (user === undefined ? {} : { user: { id: user.id, fullname: user.fullname } })
const actorOf = (user: z.infer<typeof person> | undefined): Actor => (user === undefined ? {} : { user })
const commandOutcomeOf = (outcome: Outcome): CommandOutcome => {
  const isDone = outcome.outcome === 'accepted'
  return {
    outcome: outcome.outcome,
    reason: isDone ? null : outcome.message,
    why: isDone ? null : answerWhy(outcome),
    standingStill: null,
  }
}

/** @param configOf how a mower is spoken to, whoever holds it; undefined where there is none of that id */
export const createCommands = (
  fleet: Fleet,
  reader: AutopilotReader,
  pairing: Pairing,
  configOf: (mowerId: string) => MowerConfig | undefined,
): Commands => {
  const { ctx, ownership } = fleet
  const { bus, replicaId } = ctx

  const readAutopilot = async (mowerId: string): Promise<MowerAutopilot> => {
    const report = await reader.read(mowerId)
    if (report === undefined) refuse('commandNoAnswer')
    return autopilotOf(fleet, mowerId)
  }
  const correct = async (mowerId: string, actor: Actor): Promise<Correction> => {
    const { outcome, set } = await correctFailsafes(fleet, mowerId, actor)
    // What was set is believed only as it is read back.
    await reader.read(mowerId)
    return {
      outcome: commandOutcomeOf(outcome),
      set: [...set],
      autopilot: autopilotOf(fleet, mowerId),
    }
  }

  const restart = async (mowerId: string, actor: Actor): Promise<Restart> => {
    const outcome = await restartAutopilot(fleet, mowerId, actor)
    if (outcome.outcome === 'accepted') await reader.read(mowerId)
    return { outcome: commandOutcomeOf(outcome), autopilot: autopilotOf(fleet, mowerId) }
  }

  const execute = (order: Order, actor: Actor): Promise<unknown> => {
    switch (order.kind) {
      case 'depart':
        return depart(fleet, order.missionId, order.how, actor, deadline(ctx, order.agedMs))
      case 'startNext':
        return startNext(fleet, order.mowerId, actor, deadline(ctx, order.agedMs))
      case 'clear':
        return clearMower(fleet, order.mowerId, actor)
      case 'disarm':
        return disarmMower(fleet, order.mowerId, actor)
      case 'acceptSender':
        return acceptSender(fleet, order.mowerId, actor)
      case 'cancel':
        return cancelMission(fleet, order.missionId, actor)
      case 'readAutopilot':
        return readAutopilot(order.mowerId)
      case 'correct':
        return correct(order.mowerId, actor)
      case 'restartAutopilot':
        return restart(order.mowerId, actor)
      case 'newKey':
        return pairing.newKey(order.mowerId, order.isSent, actor)
      case 'endKey':
        return pairing.endKey(order.mowerId, actor)
    }
  }
  const carryOut = (order: Order, actor: Actor): Promise<unknown> =>
    inSpan(`order ${order.kind}`, {}, () => execute(order, actor))

  /** @throws NoReply where nobody holds the mower or its gateway does not answer; nothing is tried again */
  const handOver = async (mowerId: string, order: Order, actor: Actor): Promise<unknown> => {
    const owner = await ownership.ownerOf(mowerId)
    if (owner === undefined || owner === replicaId) throw new NoReply(NO_GATEWAY)
    return bus.ask(`gateway.${owner}`, { order, ...personOf(actor) })
  }

  /** Its answer comes from the same code on another server, so its shape is known. */
  const ordered = async (mowerId: string, order: Order, actor: Actor): Promise<CommandOutcome> => {
    if (ownership.holds(mowerId)) return carryOut(order, actor) as Promise<CommandOutcome>
    try {
      return (await handOver(mowerId, order, actor)) as CommandOutcome
    } catch (error) {
      if (error instanceof NoReply) return orderUnanswered()
      throw error
    }
  }
  const askedOf = async <T>(mowerId: string, order: Order, actor: Actor): Promise<T> => {
    if (ownership.holds(mowerId)) return carryOut(order, actor) as Promise<T>
    try {
      return (await handOver(mowerId, order, actor)) as T
    } catch (error) {
      if (error instanceof NoReply) return refuse('gatewaySilent')
      throw error
    }
  }

  const mowerOf = async (missionId: string) => (await readMission(ctx.db, missionId)) ?? refuse('notFound')
  const refuseUnknown = (mowerId: string): void => {
    if (!fleet.mowers.has(mowerId)) refuse('notFound')
  }

  const stopHeld = (mowerIds: readonly string[], actor: Actor): Promise<Stopped>[] =>
    mowerIds.filter(ownership.holds).map(async id => [{ id, outcome: await stopMower(fleet, id, actor) }])

  const stopHeard = (mowerIds: readonly string[], actor: Actor): Promise<Stopped>[] =>
    mowerIds
      .filter(id => !ownership.holds(id))
      .flatMap(id => configOf(id) ?? [])
      .map(async config => {
        const outcome = await stopHeardMower(fleet, config, actor)
        return outcome === undefined ? [] : [{ id: config.id, outcome }]
      })

  /**
   * From here and from every gateway at once, so that it costs no look into the database which of them it is. The first
   * acknowledgement is a mower's answer; who could not stop it says nothing against another who can.
   */
  const stopAny = async (mowerIds: readonly string[], actor: Actor): Promise<ReadonlyMap<string, CommandOutcome>> => {
    const outcomes = new Map<string, CommandOutcome>()
    const isStopped = (id: string): boolean => outcomes.get(id)?.outcome === 'accepted'
    if (mowerIds.length === 0) return outcomes
    await new Promise<void>((resolve, reject) => {
      const note = (stopped: Stopped): boolean => {
        for (const { id, outcome } of stopped) if (!isStopped(id)) outcomes.set(id, outcome)
        const areAll = mowerIds.every(isStopped)
        if (areAll) resolve()
        return areAll
      }
      // Those that can be are sent their stop here before anybody else is asked, and all of them before the first answer.
      const here = [...stopHeld(mowerIds, actor), ...stopHeard(mowerIds, actor)].map(async stopped =>
        note(await stopped),
      )
      const question = { mowerIds, ...personOf(actor) }
      const elsewhere = [STOP_HELD, STOP_HEARD].map(subject =>
        bus.askAll(subject, question, STOP_MS, values => note((values as readonly Stopped[]).flat())),
      )
      Promise.all([...here, ...elsewhere]).then(() => resolve(), reject)
    })
    for (const id of mowerIds) {
      if (outcomes.has(id)) continue
      noteUnreached(fleet, id, actor, UNREACHED)
      outcomes.set(id, unreached())
    }
    return outcomes
  }

  const stop = async (mowerId: string, actor: Actor): Promise<CommandOutcome> => {
    refuseUnknown(mowerId)
    return (await stopAny([mowerId], actor)).get(mowerId) ?? unreached()
  }

  bus.answer(`gateway.${replicaId}`, async question => {
    const { order, user } = handedOver.parse(question)
    return (await carryOut(order, actorOf(user))) ?? null
  })
  if (ctx.config.isGateway)
    for (const [subject, stopping] of [
      [STOP_HELD, stopHeld],
      [STOP_HEARD, stopHeard],
    ] as const)
      bus.answer(
        subject,
        async question => {
          const { mowerIds, user } = stopAsked.parse(question)
          return (await Promise.all(stopping(mowerIds, actorOf(user)))).flat()
        },
        'urgent',
      )

  /** Where nobody speaks with the mower a key is written down here, to be given to it by cable. */
  const whereItIsHeld = (mowerId: string, order: Order, actor: Actor): Promise<MowerPairing> =>
    telemetryOf(fleet, mowerId)?.link === 'live'
      ? askedOf<MowerPairing>(mowerId, order, actor)
      : (carryOut(order, actor) as Promise<MowerPairing>)

  const unpairedHere = (): UnpairedVehicle[] => {
    const paired = new Set([...fleet.mowers.values()].map(({ systemId }) => systemId))
    return fleet.gateway
      .unknownVehicles()
      .filter(({ systemId }) => !paired.has(systemId))
      .map(({ lastHeardMs, ...heard }) => ({ ...heard, lastHeardAt: new Date(lastHeardMs).toISOString() }))
  }
  if (ctx.config.isGateway) bus.answer(UNPAIRED, async () => unpairedHere(), 'urgent')

  return {
    depart: async (missionId, how, actor, limit = deadline(ctx, 0)) => {
      const { mowerId } = await mowerOf(missionId)
      return ordered(mowerId, { kind: 'depart', missionId, how, agedMs: limit.agedMs() }, actor)
    },
    startNext: async (mowerId, actor, limit) => {
      refuseUnknown(mowerId)
      return ordered(mowerId, { kind: 'startNext', mowerId, agedMs: limit.agedMs() }, actor)
    },
    stop,
    stopAll: async actor => {
      const stopped: StopAll['stopped'] = []
      const notStopped: StopAll['notStopped'] = []
      for (const [id, { outcome, reason, why: cause }] of await stopAny([...fleet.mowers.keys()], actor)) {
        const name = mowerName(fleet, id)
        if (outcome === 'accepted') stopped.push({ id, name })
        else notStopped.push({ id, name, reason: reason ?? UNREACHED, why: cause, phone: autopilotOf(fleet, id).phone })
      }
      return { stopped, notStopped }
    },
    stopMission: async (missionId, actor) => {
      for (const { id, mowerId } of [...fleet.active.values(), ...fleet.elsewhere.missions()])
        if (id === missionId) return stop(mowerId, actor)
      const row = await mowerOf(missionId)
      if (isActiveRow(row)) return stop(row.mowerId, actor)
      return refuse('missionNotActive', {}, { details: missionOf(row) })
    },
    clear: async (mowerId, actor) => {
      refuseUnknown(mowerId)
      return ordered(mowerId, { kind: 'clear', mowerId }, actor)
    },
    disarm: async (mowerId, actor) => {
      refuseUnknown(mowerId)
      return ordered(mowerId, { kind: 'disarm', mowerId }, actor)
    },
    acceptSender: async (mowerId, actor) => {
      refuseUnknown(mowerId)
      return ordered(mowerId, { kind: 'acceptSender', mowerId }, actor)
    },
    cancel: async (missionId, actor) => {
      const row = await mowerOf(missionId)
      if (!isActiveRow(row)) return cancelMission(fleet, missionId, actor)
      return ordered(row.mowerId, { kind: 'cancel', missionId }, actor)
    },
    readAutopilot: async mowerId => {
      refuseUnknown(mowerId)
      return askedOf<MowerAutopilot>(mowerId, { kind: 'readAutopilot', mowerId }, {})
    },
    correct: async (mowerId, actor) => {
      refuseUnknown(mowerId)
      return askedOf<Correction>(mowerId, { kind: 'correct', mowerId }, actor)
    },
    restartAutopilot: async (mowerId, actor) => {
      refuseUnknown(mowerId)
      return askedOf<Restart>(mowerId, { kind: 'restartAutopilot', mowerId }, actor)
    },
    newKey: async (mowerId, isSent, actor) => {
      refuseUnknown(mowerId)
      return whereItIsHeld(mowerId, { kind: 'newKey', mowerId, isSent }, actor)
    },
    endKey: async (mowerId, actor) => {
      refuseUnknown(mowerId)
      return whereItIsHeld(mowerId, { kind: 'endKey', mowerId }, actor)
    },
    unpaired: async () => {
      const elsewhere = (await bus.askAll(UNPAIRED, {}, LISTEN_MS, () => false)) as readonly UnpairedVehicle[][]
      // Of those that several gateways hear, the newest place.
      const newest = new Map<number, UnpairedVehicle>()
      for (const heard of [...unpairedHere(), ...elsewhere.flat()])
        if (heard.lastHeardAt > (newest.get(heard.systemId)?.lastHeardAt ?? '')) newest.set(heard.systemId, heard)
      return [...newest.values()].sort((a, b) => a.systemId - b.systemId)
    },
  }
}
