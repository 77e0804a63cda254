/** The map: read whole, changed by diffs, undone, imported and exported. */

import {
  type CourseDiff,
  type CourseFeature,
  type DiffConflict,
  featureTitle,
  invertDiff,
  isEmptyDiff,
  losingHoles,
  may,
} from '@greensward/domain'
import { type CourseVersion, calls, type ResultOf } from '@greensward/domain/contract'
import { said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { Refusal, refuse, refuseFields } from '../../platform/http/refusal.ts'
import { type Route, route, type User } from '../../platform/http/route.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import { diffOfDraft } from './applyImport.ts'
import { announceChange, type ChangePorts, changeCourse, inverseOf } from './changeCourse.ts'
import { actionsFor } from './changeRights.ts'
import { createCourseChecks } from './courseChecks.ts'
import { differenceOf, mapAt } from './courseHistory.ts'
import { createExports, type Exports } from './export/exports.ts'
import { createImports, type Imports } from './imports.ts'
import { createMapBodies, isPublicKind } from './mapBodies.ts'
import { addVersion, listChanges, listVersions, readChange, removeVersion, type StoredVersion } from './mapStore.ts'
import { signNotes } from './signNotes.ts'

export { forgetOldDrafts } from './importDraftStore.ts'
export { seedCourse } from './seedCourse.ts'

/** Twenty thousand features with their corners. */
const CHANGE_BYTES = 64 * 1024 * 1024
/** Around an answer that is JSON already. */
const [OPENING, CLOSING] = [Buffer.from('{"code":200,"result":'), Buffer.from('}')]

const refuseForeignKinds = (user: User, diff: CourseDiff): void => {
  for (const action of actionsFor(diff)) if (!may(user.role, action)) refuse('forbidden')
}

/** A conflict tells what is there today, but nobody what they may not read. */
const withoutUnreadable = (error: unknown, user: User): unknown => {
  if (!(error instanceof Refusal) || error.kind !== 'mapConflict' || may(user.role, 'operations.read')) return error
  const conflicts = (error.extras.details as readonly DiffConflict[]).map(({ id, today }) => ({
    id,
    today: today !== null && (isPublicKind(today) || today.kind === 'note') ? today : null,
  }))
  return new Refusal(error.said, error.kind, { ...error.extras, details: conflicts })
}

/** A diff as the contract writes it. */
const plain = ({ added, updated, removed }: CourseDiff) => ({
  added: [...added],
  updated: updated.map(([before, after]): [CourseFeature, CourseFeature] => [before, after]),
  removed: [...removed],
})

const versionOf = ({ at, ...version }: StoredVersion): CourseVersion => ({ ...version, at: at.toISOString() })

export const createMapFeature = (ctx: Context, course: CurrentCourse): Feature => {
  const checks = createCourseChecks()
  const ports: ChangePorts = { ctx, course, checks }
  const bodies = createMapBodies()
  const imports: Imports = createImports(ctx, course)
  const exports: Exports = createExports(ctx, course)

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
        const now = ctx.clock.now().toISOString()
        const diff = signNotes({ added, updated, removed }, { author: user.fullname, time: now })
        refuseForeignKinds(user, diff)
        try {
          return await change(label, diff, user, write)
        } catch (error) {
          tellConflict(error, label, user)
          throw withoutUnreadable(error, user)
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

    route(
      calls.imports.create,
      async ({ request, reply, user }) => {
        const preview = await imports.read(request, reply, user)
        if (ctx.config.checkAnswers) calls.imports.create.result.parse(JSON.parse(Buffer.from(preview).toString()))
        reply.type('application/json; charset=utf-8')
        return reply.send(Buffer.concat([OPENING, preview, CLOSING])) as never
      },
      { multipart: true, bare: true },
    ),

    route(calls.imports.apply, async ({ params, body, user, write }) => {
      const now = ctx.clock.now().toISOString()
      const order = { id: params.id, user, choice: body }
      const diffIn = async (tx: Tx): Promise<CourseDiff> => {
        const diff = await diffOfDraft({ ctx, course, mostBytes: CHANGE_BYTES }, tx, order)
        refuseForeignKinds(user, diff)
        return signNotes(diff, { author: user.fullname, time: now })
      }
      try {
        return await change(body.label, diffIn, user, write)
      } catch (error) {
        tellConflict(error, body.label, user)
        throw withoutUnreadable(error, user)
      }
    }),

    route(
      calls.map.export,
      async ({ query, reply }) => {
        const { bytes, fileName, mediaType } = await exports.write(query.format, query.kinds)
        reply.header('content-disposition', `attachment; filename="${fileName}"`).type(mediaType)
        return reply.send(bytes) as never
      },
      { bare: true },
    ),

    route(calls.mapHistory.change, async ({ params }) => {
      const found = await readChange(ctx.db, params.revision)
      if (found === undefined) return refuse('notFound')
      const { revision, label, who, at, diff } = found
      return { revision, label, who, at: at.toISOString(), ...plain(diff) }
    }),

    route(calls.mapHistory.map, async ({ params }) => {
      const { revision, features } = await ctx.db.transaction(tx => mapAt(tx, params.revision))
      return { revision, features: [...features] }
    }),

    route(calls.mapHistory.compare, async ({ query }) => {
      const { from, to, diff } = await ctx.db.transaction(tx => differenceOf(tx, query.from, query.to))
      return { from, to, ...plain(diff) }
    }),

    route(calls.mapHistory.restore, async ({ params, user, write }) => {
      const { to: today, diff } = await ctx.db.transaction(tx => differenceOf(tx, params.revision))
      const back = invertDiff(diff)
      if (isEmptyDiff(back)) return { revision: today, leftWithoutHole: [] }
      refuseForeignKinds(user, back)
      return change(`Back to revision ${params.revision}`, back, user, write)
    }),

    route(calls.courseVersions.list, async () => {
      const rows = await listVersions(ctx.db)
      return { items: rows.map(versionOf), total: rows.length }
    }),

    route(calls.courseVersions.create, async ({ body, user, write }) => {
      const answer = await write(async tx => {
        const { revision: today } = await course.read()
        const revision = body.revision ?? today
        if (revision > today) return refuseFields({ 'body.revision': said('noSuchRevision') })
        const taken = (await listVersions(tx)).some(({ name }) => name === body.name)
        if (taken) return refuse('versionNameTaken', {}, { fields: { 'body.name': said('taken') } })
        const version = await addVersion(tx, { name: body.name, revision, at: ctx.clock.now(), who: user.fullname })
        await ctx.audit(tx, {
          user,
          action: 'map.version',
          subject: 'map',
          subjectId: String(revision),
          details: { name: body.name },
        })
        return versionOf(version)
      })
      ctx.live.publish('settings', 'changed', { subject: 'map' })
      return answer
    }),

    route(calls.courseVersions.remove, async ({ params, user, write }) => {
      await write(async tx => {
        const gone = await removeVersion(tx, params.id)
        if (gone === undefined) return refuse('notFound')
        const { name, revision } = gone
        await ctx.audit(tx, {
          user,
          action: 'map.version.delete',
          subject: 'map',
          subjectId: String(revision),
          details: { name },
        })
        return {}
      })
      ctx.live.publish('settings', 'changed', { subject: 'map' })
      return {}
    }),
  ]

  const change = async (
    label: string,
    diff: CourseDiff | ((tx: Tx) => Promise<CourseDiff>),
    user: User,
    write: (work: (tx: Tx) => Promise<ResultOf<typeof calls.map.change>>) => Promise<ResultOf<typeof calls.map.change>>,
  ): Promise<ResultOf<typeof calls.map.change>> => {
    let changed: Awaited<ReturnType<typeof changeCourse>> | undefined
    const answer = await write(async tx => {
      changed = await changeCourse(ports, tx, { label, diff: typeof diff === 'function' ? await diff(tx) : diff, user })
      const left = losingHoles(changed.diff).map(feature => ({ id: feature.id, title: featureTitle(feature) }))
      return { revision: changed.revision, leftWithoutHole: left }
    })
    if (changed !== undefined) announceChange(ports, changed)
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

  return {
    routes,
    stop: async () => {
      await Promise.all([imports.close(), exports.close(), checks.close()])
    },
  }
}
