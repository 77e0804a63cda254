/**
 * The gateway's thread: links, heartbeats, safety watches and repeated stops run here, so that they hold while the main
 * thread is blocked. It answers questions, and pushes each mower's state before anything that could be concluded from it.
 */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../clock.ts'
import { stoppedMeanwhile } from '../commands/outcome.ts'
import type { GatewayEvent } from '../events.ts'
import { createGateway, type Gateway } from '../gateway.ts'
import type { MowerConfig } from '../mower.ts'
import type { StopOutcome } from '../safety/emergencyStop.ts'
import {
  BEAT,
  type FromThread,
  HANDLED,
  monotonicMs,
  monotonicNs,
  type Place,
  type StatePatch,
  type ThreadData,
  type ToThread,
} from './messages.ts'
import { LATE_MS, METHODS, type RemoteName } from './methods.ts'
import { PushedStates } from './pushedStates.ts'

export interface GatewayService {
  /** Where it stands on this thread. */
  readonly gateway: Gateway
  /** The data that the main thread passed to this script. */
  readonly own: unknown
  /** To the main thread, in order with events and answers. */
  note(note: unknown): void
  /**
   * A stop that did not come from the main thread: sent at once to a mower that this gateway holds or receives. A start
   * that the main thread decides before it has handled the note is refused.
   * @returns undefined if nothing is received from the mower; nothing was sent to it then
   */
  stop(config: MowerConfig, note: unknown): Promise<StopOutcome | undefined>
}

export interface ServeOptions {
  /** A note of the main thread's. */
  readonly onNote?: (note: unknown) => void
  readonly onClose?: () => Promise<void>
}

/** States that change without an event are pushed this often. */
const PUSH_MS = 50
/** A main thread that is this far behind is sent one position a second. */
const BEHIND = 200
const THINNED_MS = 1_000

type Callable = (...args: unknown[]) => unknown
type Call = Extract<ToThread, { kind: 'call' }>

const withPlaces = (
  args: readonly unknown[],
  places: readonly Place[],
  value: (index: number) => unknown,
): unknown[] => {
  const filled = [...args]
  for (const [index, { argument, key }] of places.entries())
    filled[argument] = { ...(filled[argument] as object), [key]: value(index) }
  return filled
}

/** The main thread's messages in, states, events and answers out. */
class ThreadService implements GatewayService {
  readonly gateway: Gateway
  readonly own: unknown
  readonly #serving: ServeOptions
  readonly #port: MessagePort
  readonly #marks: BigInt64Array
  readonly #pushed = new PushedStates()
  readonly #running = new Map<number, AbortController>()
  readonly #thinnedAtMs = new Map<string, number>()
  /** Of each mower that was stopped from here, the message that says so. */
  readonly #stopNotes = new Map<string, number>()
  readonly #pushing: NodeJS.Timeout
  #seq = 0

