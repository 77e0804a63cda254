/** The SQL of calendar feeds: which there are, whose each is, and what is in it. */
import type { Day, RoleSlug } from '@greensward/domain'
import { and, asc, desc, eq, gte, isNull, lte, ne, sql } from 'drizzle-orm'
import type { Database, Reader, Tx } from '../../platform/db/database.ts'
import {
  calendarFeeds,
  missions,
  mowers,
  shiftRoutes,
  shifts,
  staffJobs,
  users,
} from '../../platform/db/schema/index.ts'
import { isUseDue } from '../../platform/ownSecrets.ts'
import { tokenHash } from '../../platform/secrets.ts'

export type StoredFeed = typeof calendarFeeds.$inferSelect

export const listFeeds = (reader: Reader, userId: number): Promise<StoredFeed[]> =>
  reader.select().from(calendarFeeds).where(eq(calendarFeeds.userId, userId)).orderBy(desc(calendarFeeds.createdAt))

export const addFeed = async (tx: Tx, feed: typeof calendarFeeds.$inferInsert): Promise<StoredFeed> => {
  const [row] = await tx.insert(calendarFeeds).values(feed).returning()
  if (row === undefined) throw new Error('no feed came back')
  return row
}

export const removeFeed = async (tx: Tx, userId: number, id: string): Promise<StoredFeed | undefined> => {
  const [row] = await tx
    .delete(calendarFeeds)
    .where(and(eq(calendarFeeds.userId, userId), eq(calendarFeeds.id, id)))
    .returning()
  return row
}

/** The feed of a secret with the role that its owner has today; undefined for one that was revoked. */
export const findFeed = async (
  db: Database,
  secret: string,
  now: Date,
): Promise<{ readonly feed: StoredFeed; readonly role: RoleSlug } | undefined> => {
  const [row] = await db
    .select({ feed: calendarFeeds, role: users.role })
    .from(calendarFeeds)
    .innerJoin(users, eq(users.id, calendarFeeds.userId))
    .where(eq(calendarFeeds.hash, tokenHash(secret)))
  if (row === undefined) return undefined
  const { id, lastUsedAt } = row.feed
  if (isUseDue(lastUsedAt, now)) await db.update(calendarFeeds).set({ lastUsedAt: now }).where(eq(calendarFeeds.id, id))
  return row
}

/** From one moment to another; null for the mowers of the whole course. */
export interface FeedSpan {
  readonly from: Date
  readonly to: Date
  readonly mowerId: string | null
}

/** Missions that have a time, also cancelled ones: a calendar that shows one has to learn that it is off. */
export const readFeedMissions = (reader: Reader, { from, to, mowerId }: FeedSpan) =>
  reader
    .select({
      id: missions.id,
      title: missions.title,
      mower: mowers.name,
      status: missions.status,
      startsAt: missions.startsAt,
      startedAt: missions.startedAt,
      endedAt: missions.endedAt,
      /** Seconds that the schedule keeps for it. */
      lastsS: sql<number>`coalesce(${missions.slotS}, (${missions.stats} ->> 'durationS')::double precision)`,
      updatedAt: missions.updatedAt,
    })
    .from(missions)
    .leftJoin(mowers, eq(mowers.id, missions.mowerId))
    .where(
      and(
        ne(missions.targetKind, 'drive'),
        gte(missions.startsAt, from),
        lte(missions.startsAt, to),
        mowerId === null ? undefined : eq(missions.mowerId, mowerId),
      ),
    )
    .orderBy(asc(missions.startsAt), asc(missions.id))
    .limit(5_000)

export const readFeedShifts = async (reader: Reader, { from, to, mowerId }: FeedSpan) =>
  reader
    .select()
    .from(shifts)
    .where(
      and(
        gte(shifts.fromAt, from),
        lte(shifts.fromAt, to),
        mowerId === null
          ? undefined
          : sql`exists (select 1 from ${shiftRoutes} where ${shiftRoutes.shiftId} = ${shifts.id} and ${shiftRoutes.mowerId} = ${mowerId})`,
      ),
    )
    .orderBy(asc(shifts.fromAt), asc(shifts.id))

/** Of one person, and open ones are nobody's. */
export const readFeedJobs = (reader: Reader, personId: number, from: Day, to: Day) =>
  reader
    .select()
    .from(staffJobs)
    .where(
      and(
        eq(staffJobs.personId, personId),
        gte(staffJobs.day, from),
        lte(staffJobs.day, to),
        isNull(staffJobs.deletedAt),
      ),
    )
    .orderBy(asc(staffJobs.day), asc(staffJobs.position), asc(staffJobs.id))
