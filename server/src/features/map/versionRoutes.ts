/** Revisions of the map that people gave a name. */
import { type CourseVersion, calls } from '@greensward/contract'
import { said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import { refuse, refuseFields } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import { addVersion, listVersions, removeVersion, type StoredVersion } from './mapStore.ts'

const versionOf = ({ at, ...version }: StoredVersion): CourseVersion => ({ ...version, at: at.toISOString() })

export const versionRoutes = (ctx: Context, course: CurrentCourse): readonly Route[] => [
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