  constructor(port: MessagePort, { options, shared, own }: ThreadData, serving: ServeOptions) {
    this.own = own
    this.#serving = serving
    this.#port = port
    this.#marks = new BigInt64Array(shared)
    this.gateway = createGateway({ ...options, clock: systemClock, onEvent: event => this.#sendEvent(event) })
    port.on('message', (message: ToThread) => this.#receive(message))
    this.#pushing = setInterval(() => this.#push(), PUSH_MS)
    this.#beat()
  }

  note(note: unknown): void {
    this.#send({ kind: 'note', note })
  }

  stop(config: MowerConfig, note: unknown): Promise<StopOutcome | undefined> {
    const isHeld = this.gateway.state(config.id) !== undefined
    const stopped = isHeld ? this.gateway.stop(config.id) : this.gateway.stopReceived(config)
    this.#stopNotes.set(config.id, this.#send({ kind: 'note', note }))
    return Promise.resolve(stopped)
  }

  // --- To the main thread ---

  #beat(): void {
    Atomics.store(this.#marks, BEAT, monotonicNs())
  }

  get #isBehind(): boolean {
    return this.#seq - Number(Atomics.load(this.#marks, HANDLED)) > BEHIND
  }

  #post(states: readonly StatePatch[], rest: Omit<FromThread, 'seq' | 'atMs' | 'states'>): number {
    this.#beat()
    this.#seq += 1
    this.#port.postMessage({ seq: this.#seq, atMs: monotonicMs(), states, ...rest } satisfies FromThread)
    return this.#seq
  }

  /** With the state of one mower, or of all that have changed. */
  #send(what: NonNullable<FromThread['what']>, mowerId?: string): number {
    const states = mowerId === undefined ? this.gateway.states() : [this.gateway.state(mowerId)]
    return this.#post(
      states.flatMap(state => (state === undefined ? [] : (this.#pushed.patchOf(state, mowerId !== undefined) ?? []))),
      { what },
    )
  }

  #sendEvent(event: GatewayEvent): void {
    if (event.kind !== 'telemetry') {
      this.#send({ kind: 'event', event }, 'mowerId' in event ? event.mowerId : '')
      return
    }
    const { mowerId, atMs, state } = event
    if (this.#isBehind) {
      const nowMs = monotonicMs()
      if (nowMs - (this.#thinnedAtMs.get(mowerId) ?? Number.NEGATIVE_INFINITY) < THINNED_MS) return
      this.#thinnedAtMs.set(mowerId, nowMs)
    }
    const patch = this.#pushed.patchOf(state, true)
    this.#post(patch === undefined ? [] : [patch], { what: { kind: 'position', mowerId, atMs } })
  }

  #push(): void {
    this.#beat()
    if (this.#isBehind) return
    const states = this.gateway.states()
    const patches = states.flatMap(state => this.#pushed.patchOf(state, false) ?? [])
    const gone = this.#pushed.takeGone(states)
    const unknownVehicles = this.gateway.unknownVehicles()
    const areNew = this.#pushed.haveChanged(unknownVehicles)
    if (patches.length === 0 && gone.length === 0 && !areNew) return
    this.#post(patches, { ...(gone.length === 0 ? {} : { gone }), ...(areNew ? { unknownVehicles } : {}) })
  }

  // --- From the main thread ---

  #receive(message: ToThread): void {
    switch (message.kind) {
      case 'open':
        void this.#open()
        break
      case 'close':
        void this.#close()
        break
      case 'call':
        void this.#answer(message)
        break
      case 'tell':
        this.#carryOut(message)
        break
      case 'abort':
        this.#running.get(message.id)?.abort()
        break
      case 'note':
        this.#serving.onNote?.(message.note)
        break
    }
  }

  #method(name: RemoteName): Callable {
    return (this.gateway[name] as Callable).bind(this.gateway)
  }

  #carryOut({ method, args, atMs }: Extract<ToThread, { kind: 'tell' }>): void {
    if (METHODS[method] === 'fresh' && monotonicMs() - atMs > LATE_MS) return
    this.#method(method)(...args)
    if (method === 'setMowers') this.#push()
  }

  async #answer({ id, method, args, signals, callbacks, atMs, seen }: Call): Promise<void> {
    const kind = METHODS[method]
    if (typeof kind === 'string') return
    const mowerId = typeof args[0] === 'string' ? args[0] : undefined
    const isLate = kind.whenLate === 'refuse' && monotonicMs() - atMs > LATE_MS
    const isBeforeStop = kind.moves === true && seen < (this.#stopNotes.get(mowerId ?? '') ?? 0)
    if (isLate || isBeforeStop) {
      this.#send({ kind: 'answer', id, value: isLate ? kind.whenLost() : stoppedMeanwhile }, mowerId)
      return
    }
    const ending = new AbortController()
    this.#running.set(id, ending)
    const progressing =
      (callback: number) =>
      (...progress: unknown[]) =>
        this.#post([], { what: { kind: 'progress', id, callback, args: progress } })
    try {
      const withSignals = withPlaces(args, signals, () => ending.signal)
      const value = await this.#method(method)(...withPlaces(withSignals, callbacks, progressing))
      this.#send({ kind: 'answer', id, value }, mowerId)
    } catch (error) {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
      this.#send({ kind: 'failed', id, message })
    } finally {
      this.#running.delete(id)
    }
  }

  async #open(): Promise<void> {
    try {
      await this.gateway.open()
      this.#send({ kind: 'opened', ports: this.gateway.ports() })
    } catch (error) {
      this.#send({ kind: 'notOpened', message: error instanceof Error ? error.message : String(error) })
    }
  }

  async #close(): Promise<void> {
    clearInterval(this.#pushing)
    await this.#serving.onClose?.()
    await this.gateway.close()
    this.#post([], { what: { kind: 'closed' } })
    this.#port.close()
  }
}

export const serveGateway = (serving: ServeOptions = {}): GatewayService => {
  if (parentPort === null) throw new Error('This runs in a thread of its own')
  return new ThreadService(parentPort, workerData as ThreadData, serving)
}
