/** The SQL of jobs for people. */
import { type Day, may, ROLE_SLUGS, type StaffJob, type StaffJobRepeat, staffJobRepeat } from '@greensward/domain'
import { and, asc, between, eq, gte, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { createCrudStore } from '../../platform/crud/crudStore.ts'
import { laterThan, type Reader, type Tx } from '../../platform/db/database.ts'
import { naturally } from '../../platform/db/listing.ts'
import { staffJobKinds, staffJobRepeats, staffJobs, users } from '../../platform/db/schema/index.ts'

export type JobRow = typeof staffJobs.$inferSelect
type NewJob = typeof staffJobs.$inferInsert

export const jobKindStore = createCrudStore(staffJobKinds, {
  searched: [staffJobKinds.name],
  sorted: { name: naturally(staffJobKinds.name), updatedAt: staffJobKinds.updatedAt },
  sortedBy: 'name',
})

export const jobRepeatStore = createCrudStore(staffJobRepeats, {
  searched: [staffJobRepeats.note],
  sorted: { firstDay: staffJobRepeats.firstDay, updatedAt: staffJobRepeats.updatedAt },
  sortedBy: 'firstDay',
})

export const shownJob = (row: JobRow): StaffJob => ({
  id: row.id,
  day: row.day,
  kindId: row.kindId,
  kind: row.kind,
  holeId: row.holeId,
  place: row.place,
  position: row.position,
  person: row.person === null ? null : { id: row.personId, fullname: row.person },
  plannedMinutes: row.plannedMinutes,
  note: row.note,
  status: row.status,
  startedAt: row.startedAt?.toISOString() ?? null,
  endedAt: row.endedAt?.toISOString() ?? null,
  minutes: row.minutes,
  reason: row.reason,
  repeatId: row.repeatId,
  updatedAt: row.updatedAt.toISOString(),
})

/** Any number, the same for every server: of kinds, repeats and jobs that are added at once each counts those before it. */
const LOCK = 4_715_020

export const lockJobs = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
}
export const countKinds = (reader: Reader): Promise<number> => reader.$count(staffJobKinds)
export const countRepeats = (reader: Reader): Promise<number> => reader.$count(staffJobRepeats)
export const countJobs = (reader: Reader, day: Day): Promise<number> =>
  reader.$count(staffJobs, and(eq(staffJobs.day, day), isNull(staffJobs.deletedAt)))

export const readKinds = (reader: Reader) => reader.select().from(staffJobKinds)

export const isKindRepeated = async (reader: Reader, kindId: string): Promise<boolean> =>
  (await reader.$count(staffJobRepeats, eq(staffJobRepeats.kindId, kindId))) > 0

/** Jobs keep the name of their kind, so they have to follow a new one. */
export const renameKind = async (tx: Tx, kindId: string, kind: string): Promise<void> => {
  await tx.update(staffJobs).set({ kind }).where(eq(staffJobs.kindId, kindId))
}

export const readRepeats = async (reader: Reader): Promise<StaffJobRepeat[]> =>
  (await reader.select().from(staffJobRepeats).orderBy(asc(staffJobRepeats.id))).map(row =>
    staffJobRepeat.parse({ ...row, updatedAt: row.updatedAt.toISOString() }),
  )

const DOERS = ROLE_SLUGS.filter(role => may(role, 'jobs.do'))

/** The people who may be given jobs, by name. */
export const readPeople = (reader: Reader): Promise<{ id: number; fullname: string }[]> =>
  reader
    .select({ id: users.id, fullname: users.fullname })
    .from(users)
    .where(inArray(users.role, DOERS))
    .orderBy(asc(naturally(users.fullname)), asc(users.id))

const inOrder = [asc(staffJobs.position), asc(naturally(staffJobs.kind)), asc(staffJobs.place), asc(staffJobs.id)]

export const readJobs = (reader: Reader, day: Day): Promise<JobRow[]> =>
  reader
    .select()
    .from(staffJobs)
    .where(and(eq(staffJobs.day, day), isNull(staffJobs.deletedAt)))
    .orderBy(...inOrder)

/** Own and open jobs. */
export const readJobsOf = (reader: Reader, day: Day, personId: number): Promise<JobRow[]> =>
  reader
    .select()
    .from(staffJobs)
    .where(
      and(
        eq(staffJobs.day, day),
        isNull(staffJobs.deletedAt),
        or(eq(staffJobs.personId, personId), isNull(staffJobs.person)),
      ),
    )
    .orderBy(...inOrder)

