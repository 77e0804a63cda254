/**
 * The main thread's end of the gateway's thread. Reads are answered from what the thread has pushed, with its age; the
 * rest goes over as messages. A thread that is silent makes every mower unknown, and one that ends is started again.
 */
import { Worker } from 'node:worker_threads'
import { LOST_AFTER_MS, linkStateOf, SILENT_TELEMETRY, type Telemetry } from '@greensward/domain'
import type { GatewayEvent } from '../events.ts'
import type { MowerConfig } from '../mower.ts'
import type { UnknownVehicle } from '../unknownVehicles.ts'
import type { VehicleState } from '../vehicleState.ts'
import {
  BEAT,
  type FromThread,
  HANDLED,
  monotonicMs,
  monotonicNs,
  type Place,
  SHARED_BYTES,
  type ThreadData,
  type ThreadOptions,
  type ToThread,
} from './messages.ts'
import { METHODS, type RemoteGateway, type RemoteName } from './methods.ts'

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

interface Pending {
  readonly method: RemoteName
  readonly callbacks: readonly ((...args: unknown[]) => void)[]
  readonly settle: (value: unknown) => void
  readonly fail: (error: Error) => void
}

interface Known {
  readonly state: VehicleState
  /** Monotonic, by the clock that both threads share. */
  readonly atMs: number
}

const olderTelemetry = (telemetry: Telemetry, byMs: number): Telemetry => {
  const ageMs = telemetry.ageMs === null ? null : telemetry.ageMs + Math.max(0, byMs)
  return { ...telemetry, ageMs, link: linkStateOf(ageMs) }
}

/** The state of the mower is unknown now; its last position stays on the map. */
const unknownTelemetry = ({ position, headingDeg, ageMs }: Telemetry): Telemetry => ({
  ...SILENT_TELEMETRY,
  position,
  headingDeg,
  ageMs: ageMs === null ? null : Math.max(ageMs, LOST_AFTER_MS + 1),
  link: ageMs === null ? 'never' : 'lost',
})

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

