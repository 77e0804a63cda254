/**
 * The main thread's end of the gateway's thread. Reads are answered from what the thread has pushed, with its age; the
 * rest goes over as messages. A thread that is silent makes every mower unknown, and one that ends is started again.
 */
import { Worker } from 'node:worker_threads'
import type { GatewayEvent } from '../events.ts'
import type { MowerConfig } from '../mower.ts'
import type { VehicleState } from '../state/vehicleState.ts'
import type { UnknownVehicle } from '../unknownVehicles.ts'
import { KnownStates } from './knownStates.ts'
import {
  BEAT,
  type FromThread,
  HANDLED,
  monotonicMs,
  monotonicNs,
  SHARED_BYTES,
  type ThreadData,
  type ThreadOptions,
  type ToThread,
} from './messages.ts'
import { METHODS, type RemoteGateway, type RemoteName } from './methods.ts'
import { lostAnswer, PendingCalls } from './pendingCalls.ts'

export interface GatewayThreadOptions extends ThreadOptions {
  /** A script that calls `serveGateway`; one that does nothing else where it is left out. */
  readonly script?: URL
  /** Handed to the script. */
  readonly own?: unknown
  /** Called in order; must not throw. */
  readonly onEvent: (event: GatewayEvent) => void
  /** A note of the script's, in order with the events. */
  readonly onNote?: (note: unknown) => void
  /** The first note to each new thread. */
  readonly firstNote?: () => unknown
  /** The thread has ended and another one takes its place. Nothing that was asked of it is asked again. */
  readonly onRestart?: (reason: string) => void
}

export interface GatewayThread extends RemoteGateway {
  /** To the script in the thread, in order with everything else. */
  note(note: unknown): void
  /** False once the thread has been silent for two seconds. */
  isAlive(): boolean
}

const SILENT_MS = 2_000
/** A thread that was silent so long does not come back. */
const STUCK_MS = 10_000
const CHECK_MS = 500
const RESTART_MS = 200
const REOPEN_MS = 1_000
const CLOSE_MS = 3_000

/** The thread that runs now, what it has pushed, and what is asked of it. */
class RunningThread {
  readonly #options: GatewayThreadOptions
  readonly #known = new KnownStates()
  readonly #calls = new PendingCalls(message => this.post(message))
  #worker: Worker | undefined
  #marks = new BigInt64Array(new SharedArrayBuffer(SHARED_BYTES))
  #ports: readonly number[] = []
  /** The last ones that were set; a new thread begins with them. */
  #mowers: readonly MowerConfig[] = []
  /** The last message of the thread that was handled. */
  #seen = 0
  #isWanted = false
  #opening: { resolve(): void; reject(error: Error): void } | undefined
  #onClosed: (() => void) | undefined
  #silentLooks = 0
  #timer: NodeJS.Timeout | undefined
  #checking: NodeJS.Timeout | undefined

  constructor(options: GatewayThreadOptions) {
    this.#options = options
  }

  get ports(): readonly number[] {
    return this.#ports
  }

  get unknownVehicles(): readonly UnknownVehicle[] {
    return this.#known.unknownVehicles
  }

  get isAlive(): boolean {
    return this.#silentMs() < SILENT_MS
  }

  state(mowerId: string): VehicleState | undefined {
    return this.#known.of(mowerId, this.isAlive)
  }

  states(): readonly VehicleState[] {
    return this.#known.all(this.isAlive)
  }

