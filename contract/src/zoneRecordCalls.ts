/** Measurements on zones, and products applied there. */

import { courseDay, id, newZoneRecord, recordMean, recordPhoto, saidParams, zoneRecord } from '@greensward/domain'
import { z } from 'zod'
import { byId, call, nothing } from './call.ts'

const photoPath = z.strictObject({ id, recordId: id, photoId: id })
const span = { from: courseDay, to: courseDay }

export const zoneRecordCalls = {
  zoneRecords: {
    /** At most 5000, the newest where there are more. */
    list: call({
      method: 'GET',
      path: 'zones/{id}/records',
      who: 'operations.read',
      params: byId,
      query: z.strictObject(span),
      result: z.strictObject({ items: z.array(zoneRecord) }),
    }),
    latest: call({
      method: 'GET',
      path: 'zones/records/latest',
      who: 'operations.read',
      result: z.strictObject({ items: z.array(zoneRecord) }),
    }),
    /** Of the whole course. Products are left out. */
    means: call({
      method: 'GET',
      path: 'zones/records/means',
      who: 'operations.read',
      query: z.strictObject(span),
      result: z.strictObject({ items: z.array(recordMean) }),
    }),
    /** A record that is sent again is kept once. */
    add: call({
      method: 'POST',
      path: 'zones/{id}/records',
      who: 'missions.plan',
      params: byId,
      body: newZoneRecord,
      result: zoneRecord,
    }),
    remove: call({
      method: 'DELETE',
      path: 'zones/{id}/records/{recordId}',
      who: 'missions.plan',
      params: z.strictObject({ id, recordId: id }),
      result: nothing,
    }),
    /**
     * multipart/form-data with one file, and before it a field `thumbnail` with a smaller picture as base64. The id is made by
     * the device: a photo that is sent again is kept once.
     */
    addPhoto: call({
      method: 'PUT',
      path: 'zones/{id}/records/{recordId}/photos/{photoId}',
      who: 'missions.plan',
      params: photoPath,
      result: recordPhoto,
    }),
    /** Answers the bare picture. */
    photo: call({
      method: 'GET',
      path: 'zones/{id}/records/{recordId}/photos/{photoId}',
      who: 'operations.read',
      params: photoPath,
      query: z.strictObject({ size: z.enum(['whole', 'thumbnail']).default('whole') }),
      result: z.unknown(),
    }),
    removePhoto: call({
      method: 'DELETE',
      path: 'zones/{id}/records/{recordId}/photos/{photoId}',
      who: 'missions.plan',
      params: photoPath,
      result: nothing,
    }),
    /** Answers a bare text/csv file, without the envelope. */
    export: call({
      method: 'GET',
      path: 'zones/records/export',
      who: 'operations.read',
      query: z.strictObject(span),
      result: z.unknown(),
    }),
    import: call({
      method: 'POST',
      path: 'zones/records/import',
      who: 'missions.plan',
      body: z.strictObject({ text: z.string().max(900_000) }),
      result: z.strictObject({
        added: z.number().int(),
        known: z.number().int(),
        faults: z.array(z.strictObject({ line: z.number().int(), code: z.string(), params: saidParams })),
      }),
    }),
  },
} as const
