/** What reading and editing share: whose collections, their addresses, and one feature as it is answered. */

import { OGC_COLLECTIONS } from '@greensward/contract'
import { type CourseNames, courseNames, flatFeature } from '@greensward/course-io/columns'
import { rightHanded } from '@greensward/course-io/winding'
import { type CourseFeature, type FeatureKind, may } from '@greensward/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import type { Reader } from '../../platform/db/database.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { RouteOptions, User } from '../../platform/http/route.ts'
import { createBreather } from '../../platform/threads/breather.ts'
import { readZoneTypes } from '../../shared/missionLife/machinesStore.ts'
import { CRS84, type Crs, contentCrs, geometryIn, projectAhead } from './crs.ts'
import { etagOf } from './etag.ts'
import { GEOJSON, JSON_TYPE, kindOf, link } from './pages.ts'

export const OPTIONS: RouteOptions = { bare: true, opensToAccessKeys: true, wrongQueryIs: 'badRequest' }

/** A person who sees only holes and roads on the map sees no more of it here. */
export const kindsFor = (user: User): readonly FeatureKind[] =>
  may(user.role, 'operations.read')
    ? OGC_COLLECTIONS
    : OGC_COLLECTIONS.filter(kind => kind === 'hole' || kind === 'road')

export const seenKind = (collectionId: string, user: User): FeatureKind => {
  const kind = kindOf(collectionId)
  return kind === undefined || !kindsFor(user).includes(kind)
    ? refuse('noSuchCollection', { name: collectionId })
    : kind
}

export const geojsonOf = (feature: CourseFeature, names: CourseNames, crs: Crs) => ({
  type: 'Feature' as const,
  id: feature.id,
  // Where the latitude comes first a ring turns the other way, and is right-handed before.
  geometry: crs.isDegrees
    ? geometryIn(rightHanded(feature.geometry), crs)
    : rightHanded(geometryIn(feature.geometry, crs)),
  properties: flatFeature(feature, names),
})

export const namesFor = async (reader: Reader, features: readonly CourseFeature[]): Promise<CourseNames> =>
  courseNames(features, await readZoneTypes(reader))

export const baseOf = (ctx: Context, request: FastifyRequest): string =>
  `${ctx.config.publicUrl?.replace(/\/+$/, '') ?? `${request.protocol}://${request.host}`}/api/ogc`

/** Answers with one feature and its version. */
export const sendItem = async (
  reply: FastifyReply,
  base: string,
  feature: CourseFeature,
  names: CourseNames,
  crs: Crs = CRS84,
): Promise<never> => {
  const collection = `${base}/collections/${feature.kind}`
  await projectAhead(feature.geometry, crs, createBreather())
  const body = {
    ...geojsonOf(feature, names, crs),
    links: [
      link(`${collection}/items/${feature.id}`, 'self', GEOJSON, 'This thing'),
      link(collection, 'collection', JSON_TYPE, 'Its collection'),
    ],
  }
  reply.headers({ etag: etagOf(feature, names), 'content-crs': contentCrs(crs) })
  return reply.type(GEOJSON).serializer(JSON.stringify).send(body) as never
}
