/**
 * The live channel of people. A gap in a channel's numbers or a
 * reconnect means: read again. Handlers receive messages that the contract has read.
 */
import { type Channel, calls, channel as channels, type LiveMessage, liveMessages } from '@greensward/contract'
import { session } from './browser.ts'
import { call } from './call.ts'
import { ticketSocket } from './ticketSocket.ts'

export interface LiveState {
  readonly status: 'off' | 'connecting' | 'live' | 'lost'
  /** When the last sign of life came, milliseconds since 1970; null before the first. */
  readonly receivedAt: number | null
}

type Handler<C extends Channel> = (message: LiveMessage<C>) => void

const handlers = new Map<Channel, Set<(message: never) => void>>()
const gapListeners = new Set<(channel: Channel) => void>()
const stateListeners = new Set<() => void>()
const lastSeq = new Map<Channel, number>()

let state: LiveState = { status: 'off', receivedAt: null }
let wasLive = false

const set = (change: Partial<LiveState>): void => {
  state = { ...state, ...change }
  for (const listener of stateListeners) listener()
}

const tellGap = (channel: Channel): void => {
  for (const listener of gapListeners) listener(channel)
}

const tellGapsOfReadings = (): void => {
  if (state.status !== 'live') return
  for (const name of channels.options) if (name !== 'vehicles') tellGap(name)
}

/** Once the page has nothing else to do, within two seconds at most. */
export function whenAtRest(run: () => void): void {
  if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(run, { timeout: 2_000 })
  else window.setTimeout(run, 500)
}

function receive(channel: Channel, raw: unknown): void {
  const parsed = liveMessages[channel].safeParse(raw)
  if (!parsed.success) {
    // A message that is not as agreed says at least that something changed.
    tellGap(channel)
    return
  }
  const { seq } = parsed.data
  const last = lastSeq.get(channel)
  lastSeq.set(channel, seq)
  if (last !== undefined && seq !== last + 1) tellGap(channel)
  for (const handler of handlers.get(channel) ?? []) handler(parsed.data as never)
  set({ receivedAt: Date.now() })
}

const socket = ticketSocket({
  ask: () => call(calls.live.config),
  listen: (opened, config) => {
    opened.io.on('ping', () => set({ receivedAt: Date.now() }))
    for (const name of config.channels) {
      const known = channels.safeParse(name)
      if (known.success) opened.on(known.data, (raw: unknown) => receive(known.data, raw))
    }
  },
  onConnect: () => {
    lastSeq.clear()
    set({ status: 'live', receivedAt: Date.now() })
    // Messages without a listener are unknown, also between the first reading and this moment: at first that was
    // a moment ago, and the last reading is drawn before it is read again.
    tellGap('vehicles')
    if (wasLive) tellGapsOfReadings()
    else whenAtRest(tellGapsOfReadings)
    wasLive = true
  },
  onAway: () => set({ status: wasLive ? 'lost' : 'connecting' }),
})

export const live = {
  state: (): LiveState => state,
  /** Receives every change of the connection's state. */
  onState: (listener: () => void): (() => void) => {
    stateListeners.add(listener)
    return () => stateListeners.delete(listener)
  },
  /** Receives every message of one channel until the returned function is called. */
  subscribe: <C extends Channel>(channel: C, handler: Handler<C>): (() => void) => {
    const set = handlers.get(channel) ?? new Set()
    handlers.set(channel, set)
    set.add(handler as (message: never) => void)
    return () => set.delete(handler as (message: never) => void)
  },
  /** Called when messages of a channel may have been missed: read again. */
  onGap: (listener: (channel: Channel) => void): (() => void) => {
    gapListeners.add(listener)
    return () => gapListeners.delete(listener)
  },
  /** Also for a later caller, which may have missed messages until now. */
  start: (): void => {
    if (state.status === 'live') whenAtRest(tellGapsOfReadings)
    if (state.status !== 'off') return
    set({ status: 'connecting', receivedAt: null })
    socket.start()
  },
  stop: (): void => {
    wasLive = false
    socket.stop()
    lastSeq.clear()
    set({ status: 'off', receivedAt: null })
  },
}

session.subscribe(() => {
  const { loading, accessToken } = session.state()
  // It may have been opened before anybody knew that the session was over.
  if (!loading && accessToken === null) live.stop()
})
