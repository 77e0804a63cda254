/** Planned starts as they are stored. */
import type { AutomowerMachine, PlannedStart } from '@greensward/contract'
import { and, asc, eq, isNotNull, lte, ne, or, sql } from 'drizzle-orm'
import { createCrudStore } from '../../../platform/crud/crudStore.ts'
import type { Database, Reader, Tx } from '../../../platform/db/database.ts'
import { automowerStarts } from '../../../platform/db/schema/index.ts'
import { nextStart, type StartTime } from './startTimes.ts'

export type StoredStart = typeof automowerStarts.$inferSelect
type Last = NonNullable<PlannedStart['last']>

export const MOST_PLANNED_STARTS = 100

export const plannedStore = createCrudStore(automowerStarts, {
  searched: [],
  sorted: { at: automowerStarts.at },
  sortedBy: 'at',
})

/** The lock of the database under which they are added one after the other. Any number, the same for every server. */
const LOCK = 4_715_031

/** Whether another one may be added; others wait until the transaction ends. */
export const hasRoomForStart = async (tx: Tx): Promise<boolean> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
  return (await tx.$count(automowerStarts)) < MOST_PLANNED_STARTS
}

/** By the time of day. */
export const readStarts = (reader: Reader): Promise<StoredStart[]> =>
  reader.select().from(automowerStarts).orderBy(asc(automowerStarts.at), asc(automowerStarts.id))

export const readStart = async (reader: Reader, id: string): Promise<StoredStart | undefined> =>
  (await reader.select().from(automowerStarts).where(eq(automowerStarts.id, id)))[0]

/** Those that the server may start by itself. */
export const readReleasedStarts = (reader: Reader): Promise<StoredStart[]> =>
  reader
    .select()
    .from(automowerStarts)
    .where(isNotNull(automowerStarts.releasedUntil))
    .orderBy(asc(automowerStarts.at), asc(automowerStarts.id))

export const RELEASE_ENDED = { releasedUntil: null, releasedBy: null, releasedAt: null } as const

interface Ended {
  /** Null for all mowers. */
  readonly machineId: string | null
  /** Null for all areas. */
  readonly areaId: string | null
  /** Those of later stay; all are ended without it. */
  readonly givenUntil?: Date
}

export const endReleases = async (reader: Reader, { machineId, areaId, givenUntil }: Ended): Promise<void> => {
  await reader
    .update(automowerStarts)
    .set(RELEASE_ENDED)
    .where(
      and(
        isNotNull(automowerStarts.releasedUntil),
        machineId === null ? undefined : eq(automowerStarts.machineId, machineId),
        areaId === null ? undefined : eq(automowerStarts.areaId, areaId),
        givenUntil === undefined ? undefined : lte(automowerStarts.releasedAt, givenUntil),
      ),
    )
}

/**
 * Takes the start of a day for this server, under the release that it was read with.
 * @returns false where another server has it, or the release has ended since
 */
export const takeStart = async (
  db: Database,
  { id, releasedAt }: StoredStart,
  { day }: StartTime,
  last: Last,
): Promise<boolean> => {
  if (releasedAt === null) return false
  const { doneDay } = automowerStarts
  const taken = await db
    .update(automowerStarts)
    .set({ doneDay: day, last })
    .where(
      and(
        eq(automowerStarts.id, id),
        eq(automowerStarts.releasedAt, releasedAt),
        or(sql`${doneDay} is null`, ne(doneDay, day)),
      ),
    )
    .returning({ id: automowerStarts.id })
  return taken.length > 0
}

/** Why a start that is due is not sent yet, under the release that it was read with. */
export const noteWait = async (db: Database, { id, releasedAt }: StoredStart, last: Last): Promise<void> => {
  if (releasedAt === null) return
  await db
    .update(automowerStarts)
    .set({ last })
    .where(and(eq(automowerStarts.id, id), eq(automowerStarts.releasedAt, releasedAt)))
}

/** How the start of a day went. */
export const noteStart = async (db: Database, id: string, { day }: StartTime, last: Last): Promise<void> => {
  await db
    .update(automowerStarts)
    .set({ last })
    .where(and(eq(automowerStarts.id, id), eq(automowerStarts.doneDay, day)))
}

/** Those that were asked for before this and never answered: their server ended. Each is given out once. */
export const closeAbandoned = (
  db: Database,
  before: Date,
  outcome: Pick<Last, 'outcome' | 'why'>,
): Promise<StoredStart[]> =>
  db
    .update(automowerStarts)
    .set({ last: sql`${automowerStarts.last} || ${JSON.stringify(outcome)}::jsonb` })
    .where(
      and(
        sql`${automowerStarts.last} ->> 'outcome' = 'asked'`,
        sql`(${automowerStarts.last} ->> 'at')::timestamptz < ${before.toISOString()}::timestamptz`,
      ),
    )
    .returning()

/** As it is shown, with the names that the maker's service listed last. */
export const shownStart = (
  row: StoredStart,
  machines: readonly AutomowerMachine[],
  now: Date,
  zone: string,
): PlannedStart => {
  const { id, machineId, areaId, weekdays, at, minutes, releasedUntil, releasedBy, last, updatedAt } = row
  const machine = machines.find(one => one.id === machineId)
  const area = machine?.areas.find(one => one.id === areaId)
  const nextAt = nextStart(row, now, zone)?.at.toISOString() ?? null
  // One that waited under an earlier release does so no more.
  const isOver = last?.outcome === 'waits' && last.at !== nextAt
  return {
    ...{ id, machineId, areaId, weekdays, at, minutes, nextAt },
    last: isOver ? null : last,
    machineName: machine?.name ?? '',
    areaName: area?.name ?? '',
    zoneId: area?.zoneId ?? null,
    release: releasedUntil === null ? null : { until: releasedUntil, by: releasedBy ?? '' },
    updatedAt: updatedAt.toISOString(),
  }
}
