/**
 * What people and schedules ask of mowers, wherever it is asked: carried out here for a mower that is held here, handed
 * to the gateway that holds it otherwise. The database is the record of what was asked; between servers nothing is ever
 * sent twice. Stops go to every gateway at once and need no database.
 */
import type { MowerAutopilot } from '@greensward/domain'
import type { CommandOutcome, calls, ResultOf } from '@greensward/domain/contract'
import { z } from 'zod'
import { NoReply } from '../bus/bus.ts'
import { refuse } from '../http/refusal.ts'
import { missionOf, readMission } from '../missionLife/missionsStore.ts'
import type { Actor } from '../missionLife/moveMission.ts'
import { answerWhy, why } from '../missionLife/why.ts'
import { inSpan } from '../tracing/spans.ts'
import { type AutopilotReader, autopilotOf, correctFailsafes } from './autopilot/autopilots.ts'
import { type Deadline, deadline } from './commandAge.ts'
import { type Fleet, isActiveRow } from './fleetState.ts'
import { depart, startNext } from './starting.ts'
import { cancelMission, clearMower, noteUnreached, stopAllMowers, stopMower } from './stopping.ts'

type StopAll = ResultOf<typeof calls.mowers.stopAll>
type Correction = ResultOf<typeof calls.autopilots.correct>

export interface Commands {
  depart(missionId: string, how: 'start' | 'resume', actor: Actor, limit?: Deadline): Promise<CommandOutcome>
  startNext(mowerId: string, actor: Actor, limit: Deadline): Promise<CommandOutcome>
  stop(mowerId: string, actor: Actor): Promise<CommandOutcome>
  stopAll(actor: Actor): Promise<StopAll>
  stopMission(missionId: string, actor: Actor): Promise<CommandOutcome>
  clear(mowerId: string, actor: Actor): Promise<CommandOutcome>
  cancel(missionId: string, actor: Actor): Promise<CommandOutcome>
  readAutopilot(mowerId: string): Promise<MowerAutopilot>
  correct(mowerId: string, actor: Actor): Promise<Correction>
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
    z.object({ kind: z.literal('cancel'), missionId: z.string() }),
    z.object({ kind: z.literal('readAutopilot'), mowerId: z.string() }),
    z.object({ kind: z.literal('correct'), mowerId: z.string() }),
  ]),
})
type Order = z.infer<typeof handedOver>['order']

const stopAsked = z.object({ user: person.optional(), mowerIds: z.array(z.string()) })
type Stopped = readonly { readonly id: string; readonly outcome: CommandOutcome }[]

/** Three tries of a gateway, and the way there and back. */
const STOP_MS = 4_000

const NO_GATEWAY = 'No gateway holds this mower at this moment'
const UNREACHED = 'No gateway that holds this mower has answered. Use its own emergency stop.'

const personOf = ({ user }: Actor) => (user === undefined ? {} : { user: { id: user.id, fullname: user.fullname } })
const actorOf = (user: z.infer<typeof person> | undefined): Actor => (user === undefined ? {} : { user })
const noAnswer = (reason: string): CommandOutcome => ({
  outcome: 'noAnswer',
  reason,
  why: why('answer', { reason: 'noAnswer', message: reason }),
  standingStill: null,
})

