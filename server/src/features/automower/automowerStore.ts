/** The SQL of the maker's service: its settings, its last answer, and the requests of this month. */
import type { AutomowerMachine, AutomowerProblem, AutomowerState } from '@greensward/contract'
import { eq, sql } from 'drizzle-orm'
import { type Database, laterThan, type Reader, type Tx } from '../../platform/db/database.ts'
import { automower } from '../../platform/db/schema/index.ts'

export type StoredAutomower = typeof automower.$inferSelect
export type AutomowerSettings = Pick<
  StoredAutomower,
  'enabled' | 'applicationKey' | 'sealedSecret' | 'signInAddress' | 'address'
>

/** https://developer.husqvarnagroup.cloud/apis/automower-connect-api */
export const DEFAULTS: AutomowerSettings = {
  enabled: false,
  applicationKey: '',
  sealedSecret: null,
  signInAddress: 'https://api.authentication.husqvarnagroup.dev/v1/oauth2/token',
  address: 'https://api.amc.husqvarna.dev/v1',
}

/** A reading each five minutes takes 8,928 requests in the longest month. */
const EVERY_MIN = 5
/** Requests that the maker allows an application in a month; beyond that the service answers none. */
const MONTHLY_REQUESTS = 10_000
/** The rest is for people. */
const READING_REQUESTS = 9_500
const MOST_WAIT_MIN = 120
/** A mower follows a request within this time. */
const FOLLOWED_MIN = 1

const monthOf = (at: Date): string => at.toISOString().slice(0, 7)

const ofMonth = (month: string) =>
  sql<number>`case when ${automower.month} = ${month} then ${automower.requests} else 0 end`

export const readAutomower = async (reader: Reader): Promise<StoredAutomower | undefined> =>
  (await reader.select().from(automower))[0]

export const shownState = (row: StoredAutomower | undefined, now: Date): AutomowerState => {
  const { sealedSecret, enabled, applicationKey, signInAddress, address } = row ?? DEFAULTS
  return {
    ...{ enabled, signInAddress, address },
    hasApplicationKey: applicationKey !== '',
    hasSecret: sealedSecret !== null,
    triedAt: row?.triedAt?.toISOString() ?? null,
    answeredAt: row?.answeredAt?.toISOString() ?? null,
    problem: row?.problem ?? null,
    detail: row?.detail ?? '',
    notBefore: row?.notBefore?.toISOString() ?? null,
    requests: row?.month === monthOf(now) ? row.requests : 0,
    budget: MONTHLY_REQUESTS,
    readingBudget: READING_REQUESTS,
    machines: [...(row?.machines ?? [])],
  }
}

const IDENTITY = ['applicationKey', 'sealedSecret', 'signInAddress', 'address'] as const
/** Whether another account or service is asked than before. */
const isOther = (before: AutomowerSettings, after: AutomowerSettings): boolean =>
  IDENTITY.some(name => before[name] !== after[name])

const FORGOTTEN = {
  triedAt: null,
  answeredAt: null,
  notBefore: null,
  failures: 0,
  problem: null,
  detail: '',
  machines: [],
} as const

/** Merges under a lock. What another account said is forgotten with it; its requests count on. */
export const changeAutomower = async (
  tx: Tx,
  change: (before: AutomowerSettings) => AutomowerSettings,
  now: Date,
): Promise<{ readonly before: AutomowerSettings; readonly after: StoredAutomower }> => {
  await tx
    .insert(automower)
    .values({ name: 'only', ...DEFAULTS, updatedAt: now })
    .onConflictDoNothing()
  const [before] = await tx.select().from(automower).for('update')
  if (before === undefined) throw new Error('no settings came back')
  const after = change(before)
  const [row] = await tx
    .update(automower)
    .set({ ...after, ...(isOther(before, after) ? FORGOTTEN : {}), updatedAt: laterThan(before.updatedAt, now) })
    .returning()
  if (row === undefined) throw new Error('no settings came back')
  return { before, after: row }
}