/** Locks the job until the transaction ends. */
export const lockJob = async (tx: Tx, id: string): Promise<JobRow | undefined> => {
  const [row] = await tx
    .select()
    .from(staffJobs)
    .where(and(eq(staffJobs.id, id), isNull(staffJobs.deletedAt)))
    .for('update')
  return row
}

export const lockSomeJobs = (tx: Tx, ids: readonly string[], isDeleted: boolean): Promise<JobRow[]> =>
  tx
    .select()
    .from(staffJobs)
    .where(and(inArray(staffJobs.id, [...ids]), (isDeleted ? isNotNull : isNull)(staffJobs.deletedAt)))
    // In one order, so that two who change the same jobs do not wait for each other.
    .orderBy(asc(staffJobs.id))
    .for('update')

/** Jobs that another server has made in the meantime are left out. */
export const addJobs = async (tx: Reader, jobs: readonly NewJob[]): Promise<JobRow[]> =>
  jobs.length === 0
    ? []
    : await tx
        .insert(staffJobs)
        .values([...jobs])
        .onConflictDoNothing()
        .returning()

export const changeJob = async (tx: Tx, row: JobRow, values: Partial<NewJob>, now: Date): Promise<JobRow> => {
  const [changed] = await tx
    .update(staffJobs)
    .set({ isChangedByHand: true, ...values, updatedAt: laterThan(row.updatedAt, now) })
    .where(eq(staffJobs.id, row.id))
    .returning()
  if (changed === undefined) throw new Error('a locked job is gone')
  return changed
}

/** Who does these jobs, and how far they are; the rest of each stays as it is stored. */
export const saveProgress = async (tx: Tx, rows: readonly JobRow[]): Promise<void> => {
  if (rows.length === 0) return
  const columns = [
    'personId',
    'person',
    'status',
    'startedAt',
    'endedAt',
    'steppedAt',
    'minutes',
    'reason',
    'isChangedByHand',
    'updatedAt',
  ] as const
  const set = Object.fromEntries(columns.map(key => [key, sql`excluded.${sql.identifier(staffJobs[key].name)}`]))
  await tx
    .insert(staffJobs)
    .values([...rows])
    .onConflictDoUpdate({ target: staffJobs.id, set })
}

/** The jobs that were made of repeats on a day, deleted ones too. */
export const readRepeated = (reader: Reader, day: Day) =>
  reader
    .select({ repeatId: staffJobs.repeatId, holeId: staffJobs.holeId, place: staffJobs.place })
    .from(staffJobs)
    .where(and(eq(staffJobs.day, day), isNotNull(staffJobs.repeatId)))

/** Deletes what was made of a repeat and nobody has touched, from a day on. */
export const dropUntouched = async (tx: Tx, repeatId: string, from: Day): Promise<void> => {
  await tx
    .delete(staffJobs)
    .where(
      and(
        eq(staffJobs.repeatId, repeatId),
        gte(staffJobs.day, from),
        eq(staffJobs.status, 'planned'),
        eq(staffJobs.isChangedByHand, false),
        isNull(staffJobs.deletedAt),
      ),
    )
}

const endedWithin = (from: Day, to: Day) =>
  and(between(staffJobs.day, from, to), inArray(staffJobs.status, ['done', 'notDone']), isNull(staffJobs.deletedAt))

export const sumHours = (reader: Reader, from: Day, to: Day) =>
  reader
    .select({
      personId: staffJobs.personId,
      person: sql<string>`coalesce(${staffJobs.person}, '')`,
      kind: staffJobs.kind,
      minutes: sql<number>`coalesce(sum(${staffJobs.minutes}), 0)::int`,
      jobs: sql<number>`count(*)::int`,
      unknown: sql<number>`(count(*) filter (where ${staffJobs.minutes} is null))::int`,
    })
    .from(staffJobs)
    .where(endedWithin(from, to))
    .groupBy(staffJobs.personId, staffJobs.person, staffJobs.kind)
    .orderBy(asc(staffJobs.person), asc(staffJobs.personId), asc(staffJobs.kind))

export const readEnded = (reader: Reader, from: Day, to: Day, most: number): Promise<JobRow[]> =>
  reader
    .select()
    .from(staffJobs)
    .where(endedWithin(from, to))
    .orderBy(asc(staffJobs.day), ...inOrder)
    .limit(most)