export const openGatewayThread = (options: GatewayThreadOptions): GatewayThread => {
  const { onEvent, onNote, onRestart, firstNote, script, own, ...threadOptions } = options
  const known = new Map<string, Known>()
  const pending = new Map<number, Pending>()
  let marks = new BigInt64Array(new SharedArrayBuffer(SHARED_BYTES))
  let worker: Worker | undefined
  let unknownVehicles: readonly UnknownVehicle[] = []
  let ports: readonly number[] = []
  let mowers: readonly MowerConfig[] = []
  let opening: { resolve(): void; reject(error: Error): void } | undefined
  let closed: (() => void) | undefined
  let isWanted = false
  let callId = 0
  let seen = 0
  let timer: NodeJS.Timeout | undefined
  let checking: NodeJS.Timeout | undefined

  const silentMs = (): number =>
    worker === undefined ? Number.POSITIVE_INFINITY : Number(monotonicNs() - Atomics.load(marks, BEAT)) / 1e6
  const isAlive = (): boolean => silentMs() < SILENT_MS

  const stateNow = ({ state, atMs }: Known): VehicleState => {
    const telemetry = olderTelemetry(state.telemetry, monotonicMs() - atMs)
    return { ...state, telemetry: isAlive() ? telemetry : unknownTelemetry(telemetry) }
  }

  const post = (message: ToThread): void => worker?.postMessage(message)

  const learn = ({ states, gone, atMs, unknownVehicles: vehicles }: FromThread): void => {
    for (const patch of states) {
      const before = known.get(patch.id)?.state
      const state: VehicleState = {
        ...patch,
        mission: patch.mission === undefined ? (before?.mission ?? null) : patch.mission,
        statusTexts: patch.statusTexts ?? before?.statusTexts ?? [],
      }
      known.set(patch.id, { state, atMs })
    }
    for (const id of gone ?? []) known.delete(id)
    if (vehicles !== undefined) unknownVehicles = vehicles
  }

  const settle = (id: number): Pending | undefined => {
    const asked = pending.get(id)
    pending.delete(id)
    return asked
  }

  const receive = (message: FromThread): void => {
    learn(message)
    seen = message.seq
    Atomics.store(marks, HANDLED, BigInt(seen))
    const { what } = message
    switch (what?.kind) {
      case undefined:
        break
      case 'event':
        onEvent(what.event)
        break
      case 'position': {
        const entry = known.get(what.mowerId)
        if (entry !== undefined)
          onEvent({ kind: 'telemetry', mowerId: what.mowerId, atMs: what.atMs, state: stateNow(entry) })
        break
      }
      case 'note':
        onNote?.(what.note)
        break
      case 'answer':
        settle(what.id)?.settle(what.value)
        break
      case 'failed':
        settle(what.id)?.fail(new Error(what.message))
        break
      case 'progress':
        pending.get(what.id)?.callbacks[what.callback]?.(...what.args)
        break
      case 'opened':
        ports = what.ports
        opening?.resolve()
        opening = undefined
        break
      case 'notOpened':
        if (opening !== undefined) {
          opening.reject(new Error(what.message))
          opening = undefined
        } else timer = setTimeout(() => post({ kind: 'open' }), REOPEN_MS)
        break
      case 'closed':
        closed?.()
        break
    }
  }

  /** Settles all pending requests with the answer for a thread that is gone. */
  const answerLost = (): void => {
    for (const { method, settle: answer } of pending.values()) {
      const kind = METHODS[method]
      answer(typeof kind === 'string' ? undefined : kind.whenLost())
    }
    pending.clear()
  }

  const forget = (): void => {
    known.clear()
    unknownVehicles = []
    answerLost()
  }

  const lost = (from: Worker, reason: string): void => {
    if (worker !== from) return
    worker = undefined
    forget()
    void from.terminate()
    opening?.reject(new Error(reason))
    opening = undefined
    closed?.()
    if (!isWanted) return
    onRestart?.(reason)
    timer = setTimeout(() => {
      spawn()
      post({ kind: 'open' })
    }, RESTART_MS)
  }

  const spawn = (): void => {
    const shared = new SharedArrayBuffer(SHARED_BYTES)
    marks = new BigInt64Array(shared)
    // It is not silent before it could say anything.
    Atomics.store(marks, BEAT, monotonicNs())
    seen = 0
    const data: ThreadData = { options: threadOptions, shared, own }
    const fresh = new Worker(script ?? new URL('program.ts', import.meta.url), {
      workerData: data,
      execArgv: [],
      name: 'gateway',
    })
    worker = fresh
    fresh.on('message', (message: FromThread) => {
      if (worker === fresh) receive(message)
    })
    fresh.on('error', error => lost(fresh, error.message))
    fresh.on('exit', code => lost(fresh, `The thread of the gateway ended with code ${code}`))
    post({ kind: 'tell', method: 'setMowers', args: [mowers], atMs: monotonicMs() })
    if (firstNote !== undefined) post({ kind: 'note', note: firstNote() })
  }

  /** Counted in looks and not in time: a process that stood still as a whole has no thread that is stuck. */
  const check = (() => {
    let silentLooks = 0
    return (): void => {
      // Before its first word it may still be starting.
      silentLooks = seen > 0 && worker !== undefined && silentMs() > CHECK_MS ? silentLooks + 1 : 0
      if (silentLooks >= SILENT_MS / CHECK_MS) answerLost()
      if (worker === undefined || silentLooks < STUCK_MS / CHECK_MS) return
      silentLooks = 0
      lost(worker, 'The thread of the gateway was stuck')
    }
  })()

  const ask = (method: RemoteName, args: readonly unknown[]): Promise<unknown> => {
    const kind = METHODS[method]
    const whenLost = typeof kind === 'string' ? undefined : kind.whenLost()
    const mustGo = typeof kind !== 'string' && kind.whenLate === 'carryOut'
    if (worker === undefined || (!mustGo && !isAlive())) return Promise.resolve(whenLost)
    callId += 1
    const id = callId
    const { plain, signals, callbacks } = split(args)
    const abort = (): void => post({ kind: 'abort', id })
    for (const { signal } of signals) signal.addEventListener('abort', abort, { once: true })
    const answer = new Promise<unknown>((resolve, reject) => {
      pending.set(id, { method, callbacks: callbacks.map(({ call }) => call), settle: resolve, fail: reject })
    }).finally(() => {
      for (const { signal } of signals) signal.removeEventListener('abort', abort)
    })
    post({
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

  const tell = (method: RemoteName, args: readonly unknown[]): void => {
    if (method === 'setMowers') mowers = args[0] as readonly MowerConfig[]
    post({ kind: 'tell', method, args, atMs: monotonicMs() })
  }

  const remote = Object.fromEntries(
    (Object.keys(METHODS) as RemoteName[]).map(method => [
      method,
      (...args: unknown[]) => (typeof METHODS[method] === 'string' ? tell(method, args) : ask(method, args)),
    ]),
    // Each has the type of its method by the table, which the list of pairs cannot say.
  ) as unknown as Pick<RemoteGateway, RemoteName>

  return {
    ...remote,
    state: mowerId => {
      const entry = known.get(mowerId)
      return entry === undefined ? undefined : stateNow(entry)
    },
    states: () => [...known.values()].map(stateNow),
    unknownVehicles: () => unknownVehicles,
    ports: () => ports,
    isAlive,
    note: note => post({ kind: 'note', note }),
    open: async () => {
      isWanted = true
      try {
        await new Promise<void>((resolve, reject) => {
          opening = { resolve, reject }
          spawn()
          post({ kind: 'open' })
        })
        checking = setInterval(check, CHECK_MS)
      } catch (error) {
        isWanted = false
        await worker?.terminate()
        throw error
      }
    },
    close: async () => {
      isWanted = false
      clearTimeout(timer)
      clearInterval(checking)
      const ending = worker
      if (ending === undefined) return
      const patience = new Promise<void>(resolve => {
        closed = resolve
        timer = setTimeout(resolve, CLOSE_MS)
      })
      post({ kind: 'close' })
      await patience
      clearTimeout(timer)
      worker = undefined
      forget()
      await ending.terminate()
    },
  }
}
