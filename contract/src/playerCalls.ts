/** All calls that a cart's tablet may make, and the same calls for staff who view a cart's screen. */

import {
  buggySettings,
  cartLive,
  cartMessage,
  courseFeature,
  courseMode,
  headingDeg,
  id,
  instant,
  mapSettings,
  order,
  orderRequest,
  position,
  technicalNumber,
  telemetry,
  zoneType,
} from '@greensward/domain'
import { z } from 'zod'
import { byId, call, listOf } from './call.ts'
import { raster } from './rasterCalls.ts'
import { menu } from './restaurantCalls.ts'

/** A mower near the cart: the people in it are to keep their distance. */
const mowerNear = z.strictObject({
  id,
  name: z.string(),
  position,
  distanceM: z.number(),
  speedMps: z.number().nullable(),
  isWorking: z.boolean(),
})

export const playerState = z.strictObject({
  at: instant,
  cart: z.strictObject({ id, name: z.string(), home: position.nullable() }),
  telemetry,
  state: cartLive,
  /** Whole minutes a group may take on the current hole; null on none. */
  passMinutes: z.number().int().nullable(),
  /** Not lifted and not seen yet, or in force: newest first. */
  messages: z.array(cartMessage),
  /** The lock that is on the screen. */
  lock: cartMessage.nullable(),
  mowers: z.array(mowerNear),
  /** How the course is open. */
  mode: courseMode,
  settings: buggySettings,
  map: mapSettings.omit({ totalFieldArea: true, mowerWidth: true }),
  phones: z.array(technicalNumber),
  /** Of the course: re-read when it differs. */
  revision: z.number().int(),
})
export type PlayerState = z.infer<typeof playerState>

const playerFix = z.strictObject({
  at: instant,
  position,
  accuracyM: z.number().min(0).max(100_000).nullable(),
  speedMps: z.number().min(0).max(100).nullable(),
  headingDeg: headingDeg.nullable(),
})

export const playerCalls = {
  player: {
    pair: call({
      method: 'POST',
      path: 'player/pair',
      who: 'anyone',
      body: z.strictObject({ code: z.string().max(100), name: z.string().trim().min(1).max(60).default('Tablet') }),
      result: z.strictObject({ token: z.string(), cart: z.strictObject({ id, name: z.string() }) }),
    }),
    get: call({
      method: 'GET',
      path: 'player',
      who: 'device',
      result: playerState,
    }),
    live: call({
      method: 'GET',
      path: 'player/live',
      who: 'device',
      result: z.strictObject({ host: z.string(), token: z.string() }),
    }),
    course: call({
      method: 'GET',
      path: 'player/course',
      who: 'device',
      result: z.strictObject({
        revision: z.number().int(),
        features: z.array(courseFeature),
        zoneTypes: z.array(zoneType),
      }),
    }),
    rasters: call({
      method: 'GET',
      path: 'player/rasters',
      who: 'device',
      result: listOf(raster),
    }),
    /** Answers as `rasters.file` does; the file never changes under its id, so a tablet may keep what it has. */
    rasterFile: call({
      method: 'GET',
      path: 'player/rasters/{id}/file',
      who: 'device',
      params: byId,
      result: z.unknown(),
    }),
    report: call({
      method: 'POST',
      path: 'player/positions',
      who: 'device',
      body: z.strictObject({ fixes: z.array(playerFix).min(1).max(500) }),
      result: z.strictObject({ taken: z.number().int(), state: cartLive }),
    }),
    menu: call({
      method: 'GET',
      path: 'player/menu',
      who: 'device',
      result: menu,
    }),
    orders: call({
      method: 'GET',
      path: 'player/orders',
      who: 'device',
      result: listOf(order),
    }),
    order: call({
      method: 'POST',
      path: 'player/orders',
      who: 'device',
      body: z.strictObject({ requestId: id, lines: orderRequest.shape.lines, note: orderRequest.shape.note }),
      result: order,
    }),
    seen: call({
      method: 'POST',
      path: 'player/messages/{id}/seen',
      who: 'device',
      params: byId,
      result: cartMessage,
    }),
    ofCart: call({
      method: 'GET',
      path: 'carts/{id}/player',
      who: 'operations.read',
      params: byId,
      result: playerState,
    }),
  },
} as const
