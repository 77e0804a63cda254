/** The course map, its history and export. */

import { courseFeature, FEATURE_KINDS, id, instant, line, publicCourse, saidShape } from '@greensward/domain'
import { z } from 'zod'
import { call, listOf, pageQuery } from './call.ts'

export const courseDiffBody = z.strictObject({
  added: z.array(courseFeature).max(20_000),
  updated: z.array(z.tuple([courseFeature, courseFeature])).max(20_000),
  removed: z.array(courseFeature).max(20_000),
})

/** The answer to every change of the map. */
export const changedMap = z.strictObject({
  revision: z.number().int(),
  /** Zones and mission areas that belonged to a hole before and belong to none now, such as those of a deleted hole. */
  leftWithoutHole: z.array(z.strictObject({ id, title: z.string() })),
})

export const exportFormat = z.enum(['geojson', 'kml', 'gpx', 'gpkg', 'shapefile', 'dxf'])
export type ExportFormat = z.infer<typeof exportFormat>

const featureKind = z.enum(FEATURE_KINDS)

export const mapCalls = {
  publicCourse: {
    get: call({
      method: 'GET',
      path: 'course',
      who: 'anyone',
      result: publicCourse,
    }),
  },
  map: {
    get: call({
      method: 'GET',
      path: 'map',
      who: 'course.read',
      result: z.strictObject({ revision: z.number().int(), features: z.array(courseFeature) }),
      isLarge: true,
    }),
    change: call({
      method: 'POST',
      path: 'map/changes',
      who: 'course.read',
      body: z.strictObject({ baseRevision: z.number().int().min(0), label: line(120), ...courseDiffBody.shape }),
      result: changedMap,
    }),
    changes: call({
      method: 'GET',
      path: 'map/changes',
      who: 'operations.read',
      query: z.strictObject(pageQuery),
      result: listOf(
        z.strictObject({
          revision: z.number().int(),
          label: z.string(),
          /** The label in the words of every language; null where a person wrote it. */
          said: saidShape.nullable(),
          who: z.string(),
          at: instant,
          added: z.number().int(),
          updated: z.number().int(),
          removed: z.number().int(),
        }),
      ),
    }),
    revert: call({
      method: 'POST',
      path: 'map/changes/{revision}/revert',
      who: 'map.edit',
      params: z.strictObject({ revision: z.coerce.number().int().positive() }),
      result: changedMap,
    }),
    export: call({
      method: 'GET',
      path: 'map/export',
      who: 'operations.read',
      query: z.strictObject({
        format: exportFormat.default('geojson'),
        /** Kinds of features with commas between them. */
        kinds: z
          .string()
          .max(300)
          .transform(text => text.split(','))
          .pipe(z.array(featureKind).min(1))
          .optional(),
      }),
      result: z.unknown(),
    }),
  },
} as const
