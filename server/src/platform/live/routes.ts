/** The address of the live socket, and the ticket that opens one: for people, and for the tablets of carts. */
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { type Route, route } from '../http/route.ts'
import { channelsOf } from './audience.ts'
import type { Sockets } from './sockets.ts'

/** The page's own address where the operator named none: the client asked us under it. */
const hostOf = ({ publicUrl }: Config, { protocol, host }: FastifyRequest): string =>
  publicUrl?.replace(/\/$/, '') ?? `${protocol}://${host}`

export const liveRoutes = (config: Config, sockets: Sockets): readonly Route[] => [
  route(calls.live.config, async ({ user, request }) => ({
    host: hostOf(config, request),
    token: await sockets.issueTicket(user.sessionId),
    channels: [...channelsOf(user.role)],
  })),
  route(lateCalls.player.live, async ({ device, request }) => ({
    host: hostOf(config, request),
    token: await sockets.issueTicket(device.id),
  })),
]
