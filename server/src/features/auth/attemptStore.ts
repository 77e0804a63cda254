/** Failed attempts to sign in, and how long to wait after too many. Only time passes by; nobody is locked out for good. */
import { createHash } from 'node:crypto'
import { and, desc, eq, gt, lt, or, sql } from 'drizzle-orm'
import type { Database, Reader, Tx } from '../../platform/db/database.ts'
import { attempts } from '../../platform/db/schema/index.ts'

/** From one address: the number of failures since the last success, within this time. */
const MOST_FROM_ADDRESS = 10
const ADDRESS_WINDOW_MS = 15 * 60_000
/** From everywhere together; an address that signed in before is not held up by the others. */
const MOST_FROM_EVERYWHERE = 100
const EVERYWHERE_WINDOW_MS = 60 * 60_000
const KNOWN_ADDRESS_MS = 30 * 24 * 3_600_000

/** The same for `Anna` and ` anna `, known or unknown. */
export const loginHash = (login: string): string =>
  createHash('sha256').update(login.normalize('NFC').trim().toLowerCase()).digest('base64url')

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms)

/** Seconds until the next attempt is taken; 0 now. */
export const waitS = async (db: Reader, login: string, address: string, now: Date): Promise<number> => {
  const rows = await db
    .select()
    .from(attempts)
    .where(
      and(
        eq(attempts.loginHash, login),
        or(
          gt(attempts.at, before(now, EVERYWHERE_WINDOW_MS)),
          and(
            eq(attempts.succeeded, true),
            eq(attempts.address, address),
            gt(attempts.at, before(now, KNOWN_ADDRESS_MS)),
          ),
        ),
      ),
    )
    .orderBy(desc(attempts.at))
    .limit(1_000)
  const ownSuccess = rows.find(row => row.succeeded && row.address === address)
  const failures = rows.filter(row => !row.succeeded)
  const own = failures.filter(
    row =>
      row.address === address &&
      row.at > before(now, ADDRESS_WINDOW_MS) &&
      (ownSuccess === undefined || row.at > ownSuccess.at),
  )
  const waits = [until(own[MOST_FROM_ADDRESS - 1]?.at, ADDRESS_WINDOW_MS, now)]
  if (ownSuccess === undefined) {
    waits.push(until(failures[MOST_FROM_EVERYWHERE - 1]?.at, EVERYWHERE_WINDOW_MS, now))
  }
  return Math.max(...waits)
}

const until = (oldest: Date | undefined, windowMs: number, now: Date): number =>
  oldest === undefined ? 0 : Math.max(0, Math.ceil((oldest.getTime() + windowMs - now.getTime()) / 1_000))

export interface Attempt {
  readonly loginHash: string
  readonly address: string
  readonly succeeded: boolean
  readonly at: Date
}

export const recordAttempt = async (db: Reader, attempt: Attempt): Promise<void> => {
  await db.insert(attempts).values(attempt)
}

/** Other attempts at this login wait until the transaction ends, so that parallel ones are counted one by one. */
export const lockAttempts = async (tx: Tx, login: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in ${login}`}, 0))`)
}

export type CountedAttempt =
  | { readonly kind: 'blocked'; readonly seconds: number }
  /** @property failures of this login so far, this attempt included */
  | { readonly kind: 'counted'; readonly id: string; readonly failures: number }

/** Counts an attempt as failed before anybody judges it. A right one is taken back with `takeBackAttempt`. */
export const countAttempt = (db: Database, login: string, address: string, now: Date): Promise<CountedAttempt> =>
  db.transaction<CountedAttempt>(async tx => {
    await lockAttempts(tx, login)
    const seconds = await waitS(tx, login, address, now)
    if (seconds > 0) return { kind: 'blocked', seconds }
    const [row] = await tx
      .insert(attempts)
      .values({ loginHash: login, address, succeeded: false, at: now })
      .returning({ id: attempts.id })
    if (row === undefined) throw new Error('no attempt came back')
    return { kind: 'counted', id: row.id, failures: await recentFailures(tx, login, now) }
  })

export const takeBackAttempt = async (db: Reader, id: string): Promise<void> => {
  await db.delete(attempts).where(eq(attempts.id, id))
}

/** How many failures of this login there were within the last quarter of an hour, from everywhere. */
export const recentFailures = async (db: Reader, login: string, now: Date): Promise<number> =>
  db.$count(
    attempts,
    and(eq(attempts.loginHash, login), eq(attempts.succeeded, false), gt(attempts.at, before(now, ADDRESS_WINDOW_MS))),
  )

export const forgetOldAttempts = async (db: Reader, now: Date): Promise<void> => {
  await db
    .delete(attempts)
    .where(
      or(
        lt(attempts.at, before(now, KNOWN_ADDRESS_MS)),
        and(eq(attempts.succeeded, false), lt(attempts.at, before(now, EVERYWHERE_WINDOW_MS))),
      ),
    )
}