export const createCommands = (fleet: Fleet, reader: AutopilotReader): Commands => {
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
    const isDone = outcome.outcome === 'accepted'
    return {
      outcome: {
        outcome: outcome.outcome,
        reason: isDone ? null : outcome.message,
        why: isDone ? null : answerWhy(outcome),
        standingStill: null,
      },
      set: [...set],
      autopilot: autopilotOf(fleet, mowerId),
    }
  }

  const execute = (order: Order, actor: Actor): Promise<unknown> => {
    switch (order.kind) {
      case 'depart':
        return depart(fleet, order.missionId, order.how, actor, deadline(ctx, order.agedMs))
      case 'startNext':
        return startNext(fleet, order.mowerId, actor, deadline(ctx, order.agedMs))
      case 'clear':
        return clearMower(fleet, order.mowerId, actor)
      case 'cancel':
        return cancelMission(fleet, order.missionId, actor)
      case 'readAutopilot':
        return readAutopilot(order.mowerId)
      case 'correct':
        return correct(order.mowerId, actor)
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
      if (error instanceof NoReply) return noAnswer(`${error.message}. Look at the mission before you try again.`)
      throw error
    }
  }
  const askedOf = async <T>(mowerId: string, order: Order, actor: Actor): Promise<T> => {
    if (ownership.holds(mowerId)) return carryOut(order, actor) as Promise<T>
    try {
      return (await handOver(mowerId, order, actor)) as T
    } catch (error) {
      if (error instanceof NoReply) return refuse('commandNoAnswer', error.message)
      throw error
    }
  }

  const mowerOf = async (missionId: string) => (await readMission(ctx.db, missionId)) ?? refuse('notFound')
  const refuseUnknown = (mowerId: string): void => {
    if (!fleet.mowers.has(mowerId)) refuse('notFound')
  }

  /** Every gateway is asked, so that it costs no look into the database which of them it is. */
  const stopElsewhere = async (
    mowerIds: readonly string[],
    actor: Actor,
  ): Promise<ReadonlyMap<string, CommandOutcome>> => {
    const answered = (values: readonly unknown[]) =>
      new Map((values as readonly Stopped[]).flat().map(({ id, outcome }) => [id, outcome]))
    const values = await bus.askAll('stop', { mowerIds, ...personOf(actor) }, STOP_MS, so_far => {
      const known = answered(so_far)
      return mowerIds.every(id => known.has(id))
    })
    const outcomes = answered(values)
    for (const id of mowerIds) {
      if (outcomes.has(id)) continue
      noteUnreached(fleet, id, actor, UNREACHED)
      outcomes.set(id, noAnswer(UNREACHED))
    }
    return outcomes
  }

  const stop = async (mowerId: string, actor: Actor): Promise<CommandOutcome> => {
    refuseUnknown(mowerId)
    if (ownership.holds(mowerId)) return stopMower(fleet, mowerId, actor)
    return (await stopElsewhere([mowerId], actor)).get(mowerId) ?? noAnswer(UNREACHED)
  }

  bus.answer(`gateway.${replicaId}`, async question => {
    const { order, user } = handedOver.parse(question)
    return (await carryOut(order, actorOf(user))) ?? null
  })
  if (ctx.config.isGateway)
    bus.answer(
      'stop',
      async question => {
        const { mowerIds, user } = stopAsked.parse(question)
        const here = mowerIds.filter(id => ownership.holds(id))
        return Promise.all(here.map(async id => ({ id, outcome: await stopMower(fleet, id, actorOf(user)) })))
      },
      'urgent',
    )

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
      const ids = [...fleet.mowers.keys()]
      // Those held here are sent their stop before anybody else is asked.
      const here = stopAllMowers(fleet, ids.filter(ownership.holds), actor)
      const others = ids.filter(id => !ownership.holds(id))
      const there = others.length === 0 ? new Map() : await stopElsewhere(others, actor)
      const { stopped, notStopped } = await here
      for (const [id, { outcome, reason }] of there) {
        const name = fleet.mowers.get(id)?.name ?? ''
        if (outcome === 'accepted') stopped.push({ id, name })
        else notStopped.push({ id, name, reason: reason ?? UNREACHED, phone: autopilotOf(fleet, id).phone })
      }
      return { stopped, notStopped }
    },
    stopMission: async (missionId, actor) => {
      for (const { id, mowerId } of [...fleet.active.values(), ...fleet.elsewhere.missions()])
        if (id === missionId) return stop(mowerId, actor)
      const row = await mowerOf(missionId)
      if (isActiveRow(row)) return stop(row.mowerId, actor)
      return refuse('missionState', 'The mission is not active', { details: missionOf(row) })
    },
    clear: async (mowerId, actor) => {
      refuseUnknown(mowerId)
      return ordered(mowerId, { kind: 'clear', mowerId }, actor)
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
  }
}
