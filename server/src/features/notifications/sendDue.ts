/** Looks every other second whether something is due in a queue, and sends all that is, one after the other. */
import type { Context } from '../../platform/context.ts'

const EVERY_MS = 2_000

/** @param sendNext sends one that is due, and tells whether there was one */
export const sendDue = (
  what: string,
  ctx: Context,
  sendNext: (onFailure: (error: unknown, isLast: boolean) => void) => Promise<boolean>,
): { start(): void; stop(): void } => {
  let timer: NodeJS.Timeout | undefined
  let isSending = false
  const onFailure = (error: unknown, isLast: boolean): void =>
    ctx.log.warn({ err: error, isLast }, `Some ${what} could not be sent`)
  const send = async (): Promise<void> => {
    if (isSending) return
    isSending = true
    try {
      while (await sendNext(onFailure));
    } catch (error) {
      ctx.log.warn({ err: error }, `The queue of ${what} could not be read`)
    } finally {
      isSending = false
    }
  }
  return {
    start: () => {
      timer = setInterval(() => void send(), EVERY_MS)
      timer.unref()
    },
    stop: () => clearInterval(timer),
  }
}
