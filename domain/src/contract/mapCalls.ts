/** The course map, its history, import and export. */

import { z } from 'zod'
import { id, instant, line } from '../common/text.ts'
import { courseFeature, FEATURE_KINDS, position } from '../course/course.ts'
import { importGroup } from '../course/importTarget.ts'
import { publicCourse } from '../course/publicCourse.ts'
import { call, listOf, pageQuery } from './call.ts'
import { saidParams } from './errors.ts'

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

/** Preview of an import: nothing is written until the features are posted as a change. */
export const importPreview = z.strictObject({
  format: z.enum(['osm', 'geojson', 'kml', 'gpx', 'shapefile', 'dxf']),
  /** Systems that were converted to longitude and latitude; empty where the file is in those already. */
  coordinateSystems: z.array(
    z.strictObject({
      /** `EPSG:31370`, or the name that the file gives. */
      name: z.string(),
      /** Chosen by the person who imports, or said by the file. */
      source: z.enum(['chosen', 'file']),
      /** How the datum relates to WGS 84: as good as equal, by a known shift, or unknown and taken as equal. */
      datum: z.enum(['modern', 'shifted', 'unknown']),
      datumName: z.string(),
      /** Possible error of the shift, in metres; null if it is unknown or nothing was shifted. */
      accuracyM: z.number().nullable(),
    }),
  ),
  /** Features that can be added to the current map as they are. */
  features: z.array(courseFeature),
  /** Features that conflict with the map: the same object drawn again, or a zone on top of another. */
  standing: z.array(
    z.strictObject({
      feature: courseFeature,
      existingId: id,
      title: z.string(),
      reason: z.enum(['duplicate', 'overlaps']),
      addable: z.boolean(),
    }),
  ),
  /** The targets of the file's elements, in groups that `mapping` can change. */
  groups: z.array(importGroup),
  counts: z.record(z.string(), z.number().int()),
  /** Elements that are read but mean nothing on a course, by what they are. */
  ignored: z.record(z.string(), z.number().int()),
  refused: z.array(
    z.strictObject({
      source: z.string(),
      becomes: z.string(),
      reason: z.string(),
      code: z.string(),
      params: saidParams,
      at: position.nullable(),
      repaired: z.boolean(),
    }),
  ),
})
export type ImportPreview = z.infer<typeof importPreview>

export const exportFormat = z.enum(['geojson', 'kml', 'gpx', 'gpkg'])
export type ExportFormat = z.infer<typeof exportFormat>

const featureKind = z.enum(FEATURE_KINDS)

export const mapCalls = {
  publicCourse: {
    get: call({
      method: 'GET',
      path: 'course',
      who: 'anyone',
      summary: 'Holes and mown ground of the course, for anybody; not found where it is switched off',
      result: publicCourse,
    }),
  },
  map: {
    get: call({
      method: 'GET',
      path: 'map',
      who: 'course.read',
      summary: 'The whole course',
      result: z.strictObject({ revision: z.number().int(), features: z.array(courseFeature) }),
      isLarge: true,
    }),
    change: call({
      method: 'POST',
      path: 'map/changes',
      who: 'course.read',
      summary: 'Apply a diff, all or nothing; the right needed depends on the kinds it touches',
      body: z.strictObject({ baseRevision: z.number().int().min(0), label: line(120), ...courseDiffBody.shape }),
      result: changedMap,
    }),
    changes: call({
      method: 'GET',
      path: 'map/changes',
      who: 'operations.read',
      summary: 'History, newest first',
      query: z.strictObject(pageQuery),
      result: listOf(
        z.strictObject({
          revision: z.number().int(),
          label: z.string(),
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
      summary: 'Undo one change of the map by its inverse',
      params: z.strictObject({ revision: z.coerce.number().int().positive() }),
      result: changedMap,
    }),
    /** multipart/form-data with one file; the answer is a preview and nothing is written. */
    import: call({
      method: 'POST',
      path: 'map/import',
      who: 'map.edit',
      summary:
        'Read a file (.osm, GeoJSON, KML, KMZ, GPX, zipped Shapefile, DXF; multipart, field `file`, before it `options` as JSON) and say what it would become',
      result: importPreview,
    }),
    export: call({
      method: 'GET',
      path: 'map/export',
      who: 'operations.read',
      summary: 'The course as GeoJSON, KML, GeoPackage, or its roads and notes as GPX; all kinds, or those named',
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
