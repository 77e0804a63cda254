/** Planned starts of Automowers: on which days and at what time each mows a work area, and who lets the server start it by itself. */
import { clockTime, courseDay, fieldFault, id, instant, saidShape, weekday } from '@greensward/domain'
import { z } from 'zod'
import { byId, call, nothing, updating } from './call.ts'

/** How long a mower is sent to mow. */
export const startMinutes = { least: 15, most: 720 } as const
/** A release is for these days, the day on which it is given among them. */
export const MOST_RELEASED_DAYS = 14

/** What a person plans. */
export const plannedStartFields = z.strictObject({
  /** The maker's. */
  machineId: z.string().min(1).max(100),
  areaId: z.string().min(1).max(100),
  weekdays: z
    .array(weekday)
    .min(1, fieldFault('empty'))
    .max(7)
    .refine(days => new Set(days).size === days.length, fieldFault('daysTwice')),
  /** By the clock of the course. */
  at: clockTime,
  minutes: z.number().int().min(startMinutes.least).max(startMinutes.most),
})

const plannedStart = plannedStartFields.extend({
  id,
  /** Empty for a mower that the service does not list any more. */
  machineName: z.string(),
  /** Empty also for the area that the maker gives no name. */
  areaName: z.string(),
  /** The zone of ours that its work area is; null where nobody chose one. */
  zoneId: z.string().nullable(),
  /** Who lets the server start it by itself, and the last day of that; null where nobody does. */
  release: z.strictObject({ until: courseDay, by: z.string() }).nullable(),
  /** The next time that the server starts it; null without a release, or where none is left in it. */
  nextAt: instant.nullable(),
  /**
   * The last time that it was due under a release. `waits`: the checks refuse it, and it is tried again. `asked`: the maker's
   * service has not answered yet.
   */
  last: z
    .strictObject({
      at: instant,
      outcome: z.enum(['waits', 'asked', 'started', 'notStarted']),
      why: saidShape.nullable(),
    })
    .nullable(),
  updatedAt: instant,
})
export type PlannedStart = z.infer<typeof plannedStart>

export const automowerStartCalls = {
  automowerStarts: {
    list: call({
      method: 'GET',
      path: 'automower-starts',
      who: 'operations.read',
      result: z.strictObject({ items: z.array(plannedStart) }),
    }),
    create: call({
      method: 'POST',
      path: 'automower-starts',
      who: 'missions.plan',
      body: plannedStartFields,
      result: plannedStart,
    }),
    update: call({
      method: 'PATCH',
      path: 'automower-starts/{id}',
      who: 'missions.plan',
      params: byId,
      body: plannedStartFields.partial().extend(updating),
      result: plannedStart,
    }),
    remove: call({
      method: 'DELETE',
      path: 'automower-starts/{id}',
      who: 'missions.plan',
      params: byId,
      result: nothing,
    }),
    release: call({
      method: 'POST',
      path: 'automower-starts/{id}/release',
      who: 'mowers.operate',
      params: byId,
      body: z.strictObject({ until: courseDay }).extend(updating),
      result: plannedStart,
    }),
    revoke: call({
      method: 'POST',
      path: 'automower-starts/{id}/revoke',
      who: 'mowers.stop',
      params: byId,
      result: plannedStart,
    }),
  },
} as const
