/**
 * A feature that is sent twice is added once. Where a connection ends before the answer, QGIS sends its POST again by itself, up to
 * three times, and its person saves again after that; such requests have no key of their own.
 */
import { type CourseFeature, sameFeature } from '@greensward/domain'
import { z } from 'zod'
import type { Tx } from '../../platform/db/database.ts'
import { findAnswer, type IdempotencyKey, replaceAnswer, requestHash } from '../../platform/http/idempotencyStore.ts'

/** Within this time the same request is a repetition; later it is meant. */
const REPEATED_MS = 10 * 60_000

const answer = z.object({ id: z.string() })

/** @param collection with the system of the coordinates, as both say what the body means */
export const keyOfCreate = async (userId: number, collection: string, body: unknown): Promise<IdempotencyKey> => {
  const hash = await requestHash('POST', collection, body)
  return { userId, key: `ogc ${hash}`, requestHash: hash }
}

/** Author and time of a note are of the moment when it was first sent. */
const signedAs = (made: CourseFeature, before: CourseFeature): CourseFeature =>
  made.kind === 'note' && before.kind === 'note'
    ? { ...made, properties: { ...made.properties, author: before.properties.author, time: before.properties.time } }
    : made

/** The feature that the same request has added, while it is on the map as it was sent. */
export const findRepeated = async (
  tx: Tx,
  key: IdempotencyKey,
  { made, today, now }: { made: CourseFeature; today: readonly CourseFeature[]; now: Date },
): Promise<CourseFeature | undefined> => {
  const row = await findAnswer(tx, key.userId, key.key)
  const stored = answer.safeParse(row?.answer)
  if (row === undefined || !stored.success || now.getTime() - row.at.getTime() > REPEATED_MS) return undefined
  const before = today.find(({ id }) => id === stored.data.id)
  return before !== undefined && sameFeature(before, { ...signedAs(made, before), id: before.id } as CourseFeature)
    ? before
    : undefined
}

export const rememberCreated = (tx: Tx, key: IdempotencyKey, { id }: CourseFeature, now: Date): Promise<void> =>
  replaceAnswer(tx, key, { id }, now)
