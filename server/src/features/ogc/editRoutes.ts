/**
 * Features created, replaced, changed and removed by other programs: OGC API - Features Part 4 (draft OGC 20-002). Each is one
 * change of the map like one of the editor: the same rights, rules, history and notices.
 */

import { randomUUID } from 'node:crypto'
import { lateCalls } from '@greensward/contract/late'
import type { CourseNames } from '@greensward/course-io/columns'
import { type CourseFeature, EMPTY_DIFF, type FeatureKind, featureTitle, sameFeature } from '@greensward/domain'
import { said } from '@greensward/messages'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { Refusal, refuse } from '../../platform/http/refusal.ts'
import { type Route, type RouteInput, type RouteOptions, route, type User } from '../../platform/http/route.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import type { MapEdit, MapEditor } from '../../shared/course/mapEditor.ts'
import { offeredCrs, sentCrs, sentGeometry } from './crs.ts'
import { etagOf, refuseStale } from './etag.ts'
import { baseOf, namesFor, OPTIONS, seenKind, sendItem } from './items.ts'
import { GEOJSON, JSON_TYPE, MERGE_PATCH } from './pages.ts'
import { sayWhy } from './reasonPhrase.ts'
import { findRepeated, keyOfCreate, rememberCreated } from './repeats.ts'
import { newFeature, patchedFeature, replacedFeature, type SentFeature, type Signature } from './writtenFeature.ts'

/** One area of 1,000 rings with their corners. */
const FEATURE_BYTES = 4 * 1024 * 1024
const EDITING: RouteOptions = { ...OPTIONS, bodyLimit: FEATURE_BYTES }

const added = (feature: CourseFeature): MapEdit => ({
  label: said('addedByProgram', { feature: featureTitle(feature) }),
  diff: { ...EMPTY_DIFF, added: [feature] },
})
const unchanged = (feature: CourseFeature): MapEdit => ({
  label: said('addedByProgram', { feature: featureTitle(feature) }),
  diff: EMPTY_DIFF,
})
const changed = (before: CourseFeature, after: CourseFeature): MapEdit => ({
  label: said('changedByProgram', { feature: featureTitle(after) }),
  diff: sameFeature(before, after) ? EMPTY_DIFF : { ...EMPTY_DIFF, updated: [[before, after]] },
})
const removed = (feature: CourseFeature): MapEdit => ({
  label: said('removedByProgram', { feature: featureTitle(feature) }),
  diff: { ...EMPTY_DIFF, removed: [feature] },
})

/** A fault of the only feature of a change is a fault of the body. */
const FEATURE_OF_CHANGE = /^body\.(added\.0|updated\.0(\.1)?|removed\.0)(?=\.|$)/

const withOwnFields = (refused: Refusal): Refusal => {
  if (refused.extras.fields === undefined) return refused
  const fields = Object.entries(refused.extras.fields).map(([path, fault]) => [
    path.replace(FEATURE_OF_CHANGE, 'body'),
    fault,
  ])
  return new Refusal(refused.said, refused.kind, { ...refused.extras, fields: Object.fromEntries(fields) })
}

/** The handler, whose refusals name the fields of its body, and say why where QGIS shows it. */
const explained =
  <I extends { readonly reply: FastifyReply }>(handle: (input: I) => Promise<never>) =>
  async (input: I): Promise<never> => {
    try {
      return await handle(input)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const refused = withOwnFields(error)
      sayWhy(input.reply, refused)
      throw refused
    }
  }

const signatureOf = (feature: CourseFeature, newer: Signature): Signature => {
  if (feature.kind !== 'note') return newer
  const { author, time } = feature.properties
  return { author, time }
}

