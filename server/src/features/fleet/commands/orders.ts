/**
 * Commands to mowers between servers: carried out here for a mower that this server controls, sent to the gateway that
 * controls it otherwise. The database records what was asked; nothing is ever sent twice.
 */
import type { CommandOutcome } from '@greensward/contract'
import { z } from 'zod'
import { NoReply } from '../../../platform/bus/bus.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { inSpan } from '../../../platform/tracing/spans.ts'
import type { Actor } from '../../../shared/missionLife/moveMission.ts'
import type { FleetParts } from '../fleetParts.ts'
import { orderUnanswered } from '../mower/stopAnswer.ts'

/** Who asks: a person, or a program such as that of MQTT, which has a name alone. Neither is the server itself. */
export const asking = {
  user: z.object({ id: z.number().nullable(), fullname: z.string() }).optional(),
  program: z.string().optional(),
}

const sentOrder = z.object({
  ...asking,
  order: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('start'),
      mowerId: z.string(),
      missionId: z.string(),
      how: z.enum(['start', 'resume']),
      agedMs: z.number(),
    }),
    z.object({ kind: z.literal('startNext'), mowerId: z.string(), agedMs: z.number() }),
    z.object({ kind: z.literal('ownMapChecks'), mowerId: z.string() }),
    z.object({ kind: z.literal('startOwnMap'), mowerId: z.string(), agedMs: z.number() }),
    z.object({ kind: z.literal('sendHomeOwnMap'), mowerId: z.string(), agedMs: z.number() }),
    z.object({ kind: z.literal('clear'), mowerId: z.string() }),
    z.object({ kind: z.literal('disarm'), mowerId: z.string() }),
    z.object({ kind: z.literal('acceptSender'), mowerId: z.string() }),
    z.object({ kind: z.literal('cancel'), mowerId: z.string(), missionId: z.string() }),
    z.object({ kind: z.literal('interrupt'), mowerId: z.string(), missionId: z.string() }),
    z.object({ kind: z.literal('readAutopilot'), mowerId: z.string() }),
    z.object({ kind: z.literal('correct'), mowerId: z.string() }),
    z.object({ kind: z.literal('restartAutopilot'), mowerId: z.string() }),
    z.object({ kind: z.literal('newKey'), mowerId: z.string(), isSent: z.boolean() }),
    z.object({ kind: z.literal('endKey'), mowerId: z.string() }),
  ]),
})

export type Order = z.infer<typeof sentOrder>['order']

/**
 * A program is not a `user`: servers of earlier versions require an id there. They would refuse its stop, while they take one of a
 * server itself.
 */
export const askingOf = ({ user }: Actor) => {
  if (user === undefined) return {}
  return user.id === null ? { program: user.fullname } : { user: { id: user.id, fullname: user.fullname } }
}
export const actorOf = ({ user, program }: z.infer<z.ZodObject<typeof asking>>): Actor => {
  if (user !== undefined) return { user }
  return program === undefined ? {} : { user: { id: null, fullname: program } }
}

const NO_GATEWAY = 'No gateway holds this mower at this moment'

export interface Orders {
  /** On this server, for every mower, also those that others control. */
  carryOut(order: Order, actor: Actor): Promise<unknown>
  /** Without an answer of its gateway the outcome names that. */
  command(order: Order, actor: Actor): Promise<CommandOutcome>
  /** @throws Refusal commandNoAnswer without an answer of its gateway */
  ask<T>(order: Order, actor: Actor): Promise<T>
}

export const createOrders = (
  { ctx, ownership, garage }: Pick<FleetParts, 'ctx' | 'ownership' | 'garage'>,
  execute: (order: Order, actor: Actor) => Promise<unknown>,
): Orders => {
  const { bus, replicaId } = ctx

  const carryOut = (order: Order, actor: Actor): Promise<unknown> =>
    inSpan(`order ${order.kind}`, {}, () => execute(order, actor))

  /** @throws NoReply where nobody controls the mower or its gateway does not answer; nothing is tried again */
  const deliver = async (order: Order, actor: Actor): Promise<unknown> => {
    if (!garage.mowers.has(order.mowerId)) refuse('notFound')
    if (ownership.holds(order.mowerId)) return carryOut(order, actor)
    const owner = await ownership.ownerOf(order.mowerId)
    if (owner === undefined || owner === replicaId) throw new NoReply(NO_GATEWAY)
    return bus.ask(`gateway.${owner}`, { order, ...askingOf(actor) })
  }

  bus.answer(`gateway.${replicaId}`, async question => {
    const { order, ...who } = sentOrder.parse(question)
    return (await carryOut(order, actorOf(who))) ?? null
  })

  return {
    carryOut,
    command: async (order, actor) => {
      try {
        // Its answer was made by the same code on another server, so its shape is known.
        return (await deliver(order, actor)) as CommandOutcome
      } catch (error) {
        if (error instanceof NoReply) return orderUnanswered()
        throw error
      }
    },
    ask: async <T>(order: Order, actor: Actor): Promise<T> => {
      try {
        return (await deliver(order, actor)) as T
      } catch (error) {
        if (error instanceof NoReply) return refuse('gatewaySilent')
        throw error
      }
    },
  }
}
