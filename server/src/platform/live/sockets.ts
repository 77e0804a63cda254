/** socket.io under the live channel: a ticket opens one socket, and the socket ends with its session, or with the pairing of its tablet. */
import { randomBytes } from 'node:crypto'
import type { Server as HttpServer } from 'node:http'
import type { Channel, PlayerLive } from '@greensward/contract'
import type { RoleSlug } from '@greensward/domain'
import { Server, type Socket } from 'socket.io'
import type { User } from '../http/route.ts'
import { channelsOf } from './audience.ts'
import type { LiveSink } from './live.ts'

const TICKET_MS = 60_000
const SOCKET_PATH = '/socket.io'
/** A connection that shows no ticket is closed after this, to free its slot for those who have one. */
const TICKET_SHOWN_MS = 5_000
/** More than any person has tabs; a session or a tablet that opens more loses its oldest. */
const SOCKETS_PER_HOLDER = 20
const ENDED_KEPT = 10_000

/** The owner of a socket: `id` is that of the session, or of the tablet. */
export type Listener =
  | { readonly kind: 'person'; readonly id: string; readonly user: User }
  | { readonly kind: 'tablet'; readonly id: string; readonly cartId: string }

/** The store of tickets: any server accepts a ticket that any of them gave. */
export interface Tickets {
  /** @param holderId of a session or a tablet */
  store(ticket: string, holderId: string, lifeMs: number): Promise<void>
  /** Takes it away; undefined where it is none, too old, or of a session or a pairing that is over. */
  redeem(ticket: string): Promise<Listener | undefined>
}

export interface Sockets extends LiveSink {
  /** A one-use ticket of 60 s for one socket of this session or tablet. */
  issueTicket(holderId: string): Promise<string>
  /** How many are open. */
  count(): number
  /** Closes all: their pages reconnect and re-read. */
  endAll(): void
  /** Those of sessions, or of tablets, that are over. */
  end(holderIds: readonly string[]): void
  close(): Promise<void>
}

const room = (name: Channel, role: RoleSlug): string => `${name} ${role}`
const TABLETS = 'tablets'
const cartRoom = (cartId: string): string => `cart ${cartId}`
const PLAYER = 'player'

/** A tablet receives messages of its own cart and of no other. */
const roomsOf = (listener: Listener): string[] =>
  listener.kind === 'tablet'
    ? [TABLETS, cartRoom(listener.cartId)]
    : channelsOf(listener.user.role).map(name => room(name, listener.user.role))

/** @param isAllowedOrigin says whether a page of this origin may open a socket to the host of the request */
export const openSockets = (
  server: HttpServer,
  tickets: Tickets,
  isAllowedOrigin: (origin: string, host: string | undefined) => boolean,
): Sockets => {
  const byHolder = new Map<string, Set<Socket>>()
  /** The sessions and tablets that ended last. */
  const ended = new Set<string>()

  const io = new Server(server, {
    path: SOCKET_PATH,
    serveClient: false,
    maxHttpBufferSize: 10_000,
    connectTimeout: TICKET_SHOWN_MS,
    allowRequest: (request, done) => {
      const { origin, host } = request.headers
      done(null, origin === undefined || isAllowedOrigin(origin, host))
    },
  })

  io.use(async (socket, next) => {
    const { token } = socket.handshake.query
    const listener = typeof token === 'string' ? await tickets.redeem(token).catch(() => undefined) : undefined
    if (listener === undefined) return next(new Error('unauthorized'))
    socket.data.listener = listener
    next()
  })

  io.on('connection', socket => {
    const listener: Listener = socket.data.listener
    // It may have ended while the ticket was looked up.
    if (ended.has(listener.id)) return void socket.disconnect(true)
    const own = byHolder.get(listener.id) ?? new Set()
    byHolder.set(listener.id, own)
    own.add(socket)
    for (const oldest of [...own].slice(0, Math.max(0, own.size - SOCKETS_PER_HOLDER))) oldest.disconnect(true)
    socket.on('disconnect', () => {
      own.delete(socket)
      if (own.size === 0) byHolder.delete(listener.id)
    })
    void socket.join(roomsOf(listener))
  })

  return {
    issueTicket: async holderId => {
      const ticket = randomBytes(32).toString('base64url')
      await tickets.store(ticket, holderId, TICKET_MS)
      return ticket
    },
    count: () => io.engine.clientsCount,
    endAll: () => io.disconnectSockets(true),
    send: (role, name, envelope, isDroppable) => {
      const listeners = room(name, role)
      // socket.io writes a message as text before it looks for receivers.
      if (!io.sockets.adapter.rooms.has(listeners)) return
      const target = io.to(listeners)
      if (isDroppable) target.volatile.emit(name, envelope)
      else target.emit(name, envelope)
    },
    hasTablet: cartId => io.sockets.adapter.rooms.has(cartRoom(cartId)),
    sendTablets: (cartIds, live: PlayerLive) => {
      const target = cartIds === 'all' ? io.to(TABLETS) : io.to(cartIds.map(cartRoom))
      // The next position says the same, and better.
      if (live.event === 'now') target.volatile.emit(PLAYER, live)
      else target.emit(PLAYER, live)
    },
    endTablets: cartIds => {
      if (cartIds.length > 0) io.in(cartIds.map(cartRoom)).disconnectSockets(true)
    },
    end: holderIds => {
      if (ended.size > ENDED_KEPT) ended.clear()
      for (const id of holderIds) {
        ended.add(id)
        for (const socket of byHolder.get(id) ?? []) socket.disconnect(true)
      }
    },
    close: () => io.close(),
  }
}
