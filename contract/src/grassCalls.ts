/** The memory of the grass: when each square metre was last cut, and which zones want it again. */

import { direction, id, instant, nextCutShape, position } from '@greensward/domain'
import { z } from 'zod'
import { byId, call, listOf } from './call.ts'

/** The cells of one zone, as `unpackGrass` reads them. */
export const zoneAge = z.strictObject({
  zoneId: id,
  /** Longitude and latitude of the frame that the cells are counted in, in metres east and north. */
  origin: position,
  minX: z.number().int(),
  minY: z.number().int(),
  columns: z.number().int().positive(),
  rows: z.number().int().positive(),
  mowerIds: z.array(z.string()),
  /** Deflated (raw, RFC 1951) bytes, base64. */
  cells: z.string(),
})
export type ZoneAge = z.infer<typeof zoneAge>

const share = z.number().min(0).max(1)

export const grassRow = z.strictObject({
  zoneId: id,
  title: z.string(),
  zoneTypeId: id,
  areaM2: z.number(),
  /** Of the zone's type. */
  intervalDays: z.number().int().nullable(),
  mownShare: share,
  /** Share whose due day is over, by growth or by the interval, or that was never cut; null where the type has neither. */
  overdueShare: share.nullable(),
  isOverdue: z.boolean(),
  /** When it is due as a whole, and why then; null where the type has no interval and does not grow. */
  due: nextCutShape.nullable(),
  /** Growing degree days since its last cut; null where its type does not grow or weather is missing. */
  degreeDays: z.number().nullable(),
  /** The last growth regulator in the records, and the degree days since. */
  regulator: z.strictObject({ at: instant, product: z.string(), degreeDays: z.number().nullable() }).nullable(),
  lastAt: instant.nullable(),
  lastMowerId: id.nullable(),
  /** The direction of the last mission that cut it, from the way the mower really drove. */
  lastDirection: direction.nullable(),
  oldestAt: instant.nullable(),
  /** The next mission that is planned for it. */
  nextMissionId: id.nullable(),
  nextStartsAt: instant.nullable(),
})
export type GrassRow = z.infer<typeof grassRow>

export const grassCalls = {
  grass: {
    zone: call({
      method: 'GET',
      path: 'zones/{id}/age',
      who: 'operations.read',
      params: byId,
      result: zoneAge,
    }),
    zones: call({
      method: 'GET',
      path: 'zones/age',
      who: 'operations.read',
      result: z.strictObject({ items: z.array(zoneAge) }),
    }),
    list: call({
      method: 'GET',
      path: 'grass',
      who: 'operations.read',
      result: listOf(grassRow),
    }),
  },
} as const
