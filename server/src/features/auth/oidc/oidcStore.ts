/** The SQL of sign-in by OpenID Connect. */
import type { OidcProblem } from '@greensward/contract'
import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import { laterThan, type Reader, type Tx } from '../../../platform/db/database.ts'
import {
  type OidcRefusal,
  oidcIdentities,
  oidcSettings,
  oidcSignIns,
  users,
} from '../../../platform/db/schema/index.ts'
import type { StoredUser } from '../userStore.ts'

type Row = typeof oidcSettings.$inferSelect
export type StoredOidc = Omit<Row, 'name' | 'updatedAt'>
export type SignIn = typeof oidcSignIns.$inferSelect

/** From the button to the issuer's answer: a person may have to find a phone for it. */
export const SIGN_IN_MS = 10 * 60_000
/** From the answer to the tokens: the login page does it at once. */
export const CODE_MS = 60_000

const DEFAULTS: StoredOidc = {
  enabled: false,
  label: '',
  issuer: '',
  clientId: '',
  sealedSecret: null,
  scopes: 'profile email',
  roleClaim: '',
  roles: [],
  newAccounts: 'none',
  followsRoles: false,
  linksByMail: false,
  triedAt: null,
  problem: null,
  detail: '',
}

const storedOf = (row: Row | undefined): StoredOidc => {
  if (row === undefined) return DEFAULTS
  const { name: _, updatedAt: __, ...stored } = row
  return stored
}

export const readOidc = async (reader: Reader): Promise<StoredOidc> =>
  storedOf((await reader.select().from(oidcSettings))[0])

/** Merges under a lock. How it went belongs to the settings of before. */
export const changeOidc = async (
  tx: Tx,
  change: (before: StoredOidc) => StoredOidc,
  now: Date,
): Promise<{ before: StoredOidc; after: StoredOidc }> => {
  await tx
    .insert(oidcSettings)
    .values({ name: 'only', ...DEFAULTS, updatedAt: now })
    .onConflictDoNothing()
  const [row] = await tx.select().from(oidcSettings).for('update')
  if (row === undefined) throw new Error('no settings came back')
  const before = storedOf(row)
  const after = { ...change(before), triedAt: null, problem: null, detail: '' }
  await tx.update(oidcSettings).set({ ...after, updatedAt: laterThan(row.updatedAt, now) })
  return { before, after }
}

export const noteOidc = async (
  reader: Reader,
  outcome: { readonly problem: OidcProblem | null; readonly detail: string },
  now: Date,
): Promise<void> => {
  await reader.update(oidcSettings).set({ ...outcome, triedAt: now })
}

export const addSignIn = async (
  reader: Reader,
  signIn: Omit<SignIn, 'answeredAt' | 'codeHash' | 'userId' | 'refusal' | 'finishedAt'>,
): Promise<void> => {
  await reader.insert(oidcSignIns).values(signIn)
}

/** Takes the issuer's answer once. @returns undefined for a wrong state, another browser, a second answer or a late one */
export const takeAnswer = async (
  reader: Reader,
  stateHash: string,
  browserHash: string,
  now: Date,
): Promise<SignIn | undefined> => {
  const [row] = await reader
    .update(oidcSignIns)
    .set({ answeredAt: now })
    .where(
      and(
        eq(oidcSignIns.stateHash, stateHash),
        eq(oidcSignIns.browserHash, browserHash),
        isNull(oidcSignIns.answeredAt),
        gt(oidcSignIns.createdAt, new Date(now.getTime() - SIGN_IN_MS)),
      ),
    )
    .returning()
  return row
}

export const settle = async (
  reader: Reader,
  stateHash: string,
  outcome: { readonly codeHash: string; readonly userId?: number; readonly refusal?: OidcRefusal },
  now: Date,
): Promise<void> => {
  await reader
    .update(oidcSignIns)
    .set({ ...outcome, answeredAt: now })
    .where(eq(oidcSignIns.stateHash, stateHash))
}

/** Uses the code up. @returns undefined for a wrong code, another browser, a second use or a late one */
export const takeCode = async (
  reader: Reader,
  codeHash: string,
  browserHash: string,
  now: Date,
): Promise<SignIn | undefined> => {
  const [row] = await reader
    .update(oidcSignIns)
    .set({ finishedAt: now })
    .where(
      and(
        eq(oidcSignIns.codeHash, codeHash),
        eq(oidcSignIns.browserHash, browserHash),
        isNull(oidcSignIns.finishedAt),
        gt(oidcSignIns.answeredAt, new Date(now.getTime() - CODE_MS)),
      ),
    )
    .returning()
  return row
}

export const forgetOldSignIns = async (reader: Reader, now: Date): Promise<void> => {
  await reader.delete(oidcSignIns).where(lt(oidcSignIns.createdAt, new Date(now.getTime() - 2 * SIGN_IN_MS)))
}

/** Sign-ins of one moment find or make their accounts one after the other, so that nobody gets two. */
export const lockAccounts = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('accounts of OpenID Connect', 0))`)
}

/** The account of a person of this issuer: null once it was removed. */
export const findIdentity = async (
  tx: Tx,
  issuer: string,
  subject: string,
): Promise<{ readonly userId: number | null } | undefined> => {
  const [row] = await tx
    .select({ userId: oidcIdentities.userId })
    .from(oidcIdentities)
    .where(and(eq(oidcIdentities.issuer, issuer), eq(oidcIdentities.subject, subject)))
  return row
}

/** Those that have this mail address, locked, and whether a person of this issuer has each already. */
export const lockUsersByMail = async (
  tx: Tx,
  mail: string,
  issuer: string,
): Promise<readonly { readonly user: StoredUser; readonly isLinked: boolean }[]> => {
  const found = await tx.select().from(users).where(sql`lower(${users.email}) = lower(${mail})`).for('update')
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const linked = await tx
    .select({ userId: oidcIdentities.userId })
    .from(oidcIdentities)
    .where(and(eq(oidcIdentities.issuer, issuer), inArray(oidcIdentities.userId, ids)))
  return found.map(user => ({ user, isLinked: linked.some(({ userId }) => userId === user.id) }))
}

/** A person whose account was removed has the identity still, without one. */
export const putIdentity = async (
  tx: Tx,
  identity: { readonly issuer: string; readonly subject: string; readonly userId: number },
  now: Date,
): Promise<void> => {
  const { issuer, subject } = oidcIdentities
  await tx
    .insert(oidcIdentities)
    .values({ ...identity, createdAt: now })
    .onConflictDoUpdate({ target: [issuer, subject], set: { userId: identity.userId, createdAt: now } })
}
