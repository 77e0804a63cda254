/** socket.io under the live channel: a ticket opens one socket, and the socket ends with its session. */
import { randomBytes } from 'node:crypto'
import type { Server as HttpServer } from 'node:http'
import type { RoleSlug } from '@greensward/domain'
import type { Channel } from '@greensward/domain/contract'
import { Server, type Socket } from 'socket.io'
import type { User } from '../http/route.ts'
import { channelsOf } from './audience.ts'
import type { LiveSink } from './live.ts'

const TICKET_MS = 60_000
const SOCKET_PATH = '/socket.io'
/** More than any person has tabs; a session that opens more loses its oldest. */
const SOCKETS_PER_SESSION = 20
const ENDED_KEPT = 10_000

/** Where tickets are kept: any server takes a ticket that any of them gave. */
export interface Tickets {
  store(ticket: string, user: User, lifeMs: number): Promise<void>
  /** Takes it away; undefined where it is none, too old, or of a session that is over. */
  redeem(ticket: string): Promise<User | undefined>
}

export interface Sockets extends LiveSink {
  /** A one-use ticket of 60 s for one socket of this session. */
  issueTicket(user: User): Promise<string>
  /** How many are open. */
  count(): number
  /** Closes all: their people come again and read anew. */
  endAll(): void
  endSessions(sessionIds: readonly string[]): void
  close(): Promise<void>
}

const room = (name: Channel, role: RoleSlug): string => `${name} ${role}`

/** @param isAllowedOrigin says whether a page of this origin may open a socket to the host of the request */
export const openSockets = (
  server: HttpServer,
  tickets: Tickets,
  isAllowedOrigin: (origin: string, host: string | undefined) => boolean,
): Sockets => {
  const bySession = new Map<string, Set<Socket>>()
  /** The sessions that ended last. */
  const ended = new Set<string>()

  const io = new Server(server, {
    path: SOCKET_PATH,
    serveClient: false,
    maxHttpBufferSize: 10_000,
    allowRequest: (request, done) => {
      const { origin, host } = request.headers
      done(null, origin === undefined || isAllowedOrigin(origin, host))
    },
  })

  io.use(async (socket, next) => {
    const { token } = socket.handshake.query
    const user = typeof token === 'string' ? await tickets.redeem(token).catch(() => undefined) : undefined
    if (user === undefined) return next(new Error('unauthorized'))
    socket.data.user = user
    next()
  })

  io.on('connection', socket => {
    const user: User = socket.data.user
    // It may have ended while the ticket was looked up.
    if (ended.has(user.sessionId)) return void socket.disconnect(true)
    const own = bySession.get(user.sessionId) ?? new Set()
    bySession.set(user.sessionId, own)
    own.add(socket)
    for (const oldest of [...own].slice(0, Math.max(0, own.size - SOCKETS_PER_SESSION))) oldest.disconnect(true)
    socket.on('disconnect', () => {
      own.delete(socket)
      if (own.size === 0) bySession.delete(user.sessionId)
    })
    void socket.join(channelsOf(user.role).map(name => room(name, user.role)))
  })

  return {
    issueTicket: async user => {
      const ticket = randomBytes(32).toString('base64url')
      await tickets.store(ticket, user, TICKET_MS)
      return ticket
    },
    count: () => io.engine.clientsCount,
    endAll: () => io.disconnectSockets(true),
    send: (role, name, envelope, isDroppable) => {
      const target = io.to(room(name, role))
      if (isDroppable) target.volatile.emit(name, envelope)
      else target.emit(name, envelope)
    },
    endSessions: sessionIds => {
      if (ended.size > ENDED_KEPT) ended.clear()
      for (const id of sessionIds) {
        ended.add(id)
        for (const socket of bySession.get(id) ?? []) socket.disconnect(true)
      }
    },
    close: () => io.close(),
  }
}
