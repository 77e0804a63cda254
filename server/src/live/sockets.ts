/** socket.io under the live channel: a ticket opens one socket, and the socket ends with its session. */
import { randomBytes } from 'node:crypto'
import type { Server as HttpServer } from 'node:http'
import type { RoleSlug } from '@greensward/domain'
import type { Channel } from '@greensward/domain/contract'
import { Server, type Socket } from 'socket.io'
import type { Clock } from '../context.ts'
import type { User } from '../http/route.ts'
import { channelsOf } from './audience.ts'
import type { LiveSink } from './live.ts'

const TICKET_MS = 60_000
const SOCKET_PATH = '/socket.io'
/** More than any person has tabs; a session that opens more loses its oldest. */
const SOCKETS_PER_SESSION = 20

export interface Sockets extends LiveSink {
  /** A one-use ticket of 60 s for one socket of this session. */
  issueTicket(user: User): string
  endSessions(sessionIds: readonly string[]): void
  close(): Promise<void>
}

const room = (name: Channel, role: RoleSlug): string => `${name} ${role}`

/** @param isAllowedOrigin says whether a page of this origin may open a socket to the host of the request */
export const openSockets = (
  server: HttpServer,
  clock: Clock,
  isAllowedOrigin: (origin: string, host: string | undefined) => boolean,
): Sockets => {
  const tickets = new Map<string, { user: User; expiresAtMs: number }>()
  const bySession = new Map<string, Set<Socket>>()

  const io = new Server(server, {
    path: SOCKET_PATH,
    serveClient: false,
    maxHttpBufferSize: 10_000,
    allowRequest: (request, done) => {
      const { origin, host } = request.headers
      done(null, origin === undefined || isAllowedOrigin(origin, host))
    },
  })

  const redeem = (ticket: unknown): User | undefined => {
    if (typeof ticket !== 'string') return undefined
    const known = tickets.get(ticket)
    tickets.delete(ticket)
    return known !== undefined && known.expiresAtMs > clock.monotonicMs() ? known.user : undefined
  }

  io.use((socket, next) => {
    const user = redeem(socket.handshake.query.token)
    if (user === undefined) return next(new Error('unauthorized'))
    const own = bySession.get(user.sessionId) ?? new Set()
    bySession.set(user.sessionId, own)
    own.add(socket)
    for (const oldest of [...own].slice(0, Math.max(0, own.size - SOCKETS_PER_SESSION))) oldest.disconnect(true)
    socket.on('disconnect', () => {
      own.delete(socket)
      if (own.size === 0) bySession.delete(user.sessionId)
    })
    void socket.join(channelsOf(user.role).map(name => room(name, user.role)))
    next()
  })

  return {
    issueTicket: user => {
      const nowMs = clock.monotonicMs()
      for (const [ticket, { expiresAtMs }] of tickets) if (expiresAtMs <= nowMs) tickets.delete(ticket)
      const ticket = randomBytes(32).toString('base64url')
      tickets.set(ticket, { user, expiresAtMs: nowMs + TICKET_MS })
      return ticket
    },
    send: (role, name, envelope, isDroppable) => {
      const target = io.to(room(name, role))
      if (isDroppable) target.volatile.emit(name, envelope)
      else target.emit(name, envelope)
    },
    endSessions: sessionIds => {
      for (const id of sessionIds) {
        for (const [ticket, { user }] of tickets) if (user.sessionId === id) tickets.delete(ticket)
        for (const socket of bySession.get(id) ?? []) socket.disconnect(true)
      }
    },
    close: () => io.close(),
  }
}
