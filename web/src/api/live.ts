/**
 * The live channel: the only owner of the socket. Every opening takes a fresh ticket, a gap in a channel's numbers or a
 * reconnect says: read anew. Handlers get messages that the contract has read.
 */
import { type Channel, calls, channel as channels, type LiveMessage, liveMessages } from '@greensward/domain/contract'
import { io, type Socket } from 'socket.io-client'
import { call } from './call.ts'

export interface LiveState {
  readonly status: 'off' | 'connecting' | 'live' | 'lost'
  /** When the last sign of life came, milliseconds since 1970; null before the first. */
  readonly heardAt: number | null
}

type Handler<C extends Channel> = (message: LiveMessage<C>) => void

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 15_000

const handlers = new Map<Channel, Set<(message: never) => void>>()
const gapListeners = new Set<(channel: Channel) => void>()
const stateListeners = new Set<() => void>()
const lastSeq = new Map<Channel, number>()

let state: LiveState = { status: 'off', heardAt: null }
let socket: Socket | null = null
let wanted = false
let wasLive = false
let waitMs = FIRST_WAIT_MS
let retry: number | undefined

const set = (change: Partial<LiveState>): void => {
  state = { ...state, ...change }
  for (const listener of stateListeners) listener()
}

const tellGap = (channel: Channel): void => {
  for (const listener of gapListeners) listener(channel)
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
  if (channel !== 'vehicles' && last !== undefined && seq !== last + 1) tellGap(channel)
  for (const handler of handlers.get(channel) ?? []) handler(parsed.data as never)
  set({ heardAt: Date.now() })
}

function later(): void {
  if (!wanted || retry !== undefined) return
  set({ status: wasLive ? 'lost' : 'connecting' })
  // Spread out, so that a restarted server is not met by everybody in the same second.
  retry = window.setTimeout(
    () => {
      retry = undefined
      void open()
    },
    waitMs * (0.75 + Math.random() / 2),
  )
  waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
}

async function open(): Promise<void> {
  try {
    const config = await call(calls.live.config)
    if (!wanted) return
    const opened = io(config.host === '' ? window.location.origin : config.host, {
      query: { token: config.token },
      // Where a proxy lets no WebSocket through, long polling does.
      transports: ['websocket', 'polling'],
      tryAllTransports: true,
      // A ticket opens one socket only, so a lost socket is opened anew with a new ticket instead of reconnected.
      reconnection: false,
      forceNew: true,
    })
    socket = opened
    opened.on('connect', () => {
      waitMs = FIRST_WAIT_MS
      lastSeq.clear()
      set({ status: 'live', heardAt: Date.now() })
      // What was said while nobody listened is unknown, also between the first reading and this moment.
      for (const name of channels.options) tellGap(name)
      wasLive = true
    })
    opened.io.on('ping', () => set({ heardAt: Date.now() }))
    for (const name of config.channels) {
      const known = channels.safeParse(name)
      if (known.success) opened.on(known.data, (raw: unknown) => receive(known.data, raw))
    }
    const gone = (): void => {
      if (socket !== opened) return
      socket = null
      opened.removeAllListeners()
      opened.disconnect()
      later()
    }
    opened.on('disconnect', gone)
    opened.on('connect_error', gone)
  } catch {
    later()
  }
}

export const live = {
  state: (): LiveState => state,
  /** Hears of every change of the connection's state. */
  onState: (listener: () => void): (() => void) => {
    stateListeners.add(listener)
    return () => stateListeners.delete(listener)
  },
  /** Hears every message of one channel until the returned function is called. */
  subscribe: <C extends Channel>(channel: C, handler: Handler<C>): (() => void) => {
    const set = handlers.get(channel) ?? new Set()
    handlers.set(channel, set)
    set.add(handler as (message: never) => void)
    return () => set.delete(handler as (message: never) => void)
  },
  /** Hears when messages of a channel may have been missed: read anew. */
  onGap: (listener: (channel: Channel) => void): (() => void) => {
    gapListeners.add(listener)
    return () => gapListeners.delete(listener)
  },
  start: (): void => {
    if (wanted) return
    wanted = true
    set({ status: 'connecting', heardAt: null })
    void open()
  },
  stop: (): void => {
    wanted = false
    wasLive = false
    window.clearTimeout(retry)
    retry = undefined
    waitMs = FIRST_WAIT_MS
    socket?.removeAllListeners()
    socket?.disconnect()
    socket = null
    lastSeq.clear()
    set({ status: 'off', heardAt: null })
  },
}
