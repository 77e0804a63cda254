/**
 * What a person gives another program to read the course with: a key, or the address of a calendar. Its text is shown once and
 * stored as a hash; its owner lists it by its first characters and removes it.
 */
import type { Context } from './context.ts'
import type { Reader, Tx } from './db/database.ts'
import { refuse } from './http/refusal.ts'
import type { User } from './http/route.ts'
import { newToken, tokenHash } from './secrets.ts'

export interface OwnSecret {
  readonly id: string
  readonly name: string
  /** The first characters, by which its owner knows it again. */
  readonly beginning: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

/** What every kind of secret is stored with, beside what its owner chose. */
interface NewSecret extends Pick<OwnSecret, 'beginning' | 'createdAt'> {
  readonly userId: number
  readonly hash: string
}

interface OwnSecretKind<Stored extends OwnSecret, Chosen> {
  /** Its actions in the audit log begin with it. */
  readonly name: 'accessKey' | 'calendarFeed'
  /** Begins its text, so that a person who finds one in a file sees what it is. */
  readonly prefix: string
  list(reader: Reader, userId: number): Promise<Stored[]>
  add(tx: Tx, secret: Chosen & NewSecret): Promise<Stored>
  remove(tx: Tx, userId: number, id: string): Promise<Stored | undefined>
}

/** More would be lost out of sight. */
const MOST_SECRETS = 20
const BEGINNING_LENGTH = 10
/** The use of a secret that is used all day is written once in this time. */
const USE_STEP_MS = 60_000

/** True if the last use that is stored is old enough to be replaced. */
export const isUseDue = (lastUsedAt: Date | null, now: Date): boolean =>
  lastUsedAt === null || now.getTime() - lastUsedAt.getTime() > USE_STEP_MS

export const shownSecret = ({ id, name, beginning, createdAt, lastUsedAt }: OwnSecret) => ({
  id,
  name,
  beginning,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

export const createOwnSecrets = <Stored extends OwnSecret, Chosen extends { readonly name: string }>(
  kind: OwnSecretKind<Stored, Chosen>,
) => ({
  /**
   * @param details of the audit log
   * @returns what is stored, and the text, which is not
   * @throws Refusal `tooManyKeys`
   */
  async add(
    ctx: Context,
    tx: Tx,
    user: User,
    chosen: Chosen,
    details: object,
  ): Promise<{ readonly added: Stored; readonly text: string }> {
    const { length } = await kind.list(tx, user.id)
    if (length >= MOST_SECRETS) return refuse('tooManyKeys', { count: MOST_SECRETS })
    const text = `${kind.prefix}${newToken()}`
    const added = await kind.add(tx, {
      ...chosen,
      userId: user.id,
      hash: tokenHash(text),
      beginning: text.slice(0, BEGINNING_LENGTH),
      createdAt: ctx.clock.now(),
    })
    await ctx.audit(tx, {
      user,
      action: `${kind.name}.create`,
      subject: 'user',
      subjectId: String(user.id),
      details: { ...details, name: added.name, beginning: added.beginning },
    })
    return { added, text }
  },

  /** @throws Refusal `notFound`, also for what belongs to somebody else */
  async remove(ctx: Context, tx: Tx, user: User, id: string): Promise<Record<string, never>> {
    const { name, beginning } = (await kind.remove(tx, user.id, id)) ?? refuse('notFound')
    await ctx.audit(tx, {
      user,
      action: `${kind.name}.delete`,
      subject: 'user',
      subjectId: String(user.id),
      details: { name, beginning },
    })
    return {}
  },
})
