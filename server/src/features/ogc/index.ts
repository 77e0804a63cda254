/** The course for other programs by OGC API - Features Part 1 (OGC 17-069r4): QGIS opens it as layers, read-only. */

import { OGC_COLLECTIONS } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { type CourseNames, courseNames, flatFeature } from '@greensward/course-io/columns'
import { rightHanded } from '@greensward/course-io/winding'
import { type CourseFeature, type FeatureKind, may } from '@greensward/domain'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import type { Feature } from '../../platform/feature.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { type RouteOptions, route, type User } from '../../platform/http/route.ts'
import { createBreather } from '../../platform/threads/breather.ts'
import { jsonInSlices } from '../../platform/threads/jsonInSlices.ts'
import { readCourseName } from '../../shared/course/courseStore.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import { readZoneTypes } from '../../shared/missionLife/machinesStore.ts'
import { DEFAULT_LIMIT, filtersOf, MOST_LIMIT, matching } from './itemsQuery.ts'
import {
  CONFORMANCE,
  collectionPage,
  collectionsPage,
  GEOJSON,
  JSON_TYPE,
  kindOf,
  landingPage,
  link,
  OPENAPI_TYPE,
  openApi30,
} from './pages.ts'

const OPTIONS: RouteOptions = { bare: true, opensToAccessKeys: true, wrongQueryIs: 'badRequest' }

/** A person who sees only holes and roads on the map sees no more of it here. */
const kindsFor = (user: User): readonly FeatureKind[] =>
  may(user.role, 'operations.read')
    ? OGC_COLLECTIONS
    : OGC_COLLECTIONS.filter(kind => kind === 'hole' || kind === 'road')

const geojsonOf = (feature: CourseFeature, names: CourseNames) => ({
  type: 'Feature' as const,
  id: feature.id,
  geometry: rightHanded(feature.geometry),
  properties: flatFeature(feature, names),
})

export const createOgcFeature = (ctx: Context, course: CurrentCourse): Feature => {
  const baseOf = (request: FastifyRequest): string =>
    `${ctx.config.publicUrl?.replace(/\/+$/, '') ?? `${request.protocol}://${request.host}`}/api/ogc`

  const named = async (features: readonly CourseFeature[]): Promise<CourseNames> =>
    courseNames(features, await readZoneTypes(ctx.db))

  const seenKind = (collectionId: string, user: User): FeatureKind => {
    const kind = kindOf(collectionId)
    return kind === undefined || !kindsFor(user).includes(kind)
      ? refuse('noSuchCollection', { name: collectionId })
      : kind
  }

  return {
    routes: [
      route(
        lateCalls.ogc.landing,
        async ({ request, reply }) => {
          reply.type(JSON_TYPE)
          return landingPage(baseOf(request), await readCourseName(ctx.db))
        },
        OPTIONS,
      ),
      route(
        lateCalls.ogc.api,
        async ({ request, reply, user }) => {
          // Fastify would not know that a type of this name is JSON.
          const body = openApi30(baseOf(request), await readCourseName(ctx.db), kindsFor(user))
          return reply.type(OPENAPI_TYPE).serializer(JSON.stringify).send(body) as never
        },
        OPTIONS,
      ),
      route(
        lateCalls.ogc.conformance,
        async ({ reply }) => {
          reply.type(JSON_TYPE)
          return CONFORMANCE
        },
        OPTIONS,
      ),
      route(
        lateCalls.ogc.collections,
        async ({ request, reply, user }) => {
          const { features } = await course.read()
          reply.type(JSON_TYPE)
          return collectionsPage(baseOf(request), kindsFor(user), features)
        },
        OPTIONS,
      ),
      route(
        lateCalls.ogc.collection,
        async ({ params, request, reply, user }) => {
          const kind = seenKind(params.collectionId, user)
          const { features } = await course.read()
          reply.type(JSON_TYPE)
          return collectionPage(baseOf(request), kind, features)
        },
        OPTIONS,
      ),
      route(
        lateCalls.ogc.items,
        async ({ params, query, request, reply, user }) => {
          const kind = seenKind(params.collectionId, user)
          const filters = filtersOf(kind, query)
          const { features } = await course.read()
          const names = await named(features)
          const found = matching(
            features.filter(feature => feature.kind === kind),
            query,
            filters,
            names,
          )
          // More than the greatest page is asked for: the greatest page is the answer, as the standard allows.
          const limit = Math.min(query.limit ?? DEFAULT_LIMIT, MOST_LIMIT)
          const offset = query.offset ?? 0
          const page = found.slice(offset, offset + limit)
          const here = `${baseOf(request)}/collections/${kind}/items`
          const pageAt = (at: number): string => {
            const search = new URLSearchParams()
            if (query.bbox !== undefined) search.set('bbox', query.bbox)
            if (query.datetime !== undefined) search.set('datetime', query.datetime)
            for (const [name, value] of filters) search.set(name, value)
            if (query.limit !== undefined || at > 0) search.set('limit', String(limit))
            if (at > 0) search.set('offset', String(at))
            return search.size === 0 ? here : `${here}?${search}`
          }
          const hasNext = offset + page.length < found.length
          const shown: ReturnType<typeof geojsonOf>[] = []
          const breathe = createBreather()
          for (const feature of page) {
            shown.push(geojsonOf(feature, names))
            await breathe()
          }
          const body = {
            type: 'FeatureCollection',
            timeStamp: ctx.clock.now().toISOString(),
            numberMatched: found.length,
            numberReturned: page.length,
            features: shown,
            links: [
              link(pageAt(offset), 'self', GEOJSON, 'This page'),
              link(`${baseOf(request)}/collections/${kind}`, 'collection', JSON_TYPE, 'Its collection'),
              ...(hasNext ? [link(pageAt(offset + limit), 'next', GEOJSON, 'The next page')] : []),
              ...(offset > 0 ? [link(pageAt(Math.max(0, offset - limit)), 'prev', GEOJSON, 'The page before')] : []),
            ],
          }
          return reply.type(GEOJSON).send(Buffer.from(await jsonInSlices(body))) as never
        },
        OPTIONS,
      ),
      route(
        lateCalls.ogc.item,
        async ({ params, request, reply, user }) => {
          const kind = seenKind(params.collectionId, user)
          const { features } = await course.read()
          const found = features.find(feature => feature.kind === kind && feature.id === params.featureId)
          if (found === undefined) return refuse('notFound')
          const base = `${baseOf(request)}/collections/${kind}`
          const body = {
            ...geojsonOf(found, await named(features)),
            links: [
              link(`${base}/items/${found.id}`, 'self', GEOJSON, 'This thing'),
              link(base, 'collection', JSON_TYPE, 'Its collection'),
            ],
          }
          return reply.type(GEOJSON).serializer(JSON.stringify).send(body) as never
        },
        OPTIONS,
      ),
    ],
  }
}
