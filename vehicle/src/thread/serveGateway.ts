/**
 * The gateway's thread: links, heartbeats, safety watches and repeated stops run here, so that they hold while the main
 * thread is blocked. It answers questions, and pushes each mower's state before anything that could be concluded from it.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../clock.ts'
import type { StopOutcome } from '../emergencyStop.ts'
import type { GatewayEvent } from '../events.ts'
import { createGateway, type Gateway } from '../gateway.ts'
import type { MowerConfig } from '../mower.ts'
import { stoppedMeanwhile } from '../outcome.ts'
import type { VehicleState } from '../vehicleState.ts'
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

/** The content of a state, without its age. */
const fingerprint = ({ mission: _mission, statusTexts: _texts, telemetry, ...rest }: VehicleState): string =>
  JSON.stringify([rest, { ...telemetry, ageMs: null }])

export const serveGateway = (serving: ServeOptions = {}): GatewayService => {
  const port = parentPort
  if (port === null) throw new Error('This runs in a thread of its own')
  const { options, shared, own } = workerData as ThreadData
  const marks = new BigInt64Array(shared)
  const pushed = new Map<string, { readonly state: VehicleState; print: string }>()
  const running = new Map<number, AbortController>()
  const thinnedAtMs = new Map<string, number>()
  /** Of each mower that was stopped from here, the message that says so. */
  const stopNotes = new Map<string, number>()
  let pushedVehicles = '[]'
  let seq = 0

  const beat = (): void => {
    Atomics.store(marks, BEAT, monotonicNs())
  }

  /** @param isForced sent even where nothing has changed, as the age of what is known has */
  const patchOf = (state: VehicleState, isForced: boolean): StatePatch | undefined => {
    const before = pushed.get(state.id)
    const print = fingerprint(state)
    const { mission, statusTexts, ...core } = state
    const isSameMission = before?.state.mission === mission && before !== undefined
    const isSameTexts = before?.state.statusTexts === statusTexts
    if (!isForced && isSameMission && isSameTexts && before.print === print) return undefined
    pushed.set(state.id, { state, print })
    return { ...core, ...(isSameMission ? {} : { mission }), ...(isSameTexts ? {} : { statusTexts }) }
  }

  const post = (states: readonly StatePatch[], rest: Omit<FromThread, 'seq' | 'atMs' | 'states'>): number => {
    beat()
    seq += 1
    port.postMessage({ seq, atMs: monotonicMs(), states, ...rest } satisfies FromThread)
    return seq
  }

  /** With the state of one mower, or of all that have changed. */
  const send = (what: NonNullable<FromThread['what']>, mowerId?: string): number => {
    const states = mowerId === undefined ? gateway.states() : [gateway.state(mowerId)]
    return post(
      states.flatMap(state => (state === undefined ? [] : (patchOf(state, mowerId !== undefined) ?? []))),
      { what },
    )
  }

  const isBehind = (): boolean => seq - Number(Atomics.load(marks, HANDLED)) > BEHIND

  const onEvent = (event: GatewayEvent): void => {
    if (event.kind !== 'telemetry') {
      send({ kind: 'event', event }, 'mowerId' in event ? event.mowerId : '')
      return
    }
    const { mowerId, atMs, state } = event
    if (isBehind()) {
      const nowMs = monotonicMs()
      if (nowMs - (thinnedAtMs.get(mowerId) ?? Number.NEGATIVE_INFINITY) < THINNED_MS) return
      thinnedAtMs.set(mowerId, nowMs)
    }
    const patch = patchOf(state, true)
    post(patch === undefined ? [] : [patch], { what: { kind: 'position', mowerId, atMs } })
  }

  const gateway = createGateway({ ...options, clock: systemClock, onEvent })

  const push = (): void => {
    beat()
    if (isBehind()) return
    const states = gateway.states()
    const patches = states.flatMap(state => patchOf(state, false) ?? [])
    const ids = new Set(states.map(({ id }) => id))
    const gone = [...pushed.keys()].filter(id => !ids.has(id))
    for (const id of gone) pushed.delete(id)
    const vehicles = gateway.unknownVehicles()
    const print = JSON.stringify(vehicles)
    const areNew = print !== pushedVehicles
    pushedVehicles = print
    if (patches.length === 0 && gone.length === 0 && !areNew) return
    post(patches, { ...(gone.length === 0 ? {} : { gone }), ...(areNew ? { unknownVehicles: vehicles } : {}) })
  }

  const method = (name: RemoteName): Callable => (gateway[name] as Callable).bind(gateway)

  const answer = async (asked: Extract<ToThread, { kind: 'call' }>): Promise<void> => {
    const { id, args, signals, callbacks } = asked
    const kind = METHODS[asked.method]
    if (typeof kind === 'string') return
    const mowerId = typeof args[0] === 'string' ? args[0] : undefined
    const isLate = kind.whenLate === 'refuse' && monotonicMs() - asked.atMs > LATE_MS
    const isBeforeStop = kind.moves === true && asked.seen < (stopNotes.get(mowerId ?? '') ?? 0)
    if (isLate || isBeforeStop) {
      send({ kind: 'answer', id, value: isLate ? kind.whenLost() : stoppedMeanwhile }, mowerId)
      return
    }
    const ending = new AbortController()
    running.set(id, ending)
    const progressing =
      (callback: number) =>
      (...progress: unknown[]) =>
        post([], { what: { kind: 'progress', id, callback, args: progress } })
    try {
      const withSignals = withPlaces(args, signals, () => ending.signal)
      const value = await method(asked.method)(...withPlaces(withSignals, callbacks, progressing))
      send({ kind: 'answer', id, value }, mowerId)
    } catch (error) {
      send({ kind: 'failed', id, message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    } finally {
      running.delete(id)
    }
  }

  const open = async (): Promise<void> => {
    try {
      await gateway.open()
      send({ kind: 'opened', ports: gateway.ports() })
    } catch (error) {
      send({ kind: 'notOpened', message: error instanceof Error ? error.message : String(error) })
    }
  }

  const close = async (): Promise<void> => {
    clearInterval(pushing)
    await serving.onClose?.()
    await gateway.close()
    post([], { what: { kind: 'closed' } })
    port.close()
  }

  const tell = ({ method: name, args, atMs }: Extract<ToThread, { kind: 'tell' }>): void => {
    if (METHODS[name] === 'fresh' && monotonicMs() - atMs > LATE_MS) return
    method(name)(...args)
    if (name === 'setMowers') push()
  }

  port.on('message', (message: ToThread) => {
    switch (message.kind) {
      case 'open':
        void open()
        break
      case 'close':
        void close()
        break
      case 'call':
        void answer(message)
        break
      case 'tell':
        tell(message)
        break
      case 'abort':
        running.get(message.id)?.abort()
        break
      case 'note':
        serving.onNote?.(message.note)
        break
    }
  })
  const pushing = setInterval(push, PUSH_MS)
  beat()

  return {
    gateway,
    own,
    note: note => void send({ kind: 'note', note }),
    stop: (config, note) => {
      const isHeld = gateway.state(config.id) !== undefined
      const stopped = isHeld ? gateway.stop(config.id) : gateway.stopReceived(config)
      stopNotes.set(config.id, send({ kind: 'note', note }))
      return Promise.resolve(stopped)
    },
  }
}
