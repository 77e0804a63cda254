/** Answers kept by the caller's key, so that a request that is sent twice is carried out once. */
import { createHash } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import type { Reader } from '../db/database.ts'
import { idempotentAnswers } from '../db/schema/index.ts'
import { jsonInSlices } from '../threads/jsonInSlices.ts'

export interface IdempotencyKey {
  readonly userId: number
  readonly key: string
  readonly requestHash: string
}

const KEPT_MS = 24 * 3_600_000

export const requestHash = async (method: string, url: string, body: unknown): Promise<string> => {
  const text = body === undefined ? '' : await jsonInSlices(body)
  return createHash('sha256').update(`${method} ${url}\n${text}`).digest('base64url')
}

export const findAnswer = async (db: Reader, userId: number, key: string) => {
  const [row] = await db
    .select()
    .from(idempotentAnswers)
    .where(and(eq(idempotentAnswers.userId, userId), eq(idempotentAnswers.key, key)))
  return row
}

/** Fails as a duplicate where another request with the same key was faster. */
export const storeAnswer = async (tx: Reader, key: IdempotencyKey, answer: unknown, at: Date): Promise<void> => {
  await tx.insert(idempotentAnswers).values({ ...key, status: 200, answer: answer ?? null, at })
}

/** Also where there is one of this key already. */
export const replaceAnswer = async (tx: Reader, key: IdempotencyKey, answer: unknown, at: Date): Promise<void> => {
  const { userId, key: name, requestHash: hash } = key
  const row = { requestHash: hash, status: 200, answer: answer ?? null, at }
  await tx
    .insert(idempotentAnswers)
    .values({ userId, key: name, ...row })
    .onConflictDoUpdate({ target: [idempotentAnswers.userId, idempotentAnswers.key], set: row })
}

export const forgetOldAnswers = async (db: Reader, now: Date): Promise<void> => {
  await db.delete(idempotentAnswers).where(lt(idempotentAnswers.at, new Date(now.getTime() - KEPT_MS)))
}
