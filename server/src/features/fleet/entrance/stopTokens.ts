/**
 * Which access tokens may stop a mower, for the gateway's thread: by their hashes, with their ends. Those that any server
 * meets are known at once, and those that ended are gone at once; all are read again every while for what was missed.
 */
import { may } from '@greensward/domain'
import { monotonicMs } from '@greensward/vehicle/thread'
import type { Context } from '../../../platform/context.ts'
import type { User } from '../../../platform/http/route.ts'
import { ACCESS_S, tokenHash } from '../../../platform/secrets.ts'
import type { Admitted } from './notes.ts'
import { readStopTokens } from './stopTokensStore.ts'

export interface StopTokens {
  admitted(): readonly Admitted[]
  /** It was found good just now. */
  met(accessToken: string, user: User): void
  start(): Promise<void>
  stop(): void
}

interface Kept extends Admitted {
  readonly sessionId: string
  readonly metAtMs: number
}

const READ_MS = 20_000
const MOST = 10_000

export const createStopTokens = (ctx: Context, onChange: () => void): StopTokens => {
  const kept = new Map<string, Kept>()
  /** Hashes that were announced to all servers. */
  const announced = new Set<string>()
  const unsubscribe: (() => void)[] = []
  let timer: NodeJS.Timeout | undefined

  const read = async (): Promise<void> => {
    const askedAtMs = monotonicMs()
    const now = ctx.clock.now()
    const rows = await readStopTokens(ctx.db, now)
    // One that was met since the question was asked may be younger than the answer.
    for (const [hash, { metAtMs }] of kept) if (metAtMs < askedAtMs) kept.delete(hash)
    for (const { hash, expiresAt, sessionId, user } of rows)
      kept.set(hash, {
        hash,
        person: user,
        untilMs: askedAtMs + expiresAt.getTime() - now.getTime(),
        sessionId,
        metAtMs: askedAtMs,
      })
    onChange()
  }

  const readLater = async (): Promise<void> => {
    // Without its database the server keeps those it knows until they expire.
    await read().catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'Could not load the tokens that may stop mowers'),
    )
  }

  return {
    admitted: () => [...kept.values()].map(({ hash, person, untilMs }) => ({ hash, person, untilMs })),
    met: (accessToken, { id, fullname, role, sessionId }) => {
      if (!may(role, 'mowers.stop')) return
      const hash = tokenHash(accessToken)
      if (announced.has(hash)) return
      if (announced.size >= MOST) announced.clear()
      announced.add(hash)
      ctx.events.emit('stopTokenMet', { hash, person: { id, fullname }, sessionId })
    },
    start: async () => {
      unsubscribe.push(
        ctx.events.onEverywhere('stopTokenMet', ({ hash, person, sessionId }) => {
          if (kept.has(hash)) return
          const metAtMs = monotonicMs()
          kept.set(hash, { hash, person, untilMs: metAtMs + ACCESS_S * 1_000, sessionId, metAtMs })
          onChange()
        }),
        ctx.events.onEverywhere('sessionsEnded', ({ sessionIds }) => {
          for (const [hash, { sessionId }] of kept) if (sessionIds.includes(sessionId)) kept.delete(hash)
          onChange()
        }),
        ctx.events.onEverywhere('missed', readLater),
      )
      timer = setInterval(() => void readLater(), READ_MS)
      await readLater()
    },
    stop: () => {
      clearInterval(timer)
      for (const off of unsubscribe.splice(0)) off()
    },
  }
}
