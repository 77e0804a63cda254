/** How a page joins the live channel, and where every vehicle is when it does. */
import { z } from 'zod'
import { call } from './call.ts'
import { liveVehicle } from './liveVehicle.ts'

export const liveCalls = {
  live: {
    config: call({
      method: 'GET',
      path: 'ws/config',
      who: 'user',
      result: z.strictObject({ host: z.string(), token: z.string(), channels: z.array(z.string()) }),
    }),
    vehicles: call({
      method: 'GET',
      path: 'vehicles',
      who: 'course.read',
      result: z.strictObject({ items: z.array(liveVehicle) }),
    }),
  },
}
