/** The live channel: socket.io, a message is `{event, message}` on its channel's name. */

import { courseFeature, mission, notification, position } from '@greensward/domain'
import { z } from 'zod'
import { liveVehicle, vehicleMove } from './liveVehicle.ts'

export const channel = z.enum(['vehicles', 'missions', 'map', 'notifications', 'settings', 'garage'])
export type Channel = z.infer<typeof channel>

/** A stretch that was just driven: for the mown band on the map. */
export const drivenStretch = z.strictObject({ missionId: z.uuid(), bladeOn: z.boolean(), points: z.array(position) })

/**
 * Every message carries `seq`, counting up by one per channel: a gap means that something was missed and is to be read
 * again. `vehicles` is droppable and newest wins, so there it may wait a little.
 */
export const liveMessages = {
  vehicles: z.discriminatedUnion('event', [
    z.strictObject({ event: z.literal('vehicles'), seq: z.number().int(), message: z.array(liveVehicle) }),
    z.strictObject({
      event: z.literal('moved'),
      seq: z.number().int(),
      message: z.array(z.union([vehicleMove, liveVehicle])),
    }),
  ]),
  missions: z.discriminatedUnion('event', [
    z.strictObject({ event: z.literal('changed'), seq: z.number().int(), message: mission }),
    z.strictObject({ event: z.literal('deleted'), seq: z.number().int(), message: z.strictObject({ id: z.uuid() }) }),
  ]),
  map: z.strictObject({
    event: z.literal('changed'),
    seq: z.number().int(),
    message: z.strictObject({
      revision: z.number().int(),
      /** Absent where they are too many for a message: the map is read again. */
      upserted: z.array(courseFeature).optional(),
      removed: z.array(z.uuid()),
    }),
  }),
  notifications: z.strictObject({ event: z.literal('added'), seq: z.number().int(), message: notification }),
  /** Something in settings changed: the client re-reads `subject`. */
  settings: z.strictObject({
    event: z.literal('changed'),
    seq: z.number().int(),
    message: z.strictObject({
      subject: z.enum([
        'map',
        'buggy',
        'zoneTypes',
        'blades',
        'users',
        'technicalNumbers',
        'restaurant',
        'orders',
        'rasters',
        'link',
        'courseMode',
        'weather',
        'standingPlans',
        'teeSheet',
        'jobs',
        'webhooks',
        'mqtt',
        'readyTexts',
      ]),
    }),
  }),
  garage: z.strictObject({
    event: z.literal('changed'),
    seq: z.number().int(),
    message: z.strictObject({ subject: z.enum(['mowers', 'carts', 'bases', 'rounds', 'shifts']) }),
  }),
} as const
export type LiveMessage<C extends Channel> = z.infer<(typeof liveMessages)[C]>
