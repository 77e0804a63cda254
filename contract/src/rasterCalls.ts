/** Pictures from the air and heights of the ground: what there is, and the uploads they come from. */

import { fieldFault, id, instant, line, saidShape } from '@greensward/domain'
import { z } from 'zod'
import { byId, call, listOf, nothing } from './call.ts'

/** Larger files are refused before a byte of them is sent. */
export const MAX_RASTER_BYTES = 1024 ** 3

export const rasterKind = z.enum(['orthophoto', 'dem'])

/** The fields of a raster that people edit. */
const said = {
  title: line(120),
  /** Says who made it, or of a drawn picture that it is not a photograph. */
  attribution: z.union([z.literal(''), line(200)]),
  /** The day it was flown or surveyed. */
  takenOn: z.iso.date().nullable(),
}

export const raster = z.strictObject({
  id,
  kind: rasterKind,
  title: z.string(),
  sizeBytes: z.number().int(),
  createdAt: instant,
  attribution: z.string(),
  takenOn: z.iso.date().nullable(),
  /** West, south, east, north in degrees; null where it was never worked out. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  metresPerPixel: z.number().nullable(),
  /** How far it may be off because of its datum; null where that is nothing. */
  accuracyM: z.number().nullable(),
  /** The pictures of an elevation model, hillshade and slope, are drawn. */
  hasReliefs: z.boolean(),
})
export type Raster = z.infer<typeof raster>

export const rasterUpload = z.strictObject({
  id,
  kind: rasterKind,
  ...said,
  fileName: z.string(),
  sizeBytes: z.number().int(),
  receivedBytes: z.number().int(),
  /** Its bytes come in; it waits its turn; it is made a raster; it is one; it cannot be one. */
  state: z.enum(['receiving', 'waiting', 'working', 'done', 'failed']),
  /** Of the making, 0 to 1. */
  progress: z.number().min(0).max(1),
  /** Why it failed. */
  fault: saidShape.nullable(),
  rasterId: id.nullable(),
  createdAt: instant,
})
export type RasterUpload = z.infer<typeof rasterUpload>

export const rasterCalls = {
  rasters: {
    list: call({
      method: 'GET',
      path: 'rasters',
      who: 'course.read',
      result: listOf(raster),
    }),
    /** Answers the bare GeoTIFF and honours byte ranges; the token may come as header only. */
    file: call({
      method: 'GET',
      path: 'rasters/{id}/file',
      who: 'course.read',
      params: byId,
      query: z.strictObject({ picture: z.enum(['own', 'hillshade', 'slope']).default('own') }),
      result: z.unknown(),
    }),
    update: call({
      method: 'PATCH',
      path: 'rasters/{id}',
      who: 'map.edit',
      params: byId,
      body: z.strictObject(said).partial(),
      result: raster,
    }),
    remove: call({
      method: 'DELETE',
      path: 'rasters/{id}',
      who: 'map.edit',
      params: byId,
      result: nothing,
    }),
    uploads: call({
      method: 'GET',
      path: 'rasters/uploads',
      who: 'map.edit',
      result: listOf(rasterUpload),
    }),
    openUpload: call({
      method: 'POST',
      path: 'rasters/uploads',
      who: 'map.edit',
      body: z.strictObject({
        kind: rasterKind,
        ...said,
        fileName: line(255),
        sizeBytes: z.number().int().min(8, fieldFault('fileEmpty')).max(MAX_RASTER_BYTES, fieldFault('rasterTooLarge')),
      }),
      result: rasterUpload,
    }),
    upload: call({
      method: 'GET',
      path: 'rasters/uploads/{id}',
      who: 'map.edit',
      params: byId,
      result: rasterUpload,
    }),
    /** The body is application/octet-stream. What arrived of a part that broke off stays. */
    sendBytes: call({
      method: 'PATCH',
      path: 'rasters/uploads/{id}/bytes',
      who: 'map.edit',
      params: byId,
      query: z.strictObject({ offset: z.coerce.number().int().min(0) }),
      result: rasterUpload,
    }),
    cancelUpload: call({
      method: 'DELETE',
      path: 'rasters/uploads/{id}',
      who: 'map.edit',
      params: byId,
      result: nothing,
    }),
  },
} as const
