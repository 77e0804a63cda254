/** The map: read whole, changed by diffs, undone, imported and exported. */
import { type CourseDiff, may } from '@greensward/domain'
import { calls } from '@greensward/domain/contract'
import type { Context } from '../context.ts'
import type { CurrentCourse } from '../course/currentCourse.ts'
import type { Feature } from '../feature.ts'
import { Refusal, refuse } from '../http/refusal.ts'
import { type Route, route, type User } from '../http/route.ts'
import { readUpload } from '../http/upload.ts'
import { announceChange, type ChangeDoors, changeCourse, inverseOf } from './changeCourse.ts'
import { actionsFor } from './changeRights.ts'
import { createImports, type Imports } from './imports.ts'
import { createMapBodies } from './mapBodies.ts'
import { listChanges } from './mapStore.ts'

export { seedCourse } from './seedCourse.ts'

/** Twenty thousand features with their corners. */
const CHANGE_BYTES = 64 * 1024 * 1024

const refuseForeignKinds = (user: User, diff: CourseDiff): void => {
  for (const action of actionsFor(diff)) if (!may(user.role, action)) refuse('forbidden')
}

export const createMapFeature = (ctx: Context, course: CurrentCourse): Feature => {
  const doors: ChangeDoors = { ctx, course }
  const bodies = createMapBodies()
  const imports: Imports = createImports(ctx, course)

  const routes: Route[] = [
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
      calls.map.change,
      async ({ body, user, write }) => {
        const { label, added, updated, removed } = body
        const diff = { added, updated, removed }
        refuseForeignKinds(user, diff)
        try {
          return await change(label, diff, user, write)
        } catch (error) {
          tellConflict(error, label, user)
          throw error
        }
      },
      { bodyLimit: CHANGE_BYTES },
    ),

    route(calls.map.changes, async ({ query }) => {
      const { items, total } = await listChanges(ctx.db, query.page, query.perPage, query.search)
      return { items: items.map(item => ({ ...item, at: item.at.toISOString() })), total }
    }),

    route(calls.map.revert, async ({ params, user, write }) => {
      const { label, diff } = await ctx.db.transaction(tx => inverseOf(tx, params.revision))
      refuseForeignKinds(user, diff)
      return change(label, diff, user, write)
    }),

    route(calls.map.import, async ({ request }) => imports.preview(await readUpload(request)), { multipart: true }),

    route(calls.map.export, async ({ reply }) => {
      const { revision, features } = await course.read()
      reply.header('content-disposition', `attachment; filename="course-${revision}.geojson"`)
      return { type: 'FeatureCollection', features }
    }),
  ]

  const change = async (
    label: string,
    diff: CourseDiff,
    user: User,
    write: (
      work: (tx: Parameters<typeof changeCourse>[1]) => Promise<{ revision: number }>,
    ) => Promise<{ revision: number }>,
  ): Promise<{ revision: number }> => {
    let changed: Awaited<ReturnType<typeof changeCourse>> | undefined
    const answer = await write(async tx => {
      changed = await changeCourse(doors, tx, { label, diff, user })
      return { revision: changed.revision }
    })
    if (changed !== undefined) announceChange(doors, changed, diff)
    return answer
  }

  const tellConflict = (error: unknown, label: string, user: User): void => {
    if (!(error instanceof Refusal) || error.kind !== 'mapConflict') return
    ctx.events.emit('notice', {
      level: 'info',
      subject: 'system',
      subjectId: null,
      kind: 'mapConflict',
      values: { label, who: user.fullname },
    })
  }

  return { routes, stop: () => imports.close() }
}
