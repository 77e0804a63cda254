/** The live channel: socket.io, a message is `{event, message}` on its channel's name. */
import { z } from 'zod'
import { cartLive } from '../cart/cartLive.ts'
import { courseFeature, position } from '../course.ts'
import { mission } from '../mission.ts'
import { notification } from '../notification.ts'
import { telemetry } from '../telemetry.ts'

export const channel = z.enum(['vehicles', 'missions', 'map', 'notifications', 'settings', 'garage'])
export type Channel = z.infer<typeof channel>

export const vehicleStop = z.strictObject({
  requestedAt: z.iso.datetime(),
  acknowledged: z.boolean(),
  standingStill: z.boolean(),
})

/** A vehicle as the map and the dock show it. Carts have no MAVLink telemetry beyond position, heading and speed. */
export const liveVehicle = z.strictObject({
  id: z.uuid(),
  kind: z.enum(['mower', 'cart']),
  telemetry,
  missionId: z.uuid().nullable(),
  /** Share of the active mission really cut, 0 to 1. */
  progress: z.number().nullable(),
  stop: vehicleStop.nullable(),
  /** What its positions mean; carts only. */
  cart: cartLive.optional(),
})
export type LiveVehicle = z.infer<typeof liveVehicle>

/** A stretch that was just driven: for the mown band on the map. */
export const drivenStretch = z.strictObject({ missionId: z.uuid(), bladeOn: z.boolean(), points: z.array(position) })

/**
 * Every message carries `seq`, counting up by one per channel; `vehicles` is droppable and newest wins, on all
 * others a gap means: read anew.
 */
export const liveMessages = {
  vehicles: z.strictObject({ event: z.literal('vehicles'), seq: z.number().int(), message: z.array(liveVehicle) }),
  missions: z.discriminatedUnion('event', [
    z.strictObject({ event: z.literal('changed'), seq: z.number().int(), message: mission }),
    z.strictObject({ event: z.literal('deleted'), seq: z.number().int(), message: z.strictObject({ id: z.uuid() }) }),
  ]),
  map: z.strictObject({
    event: z.literal('changed'),
    seq: z.number().int(),
    message: z.strictObject({
      revision: z.number().int(),
      upserted: z.array(courseFeature),
      removed: z.array(z.uuid()),
    }),
  }),
  notifications: z.strictObject({ event: z.literal('added'), seq: z.number().int(), message: notification }),
  /** Something in settings changed: the client reads `subject` anew. */
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
      ]),
    }),
  }),
  garage: z.strictObject({
    event: z.literal('changed'),
    seq: z.number().int(),
    message: z.strictObject({ subject: z.enum(['mowers', 'carts', 'rounds']) }),
  }),
} as const
export type LiveMessage<C extends Channel> = z.infer<(typeof liveMessages)[C]>
