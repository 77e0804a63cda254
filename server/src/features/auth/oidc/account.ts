/** The account of a person whom the issuer signed in: known, connected by a verified mail address, or new. */
import type { MappedRole } from '@greensward/contract'
import type { Context } from '../../../platform/context.ts'
import { laterThan, type Tx } from '../../../platform/db/database.ts'
import type { OidcRefusal } from '../../../platform/db/schema/index.ts'
import { newToken, randomLetters } from '../../../platform/secrets.ts'
import { endChallenges } from '../challengeStore.ts'
import { hashPassword } from '../password.ts'
import { endSessions } from '../sessionStore.ts'
import { addUser, changeUser, findUserByLogin, lockUser, type StoredUser, sessionsOf } from '../userStore.ts'
import { findIdentity, lockAccounts, lockUsersByMail, putIdentity, type StoredOidc } from './oidcStore.ts'
import type { Person } from './person.ts'

interface Admission {
  readonly user: StoredUser
  readonly isNew: boolean
  readonly isChanged: boolean
  /** Sessions that ended because the role changed, or because the account was connected. */
  readonly ended: readonly string[]
}
export type Verdict = Admission | { readonly refusal: OidcRefusal }
type Found = StoredUser | { readonly refusal: OidcRefusal } | undefined

const MOST_NUMBERED = 20
const ROLE_CHANGED = 'role or password changed'
const CONNECTED = 'connected to a sign-in service'

/** Longer than a login may be once a number is behind it: the end of the name goes. */
const numbered = (login: string, number: number): string => (number === 1 ? login : `${login.slice(0, 56)}-${number}`)

const freeLogin = async (tx: Tx, logins: readonly string[]): Promise<string> => {
  for (let number = 1; number <= MOST_NUMBERED; number += 1)
    for (const login of logins) {
      const tried = numbered(login, number)
      if ((await findUserByLogin(tx, tried)) === undefined) return tried
    }
  return `oidc-${randomLetters(10)}`
}

const roleFor = (settings: StoredOidc, person: Person) =>
  settings.roles.find(({ value }) => person.roles.includes(value))?.role

/** The account of the same mail address, where connecting is switched on and sure. */
const accountByMail = async (
  tx: Tx,
  settings: StoredOidc,
  { mail, isMailVerified, issuer }: Person,
): Promise<Found> => {
  if (!settings.linksByMail || mail === undefined) return undefined
  const found = await lockUsersByMail(tx, mail, issuer)
  if (!isMailVerified)
    return found.length > 0 || settings.newAccounts === 'none' ? { refusal: 'oidcUnverified' } : undefined
  const [one, ...others] = found
  if (one === undefined) return undefined
  // Of two accounts with one address nobody can say whose they are.
  return others.length > 0 || one.isLinked ? { refusal: 'oidcNoAccount' } : one.user
}

/** @param wasRemoved of an account that somebody removed: a person decides about the next one, not the claim */
const add = async (
  ctx: Context,
  tx: Tx,
  settings: StoredOidc,
  person: Person,
  wasRemoved: boolean,
): Promise<Verdict> => {
  if (settings.newAccounts === 'none') return { refusal: 'oidcNoAccount' }
  const claimed = settings.newAccounts === 'mapped' ? roleFor(settings, person) : 'ROLE_APPLICANT'
  if (claimed === undefined) return { refusal: 'oidcNoRole' }
  const role = wasRemoved ? 'ROLE_APPLICANT' : claimed
  const now = ctx.clock.now()
  const login = await freeLogin(tx, person.logins)
  const user = await addUser(tx, {
    login,
    fullname: person.fullname ?? login,
    phone: person.phone,
    // Codes go to this address, so it has to be the person's own.
    email: person.isMailVerified ? (person.mail ?? null) : null,
    role,
    // Random and kept nowhere: until a password is set, the issuer alone leads in.
    passwordHash: await hashPassword(newToken()),
    createdAt: now,
    updatedAt: now,
  })
  await putIdentity(tx, { issuer: person.issuer, subject: person.subject, userId: user.id }, now)
  await ctx.audit(tx, {
    user,
    action: 'user.create',
    subject: 'user',
    subjectId: String(user.id),
    details: { login, fullname: user.fullname, email: user.email, role, connectedTo: person.issuer },
  })
  return { user, isNew: true, isChanged: true, ended: [] }
}

const connect = async (ctx: Context, tx: Tx, { issuer, subject, mail }: Person, user: StoredUser): Promise<void> => {
  await putIdentity(tx, { issuer, subject, userId: user.id }, ctx.clock.now())
  await ctx.audit(tx, {
    user,
    action: 'user.update',
    subject: 'user',
    subjectId: String(user.id),
    details: { connectedTo: issuer, by: mail },
  })
}

const giveRole = async (
  ctx: Context,
  tx: Tx,
  user: StoredUser,
  role: MappedRole,
  issuer: string,
): Promise<StoredUser> => {
  const changed = await changeUser(tx, user.id, { role, updatedAt: laterThan(user.updatedAt, ctx.clock.now()) })
  await ctx.audit(tx, {
    user,
    action: 'user.update',
    subject: 'user',
    subjectId: String(user.id),
    details: { before: { role: user.role }, after: { role }, by: issuer },
  })
  return changed
}

const endSessionsOf = async (ctx: Context, tx: Tx, userId: number, reason: string): Promise<readonly string[]> => {
  const now = ctx.clock.now()
  await endChallenges(tx, userId, now)
  const ended = await sessionsOf(tx, userId)
  await endSessions(tx, ended, reason, now)
  return ended
}

/**
 * Which account a person gets in at, or why none. Writes what that takes, and nothing for a person who is refused.
 * Sessions of an account end when it is connected: somebody could have entered another person's address in their own
 * account, to share it with them. They end with a changed role as well.
 */
export const admit = async (ctx: Context, tx: Tx, settings: StoredOidc, person: Person): Promise<Verdict> => {
  await lockAccounts(tx)
  const identity = await findIdentity(tx, person.issuer, person.subject)
  const userId = identity?.userId ?? null
  const known = userId === null ? undefined : await lockUser(tx, userId)
  const user = known ?? (await accountByMail(tx, settings, person))
  if (user === undefined) return add(ctx, tx, settings, person, identity !== undefined)
  if ('refusal' in user) return user
  // A manager may change who the issuer is, and may not become an administrator by that.
  if (user.role === 'ROLE_ADMIN') return { refusal: 'oidcAdministrator' }
  // An applicant waits for a person's decision, which no claim takes.
  const role = settings.followsRoles && user.role !== 'ROLE_APPLICANT' ? roleFor(settings, person) : user.role
  if (role === undefined) return { refusal: 'oidcNoRole' }
  const isConnected = known === undefined
  if (isConnected) await connect(ctx, tx, person, user)
  if (role !== user.role) {
    const changed = await giveRole(ctx, tx, user, role, person.issuer)
    return { user: changed, isNew: false, isChanged: true, ended: await endSessionsOf(ctx, tx, user.id, ROLE_CHANGED) }
  }
  const ended = isConnected ? await endSessionsOf(ctx, tx, user.id, CONNECTED) : []
  return { user, isNew: false, isChanged: false, ended }
}
