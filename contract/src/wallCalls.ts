/** Displays on a wall: paired by a code as a cart's tablet is, they read the day of the course and can do nothing. */

import { courseDay, id, instant, line, staffJob } from '@greensward/domain'
import { z } from 'zod'
import { byId, call, listOf, nothing } from './call.ts'
import { shiftOfDay } from './shiftCalls.ts'

export const wallDisplay = z.strictObject({ id, name: z.string(), pairedAt: instant, lastSeenAt: instant.nullable() })
export type WallDisplay = z.infer<typeof wallDisplay>

/** All that a display shows. */
export const wallDay = z.strictObject({
  /** When it was read, by the server's clock. */
  at: instant,
  courseName: z.string(),
  timeZone: z.string(),
  day: courseDay,
  shifts: z.array(shiftOfDay),
  mowers: z.array(z.strictObject({ id, name: z.string() })),
  jobs: z.array(staffJob),
})
export type WallDay = z.infer<typeof wallDay>

export const wallCalls = {
  walls: {
    list: call({
      method: 'GET',
      path: 'wall-displays',
      who: 'settings.edit',
      result: listOf(wallDisplay),
    }),
    pair: call({
      method: 'POST',
      path: 'wall-displays/pairing',
      who: 'settings.edit',
      result: z.strictObject({ code: z.string(), expiresAt: instant }),
    }),
    remove: call({
      method: 'DELETE',
      path: 'wall-displays/{id}',
      who: 'settings.edit',
      params: byId,
      result: nothing,
    }),
    redeem: call({
      method: 'POST',
      path: 'wall/pair',
      who: 'anyone',
      body: z.strictObject({ code: z.string().max(100), name: line(60) }),
      result: z.strictObject({ token: z.string(), name: z.string() }),
    }),
    get: call({
      method: 'GET',
      path: 'wall',
      who: 'display',
      result: wallDay,
    }),
  },
} as const
