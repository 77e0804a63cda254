/** Calendar feeds: made and revoked by their owner, read by any calendar program that has the address. */
import { createHash } from 'node:crypto'
import type { BodyOf, CalendarFeed } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { may } from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import type { Feature } from '../../platform/feature.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { createOwnSecrets, shownSecret } from '../../platform/ownSecrets.ts'
import { readMower } from '../../shared/missionLife/machinesStore.ts'
import { addFeed, findFeed, listFeeds, removeFeed, type StoredFeed } from './calendarFeedStore.ts'
import { feedEntries, type ServiceOf, type StartOf } from './feedEntries.ts'
import { writeCalendar } from './writeCalendar.ts'

const feeds = createOwnSecrets<StoredFeed, BodyOf<typeof lateCalls.calendarFeeds.create>>({
  name: 'calendarFeed',
  prefix: 'gsc_',
  list: listFeeds,
  add: addFeed,
  remove: removeFeed,
})

/** What calendars show of other features. */
export interface CalendarPort {
  settings(): Promise<{ readonly courseName: string; readonly timeZone: string }>
  services(now: Date): Promise<readonly ServiceOf[]>
  /** Under a release. */
  starts(zone: string): Promise<readonly StartOf[]>
}

const shown = (feed: StoredFeed): CalendarFeed => ({ ...shownSecret(feed), mowerId: feed.mowerId })

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
    const mayRead = may(role, 'operations.read')
    const entries = await feedEntries(feed, role, {
      reader: ctx.db,
      services: mayRead ? await port.services(now) : [],
      starts: mayRead ? await port.starts(timeZone) : [],
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
            const { added, text } = await feeds.add(ctx, tx, user, body, { mowerId: body.mowerId })
            return { ...shown(added), secret: text }
          }),
        { tellsSecret: true },
      ),
      route(lateCalls.calendarFeeds.remove, ({ params, user, write: inTransaction }) =>
        inTransaction(tx => feeds.remove(ctx, tx, user, params.id)),
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
