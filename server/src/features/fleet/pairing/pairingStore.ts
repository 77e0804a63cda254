/** The SQL of the keys that mowers sign with, and whether a mower is free to be given another. */
import { ACTIVE_STATUSES, type Mower } from '@greensward/domain'
import { and, eq, inArray } from 'drizzle-orm'
import type { Reader, Tx } from '../../../platform/db/database.ts'
import { missions, mowerKeys, mowers } from '../../../platform/db/schema/index.ts'

export type MowerKeyRow = typeof mowerKeys.$inferSelect

export const readMowerKeys = (reader: Reader): Promise<MowerKeyRow[]> => reader.select().from(mowerKeys)

export const readMowerKey = async (reader: Reader, mowerId: string): Promise<MowerKeyRow | undefined> =>
  (await reader.select().from(mowerKeys).where(eq(mowerKeys.mowerId, mowerId)))[0]

export const storeMowerKey = async (tx: Tx, row: MowerKeyRow): Promise<void> => {
  const { mowerId, ...values } = row
  await tx
    .insert(mowerKeys)
    .values({ mowerId, ...values })
    .onConflictDoUpdate({ target: mowerKeys.mowerId, set: values })
}

export const removeMowerKey = async (tx: Tx, mowerId: string): Promise<boolean> =>
  (await tx.delete(mowerKeys).where(eq(mowerKeys.mowerId, mowerId)).returning({ id: mowerKeys.mowerId })).length > 0

/** Its row stays as it is until the transaction ends. */
export const lockMower = async (tx: Tx, id: string): Promise<Pick<Mower, 'id' | 'name' | 'systemId'> | undefined> =>
  (
    await tx
      .select({ id: mowers.id, name: mowers.name, systemId: mowers.systemId })
      .from(mowers)
      .where(eq(mowers.id, id))
      .for('update')
  )[0]

export const isOnMission = async (tx: Tx, mowerId: string): Promise<boolean> =>
  (await tx.$count(missions, and(inArray(missions.status, [...ACTIVE_STATUSES]), eq(missions.mowerId, mowerId)))) > 0
