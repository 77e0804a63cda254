/** When a caller hangs up before the answer: what is computed for nobody can end. */
import type { FastifyReply } from 'fastify'

/** Aborts where the connection closes before the answer was sent. */
export const leavingOf = ({ raw }: FastifyReply): AbortSignal => {
  const leaving = new AbortController()
  const look = (): void => {
    if (!raw.writableFinished) leaving.abort()
  }
  if (raw.destroyed) look()
  else raw.once('close', look)
  return leaving.signal
}
