/** Where the live socket is, and the ticket that opens one. */
import { calls } from '@greensward/domain/contract'
import type { Config } from '../config.ts'
import { type Route, route } from '../http/route.ts'
import { channelsOf } from './audience.ts'
import type { Sockets } from './sockets.ts'

export const liveRoutes = (config: Config, sockets: Sockets): readonly Route[] => [
  route(calls.live.config, async ({ user, request }) => ({
    // The page's own address where the operator named none: the client asked us under it.
    host: config.publicUrl?.replace(/\/$/, '') ?? `${request.protocol}://${request.host}`,
    token: await sockets.issueTicket(user),
    channels: [...channelsOf(user.role)],
  })),
]
