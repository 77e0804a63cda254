/** The course for other programs: OGC API - Features, read (OGC 17-069r4) and edited (OGC 20-002), and the keys that open it. */

import { FEATURE_KINDS, id, instant, line } from '@greensward/domain'
import { z } from 'zod'
import { byId, call, listOf, nothing } from './call.ts'

/** A key that opens the course to another program; its text is shown once, when it is made. */
export const accessKey = z.strictObject({
  id,
  name: line(60),
  beginning: z.string(),
  /** Whether its program may change the map, by the rights of its owner. */
  mayEdit: z.boolean(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
})
export type AccessKey = z.infer<typeof accessKey>

const collectionId = z.strictObject({ collectionId: z.string().max(60) })
/** JSON is all there is; the parameter is taken because clients send it. */
const format = z.strictObject({ f: z.enum(['json', 'geojson']).optional() })

const crsName = z.string().max(200).optional()

const ofFeature = z.strictObject({ ...collectionId.shape, featureId: z.string().max(100) })

/** Checked in full once its collection is known. */
const given = { geometry: z.unknown(), properties: z.record(z.string(), z.unknown()) }
/** Where a feature names its coordinate system: as GeoJSON of 2008 did, or as JSON-FG does. */
const crsMembers = { crs: z.unknown().optional(), coordRefSys: z.unknown().optional() }
/** A feature of GeoJSON, with one value for each column of its collection; other members mean nothing here, nor does its id. */
const featureBody = z.object({ type: z.literal('Feature'), ...given, ...crsMembers })
/** JSON Merge Patch (RFC 7396) of a feature: what it leaves out stays as it is. */
const featurePatch = z.strictObject({
  type: z.literal('Feature').optional(),
  id: z.unknown().optional(),
  geometry: given.geometry.optional(),
  properties: given.properties.optional(),
  ...crsMembers,
})

/** One collection for each kind of thing on the map. */
export const OGC_COLLECTIONS = FEATURE_KINDS

export const ogcCalls = {
  accessKeys: {
    list: call({
      method: 'GET',
      path: 'profile/access-keys',
      who: 'user',
      result: listOf(accessKey),
    }),
    create: call({
      method: 'POST',
      path: 'profile/access-keys',
      who: 'course.read',
      body: z.strictObject({ name: line(60), mayEdit: z.boolean().default(false) }),
      result: z.strictObject({ ...accessKey.shape, key: z.string() }),
    }),
    remove: call({
      method: 'DELETE',
      path: 'profile/access-keys/{id}',
      who: 'user',
      params: byId,
      result: nothing,
    }),
  },
  ogc: {
    landing: call({
      method: 'GET',
      path: 'ogc',
      who: 'course.read',
      query: format,
      result: z.unknown(),
    }),
    api: call({
      method: 'GET',
      path: 'ogc/api',
      who: 'course.read',
      query: format,
      result: z.unknown(),
    }),
    conformance: call({
      method: 'GET',
      path: 'ogc/conformance',
      who: 'course.read',
      query: format,
      result: z.unknown(),
    }),
    collections: call({
      method: 'GET',
      path: 'ogc/collections',
      who: 'course.read',
      query: format,
      result: z.unknown(),
    }),
    collection: call({
      method: 'GET',
      path: 'ogc/collections/{collectionId}',
      who: 'course.read',
      params: collectionId,
      query: format,
      result: z.unknown(),
    }),
    queryables: call({
      method: 'GET',
      path: 'ogc/collections/{collectionId}/queryables',
      who: 'course.read',
      params: collectionId,
      query: format,
      result: z.unknown(),
    }),
    items: call({
      method: 'GET',
      path: 'ogc/collections/{collectionId}/items',
      who: 'course.read',
      params: collectionId,
      query: z
        .object({
          ...format.shape,
          /** West, south, east, north in degrees, or as `bbox-crs` has them; six numbers have heights, which do not count. */
          bbox: z.string().max(200).optional(),
          'bbox-crs': crsName,
          /** Of the answer. */
          crs: crsName,
          limit: z.coerce.number().int().min(1).optional(),
          offset: z.coerce.number().int().min(0).max(10_000_000).optional(),
          datetime: z.string().max(100).optional(),
          /** CQL2; how long it may be is checked where it is read, with the other faults of a filter. */
          filter: z.string().max(20_000).optional(),
          'filter-lang': z.enum(['cql2-text', 'cql2-json']).optional(),
          'filter-crs': crsName,
        })
        /** Columns of the collection, each with the value that is wanted. */
        .catchall(z.string().max(200)),
      result: z.unknown(),
    }),
    item: call({
      method: 'GET',
      path: 'ogc/collections/{collectionId}/items/{featureId}',
      who: 'course.read',
      params: ofFeature,
      query: z.strictObject({ ...format.shape, crs: crsName }),
      result: z.unknown(),
    }),
    itemsOptions: call({
      method: 'OPTIONS',
      path: 'ogc/collections/{collectionId}/items',
      who: 'course.read',
      params: collectionId,
      result: z.unknown(),
    }),
    itemOptions: call({
      method: 'OPTIONS',
      path: 'ogc/collections/{collectionId}/items/{featureId}',
      who: 'course.read',
      params: ofFeature,
      result: z.unknown(),
    }),
    create: call({
      method: 'POST',
      path: 'ogc/collections/{collectionId}/items',
      // Everybody who may change anything on the map; what of it depends on the feature.
      who: 'map.editNotes',
      params: collectionId,
      query: format,
      body: featureBody,
      result: z.unknown(),
    }),
    replace: call({
      method: 'PUT',
      path: 'ogc/collections/{collectionId}/items/{featureId}',
      who: 'map.editNotes',
      params: ofFeature,
      query: format,
      body: featureBody,
      result: z.unknown(),
    }),
    update: call({
      method: 'PATCH',
      path: 'ogc/collections/{collectionId}/items/{featureId}',
      who: 'map.editNotes',
      params: ofFeature,
      query: format,
      body: featurePatch,
      result: z.unknown(),
    }),
    remove: call({
      method: 'DELETE',
      path: 'ogc/collections/{collectionId}/items/{featureId}',
      who: 'map.editNotes',
      params: ofFeature,
      query: format,
      result: z.unknown(),
    }),
  },
} as const