  #silentMs(): number {
    if (this.#worker === undefined) return Number.POSITIVE_INFINITY
    return Number(monotonicNs() - Atomics.load(this.#marks, BEAT)) / 1e6
  }

  // --- To the thread ---

  post(message: ToThread): void {
    this.#worker?.postMessage(message)
  }

  ask(method: RemoteName, args: readonly unknown[]): Promise<unknown> {
    const kind = METHODS[method]
    const mustGo = typeof kind !== 'string' && kind.whenLate === 'carryOut'
    if (this.#worker === undefined || (!mustGo && !this.isAlive)) return Promise.resolve(lostAnswer(method))
    return this.#calls.send(method, args, this.#seen)
  }

  tell(method: RemoteName, args: readonly unknown[]): void {
    if (method === 'setMowers') this.#mowers = args[0] as readonly MowerConfig[]
    this.post({ kind: 'tell', method, args, atMs: monotonicMs() })
  }

  // --- From the thread ---

  #receive(message: FromThread): void {
    this.#known.learn(message)
    this.#seen = message.seq
    Atomics.store(this.#marks, HANDLED, BigInt(this.#seen))
    const { what } = message
    switch (what?.kind) {
      case undefined:
        break
      case 'event':
        this.#options.onEvent(what.event)
        break
      case 'position': {
        const state = this.state(what.mowerId)
        if (state !== undefined)
          this.#options.onEvent({ kind: 'telemetry', mowerId: what.mowerId, atMs: what.atMs, state })
        break
      }
      case 'note':
        this.#options.onNote?.(what.note)
        break
      case 'answer':
        this.#calls.answer(what.id, what.value)
        break
      case 'failed':
        this.#calls.fail(what.id, what.message)
        break
      case 'progress':
        this.#calls.progress(what.id, what.callback, what.args)
        break
      case 'opened':
        this.#ports = what.ports
        this.#opening?.resolve()
        this.#opening = undefined
        break
      case 'notOpened':
        this.#failOpening(what.message)
        break
      case 'closed':
        this.#onClosed?.()
        break
    }
  }

  /** The first opening fails with its reason; a thread that was started again tries once more. */
  #failOpening(message: string): void {
    if (this.#opening === undefined) {
      this.#timer = setTimeout(() => this.post({ kind: 'open' }), REOPEN_MS)
      return
    }
    this.#opening.reject(new Error(message))
    this.#opening = undefined
  }

  // --- Its life ---

  async open(): Promise<void> {
    this.#isWanted = true
    try {
      await new Promise<void>((resolve, reject) => {
        this.#opening = { resolve, reject }
        this.#spawn()
        this.post({ kind: 'open' })
      })
      this.#checking = setInterval(() => this.#check(), CHECK_MS)
    } catch (error) {
      this.#isWanted = false
      await this.#worker?.terminate()
      throw error
    }
  }

  async close(): Promise<void> {
    this.#isWanted = false
    clearTimeout(this.#timer)
    clearInterval(this.#checking)
    const ending = this.#worker
    if (ending === undefined) return
    const patience = new Promise<void>(resolve => {
      this.#onClosed = resolve
      this.#timer = setTimeout(resolve, CLOSE_MS)
    })
    this.post({ kind: 'close' })
    await patience
    clearTimeout(this.#timer)
    this.#worker = undefined
    this.#forget()
    await ending.terminate()
  }

  #spawn(): void {
    const { script, own, firstNote, onEvent: _event, onNote: _note, onRestart: _restart, ...options } = this.#options
    const shared = new SharedArrayBuffer(SHARED_BYTES)
    this.#marks = new BigInt64Array(shared)
    // It is not silent before it could say anything.
    Atomics.store(this.#marks, BEAT, monotonicNs())
    this.#seen = 0
    const data: ThreadData = { options, shared, own }
    const worker = new Worker(script ?? new URL('program.ts', import.meta.url), {
      workerData: data,
      execArgv: [],
      name: 'gateway',
    })
    this.#worker = worker
    worker.on('message', (message: FromThread) => {
      if (this.#worker === worker) this.#receive(message)
    })
    worker.on('error', error => this.#lose(worker, error.message))
    worker.on('exit', code => this.#lose(worker, `The thread of the gateway ended with code ${code}`))
    this.post({ kind: 'tell', method: 'setMowers', args: [this.#mowers], atMs: monotonicMs() })
    if (firstNote !== undefined) this.post({ kind: 'note', note: firstNote() })
  }

  #lose(worker: Worker, reason: string): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    this.#forget()
    void worker.terminate()
    this.#opening?.reject(new Error(reason))
    this.#opening = undefined
    this.#onClosed?.()
    if (!this.#isWanted) return
    this.#options.onRestart?.(reason)
    this.#timer = setTimeout(() => {
      this.#spawn()
      this.post({ kind: 'open' })
    }, RESTART_MS)
  }

  /** Counted in looks and not in time: a process that stood still as a whole has no thread that is stuck. */
  #check(): void {
    const worker = this.#worker
    // Before its first word it may still be starting.
    const isSilent = this.#seen > 0 && worker !== undefined && this.#silentMs() > CHECK_MS
    this.#silentLooks = isSilent ? this.#silentLooks + 1 : 0
    if (this.#silentLooks >= SILENT_MS / CHECK_MS) this.#calls.answerLost()
    if (worker === undefined || this.#silentLooks < STUCK_MS / CHECK_MS) return
    this.#silentLooks = 0
    this.#lose(worker, 'The thread of the gateway was stuck')
  }

  #forget(): void {
    this.#known.forget()
    this.#calls.answerLost()
  }
}

export const openGatewayThread = (options: GatewayThreadOptions): GatewayThread => {
  const thread = new RunningThread(options)
  const remote = Object.fromEntries(
    (Object.keys(METHODS) as RemoteName[]).map(method => [
      method,
      (...args: unknown[]) =>
        typeof METHODS[method] === 'string' ? thread.tell(method, args) : thread.ask(method, args),
    ]),
    // Each has the type of its method by the table, which the list of pairs cannot say.
  ) as unknown as Pick<RemoteGateway, RemoteName>
  return {
    ...remote,
    state: mowerId => thread.state(mowerId),
    states: () => thread.states(),
    unknownVehicles: () => thread.unknownVehicles,
    ports: () => thread.ports,
    isAlive: () => thread.isAlive,
    note: note => thread.post({ kind: 'note', note }),
    open: () => thread.open(),
    close: () => thread.close(),
  }
}
