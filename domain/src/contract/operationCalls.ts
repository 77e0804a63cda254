/** The live channel and the health of the server. */
import { z } from 'zod'
import { call } from './call.ts'
import { liveVehicle } from './live.ts'

export const operationCalls = {
  live: {
    config: call({
      method: 'GET',
      path: 'ws/config',
      who: 'user',
      summary: 'Where the live socket is, a ticket of 60 s that opens one, and the channels of this role',
      result: z.strictObject({ host: z.string(), token: z.string(), channels: z.array(z.string()) }),
    }),
    vehicles: call({
      method: 'GET',
      path: 'vehicles',
      who: 'course.read',
      summary: 'All vehicles as they are now',
      result: z.strictObject({ items: z.array(liveVehicle) }),
    }),
  },
  operation: {
    health: call({
      method: 'GET',
      path: 'health',
      who: 'anyone',
      summary: 'Liveness and readiness',
      result: z.strictObject({ live: z.boolean(), ready: z.boolean(), degraded: z.array(z.string()) }),
    }),
  },
} as const
