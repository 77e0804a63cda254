/**
 * The course for other programs by OGC API - Features, Part 1 (OGC 17-069r4), Part 2 (OGC 18-058r1), Part 3 (OGC
 * 19-079r2) and Part 4 (OGC 20-002): QGIS opens it as layers.
 */

import { lateCalls } from '@greensward/contract/late'
import type { Context } from '../../platform/context.ts'
import type { Feature } from '../../platform/feature.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { readCourseName } from '../../shared/course/courseStore.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import type { MapEditor } from '../../shared/course/mapEditor.ts'
import { crsNamed, offeredCrs } from './crs.ts'
import { editRoutes } from './editRoutes.ts'
import { baseOf, kindsFor, namesFor, OPTIONS, seenKind, sendItem } from './items.ts'
import { itemsRoute } from './itemsRoute.ts'
import {
  CONFORMANCE,
  collectionPage,
  collectionsPage,
  JSON_TYPE,
  landingPage,
  OPENAPI_TYPE,
  openApi30,
  queryablesPage,
  SCHEMA_TYPE,
} from './pages.ts'

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
        lateCalls.ogc.queryables,
        async ({ params, request, reply, user }) => {
          const body = queryablesPage(baseOf(ctx, request), seenKind(params.collectionId, user))
          // Fastify would not know that a type of this name is JSON.
          return reply.type(SCHEMA_TYPE).serializer(JSON.stringify).send(body) as never
        },
        OPTIONS,
      ),
      itemsRoute(ctx, course),
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