export const editRoutes = (ctx: Context, course: CurrentCourse, editor: MapEditor): readonly Route[] => {
  const { ogc } = lateCalls
  type Edited = Pick<RouteInput<typeof ogc.remove>, 'params' | 'request' | 'user' | 'write'>

  const mayEdit = (user: User, kind: FeatureKind): boolean => user.onlyReads !== true && editor.mayEdit(user.role, kind)

  const editedKind = (collectionId: string, user: User): FeatureKind => {
    const kind = seenKind(collectionId, user)
    return mayEdit(user, kind) ? kind : refuse('forbidden')
  }

  const signature = (user: User): Signature => ({ author: user.fullname, time: ctx.clock.now().toISOString() })

  /** Makes one change of one feature that is on the map. @returns the features of the map after it */
  const edit = async (
    { params, request, user, write }: Edited,
    make: (before: CourseFeature, names: CourseNames) => MapEdit,
  ): Promise<readonly CourseFeature[]> => {
    const kind = editedKind(params.collectionId, user)
    return editor.edit(user, write, async (tx, features) => {
      const before = features.find(feature => feature.kind === kind && feature.id === params.featureId)
      if (before === undefined) return refuse('notFound')
      const names = await namesFor(tx, features)
      refuseStale(request.headers['if-match'], etagOf(before, names))
      return make(before, names)
    })
  }

  const answerWith = async (
    { request, reply }: Pick<RouteInput<typeof ogc.remove>, 'request' | 'reply'>,
    id: string,
    features: readonly CourseFeature[],
  ): Promise<never> => {
    const feature = features.find(known => known.id === id)
    if (feature === undefined) throw new Error('An edited feature is not on the map')
    return sendItem(reply, baseOf(ctx, request), feature, await namesFor(ctx.db, features))
  }

  /** By what the caller may do, so that a program offers nothing that would be refused. */
  const sendMethods = (reply: FastifyReply, methods: readonly string[]): never => {
    reply.header('allow', methods.join(', '))
    if (methods.includes('POST')) reply.header('accept-post', `${GEOJSON}, ${JSON_TYPE}`)
    if (methods.includes('PATCH')) reply.header('accept-patch', `${MERGE_PATCH}, ${JSON_TYPE}`)
    return reply.code(200).send() as never
  }

  /**
   * Checks the coordinate system of the body.
   * @returns the body with its geometry in longitude and latitude
   */
  const readBody = async ({ request, body }: { request: Pick<FastifyRequest, 'headers'>; body: unknown }) => {
    const { crs: named, coordRefSys, ...sent } = body as SentFeature & { crs?: unknown; coordRefSys?: unknown }
    const { features } = await course.read()
    const crs = sentCrs(request.headers['content-crs'], [named, coordRefSys], offeredCrs(features))
    return (before?: CourseFeature): SentFeature =>
      'geometry' in sent ? { ...sent, geometry: sentGeometry(sent.geometry, crs, before?.geometry) } : sent
  }

  return [
    route(
      ogc.itemsOptions,
      async ({ params, reply, user }) =>
        sendMethods(reply, [
          ...['GET', 'HEAD', 'OPTIONS'],
          ...(mayEdit(user, seenKind(params.collectionId, user)) ? ['POST'] : []),
        ]),
      OPTIONS,
    ),
    route(
      ogc.itemOptions,
      async ({ params, reply, user }) =>
        // Also for a feature that does not exist: with an empty collection, that is how QGIS learns what it may do.
        sendMethods(reply, [
          ...['GET', 'HEAD', 'OPTIONS'],
          ...(mayEdit(user, seenKind(params.collectionId, user)) ? ['PUT', 'PATCH', 'DELETE'] : []),
        ]),
      OPTIONS,
    ),
    route(
      ogc.create,
      explained(async ({ params, body, user, write, request, reply }) => {
        const kind = editedKind(params.collectionId, user)
        const sentFor = await readBody({ request, body })
        const key = await keyOfCreate(user.id, `${kind} ${request.headers['content-crs'] ?? ''}`, body)
        const newId = randomUUID()
        let id: string = newId
        const features = await editor.edit(user, write, async (tx, today) => {
          const names = await namesFor(tx, today)
          const made = newFeature(kind, sentFor(), { id: newId, names, signature: signature(user) })
          const now = ctx.clock.now()
          const before = await findRepeated(tx, key, { made, today, now })
          id = before?.id ?? newId
          if (before !== undefined) return unchanged(before)
          await rememberCreated(tx, key, made, now)
          return added(made)
        })
        reply.code(201)
        // Fastify writes names of headers in small letters, and QGIS 3.40 finds this one only as it is written here.
        reply.raw.setHeader('Location', `${baseOf(ctx, request)}/collections/${kind}/items/${id}`)
        return answerWith({ request, reply }, id, features)
      }),
      EDITING,
    ),
    route(
      ogc.replace,
      explained(async input => {
        const { params, user } = input
        const sentFor = await readBody(input)
        const features = await edit(input, (before, names) => {
          const rest = { names, signature: signatureOf(before, signature(user)) }
          return changed(before, replacedFeature(before, sentFor(before), rest))
        })
        return answerWith(input, params.featureId, features)
      }),
      EDITING,
    ),
    route(
      ogc.update,
      explained(async input => {
        const { params, user } = input
        const sentFor = await readBody(input)
        const features = await edit(input, (before, names) => {
          const rest = { names, signature: signatureOf(before, signature(user)) }
          return changed(before, patchedFeature(before, sentFor(before), rest))
        })
        return answerWith(input, params.featureId, features)
      }),
      EDITING,
    ),
    route(
      ogc.remove,
      explained(async input => {
        await edit(input, removed)
        return input.reply.code(204).send() as never
      }),
      OPTIONS,
    ),
  ]
}
