/**
 * The course for other programs by OGC API - Features, Part 1 (OGC 17-069r4), Part 2 (OGC 18-058r1) and Part 4 (OGC 20-002):
 * QGIS opens it as layers.
 */

import { lateCalls } from '@greensward/contract/late'
import type { Context } from '../../platform/context.ts'
import type { Feature } from '../../platform/feature.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { createBreather } from '../../platform/threads/breather.ts'
import { jsonInSlices } from '../../platform/threads/jsonInSlices.ts'
import { readCourseName } from '../../shared/course/courseStore.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import type { MapEditor } from '../../shared/course/mapEditor.ts'
import { contentCrs, crsNamed, offeredCrs } from './crs.ts'
import { editRoutes } from './editRoutes.ts'
import { baseOf, geojsonOf, kindsFor, namesFor, OPTIONS, seenKind, sendItem } from './items.ts'
import { DEFAULT_LIMIT, filtersOf, MOST_LIMIT, matching } from './itemsQuery.ts'
import {
  CONFORMANCE,
  collectionPage,
  collectionsPage,
  GEOJSON,
  JSON_TYPE,
  landingPage,
  link,
  OPENAPI_TYPE,
  openApi30,
} from './pages.ts'

/** Parameters that the links to other pages repeat. */
const KEPT = ['bbox', 'bbox-crs', 'crs', 'datetime'] as const

export const createOgcFeature = (ctx: Context, course: CurrentCourse, editor: MapEditor): Feature => {
  return {
    routes: [
      route(
        lateCalls.ogc.landing,
        async ({ request, reply }) => {
          reply.type(JSON_TYPE)
          return landingPage(baseOf(ctx, request), await readCourseName(ctx.db))
        },
        OPTIONS,
      ),
      route(
        lateCalls.ogc.api,
        async ({ request, reply, user }) => {
          const kinds = kindsFor(user)
          const edited = user.onlyReads === true ? [] : kinds.filter(kind => editor.mayEdit(user.role, kind))
          // Fastify would not know that a type of this name is JSON.
          const body = openApi30(baseOf(ctx, request), await readCourseName(ctx.db), kinds, edited)
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
          return collectionsPage(baseOf(ctx, request), kindsFor(user), features)
        },
        OPTIONS,
      ),
      route(
        lateCalls.ogc.collection,
        async ({ params, request, reply, user }) => {
          const kind = seenKind(params.collectionId, user)
          const { features } = await course.read()
          reply.type(JSON_TYPE)
          return collectionPage(baseOf(ctx, request), kind, features)
        },
        OPTIONS,
      ),
      route(
        lateCalls.ogc.items,
        async ({ params, query, request, reply, user }) => {
          const kind = seenKind(params.collectionId, user)
          const filters = filtersOf(kind, query)
          const { features } = await course.read()
          const names = await namesFor(ctx.db, features)
          const offered = offeredCrs(features)
          const crs = crsNamed(query.crs, offered, 'crs')
          const own = features.filter(feature => feature.kind === kind)
          const found = await matching(own, query, { filters, names, offered })
          // More than the greatest page is asked for: the greatest page is the answer, as the standard allows.
          const limit = Math.min(query.limit ?? DEFAULT_LIMIT, MOST_LIMIT)
          const offset = query.offset ?? 0
          const page = found.slice(offset, offset + limit)
          const here = `${baseOf(ctx, request)}/collections/${kind}/items`
          const pageAt = (at: number): string => {
            const search = new URLSearchParams()
            for (const name of KEPT) if (query[name] !== undefined) search.set(name, query[name])
            for (const [name, value] of filters) search.set(name, value)
            if (query.limit !== undefined || at > 0) search.set('limit', String(limit))
            if (at > 0) search.set('offset', String(at))
            return search.size === 0 ? here : `${here}?${search}`
          }
          const hasNext = offset + page.length < found.length
          const shown: ReturnType<typeof geojsonOf>[] = []
          const breathe = createBreather()
          for (const feature of page) {
            shown.push(geojsonOf(feature, names, crs))
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
              link(`${baseOf(ctx, request)}/collections/${kind}`, 'collection', JSON_TYPE, 'Its collection'),
              ...(hasNext ? [link(pageAt(offset + limit), 'next', GEOJSON, 'The next page')] : []),
              ...(offset > 0 ? [link(pageAt(Math.max(0, offset - limit)), 'prev', GEOJSON, 'The page before')] : []),
            ],
          }
          reply.header('content-crs', contentCrs(crs))
          return reply.type(GEOJSON).send(Buffer.from(await jsonInSlices(body))) as never
        },
        OPTIONS,
      ),
      route(
        lateCalls.ogc.item,
        async ({ params, query, request, reply, user }) => {
          const kind = seenKind(params.collectionId, user)
          const { features } = await course.read()
          const crs = crsNamed(query.crs, offeredCrs(features), 'crs')
          const found = features.find(feature => feature.kind === kind && feature.id === params.featureId)
          if (found === undefined) return refuse('notFound')
          return sendItem(reply, baseOf(ctx, request), found, await namesFor(ctx.db, features), crs)
        },
        OPTIONS,
      ),
      ...editRoutes(ctx, course, editor),
    ],
  }
}
