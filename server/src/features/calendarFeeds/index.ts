/** Calendar feeds: made and revoked by their owner, read by any calendar program that has the address. */
import { createHash } from 'node:crypto'
import type { CalendarFeed } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { may } from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import type { Feature } from '../../platform/feature.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'
import { readMower } from '../../shared/missionLife/machinesStore.ts'
import { addFeed, findFeed, listFeeds, removeFeed, type StoredFeed } from './calendarFeedStore.ts'
import { feedEntries, type ServiceOf } from './feedEntries.ts'
import { writeCalendar } from './writeCalendar.ts'

/** More would be lost out of sight. */
const MOST_FEEDS = 20
/** Shows what it is to a person who finds it in a file. */
const PREFIX = 'gsc_'

/** What calendars show of other features. */
export interface CalendarPort {
  settings(): Promise<{ readonly courseName: string; readonly timeZone: string }>
  services(now: Date): Promise<readonly ServiceOf[]>
}

const shown = ({ id, name, mowerId, beginning, createdAt, lastUsedAt }: StoredFeed): CalendarFeed => ({
  id,
  name,
  mowerId,
  beginning,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

/** The list of If-None-Match names the tag, or anything. Weak and strong tags compare alike for a read. */
const isNamed = (header: string | undefined, tag: string): boolean =>
  (header ?? '').split(',').some(each => {
    const one = each.trim().replace(/^W\//, '')
    return one === '*' || one === tag
  })

export const createCalendarFeedsFeature = (ctx: Context, port: CalendarPort): Feature => {
  const write = async (feed: StoredFeed, role: Parameters<typeof feedEntries>[1]): Promise<string> => {
    const now = ctx.clock.now()
    const { courseName, timeZone } = await port.settings()
    const entries = await feedEntries(feed, role, {
      reader: ctx.db,
      services: may(role, 'operations.read') ? await port.services(now) : [],
      zone: timeZone,
      now,
      publicUrl: ctx.config.publicUrl?.replace(/\/+$/, ''),
    })
    return writeCalendar({ name: `${courseName}: ${feed.name}`, language: feed.language }, entries)
  }

  return {
    routes: [
      route(lateCalls.calendarFeeds.list, async ({ user }) => {
        const rows = await listFeeds(ctx.db, user.id)
        return { items: rows.map(shown), total: rows.length }
      }),
      route(
        lateCalls.calendarFeeds.create,
        ({ body, user, write: inTransaction }) =>
          inTransaction(async tx => {
            if (body.mowerId !== null) {
              if (!may(user.role, 'operations.read')) return refuse('forbidden')
              if ((await readMower(tx, body.mowerId)) === undefined) return refuse('notFound')
            }
            if ((await listFeeds(tx, user.id)).length >= MOST_FEEDS) return refuse('tooManyKeys', { count: MOST_FEEDS })
            const secret = `${PREFIX}${newToken()}`
            const added = await addFeed(tx, {
              ...body,
              userId: user.id,
              hash: tokenHash(secret),
              beginning: secret.slice(0, 10),
              createdAt: ctx.clock.now(),
            })
            await ctx.audit(tx, {
              user,
              action: 'calendarFeed.create',
              subject: 'user',
              subjectId: String(user.id),
              details: { name: body.name, mowerId: body.mowerId, beginning: added.beginning },
            })
            return { ...shown(added), secret }
          }),
        { tellsSecret: true },
      ),
      route(lateCalls.calendarFeeds.remove, ({ params, user, write: inTransaction }) =>
        inTransaction(async tx => {
          const gone = await removeFeed(tx, user.id, params.id)
          if (gone === undefined) return refuse('notFound')
          await ctx.audit(tx, {
            user,
            action: 'calendarFeed.delete',
            subject: 'user',
            subjectId: String(user.id),
            details: { name: gone.name, beginning: gone.beginning },
          })
          return {}
        }),
      ),
      route(
        lateCalls.calendarFeeds.get,
        async ({ params, request, reply }) => {
          const found = await findFeed(ctx.db, params.file.replace(/\.ics$/i, ''), ctx.clock.now())
          if (found === undefined || (found.feed.mowerId !== null && !may(found.role, 'operations.read')))
            return refuse('notFound')
          const text = await write(found.feed, found.role)
          const tag = `"${createHash('sha256').update(text).digest('base64url')}"`
          // Kept by the program of its owner alone, and asked again each time, with the tag.
          reply.header('etag', tag).header('cache-control', 'private, no-cache')
          if (isNamed(request.headers['if-none-match'], tag)) {
            reply.code(304)
            return ''
          }
          reply.type('text/calendar; charset=utf-8').header('content-disposition', 'inline; filename="course.ics"')
          return text
        },
        { bare: true, perMinute: 60 },
      ),
    ],
  }
}
