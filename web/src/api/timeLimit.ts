/** A server that took a call and says nothing: after a minute the call ends with words, so that nobody waits for ever. */

/** The longest silence of a call, in milliseconds: the specification's minute. */
export const SILENCE_MS = 60_000

/** Nobody answered in time. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  /** Whether the server may have done what it was asked. */
  readonly isWrite: boolean

  constructor(isWrite: boolean) {
    super('The server did not answer')
    this.isWrite = isWrite
  }
}

interface Limit {
  readonly isWrite: boolean
  readonly silenceMs: number
}

/**
 * Ends the work when nothing was received for so long.
 * @param work gets a signal that ends it, and what to call whenever a part of the answer came or left
 * @throws NoAnswer
 */
export const withinLimit = <T>(
  { isWrite, silenceMs }: Limit,
  work: (signal: AbortSignal, onData: () => void) => Promise<T>,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const arm = (): void => {
      clearTimeout(timer)
      if (isOver) return
      timer = setTimeout(() => {
        isOver = true
        reject(new NoAnswer(isWrite))
        controller.abort()
      }, silenceMs)
    }
    const end = (): void => {
      isOver = true
      clearTimeout(timer)
    }
    arm()
    work(controller.signal, arm).then(resolve, reject).finally(end)
  })
