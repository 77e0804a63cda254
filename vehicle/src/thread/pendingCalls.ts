/** The calls that the main thread has sent to the gateway's thread and that are not answered yet. */
import { monotonicMs, type Place, type ToThread } from './messages.ts'
import { METHODS, type RemoteName } from './methods.ts'

interface Pending {
  readonly method: RemoteName
  readonly callbacks: readonly ((...args: unknown[]) => void)[]
  readonly settle: (value: unknown) => void
  readonly fail: (error: Error) => void
}

/** The answer for a thread that is gone. */
export const lostAnswer = (method: RemoteName): unknown => {
  const kind = METHODS[method]
  return typeof kind === 'string' ? undefined : kind.whenLost()
}

/** Takes out of the arguments what cannot cross. */
const split = (args: readonly unknown[]) => {
  const signals: { readonly place: Place; readonly signal: AbortSignal }[] = []
  const callbacks: { readonly place: Place; readonly call: (...args: unknown[]) => void }[] = []
  const plain = args.map((value, argument) => {
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
    const kept: Record<string, unknown> = {}
    for (const [key, part] of Object.entries(value)) {
      if (part instanceof AbortSignal) signals.push({ place: { argument, key }, signal: part })
      else if (typeof part === 'function')
        callbacks.push({ place: { argument, key }, call: part as (...args: unknown[]) => void })
      else kept[key] = part
    }
    return kept
  })
  return { plain, signals, callbacks }
}

export class PendingCalls {
  readonly #post: (message: ToThread) => void
  readonly #pending = new Map<number, Pending>()
  #lastId = 0

  constructor(post: (message: ToThread) => void) {
    this.#post = post
  }

  /** @param seen the last message of the thread that was handled when this was decided */
  send(method: RemoteName, args: readonly unknown[], seen: number): Promise<unknown> {
    this.#lastId += 1
    const id = this.#lastId
    const { plain, signals, callbacks } = split(args)
    const abort = (): void => this.#post({ kind: 'abort', id })
    for (const { signal } of signals) signal.addEventListener('abort', abort, { once: true })
    const answer = new Promise<unknown>((resolve, reject) => {
      this.#pending.set(id, { method, callbacks: callbacks.map(({ call }) => call), settle: resolve, fail: reject })
    }).finally(() => {
      for (const { signal } of signals) signal.removeEventListener('abort', abort)
    })
    this.#post({
      kind: 'call',
      id,
      method,
      args: plain,
      signals: signals.map(({ place }) => place),
      callbacks: callbacks.map(({ place }) => place),
      atMs: monotonicMs(),
      seen,
    })
    if (signals.some(({ signal }) => signal.aborted)) abort()
    return answer
  }

  answer(id: number, value: unknown): void {
    this.#remove(id)?.settle(value)
  }

  fail(id: number, message: string): void {
    this.#remove(id)?.fail(new Error(message))
  }

  progress(id: number, callback: number, args: readonly unknown[]): void {
    this.#pending.get(id)?.callbacks[callback]?.(...args)
  }

  /** Settles every call with the answer for a thread that is gone. */
  answerLost(): void {
    for (const { method, settle } of this.#pending.values()) settle(lostAnswer(method))
    this.#pending.clear()
  }

  #remove(id: number): Pending | undefined {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    return pending
  }
}
