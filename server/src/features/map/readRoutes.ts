/** The map is read whole and exported. */

import { calls } from '@greensward/contract'
import { may } from '@greensward/domain'
import { type Route, route } from '../../platform/http/route.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import type { Exports } from './export/exports.ts'
import { createMapBodies } from './mapBodies.ts'

export const readRoutes = (course: CurrentCourse, exports: Exports): readonly Route[] => {
  const bodies = createMapBodies()
  return [
    route(
      calls.map.get,
      async ({ request, reply, user }) => {
        const body = await bodies.of(await course.read(), may(user.role, 'operations.read'))
        reply.header('etag', body.etag).header('vary', 'accept-encoding, x-api-key')
        reply.header('cache-control', 'private, no-cache')
        if (request.headers['if-none-match']?.includes(body.etag) === true) return reply.code(304).send() as never
        reply.type('application/json; charset=utf-8')
        if (/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) {
          reply.header('content-encoding', 'gzip')
          return reply.send(body.gzipped) as never
        }
        return reply.send(body.plain) as never
      },
      { bare: true },
    ),

    route(
      calls.map.export,
      async ({ query, reply }) => {
        const { bytes, fileName, mediaType } = await exports.write(query.format, query.kinds)
        reply.header('content-disposition', `attachment; filename="${fileName}"`).type(mediaType)
        return reply.send(bytes) as never
      },
      { bare: true },
    ),
  ]
}
