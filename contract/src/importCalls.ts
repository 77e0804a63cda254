/** The import of a course: a file becomes a draft on the server, and a person applies it with a few choices. */

import { courseFeature, DRAWING_UNITS, id, importGroup, instant, line, position, saidParams } from '@greensward/domain'
import { z } from 'zod'
import { byId, call } from './call.ts'
import { changedMap } from './mapCalls.ts'

/** What a file would become; the map changes only when the draft is applied. */
export const importPreview = z.strictObject({
  format: z.enum(['osm', 'geojson', 'kml', 'gpx', 'shapefile', 'dxf', 'gpkg', 'gml']),
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
  /** Unit of a drawing; null for other formats, and for a drawing in degrees. */
  drawingUnit: z
    .strictObject({
      /** `ofSystem` is a unit of the coordinate system that has no name here. */
      name: z.enum([...DRAWING_UNITS, 'ofSystem']),
      /** Assumed is the unit of the coordinate system, where the drawing names none. */
      source: z.enum(['chosen', 'file', 'assumed']),
    })
    .nullable(),
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

export const importCalls = {
  imports: {
    /** multipart/form-data with one file; the map stays as it is. */
    create: call({
      method: 'POST',
      path: 'imports',
      who: 'map.edit',
      result: z.strictObject({
        id,
        /** The draft can be applied until then. */
        expiresAt: instant,
        ...importPreview.shape,
      }),
    }),
    apply: call({
      method: 'POST',
      path: 'imports/{id}/apply',
      who: 'map.edit',
      params: byId,
      body: z.strictObject({
        /** The map that the person sees: `replace` takes away what is on it, and conflicts where that changed since. */
        baseRevision: z.number().int().min(0),
        /** Names the change in the history. */
        label: line(120),
        mode: z.enum(['add', 'replace']),
        /** With `add`: also the duplicates of `standing` that are `addable`. */
        withDuplicates: z.boolean().default(false),
        /** Ids of features of the draft that stay out. */
        leaveOut: z.array(id).max(20_000).default([]),
      }),
      result: changedMap,
    }),
  },
} as const
