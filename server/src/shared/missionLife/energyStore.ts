/** The SQL that keeps what was learned of the energy of mowers, and the word of people that one is full. */
import {
  type ChargeStretch,
  learnCharge,
  learnUse,
  NOTHING_LEARNED,
  type Refuelling,
  type UseStretch,
} from '@greensward/domain'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { mowers } from '../../platform/db/schema/index.ts'

export interface EnergyStretches {
  readonly uses: readonly UseStretch[]
  readonly charges: readonly ChargeStretch[]
}

/** @returns whether what is known of the mower changed */
export const learnEnergy = async (tx: Tx, mowerId: string, { uses, charges }: EnergyStretches): Promise<boolean> => {
  const [mower] = await tx
    .select({ energyUse: mowers.energyUse, batteryRangeM: mowers.batteryRangeM })
    .from(mowers)
    .where(eq(mowers.id, mowerId))
    .for('update')
  if (mower === undefined) return false
  const before = mower.energyUse ?? NOTHING_LEARNED
  const driven = uses.reduce((known, one) => learnUse(known, one, 1 / mower.batteryRangeM), before)
  const energyUse = charges.reduce(learnCharge, driven)
  if (energyUse === before) return false
  await tx.update(mowers).set({ energyUse }).where(eq(mowers.id, mowerId))
  return true
}

/** @returns false where the mower is gone */
export const saveRefuelling = async (tx: Tx, mowerId: string, refuelled: Refuelling): Promise<boolean> =>
  (await tx.update(mowers).set({ refuelled }).where(eq(mowers.id, mowerId)).returning({ id: mowers.id })).length > 0

/** The mower has worked: it is not known to be full any more. @returns whether it was */
export const endRefuelling = async (tx: Tx, mowerId: string): Promise<boolean> =>
  (
    await tx
      .update(mowers)
      .set({ refuelled: null })
      .where(and(eq(mowers.id, mowerId), isNotNull(mowers.refuelled)))
      .returning({ id: mowers.id })
  ).length > 0