/**
 * Counts a request before it is made, so that a crash never makes more of them than are counted.
 * @returns the settings to ask by; undefined where it is not time, or the requests of the month are used up
 */
export const takeTurn = async (db: Database, now: Date): Promise<StoredAutomower | undefined> => {
  const month = monthOf(now)
  const { triedAt, notBefore, failures } = automower
  const at = sql`${now.toISOString()}::timestamptz`
  const waits = sql`make_interval(mins => least(${EVERY_MIN}::int * (2 ^ least(${failures}, 10))::int, ${MOST_WAIT_MIN}::int))`
  // So far in the future was no try: the clock was set back since. Less is the clock of another server.
  const isAhead = sql`coalesce(${triedAt} > ${at} + make_interval(mins => ${EVERY_MIN}::int), false)`
  const isTime = sql`(${triedAt} is null or ${triedAt} <= ${at} - ${waits}) and (${notBefore} is null or ${notBefore} <= ${at})`
  const [row] = await db
    .update(automower)
    .set({ triedAt: now, month, requests: sql`${ofMonth(month)} + 1` })
    .where(sql`${automower.enabled} and (${isAhead} or (${isTime})) and ${ofMonth(month)} < ${READING_REQUESTS}`)
    .returning()
  return row
}

/** A person's request, from what readings leave. @returns whether there is one */
export const countRequest = async (db: Database, now: Date): Promise<boolean> => {
  const month = monthOf(now)
  await db
    .insert(automower)
    .values({ name: 'only', ...DEFAULTS, updatedAt: now })
    .onConflictDoNothing()
  const counted = await db
    .update(automower)
    .set({ month, requests: sql`${ofMonth(month)} + 1` })
    .where(sql`${ofMonth(month)} < ${MONTHLY_REQUESTS}`)
    .returning({ name: automower.name })
  return counted.length > 0
}

/** Counts requests that were made already. */
export const noteRequests = async (db: Database, count: number, now: Date): Promise<void> => {
  const month = monthOf(now)
  await db.update(automower).set({ month, requests: sql`${ofMonth(month)} + ${count}::int` })
}

/** Makes the next reading due one minute after a request. */
export const readSoon = async (db: Database, now: Date): Promise<void> => {
  const due = new Date(now.getTime() - (EVERY_MIN - FOLLOWED_MIN) * 60_000)
  await db
    .update(automower)
    .set({ triedAt: due })
    .where(sql`${automower.failures} = 0 and ${automower.triedAt} > ${due.toISOString()}::timestamptz`)
}

/** Somebody may have chosen another account while this one was asked; its answer is then nobody's. */
const ifSame = async (db: Database, asked: AutomowerSettings, store: (tx: Tx) => Promise<unknown>): Promise<void> =>
  db.transaction(async tx => {
    const [row] = await tx.select().from(automower).for('update')
    if (row !== undefined && !isOther(asked, row)) await store(tx)
  })

export const storeAnswer = (
  db: Database,
  asked: AutomowerSettings,
  machines: readonly AutomowerMachine[],
  now: Date,
): Promise<void> =>
  ifSame(db, asked, tx =>
    tx
      .update(automower)
      .set({ machines, answeredAt: now, problem: null, detail: '', failures: 0, notBefore: null })
      .where(eq(automower.name, 'only')),
  )

/** What was answered before stays, with its age. */
export const storeProblem = (
  db: Database,
  asked: AutomowerSettings,
  { problem, detail, notBefore }: { problem: AutomowerProblem; detail: string; notBefore: Date | null },
): Promise<void> =>
  ifSame(db, asked, tx =>
    tx
      .update(automower)
      .set({ problem, detail, notBefore, failures: sql`${automower.failures} + 1` })
      .where(eq(automower.name, 'only')),
  )
