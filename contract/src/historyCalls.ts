/** The past of the course map: what one change did, the map as it was, named versions, and the way back. */

import { courseFeature, id, instant, line, saidShape } from '@greensward/domain'
import { z } from 'zod'
import { byId, call, listOf, nothing } from './call.ts'
import { changedMap, courseDiffBody } from './mapCalls.ts'

/** A revision of the course that somebody gave a name. */
export const courseVersion = z.strictObject({
  id,
  name: line(80),
  revision: z.number().int(),
  /** When it was named, and by whom. */
  at: instant,
  who: z.string(),
})
export type CourseVersion = z.infer<typeof courseVersion>

const atRevision = z.strictObject({ revision: z.coerce.number().int().min(0).max(1_000_000_000) })

export const historyCalls = {
  mapHistory: {
    change: call({
      method: 'GET',
      path: 'map/changes/{revision}',
      who: 'operations.read',
      params: atRevision,
      result: z.strictObject({
        revision: z.number().int(),
        label: z.string(),
        /** The label in the words of every language; null where a person wrote it. */
        said: saidShape.nullable(),
        who: z.string(),
        at: instant,
        ...courseDiffBody.shape,
      }),
    }),
    map: call({
      method: 'GET',
      path: 'map/revisions/{revision}',
      who: 'operations.read',
      params: atRevision,
      result: z.strictObject({ revision: z.number().int(), features: z.array(courseFeature) }),
    }),
    compare: call({
      method: 'GET',
      path: 'map/compare',
      who: 'operations.read',
      query: z.strictObject({
        from: z.coerce.number().int().min(0),
        /** Today when left out. */
        to: z.coerce.number().int().min(0).optional(),
      }),
      result: z.strictObject({ from: z.number().int(), to: z.number().int(), ...courseDiffBody.shape }),
    }),
    restore: call({
      method: 'POST',
      path: 'map/revisions/{revision}/restore',
      who: 'map.edit',
      params: atRevision,
      result: changedMap,
    }),
  },
  courseVersions: {
    list: call({
      method: 'GET',
      path: 'map/versions',
      who: 'operations.read',
      result: listOf(courseVersion),
    }),
    create: call({
      method: 'POST',
      path: 'map/versions',
      who: 'map.edit',
      body: z.strictObject({ name: line(80), revision: z.number().int().min(0).optional() }),
      result: courseVersion,
    }),
    remove: call({
      method: 'DELETE',
      path: 'map/versions/{id}',
      who: 'map.edit',
      params: byId,
      result: nothing,
    }),
  },
} as const
