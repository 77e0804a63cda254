/** Commands that make a mower move are worth five seconds: one that took longer to get here is not carried out. */

import { said } from '@greensward/messages'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { refuse, refuseFields } from '../../platform/http/refusal.ts'

export const COMMAND_LIVES_MS = 5_000
/** When the person pressed, by the server's clock as the client knows it: milliseconds since 1970. */
export const ASKED_AT_HEADER = 'x-asked-at'
/** Two clocks are never quite the same. */
const AHEAD_MS = 2_000

export interface Deadline {
  /** How old the command is by now. */
  agedMs(): number
  /** @throws Refusal commandExpired once the time is over */
  check(): void
}

/** @param agedMs how old the command was when it came */
export const deadline = ({ clock }: Pick<Context, 'clock'>, agedMs: number): Deadline => {
  const endMs = clock.monotonicMs() + COMMAND_LIVES_MS - Math.max(0, agedMs)
  return {
    agedMs: () => COMMAND_LIVES_MS - (endMs - clock.monotonicMs()),
    check: () => {
      if (clock.monotonicMs() > endMs) refuse('commandExpired')
    },
  }
}

/** @throws Refusal invalid for a moment that makes no sense, commandExpired for one too long ago */
export const deadlineOf = (ctx: Pick<Context, 'clock'>, request: FastifyRequest): Deadline => {
  const given = request.headers[ASKED_AT_HEADER]
  if (given === undefined) return deadline(ctx, 0)
  const askedAt = Number(given)
  return deadlineSince(ctx, askedAt, `headers.${ASKED_AT_HEADER}`)
}

/**
 * @param askedAtMs when it was asked for, in milliseconds since 1970
 * @throws Refusal of `field` for a moment that makes no sense, commandExpired for one too long ago
 */
export const deadlineSince = (ctx: Pick<Context, 'clock'>, askedAtMs: number, field: string): Deadline => {
  const agedMs = ctx.clock.now().getTime() - askedAtMs
  if (!Number.isFinite(askedAtMs) || agedMs < -AHEAD_MS) refuseFields({ [field]: said('notPast') })
  const own = deadline(ctx, agedMs)
  own.check()
  return own
}
